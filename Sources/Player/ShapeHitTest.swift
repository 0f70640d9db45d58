import Base
import Renderer

extension VectorShape {
    /// Whether a fill, or a stroke, covers `point` (in the shape's twips). Even-odd, or by winding where the shape says so.
    func contains(_ point: TwipsPoint) -> Bool {
        guard bounds.contains(point) else { return false }
        let (x, y) = (Double(point.x), Double(point.y))
        return layers.contains { $0.fillCovers(x, y, isNonZero: isNonZero) || $0.strokeCovers(x, y) }
    }
}

extension ShapeLayer {
    /// Counts for each fill the edges that cross the ray from the point to the right.
    fileprivate func fillCovers(_ x: Double, _ y: Double, isNonZero: Bool) -> Bool {
        if fills.isEmpty { return false }
        var windings = [Int](repeating: 0, count: fills.count + 1)
        for edge in edges where edge.fill0 != edge.fill1 {
            let winding = edge.crossings(x, y)
            if winding == 0 { continue }
            windings[Int(edge.fill0)] += winding
            windings[Int(edge.fill1)] -= winding
        }
        return windings.dropFirst().contains { isNonZero ? $0 != 0 : $0 & 1 != 0 }
    }

    fileprivate func strokeCovers(_ x: Double, _ y: Double) -> Bool {
        for edge in edges where edge.line > 0 && Int(edge.line) <= strokes.count {
            // Half the width, and never under half a pixel.
            let reach = max(10, strokes[Int(edge.line) - 1].width / 2)
            if edge.squaredDistance(x, y) <= reach * reach { return true }
        }
        return false
    }
}

extension ShapeEdge {
    private func at(_ t: Double) -> (x: Double, y: Double) {
        let u = 1 - t
        return (
            u * u * Double(from.x) + 2 * u * t * Double(control.x) + t * t * Double(to.x),
            u * u * Double(from.y) + 2 * u * t * Double(control.y) + t * t * Double(to.y)
        )
    }

    /// Net count of downward minus upward crossings of the ray from the point to the right. A point on an edge counts as
    /// left of it: left edges are outside, right edges inside.
    fileprivate func crossings(_ x: Double, _ y: Double) -> Int {
        let (y0, y1) = (Double(from.y), Double(to.y))
        if !isCurve {
            guard (y0 <= y) != (y1 <= y) else { return 0 }
            let crossing = Double(from.x) + (y - y0) / (y1 - y0) * Double(Int64(to.x) - Int64(from.x))
            return crossing >= x ? (y1 > y0 ? 1 : -1) : 0
        }
        let yc = Double(control.y)
        if min(y0, yc, y1) > y || max(y0, yc, y1) <= y { return 0 }
        // Monotonic pieces: the curve turns where its derivative is zero.
        let denominator = y0 - 2 * yc + y1
        let turn = denominator == 0 ? -1 : (y0 - yc) / denominator
        if turn > 0 && turn < 1 {
            return monotonicCrossing(x, y, 0, turn) + monotonicCrossing(x, y, turn, 1)
        }
        return monotonicCrossing(x, y, 0, 1)
    }

    private func monotonicCrossing(_ x: Double, _ y: Double, _ start: Double, _ end: Double) -> Int {
        var (low, high) = (start, end)
        let goesDown = at(high).y > at(low).y
        guard (at(low).y <= y) != (at(high).y <= y) else { return 0 }
        // 30 halvings are finer than a twip for any 32-bit coordinates.
        for _ in 0..<30 {
            let middle = (low + high) / 2
            if (at(middle).y <= y) == goesDown { low = middle } else { high = middle }
        }
        return at(low).x >= x ? (goesDown ? 1 : -1) : 0
    }

    fileprivate func squaredDistance(_ x: Double, _ y: Double) -> Double {
        if !isCurve {
            return Self.squaredDistance(x, y, (Double(from.x), Double(from.y)), (Double(to.x), Double(to.y)))
        }
        var best = Double.infinity
        var last = at(0)
        for step in 1...16 {
            let next = at(Double(step) / 16)
            best = min(best, Self.squaredDistance(x, y, last, next))
            last = next
        }
        return best
    }

    private static func squaredDistance(
        _ x: Double, _ y: Double, _ a: (x: Double, y: Double), _ b: (x: Double, y: Double)
    ) -> Double {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let length = dx * dx + dy * dy
        let t = length == 0 ? 0 : max(0, min(1, ((x - a.x) * dx + (y - a.y) * dy) / length))
        let (ex, ey) = (a.x + t * dx - x, a.y + t * dy - y)
        return ex * ex + ey * ey
    }
}
