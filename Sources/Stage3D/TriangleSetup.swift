/// Cuts triangles at the sides of the space that is seen. To the left, right, top and bottom there is room, since
/// pixels outside the target are not drawn anyway.
enum Clipping {
    /// How many targets wide the room is.
    private static var room: Float { 64 }

    /// Distances to the six sides, positive inside.
    @inline(__always)
    private static func distance(_ place: SIMD4<Float>, _ side: Int) -> Float {
        switch side {
        case 0: place.z
        case 1: place.w - place.z
        case 2: place.x + room * place.w
        case 3: room * place.w - place.x
        case 4: place.y + room * place.w
        default: room * place.w - place.y
        }
    }

    /// Whether a corner is seen. False for what is no number.
    @inline(__always)
    static func isInside(_ place: SIMD4<Float>) -> Bool {
        let reach = room * place.w
        return place.w > 0 && place.z >= 0 && place.z <= place.w && abs(place.x) <= reach && abs(place.y) <= reach
            && place.w.isFinite
    }

    /// The corners of what is left of a triangle, in order; fewer than three: nothing. A corner is its place in clip
    /// space and what follows it, which is mixed likewise.
    static func clip(_ corners: [[SIMD4<Float>]]) -> [[SIMD4<Float>]] {
        guard corners.allSatisfy({ isNumber($0[0]) }) else { return [] }
        var polygon = corners
        for side in 0..<6 {
            let distances = polygon.map { distance($0[0], side) }
            if distances.allSatisfy({ $0 >= 0 }) { continue }
            var kept: [[SIMD4<Float>]] = []
            for index in polygon.indices {
                let next = (index + 1) % polygon.count
                let (from, to) = (distances[index], distances[next])
                if from >= 0 { kept.append(polygon[index]) }
                if (from >= 0) != (to >= 0) {
                    let part = from / (from - to)
                    kept.append(zip(polygon[index], polygon[next]).map { $0 + ($1 - $0) * part })
                }
            }
            polygon = kept
            if polygon.count < 3 { return [] }
        }
        return polygon.allSatisfy { $0[0].w > 0 } ? polygon : []
    }

    private static func isNumber(_ place: SIMD4<Float>) -> Bool {
        place.x.isFinite && place.y.isFinite && place.z.isFinite && place.w.isFinite
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

        /// Values for two rows of eight pixels from a pixel on, at a sample of each.
        @inline(__always)
        func fill(_ values: LanePointer, _ x: Int, _ y: Int, _ sample: SIMD2<Int64>) {
            let shift = (perColumn * Double(sample.x) + perRow * Double(sample.y)) / TriangleSetup.steps
            let base = Float(atOrigin + perColumn * (Double(x) + 0.5) + perRow * (Double(y) + 0.5) + shift)
            let (across, down) = (Float(perColumn), Float(perRow))
            for lane in 0..<8 {
                let value = base + Float(Int32(lane)) * across
                values[lane] = value
                values[lane + 8] = value + down
            }
        }
    }

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
        let (p, q, r) = (snapped(a), snapped(b), snapped(c))
        let (pw, qw, rw) = (Self.whole(p), Self.whole(q), Self.whole(r))
        let twice = (qw.x - pw.x) * (rw.y - pw.y) - (rw.x - pw.x) * (qw.y - pw.y)
        guard twice != 0 else { return nil }
        // Clockwise on the screen.
        isFront = twice > 0
        let sign: Int64 = isFront ? 1 : -1
        func edge(_ from: SIMD2<Int64>, _ to: SIMD2<Int64>) -> Edge {
            let a = (from.y - to.y) * sign
            let b = (to.x - from.x) * sign
            let c = -(a * from.x + b * from.y)
            // Pixels on an edge belong to the triangle below it or to the right of it.
            let isInside = a > 0 || (a == 0 && b > 0)
            return Edge(a: a, b: b, c: c, limit: isInside ? 0 : 1)
        }
        edges = (edge(pw, qw), edge(qw, rw), edge(rw, pw))
        corners = (p / Self.steps, q / Self.steps, r / Self.steps)
        func clamped(_ number: Double) -> Int { Int(max(-1e6, min(1e6, number))) }
        area = PixelArea(
            left: clamped(min(corners.0.x, corners.1.x, corners.2.x).rounded(.down)),
            top: clamped(min(corners.0.y, corners.1.y, corners.2.y).rounded(.down)),
            right: clamped(max(corners.0.x, corners.1.x, corners.2.x).rounded(.up)) + 1,
            bottom: clamped(max(corners.0.y, corners.1.y, corners.2.y).rounded(.up)) + 1)
        doubleArea = Double(twice) / (Self.steps * Self.steps)
    }

    private static func whole(_ point: SIMD2<Double>) -> SIMD2<Int64> { SIMD2(Int64(point.x), Int64(point.y)) }

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
