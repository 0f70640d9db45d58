/// A vertex behind its shader: the place in clip space, and what goes to the fragment shader.
struct ShadedVertex {
    var position: SIMD4<Float>
    /// As many as there are varyings in use, in order.
    var varyings: [SIMD4<Float>]

    func mixed(with other: ShadedVertex, _ part: Float) -> ShadedVertex {
        var result = self
        result.position += (other.position - position) * part
        for index in varyings.indices { result.varyings[index] += (other.varyings[index] - varyings[index]) * part }
        return result
    }
}

/// Cuts triangles at the sides of the space that is seen. To the left, right, top and bottom there is room, since
/// pixels outside the target are not drawn anyway.
enum Clipping {
    /// How many targets wide the room is.
    private static let room: Float = 64

    private static let planes: [@Sendable (SIMD4<Float>) -> Float] = [
        { $0.z }, { $0.w - $0.z }, { $0.x + room * $0.w }, { room * $0.w - $0.x }, { $0.y + room * $0.w },
        { room * $0.w - $0.y },
    ]

    /// The corners of what is left, in order; fewer than three: nothing.
    static func clip(_ corners: [ShadedVertex]) -> [ShadedVertex] {
        var polygon = corners
        guard corners.allSatisfy({ all($0.position) }) else { return [] }
        for plane in planes {
            let distances = polygon.map { plane($0.position) }
            if distances.allSatisfy({ $0 >= 0 }) { continue }
            var kept: [ShadedVertex] = []
            for index in polygon.indices {
                let next = (index + 1) % polygon.count
                let (from, to) = (distances[index], distances[next])
                if from >= 0 { kept.append(polygon[index]) }
                if (from >= 0) != (to >= 0) {
                    kept.append(polygon[index].mixed(with: polygon[next], from / (from - to)))
                }
            }
            polygon = kept
            if polygon.count < 3 { return [] }
        }
        return polygon.allSatisfy { $0.position.w > 0 } ? polygon : []
    }

    private static func all(_ position: SIMD4<Float>) -> Bool {
        position.x.isFinite && position.y.isFinite && position.z.isFinite && position.w.isFinite
    }
}

/// A triangle in pixels: which of them it covers, and how values change over it.
struct TriangleSetup {
    /// Fractions of a pixel that corners are snapped to.
    static let steps: Double = 256

    struct Edge {
        /// Inside where `a·x + b·y + c ≥ limit`, all in steps.
        var a, b, c, limit: Int64
    }

    /// A value that changes evenly over the picture.
    struct Plane {
        var atOrigin, perColumn, perRow: Double

        /// For two rows of eight pixels from a pixel on.
        @inline(__always)
        func lanes(_ x: Int, _ y: Int) -> Lanes {
            let base = Float(atOrigin + perColumn * (Double(x) + 0.5) + perRow * (Double(y) + 0.5))
            var result = TriangleSetup.columns * Float(perColumn) + base
            result.highHalf += SIMD8(repeating: Float(perRow))
            return result
        }

        /// The same at a sample that lies elsewhere than in the middle.
        @inline(__always)
        func lanes(_ x: Int, _ y: Int, _ sample: SIMD2<Int64>) -> Lanes {
            let shift = (perColumn * Double(sample.x) + perRow * Double(sample.y)) / TriangleSetup.steps
            return lanes(x, y) + Float(shift)
        }
    }

    static let columns = Lanes(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7)

    let isFront: Bool
    let edges: (Edge, Edge, Edge)
    /// Pixels that can be covered.
    let area: PixelArea
    private let corners: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
    private let doubleArea: Double

    /// Nil: it covers nothing.
    init?(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ target: ColorTarget) {
        func snapped(_ position: SIMD4<Float>) -> SIMD2<Double> {
            let w = Double(position.w)
            let x = (Double(position.x) / w + 1) / 2 * Double(target.width)
            let y = (1 - Double(position.y) / w) / 2 * Double(target.height)
            return SIMD2((x * Self.steps).rounded(), (y * Self.steps).rounded())
        }
        let points = [snapped(a), snapped(b), snapped(c)]
        let whole = points.map { SIMD2(Int64($0.x), Int64($0.y)) }
        let twice =
            (whole[1].x - whole[0].x) * (whole[2].y - whole[0].y)
            - (whole[2].x - whole[0].x) * (whole[1].y - whole[0].y)
        guard twice != 0 else { return nil }
        // Clockwise on the screen.
        isFront = twice > 0
        let sign: Int64 = isFront ? 1 : -1
        func edge(_ from: Int, _ to: Int) -> Edge {
            let (p, q) = (whole[from], whole[to])
            let a = (p.y - q.y) * sign
            let b = (q.x - p.x) * sign
            let c = -(a * p.x + b * p.y)
            // Pixels on an edge belong to the triangle below it or to the right of it.
            let isInside = a > 0 || (a == 0 && b > 0)
            return Edge(a: a, b: b, c: c, limit: isInside ? 0 : 1)
        }
        edges = (edge(0, 1), edge(1, 2), edge(2, 0))
        let xs = points.map { $0.x / Self.steps }
        let ys = points.map { $0.y / Self.steps }
        func clamped(_ number: Double) -> Int { Int(max(-1e6, min(1e6, number))) }
        area = PixelArea(
            left: clamped((xs.min() ?? 0).rounded(.down)), top: clamped((ys.min() ?? 0).rounded(.down)),
            right: clamped((xs.max() ?? 0).rounded(.up)) + 1, bottom: clamped((ys.max() ?? 0).rounded(.up)) + 1)
        corners = (points[0] / Self.steps, points[1] / Self.steps, points[2] / Self.steps)
        doubleArea = Double(twice) / (Self.steps * Self.steps)
    }

    /// The plane through values at the corners.
    func plane(_ a: Double, _ b: Double, _ c: Double) -> Plane {
        let (p, q, r) = corners
        let across = ((b - a) * (r.y - p.y) - (c - a) * (q.y - p.y)) / doubleArea
        let down = ((c - a) * (q.x - p.x) - (b - a) * (r.x - p.x)) / doubleArea
        return Plane(atOrigin: a - across * p.x - down * p.y, perColumn: across, perRow: down)
    }

    /// The pixels of a row whose samples are inside; empty where there are none. `sample`: where in the pixel, from its
    /// middle.
    func span(_ y: Int, _ area: PixelArea, _ sample: SIMD2<Int64>) -> (from: Int, to: Int) {
        var from = Int64(area.left)
        var to = Int64(area.right)
        let step = Int64(Self.steps)
        let row = Int64(y) * step + step / 2 + sample.y
        let column = step / 2 + sample.x
        func cut(_ edge: Edge) {
            let perPixel = edge.a * step
            let rest = edge.limit - (edge.a * column + edge.b * row + edge.c)
            if perPixel > 0 {
                // x ≥ rest / perPixel
                from = max(from, -((-rest).flooredDivision(by: perPixel)))
            } else if perPixel < 0 {
                to = min(to, (-rest).flooredDivision(by: -perPixel) + 1)
            } else if rest > 0 {
                to = from
            }
        }
        cut(edges.0)
        cut(edges.1)
        cut(edges.2)
        return from < to ? (Int(from), Int(to)) : (0, 0)
    }
}

extension Int64 {
    /// The largest whole number not above the quotient; the divisor is positive.
    fileprivate func flooredDivision(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
