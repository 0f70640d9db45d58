import AVM2

/// `flash.display.Stage3D`.
enum Stage3DClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display.Stage3D", base: "flash.events.EventDispatcher", .abstract)
        table.since = 13
        table.members = {
            [
                NativeMember(missingProperty: "context3D", ":flash.display3D.Context3D"),
                NativeMember(missingProperty: "visible", ":Boolean"),
                NativeMember(missingProperty: "x", ":Number"),
                NativeMember(missingProperty: "y", ":Number"),
                NativeMember(missing: "requestContext3D", "(p0:String = null, p1:String = null):void"),
                NativeMember(missing: "requestContext3DMatchingProfiles", "(p0:Vector.<String>):void"),
            ]
        }
        return table
    }()
}
