/// Vertices behind their shader: the place in clip space, and the varyings that the fragment shader reads.
struct ShadedVertices {
    /// Vertices in the order that they are shaded in.
    let order: [UInt16]
    private let varyings: [Int]
    /// Where a vertex's values begin, by its number.
    private var places: [Int32]
    /// Place and varyings of one vertex after the other.
    private var values: [SIMD4<Float>]
    private var stride: Int { 1 + varyings.count }

    init(_ used: ArraySlice<UInt16>, varyings: [Int]) {
        self.varyings = varyings
        places = Array(repeating: -1, count: Int(used.max() ?? 0) + 1)
        var order: [UInt16] = []
        for index in used where places[Int(index)] < 0 {
            places[Int(index)] = Int32(order.count * (1 + varyings.count))
            order.append(index)
        }
        self.order = order
        values = Array(repeating: .zero, count: order.count * (1 + varyings.count))
    }

    /// Takes the results of a run over `count` vertices of ``order`` from `start` on.
    mutating func store(_ machine: ShaderMachine, from start: Int, count: Int) {
        let width = RegisterBlock.width
        for lane in 0..<count {
            var place = (start + lane) * stride
            func take(_ register: LanePointer) {
                values[place] = SIMD4(
                    register[lane], register[width + lane], register[2 * width + lane], register[3 * width + lane])
                place += 1
            }
            take(machine.output(0))
            for index in varyings { take(machine.varying(index)) }
        }
    }

    /// Draws triangles of three indices each.
    func draw(_ indices: ArraySlice<UInt16>, with fill: inout TriangleFill) {
        values.withUnsafeBufferPointer { values in
            guard let base = values.baseAddress else { return }
            var corner = indices.startIndex
            while corner + 2 < indices.endIndex {
                let a = base + Int(places[Int(indices[corner])])
                let b = base + Int(places[Int(indices[corner + 1])])
                let c = base + Int(places[Int(indices[corner + 2])])
                corner += 3
                if Clipping.isInside(a[0]), Clipping.isInside(b[0]), Clipping.isInside(c[0]) {
                    fill.draw(a, b, c)
                } else {
                    drawClipped([a, b, c].map { Array(UnsafeBufferPointer(start: $0, count: stride)) }, &fill)
                }
            }
        }
    }

    private func drawClipped(_ corners: [[SIMD4<Float>]], _ fill: inout TriangleFill) {
        let polygon = Clipping.clip(corners)
        guard polygon.count >= 3 else { return }
        let flat = polygon.flatMap { $0 }
        flat.withUnsafeBufferPointer { flat in
            guard let base = flat.baseAddress else { return }
            for last in 2..<polygon.count { fill.draw(base, base + (last - 1) * stride, base + last * stride) }
        }
    }
}
