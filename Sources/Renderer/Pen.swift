import Base

/// The pen of a stroke under a matrix: how wide, and in which space it is a circle.
struct Pen {
    var toPen: Affine
    var toDevice: Affine?
    var radius: Double
    var scale: Double

    /// Flash never draws a stroke thinner than this, in pixels.
    static let hairlineWidth = 1.0

    init(stroke: Stroke, map: Affine) {
        let xScale = (map.a * map.a + map.b * map.b).squareRoot()
        let yScale = (map.c * map.c + map.d * map.d).squareRoot()
        let factor: Double
        switch (stroke.noHScale, stroke.noVScale) {
        case (true, true): factor = 1.0 / 20
        case (true, false): factor = yScale
        case (false, true): factor = xScale
        case (false, false):
            // How long the diagonal (1, 1) becomes, so that the pen stays round under any matrix.
            factor = (((map.a + map.c) * (map.a + map.c) + (map.b + map.d) * (map.b + map.d)) / 2).squareRoot()
        }
        toPen = map
        toDevice = nil
        scale = 1
        let width = stroke.width * factor
        radius = (width.isFinite ? max(Pen.hairlineWidth, width) : Pen.hairlineWidth) / 2
    }
}
