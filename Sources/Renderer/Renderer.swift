import Base

/// Draws command lists into memory. Keeps what it can reuse: flattened edges, gradient ramps, glyphs.
public final class Renderer {
    public let resources: RenderResources
    private let shapes = ShapeCache()
    private let ramps = RampCache()
    private let builder: ProgramBuilder
    private let worker = Worker()

    public init(resources: RenderResources) {
        self.resources = resources
        builder = ProgramBuilder(resources: resources, shapes: shapes, ramps: ramps)
    }

    /// Draws `commands` over `background` into `target`, but only within `damage` (which is clamped to the target);
    /// pixels outside it are left as they are.
    public func draw(
        _ commands: [RenderCommand], into target: PixelTarget, background: RGBA, quality: Quality, damage: [PixelRect]
    ) {
        let parts = damage.map { $0.intersection(target.bounds) }.filter { !$0.isEmpty }
        guard let first = parts.first else { return }
        let visible = parts.dropFirst().reduce(first) { $0.union($1) }
        builder.reset()
        for command in commands { builder.add(command, visible: visible) }
        builder.operations.withUnsafeBufferPointer { operations in
            builder.paints.withUnsafeBufferPointer { paints in
                let placeholder = [PreparedPaint.clear]
                placeholder.withUnsafeBufferPointer { empty in
                    let program = Program(
                        operations: operations.baseAddress ?? UnsafePointer(bitPattern: 16)!, count: operations.count,
                        paints: paints.baseAddress ?? empty.baseAddress!, target: target,
                        background: background.premultiplied, sampling: Sampling(quality))
                    for part in parts { worker.run(program, rect: part) }
                }
            }
        }
        shapes.endDraw()
        ramps.endDraw()
    }
}
