import AVM
import AVM2

/// `flash.filters.BitmapFilter`.
enum BitmapFilterClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.filters.BitmapFilter")
        table.members = {
            [
                NativeMember(method: "clone", "():flash.filters.BitmapFilter") { (_) throws(ScriptError) in .null }
            ]
        }
        table.construct = { (call) throws(ScriptError) in
            throw call.machine.makeError(.argument, 2012, ["BitmapFilter"])
        }
        return table
    }()
}
