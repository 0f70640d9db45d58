import AVM
import AVM2

/// `flash.ui.ContextMenu`.
enum ContextMenuClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.ui.ContextMenu", base: "flash.display.NativeMenu", .final)
        table.members = { members }
        table.staticMembers = {
            [NativeMember(get: "isSupported", ":Boolean") { (_) throws(ScriptError) in .true }]
        }
        table.initialize = initialize
        return table
    }()

    private static let fields: [Field] = [
        Field("builtInItems", ":flash.ui.ContextMenuBuiltInItems"), Field("customItems", ":Array"),
        Field("link", ":flash.net.URLRequest"), Field("clipboardMenu", ":Boolean"),
        Field("clipboardItems", ":flash.ui.ContextMenuClipboardItems"),
    ]

    private static let members: [NativeMember] =
        Field.members(fields, from: 0) + [
            NativeMember(method: "clone", "():flash.display.NativeMenu", clone),
            NativeMember(method: "hideBuiltInItems", "():void", hideBuiltInItems),
        ]

    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        call.setSlot(0, Value(try call.machine.make("flash.ui.ContextMenuBuiltInItems")))
        call.setSlot(1, Value(call.machine.makeArray()))
        call.setSlot(4, Value(try call.machine.make("flash.ui.ContextMenuClipboardItems")))
        return .undefined
    }

    private static func hideBuiltInItems(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let items = call.slot(0).object else { return .undefined }
        for index in 0..<ContextMenuBuiltInItemsClass.face.slotEnd { items.cell.slots[index] = .false }
        return .undefined
    }

    /// A copy with copies of the items.
    private static func clone(_ call: NativeCall) throws(ScriptError) -> Value {
        let copy = try call.machine.make("flash.ui.ContextMenu")
        if call.slot(0).isObject { copy.cell.slots[0] = try call.machine.callMethod("clone", of: call.slot(0)) }
        if let items = call.slot(1).object?.native(as: ArrayState.self) {
            let copies = ValueBuffer(call.heap)
            for index in 0..<min(Int(items.length), 1024) where items[index].isObject {
                copies.append(try call.machine.callMethod("clone", of: items[index]))
            }
            copy.cell.slots[1] = Value(call.machine.makeArray(Array(copies.elements)))
        }
        return Value(copy)
    }
}
