import AVM

/// `Number`.
enum NumberClass {
    static let table: NativeClassTable = {
        let table = NativeClassTable("Number", base: "Object", .final)
        return table
    }()
}
