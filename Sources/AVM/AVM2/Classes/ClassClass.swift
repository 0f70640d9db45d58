import AVM

/// `Class`.
enum ClassClass {
    static let table: NativeClassTable = {
        let table = NativeClassTable("Class", base: "Object", [.dynamic, .final])
        return table
    }()
}
