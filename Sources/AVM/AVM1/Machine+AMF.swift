import AVM
import Base

/// How scripts' values become AMF 0.
public struct AMFStyle: Sendable {
    /// Arrays without other properties are written as strict arrays, with undefined for what is missing. Shared
    /// objects write all arrays with their keys.
    public var hasStrictArrays: Bool
    public init(hasStrictArrays: Bool) { self.hasStrictArrays = hasStrictArrays }
}

/// Writes values of ActionScript 1 and 2 in AMF 0.
public struct AMFEncoder {
    public private(set) var writer = AMF0Writer()
    private let machine: Machine
    private let style: AMFStyle
    /// The name under which an object's class is registered, nil for plain objects.
    private let className: (Object) -> String?
    /// Objects written so far, by identity, and their numbers.
    private var numbers: [UInt: Int] = [:]

    public init(_ machine: Machine, style: AMFStyle, className: @escaping (Object) -> String? = { _ in nil }) {
        self.machine = machine
        self.style = style
        self.className = className
    }

    public mutating func write(_ value: Value) throws(ScriptError) {
        if value.isNumber { return writer.number(value.unsafeNumber) }
        if value.isBool { return writer.bool(value.unsafeBool) }
        if value.isNull { return writer.marker(.null) }
        if let string = value.string { return writer.string(Array(string.text.utf8)) }
        guard let object = value.object, isWritable(value) else { return writer.marker(.undefined) }
        try write(object)
    }

    /// Functions and clips are left out.
    public func isWritable(_ value: Value) -> Bool {
        guard let object = value.object else { return true }
        return !object.flags.contains(.callable) && !machine.host.isClip(object)
    }

    private mutating func write(_ object: Object) throws(ScriptError) {
        if machine.isStackExhausted { throw .halted(.tooDeep) }
        if let number = numbers[object.identity], number <= 0xFFFF {
            writer.marker(.reference)
            return writer.u16(UInt16(number))
        }
        if let date = object.native(as: DateState.self) { return writer.date(date.time) }
        if object.native(as: XMLNodeState.self) != nil {
            writer.marker(.xml)
            let text = machine.heap.makeString(utf16: try machine.xmlText(of: object)).text
            return writer.longText(Array(text.utf8))
        }
        if let boxed = object.native(as: BoxedPrimitive.self) { return try write(boxed.value) }
        numbers[object.identity] = numbers.count
        if let array = object.native(as: ArrayState.self) { return try write(array, object) }
        if let name = className(object) {
            writer.marker(.typedObject)
            writer.name(Array(name.utf8))
        } else {
            writer.marker(.object)
        }
        try writeProperties(of: object)
        writer.objectEnd()
    }

    private mutating func write(_ array: ArrayState, _ object: Object) throws(ScriptError) {
        let hasOthers = object.ownNames.contains { name in
            object.slot(of: name).map { !object.attributes($0).contains(.dontEnum) } ?? false
        }
        let count = UInt32(bitPattern: array.signedLength)
        if style.hasStrictArrays && !hasOthers && array.elements.count == array.length {
            writer.marker(.strictArray)
            writer.u32(count)
            for index in 0..<array.length { try write(array[index]) }
            return
        }
        writer.marker(.ecmaArray)
        writer.u32(count)
        try writeProperties(of: object)
        writer.objectEnd()
    }

    /// The elements of an array as a strict array, which takes no number among the objects.
    public mutating func writeArguments(_ array: Object) throws(ScriptError) {
        guard let state = array.native(as: ArrayState.self) else { return }
        writer.marker(.strictArray)
        writer.u32(UInt32(state.length))
        for index in 0..<state.length { try write(state[index]) }
    }

    /// Names and values, oldest first.
    public mutating func writeProperties(of object: Object, each: (inout AMF0Writer) -> Void = { _ in })
        throws(ScriptError)
    {
        var seen: [Atom] = []
        for name in machine.enumerateOwn(object).reversed() { seen.append(name) }
        for name in seen {
            // Functions that read properties are not run for this.
            if let slot = object.slot(of: name), object.accessorCell(slot) != nil {
                writer.name(Array(name.text.utf8))
                writer.marker(.undefined)
                each(&writer)
                continue
            }
            let value = try machine.find(object, name) ?? .undefined
            guard isWritable(value) else { continue }
            writer.name(Array(name.text.utf8))
            try write(value)
            each(&writer)
        }
    }
}

/// Reads values of ActionScript 1 and 2 from AMF 0.
public struct AMFDecoder {
    public var input: AMF0Reader
    private let machine: Machine
    /// An object for the name of a registered class.
    private let instance: (String) throws(ScriptError) -> Object?
    private let objects: Object

    public init(
        _ bytes: [UInt8], from start: Int = 0, _ machine: Machine,
        instance: @escaping (String) throws(ScriptError) -> Object? = { (_) throws(ScriptError) in nil }
    ) {
        input = AMF0Reader(bytes, from: start)
        self.machine = machine
        self.instance = instance
        // A script array, so that the collector sees what has been read.
        objects = machine.makeArray()
    }

    /// The next value; nil where the bytes end or make no sense.
    public mutating func read() throws(ScriptError) -> Value? {
        if machine.isStackExhausted { throw .halted(.tooDeep) }
        do throws(AMFFault) {
            return try readValue()
        } catch {
            switch error {
            case .script(let thrown): throw thrown
            case .malformed: return nil
            }
        }
    }

    private enum AMFFault: Error {
        case malformed
        case script(ScriptError)
    }

    private mutating func bytes<T>(_ body: (inout AMF0Reader) throws(DecodeError) -> T) throws(AMFFault) -> T {
        do throws(DecodeError) {
            return try body(&input)
        } catch {
            throw .malformed
        }
    }

    private func script<T>(_ body: () throws(ScriptError) -> T) throws(AMFFault) -> T {
        do throws(ScriptError) {
            return try body()
        } catch {
            throw .script(error)
        }
    }

    private mutating func text(_ bytes: [UInt8]) -> Value { Value(machine.heap.makeString(utf8: bytes)) }

    private mutating func readValue() throws(AMFFault) -> Value {
        if machine.isStackExhausted { throw .script(.halted(.tooDeep)) }
        guard let marker = try bytes({ (r) throws(DecodeError) in try r.marker() }) else { throw .malformed }
        switch marker {
        case .number: return Value(try bytes { (r) throws(DecodeError) in try r.double() })
        case .boolean: return Value(try bytes { (r) throws(DecodeError) in try r.reader.u8() } != 0)
        case .string: return text(try bytes { (r) throws(DecodeError) in try r.name() })
        case .longString: return text(try bytes { (r) throws(DecodeError) in try r.longText() })
        case .null: return .null
        case .undefined, .unsupported: return .undefined
        case .object:
            let object = machine.makeObject()
            return try readProperties(into: object)
        case .typedObject:
            let name = String(decoding: try bytes { (r) throws(DecodeError) in try r.name() }, as: UTF8.self)
            let object = try script { () throws(ScriptError) in try instance(name) } ?? machine.makeObject()
            return try readProperties(into: object)
        case .ecmaArray:
            let length = try bytes { (r) throws(DecodeError) in try r.u32() }
            let array = machine.makeArray()
            _ = try readProperties(into: array)
            if let state = array.native(as: ArrayState.self), UInt32(bitPattern: state.signedLength) < length {
                state.signedLength = Int32(bitPattern: length)
            }
            return Value(array)
        case .strictArray:
            let count = try bytes { (r) throws(DecodeError) in try r.u32() }
            let array = machine.makeArray()
            note(array)
            guard Int(count) <= input.reader.remaining, let state = array.native(as: ArrayState.self) else {
                throw .malformed
            }
            for _ in 0..<count { state.append(try readValue()) }
            return Value(array)
        case .reference:
            let number = Int(try bytes { (r) throws(DecodeError) in try r.u16() })
            return objects.native(as: ArrayState.self)?[number] ?? .undefined
        case .date:
            let time = try bytes { (r) throws(DecodeError) in
                let time = try r.double()
                _ = try r.u16()
                return time
            }
            let date = machine.heap.makeObject(proto: Value(orUndefined: machine.prototypes.date))
            date.setNative(DateState(time))
            return Value(date)
        case .xml:
            let source = text(try bytes { (r) throws(DecodeError) in try r.longText() })
            let root = machine.heap.makeObject(proto: Value(orUndefined: machine.prototypes.xml))
            machine.makeXMLDocument(root)
            machine.parseXML(source.unsafeString, into: root, ignoresWhite: false)
            return Value(root)
        case .movieClip, .recordSet, .objectEnd, .amf3: throw .malformed
        }
    }

    private func note(_ object: Object) { objects.native(as: ArrayState.self)?.append(Value(object)) }

    private mutating func readProperties(into object: Object) throws(AMFFault) -> Value {
        note(object)
        while true {
            let name = try bytes { (r) throws(DecodeError) in try r.name() }
            if name.isEmpty {
                guard try bytes({ (r) throws(DecodeError) in try r.marker() }) == .objectEnd else { throw .malformed }
                return Value(object)
            }
            let atom = machine.heap.strings.intern(machine.heap.makeString(utf8: name))
            let value = try readValue()
            try script { () throws(ScriptError) in try machine.set(object, atom, value) }
        }
    }
}

extension Machine {
    /// The names that `for … in` shows of the object's own, newest first.
    public func enumerateOwn(_ object: Object) -> [Atom] {
        var result: [Atom] = []
        for slot in (0..<object.slotCount).reversed() {
            guard let name = object.shape.entry(slot).name, !object.attributes(slot).contains(.dontEnum) else {
                continue
            }
            result.append(name)
        }
        if object.flags.contains(.exotic), let state = object.native(as: ExoticState.self) {
            result += state.enumerate(object, self)
        }
        return result
    }
}
