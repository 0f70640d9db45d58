import AVM
import AVM2

/// The methods of `flash.text.engine.GroupElement` that split, join and nest its elements.
extension GroupElementClass {
    private typealias Slot = ContentElementClass.Slot

    static let rearranging: [NativeMember] = [
        NativeMember(
            method: "splitTextElement", "(elementIndex:int, splitIndex:int):flash.text.engine.TextElement", split),
        NativeMember(
            method: "mergeTextElements", "(beginIndex:int, endIndex:int):flash.text.engine.TextElement", merge),
        NativeMember(
            method: "groupElements", "(beginIndex:int, endIndex:int):flash.text.engine.GroupElement", group),
        NativeMember(method: "ungroupElements", "(groupIndex:int):void", ungroup),
        NativeMember(
            method: "getElementAtCharIndex", "(charIndex:int):flash.text.engine.ContentElement", elementAtCharIndex),
    ]

    /// Elements from one index up to another. Error #2006 where there are none such, #2004 where there is none at all.
    private static func range(_ call: NativeCall, _ count: Int) throws(ScriptError) -> Range<Int> {
        let (begin, end) = (Int(call.int(0)), Int(call.int(1)))
        guard begin >= 0, end <= count, begin <= end else { throw call.machine.makeError(.range, 2006) }
        guard begin < end else { throw call.machine.makeError(.argument, 2004) }
        return begin..<end
    }

    /// A new text element that looks like another.
    private static func copy(_ element: Object, _ units: [UInt16], _ call: NativeCall) throws(ScriptError) -> Value {
        let held = ValueBuffer(call.heap)
        held.append(Value(call.heap.makeString(utf16: units)))
        let slots = element.cell.slots
        return Value(
            try call.machine.make(
                "flash.text.engine.TextElement",
                [held.elements[0], slots[Slot.format], slots[Slot.eventMirror], slots[Slot.rotation]]))
    }

    /// What is behind the split becomes an element of its own, which is given.
    private static func split(_ call: NativeCall) throws(ScriptError) -> Value {
        var elements = elements(call)
        guard elements.indices.contains(Int(call.int(0))) else { throw call.machine.makeError(.range, 2006) }
        guard let element = elements[Int(call.int(0))].object, ContentTree.isText(element, call) else {
            throw call.machine.makeError(.argument, 2004)
        }
        let units = element.cell.slots[Slot.text].string?.units ?? []
        let place = Int(call.int(1))
        guard (0...units.count).contains(place) else { throw call.machine.makeError(.range, 2006) }
        let held = ValueBuffer(call.heap)
        held.append(try copy(element, Array(units[place...]), call))
        element.cell.slots[Slot.text] = Value(call.heap.makeString(utf16: Array(units[..<place])))
        elements.insert(held.elements[0], at: Int(call.int(0)) + 1)
        try put(elements, call)
        return held.elements[0]
    }

    /// Text elements become one, which looks like the first.
    private static func merge(_ call: NativeCall) throws(ScriptError) -> Value {
        var elements = elements(call)
        let range = try range(call, elements.count)
        var units: [UInt16] = []
        for element in elements[range] {
            guard let object = element.object, ContentTree.isText(object, call) else {
                throw call.machine.makeError(.argument, 2004)
            }
            units += object.cell.slots[Slot.text].string?.units ?? []
        }
        guard let first = elements[range.lowerBound].object else { return .null }
        let held = ValueBuffer(call.heap)
        held.append(try copy(first, units, call))
        elements.replaceSubrange(range, with: [held.elements[0]])
        try put(elements, call)
        return held.elements[0]
    }

    /// Elements go into a group of their own that stands in their place.
    private static func group(_ call: NativeCall) throws(ScriptError) -> Value {
        var elements = elements(call)
        let range = try range(call, elements.count)
        guard let traits = call.machine.traits(named: "flash.text.engine.ContentElement") else { return .null }
        let held = ValueBuffer(call.heap)
        let (vector, state) = try call.machine.makeVector(of: .instance(traits), count: range.count)
        held.append(Value(vector))
        for (index, element) in elements[range].enumerated() { state.elements[index] = element }
        let made = Value(
            try call.machine.make(
                "flash.text.engine.GroupElement",
                [.null, elements[range.lowerBound].object?.cell.slots[Slot.format] ?? .null]))
        held.append(made)
        elements.replaceSubrange(range, with: [made])
        try put(elements, call)
        _ = try call.machine.callMethod("setElements", of: made, held.elements[0])
        return made
    }

    /// The elements of a group take its place.
    private static func ungroup(_ call: NativeCall) throws(ScriptError) -> Value {
        var elements = elements(call)
        let index = Int(call.int(0))
        guard elements.indices.contains(index) else { throw call.machine.makeError(.range, 2006) }
        guard let group = elements[index].object, ContentTree.isGroup(group, call) else {
            throw call.machine.makeError(.argument, 2004)
        }
        elements.replaceSubrange(index...index, with: FilterProperty.list(group.cell.slots[Slot.end]))
        try put(elements, call)
        group.cell.slots[Slot.end] = .null
        return .undefined
    }

    /// The element itself, not what lies deeper in it.
    private static func elementAtCharIndex(_ call: NativeCall) throws(ScriptError) -> Value {
        var rest = Int(call.int(0))
        for element in elements(call) where rest >= 0 {
            let length = ContentTree.length(of: element, call)
            if rest < length { return element }
            rest -= length
        }
        throw call.machine.makeError(.range, 2006)
    }
}
