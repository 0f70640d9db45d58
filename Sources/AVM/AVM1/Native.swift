import AVM

/// One call of a native function: who calls, on what, with what. Valid only until the call returns.
public struct Call {
    public unowned(unsafe) let machine: Machine
    public let this: Value
    /// The arguments: a window onto the machine's stack.
    let base: UnsafePointer<Value>
    public let count: Int
    /// Called by `new` (or by `super(...)` of a constructor).
    public let isConstructing: Bool
    /// The function object that is being called.
    public let callee: Object?

    init(
        machine: Machine, this: Value, base: UnsafePointer<Value>, count: Int, isConstructing: Bool, callee: Object?
    ) {
        self.machine = machine
        self.this = this
        self.base = base
        self.count = count
        self.isConstructing = isConstructing
        self.callee = callee
    }

    /// The argument at `index`, or undefined where the caller passed fewer.
    @inline(__always)
    public subscript(index: Int) -> Value { index < count ? base[index] : .undefined }

    public var heap: Heap { machine.heap }
    /// The dialect of the code that calls.
    public var dialect: Dialect { machine.dialect }
    /// All arguments.
    public var arguments: UnsafeBufferPointer<Value> { UnsafeBufferPointer(start: base, count: count) }
}

public typealias NativeBody = @Sendable (Call) throws(ScriptError) -> Value

/// One row of a class's method table.
public struct NativeMethod: Sendable {
    public let name: StaticString
    public let body: NativeBody
    public let attributes: PropertyAttributes

    public init(_ name: StaticString, _ body: @escaping NativeBody, _ attributes: PropertyAttributes = .hidden) {
        self.name = name
        self.body = body
        self.attributes = attributes
    }
}

/// One row of a class's table of properties that functions read and write.
public struct NativeProperty: Sendable {
    public let name: StaticString
    public let getter: NativeBody
    /// Nil where it cannot be written.
    public let setter: NativeBody?
    public let attributes: PropertyAttributes

    public init(
        _ name: StaticString, get getter: @escaping NativeBody, set setter: NativeBody? = nil,
        _ attributes: PropertyAttributes = .hidden
    ) {
        self.name = name
        self.getter = getter
        self.setter = setter
        self.attributes = attributes
    }
}

/// One row of a class's table of constants.
public struct NativeConstant: Sendable {
    public enum Content: Sendable {
        case number(Double)
        case text(StaticString)
        case bool(Bool)
        case null
    }
    public let name: StaticString
    public let content: Content
    public let attributes: PropertyAttributes

    public init(
        _ name: StaticString, _ content: Content, _ attributes: PropertyAttributes = [.hidden, .readOnly]
    ) {
        self.name = name
        self.content = content
        self.attributes = attributes
    }
}

/// A built-in class: its constructor, what its prototype has and what the constructor itself has.
public struct NativeClass: Sendable {
    public var name: StaticString
    /// What `new` (or a plain call) runs. Nil: it does nothing.
    public var constructor: NativeBody?
    /// Called without `new` it does nothing.
    public var requiresNew = false
    public var methods: [NativeMethod] = []
    public var properties: [NativeProperty] = []
    public var constants: [NativeConstant] = []
    public var staticMethods: [NativeMethod] = []
    public var staticProperties: [NativeProperty] = []
    public var staticConstants: [NativeConstant] = []

    public init(_ name: StaticString, constructor: NativeBody? = nil) {
        self.name = name
        self.constructor = constructor
    }
}

/// What makes an object callable. Of two kinds only, told apart by a flag: a dynamic cast costs more than a call.
public class FunctionState: NativeState {
    let isScript: Bool
    init(isScript: Bool) { self.isScript = isScript }
}

/// A function written in Swift.
public final class NativeFunction: FunctionState {
    public let name: StaticString
    public let body: NativeBody

    init(name: StaticString, body: @escaping NativeBody) {
        self.name = name
        self.body = body
        super.init(isScript: false)
    }
}

/// Native state whose object has properties beyond its slots, such as a movie clip's `_x` and its children, or an
/// array's elements. The object must have the flag `exotic`.
open class ExoticState: NativeState {
    /// The value of a property that this object provides, nil where it provides none of that name.
    open func get(_ name: Atom, _ object: Object, _ machine: Machine) throws(ScriptError) -> Value? { nil }

    /// Takes a value for a property that this object provides. False: it is an ordinary property.
    open func set(_ name: Atom, _ value: Value, _ object: Object, _ machine: Machine) throws(ScriptError) -> Bool {
        false
    }

    /// Whether it provides a property of that name.
    open func has(_ name: Atom, _ object: Object, _ machine: Machine) -> Bool { false }

    /// Deletes a property that it provides. Nil: it provides none of that name.
    open func delete(_ name: Atom, _ object: Object, _ machine: Machine) -> Bool? { nil }

    /// Names that `for … in` shows beside the slots, in the order in which it shows them (before the slots).
    open func enumerate(_ object: Object, _ machine: Machine) -> [Atom] { [] }
}
