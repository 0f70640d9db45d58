import AVM
import Base

/// The machine of ActionScript 1 and 2: its heap, its global object, its stack. One for a player.
public final class Machine {
    public let heap: Heap
    /// The player. It outlives the machine's use.
    public unowned(unsafe) let host: any MachineHost
    /// `_global`.
    public let global: Object
    public let names: CommonAtoms
    /// Prototypes of the built-in classes, by class. Never collected.
    public var prototypes: BuiltinPrototypes
    /// The dialect of the code that runs, or of the root movie where none runs.
    public internal(set) var dialect: Dialect
    /// The clip whose code runs: what names without an owner are looked up on last. Nil outside of any code.
    public internal(set) var target: Object?
    /// Time that a script may run before the host is asked, in seconds.
    public var scriptTimeout = 15.0

    /// The classes of strings, numbers and booleans, in this order, as the player made them.
    var primitiveClasses: [PrimitiveClass] = []

    /// The constant pool that code of a timeline has declared last: the next code without one of its own uses it.
    var timelinePool = UnsafeBufferPointer<Value>(start: nil, count: 0)
    /// What functions have left on their stacks for those that called them, see ``invokeScript(_:_:this:_:_:superDepth:)``.
    var leftovers: [Value] = []

    /// Operands of the code that calls, which the function that is called may pop once it has none of its own: all of
    /// Flash's code has one stack. They lie between these two; the function takes them from the top.
    var loanBase: UnsafeMutablePointer<Value>?
    var loanTop: UnsafeMutablePointer<Value>?
    /// Where the operands of the code begin that is about to call; nil where they are not for the function.
    var lendableBase: UnsafeMutablePointer<Value>?
    /// How many operands the function that has just returned has taken of its caller's.
    var borrowedOperands = 0

    /// How many clips have left the stage so far: code whose own clip is among them ends, see ``endsWithClip(_:)``.
    public var removedClips = 0

    /// Interfaces that a class implements (ActionImplementsOp), by identity of the prototypes, which both are rooted.
    var interfaces: [UInt: [Object]] = [:]
    var interfaceRoots: [Object] = []

    /// Built-in functions by the numbers that `ASnative` knows them by.
    var numberedNatives: [NativeNumber: Object] = [:]

    /// Movies whose code has been run.
    private var sources: [CodeSource] = []
    /// Registers of code that has none of its own.
    let globalRegisters = UnsafeMutablePointer<Value>.allocate(capacity: 4)
    /// Actions left until the clock is looked at, and when the script began.
    var actionsLeft = Machine.actionsPerCheck
    var scriptStart = 0.0
    /// Several scripts are run that share one time limit.
    var isInStretch = false
    /// `Function`.
    let functionClassName: Atom
    /// How many values that are no numbers calculations have given.
    var madeNaNs: UInt64 = 0
    /// Watches of properties, by object and name.
    var watches: [WatchKey: Watch] = [:]

    let stack = ValueStack()
    /// The function that runs, and the one that called it. Both lie on the native stack as well.
    var callee: Object?
    var caller: Object?
    /// Nesting of calls.
    var depth = 0
    /// Flash ends scripts whose calls nest deeper.
    public var maximumDepth = 256
    let stackGuard = StackGuard()
    private let roots: MachineRoots

    public init(host: any MachineHost, heap: Heap, rootVersion: UInt8) {
        self.host = host
        self.heap = heap
        names = heap.strings.common
        functionClassName = heap.strings.pinned("Function")
        dialect = Dialect(swfVersion: rootVersion)
        heap.pauseDepth += 1
        let objectPrototype = heap.makeObject(proto: .undefined, inlineValues: 16)
        global = heap.makeObject(proto: .undefined, inlineValues: 16)
        let functionPrototype = heap.makeObject(proto: Value(objectPrototype), inlineValues: 4)
        prototypes = BuiltinPrototypes(object: objectPrototype, function: functionPrototype)
        roots = MachineRoots()
        roots.machine = self
        heap.addRoots(roots)
        heap.addRegisterStack(stack)
        globalRegisters.initialize(repeating: .undefined, count: 4)
        heap.pauseDepth -= 1
    }

    deinit {
        roots.machine = nil
        globalRegisters.deallocate()
    }

    func addSource(_ source: CodeSource) { sources.append(source) }

    // MARK: Making objects

    /// `new Object()`, without running anything.
    public func makeObject() -> Object { heap.makeObject(proto: Value(prototypes.object)) }

    public func string(_ text: String) -> Value { Value(heap.makeString(text)) }

    public func atom(_ name: String) -> Atom { heap.strings.intern(name) }

    /// A function object for `body`, without a `prototype`.
    public func makeFunction(_ name: StaticString, _ body: @escaping NativeBody) -> Object {
        let function = heap.makeObject(proto: Value(prototypes.function), inlineValues: 2, flags: .callable)
        function.setNative(NativeFunction(name: name, body: body))
        return function
    }

    // MARK: Installing classes

    /// Makes a class's constructor and prototype. The prototype's own prototype is `parent`, or Object's.
    @discardableResult
    public func install(
        _ class: NativeClass, parent: Object? = nil, prototype existing: Object? = nil, on owner: Object? = nil,
        _ attributes: PropertyAttributes = .dontEnum
    ) -> (constructor: Object, prototype: Object) {
        heap.pauseDepth += 1
        defer { heap.pauseDepth -= 1 }
        let prototype = existing ?? heap.makeObject(proto: Value(parent ?? prototypes.object), inlineValues: 8)
        let given: NativeBody = `class`.constructor ?? { _ in .undefined }
        let body: NativeBody = `class`.requiresNew ? Self.onlyByNew(given) : given
        let constructor = makeFunction(`class`.name, body)
        heap.define(names.prototype, Value(prototype), .hidden, on: constructor)
        heap.define(names.constructor, Value(constructor), .hidden, on: prototype)
        // Every function has its own `constructor`, `Function`.
        if let function = prototypes.function.ownValue(names.constructor) {
            heap.define(names.constructor, function, .hidden, on: constructor)
        }
        install(`class`.methods, on: prototype)
        install(`class`.properties, on: prototype)
        install(`class`.constants, on: prototype)
        install(`class`.staticMethods, on: constructor)
        install(`class`.staticProperties, on: constructor)
        install(`class`.staticConstants, on: constructor)
        heap.define(heap.strings.pinned(`class`.name), Value(constructor), attributes, on: owner ?? global)
        return (constructor, prototype)
    }

    /// A constructor that does nothing when it is called without `new`.
    private static func onlyByNew(_ body: @escaping NativeBody) -> NativeBody {
        { (call) throws(ScriptError) -> Value in
            if call.isConstructing { return try body(call) }
            return .undefined
        }
    }

    public func install(_ methods: [NativeMethod], on object: Object) {
        for method in methods {
            let function = makeFunction(method.name, method.body)
            heap.define(heap.strings.pinned(method.name), Value(function), method.attributes, on: object)
        }
    }

    public func install(_ properties: [NativeProperty], on object: Object) {
        for property in properties {
            let getter = Value(makeFunction(property.name, property.getter))
            let setter = property.setter.map { Value(makeFunction(property.name, $0)) } ?? .undefined
            heap.define(
                heap.strings.pinned(property.name), heap.makeAccessor(getter: getter, setter: setter),
                property.attributes.union(.accessor), on: object)
        }
    }

    public func install(_ constants: [NativeConstant], on object: Object) {
        for constant in constants {
            let value: Value =
                switch constant.content {
                case .number(let number): Value(number)
                case .text(let text): Value(heap.strings.pinned(text).string)
                case .bool(let bool): Value(bool)
                case .null: .null
                }
            heap.define(heap.strings.pinned(constant.name), value, constant.attributes, on: object)
        }
    }

    fileprivate func visitRoots(_ marker: inout Marker) {
        marker.visit(global)
        marker.visit(target)
        marker.visit(UnsafeBufferPointer(start: globalRegisters, count: 4))
        for source in sources { source.visit(&marker) }
        for object in interfaceRoots { marker.visit(object) }
        for function in numberedNatives.values { marker.visit(function) }
        for known in primitiveClasses {
            marker.visit(known.name)
            marker.visit(known.constructor)
        }
        marker.visit(leftovers)
        for watch in watches.values { watch.visit(&marker) }
        prototypes.visit(&marker)
    }
}

/// What the heap asks for the machine's roots; the heap holds it, and so not the machine itself.
private final class MachineRoots: RootProvider {
    /// Cleared by the machine's deinitialiser. Not weak: that would slow down every retain of the machine.
    unowned(unsafe) var machine: Machine?
    func visitRoots(_ marker: inout Marker) { machine?.visitRoots(&marker) }
}

/// The prototypes that the machine itself needs. Classes made elsewhere add theirs under a name.
public struct BuiltinPrototypes {
    public var object, function: Object
    public var array, string, number, boolean, date, error, xmlNode, xml, movieClip: Object?
    /// Those of other classes, by a name that their file chooses.
    public var others: [String: Object] = [:]

    init(object: Object, function: Object) {
        self.object = object
        self.function = function
    }

    func visit(_ marker: inout Marker) {
        for known in [object, function, array, string, number, boolean, date, error, xmlNode, xml, movieClip] {
            marker.visit(known)
        }
        for other in others.values { marker.visit(other) }
    }
}
