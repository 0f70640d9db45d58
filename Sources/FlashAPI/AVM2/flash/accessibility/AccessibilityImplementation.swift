import AVM
import AVM2

/// `flash.accessibility.AccessibilityImplementation`: what a movie's own implementations override.
enum AccessibilityImplementationClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.accessibility.AccessibilityImplementation", .dynamic)
        table.members = { members }
        return table
    }()

    private static let nothing: NativeBody = { (_) throws(ScriptError) in .null }
    private static let zero: NativeBody = { (_) throws(ScriptError) in .zero }

    private static let members: [NativeMember] = [
        NativeMember(slot: "errno", ":uint"),
        NativeMember(slot: "stub", ":Boolean"),
        NativeMember(method: "accDoDefaultAction", "(childID:uint):void", nothing),
        NativeMember(method: "accLocation", "(childID:uint):*", nothing),
        NativeMember(method: "accSelect", "(operation:uint, childID:uint):void", nothing),
        NativeMember(method: "get_accDefaultAction", "(childID:uint):String", nothing),
        NativeMember(method: "get_accFocus", "():uint", zero),
        NativeMember(method: "get_accName", "(childID:uint):String", nothing),
        NativeMember(method: "get_accSelection", "():Array", nothing),
        NativeMember(method: "get_accValue", "(childID:uint):String", nothing),
        NativeMember(method: "getChildIDArray", "():Array", nothing),
        NativeMember(method: "isLabeledBy", "(labelBounds:flash.geom.Rectangle):Boolean") {
            (_) throws(ScriptError) in .false
        },
        // Error #2143, #2144: these must be overridden.
        NativeMember(method: "get_accRole", "(childID:uint):uint") { (call) throws(ScriptError) in
            throw call.machine.makeError(.error, 2143, through: AVM2Machine.throwError)
        },
        NativeMember(method: "get_accState", "(childID:uint):uint") { (call) throws(ScriptError) in
            throw call.machine.makeError(.error, 2144, through: AVM2Machine.throwError)
        },
    ]
}
