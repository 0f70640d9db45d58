import AVM2

/// `flash.display.ShaderInput`.
enum ShaderInputClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display.ShaderInput", [.dynamic, .final])
        table.members = {
            [
                NativeMember(missingProperty: "channels", ":int"),
                NativeMember(missingProperty: "height", ":int"),
                NativeMember(missingProperty: "index", ":int"),
                NativeMember(missingProperty: "input", ":Object"),
                NativeMember(missingProperty: "width", ":int"),
            ]
        }
        return table
    }()
}
