import AVM
import AVM2

/// `flash.text.TextSnapshot`.
enum TextSnapshotClass2 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.text.TextSnapshot")
        table.members = {
            [
                NativeMember(missingProperty: "charCount", ":int"),
                NativeMember(
                    missing: "findText", "(beginIndex:int, textToFind:String, caseSensitive:Boolean):int"),
                NativeMember(missing: "getSelected", "(beginIndex:int, endIndex:int):Boolean"),
                NativeMember(missing: "getSelectedText", "(includeLineEndings:Boolean = false):String"),
                NativeMember(
                    missing: "getText", "(beginIndex:int, endIndex:int, includeLineEndings:Boolean = false):String"),
                NativeMember(missing: "getTextRunInfo", "(beginIndex:int, endIndex:int):Array"),
                NativeMember(missing: "hitTestTextNearPos", "(x:Number, y:Number, maxDistance:Number = 0):Number"),
                NativeMember(missing: "setSelectColor", "(hexColor:uint = 16776960):void"),
                NativeMember(missing: "setSelected", "(beginIndex:int, endIndex:int, select:Boolean):void"),
            ]
        }
        return table
    }()
}
