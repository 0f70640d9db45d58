import AVM
import AVM2
import Player

/// `flash.system.Security`.
enum SecurityClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.system.Security")
        table.staticMembers = { members }
        return table
    }()

    private static let members: [NativeMember] = [
        .text("REMOTE", "remote"),
        .text("LOCAL_WITH_FILE", "localWithFile"),
        .text("LOCAL_WITH_NETWORK", "localWithNetwork"),
        .text("LOCAL_TRUSTED", "localTrusted"),
        .text("APPLICATION", "application"),
        NativeMember(get: "sandboxType", ":String", sandboxType),
        NativeMember(get: "pageDomain", ":String") { (_) throws(ScriptError) in .null },
        NativeMember(property: "exactSettings", ":Boolean", get: exactSettings, set: setExactSettings),
        NativeMember(property: "disableAVM1Loading", ":Boolean", get: falsehood, set: nothing),
        // What may reach what is the person's to say, not the movie's.
        NativeMember(method: "allowDomain", "(...rest):void", nothing),
        NativeMember(method: "allowInsecureDomain", "(...rest):void", nothing),
        NativeMember(method: "loadPolicyFile", "(url:String):void", nothing),
        NativeMember(method: "showSettings", "(panel:String = \"default\"):void") { (call) throws(ScriptError) in
            // What there is to be set for a movie is whether it may listen.
            if ["default", "privacy", "microphone"].contains(call.string(0)?.text ?? "") {
                call.player.microphone(0)?.ask()
            }
            return .undefined
        },
        NativeMember(missing: "duplicateSandboxBridgeInputArguments", "(toplevel:Object, args:Array):Array"),
        NativeMember(missing: "duplicateSandboxBridgeOutputArgument", "(toplevel:Object, arg:*):*"),
    ]

    private static let nothing: NativeBody = { (_) throws(ScriptError) in .undefined }
    private static let falsehood: NativeBody = { (_) throws(ScriptError) in .false }
    private static let exactKey = "flash.system.Security.exactSettings"

    private static func exactSettings(_ call: NativeCall) throws(ScriptError) -> Value {
        call.machine.keptValues[exactKey] ?? .true
    }

    private static func setExactSettings(_ call: NativeCall) throws(ScriptError) -> Value {
        call.machine.keptValues[exactKey] = call[0]
        return .undefined
    }

    private static func sandboxType(_ call: NativeCall) throws(ScriptError) -> Value {
        call.text(URLOfMovie.sandbox(call))
    }
}

/// What the address of a movie says about what it may do.
enum URLOfMovie {
    /// The address of the code that calls; the root movie's where there is none.
    static func current(_ call: NativeCall) -> String {
        call.runtime.callingAssets.url
    }

    static func sandbox(_ call: NativeCall) -> String {
        guard current(call).hasPrefix("file:") else { return "remote" }
        return call.player.movie.fileAttributes.contains(.useNetwork) ? "localWithNetwork" : "localWithFile"
    }
}
