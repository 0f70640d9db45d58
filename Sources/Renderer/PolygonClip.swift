import Base

/// Cuts polygons to a rectangle: what perspective makes of a corner near the eye lies farther away than numbers reach.
enum PolygonClip {
    /// Pixels that are kept around the rectangle, so that its own border gets no edge.
    private static let margin = 2.0

    static func clip(_ points: [SIMD2<Double>], to rect: PixelRect) -> [SIMD2<Double>] {
        var result = points
        cut(&result) { $0.x - (Double(rect.left) - margin) }
        cut(&result) { Double(rect.right) + margin - $0.x }
        cut(&result) { $0.y - (Double(rect.top) - margin) }
        cut(&result) { Double(rect.bottom) + margin - $0.y }
        return result
    }

    /// Keeps the side where `inside` is not negative.
    private static func cut(_ points: inout [SIMD2<Double>], inside: (SIMD2<Double>) -> Double) {
        var result: [SIMD2<Double>] = []
        for (index, point) in points.enumerated() {
            let next = points[(index + 1) % points.count]
            let (here, there) = (inside(point), inside(next))
            if here >= 0 { result.append(point) }
            if (here >= 0) != (there >= 0) { result.append(point + (next - point) * (here / (here - there))) }
        }
        points = result
    }
}
