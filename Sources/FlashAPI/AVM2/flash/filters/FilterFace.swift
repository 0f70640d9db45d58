import AVM
import AVM2

/// One property of a filter, and how Flash limits it.
struct FilterProperty: Sendable {
    enum Limit: Sendable {
        case none
        /// 0...255: blurs and strengths.
        case byte
        /// 0...15
        case passes
        /// 0...1
        case alpha
        /// 24 bits.
        case rgb
        /// "inner", "outer", all else "full".
        case kind
        /// An array, copied whenever it goes in or out; null is an empty one.
        case list
        /// 20 numbers; null is the identity.
        case colorMatrix
        /// A point, copied whenever it goes in or out; null is 0, 0.
        case point
        /// 0...15, the sides of a convolution's matrix.
        case side
    }
    let name: StaticString
    let type: StaticString
    let limit: Limit

    init(_ name: StaticString, _ type: StaticString, _ limit: Limit = .none) {
        self.name = name
        self.type = type
        self.limit = limit
    }

    /// A value as the property keeps it.
    func kept(_ value: Value, _ machine: AVM2Machine) throws(ScriptError) -> Value {
        func clamped(_ range: ClosedRange<Double>) -> Double {
            guard let number = value.number, !number.isNaN else { return range.lowerBound }
            return min(range.upperBound, max(range.lowerBound, number))
        }
        switch limit {
        case .none: return value
        case .byte: return Value(double: clamped(0...255))
        case .passes, .side: return Value(Int(clamped(0...15)))
        case .alpha: return Value(double: clamped(0...1))
        case .rgb: return Value(Int(try machine.toUInt32(value) & 0xFF_FFFF))
        case .kind:
            guard let text = value.string else { throw machine.makeError(.type, 2007, ["type"]) }
            if text.equals("inner") || text.equals("outer") { return value }
            return machine.string("full")
        case .list: return Value(machine.makeArray(FilterProperty.list(value)))
        case .colorMatrix:
            let given = FilterProperty.list(value)
            var numbers: [Value] = []
            for index in 0..<20 {
                let number = try index < given.count ? machine.toNumber(given[index]) : 0
                let identity = index % 6 == 0 ? 1.0 : 0
                numbers.append(Value(double: value.isObject ? number : identity))
            }
            return Value(machine.makeArray(numbers))
        case .point:
            guard let point = value.object else { return Value(try machine.makePoint(0, 0)) }
            let numbers = NumberSlots(slots: point.cell.slots)
            return Value(try machine.makePoint(numbers[0], numbers[1]))
        }
    }

    /// The elements of an array, few enough.
    static func list(_ value: Value) -> [Value] {
        guard let array = value.object?.native(as: ArrayState.self) else { return [] }
        return (0..<min(Int(array.length), 256)).map { array[$0] == ArrayState.hole ? .undefined : array[$0] }
    }
}

/// A filter class as data: its properties, and how Flash limits them.
struct FilterFace: Sendable {
    let name: StaticString
    let constructor: StaticString
    /// In the order of the constructor's parameters.
    let fields: [FilterProperty]

    init(_ name: StaticString, _ constructor: StaticString, _ fields: [FilterProperty]) {
        self.name = name
        self.constructor = constructor
        self.fields = fields
    }

    func table(flags: Traits.Flags = .final) -> NativeClassTable {
        let face = self
        var table = NativeClassTable(name, base: "flash.filters.BitmapFilter", flags, constructor: constructor)
        table.members = { face.members }
        table.initialize = { (call) throws(ScriptError) in
            for (index, field) in face.fields.enumerated() {
                call.setSlot(index, try field.kept(call[index], call.machine))
            }
            return .undefined
        }
        return table
    }

    private var members: [NativeMember] {
        var members: [NativeMember] = []
        for field in fields { members.append(NativeMember(slot: field.name, field.type, .internal)) }
        for (slot, field) in fields.enumerated() {
            members.append(
                NativeMember(
                    property: field.name, field.type,
                    get: { (call) throws(ScriptError) in try FilterFace.get(field, slot, call) },
                    set: { (call) throws(ScriptError) in
                        call.setSlot(slot, try field.kept(call[0], call.machine))
                        return .undefined
                    }))
        }
        let count = fields.count
        members.append(
            NativeMember(method: "clone", "():flash.filters.BitmapFilter") { (call) throws(ScriptError) in
                try DataFace.clone(call, slotEnd: count)
            })
        return members
    }

    /// Arrays and points are given out as copies.
    private static func get(_ field: FilterProperty, _ slot: Int, _ call: NativeCall) throws(ScriptError) -> Value {
        switch field.limit {
        case .list, .colorMatrix, .point: return try field.kept(call.slot(slot), call.machine)
        default: return call.slot(slot)
        }
    }
}
