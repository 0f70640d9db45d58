import AVM

/// Reads JSON text into values. ECMA-262 5th ed. 15.12.1: strict.
struct JSONReader {
    private let units: [UInt16]
    private var place = 0
    private unowned(unsafe) let machine: AVM2Machine
    /// Nil: no reviver.
    private let reviver: Value?
    private var depth = 0

    private init(_ units: [UInt16], _ reviver: Value?, _ machine: AVM2Machine) {
        self.units = units
        self.machine = machine
        self.reviver = reviver
    }

    /// The value of `text`. Throws #1132 where it is no JSON.
    static func read(_ text: StringRef, reviver: Value?, _ machine: AVM2Machine) throws(ScriptError) -> Value {
        var reader = JSONReader(text.units, reviver, machine)
        // Values in the making are held by nothing that the collector sees.
        machine.heap.pauseDepth += 1
        defer { machine.heap.pauseDepth -= 1 }
        let value = try reader.value()
        reader.skipSpace()
        guard reader.place == reader.units.count else { throw reader.fault() }
        guard reviver != nil else { return value }
        let holder = machine.makeObject()
        machine.heap.define(machine.names.empty, value, on: holder)
        return try reader.revive(Value(holder), Value(machine.names.empty.string), value)
    }

    private func fault() -> ScriptError { machine.makeError(.syntax, 1132) }

    private mutating func skipSpace() {
        while place < units.count {
            switch units[place] {
            case 0x20, 0x09, 0x0A, 0x0D: place += 1
            default: return
            }
        }
    }

    private mutating func take(_ unit: UInt16) -> Bool {
        skipSpace()
        guard place < units.count, units[place] == unit else { return false }
        place += 1
        return true
    }

    private mutating func take(word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard place + count <= units.count else { return false }
        for offset in 0..<count where units[place + offset] != UInt16(word.utf8Start[offset]) { return false }
        place += count
        return true
    }

    private mutating func value() throws(ScriptError) -> Value {
        skipSpace()
        guard place < units.count else { throw fault() }
        depth += 1
        defer { depth -= 1 }
        if depth > 1_000 { throw machine.makeError(.error, 1023) }
        switch units[place] {
        case 0x7B: return try object()
        case 0x5B: return try array()
        case 0x22: return Value(machine.heap.makeString(utf16: try string()))
        case 0x74 where take(word: "true"): return .true
        case 0x66 where take(word: "false"): return .false
        case 0x6E where take(word: "null"): return .null
        default: return try number()
        }
    }

    private mutating func object() throws(ScriptError) -> Value {
        place += 1
        let object = machine.makeObject()
        if take(0x7D) { return Value(object) }
        repeat {
            skipSpace()
            guard place < units.count, units[place] == 0x22 else { throw fault() }
            let name = machine.heap.strings.intern(machine.heap.makeString(utf16: try string()))
            guard take(0x3A) else { throw fault() }
            machine.setDynamic(name, try value(), on: object)
        } while take(0x2C)
        guard take(0x7D) else { throw fault() }
        return Value(object)
    }

    private mutating func array() throws(ScriptError) -> Value {
        place += 1
        let array = machine.makeArray()
        guard !take(0x5D), let state = array.native(as: ArrayState.self) else { return Value(array) }
        repeat { state.push(try value(), machine.heap) } while take(0x2C)
        guard take(0x5D) else { throw fault() }
        return Value(array)
    }

    private mutating func string() throws(ScriptError) -> [UInt16] {
        place += 1
        var text: [UInt16] = []
        while place < units.count {
            let unit = units[place]
            place += 1
            switch unit {
            case 0x22: return text
            case 0x5C: text.append(try escape())
            case ..<0x20: throw fault()
            default: text.append(unit)
            }
        }
        throw fault()
    }

    private mutating func escape() throws(ScriptError) -> UInt16 {
        guard place < units.count else { throw fault() }
        let unit = units[place]
        place += 1
        switch unit {
        case 0x22, 0x5C, 0x2F: return unit
        case 0x62: return 0x08
        case 0x66: return 0x0C
        case 0x6E: return 0x0A
        case 0x72: return 0x0D
        case 0x74: return 0x09
        case 0x75:
            guard place + 4 <= units.count,
                let code = UInt16(String(decoding: units[place..<(place + 4)], as: UTF16.self), radix: 16)
            else { throw fault() }
            place += 4
            return code
        default: throw fault()
        }
    }

    private mutating func number() throws(ScriptError) -> Value {
        let start = place
        if place < units.count, units[place] == 0x2D { place += 1 }
        let whole = takeDigits()
        guard whole > 0, whole == 1 || units[place - whole] != 0x30 else { throw fault() }
        if place < units.count, units[place] == 0x2E {
            place += 1
            guard takeDigits() > 0 else { throw fault() }
        }
        if place < units.count, units[place] | 0x20 == 0x65 {
            place += 1
            if place < units.count, units[place] == 0x2B || units[place] == 0x2D { place += 1 }
            guard takeDigits() > 0 else { throw fault() }
        }
        return Value(NumberConversion.parseDecimal(units[start..<place]))
    }

    private mutating func takeDigits() -> Int {
        let start = place
        while place < units.count, (0x30...0x39).contains(units[place]) { place += 1 }
        return place - start
    }

    // MARK: Reviving

    /// Calls the reviver for every property, innermost first; what it leaves undefined goes.
    private func revive(_ holder: Value, _ key: Value, _ value: Value) throws(ScriptError) -> Value {
        try machine.reserve(0)
        if let state = value.object?.native(as: ArrayState.self) {
            for index in 0..<Int(state.length) {
                let element = state[index] == ArrayState.hole ? .undefined : state[index]
                let new = try revive(value, Value(try machine.toString(Value(index))), element)
                if new.isUndefined { _ = state.remove(index) } else { state.set(index, new, machine.heap) }
            }
        } else if let object = value.object {
            for name in object.ownNames {
                guard let slot = object.slot(of: name) else { continue }
                let new = try revive(value, Value(name.string), object.value(slot))
                if new.isUndefined {
                    if let slot = object.slot(of: name) { machine.heap.delete(slot: slot, from: object) }
                } else {
                    machine.setDynamic(name, new, on: object)
                }
            }
        }
        return try machine.call(reviver ?? .null, this: holder, key, value)
    }
}
