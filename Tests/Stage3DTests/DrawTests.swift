import Testing

@testable import Stage3D

/// Triangles in pixels.
@Suite struct DrawTests {
    private typealias Assembler = ShaderAssembler
    private static let red = SIMD4<Float>(1, 0, 0, 1)

    @Test("triangles side by side leave no gap and share no pixel")
    func seams() throws {
        let scene = try Scene(width: 37, height: 29)
        scene.context.state.sourceFactor = .one
        scene.context.state.destinationFactor = .one
        // A fan around a point that lies on no pixel's middle; each adds a tenth.
        let tenth = SIMD4<Float>(repeating: 0.1)
        let rim = (0..<11).map { index in
            let turn = Float(index) * 2 * .pi / 11
            return SIMD4<Float>(3 * cosine(turn), 3 * cosine(turn - .pi / 2), 0.5, 1)
        }
        let middle = SIMD4<Float>(0.137, -0.071, 0.5, 1)
        for index in 0..<11 {
            scene.draw([(middle, tenth), (rim[index], tenth), (rim[(index + 1) % 11], tenth)])
        }
        #expect(Set(scene.pixels) == [0x1A1A_1A1A])
    }

    /// A cosine good enough to place corners by.
    private func cosine(_ angle: Float) -> Float {
        var (term, sum) = (Float(1), Float(1))
        let small = angle / 8
        for step in 1..<8 {
            term *= -small * small / Float((2 * step - 1) * 2 * step)
            sum += term
        }
        for _ in 0..<3 { sum = 2 * sum * sum - 1 }
        return sum
    }

    @Test("a pixel whose middle lies on the left or upper edge belongs to the triangle")
    func edges() throws {
        let scene = try Scene(width: 4, height: 4)
        // From the middle of pixel 0 to the middle of pixel 2, both ways.
        let (low, high) = (Float(-0.75), Float(0.25))
        let corners = [(low, -low), (high, -low), (high, -high), (low, -low), (high, -high), (low, -high)]
        scene.draw(corners.map { (SIMD4($0.0, $0.1, 0.5, 1), Self.red) })
        let covered = scene.pixels.map { $0 != 0 }
        let expected = (0..<16).map { $0 % 4 < 2 && $0 / 4 < 2 }
        #expect(covered == expected)
    }

    @Test("the nearer wins, whatever comes first")
    func depth() throws {
        for order in [[0.3, 0.7], [0.7, 0.3]] as [[Float]] {
            let scene = try Scene(width: 4, height: 4, hasDepth: true)
            for depth in order { scene.drawAll(SIMD4(depth == 0.3 ? 1 : 0, 0, 0, 1), depth: depth) }
            #expect(Set(scene.pixels) == [0xFFFF_0000])
        }
    }

    @Test("what lies behind the eye is cut off")
    func near() throws {
        let scene = try Scene(width: 8, height: 8)
        scene.draw([
            (SIMD4(-1, 1, 0.5, 1), Self.red), (SIMD4(1, 1, 0.5, 1), Self.red), (SIMD4(0, -5, -1.5, -1), Self.red),
        ])
        #expect(scene.pixels[3] == 0xFFFF_0000 && scene.pixels[60] == 0xFFFF_0000)
    }

    @Test("values change with the perspective")
    func perspective() throws {
        let scene = try Scene(width: 64, height: 1)
        // Twice as far away on the right.
        let (near, far) = (SIMD4<Float>(0, 0, 0, 1), SIMD4<Float>(1, 1, 1, 1))
        scene.draw([
            (SIMD4(-1, 1, 0.5, 1), near), (SIMD4(2, 2, 1, 2), far), (SIMD4(2, -2, 1, 2), far),
            (SIMD4(-1, 1, 0.5, 1), near), (SIMD4(2, -2, 1, 2), far), (SIMD4(-1, -1, 0.5, 1), near),
        ])
        // Half way over the screen is a third of the way over the triangle.
        #expect(abs(Int(scene.pixels[32] & 0xFF) - 85) <= 2)
    }

    @Test("clockwise is the front")
    func culling() throws {
        for (face, isShown) in [(TriangleFace.front, false), (.back, true), (.frontAndBack, false), (.none, true)] {
            let scene = try Scene(width: 2, height: 2)
            scene.context.state.culling = face
            scene.drawAll(Self.red)
            #expect((scene.pixels[0] != 0) == isShown)
        }
    }

    @Test("a stencil keeps out what comes later")
    func stencil() throws {
        let scene = try Scene(width: 4, height: 4, hasDepth: true)
        scene.context.state.depthCompare = .always
        scene.context.state.frontStencil.bothPass = .set
        scene.context.state.stencilReference = 3
        let left = [(-1, 1), (0, 1), (0, -1), (-1, 1), (0, -1), (-1, -1)] as [(Float, Float)]
        scene.draw(left.map { (SIMD4($0.0, $0.1, 0.5, 1), Self.red) })
        scene.context.state.frontStencil = StencilFace()
        scene.context.state.frontStencil.compare = .notEqual
        scene.drawAll(SIMD4(0, 1, 0, 1))
        #expect(scene.pixels.prefix(4).map { $0 } == [0xFFFF_0000, 0xFFFF_0000, 0xFF00_FF00, 0xFF00_FF00])
    }

    @Test("four samples a pixel make edges soft")
    func smoothing() throws {
        let scene = try Scene(width: 2, height: 2, isSmoothed: true)
        // Over the left half of the left pixels.
        let left = [(-1, 1), (-0.5, 1), (-0.5, -1), (-1, 1), (-0.5, -1), (-1, -1)] as [(Float, Float)]
        scene.draw(left.map { (SIMD4($0.0, $0.1, 0.5, 1), Self.red) })
        #expect(scene.pixels == [0x8080_0000, 0, 0x8080_0000, 0])
    }

    @Test("blend factors")
    func blending() throws {
        let scene = try Scene(width: 1, height: 1)
        scene.drawAll(SIMD4(0, 0, 1, 1))
        scene.context.state.sourceFactor = .sourceAlpha
        scene.context.state.destinationFactor = .oneMinusSourceAlpha
        scene.drawAll(SIMD4(1, 0, 0, 0.5))
        #expect(scene.pixels == [0xBF80_0080])
    }

    @Test("only what the scissor leaves is drawn")
    func scissor() throws {
        let scene = try Scene(width: 4, height: 1)
        scene.context.state.scissor = PixelArea(left: 1, top: 0, right: 3, bottom: 9)
        scene.drawAll(Self.red)
        #expect(scene.pixels.map { $0 != 0 } == [false, true, true, false])
    }
}

/// What shaders compute and read.
@Suite struct ShaderTests {
    private typealias Assembler = ShaderAssembler

    /// The pixel that a fragment shader makes of varying 0.
    private static func pixel(
        _ value: SIMD4<Float>, version: UInt32 = 1, constants: [SIMD4<Float>] = [], texture: Texture? = nil,
        _ body: (inout ShaderAssembler) -> Void
    ) throws -> UInt32 {
        var assembler = Assembler(isVertex: false, version: version)
        body(&assembler)
        let program = try Program(
            vertex: Assembler.plainVertex, fragment: assembler.bytes, for: .standardExtended)
        let scene = Scene(program, width: 2, height: 2)
        scene.context.setConstants(.fragment, from: 0, constants)
        scene.context.textures[0] = texture
        scene.drawAll(value)
        return scene.pixels[0]
    }

    @Test(
        "operations of one operand",
        arguments: [
            (0x05, 2, 0.5), (0x08, 1.25, 0.25), (0x09, 0.25, 0.5), (0x0A, 4, 0.5), (0x0C, 2, 1), (0x0D, -1, 0.5),
            (0x0F, 0, 0), (0x10, 0, 1), (0x14, -0.5, 0.5), (0x15, -0.5, 0.5), (0x16, 7, 1), (0x2B, 3, 1),
        ] as [(UInt64, Float, Float)])
    func unary(code: UInt64, operand: Float, result: Float) throws {
        let pixel = try Self.pixel(SIMD4(repeating: operand)) { assembler in
            assembler.op(code, .output, Assembler.source(.varying))
        }
        #expect(pixel & 0xFF == UInt32((result * 255).rounded()))
    }

    @Test(
        "operations of two operands",
        arguments: [
            (0x01, 0.25, 0.5, 0.75), (0x02, 0.75, 0.5, 0.25), (0x03, 0.5, 0.5, 0.25), (0x04, 0.25, 0.5, 0.5),
            (0x06, 0.25, 0.5, 0.25), (0x07, 0.25, 0.5, 0.5), (0x0B, 0.5, 2, 0.25), (0x12, 0.5, 0.5, 0.75),
            (0x13, 0.5, 0.5, 1), (0x29, 0.5, 0.5, 1), (0x2A, 0.5, 0.5, 0), (0x2C, 0.5, 0.5, 1), (0x2D, 0.5, 0.5, 0),
        ] as [(UInt64, Float, Float, Float)])
    func binary(code: UInt64, first: Float, second: Float, result: Float) throws {
        let pixel = try Self.pixel(SIMD4(repeating: first), constants: [SIMD4(repeating: second)]) { assembler in
            assembler.op(code, .output, Assembler.source(.varying), Assembler.source(.constant))
        }
        #expect(pixel & 0xFF == UInt32((result * 255).rounded()))
    }

    @Test("rows of a matrix lie in registers on end")
    func matrices() throws {
        let rows = [SIMD4<Float>(0, 1, 0, 0), SIMD4(1, 0, 0, 0), SIMD4(0, 0, 0.5, 0), SIMD4(0, 0, 0, 1)]
        let pixel = try Self.pixel(SIMD4(1, 0, 1, 1), constants: rows) { assembler in
            assembler.op(0x18, .output, Assembler.source(.varying), Assembler.source(.constant))
        }
        #expect(pixel == 0xFF00_FF80)
    }

    @Test("components are picked by swizzles and masks")
    func swizzles() throws {
        let pixel = try Self.pixel(SIMD4(1, 0, 0.5, 1)) { assembler in
            assembler.op(0, .output, Assembler.source(.varying))
            // yyxx into red and green.
            assembler.op(0, .output, mask: 3, Assembler.source(.varying, swizzle: 0b00_00_00_01))
        }
        #expect(pixel == 0xFF00_FF80)
    }

    @Test("kil leaves what was there")
    func kil() throws {
        let pixel = try Self.pixel(SIMD4(-0.5, 1, 1, 1)) { assembler in
            assembler.op(0x27, nil, Assembler.source(.varying, swizzle: 0))
            assembler.op(0, .output, Assembler.source(.varying))
        }
        #expect(pixel == 0)
    }

    @Test("branches write what they hold for", arguments: [(Float(0.25), UInt32(0xFF)), (0.75, 0x40)])
    func branches(value: Float, result: UInt32) throws {
        let pixel = try Self.pixel(
            SIMD4(repeating: value), version: 2, constants: [SIMD4(repeating: 0.5), .one, SIMD4(repeating: 0.25)]
        ) { assembler in
            assembler.op(0x1F, nil, Assembler.source(.varying), Assembler.source(.constant, 0))
            assembler.op(0, .output, Assembler.source(.constant, 1))
            assembler.op(0x20, nil)
            assembler.op(0, .output, Assembler.source(.constant, 2))
            assembler.op(0x21, nil)
        }
        #expect(pixel & 0xFF == result)
    }

    @Test("pixels side by side take branches of their own, and a block need not end", arguments: [true, false])
    func parting(ends: Bool) throws {
        var assembler = Assembler(isVertex: false, version: 2)
        let value = Assembler.source(.varying)
        func constant(_ index: UInt64) -> UInt64 { Assembler.source(.constant, index) }
        assembler.op(0, .output, constant(1))
        // Below a half: blue, but green below a quarter; from a half on: nothing, and green at no place.
        assembler.op(0x1F, nil, value, constant(0))
        assembler.op(0, .output, constant(2))
        assembler.op(0x1F, nil, value, Assembler.source(.constant, 0, swizzle: 0x55))
        assembler.op(0, .output, constant(3))
        assembler.op(0x21, nil)
        assembler.op(0x20, nil)
        assembler.op(0x1F, nil, value, Assembler.source(.constant, 0, swizzle: 0x55))
        assembler.op(0, .output, constant(3))
        if ends {
            assembler.op(0x21, nil)
            assembler.op(0x21, nil)
        }
        let program = try Program(
            vertex: Assembler.plainVertex, fragment: assembler.bytes, for: .standardExtended)
        let scene = Scene(program, width: 16, height: 2)
        scene.context.setConstants(
            .fragment, from: 0, [SIMD4(0.5, 0.25, 0, 0), SIMD4(1, 0, 0, 1), SIMD4(0, 0, 1, 1), SIMD4(0, 1, 0, 1)])
        let corners = [(-1, 1), (1, 1), (1, -1), (-1, 1), (1, -1), (-1, -1)] as [(Float, Float)]
        scene.draw(corners.map { (SIMD4($0.0, $0.1, 0.5, 1), SIMD4(repeating: ($0.0 + 1) / 2)) })
        let row: [UInt32] =
            Array(repeating: 0xFF00_FF00, count: 4) + Array(repeating: 0xFF00_00FF, count: 4)
            + Array(repeating: 0xFFFF_0000, count: 8)
        #expect(scene.pixels == row + row)
    }

    @Test("textures: nearest, linear, repeated, by level")
    func textures() throws {
        let texture = Texture(width: 2, height: 1)
        texture.image().pixels[0] = 0xFF00_0000
        texture.image().pixels[1] = 0xFFFF_FFFF
        func read(_ u: Float, _ sampler: UInt64) throws -> UInt32 {
            try Self.pixel(SIMD4(u, 0.5, 0, 0), texture: texture) { assembler in
                assembler.op(0x28, .output, Assembler.source(.varying), sampler)
            }
        }
        #expect(try read(0.3, Assembler.sampler(0)) & 0xFF == 0)
        #expect(try read(0.6, Assembler.sampler(0)) & 0xFF == 0xFF)
        #expect(try read(0.5, Assembler.sampler(0, isLinear: true)) & 0xFF == 0x80)
        #expect(try read(-0.2, Assembler.sampler(0)) & 0xFF == 0)
        #expect(try read(-0.2, Assembler.sampler(0, repeats: true)) & 0xFF == 0xFF)
    }

    @Test("constants by a register and an offset")
    func indirect() throws {
        var vertex = Assembler(isVertex: true)
        vertex.op(0, .output, Assembler.source(.attribute, 0))
        vertex.op(0, .varying, Assembler.indirect(.attribute, 1, component: 2, offset: 5))
        let scene = Scene(
            try Program(vertex: vertex.bytes, fragment: Assembler.plainFragment, for: .baseline), width: 1, height: 1)
        scene.context.setConstants(.vertex, from: 7, [SIMD4(0, 1, 0, 1)])
        scene.drawAll(SIMD4(0, 0, 2, 0))
        #expect(scene.pixels == [0xFF00_FF00])
    }
}
