import AVM

/// `Object`.
enum ObjectClass {
    static let table: NativeClassTable = {
        let table = NativeClassTable("Object", base: "", .dynamic)
        return table
    }()
}
