import AVM
import AVM1
import Base
import Fonts
import Renderer
import SWF

/// One movie being played: its timeline, its display tree and its clock. It knows no window and no file.
///
/// A front calls ``advance(by:)`` as time passes, hands in input, and draws ``renderCommands()`` when
/// ``needsDisplay`` says so.
public final class Player {
    public let movie: Movie
    /// The shapes and pixmaps that ``renderCommands()`` names.
    public let resources = RenderResources()
    /// ``VectorShape/unitSquare``, for masks that are turned rectangles.
    private(set) lazy var unitSquare = resources.add(VectorShape.unitSquare)
    /// Features that the movie asked for and that are missing.
    public let stubs = StubLog()
    public var viewport: Viewport { didSet { if viewport != oldValue { invalidate() } } }
    public var quality: Quality = .high { didSet { if quality != oldValue { invalidate() } } }
    /// While false, ``advance(by:)`` runs nothing.
    public var isPlaying = true {
        didSet {
            clock.reset()
            sound.mixer.setPaused(!isPlaying)
        }
    }
    public private(set) var backgroundColor: RGBA
    /// Whether what ``renderCommands()`` gives may differ from what it gave before.
    public internal(set) var needsDisplay = true

    /// The world around the movie.
    public let host: any PlayerHost
    /// The cells of the movie's scripts.
    public private(set) var heap = Heap()
    /// ActionScript 1 and 2. Made when first needed.
    public var avm1: AVM1Runtime {
        if let existingAVM1 { return existingAVM1 }
        let made = makeAVM1()
        existingAVM1 = made
        return made
    }
    private var existingAVM1: AVM1Runtime?
    /// Whether anything of ActionScript 1 or 2 has run.
    var hasAVM1: Bool { existingAVM1 != nil }
    /// ActionScript 3. Made when first needed.
    public var avm2: AVM2Runtime {
        if let existingAVM2 { return existingAVM2 }
        let made = AVM2Runtime(player: self, heap: heap, seed: options.randomSeed)
        existingAVM2 = made
        options.installAVM2(made)
        return made
    }
    private var existingAVM2: AVM2Runtime?
    /// Milliseconds that have passed for the movie.
    public private(set) var milliseconds = 0.0
    /// Levels by number, the root movie at 0.
    var levels: [Int: MovieClip] = [:]
    let assets: MovieAssets
    /// The stage, of ActionScript 3.
    public private(set) lazy var stage = StageObject(player: self, assets: assets)
    /// The mouse, for ActionScript 3.
    var mouse3 = MouseState3()
    var mouse3ClickIndex = 0
    /// The movie's LoaderInfo has said that it is complete.
    var hasTold3 = false
    weak var lastButton3: ButtonObject?
    /// ActionScript 3: what is off the stage and plays on.
    var orphans: [Orphan] = []
    /// What has been taken out and goes for good at the next frame.
    var pendingRemovals: [DisplayObject] = []
    /// Pictures below the stage, by number.
    var underlays: [Int: Underlay] = [:]
    let mouse = MouseTracker()
    let missingFont = MissingFont()
    /// Fonts that scripts have registered for all movies.
    public internal(set) var registeredFonts: [EmbeddedFont] = []
    /// Fonts of the system that text has asked for.
    var deviceFontsByRequest: [FontRequest: any TextFont] = [:]
    /// Draws into bitmaps of scripts. On this thread: most drawings are small.
    private(set) lazy var bitmapRenderer = Renderer(resources: resources, threads: 1)
    public let keys = KeyState()
    public private(set) lazy var focus = FocusTracker(player: self)
    /// The text in which the mouse is selecting.
    var selectingText: EditText?
    /// The link that the button went down on.
    var pressedLink: TextFormat?
    /// `Stage.showMenu`
    public var showsMenu = true
    /// Some text field may have a box that is not yet fitted to its text.
    var hasUnfittedText = false
    /// Whether the main timeline begins anew at its end, as a person wants it. Scripts do not see it.
    public var loopsRoot = true
    /// `Mouse.hide()` has been called.
    public var isPointerHidden = false
    /// `Mouse.cursor` of ActionScript 3.
    public var pointerChoice = PointerChoice.automatic { didSet { invalidate() } }
    /// `Stage.displayState`
    public internal(set) var isFullScreen = false
    /// Where the pointer is, in device pixels. Nil: outside.
    var pointer: (x: Double, y: Double)?
    /// Where the pointer was when it was last inside, in twips of the stage.
    var lastMouseOnStage = TwipsPoint.zero
    var drag: Drag?
    public var showsFocusRect = true
    /// Code of SWF 8 or later, or of a movie whose root is, has asked for bounds: from then on what has no content has
    /// other bounds.
    private(set) var hasNewNoBounds = false
    public var soundBufferSeconds = 5.0
    /// Volume and balance of the whole movie.
    public var soundTransform = SoundTransform()
    var playingSounds: [PlayingSound] = []
    /// What the movie plays.
    public private(set) lazy var sound = SoundSystem(player: self)
    /// Streams that play files or bytes.
    var mediaStreams: [MediaStream] = []
    /// Microphones that scripts have asked for.
    public internal(set) var microphones: [Microphone] = []
    /// A picture of a stream is waited for until it is decoded, so that every run shows the same; else what is not
    /// there in time comes later.
    public var waitsForVideo = true
    /// Clips whose timelines play a stream sound.
    var streamingClips: [WeakClip] = []
    private(set) var clock: FrameClock
    /// Clips in the order in which they entered the stage.
    private var executionList: [MovieClip] = []
    /// What was drawn last: its memory is used again.
    var commands: [RenderCommand] = []
    private var instanceCount = 0
    /// ImportAssets: what has been asked for, what has not arrived yet, and what has.
    var hasPrepared = false
    var pendingImports = 0
    var importedMovies: [String: MovieAssets] = [:]
    private let options: Options
    private var initializedSprites: Set<InitializedSprite> = []
    /// Objects that timelines have made in this frame, see ``newObjectLimit``.
    var newObjects = 0
    /// What step of the frame is being run.
    var phase = FramePhase.exit
    /// Movies of ActionScript 1 and 2 that Loaders have brought since the last frame.
    var enteringOldMovies: [MovieClip] = []
    /// All of these that are still in their Loaders.
    private(set) var loadedOldMovies: [MovieClip] = []
    /// ActionScript 3: clips whose current frame got its script while frame scripts ran.
    var lateScripts: [MovieClip] = []
    /// ActionScript 3: frames that gotos run just now, inside one another.
    var innerFrames = 0

    public let localConnections = LocalConnections()
    /// How the shared objects in use are stored, by their keys.
    var sharedObjectStores: [String: () -> Void] = [:]

    /// What a movie is started with.
    public struct Options {
        /// The movie's own address, as scripts see it.
        public var url = "file:///movie.swf"
        /// Variables of the root before its first frame (FlashVars).
        public var parameters: [(name: String, value: String)] = []
        /// Major version of the Flash Player that scripts see.
        public var playerVersion = 32
        /// Whether scripts see AIR in place of the player that stands alone.
        public var isAIR = false
        /// Whether scripts find a page around the movie, which knows its own address and nothing else.
        public var mocksExternalInterface = false
        /// Where random numbers start.
        public var randomSeed: UInt64 = 0x9E37_79B9_7F4A_7C15
        /// Puts the built-in classes on a machine.
        public var installAVM1: (AVM1Runtime) -> Void = { _ in }
        public var installAVM2: (AVM2Runtime) -> Void = { _ in }

        public init() {}
    }

    public init(movie: Movie, viewport: Viewport, host: any PlayerHost = NullHost(), options: Options = Options()) {
        self.movie = movie
        self.viewport = viewport
        self.host = host
        self.options = options
        runsAVM1 = !movie.fileAttributes.contains(.actionScript3) || movie.header.version < 9
        assets = MovieAssets(movie: movie, url: options.url, resources: resources)
        clock = FrameClock(frameRate: movie.header.frameRate)
        backgroundColor = assets.firstBackgroundColor ?? .white
    }

    private func makeAVM1() -> AVM1Runtime {
        let runtime = AVM1Runtime(
            player: self, heap: heap, rootVersion: movie.header.version, seed: options.randomSeed)
        options.installAVM1(runtime)
        return runtime
    }

    /// The clip of the root movie; made with the first frame.
    var root: MovieClip {
        if let root = levels[0] { return root }
        let root = MovieClip(player: self, assets: assets, characterID: nil, timeline: assets.timeline)
        levels[0] = root
        return root
    }

    // MARK: The movie

    /// The stage's size in whole pixels at scale 1, at least 1 by 1.
    public var stageSize: (width: Int, height: Int) {
        // A movie that is loaded in place of the root brings its own.
        let size = (levels[0]?.assets.movie ?? movie).header.frameSize
        return (max(1, Int(size.width.pixels)), max(1, Int(size.height.pixels)))
    }

    public var frameRate: Double { clock.frameRate }
    /// Frame of the root timeline, from 1; 0 before the first.
    public var currentFrame: Int { root.currentFrame }
    public var totalFrames: Int { root.totalFrames }

    // MARK: Time

    /// Lets `milliseconds` pass: runs the frames that have come due. Returns how many.
    @discardableResult
    public func advance(by milliseconds: Double) -> Int {
        prepare()
        guard isPlaying, isReady else { return 0 }
        clock.nudge(by: streamDrift())
        let due = clock.advance(by: milliseconds)
        for _ in 0..<due { runFrame() }
        advanceTimers(by: milliseconds)
        return due
    }

    /// Lets time pass for timers alone.
    public func advanceTimers(by milliseconds: Double) {
        self.milliseconds += milliseconds
        defer {
            for stream in mediaStreams { stream.advance() }
            for microphone in microphones { microphone.advance() }
            sound.advance(by: milliseconds)
        }
        existingAVM2?.services.timers.run(until: self.milliseconds)
        guard runsAVM1 || existingAVM1 != nil else { return }
        avm1.machine.shareTimeLimit {
            avm1.timers.run(until: self.milliseconds, while: { avm1.haltReason == nil }, afterEach: { avm1.runQueue() })
        }
        advanceSounds()
        avm1.runQueue()
    }

    /// Milliseconds until something is due, nil where nothing ever is.
    public var timeToNextFrame: Double? {
        guard isPlaying else { return nil }
        let due = [existingAVM1?.timers.nextDue, existingAVM2?.services.timers.nextDue]
        let timer = due.compactMap { $0 }.min().map { max(0, $0 - milliseconds) }
        let stream = mediaStreams.compactMap(\.timeToNext).min()
        let microphone = microphones.contains(where: \.isListening) ? Microphone.period : nil
        return [clock.timeToNextFrame, timer, stream, microphone].compactMap { $0 }.min()
    }

    /// Runs one frame now, whatever the clock says.
    public func runFrame() {
        prepare()
        guard isReady else { return }
        newObjects = 0
        for phase in FramePhase.allCases {
            self.phase = phase
            switch phase {
            case .enter: if runsAVM1 { enterFrame() } else { enterFrame2() }
            case .construct: if !runsAVM1 { constructFrame2() }
            case .scripts:
                guard runsAVM1 else {
                    runFrameScripts2()
                    break
                }
                avm1.runQueue()
                avm1.machine.endFrame()
                avm1.loader.frameDidRun()
            case .exit: if !runsAVM1 { exitFrame2() }
            }
        }
        if !runsAVM1 { runOldMovies() }
        if runsAVM1 { trackMouse() } else { hover3() }
        if case .pictures(let pictures) = pointerChoice, pictures.frames.count > 1 { invalidate() }
        if runsAVM1 { avm1.runQueue() }
        heap.collectAtFrameEnd()
    }

    /// The frame of movies of ActionScript 1 and 2 that Loaders have loaded.
    private func runOldMovies() {
        guard let avm1 = existingAVM1 else { return }
        for clip in executionList.reversed() { clip.runFrame() }
        executionList.removeAll { $0.isRemoved }
        // One that has just come runs its first frame now, and goes on with the next.
        let entering = enteringOldMovies
        enteringOldMovies.removeAll()
        loadedOldMovies.removeAll { $0.parent == nil }
        for clip in entering where clip.parent != nil {
            loadedOldMovies.append(clip)
            clip.didEnterStage()
        }
        avm1.runQueue()
        avm1.machine.endFrame()
        avm1.loader.frameDidRun()
    }

    private func enterFrame() {
        if levels[0] == nil {
            let root = root
            if runsAVM1 { setPlayerVersion(of: root) }
            setParameters(of: root)
            root.didEnterStage()
            // Its `onLoad` is one that its first frame gives it.
            if runsAVM1, root.avm1Object() != nil { root.queue(.load) }
            return
        }
        let removals = pendingRemovals
        pendingRemovals.removeAll()
        underlays.removeAll()
        for object in removals { endRemoval(of: object) }
        // The newest clip runs first. Clips that are placed meanwhile have run their first frame when placed.
        for clip in executionList.reversed() { clip.runFrame() }
        executionList.removeAll { $0.isRemoved }
    }

    private func endRemoval(of object: DisplayObject) {
        if let parent = object.parent { return parent.removeNow(object) }
        guard let number = levelNumber(of: object) else { return }
        object.didLeaveStage()
        levels[number] = nil
        invalidate()
    }

    /// `$version`, which every root has as a variable.
    func setPlayerVersion(of root: MovieClip) {
        guard let script = root.avm1Object() else { return }
        heap.define(heap.strings.intern("$version"), avm1.machine.string(playerVersion), on: script)
    }

    /// Platform and version of the Flash Player that this is.
    public var playerVersion: String { "LNX \(options.playerVersion),0,0,0" }

    /// What `Capabilities.playerType` says.
    public var playerType: String { options.isAIR ? "Desktop" : "StandAlone" }

    /// Whether `ExternalInterface` finds a page that knows its own address.
    public var mocksExternalInterface: Bool { options.mocksExternalInterface }

    /// What a page answers that knows nothing but its own address, which scripts ask for to see where they are. Nil:
    /// undefined.
    public func mockPageAnswer(_ function: String, _ arguments: [String]) -> String? {
        if function.hasSuffix("location.href.toString") { return movieURL }
        let asksForAddress = ["document", "window", "top"].contains { arguments.first == "\($0).location.href" }
        return function == "eval" && asksForAddress ? movieURL : nil
    }

    private func setParameters(of root: MovieClip) {
        guard runsAVM1, !options.parameters.isEmpty, let script = root.avm1Object() else { return }
        for (name, value) in options.parameters {
            heap.define(heap.strings.intern(name), avm1.machine.string(value), on: script)
        }
    }

    /// Whether the movie's scripts are ActionScript 1 or 2.
    public let runsAVM1: Bool

    deinit { endScripts() }

    /// Gives up all that scripts have made.
    private func endScripts() {
        sharedObjectStores.removeAll()
        localConnections.removeAll()
        existingAVM1?.tearDown()
        existingAVM1 = nil
        existingAVM2?.tearDown()
        existingAVM2 = nil
        heap.dispose()
    }

    /// Back to the state before the first frame.
    public func rewind() {
        storeSharedObjects()
        for level in levels.values where runsAVM1 { level.removeAllChildren() }
        orphans.removeAll()
        lateScripts.removeAll()
        enteringOldMovies.removeAll()
        loadedOldMovies.removeAll()
        registeredFonts.removeAll()
        isPointerHidden = false
        pointerChoice = .automatic
        hasTold3 = false
        mouse3 = MouseState3()
        stage = StageObject(player: self, assets: assets)
        levels.removeAll()
        executionList.removeAll()
        initializedSprites.removeAll()
        mouse.reset()
        stopAllSounds()
        streamingClips.removeAll()
        for stream in mediaStreams { stream.close() }
        closeMicrophones()
        pendingRemovals.removeAll()
        underlays.removeAll()
        focus.reset()
        keys.reset()
        selectingText = nil
        drag = nil
        endScripts()
        heap = Heap()
        instanceCount = 0
        milliseconds = 0
        backgroundColor = assets.firstBackgroundColor ?? .white
        clock.reset()
        invalidate()
    }

    /// Shows the root's frame of this number, from 1, and goes on from there as before: playing or not.
    public func seek(toFrame frame: Int) {
        guard totalFrames > 0 else { return }
        let isRootPlaying = root.isPlaying
        root.goto(frame: min(totalFrames, max(1, frame)), andPlay: isRootPlaying)
        if runsAVM1 { avm1.runQueue() }
        invalidate()
    }

    /// Goes `frames` on, or back where negative (never before the first), and stays there.
    public func step(by frames: Int) {
        isPlaying = false
        if frames >= 0 {
            for _ in 0..<frames { runFrame() }
        } else {
            let isRootPlaying = root.isPlaying
            root.goto(frame: max(1, root.currentFrame + frames), andPlay: isRootPlaying)
            invalidate()
        }
    }

    func replaceBackground(_ color: RGBA) { backgroundColor = color }

    /// `stage.frameRate = …`
    public func setFrameRate(_ rate: Double) { clock.frameRate = rate }

    /// Variables that the movie was started with.
    public var movieParameters: [(name: String, value: String)] { options.parameters }

    /// Notes that the picture may have changed.
    public func invalidate() { needsDisplay = true }

    func setBackgroundColor(_ color: RGBA, from clip: MovieClip) {
        // Only the first colour counts; Flash ignores later ones.
        guard assets.firstBackgroundColor == nil, clip === root else { return }
        backgroundColor = color
        invalidate()
    }

    // MARK: What the tree asks for

    func addToExecutionList(_ clip: MovieClip) { executionList.append(clip) }

    /// A name for an object that the movie leaves nameless.
    func nextInstanceName() -> String {
        instanceCount += 1
        return "instance\(instanceCount)"
    }

    private struct InitializedSprite: Hashable {
        let assets: ObjectIdentifier
        let sprite: CharacterID
    }

    /// DoInitAction: runs once for each sprite, before anything else of the frame.
    func runInitAction(_ sprite: CharacterID, _ actions: Range<Int>, _ clip: MovieClip) {
        guard
            initializedSprites.insert(InitializedSprite(assets: ObjectIdentifier(clip.assets), sprite: sprite)).inserted
        else { return }
        // What the frame places is there by then; classes are looked up later still.
        avm1.queue.add(
            QueuedAction(object: clip, work: .code(actions, clip.assets), runsAfterRemoval: true), .initialize)
    }

    /// Code of a version asks for the bounds of a clip.
    public func noteBoundsQuery(swfVersion: UInt8) {
        if swfVersion >= 8 || root.swfVersion >= 8 { hasNewNoBounds = true }
    }

    func visitScripts(_ marker: inout Marker) {
        for level in levels.values { level.visitScripts(&marker) }
        drag?.object.visitScripts(&marker)
    }
}
