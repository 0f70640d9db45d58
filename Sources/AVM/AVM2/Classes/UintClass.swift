import AVM

/// `uint`.
enum UintClass {
    static let table: NativeClassTable = {
        let table = NativeClassTable("uint", base: "Object", .final)
        return table
    }()
}
