import AVM

/// `Array`.
enum ArrayClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("Array", base: "Object", [.dynamic, .exotic])
        table.makeState = { _, _ in ArrayState() }
        return table
    }()
}
