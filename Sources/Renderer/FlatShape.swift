import Base

/// Edges that are rasterised together. A view: ``FlatEdges`` owns the memory.
struct EdgeList {
    var edges: UnsafeMutablePointer<FlatEdge>
    var count: Int
    /// Bounds of the edges. Empty (minimum above maximum) where there are none.
    var xMin, yMin, xMax, yMax: Double
    /// Paints that the edges refer to: the fills of a layer, or 1 for a stroke.
    var styles: Int
    /// How far down each stretch of ``stretchLength`` edges reaches, from and to; nil where there are few edges.
    var stretches: UnsafeMutablePointer<SIMD2<Float>>?

    static let stretchLength = 32

    /// Whether all edges lie where fixed point is safe, once moved by the translation.
    func isSafe(tx: Double, ty: Double) -> Bool {
        let limit = Fixed.guardPixels
        return xMin + tx > -limit && yMin + ty > -limit && xMax + tx < limit && yMax + ty < limit
    }

    /// Calls `body` with the first and the number of edges in a row, until all have been named that may touch the pixel
    /// rows `top..<bottom` once moved down by `ty`.
    @inline(__always)
    func forEachStretch(from top: Double, to bottom: Double, ty: Double, _ body: (_ first: Int, _ count: Int) -> Void) {
        guard let stretches else { return body(0, count) }
        // Coordinates round to 1/256 of a pixel; a whole one is on the safe side.
        let low = top - ty - 1
        let high = bottom - ty + 1
        var first = 0
        var index = 0
        while first < count {
            let stretch = stretches[index]
            if Double(stretch.x) <= high && Double(stretch.y) >= low {
                body(first, min(Self.stretchLength, count &- first))
            }
            first &+= Self.stretchLength
            index &+= 1
        }
    }

    /// Whole pixels that the edges may touch once moved by the translation.
    func pixelBounds(tx: Double, ty: Double) -> PixelRect {
        if count == 0 || !(xMin <= xMax) { return .empty }
        func whole(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
            Int(Int32(saturating: value.rounded(rule)))
        }
        // Coordinates round to 1/256 of a pixel, which may carry an edge over a pixel's border.
        let slack = 1.0 / 256
        return PixelRect(
            left: whole(xMin + tx - slack, .down), top: whole(yMin + ty - slack, .down),
            right: whole(xMax + tx + slack, .up), bottom: whole(yMax + ty + slack, .up))
    }
}

/// The memory of an ``EdgeList``.
final class FlatEdges {
    let list: EdgeList

    init(_ source: [FlatEdge], styles: Int) {
        let edges = UnsafeMutablePointer<FlatEdge>.allocate(capacity: max(1, source.count))
        source.withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { edges.initialize(from: base, count: buffer.count) }
        }
        var (xMin, yMin) = (Float.infinity, Float.infinity)
        var (xMax, yMax) = (-Float.infinity, -Float.infinity)
        for edge in source {
            xMin = min(xMin, edge.x0, edge.x1)
            xMax = max(xMax, edge.x0, edge.x1)
            yMin = min(yMin, edge.y0, edge.y1)
            yMax = max(yMax, edge.y0, edge.y1)
        }
        let isLong = source.count > EdgeList.stretchLength * 2
        if isLong { Self.sort(edges, source.count, from: yMin, to: yMax) }
        list = EdgeList(
            edges: edges, count: source.count, xMin: Double(xMin), yMin: Double(yMin), xMax: Double(xMax),
            yMax: Double(yMax), styles: styles, stretches: isLong ? Self.stretches(edges, source.count) : nil)
    }

    deinit {
        list.edges.deallocate()
        list.stretches?.deallocate()
    }

    /// Brings edges into the order of their upper ends, more or less: those of a few rows are then found close together.
    /// The sums that they leave do not depend on the order.
    private static func sort(_ edges: UnsafeMutablePointer<FlatEdge>, _ count: Int, from low: Float, to high: Float) {
        let buckets = 256
        let scale = Float(buckets) / (high - low)
        if !scale.isFinite { return }
        func bucket(_ edge: FlatEdge) -> Int {
            clampedIndex(Double((min(edge.y0, edge.y1) - low) * scale), 0, buckets - 1)
        }
        let places = (0..<count).map { bucket(edges[$0]) }
        var starts = [Int](repeating: 0, count: buckets + 1)
        for place in places { starts[place + 1] += 1 }
        for index in 1...buckets { starts[index] += starts[index - 1] }
        let copy = UnsafeMutablePointer<FlatEdge>.allocate(capacity: count)
        defer { copy.deallocate() }
        copy.update(from: edges, count: count)
        for (index, place) in places.enumerated() {
            edges[starts[place]] = copy[index]
            starts[place] += 1
        }
    }

    private static func stretches(_ edges: UnsafePointer<FlatEdge>, _ count: Int) -> UnsafeMutablePointer<SIMD2<Float>>
    {
        let length = EdgeList.stretchLength
        let result = UnsafeMutablePointer<SIMD2<Float>>.allocate(capacity: (count + length - 1) / length)
        for first in stride(from: 0, to: count, by: length) {
            var reach = SIMD2(Float.infinity, -Float.infinity)
            for index in first..<min(count, first + length) {
                reach.x = min(reach.x, edges[index].y0, edges[index].y1)
                reach.y = max(reach.y, edges[index].y0, edges[index].y1)
            }
            result[first / length] = reach
        }
        return result
    }

    var byteCount: Int { list.count * (MemoryLayout<FlatEdge>.stride + 1) + 96 }
}

/// One layer of a flattened shape: the fills all together, then each stroke style on its own.
struct FlatLayer {
    var fills: FlatEdges
    var strokes: [(style: Int, edges: FlatEdges)]
}

/// A shape flattened for one scale and rotation; translations reuse it.
final class FlatShape {
    let layers: [FlatLayer]
    let byteCount: Int
    /// The draw call that last used it; written by the cache only.
    var lastUse: UInt64 = 0

    init(layers: [FlatLayer]) {
        self.layers = layers
        byteCount = layers.reduce(256) { sum, layer in
            layer.strokes.reduce(sum + layer.fills.byteCount) { $0 + $1.edges.byteCount }
        }
    }

    /// Flattens `shape` under the linear part of `map`.
    static func make(_ shape: VectorShape, map: Affine, strokes placement: StrokePlacement = .free) -> FlatShape {
        var layers: [FlatLayer] = []
        layers.reserveCapacity(shape.layers.count)
        let tolerance = CurveTolerance(shape, map: map)
        for layer in shape.layers {
            let fills = FlatEdges(flattenFills(layer, map: map, tolerance: tolerance), styles: layer.fills.count)
            var strokes: [(style: Int, edges: FlatEdges)] = []
            if !layer.strokes.isEmpty {
                let paths = StrokePath.collect(layer)
                for index in layer.strokes.indices where !paths[index].isEmpty {
                    var stroker = Stroker(
                        stroke: layer.strokes[index], map: map, placement: placement, tolerance: tolerance.device)
                    for path in paths[index] { stroker.add(path) }
                    let edges = FlatEdges(stroker.edges, styles: 1)
                    if edges.list.count > 0 { strokes.append((index, edges)) }
                }
            }
            layers.append(FlatLayer(fills: fills, strokes: strokes))
        }
        return FlatShape(layers: layers)
    }

    private static func flattenFills(_ layer: ShapeLayer, map: Affine, tolerance: CurveTolerance) -> [FlatEdge] {
        let count = layer.fills.count
        if count == 0 { return [] }
        func style(_ fill: UInt16) -> UInt16 {
            fill == 0 || Int(fill) > count ? FlatEdge.none : fill &- 1
        }
        var result: [FlatEdge] = []
        result.reserveCapacity(layer.edges.count)
        for edge in layer.edges {
            let left = style(edge.fill0)
            let right = style(edge.fill1)
            // The same on both sides: the edge bounds nothing.
            if left == right { continue }
            let from = map.linear(edge.from)
            let to = map.linear(edge.to)
            if !edge.isCurve {
                result.append(
                    FlatEdge(
                        x0: Float(from.x), y0: Float(from.y), x1: Float(to.x), y1: Float(to.y), left: left, right: right
                    ))
                continue
            }
            let curve = QuadraticCurve(from: from, control: map.linear(edge.control), to: to)
            let plan = Flattening(QuadraticCurve(edge), tolerance: tolerance.local)
            var previous = SIMD2<Float>(from)
            for step in 1...plan.count {
                let point = step == plan.count ? SIMD2<Float>(to) : SIMD2<Float>(curve.point(plan.parameter(step)))
                result.append(
                    FlatEdge(x0: previous.x, y0: previous.y, x1: point.x, y1: point.y, left: left, right: right))
                previous = point
            }
        }
        return result
    }
}

extension Affine {
    /// The point without the translation.
    @inline(__always)
    func linear(_ point: TwipsPoint) -> SIMD2<Double> {
        let x = Double(point.x)
        let y = Double(point.y)
        return SIMD2(a * x + c * y, b * x + d * y)
    }

    @inline(__always)
    func linear(_ vector: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(a * vector.x + c * vector.y, b * vector.x + d * vector.y)
    }
}
