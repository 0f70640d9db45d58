import AVM
import AVM2

/// `flash.accessibility.Accessibility`: no reader is there to listen.
enum AccessibilityClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.accessibility.Accessibility", [.abstract, .final])
        table.staticMembers = {
            [
                NativeMember(get: "active", ":Boolean") { (_) throws(ScriptError) in .false },
                NativeMember(
                    missing: "sendEvent",
                    """
                    (source:flash.display.DisplayObject, childID:uint, eventType:uint, \
                    nonHTML:Boolean = false):void
                    """),
                NativeMember(missing: "updateProperties", "():void"),
            ]
        }
        return table
    }()
}
