import AVM

/// Reads values in AMF 3.
struct AMFReading {
    private unowned(unsafe) let machine: AVM2Machine
    private let storage: ByteStorage
    private var strings: [[UInt16]] = []
    private var objects: [Value] = []
    private var classes: [ClassShape] = []
    private var depth = 0

    /// How objects of a class were written.
    private struct ClassShape {
        var alias: String
        var names: [[UInt16]]
        var isDynamic: Bool
        var isExternal: Bool
    }

    init(_ storage: ByteStorage, _ machine: AVM2Machine) {
        self.storage = storage
        self.machine = machine
    }

    /// Reads a value at the storage's position. `version` is 0 or 3. Numbers are big-endian whatever it says.
    static func read(
        _ storage: ByteStorage, version: UInt32, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value {
        let wasLittle = storage.isLittleEndian
        storage.isLittleEndian = false
        // Values in the making are held by nothing that the collector sees.
        machine.heap.pauseDepth += 1
        defer {
            machine.heap.pauseDepth -= 1
            storage.isLittleEndian = wasLittle
        }
        if version == 0 {
            var reader = AMF0Reading(storage, machine)
            return try reader.value()
        }
        var reader = AMFReading(storage, machine)
        return try reader.value()
    }

    private func checked<Result>(_ body: () throws(ByteStorage.Fault) -> Result) throws(ScriptError) -> Result {
        do throws(ByteStorage.Fault) { return try body() } catch { throw ByteArrayClass.error(error, machine) }
    }

    private func byte() throws(ScriptError) -> UInt8 {
        try checked { () throws(ByteStorage.Fault) in try storage.read(UInt8.self) }
    }

    private func double() throws(ScriptError) -> Double {
        try checked { () throws(ByteStorage.Fault) in try storage.readDouble() }
    }

    private func u29() throws(ScriptError) -> Int {
        var number = 0
        for place in 0..<4 {
            let next = Int(try byte())
            if place == 3 { return number << 8 | next }
            number = number << 7 | next & 0x7F
            if next & 0x80 == 0 { break }
        }
        return number
    }

    private func utf8(_ size: Int) throws(ScriptError) -> [UInt16] {
        let bytes = try checked { () throws(ByteStorage.Fault) in try storage.readBytes(size) }
        return CharacterSet.lenientUTF8(bytes[...])
    }

    mutating func text() throws(ScriptError) -> [UInt16] {
        let head = try u29()
        if head & 1 == 0 {
            guard head >> 1 < strings.count else { throw machine.makeError(.range, 2006) }
            return strings[head >> 1]
        }
        let units = try utf8(head >> 1)
        if !units.isEmpty { strings.append(units) }
        return units
    }

    mutating func value() throws(ScriptError) -> Value {
        depth += 1
        defer { depth -= 1 }
        if depth > 500 { throw machine.makeError(.error, 1023) }
        guard let marker = AMFWriting.Marker(rawValue: try byte()) else { return .undefined }
        switch marker {
        case .undefined: return .undefined
        case .null: return .null
        case .false: return .false
        case .true: return .true
        case .integer:
            let number = try u29()
            return Value(Int32(number >= 0x1000_0000 ? number - 0x2000_0000 : number))
        case .double: return Value(try double())
        case .string: return Value(machine.heap.makeString(utf16: try text()))
        default: break
        }
        let head = try u29()
        if head & 1 == 0 {
            guard head >> 1 < objects.count else { throw machine.makeError(.range, 2006) }
            return objects[head >> 1]
        }
        return try object(marker, head >> 1)
    }

    private mutating func object(_ marker: AMFWriting.Marker, _ count: Int) throws(ScriptError) -> Value {
        switch marker {
        case .date:
            let date = try machine.construct(machine.types.date!)
            date.native(as: DateState.self)?.time = (try double()).rounded(.towardZero)
            return remember(Value(date))
        case .xml, .xmlDocument:
            let units = try utf8(count)
            return remember(machine.xml.value(try machine.xml.toXML(Value(machine.heap.makeString(utf16: units)))))
        case .byteArray:
            let bytes = try checked { () throws(ByteStorage.Fault) in Array(try storage.readBytes(count)) }
            let array = try machine.construct(machine.types.byteArray!)
            try checked { () throws(ByteStorage.Fault) in
                try array.native(as: ByteArrayState.self)?.storage.replace(bytes)
            }
            return remember(Value(array))
        case .array: return try array(count)
        case .vectorInt: return try vector(count, .int)
        case .vectorUint: return try vector(count, .uint)
        case .vectorNumber: return try vector(count, .number)
        case .vectorObject: return try vector(count, .any)
        case .dictionary: return try dictionary(count)
        default: return try instance(count)
        }
    }

    private mutating func remember(_ value: Value) -> Value {
        objects.append(value)
        return value
    }

    private mutating func array(_ count: Int) throws(ScriptError) -> Value {
        let array = machine.makeArray()
        _ = remember(Value(array))
        while case let name = try text(), !name.isEmpty {
            let element = try value()
            try machine.set(
                machine.publicName(machine.heap.strings.intern(machine.heap.makeString(utf16: name))),
                of: Value(array), to: element)
        }
        guard count <= storage.available else { throw machine.makeError(.eof, 2030) }
        for index in 0..<count { array.native(as: ArrayState.self)?.set(index, try value(), machine.heap) }
        return Value(array)
    }

    private mutating func vector(_ count: Int, _ given: TypeRef) throws(ScriptError) -> Value {
        guard count <= storage.available else { throw machine.makeError(.eof, 2030) }
        let isFixed = try byte() != 0
        var type = given
        if type.kind == .any {
            type = .object
            let alias = String(decoding: try text(), as: UTF16.self)
            if let traits = machine.classAliases[alias] { type = .instance(traits) }
        }
        let (object, state) = try machine.makeVector(of: type, count: 0)
        _ = remember(Value(object))
        for _ in 0..<count {
            let element: Value
            switch type.kind {
            case .int: element = Value(try checked { () throws(ByteStorage.Fault) in try storage.read(Int32.self) })
            case .uint:
                element = Value(Int(try checked { () throws(ByteStorage.Fault) in try storage.read(UInt32.self) }))
            case .number: element = Value(double: try double())
            default: element = try machine.coerce(try value(), to: type)
            }
            try state.append(element, machine)
        }
        state.isFixed = isFixed
        return Value(object)
    }

    private mutating func dictionary(_ count: Int) throws(ScriptError) -> Value {
        let isWeak = try byte() != 0
        let object = try machine.construct(machine.types.dictionary!, [Value(isWeak)])
        _ = remember(Value(object))
        for _ in 0..<count {
            let key = try value()
            let element = try value()
            try machine.set(try machine.publicName(key, for: Value(object)), of: Value(object), to: element)
        }
        return Value(object)
    }

    // MARK: Instances

    private mutating func shape(_ head: Int) throws(ScriptError) -> ClassShape {
        if head & 1 == 0 {
            guard head >> 1 < classes.count else { throw machine.makeError(.range, 2006) }
            return classes[head >> 1]
        }
        var shape = ClassShape(
            alias: String(decoding: try text(), as: UTF16.self), names: [], isDynamic: head & 4 != 0,
            isExternal: head & 2 != 0)
        if !shape.isExternal {
            guard head >> 3 <= storage.available else { throw machine.makeError(.eof, 2030) }
            for _ in 0..<(head >> 3) { shape.names.append(try text()) }
        }
        classes.append(shape)
        return shape
    }

    private mutating func instance(_ head: Int) throws(ScriptError) -> Value {
        let shape = try shape(head)
        let object: Object
        if let traits = machine.classAliases[shape.alias] {
            object = try machine.construct(traits)
        } else {
            object = machine.makeObject()
        }
        _ = remember(Value(object))
        if shape.isExternal {
            guard machine.isExternalizable(machine.traits(of: object)) else {
                throw machine.makeError(.argument, 2173, [shape.alias])
            }
            try readExternal(object)
            return Value(object)
        }
        for name in shape.names { try set(name, try value(), on: object) }
        if shape.isDynamic {
            while case let name = try text(), !name.isEmpty { try set(name, try value(), on: object) }
        }
        return Value(object)
    }

    /// What the class does not have any more is left out.
    private func set(_ name: [UInt16], _ value: Value, on object: Object) throws(ScriptError) {
        let atom = machine.heap.strings.intern(machine.heap.makeString(utf16: name))
        let property = machine.publicName(atom)
        if object.flags.contains(.sealed), !(try machine.has(property, in: Value(object))) { return }
        try machine.set(property, of: Value(object), to: value)
    }

    private func readExternal(_ object: Object) throws(ScriptError) {
        let input = machine.instantiate(machine.types.byteArray!)
        input.setNative(ByteArrayState(storage))
        _ = try machine.callMethod("readExternal", of: Value(object), Value(input))
    }
}
