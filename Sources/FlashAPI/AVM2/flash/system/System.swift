import AVM
import AVM2
import Player

/// `flash.system.System`.
enum SystemClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.system.System")
        table.staticMembers = { members }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(get: "totalMemory", ":uint", memory),
        NativeMember(get: "totalMemoryNumber", ":Number", memory),
        NativeMember(get: "privateMemory", ":Number", memory),
        NativeMember(get: "freeMemory", ":Number") { (_) throws(ScriptError) in Value(double: 0) },
        NativeMember(property: "useCodePage", ":Boolean", get: useCodePage, set: setUseCodePage),
        NativeMember(get: "vmVersion", ":String") { (call) throws(ScriptError) in call.text("1.0 cyclone") },
        NativeMember(get: "ime", ":flash.system.IME") { (_) throws(ScriptError) in .null },
        NativeMember(method: "setClipboard", "(string:String):void", setClipboard),
        NativeMember(method: "gc", "():void", collect),
        NativeMember(method: "disposeXML", "(node:XML):void") { (_) throws(ScriptError) in .undefined },
        NativeMember(method: "pause", "():void") { (_) throws(ScriptError) in .undefined },
        NativeMember(method: "resume", "():void") { (_) throws(ScriptError) in .undefined },
        NativeMember(method: "exit", "(code:uint):void", exit),
        NativeMember(method: "pauseForGCIfCollectionImminent", "(imminence:Number = 0.75):void") {
            (_) throws(ScriptError) in .undefined
        },
    ]

    private static let codePageKey = "flash.system.System.useCodePage"

    private static func memory(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(double: Double(call.heap.bytesInUse))
    }

    private static func useCodePage(_ call: NativeCall) throws(ScriptError) -> Value {
        call.machine.keptValues[codePageKey] ?? .false
    }

    private static func setUseCodePage(_ call: NativeCall) throws(ScriptError) -> Value {
        call.machine.keptValues[codePageKey] = call[0]
        return .undefined
    }

    private static func setClipboard(_ call: NativeCall) throws(ScriptError) -> Value {
        call.player.host.clipboard = try call.requiredText(0, "text").text
        return .undefined
    }

    private static func collect(_ call: NativeCall) throws(ScriptError) -> Value {
        call.heap.collect()
        return .undefined
    }

    /// Error #2017: only trusted files may end the player.
    private static func exit(_ call: NativeCall) throws(ScriptError) -> Value {
        throw call.machine.makeError(.security, 2017)
    }
}

/// `flash.system.fscommand`.
enum SystemFunctions {
    static let functions: [NativeFunction] = [
        NativeFunction("flash.system.fscommand", "(command:String, args:String = \"\"):void") {
            (call) throws(ScriptError) in
            call.player.host.fscommand(call.text(0), call.text(1))
            return .undefined
        }
    ]
}
