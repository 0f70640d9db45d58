import AVM
import AVM2

/// `flash.ui.ContextMenuItem`.
enum ContextMenuItemClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.ui.ContextMenuItem", base: "flash.display.NativeMenuItem", .final,
            constructor: """
                (caption:String, separatorBefore:Boolean = false, enabled:Boolean = true, visible:Boolean = true)
                """)
        table.members = { members }
        table.initialize = { (call) throws(ScriptError) in
            call.setSlot(0, call[2])
            call.setSlot(1, call[0])
            call.setSlot(2, call[1])
            call.setSlot(3, call[3])
            return .undefined
        }
        return table
    }()

    private static let fields: [Field] = [
        Field("caption", ":String"), Field("separatorBefore", ":Boolean"), Field("visible", ":Boolean"),
    ]

    private static let members: [NativeMember] =
        Field.members(fields, from: NativeMenuItemClass.face.slotEnd) + [
            NativeMember(method: "clone", "():flash.ui.ContextMenuItem") { (call) throws(ScriptError) in
                try DataFace.clone(call, slotEnd: 4)
            }
        ]
}
