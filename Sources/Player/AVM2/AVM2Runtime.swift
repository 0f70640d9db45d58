import AVM
import AVM2
import Base
import SWF

/// ActionScript 3 in a player: the machine, the domains of its movies, the classes of their symbols.
public final class AVM2Runtime {
    public unowned(unsafe) let player: Player
    public private(set) var machine: AVM2Machine!
    /// A script was ended for good: none runs any more.
    public private(set) var haltReason: HaltReason?
    /// What else holds values: loaders, timers, sounds.
    public var rootProviders: [any RootProvider] = []
    /// What the classes of `flash.*` share: listeners, timers, connections.
    public let services = RuntimeServices()
    private var domains: [ObjectIdentifier: Domain] = [:]
    var documentClasses: [ObjectIdentifier: QName] = [:]
    var symbolClasses: [SymbolKey: QName] = [:]
    var symbolsByName: [QName: [Symbol]] = [:]
    /// What the next object of a display class stands for: a timeline has placed it.
    var pendingDisplayObject: DisplayObject?
    /// The code that frames have loaded: timelines that loop come to it again.
    private var loadedCode: Set<LoadedCode> = []
    private var afterFrameWork: [() -> Void] = []
    private var betweenFramesWork: [() -> Void] = []
    /// How much has been loaded from bytes: part of its address.
    public var dynamicContentCount = 0
    private var randomState: UInt64
    private let roots = RuntimeRoots()

    init(player: Player, heap: Heap, seed: UInt64) {
        self.player = player
        randomState = seed
        machine = AVM2Machine(host: self, heap: heap, apiVersion: player.movie.header.version)
        machine.swfVersion = player.movie.header.version
        roots.runtime = self
        heap.addRoots(roots)
        heap.addWeakProcessor(services.events)
    }

    deinit { roots.runtime = nil }

    /// Lets go of what holds this, so that it ends with its player.
    func tearDown() {
        rootProviders.removeAll()
        afterFrameWork.removeAll()
        betweenFramesWork.removeAll()
        services.removeAll()
    }

    fileprivate func visitRoots(_ marker: inout Marker) {
        for provider in rootProviders { provider.visitRoots(&marker) }
        player.stage.visitObject2(&marker)
        services.visit(&marker)
    }

    /// The domain that a movie's code belongs to.
    public func domain(of assets: MovieAssets) -> Domain {
        if let known = domains[ObjectIdentifier(assets)] { return known }
        let made = Domain(parent: machine.systemDomain)
        made.owner = assets
        domains[ObjectIdentifier(assets)] = made
        return made
    }

    /// Lets a movie's code join a domain.
    func setDomain(_ domain: Domain, of assets: MovieAssets) {
        domains[ObjectIdentifier(assets)] = domain
        if domain.owner == nil { domain.owner = assets }
    }

    /// Runs `body` once the current frame, or the next one, is over.
    public func afterFrame(_ body: @escaping () -> Void) { afterFrameWork.append(body) }

    /// Runs `body` when the frame is over that is being run, or else before the next.
    public func betweenFrames(_ body: @escaping () -> Void) { betweenFramesWork.append(body) }

    func runBetweenFramesWork() {
        let work = betweenFramesWork
        betweenFramesWork.removeAll()
        for body in work { body() }
    }

    func runAfterFrameWork() {
        let work = afterFrameWork
        afterFrameWork.removeAll()
        for body in work { body() }
    }

    /// Makes the Stage object.
    func constructStage() { construct(player.stage) }

    // MARK: Running

    /// Runs `body`, a stretch of script, and deals with what it throws.
    public func perform(_ body: () throws(ScriptError) -> Void) {
        guard haltReason == nil else { return }
        do throws(ScriptError) {
            try body()
        } catch {
            switch error {
            case .thrown(let value): report(value)
            case .halted(let reason):
                haltReason = reason
                if reason != .tooDeep { player.host.warn("The movie's scripts were ended: \(reason).") }
            }
        }
    }

    /// An error that nobody caught: the debugger player prints it, the movie goes on.
    private func report(_ value: Value) {
        player.host.trace(uncaughtText(value))
    }

    private func uncaughtText(_ value: Value) -> String {
        if let object = value.object, machine.errorNumber(of: object) != nil,
            let trace = try? machine.callMethod("getStackTrace", of: value), let text = trace.string
        {
            return text.text
        }
        return (try? machine.toString(value))?.text ?? "error"
    }

    /// DoABC: gives the code its place; its last script runs at once, unless the tag says that it may wait.
    func load(_ range: Range<Int>, flags: UInt32, of assets: MovieAssets) {
        guard loadedCode.insert(LoadedCode(assets: ObjectIdentifier(assets), start: range.lowerBound)).inserted else {
            return
        }
        let file: ABCFile
        do throws(ABCError) { file = try ABCFile(assets.movie.bytes, in: range) } catch {
            player.host.warn("ABC code cannot be read: \(error)")
            return
        }
        perform { () throws(ScriptError) in
            let unit = try machine.load(file, in: domain(of: assets))
            let isLazy = flags & 1 != 0
            if !isLazy, let script = unit.scripts.last { _ = try machine.globalObject(of: script) }
        }
    }

    /// The class that a movie names, nil where it has none of that name.
    func classTraits(named name: String, of assets: MovieAssets) -> TraitsRef? {
        let domain = domain(of: assets)
        let dotted = name.replacing("::", with: ".")
        return domain.type(machine.qname(dotted: dotted))
    }

    func nextRandomNumber() -> UInt32 {
        // xorshift64*
        randomState ^= randomState >> 12
        randomState ^= randomState << 25
        randomState ^= randomState >> 27
        return UInt32(truncatingIfNeeded: (randomState &* 0x2545_F491_4F6C_DD1D) >> 32)
    }
}

private struct LoadedCode: Hashable {
    let assets: ObjectIdentifier
    let start: Int
}

private final class RuntimeRoots: RootProvider {
    unowned(unsafe) var runtime: AVM2Runtime?
    func visitRoots(_ marker: inout Marker) { runtime?.visitRoots(&marker) }
}

extension AVM2Runtime: AVM2Host {
    public func trace(_ text: StringRef) {
        player.host.trace(String(decoding: text.units.map { $0 == 0x0D ? 0x0A : $0 }, as: UTF16.self))
    }
    public var milliseconds: Double { player.milliseconds + player.host.millisecondsInFrame }
    public var wallClock: Double { player.host.wallClock }
    public func localOffset(at moment: Double) -> Double { player.host.localOffset(at: moment) }
    public func nextRandom() -> UInt32 { nextRandomNumber() }
    public func missing(_ feature: String) { player.stubs.hit(feature) }
    public func mayContinue(afterSeconds seconds: Double) -> Bool { player.host.mayContinue(afterSeconds: seconds) }
    public var isDebugger: Bool { true }
    public func initialBytes(of traits: TraitsRef) -> [UInt8]? {
        symbol(of: traits).flatMap { $0.assets.binaryData($0.id) }
    }
}
