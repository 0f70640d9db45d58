import Base

/// Names a shape of ``RenderResources``. The generation changes when the shape behind the index does.
public struct ShapeID: Hashable, Sendable {
    public let index: UInt32
    public let generation: UInt32
}

/// Names a pixmap of ``RenderResources``.
public struct BitmapID: Hashable, Sendable {
    public let index: UInt32
    public let generation: UInt32
}

/// One thing to draw. Plain data: no object is referenced. Commands run in order, the first lowest.
///
/// Matrices map to device pixels: from twips for shapes, from bitmap pixels for bitmaps.
public enum RenderCommand: Hashable, Sendable {
    case shape(ShapeID, Affine, ColorTransform)
    /// The outline of fill 1 of a one-layer shape, all in one colour. Drawn from the glyph cache.
    case glyph(ShapeID, Affine, RGBA)
    case bitmap(BitmapID, Affine, ColorTransform, isSmoothed: Bool)
    /// A rectangle with corners at whole device pixels.
    case rectangle(PixelRect, RGBA)

    /// What follows up to `maskEnd` is not drawn but makes a mask: where any fill covers. Strokes count for nothing.
    case maskBegin
    /// The mask is whole: what follows shows only through it (and through the masks around it).
    case maskEnd
    /// The newest mask goes.
    case maskPop

    /// What follows shows only inside the rectangle, until `clipPop`. Nests.
    case clipPush(PixelRect)
    case clipPop

    /// What follows is drawn on a surface of its own, within the bounds, and joined by the blend mode at `layerPop`.
    case layerPush(PixelRect, BlendMode, ColorTransform)
    case layerPop
}
