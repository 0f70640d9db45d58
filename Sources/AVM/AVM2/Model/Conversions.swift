import AVM

extension AVM2Machine {
    // MARK: ECMA-262 conversions

    @inline(__always)
    public func toNumber(_ value: Value) throws(ScriptError) -> Double {
        if value.isDouble { return value.unsafeDouble }
        if value.isInt { return Double(value.unsafeInt) }
        return try toNumberSlowly(value)
    }

    @inline(never)
    private func toNumberSlowly(_ value: Value) throws(ScriptError) -> Double {
        if let string = value.string { return NumberConversion.avm2Number(string) }
        if value.isBool { return value.unsafeBool ? 1 : 0 }
        if value.isNull { return 0 }
        if value.isUndefined || value.isNamespace { return .nan }
        return try toNumber(try toPrimitive(value, .number))
    }

    @inline(__always)
    public func toInt32(_ value: Value) throws(ScriptError) -> Int32 {
        if value.isInt { return value.unsafeInt }
        return NumberConversion.toInt32(try toNumber(value))
    }

    public func toUInt32(_ value: Value) throws(ScriptError) -> UInt32 { UInt32(bitPattern: try toInt32(value)) }

    public func toBoolean(_ value: Value) -> Bool {
        if value.isBool { return value.unsafeBool }
        if value.isInt { return value.unsafeInt != 0 }
        if value.isDouble { return value.unsafeDouble != 0 && value.unsafeDouble == value.unsafeDouble }
        if let string = value.string { return !string.isEmpty }
        return !value.isNullish
    }

    /// The text of a value; "null" and "undefined" for these.
    public func toString(_ value: Value) throws(ScriptError) -> StringRef {
        if let string = value.string { return string }
        if value.isInt { return intString(value.unsafeInt) }
        if value.isDouble { return heap.makeString(NumberConversion.shortestString(value.unsafeDouble)) }
        if value.isUndefined { return names.undefined.string }
        if value.isNull { return names.null.string }
        if value.isBool { return value.unsafeBool ? names.true.string : names.false.string }
        if let namespace = value.namespace { return namespace.pointee.uri.string ?? names.empty.string }
        return try toString(try toPrimitive(value, .string))
    }

    func intString(_ number: Int32) -> StringRef {
        if number >= 0 && number < 10 { return heap.strings.single(UInt16(48 + number)) }
        var digits: (UInt64, UInt64) = (0, 0)
        return withUnsafeMutableBytes(of: &digits) { bytes in
            var place = bytes.count
            var rest = number.magnitude
            repeat {
                place -= 1
                bytes[place] = UInt8(48 + rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                place -= 1
                bytes[place] = 45
            }
            let start = bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self) + place
            return heap.makeString(latin1: UnsafeBufferPointer(start: start, count: bytes.count - place))
        }
    }

    public enum Hint { case number, string, none }

    /// ECMA-262 8.6.2.6. Dates prefer text where no hint is given.
    public func toPrimitive(_ value: Value, _ hint: Hint) throws(ScriptError) -> Value {
        guard let object = value.object else { return value }
        var prefersText = hint == .string
        if hint == .none, let date = types.date { prefersText = traits(of: object).pointee.derives(from: date) }
        let order = prefersText ? [names.toString, names.valueOf] : [names.valueOf, names.toString]
        for name in order {
            let result = try callMethod(publicName(name), of: value, [])
            if !result.isObject { return result }
        }
        throw makeError(.type, 1050, classText(traits(of: object)))
    }

    // MARK: Types

    /// The value as one of the type, in the form that registers of the type hold.
    @inline(__always)
    public func coerce(_ value: Value, to type: TypeRef) throws(ScriptError) -> Value {
        switch type.kind {
        case .any: return value
        case .int: return value.isInt ? value : Value(try toInt32(value))
        case .number: return value.isDouble ? value : Value(double: try toNumber(value))
        case .boolean: return value.isBool ? value : Value(toBoolean(value))
        default: return try coerceSlowly(value, type)
        }
    }

    @inline(never)
    private func coerceSlowly(_ value: Value, _ type: TypeRef) throws(ScriptError) -> Value {
        switch type.kind {
        case .any: return value
        case .int: return Value(try toInt32(value))
        case .number: return Value(double: try toNumber(value))
        case .uint:
            if value.isInt && value.unsafeInt >= 0 { return value }
            return Value(Int(try toUInt32(value)))
        case .boolean: return Value(toBoolean(value))
        case .string: return value.isNullish ? .null : value.isString ? value : Value(try toString(value))
        case .object: return value.isUndefined ? .null : value
        case .void: return .undefined
        case .null: return .null
        case .namespace:
            if value.isNullish { return .null }
            guard value.isNamespace else { throw cannotConvert(value, types.namespace) }
            return value
        case .instance:
            if value.isNullish { return .null }
            let target = type.traits.unsafelyUnwrapped
            if let object = value.object {
                let traits = self.traits(of: object)
                if traits == target || traits.isKind(of: target) { return value }
            }
            throw cannotConvert(value, target)
        }
    }

    func cannotConvert(_ value: Value, _ target: TraitsRef) -> ScriptError {
        // "Type Coercion failed: cannot convert %1 to %2."
        makeError(.type, 1034, heap.makeString(debugText(of: value)), classText(target))
    }

    /// A value as the debugger player shows it in Error #1034.
    private func debugText(of value: Value) -> String {
        if let string = value.string { return "\"\(string.text)\"" }
        if let namespace = value.namespace { return namespace.pointee.uri.string?.text ?? "" }
        guard let object = value.object else { return ((try? toString(value)) ?? names.empty.string).text }
        let traits = self.traits(of: object)
        if let instance = traits.details.instanceSide { return describe(instance.name).text + "$" }
        if let state = object.native(as: FunctionState.self) {
            guard state.isBound else { return "Function" }
            let method = state.environment.pointee.method
            return "MC{\(debugText(of: state.boundThis)) \(method.details.traceName)}\(addressText(object))"
        }
        if object.native(as: ArrayState.self) != nil { return "[]" + addressText(object) }
        if object.native(as: DateState.self) != nil, let text = try? callMethod("toString", of: value).string {
            return "<\(text.text)>" + addressText(object)
        }
        return describe(traits.name).text + addressText(object)
    }

    /// What the debugger player shows of an object besides its class: its address, which is no business of anyone's.
    func addressText(_ object: Object) -> String { "@00000000000" }

    // MARK: Comparing

    /// `==`, ECMA-262 11.9.3 with what E4X adds.
    public func looselyEqual(_ a: Value, _ b: Value) throws(ScriptError) -> Bool {
        if a.isNumber && b.isNumber { return a.unsafeNumber == b.unsafeNumber }
        if a.bits == b.bits { return true }
        if let x = a.string, let y = b.string { return x == y }
        if a.isNullish && b.isNullish { return true }
        if let special = try equality?(a, b) { return special }
        if a.isNullish || b.isNullish { return false }
        if a.isBool { return try looselyEqual(Value(a.unsafeBool ? Int32(1) : 0), b) }
        if b.isBool { return try looselyEqual(a, Value(b.unsafeBool ? Int32(1) : 0)) }
        if a.isNumber, let y = b.string { return a.unsafeNumber == NumberConversion.avm2Number(y) }
        if let x = a.string, b.isNumber { return NumberConversion.avm2Number(x) == b.unsafeNumber }
        if a.isObject && b.isObject { return sameFunction(a, b) }
        if a.isNamespace && b.isNamespace { return namespaceID(of: a) == namespaceID(of: b) }
        if a.isObject { return try looselyEqual(try toPrimitive(a, .none), b) }
        if b.isObject { return try looselyEqual(a, try toPrimitive(b, .none)) }
        return false
    }

    public func strictlyEqual(_ a: Value, _ b: Value) throws(ScriptError) -> Bool {
        if a.isNumber && b.isNumber { return a.unsafeNumber == b.unsafeNumber }
        if a.bits == b.bits { return true }
        if let x = a.string, let y = b.string { return x == y }
        if a.isNamespace && b.isNamespace { return namespaceID(of: a) == namespaceID(of: b) }
        return a.isObject && b.isObject && sameFunction(a, b)
    }

    /// A method taken off an object twice is the same function.
    func sameFunction(_ a: Value, _ b: Value) -> Bool {
        guard let x = a.object?.native(as: FunctionState.self), let y = b.object?.native(as: FunctionState.self),
            x.isBound, y.isBound
        else { return false }
        return x.environment == y.environment && x.boundThis == y.boundThis
    }

    /// `a < b`; nil where one of them is not a number.
    func less(_ a: Value, _ b: Value) throws(ScriptError) -> Bool? {
        if a.isNumber && b.isNumber {
            let x = a.unsafeNumber
            let y = b.unsafeNumber
            return x.isNaN || y.isNaN ? nil : x < y
        }
        let x = try toPrimitive(a, .number)
        let y = try toPrimitive(b, .number)
        if let s = x.string, let t = y.string { return s.compare(t) < 0 }
        let p = try toNumber(x)
        let q = try toNumber(y)
        return p.isNaN || q.isNaN ? nil : p < q
    }

    /// `a + b` where they are not both numbers.
    func add(_ a: Value, _ b: Value) throws(ScriptError) -> Value {
        if a.isNumber && b.isNumber { return Value(a.unsafeNumber + b.unsafeNumber) }
        if let x = a.string, let y = b.string { return try joined(x, y) }
        if let sum = try addition?(a, b) { return sum }
        let isDateA = isDate(a)
        let isDateB = isDate(b)
        let x = try toPrimitive(a, isDateA ? .string : .none)
        let y = try toPrimitive(b, isDateB ? .string : .none)
        if x.isString || y.isString { return try joined(try toString(x), try toString(y)) }
        return Value(try toNumber(x) + toNumber(y))
    }

    private func isDate(_ value: Value) -> Bool {
        guard let object = value.object, let date = types.date else { return false }
        return traits(of: object).pointee.derives(from: date)
    }

    func joined(_ a: StringRef, _ b: StringRef) throws(ScriptError) -> Value {
        guard let joined = heap.concatenate(a, b) else { throw makeError(.error, 1000) }
        return Value(joined)
    }

    func typeof(_ value: Value) -> StringRef {
        if value.isNumber { return names.number.string }
        if value.isString { return names.string.string }
        if value.isBool { return names.boolean.string }
        if value.isUndefined { return names.undefined.string }
        if let object = value.object {
            if object.flags.contains(.callable) { return names.function.string }
            let traits = self.traits(of: object)
            if let xml = types.xml, traits == xml || traits == types.xmlList { return names.xml.string }
        }
        return names.object.string
    }
}
