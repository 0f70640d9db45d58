import AVM

/// `int`.
enum IntClass {
    static let table: NativeClassTable = {
        let table = NativeClassTable("int", base: "Object", .final)
        return table
    }()
}
