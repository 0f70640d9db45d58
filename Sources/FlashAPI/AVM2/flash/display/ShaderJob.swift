import AVM2

/// `flash.display.ShaderJob`.
enum ShaderJobClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.display.ShaderJob", base: "flash.events.EventDispatcher",
            constructor: "(p0:flash.display.Shader = null, p1:Object = null, p2:int = 0, p3:int = 0)")
        table.members = {
            [
                NativeMember(missingProperty: "height", ":int"),
                NativeMember(missingProperty: "progress", ":Number"),
                NativeMember(missingProperty: "shader", ":flash.display.Shader"),
                NativeMember(missingProperty: "target", ":Object"),
                NativeMember(missingProperty: "width", ":int"),
                NativeMember(missing: "cancel", "():void"),
                NativeMember(missing: "start", "(p0:Boolean = false):void"),
            ]
        }
        return table
    }()
}
