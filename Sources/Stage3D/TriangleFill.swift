/// Draws triangles with a fragment shader, eight by two pixels at a time.
struct TriangleFill {
    let machine: ShaderMachine
    let shader: Shader
    let state: DrawState
    let target: ColorTarget
    let depth: DepthBuffer?
    let clip: PixelArea
    let constants: UnsafePointer<SIMD4<Float>>
    let textures: UnsafePointer<TextureView?>
    private let writesFragmentDepth: Bool
    private let isBlended: Bool
    /// Planes of the varyings' components, over w where the triangle is seen in perspective.
    private var planes: [TriangleSetup.Plane]

    init(
        machine: ShaderMachine, shader: Shader, state: DrawState, target: ColorTarget, depth: DepthBuffer?,
        clip: PixelArea, constants: UnsafePointer<SIMD4<Float>>, textures: UnsafePointer<TextureView?>
    ) {
        self.machine = machine
        self.shader = shader
        self.state = state
        self.target = target
        self.depth = depth
        self.clip = clip
        self.constants = constants
        self.textures = textures
        writesFragmentDepth = shader.writesDepth
        isBlended = state.sourceFactor != .one || state.destinationFactor != .zero || !all(state.colorMask)
        planes = Array(
            repeating: TriangleSetup.Plane(atOrigin: 0, perColumn: 0, perRow: 0), count: shader.varyings.count * 4)
    }

    /// Draws a triangle. A corner: its place in clip space, then the varyings that the shader reads.
    mutating func draw(
        _ a: UnsafePointer<SIMD4<Float>>, _ b: UnsafePointer<SIMD4<Float>>, _ c: UnsafePointer<SIMD4<Float>>
    ) {
        guard machine.stepsLeft > 0, let setup = TriangleSetup(a[0], b[0], c[0], target),
            !state.culling.includes(isFront: setup.isFront)
        else { return }
        let area = clip.intersection(setup.area)
        guard !area.isEmpty else { return }
        let (wa, wb, wc) = (1 / Double(a[0].w), 1 / Double(b[0].w), 1 / Double(c[0].w))
        // Seen straight on, values change evenly: they come out exact.
        let isFlat = a[0].w == b[0].w && b[0].w == c[0].w
        let inverse = setup.plane(wa, wb, wc)
        let depths = setup.plane(Double(a[0].z) * wa, Double(b[0].z) * wb, Double(c[0].z) * wc)
        let (fa, fb, fc) = isFlat ? (1, 1, 1) : (wa, wb, wc)
        for index in shader.varyings.indices {
            for component in 0..<4 {
                planes[index * 4 + component] = setup.plane(
                    Double(a[index + 1][component]) * fa, Double(b[index + 1][component]) * fb,
                    Double(c[index + 1][component]) * fc)
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
        for sample in 0..<target.samples.count {
            for row in 0..<2 where top + row >= area.top && top + row < area.bottom {
                let span = setup.span(top + row, area, target.samples[sample])
                guard span.from < span.to else { continue }
                from[sample * 2 + row] = Int32(span.from)
                to[sample * 2 + row] = Int32(span.to)
            }
        }
        let right = Int(to.max())
        var left = Int(from.min()) & ~1
        while left < right {
            var covered = SIMD4<LaneMask>()
            for sample in 0..<target.samples.count {
                let upper = Self.lanes(Int(from[sample * 2]) - left, Int(to[sample * 2]) - left)
                let lower = Self.lanes(Int(from[sample * 2 + 1]) - left, Int(to[sample * 2 + 1]) - left)
                covered[sample] = upper | lower << 8
            }
            if covered != .zero { fill(left, top, covered, setup.isFront, inverse, depths) }
            left += 8
        }
    }

    /// Bits of the lanes of a row from one to before another.
    @inline(__always)
    private static func lanes(_ from: Int, _ to: Int) -> LaneMask {
        let (first, end) = (max(0, from), min(8, to))
        return first < end ? LaneMask((1 << end) - (1 << first)) : 0
    }

    private func fill(
        _ x: Int, _ y: Int, _ coverage: SIMD4<LaneMask>, _ isFront: Bool, _ inverse: TriangleSetup.Plane?,
        _ depthPlane: TriangleSetup.Plane
    ) {
        var covered = coverage
        if let depth, !writesFragmentDepth {
            for sample in 0..<target.samples.count {
                depthPlane.fill(machine.depth, x, y, target.samples[sample])
                covered[sample] = test(x, y, sample, covered[sample], isFront, depth)
            }
            if covered == .zero { return }
        }
        fillVaryings(x, y, inverse)
        machine.run(
            shader, constants, textures, wanted: covered[0] | covered[1] | covered[2] | covered[3])
        for sample in 0..<target.samples.count {
            covered[sample] &= ~machine.killed
            if covered[sample] == 0 { continue }
            if let depth {
                if writesFragmentDepth {
                    for lane in 0..<RegisterBlock.width { machine.depth[lane] = max(0, min(1, machine.depth[lane])) }
                    covered[sample] = test(x, y, sample, covered[sample], isFront, depth)
                } else {
                    depthPlane.fill(machine.depth, x, y, target.samples[sample])
                }
                pass(x, y, sample, covered[sample], isFront, depth)
            }
            write(x, y, sample, covered[sample])
        }
    }

    /// Values of the varyings at the middles of the pixels.
    private func fillVaryings(_ x: Int, _ y: Int, _ inverse: TriangleSetup.Plane?) {
        let width = RegisterBlock.width
        // Not in use before the shader runs.
        let w = machine.output(0)
        if let inverse {
            inverse.fill(w, x, y, .zero)
            for lane in 0..<width { w[lane] = 1 / w[lane] }
        }
        for (place, index) in shader.varyings.enumerated() {
            let register = machine.varying(index)
            for component in 0..<4 {
                let values = register + component * width
                planes[place * 4 + component].fill(values, x, y, .zero)
                if inverse != nil { for lane in 0..<width { values[lane] *= w[lane] } }
            }
        }
    }

    /// Where a lane's pixel lies in pictures of the target's size.
    @inline(__always)
    private func place(_ x: Int, _ y: Int, _ sample: Int, _ lane: Int) -> Int {
        sample * target.count + (y + lane >> 3) * target.width + x + lane & 7
    }

    /// Calls for each lane of a mask.
    @inline(__always)
    private func each(_ mask: LaneMask, _ body: (Int) -> Void) {
        var rest = mask
        while rest != 0 {
            body(rest.trailingZeroBitCount)
            rest &= rest &- 1
        }
    }

    /// Tests of the depths in the machine's register, and of the stencil. What fails leaves its mark on the stencil.
    private func test(
        _ x: Int, _ y: Int, _ sample: Int, _ covered: LaneMask, _ isFront: Bool, _ depth: DepthBuffer
    ) -> LaneMask {
        var result = covered
        let face = isFront ? state.frontStencil : state.backStencil
        each(covered) { lane in
            let place = place(x, y, sample, lane)
            let passesStencil = face.compare.holds(
                state.stencilReference & state.stencilReadMask, depth.stencils[place] & state.stencilReadMask)
            if passesStencil && state.depthCompare.holds(machine.depth[lane], depth.depths[place]) { return }
            result &= ~(1 << LaneMask(lane))
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
        _ x: Int, _ y: Int, _ sample: Int, _ covered: LaneMask, _ isFront: Bool, _ depth: DepthBuffer
    ) {
        let action = isFront ? state.frontStencil.bothPass : state.backStencil.bothPass
        guard state.writesDepth || action != .keep else { return }
        each(covered) { lane in
            let place = place(x, y, sample, lane)
            if state.writesDepth { depth.depths[place] = machine.depth[lane] }
            mark(depth, place, action)
        }
    }

    private func write(_ x: Int, _ y: Int, _ sample: Int, _ covered: LaneMask) {
        let red = machine.output(0)
        let green = red + RegisterBlock.width
        let blue = green + RegisterBlock.width
        let alpha = blue + RegisterBlock.width
        each(covered) { lane in
            let pixel = target.pixels + place(x, y, sample, lane)
            var color = SIMD4(
                ColorTarget.unit(red[lane]), ColorTarget.unit(green[lane]), ColorTarget.unit(blue[lane]),
                ColorTarget.unit(alpha[lane]))
            if isBlended {
                let old = TextureView.unpack(pixel.pointee)
                color =
                    color * state.sourceFactor.factor(color, old) + old * state.destinationFactor.factor(color, old)
                color.replace(with: old, where: .!state.colorMask)
                color = SIMD4(
                    ColorTarget.unit(color.x), ColorTarget.unit(color.y), ColorTarget.unit(color.z),
                    ColorTarget.unit(color.w))
            }
            pixel.pointee = ColorTarget.packed(color)
        }
    }
}
