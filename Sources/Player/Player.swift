import Base
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
    /// Features that the movie asked for and that are missing.
    public let stubs = StubLog()
    public var viewport: Viewport { didSet { if viewport != oldValue { invalidate() } } }
    public var quality: Quality = .high { didSet { if quality != oldValue { invalidate() } } }
    /// While false, ``advance(by:)`` runs nothing.
    public var isPlaying = true { didSet { clock.reset() } }
    public private(set) var backgroundColor: RGBA
    /// Whether what ``renderCommands()`` gives may differ from what it gave before.
    public private(set) var needsDisplay = true

    private let assets: MovieAssets
    private(set) lazy var root = makeRoot()
    private var clock: FrameClock
    private let mouse = MouseTracker()
    private var mousePosition: (x: Double, y: Double)?
    /// Clips in the order in which they entered the stage.
    private var executionList: [MovieClip] = []
    private var commands: [RenderCommand] = []
    /// What step of the frame is being run.
    private(set) var phase = FramePhase.exit

    public init(movie: Movie, viewport: Viewport) {
        self.movie = movie
        self.viewport = viewport
        assets = MovieAssets(movie: movie, resources: resources)
        clock = FrameClock(frameRate: movie.header.frameRate)
        backgroundColor = assets.firstBackgroundColor ?? .white
    }

    private func makeRoot() -> MovieClip {
        MovieClip(player: self, assets: assets, characterID: nil, timeline: assets.timeline)
    }

    // MARK: The movie

    /// The stage's size in whole pixels at scale 1, at least 1 by 1.
    public var stageSize: (width: Int, height: Int) {
        let size = movie.header.frameSize
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
        guard isPlaying else { return 0 }
        let due = clock.advance(by: milliseconds)
        for _ in 0..<due { runFrame() }
        return due
    }

    /// Milliseconds until something is due, nil where nothing ever is.
    public var timeToNextFrame: Double? { isPlaying ? clock.timeToNextFrame : nil }

    /// Runs one frame now, whatever the clock says.
    public func runFrame() {
        for phase in FramePhase.allCases {
            self.phase = phase
            if phase == .enter { enterFrame() }
        }
        trackMouse()
    }

    private func enterFrame() {
        if executionList.isEmpty {
            root.didEnterStage()
            return
        }
        // The newest clip runs first. Clips that are placed meanwhile have run their first frame when placed.
        for clip in executionList.reversed() { clip.runFrame() }
        executionList.removeAll { $0.isRemoved }
    }

    /// Back to the state before the first frame.
    public func rewind() {
        root.removeAllChildren()
        executionList.removeAll()
        mouse.reset()
        backgroundColor = assets.firstBackgroundColor ?? .white
        root = makeRoot()
        clock.reset()
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

    // MARK: The picture

    /// The stage as it is now, in the viewport's pixels. Has no side effect on the movie.
    public func renderCommands() -> [RenderCommand] {
        let window = PixelRect(left: 0, top: 0, right: viewport.width, bottom: viewport.height)
        var list = RenderList(reusing: commands, bounds: window)
        commands = []
        list.add(root, in: RenderState(matrix: stageToDevice, colorTransform: .identity))
        if viewport.hasLetterbox { addLetterbox(to: &list, window) }
        commands = list.commands
        needsDisplay = false
        return commands
    }

    private func addLetterbox(to list: inout RenderList, _ window: PixelRect) {
        let stage = viewport.stageRect(movie.header.frameSize)
        let bars = [
            PixelRect(left: 0, top: 0, right: window.right, bottom: stage.top),
            PixelRect(left: 0, top: stage.bottom, right: window.right, bottom: window.bottom),
            PixelRect(left: 0, top: stage.top, right: stage.left, bottom: stage.bottom),
            PixelRect(left: stage.right, top: stage.top, right: window.right, bottom: stage.bottom),
        ]
        for bar in bars where !bar.isEmpty { list.append(.rectangle(bar, .black)) }
    }

    private var stageToDevice: Affine { viewport.stageToDevice(movie.header.frameSize) }

    /// Notes that the picture may have changed.
    func invalidate() { needsDisplay = true }

    func setBackgroundColor(_ color: RGBA, from clip: MovieClip) {
        // Only the first colour counts; Flash ignores later ones.
        guard assets.firstBackgroundColor == nil, clip === root else { return }
        backgroundColor = color
        invalidate()
    }

    // MARK: Objects

    /// A new instance of a character, nil where it is none that can be on the stage.
    func instantiate(_ id: CharacterID, of assets: MovieAssets) -> DisplayObject? {
        switch assets.character(id) {
        case .shape(let shape): return Graphic(player: self, assets: assets, characterID: id, shape: shape)
        case .morph(let morph): return MorphGraphic(player: self, assets: assets, characterID: id, morph: morph)
        case .sprite(let sprite):
            return MovieClip(player: self, assets: assets, characterID: id, timeline: sprite.timeline)
        case .button(let button): return ButtonObject(player: self, assets: assets, characterID: id, button: button)
        case .bitmap(let bitmap): return BitmapGraphic(player: self, assets: assets, characterID: id, bitmap: bitmap)
        case .text(let text): return StaticText(player: self, assets: assets, characterID: id, text: text)
        case .editText:
            stubs.hit("DefineEditText")
            return nil
        case .video:
            stubs.hit("DefineVideoStream")
            return nil
        case .font, .sound, .binary, nil: return nil
        }
    }

    func addToExecutionList(_ clip: MovieClip) { executionList.append(clip) }

    // MARK: Input

    public func handle(_ event: InputEvent) {
        switch event {
        case .mouseMove(let x, let y):
            mousePosition = (x, y)
            trackMouse()
        case .mouseDown(let x, let y, let button, _):
            mousePosition = (x, y)
            trackMouse()
            if button == .left { mouse.press() }
        case .mouseUp(let x, let y, let button):
            mousePosition = (x, y)
            trackMouse()
            if button == .left { mouse.release() }
        case .mouseLeave:
            mousePosition = nil
            trackMouse()
        case .mouseWheel, .keyDown, .keyUp, .textInput, .focusGained, .focusLost: break
        }
    }

    /// Whether the pointer should be a hand.
    public var isPointerOverButton: Bool { mouse.isOverButton }

    private func trackMouse() { mouse.move(over: mousePosition.flatMap(button(at:))) }

    /// The topmost button at a device position.
    private func button(at position: (x: Double, y: Double)) -> ButtonObject? {
        guard let map = stageToDevice.inverse else { return nil }
        let place = map.apply(x: position.x, y: position.y)
        return root.button(at: TwipsPoint(x: Int32(saturating: place.x), y: Int32(saturating: place.y)))
    }
}

extension Container {
    /// The topmost button at `point`, which is in the parent's space.
    fileprivate func button(at point: TwipsPoint) -> ButtonObject? {
        guard isVisible, let inner = matrix.inverse?.apply(point) else { return nil }
        if let button = self as? ButtonObject { return button.isHit(inner) ? button : nil }
        for child in children.reversed() {
            if let found = (child as? Container)?.button(at: inner) { return found }
        }
        return nil
    }
}
