import AVM
import AVM2

/// `flash.media.Video`.
enum VideoClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.media.Video", base: "flash.display.DisplayObject",
            constructor: "(width:int = 320, height:int = 240)")
        table.members = {
            [
                NativeMember(missingProperty: "deblocking", ":int"),
                NativeMember(missingProperty: "smoothing", ":Boolean"),
                NativeMember(missingProperty: "videoWidth", ":int"),
                NativeMember(missingProperty: "videoHeight", ":int"),
                NativeMember(missing: "attachCamera", "(camera:flash.media.Camera):void"),
                NativeMember(missing: "attachNetStream", "(netStream:flash.net.NetStream):void"),
                NativeMember(missing: "clear", "():void"),
            ]
        }
        return table
    }()
}
