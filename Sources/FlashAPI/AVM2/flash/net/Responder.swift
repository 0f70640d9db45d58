import AVM
import AVM2

/// `flash.net.Responder`: slots result, status.
enum ResponderClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.net.Responder", constructor: "(result:Function, status:Function = null)")
        table.members = {
            [
                NativeMember(slot: "result", ":Function", .internal),
                NativeMember(slot: "status", ":Function", .internal),
            ]
        }
        table.initialize = { (call) throws(ScriptError) in
            call.setSlot(0, call[0])
            call.setSlot(1, call[1])
            return .undefined
        }
        return table
    }()
}
