import AVM

/// Reads values in AMF 0 for ActionScript 3.
struct AMF0Reading {
    private unowned(unsafe) let machine: AVM2Machine
    private let storage: ByteStorage
    private var objects: [Value] = []
    private var depth = 0

    init(_ storage: ByteStorage, _ machine: AVM2Machine) {
        self.storage = storage
        self.machine = machine
    }

    private func checked<Result>(_ body: () throws(ByteStorage.Fault) -> Result) throws(ScriptError) -> Result {
        do throws(ByteStorage.Fault) { return try body() } catch { throw ByteArrayClass.error(error, machine) }
    }

    private func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(ScriptError) -> Number {
        try checked { () throws(ByteStorage.Fault) in try storage.read(type) }
    }

    private func text(_ size: Int) throws(ScriptError) -> [UInt16] {
        CharacterSet.lenientUTF8(try checked { () throws(ByteStorage.Fault) in try storage.readBytes(size) }[...])
    }

    private func name() throws(ScriptError) -> [UInt16] { try text(Int(try number(UInt16.self))) }

    mutating func value() throws(ScriptError) -> Value {
        depth += 1
        defer { depth -= 1 }
        if depth > 500 { throw machine.makeError(.error, 1023) }
        guard let marker = AMF0Writer.Marker(rawValue: try number(UInt8.self)) else { return .undefined }
        switch marker {
        case .number: return Value(Double(bitPattern: try number(UInt64.self)))
        case .boolean: return Value(try number(UInt8.self) != 0)
        case .string: return Value(machine.heap.makeString(utf16: try name()))
        case .longString: return Value(machine.heap.makeString(utf16: try text(Int(try number(UInt32.self)))))
        case .null: return .null
        case .object: return try properties(of: machine.makeObject())
        case .typedObject:
            let alias = String(decoding: try name(), as: UTF16.self)
            guard let traits = machine.classAliases[alias] else { return try properties(of: machine.makeObject()) }
            return try properties(of: try machine.construct(traits))
        case .ecmaArray:
            _ = try number(UInt32.self)
            return try properties(of: machine.makeArray())
        case .strictArray: return try strictArray()
        case .reference:
            let index = Int(try number(UInt16.self))
            guard index < objects.count else { throw machine.makeError(.range, 2006) }
            return objects[index]
        case .date:
            let date = try machine.construct(machine.types.date!)
            // As `new Date(milliseconds)` does, which takes whole numbers.
            date.native(as: DateState.self)?.time = Double(bitPattern: try number(UInt64.self)).rounded(.towardZero)
            _ = try number(UInt16.self)
            return Value(date)
        case .xml:
            let units = try text(Int(try number(UInt32.self)))
            return machine.xml.value(try machine.xml.toXML(Value(machine.heap.makeString(utf16: units))))
        case .amf3:
            var reader = AMFReading(storage, machine)
            return try reader.value()
        case .undefined, .unsupported, .movieClip, .recordSet, .objectEnd: return .undefined
        }
    }

    private mutating func strictArray() throws(ScriptError) -> Value {
        let count = Int(try number(UInt32.self))
        guard count <= storage.available else { throw machine.makeError(.eof, 2030) }
        let array = machine.makeArray()
        objects.append(Value(array))
        for index in 0..<count { array.native(as: ArrayState.self)?.set(index, try value(), machine.heap) }
        return Value(array)
    }

    private mutating func properties(of object: Object) throws(ScriptError) -> Value {
        objects.append(Value(object))
        while true {
            let name = try name()
            if name.isEmpty {
                // The mark of the end.
                _ = try number(UInt8.self)
                return Value(object)
            }
            let element = try value()
            let atom = machine.heap.strings.intern(machine.heap.makeString(utf16: name))
            let property = machine.publicName(atom)
            if object.flags.contains(.sealed), !(try machine.has(property, in: Value(object))) { continue }
            try machine.set(property, of: Value(object), to: element)
        }
    }
}
