@testable import Stage3D

/// A context with a picture, to draw triangles of a position and a colour each.
final class Scene {
    let context = DrawContext()
    let width: Int
    let height: Int

    init(_ program: Program, width: Int, height: Int, isSmoothed: Bool = false, hasDepth: Bool = false) {
        self.width = width
        self.height = height
        context.configure(width: width, height: height, isSmoothed: isSmoothed, hasDepth: hasDepth)
        context.use(program)
        context.clear(.zero, depth: 1, stencil: 0, [.color, .depth, .stencil])
    }

    convenience init(width: Int, height: Int, isSmoothed: Bool = false, hasDepth: Bool = false) throws(ProgramFault) {
        self.init(
            try Program(
                vertex: ShaderAssembler.plainVertex, fragment: ShaderAssembler.plainFragment, for: .baseline),
            width: width, height: height, isSmoothed: isSmoothed, hasDepth: hasDepth)
    }

    /// Draws triangles: corners in clip space with a value each.
    func draw(_ corners: [(SIMD4<Float>, SIMD4<Float>)]) {
        let vertices = VertexBuffer(vertexCount: corners.count, wordsPerVertex: 8)
        vertices.replace(
            fromVertex: 0,
            with: corners.flatMap { corner in
                (0..<4).map { corner.0[$0].bitPattern } + (0..<4).map { corner.1[$0].bitPattern }
            })
        context.streams[0] = VertexStream(buffer: vertices, offset: 0, format: .float4)
        context.streams[1] = VertexStream(buffer: vertices, offset: 4, format: .float4)
        let indices = IndexBuffer(count: corners.count)
        indices.replace(from: 0, with: corners.indices.map { UInt16($0) })
        context.draw(indices, first: 0, triangleCount: corners.count / 3)
    }

    /// Two triangles over all of the picture, of one colour, at a depth.
    func drawAll(_ color: SIMD4<Float>, depth: Float = 0.5) {
        let corners = [(-1, 1), (1, 1), (1, -1), (-1, 1), (1, -1), (-1, -1)] as [(Float, Float)]
        draw(corners.map { (SIMD4($0.0, $0.1, depth, 1), color) })
    }

    var pixels: [UInt32] {
        var result = [UInt32](repeating: 0, count: width * height)
        result.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { context.copyPicture(to: base) }
        }
        return result
    }
}
