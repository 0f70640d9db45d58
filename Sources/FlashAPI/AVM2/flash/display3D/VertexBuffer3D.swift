import AVM2

/// `flash.display3D.VertexBuffer3D`.
enum VertexBuffer3DClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display3D.VertexBuffer3D", [.abstract])
        table.since = 13
        table.members = {
            [
                NativeMember(missing: "dispose", "():void"),
                NativeMember(missing: "uploadFromByteArray", "(p0:flash.utils.ByteArray, p1:int, p2:int, p3:int):void"),
                NativeMember(missing: "uploadFromVector", "(p0:Vector.<Number>, p1:int, p2:int):void"),
            ]
        }
        return table
    }()
}
