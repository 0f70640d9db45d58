import AVM2

/// `flash.display.Shader`.
enum ShaderClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display.Shader", constructor: "(p0:flash.utils.ByteArray = null)")
        table.members = {
            [
                NativeMember(missingProperty: "byteCode", ":flash.utils.ByteArray"),
                NativeMember(missingProperty: "data", ":flash.display.ShaderData"),
                NativeMember(missingProperty: "precisionHint", ":String"),
            ]
        }
        return table
    }()
}
