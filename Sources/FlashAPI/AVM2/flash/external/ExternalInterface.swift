import AVM
import AVM2
import Player

/// `flash.external.ExternalInterface`: there is no page around the movie, or one that knows its own address alone.
enum ExternalInterfaceClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.external.ExternalInterface", [.abstract, .final])
        table.staticMembers = { members }
        return table
    }()

    private static let marshalKey = "flash.external.ExternalInterface.marshallExceptions"

    private static let members: [NativeMember] = [
        NativeMember(get: "available", ":Boolean") { (call) throws(ScriptError) in
            Value(call.player.mocksExternalInterface)
        },
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
            (call) throws(ScriptError) in
            guard call.player.mocksExternalInterface else { throw call.machine.makeError(.error, 2067) }
            return .undefined
        },
        NativeMember(method: "call", "(functionName:String, ...rest):*") { (call) throws(ScriptError) in
            guard call.player.mocksExternalInterface else { throw call.machine.makeError(.error, 2067) }
            let argument = call.count > 1 ? [try call.machine.toString(call[1]).text] : []
            let answer = call.player.mockPageAnswer(call.text(0), argument)
            return answer.map { call.text($0) } ?? .undefined
        },
    ]
}
