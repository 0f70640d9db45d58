import AVM2

/// `flash.display.ShaderData`.
enum ShaderDataClass {
    static let table: NativeClassTable = {
        let table = NativeClassTable(
            "flash.display.ShaderData", [.dynamic, .final], constructor: "(p0:flash.utils.ByteArray)")
        return table
    }()
}
