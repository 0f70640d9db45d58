import AVM2

/// `flash.display3D.IndexBuffer3D`.
enum IndexBuffer3DClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display3D.IndexBuffer3D", [.abstract, .final])
        table.since = 13
        table.members = {
            [
                NativeMember(missing: "dispose", "():void"),
                NativeMember(missing: "uploadFromByteArray", "(p0:flash.utils.ByteArray, p1:int, p2:int, p3:int):void"),
                NativeMember(missing: "uploadFromVector", "(p0:Vector.<uint>, p1:int, p2:int):void"),
            ]
        }
        return table
    }()
}
