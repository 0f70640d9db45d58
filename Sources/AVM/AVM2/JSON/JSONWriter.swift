import AVM

/// Writes values as JSON text. ECMA-262 5th ed. 15.12.3, with the declared properties of classes.
struct JSONWriter {
    private unowned(unsafe) let machine: AVM2Machine
    private var output: [UInt16] = []
    private var indent: [UInt16] = []
    private let gap: [UInt16]
    private let replacer: Value?
    /// Nil: all names.
    private let allowed: [Atom]?
    /// Objects that are being written: one that comes again is Error #1129.
    private var open: [Object] = []

    private init(_ machine: AVM2Machine, gap: [UInt16], replacer: Value?, allowed: [Atom]?) {
        self.machine = machine
        self.gap = gap
        self.replacer = replacer
        self.allowed = allowed
    }

    /// Nil: undefined, for which there is no text.
    static func write(
        _ value: Value, gap: [UInt16], replacer: Value?, allowed: [Atom]?, _ machine: AVM2Machine
    ) throws(ScriptError) -> [UInt16]? {
        var writer = JSONWriter(machine, gap: gap, replacer: replacer, allowed: allowed)
        let holder = machine.makeObject()
        machine.heap.define(machine.names.empty, value, on: holder)
        let name = Value(machine.names.empty.string)
        guard try writer.write(value, key: name, holder: Value(holder)) else { return nil }
        return writer.output
    }

    /// False: nothing was written.
    private mutating func write(_ given: Value, key: Value, holder: Value) throws(ScriptError) -> Bool {
        var value = given
        if let object = value.object, let custom = try customText(of: object) {
            value = try machine.call(custom, this: value, key)
        }
        if let replacer { value = try machine.call(replacer, this: holder, key, value) }
        if value.isNull {
            put("null")
        } else if let bool = value.bool {
            put(bool ? "true" : "false")
        } else if let string = value.string {
            quote(string.units)
        } else if value.isNumber {
            if value.unsafeNumber.isFinite { output += try machine.toString(value).units } else { put("null") }
        } else if let object = value.object {
            // Classes are objects like others; functions are nothing.
            if object.native(as: FunctionState.self) != nil { return false }
            try write(object)
        } else {
            return false
        }
        return true
    }

    /// `toJSON` of the object, if it has that.
    private func customText(of object: Object) throws(ScriptError) -> Value? {
        let name = machine.publicName(machine.names.toJSON)
        // A property of XML is a child: the function is the prototype's.
        if object.native(as: XMLNode.self) != nil || object.native(as: XMLListState.self) != nil {
            return try machine.xml.prototypeFunction(name, object)
        }
        guard try machine.has(name, in: Value(object)) else { return nil }
        let function = try machine.get(name, of: Value(object))
        return machine.isCallable(function) ? function : nil
    }

    private mutating func write(_ object: Object) throws(ScriptError) {
        try machine.reserve(0)
        if open.contains(object) { throw machine.makeError(.type, 1129) }
        open.append(object)
        let outer = indent
        indent += gap
        if object.native(as: ArrayState.self) != nil || object.native(as: VectorState.self) != nil {
            try writeElements(object, outer)
        } else {
            try writeProperties(object, outer)
        }
        indent = outer
        open.removeLast()
    }

    private mutating func writeElements(_ object: Object, _ outer: [UInt16]) throws(ScriptError) {
        let whole = Value(object)
        let vector = object.native(as: VectorState.self)
        let array = ArrayLike(whole, machine)
        var count = vector?.count ?? 0
        if vector == nil { count = try array.length() }
        guard count > 0 else { return put("[]") }
        output.append(0x5B)
        for index in 0..<count {
            if index > 0 { output.append(0x2C) }
            breakLine(indent)
            let element: Value
            if let vector {
                element = index < vector.count ? vector.elements[index] : .undefined
            } else {
                element = try array.get(index)
            }
            let key = Value(try machine.toString(Value(index)))
            if !(try write(element, key: key, holder: whole)) { put("null") }
        }
        breakLine(outer)
        output.append(0x5D)
    }

    private mutating func writeProperties(_ object: Object, _ outer: [UInt16]) throws(ScriptError) {
        var isFirst = true
        output.append(0x7B)
        var names = allowed ?? []
        if allowed == nil { names = try machine.enumerableNames(of: object) }
        for name in names {
            let property = machine.publicName(name)
            if allowed != nil {
                guard try machine.has(property, in: Value(object)) else { continue }
            }
            let value = try machine.get(property, of: Value(object))
            let mark = output.count
            if !isFirst { output.append(0x2C) }
            breakLine(indent)
            quote(name.string.units)
            output.append(0x3A)
            if !gap.isEmpty { output.append(0x20) }
            if try write(value, key: Value(name.string), holder: Value(object)) {
                isFirst = false
            } else {
                output.removeSubrange(mark...)
            }
        }
        if !isFirst { breakLine(outer) }
        output.append(0x7D)
    }

    private mutating func breakLine(_ indent: [UInt16]) {
        guard !gap.isEmpty else { return }
        output.append(0x0A)
        output += indent
    }

    private mutating func put(_ text: StaticString) {
        text.withUTF8Buffer { output += $0.lazy.map { UInt16($0) } }
    }

    private mutating func quote(_ text: [UInt16]) {
        output.append(0x22)
        for unit in text {
            switch unit {
            case 0x22, 0x5C: output += [0x5C, unit]
            case 0x08: put("\\b")
            case 0x0C: put("\\f")
            case 0x0A: put("\\n")
            case 0x0D: put("\\r")
            case 0x09: put("\\t")
            case ..<0x20:
                let hex = String(unit, radix: 16)
                output += Array(("\\u" + String(repeating: "0", count: 4 - hex.count) + hex).utf16)
            default: output.append(unit)
            }
        }
        output.append(0x22)
    }
}

extension AVM2Machine {
    /// Public variables and properties that the object's class declares, then what it has besides, as far as it shows
    /// in enumerations.
    func enumerableNames(of object: Object) throws(ScriptError) -> [Atom] {
        let traits = self.traits(of: object)
        var declared: [(order: Int32, isSlot: Bool, name: Atom)] = []
        traits.pointee.bindings.forEach { name, namespace, binding in
            guard namespace == .public else { return }
            switch binding.kind {
            case .slot, .const: declared.append((binding.index, true, name))
            case .getter, .getterSetter: declared.append((binding.index, false, name))
            default: break
            }
        }
        declared.sort { $0.isSlot != $1.isSlot ? $0.isSlot : $0.order < $1.order }
        var names = declared.map { $0.name }
        if let state = object.native(as: ExoticState.self) {
            var step: Int32 = 0
            while let next = try state.nextIndex(after: step, object, self), next > 0 {
                names.append(heap.strings.pinned(try toString(try state.nextName(next, object, self))))
                step = next
            }
        }
        for name in object.ownNames {
            if let slot = object.slot(of: name), !object.attributes(slot).contains(.dontEnum) { names.append(name) }
        }
        return names
    }
}
