import AVM
import AVM1
import Player

/// MovieClip's methods that load and leave.
extension MovieClipClass {
    static let loadingMethods: [NativeMethod] = [
        NativeMethod("getURL", command(getURL)),
        NativeMethod("loadMovie", command(loadMovie)),
        NativeMethod("loadVariables", command(loadVariables)),
        NativeMethod(
            "attachAudio",
            command { (clip, call) throws(ScriptError) in
                MicrophoneClass.release(clip)
                if let microphone = MicrophoneClass.microphone(of: call[0].object) {
                    (microphone.loopOwner, microphone.isLooped) = (clip, true)
                }
                NetStreamClass.stream(of: call[0].object)?.audioOwner = clip
            }, [.hidden, .version6]),
        NativeMethod("unloadMovie", command { clip, _ in clip.player.avm1.loader.unload(clip) }),
    ]

    private static func method(_ value: Value, _ machine: Machine) throws(ScriptError) -> URLRequestKind.Method {
        guard value.isString else { return .none }
        switch try machine.toString(value).text.lowercased() {
        case "get": return .get
        case "post": return .post
        default: return .none
        }
    }

    private static func getURL(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        guard call.count > 0, let script = clip.avm1Object() else { return }
        let url = try call.machine.toString(call[0])
        let window = call.count > 1 ? try call.machine.toString(call[1]) : call.heap.emptyString
        let kind = URLRequestKind(
            method: try method(call[2], call.machine), loadsTarget: false, loadsVariables: false)
        try call.machine.host.getURL(url, target: window, kind: kind, from: script)
    }

    private static func loadMovie(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        guard call.count > 0, let script = clip.avm1Object() else { return }
        let url = try call.machine.toString(call[0]).text
        try clip.player.avm1.loader.loadMovie(
            url, into: clip, method: try method(call[1], call.machine), variablesOf: script)
    }

    private static func loadVariables(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        guard call.count > 0, let script = clip.avm1Object() else { return }
        let url = try call.machine.toString(call[0]).text
        try clip.player.avm1.loader.loadVariables(
            url, into: clip, method: try method(call[1], call.machine), variablesOf: script)
    }
}
