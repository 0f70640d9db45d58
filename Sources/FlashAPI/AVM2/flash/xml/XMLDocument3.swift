import AVM
import AVM2

/// `flash.xml.XMLDocument`: slots xmlDecl, docTypeDecl, idMap, ignoreWhite behind those of XMLNode.
enum XMLDocumentClass3 {
    private enum Slot {
        static let declaration = LegacyNode.Slot.end
        static let docType = LegacyNode.Slot.end + 1
        static let ids = LegacyNode.Slot.end + 2
        static let ignoresWhite = LegacyNode.Slot.end + 3
    }

    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.xml.XMLDocument", base: "flash.xml.XMLNode", constructor: "(source:String = null)")
        table.members = { members }
        table.initialize = initialize
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(slot: "xmlDecl", ":Object"),
        NativeMember(slot: "docTypeDecl", ":Object"),
        NativeMember(slot: "idMap", ":Object"),
        NativeMember(slot: "ignoreWhite", ":Boolean"),
        NativeMember(method: "createElement", "(name:String):flash.xml.XMLNode") { (call) throws(ScriptError) in
            Value(try LegacyNode.make(1, call[0], call.machine).object)
        },
        NativeMember(method: "createTextNode", "(text:String):flash.xml.XMLNode") { (call) throws(ScriptError) in
            Value(try LegacyNode.make(3, call[0], call.machine).object)
        },
        NativeMember(method: "parseXML", "(source:String):void", parseXML),
        NativeMember(method: "toString", "():String", toString),
    ]

    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        let document = LegacyNode(object: try call.thisObject())
        document[LegacyNode.Slot.type] = Value(Int32(1))
        document[LegacyNode.Slot.attributes] = Value(call.machine.makeObject())
        document[Slot.ids] = Value(call.machine.makeObject())
        if call[0].isString { _ = try parseXML(call) }
        return .undefined
    }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        var text: [UInt16] = []
        for slot in [Slot.declaration, Slot.docType] where call.slot(slot).isString {
            text += call.slot(slot).string?.units ?? []
        }
        try LegacyNode(object: try call.thisObject()).write(into: &text, depth: 0, call.machine)
        return Value(call.heap.makeString(utf16: text))
    }

    /// Replaces all that is there by what a text says.
    private static func parseXML(_ call: NativeCall) throws(ScriptError) -> Value {
        let machine = call.machine
        let document = LegacyNode(object: try call.thisObject())
        for child in document.children { child.remove() }
        document[Slot.declaration] = .null
        document[Slot.docType] = .null
        let ids = machine.makeObject()
        document[Slot.ids] = Value(ids)
        let ignoresWhite = call.slot(Slot.ignoresWhite) == .true
        var scanner = XMLScanner(call.string(0)?.units ?? [])
        var current = document
        do {
            while let token = try scanner.next() {
                try add(token, to: &current, document, ids, ignoresWhite, call)
            }
        } catch let fault as XMLScanner.Fault {
            // Errors #1090 … by what is wrong.
            let numbers: [XMLScanner.Fault: Int] = [
                .cdataNotTerminated: 1091, .declarationNotTerminated: 1092, .docTypeNotTerminated: 1093,
                .commentNotTerminated: 1094, .malformedElement: 1090, .attributeNotTerminated: 1095,
                .startTagWithoutEnd: 1085, .endTagWithoutStart: 1088,
            ]
            throw machine.makeError(.type, numbers[fault] ?? 1090)
        } catch let error as ScriptError {
            throw error
        } catch {
            return .undefined
        }
        return .undefined
    }

    private static func add(
        _ token: XMLScanner.Token, to current: inout LegacyNode, _ document: LegacyNode, _ ids: Object,
        _ ignoresWhite: Bool, _ call: NativeCall
    ) throws(ScriptError) {
        let machine = call.machine
        func text(_ units: [UInt16]) -> Value { Value(machine.heap.makeString(utf16: units)) }
        switch token {
        case .start(let name, let attributes, let isEmpty):
            let node = try LegacyNode.make(1, text(name), machine)
            if let target = node[LegacyNode.Slot.attributes].object {
                for attribute in attributes {
                    let key = machine.heap.strings.intern(machine.heap.makeString(utf16: attribute.name))
                    machine.heap.define(key, text(attribute.value), on: target)
                    guard attribute.name == Array("id".utf16) else { continue }
                    let id = machine.heap.strings.intern(machine.heap.makeString(utf16: attribute.value))
                    machine.heap.define(id, Value(node.object), on: ids)
                }
            }
            current.insert(node, before: nil)
            if !isEmpty { current = node }
        case .end:
            guard current.object != document.object, let parent = current.node(LegacyNode.Slot.parent) else {
                throw machine.makeError(.type, 1088)
            }
            current = parent
        case .text(let units), .cdata(let units):
            if ignoresWhite && units.allSatisfy({ XMLScanner.isSpace($0) }) { return }
            current.insert(try LegacyNode.make(3, text(units), machine), before: nil)
        case .declaration(let units): document[Slot.declaration] = text(units)
        case .docType(let units): document[Slot.docType] = text(units)
        }
    }
}
