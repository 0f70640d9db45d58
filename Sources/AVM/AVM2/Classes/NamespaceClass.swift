import AVM

/// `Namespace`.
enum NamespaceClass {
    static let table: NativeClassTable = {
        let table = NativeClassTable("Namespace", base: "Object", .final)
        return table
    }()
}
