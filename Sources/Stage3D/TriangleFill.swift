/// Which pixels are covered, by sample.
private struct Coverage {
    private var masks = (
        LaneMask(repeating: false), LaneMask(repeating: false), LaneMask(repeating: false), LaneMask(repeating: false)
    )

    subscript(sample: Int) -> LaneMask {
        @inline(__always) get {
            switch sample {
            case 0: masks.0
            case 1: masks.1
            case 2: masks.2
            default: masks.3
            }
        }
        @inline(__always) set {
            switch sample {
            case 0: masks.0 = newValue
            case 1: masks.1 = newValue
            case 2: masks.2 = newValue
            default: masks.3 = newValue
            }
        }
    }

    var hasAny: Bool { any(masks.0 .| masks.1 .| masks.2 .| masks.3) }
}

/// Draws triangles with a fragment shader, eight by two pixels at a time.
struct TriangleFill {
    let machine: ShaderMachine
    let shader: Shader
    let state: DrawState
    let target: ColorTarget
    let depth: DepthBuffer?
    let clip: PixelArea
    let varyings: [Int]
    let constants: UnsafePointer<SIMD4<Float>>
    let textures: UnsafePointer<TextureView?>
    /// Planes of the varyings' components, over w where the triangle is seen in perspective.
    private var planes: [TriangleSetup.Plane] = []
    private let writesFragmentDepth: Bool

    init(
        machine: ShaderMachine, shader: Shader, state: DrawState, target: ColorTarget, depth: DepthBuffer?,
        clip: PixelArea, varyings: [Int], constants: UnsafePointer<SIMD4<Float>>,
        textures: UnsafePointer<TextureView?>
    ) {
        self.machine = machine
        self.shader = shader
        self.state = state
        self.target = target
        self.depth = depth
        self.clip = clip
        self.varyings = varyings
        self.constants = constants
        self.textures = textures
        writesFragmentDepth = shader.writesDepth
    }

    mutating func draw(_ a: ShadedVertex, _ b: ShadedVertex, _ c: ShadedVertex) {
        guard let setup = TriangleSetup(a.position, b.position, c.position, target),
            !state.culling.includes(isFront: setup.isFront)
        else { return }
        let area = clip.intersection(setup.area)
        guard !area.isEmpty else { return }
        let (wa, wb, wc) = (1 / Double(a.position.w), 1 / Double(b.position.w), 1 / Double(c.position.w))
        // Seen straight on, values change evenly: they come out exact.
        let isFlat = a.position.w == b.position.w && b.position.w == c.position.w
        let inverse = setup.plane(wa, wb, wc)
        let depths = setup.plane(
            Double(a.position.z) * wa, Double(b.position.z) * wb, Double(c.position.z) * wc)
        planes.removeAll(keepingCapacity: true)
        for index in varyings.indices {
            for component in 0..<4 {
                let (x, y, z) = (
                    Double(a.varyings[index][component]), Double(b.varyings[index][component]),
                    Double(c.varyings[index][component])
                )
                planes.append(isFlat ? setup.plane(x, y, z) : setup.plane(x * wa, y * wb, z * wc))
            }
        }
        var top = area.top & ~1
        while top < area.bottom && machine.stepsLeft > 0 {
            fillRows(top, area, setup, isFlat ? nil : inverse, depths)
            top += 2
        }
    }

    /// Two rows.
    private func fillRows(
        _ top: Int, _ area: PixelArea, _ setup: TriangleSetup, _ inverse: TriangleSetup.Plane?,
        _ depths: TriangleSetup.Plane
    ) {
        // By sample, upper and lower row.
        var from = SIMD8<Int32>(repeating: .max)
        var to = SIMD8<Int32>(repeating: .min)
        for (sample, offset) in target.samples.enumerated() {
            for row in 0..<2 where top + row >= area.top && top + row < area.bottom {
                let span = setup.span(top + row, area, offset)
                guard span.from < span.to else { continue }
                from[sample * 2 + row] = Int32(span.from)
                to[sample * 2 + row] = Int32(span.to)
            }
        }
        let right = Int(to.max())
        var left = Int(from.min()) & ~1
        while left < right {
            var covered = Coverage()
            for sample in target.samples.indices {
                for row in 0..<2 {
                    let place = sample * 2 + row
                    let first = max(0, Int(from[place]) - left)
                    let end = min(8, Int(to[place]) - left)
                    for lane in stride(from: first, to: end, by: 1) { covered[sample][row * 8 + lane] = true }
                }
            }
            if covered.hasAny { fill(left, top, covered, setup.isFront, inverse, depths) }
            left += 8
        }
    }

    private func fill(
        _ x: Int, _ y: Int, _ covered: Coverage, _ isFront: Bool, _ inverse: TriangleSetup.Plane?,
        _ depthPlane: TriangleSetup.Plane
    ) {
        var covered = covered
        if depth != nil && !writesFragmentDepth {
            for sample in target.samples.indices {
                let depths = depthPlane.lanes(x, y, target.samples[sample])
                covered[sample] = test(x, y, sample, covered[sample], isFront, depths)
            }
            guard covered.hasAny else { return }
        }
        let w = inverse.map { 1 / $0.lanes(x, y) }
        for (place, index) in varyings.enumerated() {
            let register = machine.varying(index)
            for component in 0..<4 {
                let value = planes[place * 4 + component].lanes(x, y)
                register[component] = w.map { value * $0 } ?? value
            }
        }
        machine.run(shader, constants, textures)
        for sample in target.samples.indices {
            covered[sample] = covered[sample] .& .!machine.killed
            if let depth {
                var depths = depthPlane.lanes(x, y, target.samples[sample])
                if writesFragmentDepth {
                    depths = machine.depth.clamped(lowerBound: .zero, upperBound: .one)
                    covered[sample] = test(x, y, sample, covered[sample], isFront, depths)
                }
                pass(x, y, sample, covered[sample], isFront, depths, depth)
            }
            write(x, y, sample, covered[sample])
        }
    }

    /// Where a lane's pixel lies in pictures of the target's size.
    @inline(__always)
    private func place(_ x: Int, _ y: Int, _ sample: Int, _ lane: Int) -> Int {
        sample * target.count + (y + lane >> 3) * target.width + x + lane & 7
    }

    /// Depth and stencil tests. What fails leaves its mark on the stencil.
    private func test(
        _ x: Int, _ y: Int, _ sample: Int, _ covered: LaneMask, _ isFront: Bool, _ depths: Lanes
    ) -> LaneMask {
        guard let depth else { return covered }
        var result = covered
        let face = isFront ? state.frontStencil : state.backStencil
        for lane in 0..<16 where covered[lane] {
            let place = place(x, y, sample, lane)
            let stencil = depth.stencils[place]
            let passesStencil = face.compare.holds(
                state.stencilReference & state.stencilReadMask, stencil & state.stencilReadMask)
            let passesDepth = passesStencil && state.depthCompare.holds(depths[lane], depth.depths[place])
            if passesDepth { continue }
            result[lane] = false
            mark(depth, place, passesStencil ? face.depthFails : face.stencilFails)
        }
        return result
    }

    private func mark(_ depth: DepthBuffer, _ place: Int, _ action: StencilAction) {
        guard action != .keep else { return }
        let old = depth.stencils[place]
        let new = action.applied(to: old, reference: state.stencilReference)
        depth.stencils[place] = old & ~state.stencilWriteMask | new & state.stencilWriteMask
    }

    private func pass(
        _ x: Int, _ y: Int, _ sample: Int, _ covered: LaneMask, _ isFront: Bool, _ depths: Lanes,
        _ depth: DepthBuffer
    ) {
        let action = isFront ? state.frontStencil.bothPass : state.backStencil.bothPass
        guard state.writesDepth || action != .keep else { return }
        for lane in 0..<16 where covered[lane] {
            let place = place(x, y, sample, lane)
            if state.writesDepth { depth.depths[place] = depths[lane] }
            mark(depth, place, action)
        }
    }

    private func write(_ x: Int, _ y: Int, _ sample: Int, _ covered: LaneMask) {
        let output = machine.output(0)
        let (red, green, blue, alpha) = (output[0], output[1], output[2], output[3])
        let isBlended = state.sourceFactor != .one || state.destinationFactor != .zero
        let isMasked = !all(state.colorMask)
        for lane in 0..<16 where covered[lane] {
            let place = target.pixels + place(x, y, sample, lane)
            var color = SIMD4(red[lane], green[lane], blue[lane], alpha[lane])
                .clamped(lowerBound: .zero, upperBound: .one)
            if isBlended || isMasked {
                let old = TextureView.unpack(place.pointee)
                if isBlended {
                    color =
                        color * state.sourceFactor.factor(color, old)
                        + old * state.destinationFactor.factor(color, old)
                }
                if isMasked { color.replace(with: old, where: .!state.colorMask) }
            }
            place.pointee = ColorTarget.pack(color)
        }
    }
}
