import AVM
import AVM2

/// `flash.media.Microphone`: there is none.
enum MicrophoneClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.media.Microphone", base: "flash.events.EventDispatcher", [.abstract, .final])
        table.members = { members }
        table.staticMembers = {
            [
                NativeMember(method: "getMicrophone", "(index:int = -1):flash.media.Microphone") {
                    (_) throws(ScriptError) in .null
                },
                NativeMember(method: "getEnhancedMicrophone", "(index:int = -1):flash.media.Microphone") {
                    (_) throws(ScriptError) in .null
                },
                NativeMember(get: "names", ":Array") { (call) throws(ScriptError) in Value(call.machine.makeArray()) },
                NativeMember(get: "isSupported", ":Boolean") { (_) throws(ScriptError) in .false },
            ]
        }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(missingProperty: "activityLevel", ":Number"), NativeMember(missingProperty: "codec", ":String"),
        NativeMember(missingProperty: "enableVAD", ":Boolean"), NativeMember(missingProperty: "encodeQuality", ":int"),
        NativeMember(
            missingProperty: "enhancedOptions", ":flash.media.MicrophoneEnhancedOptions"),
        NativeMember(missingProperty: "framesPerPacket", ":int"), NativeMember(missingProperty: "gain", ":Number"),
        NativeMember(missingProperty: "index", ":int"), NativeMember(missingProperty: "muted", ":Boolean"),
        NativeMember(missingProperty: "name", ":String"),
        NativeMember(missingProperty: "noiseSuppressionLevel", ":int"),
        NativeMember(missingProperty: "rate", ":int"), NativeMember(missingProperty: "silenceLevel", ":Number"),
        NativeMember(missingProperty: "silenceTimeout", ":int"),
        NativeMember(missingProperty: "soundTransform", ":flash.media.SoundTransform"),
        NativeMember(missingProperty: "useEchoSuppression", ":Boolean"),
        NativeMember(missing: "setLoopBack", "(state:Boolean = true):void"),
        NativeMember(missing: "setSilenceLevel", "(silenceLevel:Number, timeout:int = -1):void"),
        NativeMember(missing: "setUseEchoSuppression", "(useEchoSuppression:Boolean):void"),
    ]
}
