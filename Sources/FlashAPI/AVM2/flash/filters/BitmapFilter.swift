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
        table.flags.insert(.abstract)
        return table
    }()
}
