import AVM
import AVM2
import Player

/// `flash.external.ExternalInterface`: there is no page around the movie.
enum ExternalInterfaceClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.external.ExternalInterface", [.abstract, .final])
        table.staticMembers = { members }
        return table
    }()

    private static let marshalKey = "flash.external.ExternalInterface.marshallExceptions"

    private static let members: [NativeMember] = [
        NativeMember(get: "available", ":Boolean") { (_) throws(ScriptError) in .false },
        NativeMember(get: "objectID", ":String") { (_) throws(ScriptError) in .null },
        NativeMember(
            property: "marshallExceptions", ":Boolean",
            get: { (call) throws(ScriptError) in call.machine.keptValues[marshalKey] ?? .false },
            set: { (call) throws(ScriptError) in
                call.machine.keptValues[marshalKey] = call[0]
                return .undefined
            }),
        // Error #2067 where there is nothing to talk to.
        NativeMember(method: "addCallback", "(functionName:String, closure:Function):void") {
            (call) throws(ScriptError) in throw call.machine.makeError(.error, 2067)
        },
        NativeMember(method: "call", "(functionName:String, ...rest):*") { (call) throws(ScriptError) in
            throw call.machine.makeError(.error, 2067)
        },
    ]
}
