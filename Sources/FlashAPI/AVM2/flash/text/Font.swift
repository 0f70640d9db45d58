import AVM
import AVM2

/// `flash.text.Font`: slots fontName, fontStyle, fontType.
enum FontClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.text.Font")
        table.members = {
            Field.members(fields, from: 0) + [NativeMember(missing: "hasGlyphs", "(str:String):Boolean")]
        }
        table.staticMembers = {
            [
                NativeMember(method: "registerFont", "(font:Class):void", registerFont),
                NativeMember(method: "enumerateFonts", "(enumerateDeviceFonts:Boolean = false):Array", enumerateFonts),
            ]
        }
        return table
    }()

    private static let fields: [Field] = [
        Field(readOnly: "fontName", ":String"), Field(readOnly: "fontStyle", ":String"),
        Field(readOnly: "fontType", ":String"),
    ]

    private static let listKey = "flash.text.Font.registered"

    /// Error #1508 for what is no font class.
    private static func registerFont(_ call: NativeCall) throws(ScriptError) -> Value {
        let made = try call.machine.construct(call[0])
        guard let traits = call.machine.traits(named: "flash.text.Font"), call.machine.isInstance(made, of: traits)
        else { throw call.machine.makeError(.argument, 1508, ["font"]) }
        if let list = call.machine.keptValues[listKey]?.object?.native(as: ArrayState.self) {
            list.push(made, call.heap)
        } else {
            call.machine.keptValues[listKey] = Value(call.machine.makeArray([made]))
        }
        return .undefined
    }

    private static func enumerateFonts(_ call: NativeCall) throws(ScriptError) -> Value {
        let known = call.machine.keptValues[listKey].map { FilterProperty.list($0) } ?? []
        return Value(call.machine.makeArray(known))
    }
}
