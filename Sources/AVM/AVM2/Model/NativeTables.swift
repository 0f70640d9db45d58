import AVM

/// One call of a native function. Valid only until it returns.
///
/// The arguments have been coerced to the signature's types, and defaults filled in: there are as many as the
/// signature has parameters (more where it ends in `...`). Arguments lie on the machine's register stack, which the
/// collector scans.
public struct NativeCall {
    public unowned(unsafe) let machine: AVM2Machine
    public let this: Value
    let base: UnsafeMutablePointer<Value>
    public let count: Int
    /// The traits whose table has the function: instance side or class side.
    public let owner: TraitsRef?

    /// The argument at `index`; undefined where there are fewer.
    @inline(__always)
    public subscript(index: Int) -> Value { index < count ? base[index] : .undefined }
    public var arguments: UnsafeBufferPointer<Value> { UnsafeBufferPointer(start: base, count: count) }
    public var heap: Heap { machine.heap }

    // MARK: Arguments by the type that the signature gives them

    @inline(__always)
    public func number(_ index: Int) -> Double { self[index].isNumber ? self[index].unsafeNumber : .nan }
    @inline(__always)
    public func int(_ index: Int) -> Int32 { self[index].isInt ? self[index].unsafeInt : 0 }
    @inline(__always)
    public func uint(_ index: Int) -> UInt32 { UInt32(bitPattern: NumberConversion.toInt32(number(index))) }
    @inline(__always)
    public func bool(_ index: Int) -> Bool { self[index] == .true }
    /// Nil: null.
    public func string(_ index: Int) -> StringRef? { self[index].string }
    /// Nil: null.
    public func object(_ index: Int) -> Object? { self[index].object }
    /// The text of a string argument, "" for null.
    public func text(_ index: Int) -> String { string(index)?.text ?? "" }

    /// The native state of `this`.
    @inline(__always)
    public func state<State: NativeState>(_ type: State.Type) throws(ScriptError) -> State {
        guard let state = this.object?.native(as: type) else { throw machine.nullReference(this) }
        return state
    }
}

/// A native function. Returns a value that fits the signature's return type (it is coerced where it may not).
public typealias NativeBody = @Sendable (NativeCall) throws(ScriptError) -> Value

/// Makes the native state of a new object of the class.
public typealias NativeAllocator = @Sendable (AVM2Machine, TraitsRef) -> NativeState?

/// One row of a class's table.
///
///     NativeMember(method: "clone", "():flash.geom.Point", clone)
///     NativeMember(get: "length", ":uint", length)
///     NativeMember(property: "x", ":Number", get: x, set: setX)
///     NativeMember(slot: "x", ":Number")                    a real slot, read and written without a call
///     NativeMember(constant: "MAX_VALUE", ":int", .int(7))
///     NativeMember(missing: "foo", "(a:int):void")          counted when called, does nothing
///
/// Signatures are written as in ActionScript 3, with qualified names of classes:
/// `"(x:Number = 0, name:String = null, ...rest):Array"`. Defaults: numbers, true, false, null, undefined, "text", NaN.
public struct NativeMember: Sendable {
    enum Kind: Sendable { case method, getter, setter, property, slot, constant, prototypeMethod, prototypeValue }
    public enum Space: Sendable { case `public`, as3, proxy, `internal` }
    public enum Constant: Sendable {
        case int(Int32), number(Double), text(StaticString), bool(Bool), null
    }
    let kind: Kind
    public let name: StaticString
    let signature: StaticString
    let body: NativeBody?
    let setter: NativeBody?
    let constant: Constant
    let space: Space

    private init(
        _ kind: Kind, _ name: StaticString, _ signature: StaticString, _ body: NativeBody?, _ setter: NativeBody?,
        _ constant: Constant, _ space: Space
    ) {
        self.kind = kind
        self.name = name
        self.signature = signature
        self.body = body
        self.setter = setter
        self.constant = constant
        self.space = space
    }

    public init(
        method name: StaticString, _ signature: StaticString, _ body: @escaping NativeBody, _ space: Space = .public
    ) { self.init(.method, name, signature, body, nil, .null, space) }

    public init(
        get name: StaticString, _ type: StaticString, _ body: @escaping NativeBody, _ space: Space = .public
    ) { self.init(.getter, name, type, body, nil, .null, space) }

    public init(
        property name: StaticString, _ type: StaticString, get: @escaping NativeBody, set: @escaping NativeBody,
        _ space: Space = .public
    ) { self.init(.property, name, type, get, set, .null, space) }

    /// A property that can only be set.
    public init(
        setter name: StaticString, _ type: StaticString, _ body: @escaping NativeBody, _ space: Space = .public
    ) { self.init(.setter, name, type, nil, body, .null, space) }

    /// Slots are numbered in the order of the table, after those of the base class.
    public init(slot name: StaticString, _ type: StaticString, _ space: Space = .public) {
        self.init(.slot, name, type, nil, nil, .null, space)
    }

    public init(constant name: StaticString, _ type: StaticString, _ value: Constant, _ space: Space = .public) {
        self.init(.constant, name, type, nil, nil, value, space)
    }

    /// A function of the prototype object, among static members of the class object: not enumerable, untyped;
    /// `length` parameters.
    public init(prototype name: StaticString, length: Int, _ body: @escaping NativeBody) {
        self.init(.prototypeMethod, name, "", body, nil, .int(Int32(length)), .public)
    }

    /// A text that the prototype object has: not enumerable.
    public init(prototype name: StaticString, value: StaticString) {
        self.init(.prototypeValue, name, "", nil, nil, .text(value), .public)
    }

    /// A method that is not there yet: a call is counted and gives the default of the return type.
    public init(missing name: StaticString, _ signature: StaticString, _ space: Space = .public) {
        self.init(.method, name, signature, nil, nil, .null, space)
    }

    /// A property of the prototype object that is there but undefined, and so hides that of the base.
    public init(prototypeUndefined name: StaticString) {
        self.init(.prototypeValue, name, "", nil, nil, .null, .public)
    }

    /// A property that can only be read, and is not there yet.
    public init(missingGetter name: StaticString, _ type: StaticString, _ space: Space = .public) {
        self.init(.getter, name, type, nil, nil, .null, space)
    }

    /// A property that can only be set, and is not there yet.
    public init(missingSetter name: StaticString, _ type: StaticString, _ space: Space = .public) {
        self.init(.setter, name, type, nil, nil, .null, space)
    }

    /// The same property for a derived class that does not let it be set.
    public func refusingToSet(_ refuse: @escaping NativeBody) -> NativeMember {
        NativeMember(.property, name, signature, body, refuse, .null, space)
    }

    /// A property that is not there yet.
    public init(missingProperty name: StaticString, _ type: StaticString, _ space: Space = .public) {
        self.init(.property, name, type, nil, nil, .null, space)
    }
}

/// A native class: its name, its base and its members. One static table a class; nothing of it is made before a
/// script first touches the class.
public struct NativeClassTable: Sendable {
    /// "flash.geom.Point", "Array".
    public var name: StaticString
    /// "" for Object itself and for interfaces.
    public var base: StaticString
    public var flags: Traits.Flags
    public var interfaces: [StaticString] = []
    /// Signature of the constructor.
    public var constructor: StaticString
    /// What the constructor does with the new object, `this`. It is run by `super(...)` of a derived class as well.
    /// Nil: nothing but the constructor of the base.
    public var initialize: NativeBody?
    /// Members of instances and of the class object. Closures, so that nothing is built before it is needed.
    public var members: @Sendable () -> [NativeMember] = { [] }
    public var staticMembers: @Sendable () -> [NativeMember] = { [] }
    /// Makes the native state of instances, before any constructor runs. Nil: as the base does.
    public var makeState: NativeAllocator?
    /// Told of each new instance of the class or one derived from it, before any constructor runs.
    public var didInstantiate: (@Sendable (AVM2Machine, Object) -> Void)?
    /// `new` of the class itself is done by this, not by making an object and calling `initialize`: for classes whose
    /// values are no objects (String, int …).
    public var construct: NativeBody?
    /// The class called as a function. Nil: a conversion to the class.
    public var call: NativeBody?
    /// API version: the class is hidden from movies below this SWF version. 0: always there.
    public var since: UInt8 = 0

    public init(
        _ name: StaticString, base: StaticString = "Object", _ flags: Traits.Flags = [],
        constructor: StaticString = "()"
    ) {
        self.name = name
        self.base = base
        self.flags = flags
        self.constructor = constructor
    }
}

/// A function outside of any class, such as `trace` or `flash.utils.getTimer`.
public struct NativeFunction: Sendable {
    public let name: StaticString
    let signature: StaticString
    let body: NativeBody
    /// `internal` to its package: only code that says it is of that package finds it.
    var isPackageInternal = false

    public init(_ name: StaticString, _ signature: StaticString, _ body: @escaping NativeBody) {
        self.name = name
        self.signature = signature
        self.body = body
    }

    /// A function that is `internal` to its package.
    init(internal name: StaticString, _ signature: StaticString, _ body: @escaping NativeBody) {
        self.init(name, signature, body)
        isPackageInternal = true
    }
}
