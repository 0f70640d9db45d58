import AVM

/// `Error` and the classes derived from it.
enum ErrorClasses {
    static let derived: [StaticString] = [
        "ArgumentError", "DefinitionError", "EvalError", "RangeError", "ReferenceError", "SecurityError", "SyntaxError",
        "TypeError", "URIError", "UninitializedError", "VerifyError",
    ]

    static let tables: [NativeClassTable] =
        [error]
        + derived.map { name in
            NativeClassTable(name, base: "Error", .dynamic, constructor: "(message:String = \"\", id:int = 0)")
        }

    static let error: NativeClassTable = {
        var table = NativeClassTable("Error", .dynamic, constructor: "(message:String = \"\", id:int = 0)")
        table.members = {
            [
                NativeMember(slot: "message", ":*"),
                NativeMember(slot: "name", ":*"),
                NativeMember(slot: "_errorID", ":int", .internal),
            ]
        }
        return table
    }()
}
