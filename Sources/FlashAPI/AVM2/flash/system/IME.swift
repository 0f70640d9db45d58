import AVM
import AVM2

/// `flash.system.IME`.
enum IMEClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.system.IME", base: "flash.events.EventDispatcher", [.abstract, .final])
        table.staticMembers = {
            [
                NativeMember(missingProperty: "constructionString", ":String"),
                NativeMember(missingProperty: "conversionMode", ":String"),
                NativeMember(missingProperty: "enabled", ":Boolean"),
                NativeMember(get: "isSupported", ":Boolean") { (_) throws(ScriptError) in .true },
                NativeMember(missing: "compositionAbandoned", "():void"),
                NativeMember(missing: "compositionSelectionChanged", "(start:int, end:int):void"),
                NativeMember(missing: "doConversion", "():void"),
                NativeMember(missing: "setCompositionString", "(composition:String):void"),
            ]
        }
        return table
    }()
}
