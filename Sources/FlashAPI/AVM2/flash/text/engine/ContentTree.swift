import AVM
import AVM2
import Player

/// How content elements lie in groups, and these in a text block.
enum ContentTree {
    private typealias Slot = ContentElementClass.Slot

    /// Groups in one another that count: scripts may put a group into itself.
    static let deepest = 64

    /// The block whose content an element is part of; null where it is of none.
    static func block(of element: Object) -> Value {
        var element = element
        for _ in 0..<deepest {
            guard let group = element.cell.slots[Slot.group].object else { break }
            element = group
        }
        let block = element.cell.slots[Slot.block]
        return block.isObject ? block : .null
    }

    /// The unit of its block's text that an element begins with; nil where it is in no block.
    static func begin(of element: Object, _ call: NativeCall) throws(ScriptError) -> Int? {
        guard block(of: element).isObject else { return nil }
        var begin = 0
        var element = element
        for _ in 0..<deepest {
            guard let group = element.cell.slots[Slot.group].object else { break }
            for sibling in FilterProperty.list(group.cell.slots[Slot.end]) {
                if sibling == Value(element) { break }
                begin += length(of: sibling, call)
            }
            element = group
        }
        return begin
    }

    /// Elements of a block that count: scripts may put one group into another many times over.
    static let most = 1 << 16

    /// Units that an element takes in the text of its block.
    static func length(of element: Value, _ call: NativeCall) -> Int {
        var rest = most
        return length(of: element, call, depth: 0, &rest)
    }

    private static func length(of element: Value, _ call: NativeCall, depth: Int, _ rest: inout Int) -> Int {
        guard let object = element.object, depth < deepest, rest > 0 else { return 0 }
        rest -= 1
        if isGroup(object, call) {
            var sum = 0
            for part in FilterProperty.list(object.cell.slots[Slot.end]) {
                sum += length(of: part, call, depth: depth + 1, &rest)
            }
            return sum
        }
        return GraphicElementClass.isGraphic(object, call) ? 1 : object.cell.slots[Slot.text].string?.count ?? 0
    }

    static func isGroup(_ object: Object, _ call: NativeCall) -> Bool {
        call.machine.traits(named: "flash.text.engine.GroupElement").map { $0 == call.machine.traits(of: object) }
            ?? false
    }

    static func isText(_ object: Object, _ call: NativeCall) -> Bool {
        call.machine.traits(named: "flash.text.engine.TextElement").map { $0 == call.machine.traits(of: object) }
            ?? false
    }

    /// `this`, an element, has changed from one of its units on: the lines of its block are no longer those of its text from there on.
    static func didChange(_ call: NativeCall, from unit: Int = 0) throws(ScriptError) {
        let element = try call.thisObject()
        let block = block(of: element)
        guard block.isObject, let begin = try begin(of: element, call) else { return }
        TextBlockLines.invalidate(block, from: begin + unit, call)
    }
}
