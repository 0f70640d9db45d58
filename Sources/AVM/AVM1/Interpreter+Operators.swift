import AVM
import Glibc

extension Machine {
    /// true or false, or 1 or 0 where the dialect has no booleans.
    public func fromBool(_ bool: Bool) -> Value {
        dialect.hasBooleans ? Value(bool) : Value(Int32(bool ? 1 : 0))
    }

    /// Undefined where one of them is NaN.
    @inline(__always)
    func less(_ x: Double, _ y: Double) -> Value {
        if x < y { return fromBool(true) }
        return x >= y ? fromBool(false) : .undefined
    }

    /// Whether two numbers are equal. Unlike in ECMA-262 a NaN equals itself: the value that one calculation gave,
    /// wherever it has been copied to since.
    @inline(__always)
    func equal(_ a: Value, _ b: Value) -> Bool { a.bits == b.bits || a.unsafeNumber == b.unsafeNumber }

    /// What a calculation gives. A NaN is one of its own.
    @inline(__always)
    func number(_ number: Double) -> Value { number == number ? Value(number) : freshNaN() }

    /// A NaN that equals no other: they are told apart by their low bits.
    @inline(never)
    func freshNaN() -> Value {
        madeNaNs = (madeNaNs &+ 1) & 0xFFFF_FFFF
        return Value(bits: Value.nan.bits | UInt64(madeNaNs))
    }

    // MARK: Arithmetic

    /// ECMA-262 3rd ed. 11.6.1: joins where one side is a string, else adds.
    @inline(never)
    func addSlowly(_ a: Value, _ b: Value) throws(ScriptError) -> Value {
        let y = try toPrimitiveForAdding(b)
        let x = try toPrimitiveForAdding(a)
        guard x.isString || y.isString else { return Value(try toNumber(x) + toNumber(y)) }
        return try join(try toString(x), try toString(y))
    }

    /// A date takes part as its text; a clip, and an object whose `valueOf` gives no primitive, stay what they are.
    private func toPrimitiveForAdding(_ value: Value) throws(ScriptError) -> Value {
        guard let object = value.object, !host.isClip(object) else { return value }
        if dialect.datesAddAsText, object.native(as: DateState.self) != nil { return try dateForAdding(value, object) }
        return try toPrimitive(value)
    }

    /// What `toString` gives, the date itself where that is no primitive.
    private func dateForAdding(_ date: Value, _ object: Object) throws(ScriptError) -> Value {
        let method = try find(object, names.toString) ?? .undefined
        guard method.object?.flags.contains(.callable) == true else { return Value(names.undefined.string) }
        let result = try call(method, this: date, [])
        return result.isObject ? date : result
    }

    func join(_ a: StringRef, _ b: StringRef) throws(ScriptError) -> Value {
        guard let joined = heap.concatenate(a, b) else { throw .halted(.outOfMemory) }
        return Value(joined)
    }

    @inline(never)
    func arithmetic(_ a: Value, _ b: Value, _ body: (Double, Double) -> Double) throws(ScriptError) -> Value {
        let x = try toNumber(a)
        let y = try toNumber(b)
        return number(body(x, y))
    }

    @inline(never)
    func bitwise(_ op: ActionOp, _ a: Value, _ b: Value) throws(ScriptError) -> Value {
        let x = try toInt32(a)
        let y = try toInt32(b)
        switch op {
        case .bitAnd: return Value(x & y)
        case .bitOr: return Value(x | y)
        case .bitXor: return Value(x ^ y)
        case .bitLShift: return Value(x << (y & 31))
        case .bitRShift: return Value(x >> (y & 31))
        default:
            let shifted = UInt32(bitPattern: x) >> UInt32(y & 31)
            // Until SWF 9 the result is signed.
            return dialect.swfVersion >= 10 ? Value(Double(shifted)) : Value(Int32(bitPattern: shifted))
        }
    }

    /// ActionDivide: by zero gives "#ERROR#" in SWF 4.
    func divide(_ a: Value, _ b: Value) throws(ScriptError) -> Value {
        let y = try toNumber(b)
        let x = try toNumber(a)
        if y == 0 && dialect.swfVersion < 5 { return string("#ERROR#") }
        return number(x / y)
    }

    // MARK: Comparison

    /// ECMA-262 3rd ed. 11.8.5: undefined where a number is NaN.
    @inline(never)
    func lessSlowly(_ a: Value, _ b: Value) throws(ScriptError) -> Value {
        let x = try toPrimitive(a)
        // Without a primitive value on the left the right is not looked at.
        if let object = x.object, !host.isClip(object) { return Value(false) }
        let y = try toPrimitive(b)
        if let object = y.object, !host.isClip(object) { return Value(false) }
        if x.isObject || y.isObject { return .undefined }
        // Nothing is greater than an empty text.
        if let s = x.string, let t = y.string { return fromBool(!s.isEmpty && s.compare(t) < 0) }
        let p = try toNumber(x)
        let q = try toNumber(y)
        if p.isNaN || q.isNaN { return .undefined }
        return fromBool(p < q)
    }

    /// ECMA-262 3rd ed. 11.9.3.
    @inline(never)
    func looselyEqual(_ a: Value, _ b: Value) throws(ScriptError) -> Bool {
        if a.isNullish && b.isNullish { return true }
        if a.isNumber && b.isNumber { return equal(a, b) }
        if a.isString && b.isString { return a.unsafeString == b.unsafeString }
        if a.isBool && b.isBool { return a == b }
        if a.isObject && b.isObject {
            if strictlyEqual(a, b) { return true }
            // A clip equals an object whose `valueOf` gives the clip.
            let isClip = host.isClip(a.unsafeObject)
            if isClip != host.isClip(b.unsafeObject) {
                guard let meant = try valueOf(isClip ? b : a) else { return false }
                return strictlyEqual(isClip ? a : b, meant)
            }
            if !dialect.objectsCompareByValue { return false }
            let (x, y) = (try toPrimitive(a), try toPrimitive(b))
            return x.isObject || y.isObject ? false : try looselyEqual(x, y)
        }
        // An object that has no primitive value, such as `_global`, equals undefined and null.
        if a.isNullish { return b.isObject ? try toPrimitive(b).isNullish : false }
        if b.isNullish { return a.isObject ? try toPrimitive(a).isNullish : false }
        if a.isBool { return try looselyEqual(Value(Int32(a.unsafeBool ? 1 : 0)), b) }
        if b.isBool { return try looselyEqual(a, Value(Int32(b.unsafeBool ? 1 : 0))) }
        if a.isObject {
            let primitive = try toPrimitive(a)
            return primitive.isObject ? false : try looselyEqual(primitive, b)
        }
        if b.isObject {
            let primitive = try toPrimitive(b)
            return primitive.isObject ? false : try looselyEqual(a, primitive)
        }
        // A number and a string.
        return try toNumber(a) == toNumber(b)
    }

    /// What an object's `valueOf` gives, nil where it has none.
    private func valueOf(_ value: Value) throws(ScriptError) -> Value? {
        guard let object = value.object, let method = try find(object, names.valueOf),
            method.object?.flags.contains(.callable) == true
        else { return nil }
        return try call(method, this: value, [])
    }
}

extension Machine {
    /// What `==` says.
    public func isEqual(_ a: Value, _ b: Value) throws(ScriptError) -> Bool { try looselyEqual(a, b) }

    /// What `a + b` gives: text where one of them is text.
    public func sum(_ a: Value, _ b: Value) throws(ScriptError) -> Value { try addSlowly(a, b) }

    /// What `a < b` gives: undefined where a number is NaN.
    public func isLess(_ a: Value, than b: Value) throws(ScriptError) -> Value { try lessSlowly(a, b) }
}
