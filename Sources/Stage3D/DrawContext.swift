import Base

/// What stands behind a Context3D: targets, state, and drawing by the processor.
public final class DrawContext {
    public static let largestTarget = 16384

    public var state = DrawState()
    public private(set) var program: Program?
    public var streams: [VertexStream?] = Array(repeating: nil, count: ProgramLimits.most.attributes)
    public var textures: [Texture?] = Array(repeating: nil, count: ProgramLimits.most.samplers)
    /// How textures are read, as the program or `setSamplerStateAt` has said last.
    public var samplings: [Sampling?] = Array(repeating: nil, count: ProgramLimits.most.samplers)
    private var vertexConstants: [SIMD4<Float>] = Array(
        repeating: .zero, count: ProgramLimits.most.vertexConstants)
    private var fragmentConstants: [SIMD4<Float>] = Array(
        repeating: .zero, count: ProgramLimits.most.fragmentConstants)

    /// Nil before `configure`.
    private var backBuffer: BackBuffer?
    /// A texture's picture instead of the back buffer, and its depth.
    private var texturePicture: TextureImage?
    private var textureDepth: DepthBuffer?
    private let machine = ShaderMachine()

    /// Operations on sixteen pixels that a frame may take, some hundredths of a second's worth. What is left of a frame then is
    /// not drawn: a movie must not stop the player.
    private static let mostSteps = 1 << 24

    public init() { machine.stepsLeft = Self.mostSteps }

    /// The frame is over. False: it asked for so much that a part of it was left out.
    public func finishFrame() -> Bool {
        defer { machine.stepsLeft = Self.mostSteps }
        return machine.stepsLeft > 0
    }

    // MARK: Targets

    /// Makes the back buffer. `isSmoothed`: edges are, by four samples a pixel.
    public func configure(width: Int, height: Int, isSmoothed: Bool, hasDepth: Bool) {
        backBuffer = BackBuffer(width: width, height: height, isSmoothed: isSmoothed, hasDepth: hasDepth)
    }

    public func renderToTexture(_ texture: Texture, face: Int, hasDepth: Bool) {
        let picture = texture.image(face: face)
        texturePicture = picture
        guard hasDepth else { return textureDepth = nil }
        if let depth = textureDepth, depth.width == picture.width, depth.height == picture.height { return }
        textureDepth = DepthBuffer(width: picture.width, height: picture.height)
    }

    public func renderToBackBuffer() { texturePicture = nil }

    public var rendersToTexture: Bool { texturePicture != nil }
    public var backBufferSize: (width: Int, height: Int)? { backBuffer.map { ($0.width, $0.height) } }
    /// Bytes that the targets take.
    public var byteCount: Int { backBuffer?.byteCount ?? 0 }

    private var target: ColorTarget? { texturePicture?.target ?? backBuffer?.target }
    private var depth: DepthBuffer? { texturePicture == nil ? backBuffer?.depth : textureDepth }

    public func clear(_ color: SIMD4<Float>, depth newDepth: Float, stencil: UInt8, _ mask: ClearMask) {
        guard let target else { return }
        if mask.contains(.color) {
            target.pixels.update(repeating: ColorTarget.pack(color), count: target.count * target.samples.count)
        }
        guard let depth else { return }
        if mask.contains(.depth) { depth.depths.update(repeating: newDepth, count: depth.count) }
        if mask.contains(.stencil) { depth.stencils.update(repeating: stencil, count: depth.count) }
    }

    /// Copies the picture of the back buffer, as large as ``backBufferSize``.
    public func copyPicture(to pixels: UnsafeMutablePointer<UInt32>) { backBuffer?.resolve(into: pixels) }

    /// Sets constants from a register on. The caller has checked that they fit.
    public func setConstants(_ kind: ShaderKind, from first: Int, _ values: [SIMD4<Float>]) {
        if kind == .vertex {
            vertexConstants.replaceSubrange(first..<first + values.count, with: values)
        } else {
            fragmentConstants.replaceSubrange(first..<first + values.count, with: values)
        }
    }

    /// Constant registers that a shader of a kind has.
    public static func constantCount(_ kind: ShaderKind, _ profile: Profile) -> Int {
        kind == .vertex ? profile.limits.vertexConstants : profile.limits.fragmentConstants
    }

    /// Draws with a program from now on. It says how textures are read, except where it leaves that to others.
    public func use(_ program: Program?) {
        self.program = program
        for use in program?.fragment.samplers ?? [] where !use.ignoresSampling {
            samplings[use.index] = use.sampling
        }
    }

    // MARK: Drawing

    /// Draws triangles: three indices each, from `first` on.
    public func draw(_ indices: IndexBuffer, first: Int, triangleCount: Int) {
        guard let program, let target else { return }
        var clip = target.bounds
        if let scissor = state.scissor { clip = clip.intersection(scissor) }
        guard !clip.isEmpty else { return }
        let used = indices.indices[first..<first + triangleCount * 3]
        let shaded = shade(used, program)
        var arena = LevelArena()
        defer { arena.free() }
        let views = textureViews(program.fragment, &arena)
        views.withUnsafeBufferPointer { views in
            fragmentConstants.withUnsafeBufferPointer { constants in
                guard let views = views.baseAddress, let constants = constants.baseAddress else { return }
                machine.load(constants, of: program.fragment)
                var fill = TriangleFill(
                    machine: machine, shader: program.fragment, state: state, target: target, depth: depth, clip: clip,
                    constants: constants, textures: views)
                shaded.draw(used, with: &fill)
            }
        }
    }

    /// Runs the vertex shader for each vertex that is drawn, once.
    private func shade(_ used: ArraySlice<UInt16>, _ program: Program) -> ShadedVertices {
        var shaded = ShadedVertices(used, varyings: program.fragment.varyings)
        let attributes = streams.indices.filter { program.vertex.attributes >> UInt32($0) & 1 == 1 }
        let noTextures: [TextureView?] = Array(repeating: nil, count: ProgramLimits.most.samplers)
        vertexConstants.withUnsafeBufferPointer { constants in
            noTextures.withUnsafeBufferPointer { textures in
                guard let constants = constants.baseAddress, let textures = textures.baseAddress else { return }
                machine.load(constants, of: program.vertex)
                var start = 0
                while start < shaded.order.count {
                    let count = min(RegisterBlock.width, shaded.order.count - start)
                    for index in attributes {
                        guard let stream = streams[index] else { continue }
                        let register = machine.attribute(index)
                        for lane in 0..<count {
                            let value = stream.value(Int(shaded.order[start + lane]))
                            for component in 0..<4 {
                                register[component * RegisterBlock.width + lane] = value[component]
                            }
                        }
                    }
                    machine.run(program.vertex, constants, textures)
                    shaded.store(machine, from: start, count: count)
                    start += count
                }
            }
        }
        return shaded
    }

    private func textureViews(_ shader: Shader, _ arena: inout LevelArena) -> [TextureView?] {
        var views: [TextureView?] = Array(repeating: nil, count: ProgramLimits.most.samplers)
        for use in shader.samplers {
            guard let texture = textures[use.index] else { continue }
            var sampling = samplings[use.index] ?? use.sampling
            sampling.bias = use.sampling.bias
            views[use.index] = TextureView(texture, sampling, &arena)
        }
        return views
    }
}
