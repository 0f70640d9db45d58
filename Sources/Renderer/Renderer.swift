import Base

/// Draws command lists into memory. Keeps what it can reuse: flattened edges, gradient ramps, glyphs.
///
/// Not for use from two threads at once; it spreads the work over threads of its own, which never changes a pixel.
public final class Renderer {
    public let resources: RenderResources
    private let shapes = ShapeCache()
    private let ramps = RampCache()
    private let glyphs = GlyphCache()
    private let builder: ProgramBuilder
    private let pool: WorkerPool
    private let filterGroups: FilterGroups
    private var jobs: [PixelRect] = []

    /// Rows of a strip, the piece of a picture that one thread draws at a time: low enough to share out evenly and to
    /// keep masks and layers in the cache, high enough that most shapes lie in one or two.
    private let stripHeight: Int
    private static let defaultStripHeight = 96
    /// Fewer pixels than this are not worth waking other threads.
    private static let minSharedArea = 16_384

    /// `threads` nil: one a processor.
    public convenience init(resources: RenderResources, threads: Int? = nil) {
        self.init(resources: resources, threads: threads, stripHeight: Self.defaultStripHeight)
    }

    init(resources: RenderResources, threads: Int?, stripHeight: Int) {
        self.resources = resources
        self.stripHeight = max(1, stripHeight)
        filterGroups = FilterGroups(resources)
        builder = ProgramBuilder(resources: resources, shapes: shapes, ramps: ramps, glyphs: glyphs)
        pool = WorkerPool(count: threads ?? WorkerPool.defaultCount)
    }

    /// Draws `commands` over `background` into `target`, but only within `damage` (which is clamped to the target);
    /// pixels outside it are left as they are. The rectangles should not overlap: where they do, work is done twice.
    public func draw(
        _ commands: [RenderCommand], into target: PixelTarget, background: RGBA, quality: Quality, damage: [PixelRect]
    ) {
        var commands = commands
        if commands.contains(where: { if case .filterPush = $0 { true } else { false } }) {
            commands = filterGroups.replace(commands, quality: quality) { commands, pixmap in
                drawPlain(
                    commands, into: pixmap.target, background: .clear, quality: quality,
                    damage: [pixmap.target.bounds])
            }
        }
        drawPlain(commands, into: target, background: background, quality: quality, damage: damage)
    }

    /// Draws a list without filters.
    private func drawPlain(
        _ commands: [RenderCommand], into target: PixelTarget, background: RGBA, quality: Quality, damage: [PixelRect]
    ) {
        let visible = split(damage, within: target.bounds)
        if jobs.isEmpty { return }
        builder.reset(Sampling(quality))
        add(commands, visible)
        builder.withProgram(target: target, background: background.premultiplied) { program in
            let jobs = jobs
            // Rectangles that overlap must not be drawn at the same time.
            let isShared = jobs.reduce(0) { $0 + $1.area } >= Self.minSharedArea && !hasOverlaps
            if builder.needsWhole {
                pool.run(jobs: 1) { worker, _ in worker.run(program, rect: visible) }
            } else if isShared {
                pool.run(jobs: jobs.count) { worker, index in worker.run(program, rect: jobs[index]) }
            } else {
                pool.run(jobs: 1) { worker, _ in for job in jobs { worker.run(program, rect: job) } }
            }
        }
        shapes.endDraw()
        ramps.endDraw()
        glyphs.endDraw()
    }

    private func add(_ commands: [RenderCommand], _ visible: PixelRect) {
        var index = 0
        while index < commands.count {
            if index + 2 < commands.count, case .layerPop = commands[index + 2],
                builder.addJoined(commands[index], commands[index + 1], visible: visible)
            {
                index += 3
                continue
            }
            builder.add(commands[index], visible: visible)
            index += 1
        }
    }

    private var hasOverlaps = false

    /// Rows of a strip where threads share `rows` of them: several strips a thread, so that none waits long for another.
    private func sharedHeight(_ rows: Int) -> Int {
        if pool.count == 1 { return stripHeight }
        let strips = pool.count * 4
        return min(stripHeight, max(Self.minSharedHeight, (rows + strips - 1) / strips))
    }

    /// Lower strips cost more to begin with than sharing them gains.
    private static let minSharedHeight = 32

    /// Cuts the damage into strips. Returns a rectangle around them all.
    private func split(_ damage: [PixelRect], within bounds: PixelRect) -> PixelRect {
        jobs.removeAll(keepingCapacity: true)
        hasOverlaps = false
        var visible = PixelRect.empty
        let rows = damage.reduce(0) { $0 + $1.intersection(bounds).height }
        let stripHeight = sharedHeight(rows)
        for rect in damage {
            let part = rect.intersection(bounds)
            if part.isEmpty { continue }
            if !hasOverlaps { hasOverlaps = jobs.contains { $0.intersects(part) } }
            visible = visible.union(part)
            var top = part.top
            while top < part.bottom {
                let bottom = min(part.bottom, (top / stripHeight + 1) * stripHeight)
                jobs.append(PixelRect(left: part.left, top: top, right: part.right, bottom: bottom))
                top = bottom
            }
        }
        return visible
    }
}
