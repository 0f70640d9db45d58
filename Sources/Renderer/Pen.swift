import Base

/// The pen of a stroke under a matrix. It is a circle on the screen whatever the matrix does to the outline.
struct Pen {
    /// Half its width in pixels.
    var radius: Double
    /// A line of a pixel or more that the scale has made thinner, or one of a pixel whatever the scale.
    let isThinned: Bool
    /// Moves a point of the outline, in pixels, to where pixel hinting wants it; nil without hinting.
    var hint: PixelHint?

    /// Flash never draws a stroke thinner than this, in pixels.
    static let hairlineWidth = 1.0
    /// Wider than any screen; keeps coordinates finite.
    private static let maxWidth = 1e6

    init(stroke: Stroke, map: Affine) {
        // The pen stays round under any matrix. How wide it is shows in what becomes of the diagonal (1, 1).
        let diagonal = SIMD2(map.a + map.c, map.b + map.d)
        let factor: Double
        switch (stroke.noHScale, stroke.noVScale) {
        case (true, true): factor = 1.0 / 20
        // Quirk: where the diagonal is turned backwards, these are hairlines.
        case (true, false): factor = diagonal.y
        case (false, true): factor = diagonal.x
        case (false, false): factor = ((diagonal * diagonal).sum() / 2).squareRoot()
        }
        var width = stroke.width * factor
        isThinned =
            stroke.width >= 20
            && (width < Self.hairlineWidth || width == Self.hairlineWidth && stroke.noHScale && stroke.noVScale)
        // Never thinner than a hairline; also catches NaN.
        if !(width > Self.hairlineWidth) { width = Self.hairlineWidth }
        width = min(width, Self.maxWidth)
        if stroke.pixelHinting {
            width = width.rounded()
            hint = PixelHint(isOdd: width.remainder(dividingBy: 2) != 0)
        }
        radius = width / 2
    }

}

/// Strokes with pixel hinting are whole pixels wide, and their anchors lie so that upright and level lines begin and end
/// at pixel borders: in the middle of a pixel for an odd width, between pixels for an even one.
///
/// Source: ActionScript 3.0 Reference, `Graphics.lineStyle`, parameter `pixelHinting`.
struct PixelHint {
    var isOdd: Bool
    /// Where the outline's origin lies within its pixel.
    var phase = SIMD2<Double>()

    func apply(_ point: SIMD2<Double>) -> SIMD2<Double> {
        let device = point + phase
        let snapped = isOdd ? device.rounded(.down) + 0.5 : device.rounded(.toNearestOrAwayFromZero)
        return snapped - phase
    }
}
