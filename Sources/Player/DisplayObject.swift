import Base
import Renderer
import SWF

/// Something that can be on the stage. Subclasses say what it shows.
public class DisplayObject {
    /// The player that owns the tree. It outlives every object of it.
    unowned(unsafe) let player: Player
    /// The movie whose dictionary made this.
    let assets: MovieAssets
    /// The owner, nil when off the stage. It outlives this link: ``Container`` clears it on removal and deinit.
    fileprivate(set) unowned(unsafe) var parent: Container?

    /// Its number in the movie's dictionary, nil where script made it.
    var characterID: CharacterID?
    /// Place in the parent's display list; ActionScript's depth plus 16384, so that timelines start at 0.
    fileprivate(set) var depth: Int32 = 0
    /// Frame of the parent's timeline (from 1) at which it was placed. 0 where script placed it.
    var placeFrame = 0
    var name: String?

    var matrix = Matrix.identity
    var colorTransform = ColorTransform.identity
    var blendMode = BlendMode.normal
    var isVisible = true
    /// It is no picture but a mask of the depths above it, up to and including this one.
    var clipDepth: Int32?
    /// Morph: 0...65535 between start and end. Video: the frame.
    var ratio: UInt16 = 0
    var filters: [Filter] = []
    var isCachedAsBitmap = false

    init(player: Player, assets: MovieAssets, characterID: CharacterID? = nil) {
        self.player = player
        self.assets = assets
        self.characterID = characterID
    }

    // MARK: What subclasses say

    /// Bounds in its own space, strokes included, children not.
    var selfBounds: TwipsRect { .empty }

    /// Adds what it shows of itself to the list.
    func renderSelf(into list: inout RenderList, _ state: RenderState) {}

    /// Whether its own picture covers a point of its own space.
    func containsSelf(_ point: TwipsPoint) -> Bool { false }

    /// It will become part of a frame that the timeline runs for the first time.
    func didEnterStage() {}

    /// It has been taken out of the tree for good.
    func didLeaveStage() {}

    // MARK: Place

    /// Its own bounds and those of all its children, in its own space.
    var bounds: TwipsRect { selfBounds }

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
        if let matrix = place.matrix { self.matrix = matrix }
        if let transform = place.colorTransform { colorTransform = transform }
        if let ratio = place.ratio { self.ratio = ratio }
        if let mode = place.blendMode { blendMode = mode }
        if let filters = place.filters { self.filters = filters }
        if let isVisible = place.isVisible { self.isVisible = isVisible }
        if let isCached = place.bitmapCache { isCachedAsBitmap = isCached }
        // Depth 0 holds nothing that could be clipped: such an object is shown as any other.
        if let depth = place.clipDepth { clipDepth = depth > 0 ? Int32(depth) : nil }
    }
}

/// A display object that has children.
public class Container: DisplayObject {
    /// Children in drawing order, bottom first.
    private(set) var children: [DisplayObject] = []

    /// The child at a depth, nil where there is none.
    func child(atDepth depth: Int32) -> DisplayObject? {
        let index = firstIndex(notBelow: depth)
        guard index < children.count, children[index].depth == depth else { return nil }
        return children[index]
    }

    /// Puts `child` at `depth`; what was there goes for good.
    func place(_ child: DisplayObject, atDepth depth: Int32) {
        let index = firstIndex(notBelow: depth)
        child.depth = depth
        child.parent = self
        if index < children.count, children[index].depth == depth {
            let old = children[index]
            children[index] = child
            old.parent = nil
            old.didLeaveStage()
        } else {
            children.insert(child, at: index)
        }
        player.invalidate()
    }

    /// Takes `child` out for good.
    func remove(_ child: DisplayObject) {
        guard let index = children.firstIndex(where: { $0 === child }) else { return }
        children.remove(at: index)
        child.parent = nil
        child.didLeaveStage()
        player.invalidate()
    }

    func removeAllChildren() {
        for child in children.reversed() { remove(child) }
    }

    override func didLeaveStage() {
        for child in children { child.didLeaveStage() }
    }

    override var bounds: TwipsRect {
        var result = selfBounds
        for child in children { result = result.union(child.matrix.apply(child.bounds)) }
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
