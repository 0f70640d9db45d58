import Base
import FlashAPI
import Glibc
import Library
import Player
import Renderer
import SWF
import UI

/// The program while a movie is open: the window, the player and the strip, and the loop that drives them.
final class Front {
    let options: Options
    let player: Player
    let window: Window
    /// nil where the person wants none.
    let strip: Strip?
    let host: WindowHost
    /// A movie that is added to the library becomes an item while it plays.
    var launch: Launch
    let renderer: Renderer
    let settings: ProgramSettings
    let desktop: Desktop
    private let loop = EventLoop()
    var timing = Timing()
    var isDone = false
    var outcome = Outcome.quit
    var isWindowLost = false

    /// What the player drew last. The strip may change more often than that.
    private var movieCommands: [RenderCommand] = []
    /// Knows what the window shows, or will once it can be seen. Each surface knows the same of itself.
    private let shownDamage = DamageTracker()
    private var hasPicture = false
    private var needsDrawing = true
    /// When the player was last told the time, in ``Clock``'s milliseconds.
    private var playedUntil = 0.0
    private var lastDrawing = -Double.infinity
    private var nextStoring = 0.0
    /// Whether the item has a picture, as of when the movie began.
    private(set) lazy var hasPictureFile = launch.pictureFile.map { Disk().kind(of: $0) == .file } ?? false
    /// When the pictures were handed over that the server has not finished, oldest first.
    private var handedOver: [Double] = []
    private let soundDevice: SoundDevice

    // What lies over the movie, see Front+Overlay.swift.
    let toolkit: UIToolkit
    var menu: PopUpMenu?
    var menuChoices: [MenuChoice] = []
    var showsHelp = false
    var prompt: PromptDialog?
    var console: ConsolePanel?
    var keysPanel: KeysPanel?
    var keyboard: ScreenKeyboard?
    let toast: Toast
    /// Loudness before it was muted, in percent.
    var volumeBeforeMuting: Int32?

    // Input, see Front+Input.swift.
    var clicks = ClickCounter()
    var buttonsInMovie: Set<MouseButton> = []
    var isPointerInMovie = false
    var keysInMovie: Set<UInt8> = []
    /// What is held and stands for something else in the movie, see MovieKeys.swift.
    var mappedInMovie: Set<MovieKeys.Source> = []
    var pointer = (x: 0, y: 0)
    // Game pads, see Front+Gamepad.swift.
    /// The keyboard belongs to another window, and with it the pads.
    var isFocusElsewhere = false { didSet { if isFocusElsewhere != oldValue { backgroundChanged() } } }
    /// What was done to the movie because it is in the background, and is to be undone.
    var backgroundEffect: LibraryItem.Background?
    var sticks: [MovieKeys.Source: (x: Double, y: Double)] = [:]
    var padPointer: (x: Double, y: Double)?
    var lastPadMove = 0.0
    /// The person has given all keys to the movie.
    var passesKeys = false
    var isControlHeld = false
    /// Where the pointer was when it began to drag the magnified stage.
    var panStart: (x: Int, y: Int, panX: Double, panY: Double)?

    /// Writes down what the movie is told.
    private var recorder: InputRecorder?
    /// Tells the movie what was written down, in the person's place.
    private var replay: InputReplay?

    /// How fast the movie runs.
    var speed = 1.0 { didSet { soundDevice.setSpeed(shownSpeed) } }
    var isFastForwarding = false { didSet { soundDevice.setSpeed(shownSpeed) } }
    var shownSpeed: Double { isFastForwarding ? Speed.fastForward : speed }

    /// Milliseconds between two drawings that no frame of the movie asks for: no screen shows more.
    private static let shortestPause = 8.0
    /// A longer stall than this many milliseconds is no time the movie should catch up with.
    private static let longestStall = 1000.0
    /// Milliseconds between two looks at what there is to save.
    private static let storingPause = 800.0
    /// Of so many milliseconds at most one goes into packing saves.
    private static let storingShare = 50.0
    /// Milliseconds between two looks at what has come from the network.
    private static let networkPause = 10.0
    /// So many events at most are taken in a row, so that a flood of them does not keep the movie from moving.
    private static let eventsAtOnce = 200

    /// Plays in `window` or, where that is nil, in one of its own that is as large as the movie.
    init(
        options: Options, launch: Launch, window shared: Window? = nil, settings program: ProgramSettings,
        desktop: Desktop
    ) throws(Complaint) {
        self.settings = program
        self.desktop = desktop
        self.options = options
        self.launch = launch
        host = WindowHost(launch, openURLMode: options.openURLMode)
        var settings = launch.settings
        settings.randomSeed = .random(in: 0 ... .max)
        if let path = options.replayFile {
            let replay = try InputReplay(path: path)
            try replay.check(launch)
            (self.replay, settings.randomSeed) = (replay, replay.start.seed)
            host.start(replay.start)
        } else if let path = options.recordFile {
            let start = InputLog.Start(
                movie: launch.movieHash, seed: settings.randomSeed, clock: host.wallClock,
                offset: host.localOffset(at: host.wallClock))
            recorder = try InputRecorder(start, path: path)
            host.start(start)
        }
        settings.installAVM1 = FlashAPI.installAVM1
        settings.installAVM2 = FlashAPI.installAVM2
        let player = Player(
            movie: launch.movie, viewport: Viewport(width: 1, height: 1), host: host, options: settings)
        if let shared {
            window = shared
        } else {
            window = try Window(
                title: "\(launch.name) - RuffleX11", stage: player.stageSize,
                size: replay?.firstView.map { ($0.width, $0.height) } ?? options.windowSize(stage: player.stageSize),
                fullScreen: options.fullScreen)
        }
        player.viewport = Viewport(width: window.width, height: window.height, scale: window.scale)
        launch.configure(player)
        self.player = player
        toolkit = UIToolkit(resources: player.resources)
        toast = Toast()
        renderer = Renderer(resources: player.resources)
        soundDevice = SoundDevice(
            player.sound.mixer, output: ALSAOutput(options.soundDevice ?? program.soundOutput ?? "default"))
        host.chosenMicrophone = options.microphone ?? program.soundInput
        strip =
            options.strip
            ? Strip(resources: player.resources, width: window.width, height: window.height, scale: window.scale)
            : nil
        strip?.keys = program.keys
        // Whoever counts frames is no person.
        host.asks = options.exitAfter == nil && !isLogged
        for warning in program.warnings { host.warn(warning) }
        self.launch.keys = MovieKeys(options.padKeys).over(launch.keys).over(program.movieKeys)
        for pair in self.launch.keys.unknown {
            host.warn("keys.\(pair.pressed) = \(pair.given) names something that is no key")
        }
    }

    /// Plays until the person, the movie's length under `--exit-after` or a signal ends it.
    func run() throws(Complaint) -> Outcome {
        // Whatever ends the movie, its saves are on the disk.
        defer { player.storeSharedObjects() }
        window.show()
        window.flush()
        // A picture of a video that is not ready in time must not hold up the movie.
        player.waitsForVideo = isLogged
        // A silent movie never opens the device.
        // Whoever plays it again has no sound that the movie could keep pace with.
        player.sound.onFirstVoice =
            isLogged
            ? nil
            : { [soundDevice, unowned player] in
                guard soundDevice.start() else { return report("there can be no thread for sound") }
                player.sound.latency = SoundDevice.latency
                player.sound.isPulled = true
            }
        replay?.firstView?.apply(to: player)
        recorder?.noteView(player)
        player.runFrame()
        playedUntil = Clock.now
        while !isDone && !loop.isInterrupted {
            takeEvents()
            if isWindowLost { throw Complaint(message: XErrors.windowDestroyed) }
            let now = Clock.now
            takePadEvents(now)
            let hasRun = runMovie(now)
            serveMovie()
            serveDesktop(now)
            showState(now)
            try drawIfNeeded(now, isFrame: hasRun)
            window.flush()
            if isDone || window.hasEvents { continue }
            loop.wait(for: [window.descriptor] + desktop.descriptors, until: nextMoment(Clock.now))
        }
        soundDevice.stop()
        if recorder?.hasFailed == true { report("the record of input is not complete: it could not be written") }
        if options.timing { print(timing.summary) }
        return outcome
    }

    /// How the movie was left.
    enum Outcome {
        case quit, library, adding
        /// The settings of this item of the library.
        case settings(String)
        /// Another movie was dropped on the window.
        case dropped(Launch)
    }

    /// Whether all that the movie is told is written down, or was.
    var isReplaying: Bool { replay != nil }
    var isLogged: Bool { recorder != nil || replay != nil }

    /// Tells the movie of something.
    func give(_ event: InputEvent) {
        if replay != nil { return }
        recorder?.note(.input(event), player)
        player.handle(event)
    }

    /// Writes down that something is done to the movie. False: what was written down goes on, and nothing else is done.
    func mayDo(_ entry: InputLog.Entry) -> Bool {
        if replay != nil { return false }
        recorder?.note(entry, player)
        return true
    }

    private func takeEvents() {
        for _ in 0..<Self.eventsAtOnce {
            guard !isDone, !isWindowLost, window.hasEvents else { return }
            window.takeEvent(handle)
        }
    }

    /// Runs the frames that have come due. Returns whether there were any.
    private func runMovie(_ now: Double) -> Bool {
        let start = Clock.now
        let time = min(Self.longestStall, max(0, now - playedUntil)) * shownSpeed
        let count: Int
        if replay != nil {
            count = replay?.advance(by: time, player, host, launch) ?? 0
            if replay?.isDone == true { isDone = true }
        } else if let recorder {
            recorder.note(.time(time), player)
            count = InputReplay.run(time, player, host, launch)
        } else {
            count = player.advance(by: time)
        }
        playedUntil = now
        host.playedUntil = now
        if count == 0 { return false }
        launch.enforce(on: player)
        timing.add(Clock.now - start, to: .run)
        storeIfDue()
        // The picture on the screen is this frame's too where nothing has changed.
        if !player.needsDisplay && timing.shownFrames > 0 { countShownFrame() }
        return true
    }

    /// Lets the movie's shared objects reach the disk, within a second of a change.
    ///
    /// The player cannot know what has changed without packing all of it, so that a movie with much to save is asked less
    /// often.
    private func storeIfDue() {
        let now = Clock.now
        if now < nextStoring { return }
        player.storeSharedObjects()
        let cost = Clock.now - now
        nextStoring = now + max(Self.storingPause, cost * Self.storingShare)
    }

    /// Does what the movie has asked of its host.
    private func serveMovie() {
        // Where all is written down, loads are too: they are handed over as time goes by.
        if !isLogged { host.completeLoads() }
        if let text = host.takeClipboard() { window.selections.own(text) }
        askIfNeeded()
        for request in host.takeRequests() {
            switch request {
            case .quit: isDone = true
            case .fullScreen(let wanted): window.setFullScreen(wanted)
            }
        }
    }

    /// Starts the movie's clock anew: the time until now was not the movie's.
    func restartClock() { playedUntil = Clock.now }

    /// Tells strip and window what the player is up to.
    private func showState(_ now: Double) {
        window.pointer = pointerShape
        showCaretToInputMethod()
        toast.advance(to: now)
        guard let strip else { return }
        strip.facts = Strip.Facts(
            isPlaying: player.isPlaying, scale: player.viewport.choice,
            volume: Int(volumeBeforeMuting ?? player.soundTransform.volume), isMuted: volumeBeforeMuting != nil,
            speed: shownSpeed, quality: player.quality, isFullScreen: window.isFullScreen,
            frame: player.currentFrame, frameCount: player.totalFrames, canAdd: canAdd)
        strip.advance(to: now)
    }

    // MARK: - Drawing

    private var isOutOfDate: Bool {
        needsDrawing || player.needsDisplay || strip?.hasChanged == true || menu?.hasChanged == true
            || toast.hasChanged || console?.hasChanged == true || keyboard?.hasChanged == true
    }

    /// A hidden window needs no picture, except the one it will show first.
    private var isWorthDrawing: Bool { isOutOfDate && (window.isViewable || !hasPicture) }

    private func drawIfNeeded(_ now: Double, isFrame: Bool) throws(Complaint) {
        guard isWorthDrawing, isFrame || now >= lastDrawing + Self.shortestPause else { return }
        guard let surface = try window.freeSurface() else { return }
        let start = Clock.now
        if player.needsDisplay { movieCommands = player.renderCommands() }
        let commands = movieCommands + (strip?.commands() ?? []) + overlayCommands()
        needsDrawing = false
        lastDrawing = now
        let changed = update(shownDamage, commands, surface)
        if changed.isEmpty {
            if isFrame && timing.shownFrames > 0 { countShownFrame() }
            return
        }
        let stale = update(surface.damage, commands, surface)
        renderer.draw(
            commands, into: surface.target, background: player.backgroundColor, quality: player.quality, damage: stale)
        let drawn = Clock.now
        surface.finish(stale)
        hasPicture = true
        if window.present(surface, changed) { handedOver.removeLast() }
        window.flush()
        let end = Clock.now
        timing.add(drawn - start, to: .draw)
        timing.add(end - drawn, to: .put)
        handedOver.append(end)
    }

    /// Tells `tracker` what is drawn now, and returns where that differs from before.
    private func update(_ tracker: DamageTracker, _ commands: [RenderCommand], _ surface: Surface) -> [PixelRect] {
        tracker.update(
            commands, resources: player.resources,
            bounds: PixelRect(left: 0, top: 0, right: surface.width, bottom: surface.height),
            background: player.backgroundColor, quality: player.quality)
    }

    /// Asks for a new picture although neither movie nor strip has changed.
    func redraw() { needsDrawing = true }

    /// A picture has arrived on the screen.
    func pictureShown() {
        if !handedOver.isEmpty { timing.add(Clock.now - handedOver.removeFirst(), to: .shown) }
        if timing.shownFrames == 0 { firstPictureShown() }
        countShownFrame()
    }

    private func firstPictureShown() {
        if options.timing {
            if let time = Clock.sinceProcessStart {
                print("first frame: \(fixed(time)) ms after exec")
            } else {
                report("the time of exec is not known: /proc/self/stat cannot be read")
            }
            fflush(nil)
        }
        window.setIcon(Icon.pictures())
        desktop.start()
    }

    private func countShownFrame() {
        timing.shownFrames += 1
        guard let last = options.exitAfter else { return }
        // Where no other frame will ever be due, this was the last one.
        if timing.shownFrames >= last || (player.isPlaying && player.timeToNextFrame == nil) { isDone = true }
    }

    // MARK: - Time

    /// When the next thing is due, nil where the program sleeps until something happens.
    private func nextMoment(_ now: Double) -> Double? {
        if host.hasLoads { return now }
        var moments: [Double] = []
        if host.network.isBusy { moments.append(now + Self.networkPause) }
        if let replay {
            if let wait = replay.timeToNext { moments.append(playedUntil + wait / shownSpeed) }
        } else if let wait = player.timeToNextFrame {
            moments.append(playedUntil + wait / shownSpeed)
        }
        if let end = toast.end { moments.append(end) }
        if let reset = desktop.nextReset(now) { moments.append(reset) }
        if isPadPointing { moments.append(now + Self.pointingPause) }
        if let deadline = strip?.deadline(now: now) { moments.append(deadline) }
        if isWorthDrawing && window.hasFreeSurface { moments.append(lastDrawing + Self.shortestPause) }
        return moments.min()
    }
}
