import AVM
import AVM1
import Base
import Renderer
import SWF

/// Something that can be on the stage. Subclasses say what it shows.
public class DisplayObject {
    /// The player that owns the tree. It outlives every object of it.
    public unowned(unsafe) let player: Player
    /// The movie whose dictionary made this.
    public internal(set) var assets: MovieAssets
    /// The owner, nil when off the stage. It outlives this link: ``Container`` clears it on removal and deinit.
    public fileprivate(set) unowned(unsafe) var parent: Container?

    /// The number by which it was placed, nil where script made it. An imported character is known by another number
    /// in the movie that defines it: ``definitionID``.
    public internal(set) var characterID: CharacterID?
    /// Its number in the dictionary of ``assets``.
    public let definitionID: CharacterID?
    /// Place in the parent's display list; ActionScript's depth plus 16384, so that timelines start at 0.
    public internal(set) var depth: Int32 = 0
    /// Frame of the parent's timeline (from 1) at which it was placed. 0 where script placed it.
    var placeFrame = 0
    public var name: String?

    public var matrix = Matrix.identity { didSet { player.invalidate() } }
    public var colorTransform = ColorTransform.identity { didSet { player.invalidate() } }
    /// Volume and balance of what it and all below it play.
    public var soundTransform = SoundTransform()
    /// `_focusrect` of its own; nil: as the root says.
    var showsFocusRect: Bool?
    public var blendMode = BlendMode.normal { didSet { player.invalidate() } }
    /// Whether ``blendShader`` joins it to what is below, whatever its blend mode.
    public var blendsByShader = false { didSet { player.invalidate() } }
    public var blendShader: ProgramReference? { didSet { player.invalidate() } }
    public var isVisible = true { didSet { player.invalidate() } }
    /// What scripts have set of scale and rotation, kept because a matrix loses some of it.
    var scriptPlacement: Placement2D?
    /// A script has moved it: the timeline's own changes no longer count.
    public var isTransformedByScript = false
    /// It is no picture but a mask of the depths above it, up to and including this one.
    var clipDepth: Int32?
    /// Morph: 0...65535 between start and end. Video: the frame.
    public internal(set) var ratio: UInt16 = 0 { didSet { if ratio != oldValue { player.invalidate() } } }
    public var filters: [Filter] = [] { didSet { player.invalidate() } }
    /// Its place in the order of tabs, nil where it has none.
    public var tabIndex: Int?
    /// `scrollRect` in twips: only this part of it shows, moved to its origin.
    public var scrollRect: TwipsRect? { didSet { player.invalidate() } }
    /// `opaqueBackground`: a colour behind it, as 0xRRGGBB.
    public var opaqueBackground: UInt32? { didSet { player.invalidate() } }
    public var isCachedAsBitmap = false
    /// It masks this object, which is drawn only where the mask has fills (`setMask`).
    public internal(set) weak var mask: DisplayObject?
    /// It is the mask of this object and is not drawn itself.
    public internal(set) weak var maskedObject: DisplayObject?
    /// The button whose hit area it is part of, and so off the stage.
    weak var hitAreaOwner: ButtonObject?
    /// It has been taken out of the tree and takes part in nothing any more.
    public internal(set) var isRemoved = false
    /// It has been taken out but stays until the next frame, see ``Container/remove(_:)``.
    var isPendingRemoval = false
    /// The object of ActionScript 1 and 2, made when first asked for. Kept alive by the tree.
    private var script: Object?
    /// The object of ActionScript 3. It holds this, not the other way round: it is kept alive by what is marked in the
    /// tree, see ``visitObject2(_:)``.
    public internal(set) var object2: Object?
    /// Its constructor has run, or is running.
    var isConstructed2 = false
    /// ActionScript 3: a script has made it, or has put it where it is. Timelines leave it alone.
    public var isPlacedByScript2 = false
    /// The name is one that the movie or a script gave.
    var hasOwnName = false
    /// What ActionScript 3 says of its mouse and keyboard.
    public var interaction = Interaction()
    public var scale9Grid: TwipsRect?
    /// The LoaderInfo of what a Loader has loaded, kept by the loader.
    public var loaderInfo2: Object?
    /// Where it lies in space and how that is seen, for the few that have left the plane.
    var extras: SpaceExtras?
    /// Handlers that the placing tag gives.
    var clipActions: [ClipAction] = []

    init(player: Player, assets: MovieAssets, characterID: CharacterID? = nil) {
        self.player = player
        self.assets = assets
        self.characterID = characterID
        definitionID = characterID
    }

    /// Its scripts are those of ActionScript 1 and 2: everything in a movie of these, and a movie of these in a Loader.
    var runsAVM1: Bool { player.runsAVM1 || assets.runsAVM1 }

    // MARK: What subclasses say

    /// Bounds in its own space, strokes included, children not.
    var selfBounds: TwipsRect { .empty }

    /// The same without strokes.
    var selfEdgeBounds: TwipsRect { selfBounds }

    /// Bounds of it and all below without strokes (`getRect`), in its own space.
    public var edgeBounds: TwipsRect { selfEdgeBounds }

    /// Adds what it shows of itself to the list.
    func renderSelf(into list: inout RenderList, _ state: RenderState) {}

    /// Whether its own picture covers a point of its own space.
    func containsSelf(_ point: TwipsPoint) -> Bool { false }

    /// Whether it takes the mouse by itself at a point of its own space.
    func picksSelf(_ point: TwipsPoint) -> Bool { false }

    /// Deals with an event of the mouse that happens to it.
    func respond(to event: ClipEvents) { queue(event) }

    /// It becomes part of a button's hit area: it has a picture there, but no life.
    func enterAsHitArea() { didEnterStage() }

    /// It will become part of a frame that the timeline runs for the first time.
    func didEnterStage() {}

    /// It has been taken out of the tree for good.
    func didLeaveStage() {
        isRemoved = true
        if script != nil { player.avm1.machine.removedClips &+= 1 }
        player.focus.forget(self)
        setMask(nil)
        maskedObject?.setMask(nil)
    }

    // MARK: Scripts

    /// Whether it gets a name such as "instance1" where the movie gives none: what scripts can see does.
    var isNamedByPlayer: Bool { false }

    /// The prototype of its script object, by its class.
    func avm1Prototype() -> Object? { nil }

    /// Its object in ActionScript 1 and 2; nil for what scripts cannot see, such as shapes.
    public func avm1Object() -> Object? {
        if let script { return script }
        guard let prototype = avm1Prototype() else { return nil }
        let made = player.heap.makeObject(proto: Value(prototype), inlineValues: 8, flags: .exotic)
        made.setNative(ClipState(self))
        script = made
        return made
    }

    /// The script object if there is one already.
    public var existingScript: Object? { script }

    /// Gives it a new script object, as loading a movie into it does.
    func forgetScript() { script = nil }

    /// Its object of ActionScript 3 has been collected.
    func forgetObject2() { object2 = nil }

    /// Shows the collector what it holds.
    func visitScripts(_ marker: inout Marker) { marker.visit(script) }

    // MARK: Place

    /// Its own bounds and those of all its children, in its own space.
    var bounds: TwipsRect { selfBounds }

    /// Gives it a parent that does not list it: what a button does not show just now.
    func hang2(below parent: Container?) { self.parent = parent }

    /// From its own space to that of the stage.
    var localToGlobal: Matrix {
        var matrix = matrix
        var ancestor = parent
        while let object = ancestor {
            matrix = object.matrix * matrix
            ancestor = object.parent
        }
        return matrix
    }

    /// Takes on the fields that a PlaceObject tag gives. A field that is absent stays.
    func apply(_ place: PlaceObject) {
        if !isTransformedByScript {
            if let matrix = place.matrix {
                self.matrix = matrix
                scriptPlacement = nil
            }
            if let transform = place.colorTransform { colorTransform = transform }
        }
        if let ratio = place.ratio { self.ratio = ratio }
        if let mode = place.blendMode { blendMode = mode }
        if let filters = place.filters { self.filters = filters }
        if let isVisible = place.isVisible { self.isVisible = isVisible }
        if let isCached = place.bitmapCache { isCachedAsBitmap = isCached }
        if let color = place.backgroundColor { opaqueBackground = color.alpha > 0 ? color.rgb : nil }
        // A clip depth of 0 makes no mask.
        if let depth = place.clipDepth { clipDepth = depth > 0 ? Int32(depth) : nil }
    }
}

/// A display object that has children.
public class Container: DisplayObject {
    /// Children in drawing order, bottom first.
    public private(set) var children: [DisplayObject] = []

    /// ActionScript 3: after a goto of SWF 9 its playhead and those below it stay where they are in the next frame.
    var skipsNextFrame2 = false
    /// A script has made it and the constructor has not come to that of DisplayObject, which makes its children.
    var awaitsConstructor2 = false
    /// The constructor of DisplayObject is making its children.
    var isConstructingChildren2 = false
    /// It is in ``Player/orphans``.
    var isOrphan2 = false
    /// ActionScript 3: the children that timelines have placed, by depth. Their order is that of ``children``.
    private var timelineChildren: [Int32: DisplayObject] = [:]
    /// Whether children stand in an order that scripts decide, and not in that of their depths.
    private var isOrderedByScript: Bool { !runsAVM1 }

    /// The child at a depth, nil where there is none.
    public func child(atDepth depth: Int32) -> DisplayObject? {
        if isOrderedByScript { return timelineChildren[depth] }
        let index = firstIndex(notBelow: depth)
        guard index < children.count, children[index].depth == depth else { return nil }
        return children[index]
    }

    /// Puts `child` at `depth`; what was there goes for good.
    func place(_ child: DisplayObject, atDepth depth: Int32) {
        if isOrderedByScript { return placeByTimeline(child, atDepth: depth) }
        let index = firstIndex(notBelow: depth)
        child.depth = depth
        child.parent = self
        if index < children.count, children[index].depth == depth {
            remove(children[index])
            children.insert(child, at: firstIndex(notBelow: depth))
        } else {
            children.insert(child, at: index)
        }
        player.invalidate()
    }

    /// Takes `child` out. Where it, or something in it, has a handler for its unloading, it stays until the next frame,
    /// at a depth below all others, so that the handlers still find it.
    public func remove(_ child: DisplayObject) {
        guard !child.isPendingRemoval else { return }
        guard child.handlesUnload else { return removeNow(child) }
        willRemove(child)
        child.isPendingRemoval = true
        child.depth = -1 &- child.depth
        children.sort { $0.depth < $1.depth }
        player.pendingRemovals.append(child)
        player.invalidate()
    }

    /// Takes `child` out for good at once.
    public func removeNow(_ child: DisplayObject) {
        guard let index = children.firstIndex(where: { $0 === child }) else { return }
        if !child.isPendingRemoval { willRemove(child) }
        if isOrderedByScript { return removeChild2(child, at: index) }
        child.didLeaveStage()
        children.remove(at: index)
        child.parent = nil
        player.invalidate()
    }

    // MARK: Children of ActionScript 3

    /// Puts a timeline's child below the next one of the timeline that lies above it.
    private func placeByTimeline(_ child: DisplayObject, atDepth depth: Int32) {
        if let old = timelineChildren[depth] {
            timelineChildren[depth] = nil
            removeNow(old)
        }
        child.depth = depth
        child.parent = self
        let above = timelineChildren.keys.filter { $0 > depth && timelineChildren[$0]?.parent === self }.min().flatMap {
            timelineChildren[$0]
        }
        let index = above.flatMap { above in children.firstIndex { $0 === above } } ?? children.count
        children.insert(child, at: index)
        timelineChildren[depth] = child
        player.invalidate()
    }

    /// Puts a script's child at an index. It must have no parent.
    func insert2(_ child: DisplayObject, at index: Int) {
        children.insert(child, at: min(max(0, index), children.count))
        child.parent = self
        child.placeFrame = 0
        player.invalidate()
    }

    /// Takes a child out for a script, to which it belongs from now on.
    public func removeByScript2(_ child: DisplayObject) {
        guard child.parent === self else { return }
        // A button lists only what it shows.
        guard children.contains(where: { $0 === child }) else { return child.hang2(below: nil) }
        // Its timeline goes on knowing it by its depth, and places nothing else there.
        child.isPlacedByScript2 = true
        removeNow(child)
    }

    /// The children that timelines have placed, those too that scripts have taken out meanwhile.
    var timelineChildren2: [DisplayObject] { Array(timelineChildren.values) }

    /// Lets go of all children without telling anyone.
    func forgetChildren2() {
        for child in children { child.parent = nil }
        children.removeAll()
    }

    /// Takes a child out, whoever put it in.
    private func removeChild2(_ child: DisplayObject, at index: Int) {
        if !child.isPlacedByScript2 { forgetDepth2(of: child) }
        player.avm2.willRemove(child)
        // A listener may have moved it.
        guard
            let index = children.indices.contains(index) && children[index] === child
                ? index : children.firstIndex(where: { $0 === child })
        else { return }
        let object = child.object2
        children.remove(at: index)
        child.parent = nil
        if object == nil { child.didLeaveStage() }
        player.avm2.didRemove(child)
        player.invalidate()
    }

    /// The timeline no longer decides about a child: scripts have moved it.
    func forgetDepth2(of child: DisplayObject) {
        if timelineChildren[child.depth] === child { timelineChildren[child.depth] = nil }
    }

    /// Gives a child another place in the order.
    public func move2(_ child: DisplayObject, to index: Int) {
        guard let old = children.firstIndex(where: { $0 === child }) else { return }
        children.remove(at: old)
        children.insert(child, at: min(max(0, index), children.count))
        player.invalidate()
    }

    public func swap2(_ first: Int, _ second: Int) {
        children.swapAt(first, second)
        player.invalidate()
    }

    /// `child` is about to be taken out: the last moment at which it is still in its place.
    func willRemove(_ child: DisplayObject) { child.queueUnload() }

    /// Gives children other depths. `changes` must leave no two at one depth.
    func setDepth(_ depth: Int32, of child: DisplayObject) {
        let other = self.child(atDepth: depth)
        if let other, other !== child { other.depth = child.depth }
        child.depth = depth
        children.sort { $0.depth < $1.depth }
        player.invalidate()
    }

    func removeAllChildren() {
        for child in children.reversed() { removeNow(child) }
    }

    override func didLeaveStage() {
        super.didLeaveStage()
        for child in children { child.didLeaveStage() }
    }

    override func visitScripts(_ marker: inout Marker) {
        super.visitScripts(&marker)
        for child in children { child.visitScripts(&marker) }
    }

    override var bounds: TwipsRect {
        var result = selfBounds
        for child in children { result = result.union(child.matrix.apply(child.bounds)) }
        return result
    }

    public override var edgeBounds: TwipsRect {
        var result = selfEdgeBounds
        for child in children { result = result.union(child.matrix.apply(child.edgeBounds)) }
        return result
    }

    /// Index of the first child at `depth` or above it. Children are sorted by depth.
    private func firstIndex(notBelow depth: Int32) -> Int {
        var low = 0
        var high = children.count
        while low < high {
            let middle = (low + high) / 2
            if children[middle].depth < depth { low = middle + 1 } else { high = middle }
        }
        return low
    }

    deinit {
        for child in children { child.parent = nil }
    }
}

/// What ActionScript 3 says of an object's mouse and keyboard.
public struct Interaction {
    public var isMouseEnabled = true
    public var takesMouseForChildren = true
    public var takesDoubleClicks = false
    public var tabEnabled: Bool?
    public var tabChildren = true
    public var focusRect: Bool?
    public var isButton = false
    public var usesHandCursor = true
    public var needsSoftKeyboard = false
    public init() {}
}
