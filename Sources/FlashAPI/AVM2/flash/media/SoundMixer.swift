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
                let kept = try SoundTransformClass.copy(call[0], call.machine)
                call.machine.keptValues[transformKey] = kept
                call.player.soundTransform = SoundTransformClass.percent(kept)
                call.player.sound.updateGains()
                return .undefined
            }),
        NativeMember(method: "stopAll", "():void") { (call) throws(ScriptError) in
            SoundChannelClass.stopAll(call.runtime)
            return .undefined
        },
        NativeMember(method: "areSoundsInaccessible", "():Boolean") { (_) throws(ScriptError) in .false },
        NativeMember(
            method: "computeSpectrum",
            "(outputArray:flash.utils.ByteArray, FFTMode:Boolean = false, stretchFactor:int = 0):void",
            SoundSpectrum.compute),
        NativeMember(missingProperty: "audioPlaybackMode", ":String"),
        NativeMember(missingProperty: "useSpeakerphoneForVoice", ":Boolean"),
    ]
}
