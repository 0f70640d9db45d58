import AVM

/// `Boolean`.
enum BooleanClass {
    static let table: NativeClassTable = {
        let table = NativeClassTable("Boolean", base: "Object", .final)
        return table
    }()
}
