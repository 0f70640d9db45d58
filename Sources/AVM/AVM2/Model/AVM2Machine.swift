import AVM

/// The machine of ActionScript 3: its heap, its classes, its registers. One for a player.
public final class AVM2Machine {
    public let heap: Heap
    public unowned(unsafe) let host: any AVM2Host
    public let names: CommonAtoms
    public let namespaces: NamespaceTable
    /// The domain of the built-in classes, the parent of all others.
    public let systemDomain = Domain(parent: nil)
    let arena = Arena()
    /// The list of namespaces that holds the public one alone.
    let publicList: UnsafeMutablePointer<NamespaceID>
    /// `*`
    let anyName: MultinameRef
    /// SWF version of the root movie, which decides what some names mean.
    public var swfVersion: UInt8 = 9
    /// Time that a script may run before the host is asked, in seconds.
    public var scriptTimeout = 15.0

    // What lives as long as the machine.
    private var allTraits: [TraitsRef] = []
    private var allDetails: [AnyObject] = []
    private var allMethods: [MethodRef] = []
    private var allEnvironments: [MethodEnv] = []
    private(set) var units: [ABCUnit] = []
    var boxes: [NativeFunctionBox] = []
    var nativeFunctions: [NativeFunction] = []
    var functionObjects: [Value] = []
    let sites = SiteList()
    /// Values that slots get when traits are linked; kept only while that goes on.
    var initialSlotValues: [TraitsRef: [(Int, Value)]] = [:]

    /// The traits of built-in classes that the machine itself knows.
    public internal(set) var types = BuiltinTypes()
    /// Global object of the built-in definitions.
    public private(set) var nativeGlobal: Object!
    /// Classes made so far, for the count of what a movie touches.
    public internal(set) var materializedClasses: [String] = []
    /// Values that natives keep for the whole movie, by a name of their own.
    public var keptValues: [String: Value] = [:]
    public var rootProviders: [any RootProvider] = []
    /// `registerClassAlias`: classes by the names under which AMF knows them.
    public var classAliases: [String: TraitsRef] = [:]

    /// Namespaces that came from the stack, for as long as the name is in use.
    let lateNamespaces: UnsafeMutablePointer<NamespaceID>
    var lateNamespaceIndex = 0
    /// What a QName object says; set by its class.
    var qualifiedParts: ((Object) -> QualifiedParts?)?

    /// What XML adds to `==`; nil: nothing to say.
    var equality: ((Value, Value) throws(ScriptError) -> Bool?)?
    /// What XML adds to `+`.
    var addition: ((Value, Value) throws(ScriptError) -> Value?)?
    /// Set when the XML classes are installed.
    var xmlRuntime: XMLRuntime?
    /// An error while an error is made ends the script.
    var isMakingError = false

    let registers = RegisterFile()
    let frames = FrameStack()
    let stackGuard = StackGuard()
    /// Nesting of runs of the interpreter.
    var runDepth = 0
    var checksLeft: Int32 = 200_000
    var scriptStart = 0.0
    /// Calls and back edges between two looks at the clock.
    public var checksPerClock: Int32 = 200_000
    let weakDictionaries = WeakDictionaries()
    private let roots = MachineRoots()

    /// What a movie does not see, its version being older: for the player's own use.
    var hiddenTypes: [QName: TraitsRef] = [:]
    /// SWF version whose classes and members there are, see ``APIVersions``.
    let apiVersion: UInt8

    public init(host: any AVM2Host, heap: Heap, apiVersion: UInt8 = .max) {
        self.host = host
        self.apiVersion = apiVersion
        self.heap = heap
        names = heap.strings.common
        heap.pauseDepth += 1
        namespaces = NamespaceTable(heap)
        publicList = .allocate(capacity: 1)
        publicList.initialize(to: .public)
        anyName = arena.allocate(Multiname.self)
        anyName.initialize(
            to: Multiname(name: nil, namespaceCount: 0, flags: [.anyNamespace, .hasPublic], namespaces: publicList))
        lateNamespaces = .allocate(capacity: 64)
        lateNamespaces.initialize(repeating: .public, count: 64)
        roots.machine = self
        heap.addRoots(roots)
        heap.addWeakProcessor(weakDictionaries)
        heap.addRegisterStack(registers)
        heap.addRegisterStack(frames)
        nativeGlobal = heap.makeObject(proto: .null, flags: .exotic)
        nativeGlobal.setNative(NativeGlobalState())
        installLanguage()
        heap.pauseDepth -= 1
    }

    deinit {
        roots.machine = nil
        for traits in allTraits {
            traits.pointee.bindings.deallocate()
            traits.deallocate()
        }
        for method in allMethods { method.deallocate() }
        for environment in allEnvironments { environment.deallocate() }
        publicList.deallocate()
        lateNamespaces.deallocate()
    }

    // MARK: What lives as long as the machine

    func addTraits(_ details: TraitsDetails, _ flags: Traits.Flags) -> TraitsRef {
        let place = TraitsRef.allocate(capacity: 1)
        place.initialize(to: Traits(details: details, flags: flags))
        allTraits.append(place)
        allDetails.append(details)
        return place
    }

    func addMethod(_ details: MethodDetails, _ flags: Method.Flags) -> MethodRef {
        let place = MethodRef.allocate(capacity: 1)
        place.initialize(to: Method(details: details, flags: flags))
        allMethods.append(place)
        allDetails.append(details)
        return place
    }

    func addEnvironment(
        _ method: MethodRef, scope: UnsafeMutablePointer<ValuesCell>?, owner: TraitsRef?
    ) -> MethodEnv {
        let place = MethodEnv.allocate(capacity: 1)
        place.initialize(to: MethodEnvironment(method: method, scope: scope, owner: owner))
        allEnvironments.append(place)
        return place
    }

    /// Gives an ABC file its place in a domain. Nothing of it runs.
    public func load(_ file: ABCFile, in domain: Domain) throws(ScriptError) -> ABCUnit {
        let unit = ABCUnit(file, machine: self, domain: domain)
        units.append(unit)
        try unit.define()
        return unit
    }

    // MARK: Making values

    public func string(_ text: String) -> Value { Value(heap.makeString(text)) }
    public func atom(_ text: String) -> Atom { heap.strings.pinned(heap.makeString(text)) }

    /// `new Object()`.
    public func makeObject() -> Object { instantiate(types.object) }

    /// An object of the class, its slots at their defaults and with its native state; no constructor has run.
    public func instantiate(_ traits: TraitsRef) -> Object {
        let count = Int(traits.pointee.slotCount)
        let flags = traits.pointee.flags
        var cellFlags: CellFlags = flags.contains(.dynamic) ? [] : .sealed
        if flags.contains(.exotic) { cellFlags.insert(.exotic) }
        let object = heap.makeObject(
            proto: traits.pointee.prototype, slotCount: count, inlineValues: flags.contains(.dynamic) ? 4 : 0,
            flags: cellFlags)
        object.cell.pointee.classInfo = UnsafeMutableRawPointer(traits)
        if let template = traits.pointee.slotTemplate { object.cell.slots.update(from: template, count: count) }
        if flags.contains(.stateful), let makeState = traits.details.makeState, let state = makeState(self, traits) {
            object.setNative(state)
            if state is ArrayState { object.flags.insert(.array) }
            if state is VectorState { object.flags.insert(.machine0) }
            if state is DictionaryState { object.flags.insert(.machine1) }
            if state is ByteArrayState { object.flags.insert(.machine2) }
            let size = state.externalSize
            if size > 0 { heap.noteExternal(size) }
            traits.details.didInstantiate?(self, object)
        }
        return object
    }

    /// A URI without the mark of an API version at its end.
    func withoutVersion(_ uri: Atom) -> Atom {
        let string = uri.string
        guard let units = string.wideUnits, let last = units.last, last >= 0xE000, last <= 0xF8FF else { return uri }
        return heap.strings.pinned(heap.substring(string, 0..<string.count - 1))
    }

    fileprivate func visitRoots(_ marker: inout Marker) {
        marker.visit(nativeGlobal)
        namespaces.visit(&marker)
        for traits in allTraits {
            marker.visit(traits.pointee.prototype)
            marker.visit(traits.pointee.classObject)
            if let template = traits.pointee.slotTemplate {
                marker.visit(UnsafeBufferPointer(start: template, count: Int(traits.pointee.slotCount)))
            }
        }
        for environment in allEnvironments { marker.visit(environment.pointee.scope) }
        for unit in units {
            for script in unit.scripts { marker.visit(script.global) }
        }
        for value in functionObjects { marker.visit(value) }
        for value in keptValues.values { marker.visit(value) }
        for provider in rootProviders { provider.visitRoots(&marker) }
        sites.visit(&marker)
    }
}

/// What the heap asks for the machine's roots; the heap holds it, and so not the machine itself.
private final class MachineRoots: RootProvider {
    unowned(unsafe) var machine: AVM2Machine?
    func visitRoots(_ marker: inout Marker) { machine?.visitRoots(&marker) }
}

/// The traits of the classes that the machine itself needs. Set when the language is installed.
public struct BuiltinTypes {
    public internal(set) var object, `class`, function, array, string, number, int, uint, boolean, namespace,
        error: TraitsRef!
    /// Nil until their tables are there.
    public internal(set) var vector, vectorInt, vectorUint, vectorNumber, xml, xmlList, qname, date, regExp, dictionary,
        byteArray, proxy: TraitsRef?
}

/// What a QName object says.
struct QualifiedParts {
    /// Nil: any name.
    var name: Atom?
    /// Nil: any namespace.
    var namespace: NamespaceID?
    var isAttribute = false
}

/// Registers of all frames in progress.
final class RegisterFile: RegisterStack {
    static let capacity = 1 << 20
    let base: UnsafeMutablePointer<Value>
    let end: UnsafeMutablePointer<Value>
    /// One past the topmost register in use.
    var top: UnsafeMutablePointer<Value>

    init() {
        base = .allocate(capacity: Self.capacity)
        end = base + Self.capacity
        top = base
    }

    deinit { base.deallocate() }

    var liveWords: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base, count: (top - base) * MemoryLayout<Value>.stride)
    }
}

/// A call of a script function in progress.
struct Frame {
    /// Where the caller goes on; of the running frame, where it stands when it calls something.
    var pc: UnsafeMutablePointer<Instruction>
    var base: UnsafeMutablePointer<Value>
    /// One past its last register.
    var end: UnsafeMutablePointer<Value>
    var environment: MethodEnv
    /// The function object, so that it outlives its call.
    var callee: Value
    /// The interpreter's run began with this frame.
    var isEntry: Bool
    /// Where the result goes.
    var result: UnsafeMutablePointer<Value>
    /// What a constructor call gives back, whatever the constructor returns; else undefined.
    var constructed: Value
}

final class FrameStack: RegisterStack {
    static let capacity = 1 << 15
    let base: UnsafeMutablePointer<Frame>
    /// One past the running frame.
    var top: UnsafeMutablePointer<Frame>
    let end: UnsafeMutablePointer<Frame>

    init() {
        base = .allocate(capacity: Self.capacity)
        top = base
        end = base + Self.capacity
    }

    deinit { base.deallocate() }

    var liveWords: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base, count: (top - base) * MemoryLayout<Frame>.stride)
    }
}
