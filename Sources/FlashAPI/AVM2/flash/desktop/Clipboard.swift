import AVM
import AVM2

/// `flash.desktop.Clipboard`.
enum ClipboardClass {
    static let face = DataFace("flash.desktop.Clipboard", "()", [])

    static let table = face.table(members: {
        [
            NativeMember(missingProperty: "formats", ":Array"),
            NativeMember(missing: "clear", "():void"),
            NativeMember(missing: "clearData", "(format:String):void"),
            NativeMember(missing: "getData", "(format:String, transferMode:String = \"originalPreferred\"):Object"),
            NativeMember(missing: "hasFormat", "(format:String):Boolean"),
            NativeMember(missing: "setData", "(format:String, data:Object, serializable:Boolean = true):Boolean"),
            NativeMember(
                missing: "setDataHandler", "(format:String, handler:Function, serializable:Boolean = true):Boolean"),
        ]
    })
}
