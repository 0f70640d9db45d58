import AVM
import AVM1
import Base
import SWF

/// ActionScript 1 and 2 in a player: the machine, the queue of scripts, timers, registered classes.
public final class AVM1Runtime {
    public unowned(unsafe) let player: Player
    public private(set) var machine: Machine!
    private(set) var properties: ClipPropertyTable!
    var queue = ActionQueue()
    /// Classes that `Object.registerClass` ties to exported names.
    public var registeredClasses: [RegisteredClassKey: Object] = [:]
    /// The how manieth registration a name's last one was.
    private var registrationNumbers: [RegisteredClassKey: Int] = [:]
    private var registrationCount = 0
    public let timers = TimerList()
    /// Objects that natives keep for the whole movie, such as the `Key` object, by a name of their own.
    public var keptObjects: [String: Object] = [:]
    /// What the Video class does with its prototype when a video comes on the stage.
    public var prepareVideo: (Object) -> Void = { _ in }
    /// What the TextField class does when a field is made, scrolled, or changed by a person.
    public var textFieldMade: ((Object) -> Void)?
    public var textFieldScrolled: ((EditText) -> Void)?
    public var textFieldChanged: ((EditText) -> Void)?
    /// What else holds values: loaders, streams, sounds.
    public var rootProviders: [any RootProvider] = []
    /// The SWF version of the root movie, which decides whether handler methods exist.
    var methodVersion: UInt8 { player.movie.header.version }
    public private(set) lazy var loader = MovieLoader(runtime: self)
    private var randomState: UInt64
    /// A script was ended for good: none runs any more.
    public private(set) var haltReason: HaltReason?
    private let roots = RuntimeRoots()
    private var sources: [ObjectIdentifier: CodeSource] = [:]

    init(player: Player, heap: Heap, rootVersion: UInt8, seed: UInt64) {
        self.player = player
        randomState = seed
        machine = Machine(host: self, heap: heap, rootVersion: rootVersion)
        properties = ClipPropertyTable(machine)
        applyScriptLimits()
        roots.runtime = self
        heap.addRoots(roots)
    }

    /// The movie may limit how deep calls nest. Its limit of time is the host's matter.
    private func applyScriptLimits() {
        let movie = player.movie
        for record in movie.tags where record.code == TagCode.scriptLimits.rawValue {
            guard case .scriptLimits(let depth, _)? = try? movie.decode(record) else { continue }
            // The stack itself ends deeper ones.
            machine.maximumDepth = max(1, Int(depth))
        }
    }

    deinit { roots.runtime = nil }

    /// Lets go of what holds this, so that it ends with its player.
    func tearDown() {
        queue.removeAll()
        timers.removeAll()
        rootProviders.removeAll()
        textFieldMade = nil
        textFieldScrolled = nil
        textFieldChanged = nil
    }

    fileprivate func visitRoots(_ marker: inout Marker) {
        queue.visit(&marker)
        for object in registeredClasses.values { marker.visit(object) }
        for object in keptObjects.values { marker.visit(object) }
        timers.visit(&marker)
        loader.visit(&marker)
        for provider in rootProviders { provider.visitRoots(&marker) }
        player.visitScripts(&marker)
    }

    /// The code of a movie. Made once for each.
    func source(of assets: MovieAssets) -> CodeSource {
        let key = ObjectIdentifier(assets)
        if let known = sources[key] { return known }
        let source = CodeSource(bytes: assets.movie.bytes, swfVersion: assets.movie.header.version, machine: machine)
        sources[key] = source
        return source
    }

    /// The movie whose code runs: that of the target clip.
    public var currentAssets: MovieAssets? { (machine.target?.displayObject ?? player.level(0))?.assets }

    /// Ties a class to an exported name, whatever the movie; nil unties it.
    public func register(_ constructor: Object?, for name: String, isCaseSensitive: Bool) {
        let key = RegisteredClassKey(name, isCaseSensitive: isCaseSensitive)
        registeredClasses[key] = constructor
        registrationCount += 1
        registrationNumbers[key] = registrationCount
    }

    /// The name under which a class was registered last, nil where it is not.
    public func lastName(ofRegistered constructor: Object) -> String? {
        registeredClasses.filter { $0.value == constructor }
            .max { registrationNumbers[$0.key, default: 0] < registrationNumbers[$1.key, default: 0] }?.key.name
    }

    /// The class that is tied to a character by one of its exported names.
    func registeredClass(of id: CharacterID?, in assets: MovieAssets) -> Object? {
        guard !registeredClasses.isEmpty, let name = id.flatMap({ assets.exportedName(of: $0) }) else { return nil }
        let isCaseSensitive = Dialect(swfVersion: assets.movie.header.version).isCaseSensitive
        return registeredClasses[RegisteredClassKey(name, isCaseSensitive: isCaseSensitive)]
    }

    // MARK: Running

    /// Runs `body`, a stretch of script, and deals with what it throws.
    public func perform(_ body: () throws(ScriptError) -> Void) {
        guard haltReason == nil else { return }
        do throws(ScriptError) {
            try body()
        } catch {
            switch error {
            case .thrown(let value): report(value)
            case .halted(let reason): halt(reason)
            }
        }
    }

    /// Ends all scripts of the movie, as Flash does.
    private func halt(_ reason: HaltReason) {
        haltReason = reason
        queue.removeAll()
        switch reason {
        case .tooDeep: break  // Flash tells nobody.
        case .timeout: break  // Who watches has been asked, see ``Machine/host``.
        case .outOfMemory: player.host.warn("The movie's scripts were ended: \(reason).")
        }
    }

    /// An error that nobody caught. Flash drops it silently; a person who looks for it finds a warning.
    private func report(_ value: Value) {
        let text = (try? machine.toString(value))?.text ?? "error"
        player.host.warn("Uncaught exception, \(text)")
    }

    /// Runs all that waits, and what that lets wait.
    public func runQueue() {
        machine.shareTimeLimit {
            while haltReason == nil, let action = queue.next() { run(action) }
        }
    }

    private func run(_ action: QueuedAction) {
        let object = action.object
        guard action.runsAfterRemoval || !object.isRemoved, action.runsWhileLeaving || !object.isLeaving else { return }
        perform { () throws(ScriptError) in
            switch action.work {
            case .code(let range, let assets):
                guard let script = object.avm1Object() else { return }
                try machine.run(range, of: source(of: assets), in: script)
            case .function(let function, let arguments):
                guard let script = object.avm1Object() else { return }
                try withTarget(script) { () throws(ScriptError) in
                    try machine.call(Value(function), this: Value(script), arguments)
                }
            case .method(let name, let arguments):
                guard let script = object.avm1Object() else { return }
                try withTarget(script) { () throws(ScriptError) in try machine.callMethod(script, name, arguments) }
            case .construct(let handlers, let assets):
                try construct(object, handlers, assets)
            case .broadcast(let broadcaster, let name, let arguments):
                try machine.broadcast(broadcaster, name, arguments)
            }
        }
    }

    /// Runs native code as if it were called from a clip's code.
    func withTarget(_ clip: Object, _ body: () throws(ScriptError) -> Void) throws(ScriptError) {
        try machine.asCode(of: clip, body)
    }

    private func construct(
        _ object: DisplayObject, _ handlers: [Range<Int>], _ assets: MovieAssets
    ) throws(ScriptError) {
        guard let script = object.avm1Object() else { return }
        // Looked up now: the class may have been registered since the clip was placed.
        let constructor = (object as? MovieClip)?.registeredClass
        if let constructor { script.proto = try machine.get(constructor, machine.names.prototype) }
        for handler in handlers { try machine.run(handler, of: source(of: assets), in: script) }
        if let constructor {
            try withTarget(script) { () throws(ScriptError) in try machine.initialize(script, by: constructor) }
        } else {
            try withTarget(script) { () throws(ScriptError) in try machine.callMethod(script, "onConstruct", []) }
        }
    }

    // MARK: Chance

    /// xorshift64*: the same numbers for the same seed, so that a run can be repeated.
    public func nextRandom() -> UInt32 {
        randomState ^= randomState >> 12
        randomState ^= randomState << 25
        randomState ^= randomState >> 27
        return UInt32(truncatingIfNeeded: (randomState &* 0x2545_F491_4F6C_DD1D) >> 32)
    }
}

/// An exported name that a class is tied to. Movies that mind case and those that do not have names of their own.
public struct RegisteredClassKey: Hashable {
    let isCaseSensitive: Bool
    public let name: String

    public init(_ name: String, isCaseSensitive: Bool) {
        self.isCaseSensitive = isCaseSensitive
        self.name = isCaseSensitive ? name : name.lowercased()
    }
}

private final class RuntimeRoots: RootProvider {
    /// Cleared by the runtime's deinitialiser. Not weak: that would slow down every retain of the runtime.
    unowned(unsafe) var runtime: AVM1Runtime?
    func visitRoots(_ marker: inout Marker) { runtime?.visitRoots(&marker) }
}
