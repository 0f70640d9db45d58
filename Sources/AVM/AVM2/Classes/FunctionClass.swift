import AVM

/// `Function`.
enum FunctionClass {
    static let table: NativeClassTable = {
        let table = NativeClassTable("Function", base: "Object", [.dynamic, .final])
        return table
    }()
}
