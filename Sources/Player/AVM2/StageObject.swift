import Base

/// The stage of a movie of ActionScript 3: the parent of its root.
public final class StageObject: Container {
    public var align = ""
    public var stageFocusRect = true
    /// `stage.invalidate()` has been called: a RENDER event is due.
    public var isInvalidated = false
}

/// A `Shape` that a script has made.
public final class ShapeObject: DisplayObject {
    /// What scripts have drawn into it.
    public private(set) lazy var drawing = Drawing(resources: player.resources)

    override var selfBounds: TwipsRect { drawing.bounds }
    override var selfEdgeBounds: TwipsRect { drawing.edgeBounds }
    public override var edgeBounds: TwipsRect { drawing.edgeBounds }

    override func renderSelf(into list: inout RenderList, _ state: RenderState) {
        if let shape = drawing.shapeID() { list.append(.shape(shape, state.matrix, state.colorTransform)) }
    }

    override func containsSelf(_ point: TwipsPoint) -> Bool { drawing.snapshot.contains(point) }
}

extension DisplayObject {
    /// What scripts draw into it (`graphics`), nil where it cannot be drawn into.
    public var drawing2: Drawing? {
        switch self {
        case let clip as MovieClip: clip.drawing
        case let shape as ShapeObject: shape.drawing
        case let graphic as Graphic: graphic.drawing
        default: nil
        }
    }
}
