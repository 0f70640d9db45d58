import AVM
import AVM1
import Base
import Renderer
import SWF

/// A display object with a timeline: the root of a movie or an instance of a sprite.
public final class MovieClip: Container {
    var timeline: Timeline
    /// From 1; 0 before its first frame has run.
    public private(set) var currentFrame = 0
    public var isPlaying = true { didSet { if !isPlaying { stopStream() } } }
    /// The stream sound of its timeline, while it plays.
    var stream: StreamPlayback?
    /// What scripts have drawn into it. Lies below the children.
    public var drawing: Drawing {
        if let existingDrawing { return existingDrawing }
        let made = Drawing(resources: player.resources)
        existingDrawing = made
        return made
    }
    private(set) var existingDrawing: Drawing?
    /// Bytes of its movie, or of its sprite's tags.
    public var bytesTotal: Int {
        timeline === assets.timeline ? Int(assets.movie.header.fileLength) : timeline.byteCount
    }
    /// Where it was to be loaded from, where that has failed.
    var failedURL: String?
    /// `_lockroot`: for what is below, this is `_root`.
    public var locksRoot = false
    /// ActionScript 3: `enabled`, `trackAsMenu`.
    public var isEnabled2 = true
    public var tracksAsMenu2 = false
    /// ActionScript 3: it holds the children of a button's state, and is a Sprite.
    var isPlainSprite2 = false
    /// ActionScript 3: the scripts of its frames.
    var scripts2 = FrameScripts()
    /// Its load event has been sent, so that its frames send enterFrame.
    private var isLoaded = false

    init(player: Player, assets: MovieAssets, characterID: CharacterID?, timeline: Timeline) {
        self.timeline = timeline
        super.init(player: player, assets: assets, characterID: characterID)
    }

    public var totalFrames: Int { timeline.frameCount }
    /// The same as scripts see it: 0 for a sprite that claims none.
    public var scriptTotalFrames: Int { timeline.claimedFrameCount == 0 ? 0 : totalFrames }

    override var isNamedByPlayer: Bool { true }
    override func avm1Prototype() -> Object? { player.avm1.machine.prototypes.movieClip }

    override func didEnterStage() {
        // ActionScript 3 makes its object later in the frame.
        if runsAVM1 { didEnterStage(by: .timeline) } else { runFirstFrame2() }
    }

    override func didLeaveStage() {
        super.didLeaveStage()
        stopStream()
        unloadSounds()
    }

    override var selfBounds: TwipsRect { existingDrawing?.bounds ?? .empty }

    override var selfEdgeBounds: TwipsRect { existingDrawing?.edgeBounds ?? .empty }

    override func renderSelf(into list: inout RenderList, _ state: RenderState) {
        if let shape = existingDrawing?.shapeID() { list.append(.shape(shape, state.matrix, state.colorTransform)) }
    }

    override func containsSelf(_ point: TwipsPoint) -> Bool {
        existingDrawing?.snapshot.contains(point) ?? false
    }

    /// Takes on another movie's timeline, as loading into the clip does.
    func adopt(_ assets: MovieAssets, timeline: Timeline) {
        removeAllChildren()
        stopStream()
        unloadSounds()
        existingDrawing?.clear()
        self.assets = assets
        self.timeline = timeline
        failedURL = nil
        currentFrame = 0
        isPlaying = true
        isLoaded = false
    }

    // MARK: Playing

    /// Moves the playhead on by one where it plays, and does what the new frame says.
    func runFrame() {
        guard !isRemoved, !isLeaving else { return }
        queue(isLoaded ? .enterFrame : .load)
        isLoaded = true
        guard isPlaying else { return }
        if currentFrame < timeline.lastPlayedFrame && currentFrame != timeline.loopLength {
            currentFrame += 1
            runTags(ofFrame: currentFrame)
        } else if timeline.loopLength != nil {
            if endsAtLastFrame { return }
            // Looping is going to the first frame: what was there from the start survives.
            goto(frame: 1)
        } else {
            // A single frame has nowhere to go. It stays "playing" for script, so nothing is changed here.
            return
        }
    }

    /// The person wants the main timeline to stop at its end.
    var endsAtLastFrame: Bool { !player.loopsRoot && self === player.level(0) }

    /// Goes to `frame` (from 1, clamped to what there is) and stays or plays on from there.
    public func goto(frame: Int, andPlay plays: Bool) {
        isPlaying = plays
        let target = min(max(1, frame), totalFrames)
        // Beyond its end it shows the last frame without running its actions.
        if target != currentFrame { goto(frame: target, runsActions: frame <= totalFrames) }
    }

    func runTags(ofFrame frame: Int) {
        reach(frame)
        for tag in timeline.tags(ofFrame: frame) { run(tag, frame: frame) }
    }

    /// What is defined in the frames of a root counts from there on.
    func reach(_ frame: Int) {
        if timeline === assets.timeline { assets.reach(frame: frame) }
    }

    private func run(_ tag: Tag, frame: Int) {
        switch tag {
        case .placeObject(let place): self.place(place, frame: frame)
        case .removeObject(let depth, _):
            if let child = child(atDepth: Int32(depth)) { remove(child) }
        default: runAction(tag)
        }
    }

    /// Whether code of ActionScript 3 in its movie runs: not where a movie of ActionScript 1 has loaded it.
    private var runsABC: Bool { !runsAVM1 && parent?.runsAVM1 != true }

    /// What a frame does besides changing its children.
    func runAction(_ tag: Tag) {
        switch tag {
        case .setBackgroundColor(let color): player.setBackgroundColor(color, from: self)
        case .doAction(let range):
            // A movie of ActionScript 3 in one of the others: its actions are not run.
            guard runsAVM1, assets.runsAVM1 else { break }
            player.avm1.queue.add(QueuedAction(object: self, work: .code(range, assets), frame: currentFrame))
        case .doInitAction(let sprite, let range): if assets.runsAVM1 { player.runInitAction(sprite, range, self) }
        case .doABC(let flags, _, let range):
            guard runsABC else { break }
            player.avm2.load(range, flags: flags, of: assets)
        case .symbolClass(let symbols):
            guard runsABC else { break }
            player.avm2.bind(symbols, of: assets)
        case .startSound(let tag): startSound(tag)
        case .soundStreamBlock: streamFrame()
        case .setTabIndex: player.stubs.hit("SetTabIndex")
        default: break
        }
    }

    // MARK: Placing

    /// Does what a PlaceObject tag of `frame` says.
    func place(_ place: PlaceObject, frame: Int) {
        let depth = Int32(place.depth)
        switch place.action {
        case .place(let id):
            instantiate(id, at: depth, place, frame: frame)
        case .replace(let id):
            if let old = child(atDepth: depth) {
                replace(old, by: id, place, frame: frame)
            } else {
                instantiate(id, at: depth, place, frame: frame)
            }
        case .modify:
            guard let child = child(atDepth: depth) else { return }
            child.apply(place)
            player.invalidate()
        }
    }

    func instantiate(_ id: CharacterID, at depth: Int32, _ place: PlaceObject, frame: Int) {
        // ActionScript 3 leaves what is there; before it, what is there goes.
        if !runsAVM1, child(atDepth: depth) != nil { return }
        guard assets.isReached(id) else { return }
        guard let child = player.instantiate(id, of: assets, inside: self) else { return }
        child.placeFrame = frame
        child.name = place.name.map { assets.text($0) }
        child.hasOwnName = child.name != nil
        if child.name == nil && (!runsAVM1 || child.isNamedByPlayer) { child.name = player.nextInstanceName() }
        child.clipActions = place.clipActions
        child.apply(place)
        self.place(child, atDepth: depth)
        child.didEnterStage()
    }

    /// Gives the object at a depth another character. Only what has no life of its own changes its picture: Flash
    /// lets a movie clip, a button and a text field stay what they are.
    func replace(_ old: DisplayObject, by id: CharacterID, _ place: PlaceObject, frame: Int) {
        if old is MovieClip || old is ButtonObject {
            old.apply(place)
            old.placeFrame = frame
            player.invalidate()
            return
        }
        guard assets.isReached(id), let child = player.instantiate(id, of: assets, inside: self) else { return }
        if !runsAVM1, let old = old as? Graphic, let child = child as? Graphic {
            old.takeShape(of: child)
            old.apply(place)
            old.placeFrame = frame
            return
        }
        child.matrix = old.matrix
        child.colorTransform = old.colorTransform
        child.clipDepth = old.clipDepth
        child.ratio = old.ratio
        child.name = old.name
        child.placeFrame = frame
        child.apply(place)
        self.place(child, atDepth: old.depth)
        child.didEnterStage()
    }

    func setCurrentFrame(_ frame: Int) { currentFrame = frame }
}
