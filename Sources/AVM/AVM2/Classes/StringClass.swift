import AVM

/// `String`.
enum StringClass {
    static let table: NativeClassTable = {
        let table = NativeClassTable("String", base: "Object", .final)
        return table
    }()
}
