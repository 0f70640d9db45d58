import AVM
import AVM2

/// `flash.text.engine.GroupElement`: its slot is the array of its elements.
enum GroupElementClass {
    private static let elementsSlot = ContentElementClass.Slot.end

    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.text.engine.GroupElement", base: "flash.text.engine.ContentElement", .final,
            constructor: """
                (elements:Vector.<flash.text.engine.ContentElement> = null, \
                elementFormat:flash.text.engine.ElementFormat = null, \
                eventMirror:flash.events.EventDispatcher = null, textRotation:String = "rotate0")
                """)
        table.since = 10
        table.members = { members }
        table.initialize = { (call) throws(ScriptError) in
            try ContentElementClass.initialize(call, from: 1)
            try set(call[0], call)
            return .undefined
        }
        return table
    }()

    private static let members: [NativeMember] =
        [
            NativeMember(slot: "elements", ":Array", .internal),
            NativeMember(get: "elementCount", ":int") { (call) throws(ScriptError) in Value(elements(call).count) },
            NativeMember(get: "text", ":String") { (call) throws(ScriptError) in try text("text", call) },
            NativeMember(get: "rawText", ":String") { (call) throws(ScriptError) in try text("rawText", call) },
            NativeMember(method: "getElementAt", "(index:int):flash.text.engine.ContentElement") {
                (call) throws(ScriptError) in
                let elements = elements(call)
                guard elements.indices.contains(Int(call.int(0))) else { throw call.machine.makeError(.range, 2006) }
                return elements[Int(call.int(0))]
            },
            NativeMember(method: "getElementIndex", "(element:flash.text.engine.ContentElement):int") {
                (call) throws(ScriptError) in Value(elements(call).firstIndex(of: call[0]) ?? -1)
            },
            NativeMember(method: "setElements", "(value:Vector.<flash.text.engine.ContentElement>):void") {
                (call) throws(ScriptError) in
                try set(call[0], call)
                return .undefined
            },
            NativeMember(
                method: "replaceElements",
                """
                (beginIndex:int, endIndex:int, \
                newElements:Vector.<flash.text.engine.ContentElement>):Vector.<flash.text.engine.ContentElement>
                """, replaceElements),
        ] + rearranging

    static func elements(_ call: NativeCall) -> [Value] { FilterProperty.list(call.slot(elementsSlot)) }

    /// Other elements in the place of all: those that go belong to no group any more.
    static func put(_ elements: [Value], _ call: NativeCall) throws(ScriptError) {
        let before = self.elements(call)
        let kept = zip(before, elements).prefix { $0.0 == $0.1 }.reduce(0) { $0 + ContentTree.length(of: $1.0, call) }
        for old in before { old.object?.cell.slots[ContentElementClass.Slot.group] = .null }
        call.setSlot(elementsSlot, Value(call.machine.makeArray(elements)))
        for new in elements { new.object?.cell.slots[ContentElementClass.Slot.group] = call.this }
        // What stands before the first other element stays as it is.
        try ContentTree.didChange(call, from: kept)
    }

    private static func list(_ vector: Value) -> [Value] {
        guard let state = vector.object?.native(as: VectorState.self) else { return [] }
        return (0..<min(state.count, 65536)).map { state.elements[$0] }
    }

    private static func set(_ vector: Value, _ call: NativeCall) throws(ScriptError) {
        let elements = list(vector)
        try put(elements, call)
        // Quirk: a group that was given nothing has no text, one that all was taken from has an empty one.
        if elements.isEmpty { call.setSlot(elementsSlot, .null) }
    }

    /// The texts of all elements, one after the other; a picture has an empty one. Null where none have been set. An
    /// element without text takes away what came before it, and what follows begins anew: so does Flash.
    private static func text(_ name: StaticString, _ call: NativeCall) throws(ScriptError) -> Value {
        var units: [UInt16]? = []
        for element in elements(call) {
            guard let object = element.object,
                let text = try call.machine.get(call.machine.publicName(name), of: element).string?.units
                    ?? (GraphicElementClass.isGraphic(object, call) ? [] : nil)
            else {
                units = nil
                continue
            }
            units = (units ?? []) + text
        }
        guard let units, !call.slot(elementsSlot).isNull else { return .null }
        return Value(call.heap.makeString(utf16: units))
    }

    private static func replaceElements(_ call: NativeCall) throws(ScriptError) -> Value {
        var elements = elements(call)
        let start = Int(call.int(0))
        let end = Int(call.int(1))
        guard start >= 0, end >= start, end <= elements.count else { throw call.machine.makeError(.range, 2006) }
        let removed = Array(elements[start..<end])
        elements.replaceSubrange(start..<end, with: list(call[2]))
        try put(elements, call)
        guard let traits = call.machine.traits(named: "flash.text.engine.ContentElement") else { return .null }
        let (object, state) = try call.machine.makeVector(of: .instance(traits), count: removed.count)
        for (index, value) in removed.enumerated() { state.elements[index] = value }
        return Value(object)
    }
}
