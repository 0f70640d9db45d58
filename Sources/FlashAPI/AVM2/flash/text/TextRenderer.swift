import AVM
import AVM2

/// `flash.text.TextRenderer`.
enum TextRendererClass2 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.text.TextRenderer", [.abstract, .final])
        table.staticMembers = {
            [
                NativeMember(missingProperty: "antiAliasType", ":String"),
                NativeMember(missingProperty: "displayMode", ":String"),
                NativeMember(missingProperty: "maxLevel", ":int"),
                NativeMember(
                    missing: "setAdvancedAntiAliasingTable",
                    "(fontName:String, fontStyle:String, colorType:String, advancedAntiAliasingTable:Array):void"),
            ]
        }
        return table
    }()
}
