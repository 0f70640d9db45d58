import AVM
import AVM2
import Player

/// An event class as data: all of them keep what their constructor is given, copy it, and print it.
struct EventFace: Sendable {
    let name: StaticString
    var base: StaticString = "flash.events.Event"
    /// The slot of the first of ``fields``.
    var firstSlot = EventSlot.end
    /// Signature of the constructor. What follows `cancelable` goes into slots in order, those of the bases first.
    let constructor: StaticString
    var fields: [Field] = []
    /// Properties that `toString` shows. Empty: as the base does.
    var shown: [StaticString] = []
    /// False: `clone` is the base's.
    var clones = true
    var since: UInt8 = 0
    /// Slots that the constructor's arguments from the fourth on go to, where they are not in order. −1: none.
    var argumentSlots: [Int] = []

    init(_ name: StaticString, _ constructor: StaticString) {
        self.name = name
        self.constructor = constructor
    }

    /// The slots of the class and its bases: where a derived class begins.
    var slotEnd: Int { firstSlot + fields.count }

    func table(
        _ constants: @escaping @Sendable () -> [NativeMember] = { [] },
        members: @escaping @Sendable () -> [NativeMember] = { [] }
    ) -> NativeClassTable {
        let face = self
        var table = NativeClassTable(name, base: base, constructor: constructor)
        table.since = since
        table.members = { face.members + members() }
        table.staticMembers = constants
        // Numbers that the constructor is not given are 0, not what an empty slot holds.
        let zeros = Field.numbers(fields, from: firstSlot)
        table.initialize = { (call) throws(ScriptError) in
            if let slots = call.this.object?.cell.slots {
                for slot in zeros { slots[slot] = Value(double: 0) }
            }
            face.initialize(call)
            return .undefined
        }
        return table
    }

    private func initialize(_ call: NativeCall) {
        guard let slots = call.this.object?.cell.slots else { return }
        for index in 0..<min(3, call.count) { slots[index] = call[index] }
        slots[EventSlot.phase] = Value(Int32(2))
        guard call.count > 3 else { return }
        for index in 3..<call.count {
            let slot = index - 3 < argumentSlots.count ? argumentSlots[index - 3] : EventSlot.end + index - 3
            if slot >= 0 && slot < slotEnd { slots[slot] = call[index] }
        }
    }

    private var members: [NativeMember] {
        var members = Field.members(fields, from: firstSlot)
        if clones {
            let end = slotEnd
            members.append(
                NativeMember(method: "clone", "():flash.events.Event") { (call) throws(ScriptError) in
                    try EventFace.clone(call, slotEnd: end)
                })
        }
        if !shown.isEmpty {
            let shown = self.shown
            let full = String(describing: name)
            let simple = String(full[full.index(after: full.lastIndex(of: ".") ?? full.startIndex)...])
            members.append(
                NativeMember(method: "toString", "():String") { (call) throws(ScriptError) in
                    try EventFace.describe(call, simple, shown)
                })
        }
        return members
    }

    /// A new event of the class that declares the method, with the same properties, that has gone nowhere yet.
    static func clone(_ call: NativeCall, slotEnd: Int) throws(ScriptError) -> Value {
        guard let owner = call.owner, let from = call.this.object else { return .null }
        _ = try call.machine.classObject(owner)
        let copy = call.machine.instantiate(owner)
        copy.cell.slots.update(from: from.cell.slots, count: slotEnd)
        copy.cell.slots[EventSlot.target] = .null
        copy.cell.slots[EventSlot.currentTarget] = .null
        copy.cell.slots[EventSlot.phase] = Value(Int32(2))
        copy.cell.slots[EventSlot.flags] = .zero
        return Value(copy)
    }

    /// `[Event type="click" bubbles=true]`
    static func describe(
        _ call: NativeCall, _ className: String, _ shown: [StaticString]
    ) throws(ScriptError) -> Value {
        var text: [UInt16] = Array("[\(className)".utf16)
        for name in shown {
            let atom = call.heap.strings.pinned(name)
            try append(atom.string, try call.machine.get(call.machine.publicName(atom), of: call.this), to: &text, call)
        }
        text.append(0x5D)
        return Value(call.heap.makeString(utf16: text))
    }

    static func append(
        _ name: StringRef, _ value: Value, to text: inout [UInt16], _ call: NativeCall
    ) throws(ScriptError) {
        text.append(0x20)
        text += name.units
        text.append(0x3D)
        if value.isString { text.append(0x22) }
        text += try call.machine.toString(value).units
        if value.isString { text.append(0x22) }
    }
}
