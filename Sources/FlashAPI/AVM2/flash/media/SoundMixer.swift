import AVM
import AVM2
import Player

/// `flash.media.SoundMixer`.
enum SoundMixerClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.media.SoundMixer", [.abstract, .final])
        table.staticMembers = { members }
        return table
    }()

    private static let transformKey = "flash.media.SoundMixer.soundTransform"

    private static let members: [NativeMember] = [
        NativeMember(
            property: "bufferTime", ":int",
            get: { (call) throws(ScriptError) in Value(Int(call.player.soundBufferSeconds)) },
            set: { (call) throws(ScriptError) in
                call.player.soundBufferSeconds = Double(call.int(0))
                return .undefined
            }),
        NativeMember(
            property: "soundTransform", ":flash.media.SoundTransform",
            get: { (call) throws(ScriptError) in
                try SoundTransformClass.copy(call.machine.keptValues[transformKey] ?? .null, call.machine)
            },
            set: { (call) throws(ScriptError) in
                call.machine.keptValues[transformKey] = try SoundTransformClass.copy(call[0], call.machine)
                return .undefined
            }),
        NativeMember(method: "stopAll", "():void") { (call) throws(ScriptError) in
            SoundChannelClass.stopAll(call.runtime)
            return .undefined
        },
        NativeMember(method: "areSoundsInaccessible", "():Boolean") { (_) throws(ScriptError) in .false },
        NativeMember(
            missing: "computeSpectrum",
            "(outputArray:flash.utils.ByteArray, FFTMode:Boolean = false, stretchFactor:int = 0):void"),
        NativeMember(missingProperty: "audioPlaybackMode", ":String"),
        NativeMember(missingProperty: "useSpeakerphoneForVoice", ":Boolean"),
    ]
}
