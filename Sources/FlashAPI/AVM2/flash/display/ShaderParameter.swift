import AVM2

/// `flash.display.ShaderParameter`.
enum ShaderParameterClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display.ShaderParameter", [.dynamic, .final])
        table.members = {
            [
                NativeMember(missingProperty: "index", ":int"),
                NativeMember(missingProperty: "type", ":String"),
                NativeMember(missingProperty: "value", ":Array"),
            ]
        }
        return table
    }()
}
