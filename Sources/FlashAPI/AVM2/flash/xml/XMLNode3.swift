import AVM
import AVM2

/// Where the properties of a `flash.xml.XMLNode` lie.
struct LegacyNode {
    enum Slot {
        static let type = 0
        static let name = 1
        static let value = 2
        static let parent = 3
        static let first = 4
        static let last = 5
        static let previous = 6
        static let next = 7
        static let attributes = 8
        static let end = 9
    }
    let object: Object

    subscript(slot: Int) -> Value {
        get { object.cell.slots[slot] }
        nonmutating set { object.cell.slots[slot] = newValue }
    }

    func node(_ slot: Int) -> LegacyNode? { self[slot].object.map { LegacyNode(object: $0) } }

    var isElement: Bool { self[Slot.type].number == 1 }

    var children: [LegacyNode] {
        var children: [LegacyNode] = []
        var next = node(Slot.first)
        // A script may tie a knot into the chain.
        while let child = next, children.count < 1 << 20 {
            children.append(child)
            next = child.node(Slot.next)
        }
        return children
    }

    /// Takes the node out of its parent.
    func remove() {
        let (previous, next) = (node(Slot.previous), node(Slot.next))
        if let previous {
            previous[Slot.next] = self[Slot.next]
        } else {
            node(Slot.parent)?[Slot.first] = self[Slot.next]
        }
        if let next {
            next[Slot.previous] = self[Slot.previous]
        } else {
            node(Slot.parent)?[Slot.last] = self[Slot.previous]
        }
        self[Slot.parent] = .null
        self[Slot.previous] = .null
        self[Slot.next] = .null
    }

    /// Puts a node before one of the children; nil: behind them all.
    func insert(_ child: LegacyNode, before sibling: LegacyNode?) {
        child.remove()
        let previous = sibling.map { $0[Slot.previous] } ?? self[Slot.last]
        child[Slot.parent] = Value(object)
        child[Slot.previous] = previous
        child[Slot.next] = sibling.map { Value($0.object) } ?? .null
        if let previous = previous.object {
            LegacyNode(object: previous)[Slot.next] = Value(child.object)
        } else {
            self[Slot.first] = Value(child.object)
        }
        if let sibling {
            sibling[Slot.previous] = Value(child.object)
        } else {
            self[Slot.last] = Value(child.object)
        }
    }

    func isInside(_ other: LegacyNode) -> Bool {
        var current: LegacyNode? = self
        var steps = 0
        while let known = current, steps < 1 << 16 {
            if known.object == other.object { return true }
            current = known.node(Slot.parent)
            steps += 1
        }
        return false
    }

    static func make(_ type: Int32, _ text: Value, _ machine: AVM2Machine) throws(ScriptError) -> LegacyNode {
        LegacyNode(object: try machine.make("flash.xml.XMLNode", [Value(type), text]))
    }

    /// The attributes in their order.
    var attributes: [(name: StringRef, value: Value)] {
        guard let object = self[Slot.attributes].object else { return [] }
        return object.ownNames.compactMap { name in object.ownValue(name).map { (name.string, $0) } }
    }

    /// What a prefix means here; nil where nothing says.
    func namespace(ofPrefix prefix: [UInt16]) -> Value? {
        let wanted = prefix.isEmpty ? Array("xmlns".utf16) : Array("xmlns:".utf16) + prefix
        var current: LegacyNode? = self
        while let known = current {
            if let found = known.attributes.first(where: { $0.name.units == wanted }) { return found.value }
            current = known.node(Slot.parent)
        }
        return nil
    }

    // MARK: As text

    func write(into text: inout [UInt16], depth: Int, _ machine: AVM2Machine) throws(ScriptError) {
        guard depth < 1024 else { throw machine.makeError(.error, 1023) }
        guard isElement else {
            text += XMLScanner.escape(try machine.toString(self[Slot.value]).units)
            return
        }
        let name = self[Slot.name].string?.units
        if let name {
            text += Array("<".utf16) + name
            for (key, value) in attributes {
                text += Array(" ".utf16) + key.units + Array("=\"".utf16)
                text += XMLScanner.escape(try machine.toString(value).units) + Array("\"".utf16)
            }
            if self[Slot.first].isNull {
                text += Array(" />".utf16)
                return
            }
            text += Array(">".utf16)
        }
        for child in children { try child.write(into: &text, depth: depth + 1, machine) }
        if let name { text += Array("</".utf16) + name + Array(">".utf16) }
    }

    /// A copy, with copies of all that is inside where `deep`.
    func copy(deep: Bool, depth: Int = 0, _ machine: AVM2Machine) throws(ScriptError) -> LegacyNode {
        guard depth < 1024 else { throw machine.makeError(.error, 1023) }
        let made = try LegacyNode.make(
            Int32(self[Slot.type].number ?? 1), isElement ? self[Slot.name] : self[Slot.value], machine)
        if let target = made[Slot.attributes].object {
            for (name, value) in attributes {
                machine.heap.define(machine.heap.strings.intern(name), value, on: target)
            }
        }
        if deep {
            for child in children {
                made.insert(try child.copy(deep: true, depth: depth + 1, machine), before: nil)
            }
        }
        return made
    }
}

/// `flash.xml.XMLNode`.
enum XMLNodeClass3 {
    typealias Slot = LegacyNode.Slot

    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.xml.XMLNode", constructor: "(type:uint, value:String)")
        table.members = { members }
        table.initialize = initialize
        return table
    }()

    static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        let node = LegacyNode(object: try call.thisObject())
        node[Slot.type] = call[0]
        node[node.isElement ? Slot.name : Slot.value] = call[1]
        node[Slot.attributes] = Value(call.machine.makeObject())
        return .undefined
    }

    private static func node(_ call: NativeCall) throws(ScriptError) -> LegacyNode {
        LegacyNode(object: try call.thisObject())
    }

    private static let members: [NativeMember] = [
        NativeMember(slot: "nodeType", ":uint"),
        NativeMember(slot: "nodeName", ":String"),
        NativeMember(slot: "nodeValue", ":String"),
        NativeMember(slot: "parentNode", ":flash.xml.XMLNode"),
        NativeMember(slot: "firstChild", ":flash.xml.XMLNode"),
        NativeMember(slot: "lastChild", ":flash.xml.XMLNode"),
        NativeMember(slot: "previousSibling", ":flash.xml.XMLNode"),
        NativeMember(slot: "nextSibling", ":flash.xml.XMLNode"),
        NativeMember(slot: "attributes", ":Object", .internal),
        NativeMember(
            property: "attributes", ":Object", get: { (call) throws(ScriptError) in call.slot(Slot.attributes) },
            set: { (call) throws(ScriptError) in
                call.setSlot(Slot.attributes, call[0])
                return .undefined
            }),
        NativeMember(get: "childNodes", ":Array") { (call) throws(ScriptError) in
            Value(call.machine.makeArray(try node(call).children.map { Value($0.object) }))
        },
        NativeMember(get: "prefix", ":String") { (call) throws(ScriptError) in
            guard let name = call.slot(Slot.name).string?.units else { return .null }
            let colon = name.firstIndex(of: 0x3A) ?? 0
            return Value(call.heap.makeString(utf16: Array(name[..<colon])))
        },
        NativeMember(get: "localName", ":String") { (call) throws(ScriptError) in
            guard let name = call.slot(Slot.name).string?.units else { return .null }
            let start = name.firstIndex(of: 0x3A).map { $0 + 1 } ?? 0
            return Value(call.heap.makeString(utf16: Array(name[start...])))
        },
        NativeMember(get: "namespaceURI", ":String") { (call) throws(ScriptError) in
            let name = call.slot(Slot.name).string?.units ?? []
            let colon = name.firstIndex(of: 0x3A) ?? 0
            return try node(call).namespace(ofPrefix: Array(name[..<colon])) ?? .null
        },
        NativeMember(method: "hasChildNodes", "():Boolean") { (call) throws(ScriptError) in
            Value(call.slot(Slot.first).isObject)
        },
        NativeMember(method: "cloneNode", "(deep:Boolean):flash.xml.XMLNode") { (call) throws(ScriptError) in
            Value(try node(call).copy(deep: call.bool(0), call.machine).object)
        },
        NativeMember(method: "removeNode", "():void") { (call) throws(ScriptError) in
            try node(call).remove()
            return .undefined
        },
        NativeMember(method: "appendChild", "(node:flash.xml.XMLNode):void") { (call) throws(ScriptError) in
            try insert(call, before: nil)
        },
        NativeMember(method: "insertBefore", "(node:flash.xml.XMLNode, before:flash.xml.XMLNode):void") {
            (call) throws(ScriptError) in try insert(call, before: call.object(1).map { LegacyNode(object: $0) })
        },
        NativeMember(method: "getNamespaceForPrefix", "(prefix:String):String") { (call) throws(ScriptError) in
            try node(call).namespace(ofPrefix: call.string(0)?.units ?? []) ?? .null
        },
        NativeMember(method: "getPrefixForNamespace", "(ns:String):String", prefix),
        NativeMember(method: "toString", "():String") { (call) throws(ScriptError) in
            var text: [UInt16] = []
            try node(call).write(into: &text, depth: 0, call.machine)
            return Value(call.heap.makeString(utf16: text))
        },
    ]

    /// Nothing where the node would lie in itself, or the sibling is none.
    private static func insert(_ call: NativeCall, before sibling: LegacyNode?) throws(ScriptError) -> Value {
        let parent = try node(call)
        guard let object = call.object(0) else { return .undefined }
        let child = LegacyNode(object: object)
        if let sibling, sibling.node(Slot.parent)?.object != parent.object { return .undefined }
        guard !parent.isInside(child), sibling?.object != object else { return .undefined }
        parent.insert(child, before: sibling)
        return .undefined
    }

    private static func prefix(_ call: NativeCall) throws(ScriptError) -> Value {
        var current: LegacyNode? = try node(call)
        while let known = current {
            for (name, value) in known.attributes {
                let units = name.units
                guard units.starts(with: "xmlns".utf16), try call.machine.looselyEqual(value, call[0]) else { continue }
                if units.count == 5 { return Value(call.machine.names.empty.string) }
                if units[5] == 0x3A { return Value(call.heap.makeString(utf16: Array(units[6...]))) }
            }
            current = known.node(Slot.parent)
        }
        return .null
    }
}
