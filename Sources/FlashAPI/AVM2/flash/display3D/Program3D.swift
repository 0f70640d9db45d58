import AVM2

/// `flash.display3D.Program3D`.
enum Program3DClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display3D.Program3D", [.abstract, .final])
        table.since = 13
        table.members = {
            [
                NativeMember(missing: "dispose", "():void"),
                NativeMember(missing: "upload", "(p0:flash.utils.ByteArray, p1:flash.utils.ByteArray):void"),
            ]
        }
        return table
    }()
}
