import Base
import Glibc

/// Neighbouring edges that carry one line style: a run of outline to be stroked.
struct StrokePath {
    var edges: ArraySlice<ShapeEdge>
    var isClosed: Bool

    /// The paths of each line style of a layer, in the order of its edges.
    static func collect(_ layer: ShapeLayer) -> [[StrokePath]] {
        var result = [[StrokePath]](repeating: [], count: layer.strokes.count)
        let edges = layer.edges
        var start = 0
        while start < edges.count {
            let line = Int(edges[start].line)
            var end = start + 1
            while end < edges.count, edges[end].line == edges[start].line, edges[end].from == edges[end - 1].to {
                end += 1
            }
            if line > 0, line <= result.count {
                let path = edges[start..<end]
                result[line - 1].append(StrokePath(edges: path, isClosed: edges[start].from == edges[end - 1].to))
            }
            start = end
        }
        return result
    }
}

/// Turns paths into the outline of their stroke.
///
/// Every piece (a stretch without corners, a join, a cap) is a polygon of its own, all of one orientation. So overlaps
/// only ever add up, and filling by clamped winding gives the union. Edges that two pieces share cancel out exactly.
struct Stroker {
    private(set) var edges: [FlatEdge] = []
    private let stroke: Stroke
    private let map: Affine
    private let pen: Pen
    private let tolerance: Double
    /// By how much all of the outline is moved.
    private let offset: SIMD2<Double>
    private var radius: Double { pen.radius }

    /// A vertex of the flattened path, with the directions of the chords that end and begin there.
    private struct Vertex {
        var point, into, out: SIMD2<Double>
        /// The outline itself has a corner here.
        var isCorner: Bool
        /// A bend tighter than the pen was cut here: the join is round whatever the style says.
        var isBend = false
    }

    init(
        stroke: Stroke, map: Affine, placement: StrokePlacement, tolerance: Double = QuadraticCurve.tolerance
    ) {
        var stroke = stroke
        if case .hinted = placement {} else { stroke.pixelHinting = false }
        self.stroke = stroke
        self.tolerance = tolerance
        self.map = map
        var pen = Pen(stroke: stroke, map: map)
        if case .hinted(let phase) = placement { pen.hint?.phase = phase }
        self.pen = pen
        offset = pen.isThinned ? placement.thinOffset : SIMD2()
    }

    /// A point of the outline in pixels.
    private func place(_ point: TwipsPoint) -> SIMD2<Double> {
        let result = map.linear(point) + offset
        return pen.hint?.apply(result) ?? result
    }

    mutating func add(_ path: StrokePath) {
        guard var vertices = flatten(path) else {
            addDot(path)
            return
        }
        cutTightBends(&vertices)
        let isClosed = path.isClosed && !stroke.noClose
        let count = vertices.count
        // Runs from corner to corner are strips: a left and a right side, closed across at both ends.
        var first = 0
        while first < count - 1 {
            var last = first + 1
            while last < count - 1, !vertices[last].isCorner { last += 1 }
            addStrip(vertices[first...last])
            if last < count - 1 { addJoin(vertices[last]) }
            first = last
        }
        if isClosed {
            var seam = vertices[0]
            seam.into = vertices[count - 1].into
            addJoin(seam)
        } else {
            addCap(at: vertices[0].point, direction: -vertices[0].out, stroke.startCap)
            addCap(at: vertices[count - 1].point, direction: vertices[count - 1].into, stroke.endCap)
        }
    }

    /// The vertices of a path without repeated points, nil where it has no length at all.
    private func flatten(_ path: StrokePath) -> [Vertex]? {
        var result: [Vertex] = []
        // The outline's direction at the end of the edge before.
        var tangent = SIMD2<Double>()
        func append(_ point: SIMD2<Double>, isCorner: Bool) {
            guard let last = result.indices.last else {
                result.append(Vertex(point: point, into: SIMD2(), out: SIMD2(), isCorner: isCorner))
                return
            }
            guard let direction = unit(point - result[last].point) else { return }
            result[last].out = direction
            result.append(Vertex(point: point, into: direction, out: direction, isCorner: false))
        }
        for edge in path.edges {
            let from = place(edge.from)
            let to = place(edge.to)
            let curve = QuadraticCurve(
                from: from, control: edge.isCurve ? map.linear(edge.control) + offset : to, to: to)
            guard let start = unit(curve.derivative(0)) ?? unit(to - from) else { continue }
            if let last = result.indices.last {
                // cos 0.5°: below that a join could not be seen, and the strip may go on.
                result[last].isCorner = (tangent * start).sum() < 0.99996
            } else {
                append(from, isCorner: true)
            }
            tangent = unit(curve.derivative(1)) ?? unit(to - from) ?? start
            if !edge.isCurve {
                append(to, isCorner: false)
                continue
            }
            let plan = Flattening(curve, tolerance: tolerance)
            // The outer side of a bend is longer than the middle and needs more chords where the pen is wide.
            let cuts = max(1, (arcSteps(from: start, to: tangent) + plan.count - 1) / plan.count)
            var last = 0.0
            for step in 1...plan.count {
                let next = step == plan.count ? 1 : plan.parameter(step)
                for cut in 1...cuts {
                    let t = cut == cuts ? next : last + (next - last) * Double(cut) / Double(cuts)
                    append(t == 1 ? to : curve.point(t), isCorner: false)
                }
                last = next
            }
        }
        return result.count < 2 ? nil : result
    }

    /// Chords of the outer side of a bend, twice as coarse as the tolerance: it adds to the chords of the middle.
    private func arcSteps(from: SIMD2<Double>, to: SIMD2<Double>) -> Int {
        let angle = atan2(abs(from.x * to.y - from.y * to.x), (from * to).sum())
        return arcSteps(angle, tolerance: 2 * tolerance)
    }

    /// Chords of an arc of the pen's radius that keep within a tolerance.
    private func arcSteps(_ angle: Double, tolerance: Double) -> Int {
        let size = max(radius, tolerance)
        let step = 2 * acos(max(0, 1 - tolerance / size))
        return clampedIndex((angle / max(step, 0.02)).rounded(.up), 1, 128)
    }

    /// Chords of a quarter of a round cap: a power of four, found by halving twice for each doubling of the chords that
    /// would do. The ends of thin lines are a handful of pixels, in which a coarse arc shows.
    private func quarterSteps() -> Int {
        let enough = arcSteps(.pi / 2, tolerance: tolerance)
        let doublings = Int.bitWidth - 1 - enough.leadingZeroBitCount
        return 1 << min(8, 2 * doublings)
    }

    /// Where a curve is tighter than the pen is wide, the inner side of its strip would run backwards and cancel what
    /// it should add to. There the chords become strips of their own with round joins.
    private func cutTightBends(_ vertices: inout [Vertex]) {
        for index in 1..<vertices.count {
            // Beyond 60° the sides of two chords meet far out, or nowhere.
            if !vertices[index].isCorner, (vertices[index].into * vertices[index].out).sum() < 0.5 {
                vertices[index].isCorner = true
                vertices[index].isBend = true
            }
            let chord = vertices[index].point - vertices[index - 1].point
            let turn = side(vertices[index], vertices[index].into) - side(vertices[index - 1], vertices[index - 1].out)
            if ((chord + turn) * chord).sum() > 0, ((chord - turn) * chord).sum() > 0 { continue }
            for end in [index - 1, index] where !vertices[end].isCorner {
                vertices[end].isCorner = true
                vertices[end].isBend = true
            }
        }
    }

    /// From a vertex of a chord to the left side of the stroke: within a strip to where the sides of both chords meet.
    private func side(_ vertex: Vertex, _ chord: SIMD2<Double>) -> SIMD2<Double> {
        if vertex.isCorner || vertex.into == vertex.out { return normal(chord) * radius }
        let sum = normal(vertex.into) + normal(vertex.out)
        return sum * (2 * radius / max((sum * sum).sum(), 0.01))
    }

    // MARK: Pieces

    private mutating func addStrip(_ run: ArraySlice<Vertex>) {
        let first = run.startIndex
        let last = run.endIndex - 1
        let startSide = normal(run[first].out) * radius
        var left = run[first].point + startSide
        var right = run[first].point - startSide
        line(run[first].point, left)
        line(right, run[first].point)
        for index in (first + 1)...last {
            let side = index == last ? normal(run[index].into) * radius : side(run[index], run[index].into)
            let nextLeft = run[index].point + side
            let nextRight = run[index].point - side
            line(left, nextLeft)
            line(nextRight, right)
            left = nextLeft
            right = nextRight
        }
        line(left, run[last].point)
        line(run[last].point, right)
    }

    private mutating func addJoin(_ vertex: Vertex) {
        let cross = vertex.into.x * vertex.out.y - vertex.into.y * vertex.out.x
        let dot = (vertex.into * vertex.out).sum()
        if abs(cross) < 1e-9, dot > 0 { return }
        // A path that turns right (cross > 0) has its outer side on the left.
        let sign: Double = cross > 0 ? 1 : -1
        let from = vertex.point + normal(vertex.into) * (radius * sign)
        let to = vertex.point + normal(vertex.out) * (radius * sign)
        var points = [vertex.point, from]
        switch vertex.isBend ? .round : stroke.join {
        case .bevel: break
        case .round:
            let angle = atan2(abs(cross), dot)
            let steps = arcSteps(angle, tolerance: tolerance)
            if steps > 1 {
                let direction = cross > 0 ? angle : -angle
                for step in 1..<steps {
                    let turn = direction * Double(step) / Double(steps)
                    points.append(vertex.point + rotate(from - vertex.point, turn))
                }
            }
        case .miter(let limit):
            // The tip lies at radius / cos(half the turn) along the bisector.
            let half = ((1 + dot) / 2).squareRoot()
            if half > 1e-6, 1 / half <= max(1, limit) {
                let middle = (from + to) * 0.5 - vertex.point
                points.append(vertex.point + middle / (half * half))
            }
        }
        points.append(to)
        polygon(points, isReversed: sign < 0)
    }

    private mutating func addCap(at point: SIMD2<Double>, direction: SIMD2<Double>, _ cap: LineCap) {
        if cap == .none { return }
        let side = normal(direction) * radius
        if cap == .square {
            let reach = direction * radius
            polygon([point, point + side, point + side + reach, point - side + reach, point - side], isReversed: false)
            return
        }
        let steps = 2 * quarterSteps()
        var points = [point, point + side]
        for step in 1..<steps { points.append(point + rotate(side, .pi * Double(step) / Double(steps))) }
        points.append(point - side)
        polygon(points, isReversed: false)
    }

    /// A path without length is a dot the size of the pen, unless its caps are flat.
    private mutating func addDot(_ path: StrokePath) {
        guard let edge = path.edges.first, stroke.startCap != .none || stroke.endCap != .none else { return }
        let point = place(edge.from)
        let cap: LineCap = stroke.startCap == .none ? stroke.endCap : stroke.startCap
        addCap(at: point, direction: SIMD2(1, 0), cap)
        addCap(at: point, direction: SIMD2(-1, 0), cap)
    }

    // MARK: Output

    private mutating func polygon(_ points: [SIMD2<Double>], isReversed: Bool) {
        for index in points.indices {
            let next = points[index + 1 == points.count ? 0 : index + 1]
            if isReversed { line(next, points[index]) } else { line(points[index], next) }
        }
    }

    private mutating func line(_ from: SIMD2<Double>, _ to: SIMD2<Double>) {
        let a = SIMD2<Float>(from)
        let b = SIMD2<Float>(to)
        if a.y != b.y { edges.append(FlatEdge(x0: a.x, y0: a.y, x1: b.x, y1: b.y, left: FlatEdge.none, right: 0)) }
    }

    // MARK: Vectors

    /// A quarter turn: the normal to the left as seen with y growing downwards.
    @inline(__always)
    private func normal(_ direction: SIMD2<Double>) -> SIMD2<Double> { SIMD2(direction.y, -direction.x) }

    private func rotate(_ vector: SIMD2<Double>, _ angle: Double) -> SIMD2<Double> {
        let sine = sin(angle)
        let cosine = cos(angle)
        return SIMD2(cosine * vector.x - sine * vector.y, sine * vector.x + cosine * vector.y)
    }

    private func unit(_ vector: SIMD2<Double>) -> SIMD2<Double>? {
        let length = (vector * vector).sum().squareRoot()
        return length > 1e-9 && length.isFinite ? vector / length : nil
    }
}
