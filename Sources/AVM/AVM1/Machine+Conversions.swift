import AVM

extension Machine {
    // MARK: To primitive

    /// What `valueOf` gives; the value itself where it is primitive, or where `valueOf` gives no primitive either.
    public func toPrimitive(_ value: Value) throws(ScriptError) -> Value {
        guard let object = value.object else { return value }
        if host.isClip(object) { return value }
        // `__resolve` is not asked.
        let method = try find(object, names.valueOf) ?? .undefined
        guard method.object?.flags.contains(.callable) == true else { return .undefined }
        let result = try call(method, this: value, [])
        return result.isObject ? value : result
    }

    // MARK: To number

    public func toNumber(_ value: Value) throws(ScriptError) -> Double {
        if value.isNumber { return value.unsafeNumber }
        if value.isUndefined || value.isNull { return dialect.undefinedIsZero ? 0 : .nan }
        if value.isBool { return value.unsafeBool ? 1 : 0 }
        if let string = value.string { return stringToNumber(string) }
        // A class without a primitive value has asked `valueOf` by now.
        let primitive = try toPrimitive(value)
        if primitive.isObject { return dialect.numbersAreNeverNaN ? 0 : .nan }
        return try toNumber(primitive)
    }

    /// ECMA-262 3rd ed. 9.5: modulo 2³².
    public func toInt32(_ value: Value) throws(ScriptError) -> Int32 {
        if value.isInt { return value.unsafeInt }
        return NumberConversion.toInt32(try toNumber(value))
    }

    public func toUInt32(_ value: Value) throws(ScriptError) -> UInt32 { UInt32(bitPattern: try toInt32(value)) }

    /// How Flash reads a number in a text; differs by version, see ``NumberConversion``.
    public func stringToNumber(_ string: StringRef) -> Double {
        NumberConversion.avm1Number(string, swfVersion: dialect.swfVersion)
    }

    // MARK: To boolean

    public func toBool(_ value: Value) -> Bool {
        if value.isBool { return value.unsafeBool }
        if value.isNumber {
            let number = value.unsafeNumber
            return number != 0 && !number.isNaN
        }
        if let string = value.string {
            guard dialect.stringTruthIsNumeric else { return !string.isEmpty }
            let number = stringToNumber(string)
            return number != 0 && !number.isNaN
        }
        return value.isObject
    }

    // MARK: To string

    public func toString(_ value: Value) throws(ScriptError) -> StringRef {
        if value.isString { return value.unsafeString }
        if value.isInt { return heap.makeString(String(value.unsafeInt)) }
        if value.isDouble { return heap.makeString(NumberConversion.avm1String(value.unsafeDouble)) }
        if value.isUndefined { return dialect.undefinedIsEmptyString ? names.empty.string : names.undefined.string }
        if value.isNull { return names.null.string }
        if value.isBool { return (value.unsafeBool ? names.true : names.false).string }
        guard let object = value.object else { return names.empty.string }
        if host.isClip(object) { return host.targetPath(of: object) }
        let method = try find(object, names.toString) ?? .undefined
        if method.object?.flags.contains(.callable) == true {
            let result = try call(method, this: value, [])
            if let string = result.string { return string }
        }
        let isFunction = object.flags.contains(.callable) && superState(object) == nil
        return heap.makeString(isFunction ? "[type Function]" : "[type Object]")
    }

    public func toAtom(_ value: Value) throws(ScriptError) -> Atom { heap.strings.intern(try toString(value)) }

    /// What `typeof` says.
    public func typeName(_ value: Value) -> StringRef {
        if value.isNumber { return names.number.string }
        if value.isString { return names.string.string }
        if value.isBool { return names.boolean.string }
        if value.isUndefined { return names.undefined.string }
        if value.isNull { return names.null.string }
        guard let object = value.object else { return names.undefined.string }
        if host.isMovieClip(object) { return names.movieclip.string }
        let isFunction = object.flags.contains(.callable) && superState(object) == nil
        return (isFunction ? names.function : names.object).string
    }

    // MARK: To object

    /// The object, or the primitive in a box of its class. Nil for undefined and null.
    public func toObject(_ value: Value) -> Object? {
        if let object = value.object { return object }
        guard let prototype = primitivePrototype(value) else { return nil }
        let box = heap.makeObject(proto: Value(prototype), inlineValues: 2)
        box.setNative(BoxedPrimitive(value))
        return box
    }

    /// The primitive as an object that the class of its kind makes. Scripts may have replaced the class: `_global.Number`
    /// and its like are looked up and called. Nil where there is none that will do, and for undefined and null.
    func makeBox(of value: Value) throws(ScriptError) -> Object? {
        if hasOriginalClass(value) { return toObject(value) }
        guard let name = primitiveClass(value)?.name,
            let constructor = try find(global, name)?.object, constructor.flags.contains(.callable),
            !isNative(constructor) || primitiveClasses.contains(where: { $0.constructor == constructor })
        else { return nil }
        let object = heap.makeObject(proto: try get(constructor, names.prototype))
        let result = try withArguments([value]) { (base) throws(ScriptError) -> Value in
            try initialize(object, by: constructor, base, 1)
        }
        return isNative(constructor) ? result.object ?? object : object
    }

    /// Whether the class of a primitive is still the one that the player made.
    @inline(__always)
    func hasOriginalClass(_ value: Value) -> Bool {
        guard let known = primitiveClass(value), let slot = global.slot(of: known.name) else {
            return value.isNullish || primitiveClasses.isEmpty
        }
        return global.value(slot) == Value(known.constructor)
            && known.constructor.ownValue(names.prototype) == Value(orUndefined: primitivePrototype(value))
    }

    private func primitiveClass(_ value: Value) -> PrimitiveClass? {
        if primitiveClasses.isEmpty { return nil }
        if value.isString { return primitiveClasses[0] }
        if value.isNumber { return primitiveClasses[1] }
        return value.isBool ? primitiveClasses[2] : nil
    }

    /// Notes the classes of strings, numbers and booleans, which must have been installed.
    func notePrimitiveClasses() {
        let kinds = [("String", prototypes.string), ("Number", prototypes.number), ("Boolean", prototypes.boolean)]
        primitiveClasses = kinds.compactMap { name, prototype in
            guard let constructor = prototype?.ownValue(names.constructor)?.object else { return nil }
            return PrimitiveClass(name: heap.strings.intern(name), constructor: constructor)
        }
    }

    // MARK: Comparison

    /// ECMA-262 3rd ed. 11.9.6, but for what Flash does differently: NaN equals itself, a clip what stands at its path.
    public func strictlyEqual(_ a: Value, _ b: Value) -> Bool {
        if a.isNumber && b.isNumber {
            return equal(a, b)
        }
        if let x = a.string, let y = b.string { return x == y }
        if let x = a.object, let y = b.object {
            if x == y { return true }
            // Two references to one clip: each means what stands at its path now.
            guard host.isClip(x), host.isClip(y), let live = host.liveClip(x) else { return false }
            return live == host.liveClip(y)
        }
        return a == b
    }
}

/// The class that a primitive becomes an instance of.
struct PrimitiveClass {
    /// Its name on `_global`.
    let name: Atom
    let constructor: Object
}

/// A string, number or boolean as an object, as `new String("x")` makes it.
public final class BoxedPrimitive: NativeState {
    public var value: Value

    public init(_ value: Value) { self.value = value }

    public override func visit(_ marker: inout Marker) { marker.visit(value) }
}
