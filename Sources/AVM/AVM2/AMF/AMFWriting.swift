import AVM

/// Writes values in AMF 3. Source: "Action Message Format -- AMF 3" (Adobe, 2013).
struct AMFWriting {
    enum Marker: UInt8 {
        case undefined = 0x00
        case null, `false`, `true`, integer, double, string, xmlDocument, date, array, object, xml, byteArray
        case vectorInt, vectorUint, vectorNumber, vectorObject, dictionary
    }

    private unowned(unsafe) let machine: AVM2Machine
    private(set) var bytes: [UInt8] = []
    private var strings: [[UInt16]: Int] = [:]
    private var objects: [UInt: Int] = [:]
    private var classes: [TraitsRef: Int] = [:]

    init(_ machine: AVM2Machine) { self.machine = machine }

    /// Writes a value at the storage's position. `version` is 0 or 3.
    static func write(
        _ value: Value, to storage: ByteStorage, version: UInt32, _ machine: AVM2Machine
    ) throws(ScriptError) {
        let bytes: [UInt8]
        if version == 0 {
            var writer = AMF0Writing(machine)
            try writer.write(value)
            bytes = writer.bytes
        } else {
            var writer = AMFWriting(machine)
            try writer.write(value)
            bytes = writer.bytes
        }
        do throws(ByteStorage.Fault) { try storage.write(bytes) } catch { throw ByteArrayClass.error(error, machine) }
    }

    mutating func write(_ value: Value) throws(ScriptError) {
        if value.isInt, (-0x1000_0000...0x0FFF_FFFF).contains(value.unsafeInt) {
            put(.integer)
            u29(UInt32(bitPattern: value.unsafeInt) & 0x1FFF_FFFF)
        } else if value.isNumber {
            // Whole numbers are integers, whatever they are held as.
            let whole = Value(value.unsafeNumber)
            if value.isDouble, whole.isInt { return try write(whole) }
            put(.double)
            double(value.unsafeNumber)
        } else if let bool = value.bool {
            put(bool ? .true : .false)
        } else if let string = value.string {
            put(.string)
            text(string.units)
        } else if let object = value.object, !machine.isCallable(value) {
            try write(object)
        } else {
            put(value.isNull || value.isNamespace ? .null : .undefined)
        }
    }

    // MARK: Parts

    /// The byte behind each property of a shared object.
    mutating func zero() { bytes.append(0) }

    private mutating func put(_ marker: Marker) { bytes.append(marker.rawValue) }

    /// 29 bits in one to four bytes, the high bits first.
    private mutating func u29(_ number: UInt32) {
        switch number {
        case ..<0x80: break
        case ..<0x4000: bytes.append(UInt8(0x80 | number >> 7))
        case ..<0x20_0000: bytes += [UInt8(0x80 | number >> 14), UInt8(truncatingIfNeeded: 0x80 | number >> 7)]
        default:
            bytes += [
                UInt8(truncatingIfNeeded: 0x80 | number >> 22), UInt8(truncatingIfNeeded: 0x80 | number >> 15),
                UInt8(truncatingIfNeeded: 0x80 | number >> 8), UInt8(truncatingIfNeeded: number),
            ]
            return
        }
        bytes.append(UInt8(number & 0x7F))
    }

    private mutating func fixed(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }

    private mutating func double(_ number: Double) { fixed(number.bitPattern) }

    mutating func text(_ units: [UInt16]) {
        if units.isEmpty { return u29(1) }
        if let known = strings[units] { return u29(UInt32(known) << 1) }
        strings[units] = strings.count
        let utf8 = CharacterSet.utf8(units)
        u29(UInt32(truncatingIfNeeded: utf8.count) << 1 | 1)
        bytes += utf8
    }

    // MARK: Objects

    private mutating func write(_ object: Object) throws(ScriptError) {
        try machine.reserve(0)
        let xml = machine.xmlRuntime
        let marker: Marker
        let vector = object.native(as: VectorState.self)
        if object.native(as: DateState.self) != nil {
            marker = .date
        } else if object.native(as: ArrayState.self) != nil {
            marker = .array
        } else if object.native(as: ByteArrayState.self) != nil {
            marker = .byteArray
        } else if object.native(as: DictionaryState.self) != nil {
            marker = .dictionary
        } else if object.native(as: XMLNode.self) != nil || object.native(as: XMLListState.self) != nil {
            marker = .xml
        } else if let vector {
            switch vector.type.kind {
            case .int: marker = .vectorInt
            case .uint: marker = .vectorUint
            case .number: marker = .vectorNumber
            default: marker = .vectorObject
            }
        } else {
            marker = .object
        }
        put(marker)
        if let known = objects[object.identity] { return u29(UInt32(known) << 1) }
        objects[object.identity] = objects.count
        switch marker {
        case .date:
            u29(1)
            double(object.native(as: DateState.self)?.time ?? .nan)
        case .xml:
            var units: [UInt16] = []
            if let node = object.native(as: XMLNode.self) { units = try xml?.xmlText(node) ?? [] }
            if let list = object.native(as: XMLListState.self) { units = try xml?.xmlText(list) ?? [] }
            let utf8 = CharacterSet.utf8(units)
            u29(UInt32(truncatingIfNeeded: utf8.count) << 1 | 1)
            bytes += utf8
        case .byteArray:
            let all = object.native(as: ByteArrayState.self)?.storage.bytes
            u29(UInt32(truncatingIfNeeded: all?.count ?? 0) << 1 | 1)
            if let all { bytes += all }
        case .array: try writeArray(object)
        case .dictionary: try writeDictionary(object)
        case .object: try writeProperties(object)
        default: if let vector { try writeVector(vector) }
        }
    }

    private mutating func writeArray(_ object: Object) throws(ScriptError) {
        guard let array = object.native(as: ArrayState.self) else { return }
        // What is dense from the start goes without names.
        var dense = 0
        while dense < Int(array.length), isWritten(array[dense]) { dense += 1 }
        u29(UInt32(dense) << 1 | 1)
        var index = dense
        if !array.sparse.isEmpty || dense < array.denseCount {
            var keys = array.sparse.keys.map { Int($0) }
            if dense < array.denseCount { keys += dense..<array.denseCount }
            for key in keys.sorted() where key >= index && isWritten(array[key]) {
                text(Array(String(key).utf16))
                try write(array[key])
                index = key + 1
            }
        }
        for name in machine.amfDynamicNames(of: object) {
            guard let value = object.ownValue(name) else { continue }
            text(name.string.units)
            try write(value)
        }
        text([])
        for index in 0..<dense { try write(array[index]) }
    }

    /// Elements that are functions are left out like those that are not there.
    private func isWritten(_ element: Value) -> Bool { element != ArrayState.hole && !machine.isCallable(element) }

    private mutating func writeVector(_ vector: VectorState) throws(ScriptError) {
        u29(UInt32(truncatingIfNeeded: vector.count) << 1 | 1)
        bytes.append(vector.isFixed ? 1 : 0)
        if vector.type.kind != .int, vector.type.kind != .uint, vector.type.kind != .number {
            let traits = vector.type.traits
            text(Array((traits.flatMap { machine.amfAlias(of: $0) } ?? "").utf16))
        }
        var index = 0
        while index < vector.count {
            let element = vector.elements[index]
            switch vector.type.kind {
            case .int, .uint: fixed(NumberConversion.toInt32(element.unsafeNumber))
            case .number: double(element.unsafeNumber)
            default: try write(element)
            }
            index += 1
        }
    }

    private mutating func writeDictionary(_ object: Object) throws(ScriptError) {
        guard let dictionary = object.native(as: DictionaryState.self) else { return }
        let keys = dictionary.keys
        u29(UInt32(truncatingIfNeeded: keys.count) << 1 | 1)
        bytes.append(dictionary.isWeak ? 1 : 0)
        for key in keys {
            try write(key)
            try write(dictionary.value(of: key) ?? .undefined)
        }
    }

    private mutating func writeProperties(_ object: Object) throws(ScriptError) {
        let traits = machine.traits(of: object)
        let alias = machine.amfAlias(of: traits)
        let isPlain = traits == machine.types.object
        let isDynamic = traits.pointee.flags.contains(.dynamic)
        let names = isPlain ? [] : machine.amfNames(of: traits)
        if alias != nil, machine.isExternalizable(traits) {
            u29(0x07)
            text(Array((alias ?? "").utf16))
            return try writeExternal(object)
        }
        if let known = classes[traits] {
            u29(UInt32(known) << 2 | 1)
        } else {
            classes[traits] = classes.count
            u29(UInt32(names.count) << 4 | (isDynamic ? 0x0B : 0x03))
            text(Array((alias ?? "").utf16))
            for name in names { text(name.string.units) }
        }
        for name in names { try write(try machine.get(machine.publicName(name), of: Value(object))) }
        guard isDynamic else { return }
        if let proxy = object.native(as: ProxyState.self) {
            // Its own methods tell what it has.
            var step: Int32 = 0
            while let next = try proxy.nextIndex(after: step, object, machine), next > 0 {
                text(try machine.toString(try proxy.nextName(next, object, machine)).units)
                try write(try proxy.nextValue(next, object, machine))
                step = next
            }
            return text([])
        }
        for name in machine.amfDynamicNames(of: object) {
            guard let value = object.ownValue(name) else { continue }
            text(name.string.units)
            try write(value)
        }
        text([])
    }

    private mutating func writeExternal(_ object: Object) throws(ScriptError) {
        guard let traits = machine.types.byteArray else { return }
        let output = try machine.construct(traits)
        _ = try machine.callMethod("writeExternal", of: Value(object), Value(output))
        if let written = output.native(as: ByteArrayState.self)?.storage.bytes { bytes += written }
    }
}
