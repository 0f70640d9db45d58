import Base

/// Masks and layers: what is drawn goes to memory of its own until they end.
extension Worker {
    /// What a mask or layer covers up, to be taken up again when it goes.
    struct Saved {
        enum Kind { case maskBegin, maskEnd, layer, nothing }
        var kind: Kind
        var canvas: Canvas
        var mask: UnsafeMutablePointer<UInt8>?
        var clip: PixelRect
        var layer = PixelRect.empty
        var join = LayerJoin.blend(.normal)
        /// The layer's rectangle before it was clipped.
        var whole = PixelRect.empty
        var transform = ColorTransform.identity
    }

    /// Masks and layers nested deeper than this are drawn without effect.
    private static var maxDepth: Int { 256 }

    func beginMask() {
        saved.append(Saved(kind: .maskBegin, canvas: canvas, mask: mask, clip: clip))
        guard saved.count <= Self.maxDepth else {
            saved[saved.count - 1].kind = .nothing
            return
        }
        let plane = scratch.push(byteCount: job.width * job.height).assumingMemoryBound(to: UInt8.self)
        plane.update(repeating: 0, count: job.width * job.height)
        canvas = Canvas(plane: plane, left: job.left, top: job.top, stride: job.width)
        mask = nil
    }

    func endMask() {
        guard let last = saved.last, last.kind == .maskBegin, let plane = canvas.plane else { return }
        canvas = last.canvas
        mask = plane
        if let outer = last.mask { Spans.intersect(plane, job.width * job.height, with: outer) }
        saved[saved.count - 1].kind = .maskEnd
    }

    func popMask() {
        guard let last = saved.last, last.kind == .maskEnd || last.kind == .nothing else { return }
        saved.removeLast()
        if last.kind == .nothing { return }
        mask = last.mask
        scratch.pop()
    }

    func pushLayer(_ bounds: PixelRect, _ join: LayerJoin, _ transform: ColorTransform) {
        var state = Saved(kind: .layer, canvas: canvas, mask: mask, clip: clip)
        let rect = bounds.intersection(clip)
        // While a mask is made, only coverage counts.
        if canvas.plane != nil || saved.count >= Self.maxDepth {
            state.kind = .nothing
            saved.append(state)
            return
        }
        state.layer = rect
        state.join = join
        state.whole = bounds
        state.transform = transform
        saved.append(state)
        clip = rect
        mask = nil
        if rect.isEmpty { return }
        let pixels = scratch.push(byteCount: rect.area * 4).assumingMemoryBound(to: UInt32.self)
        pixels.update(repeating: 0, count: rect.area)
        canvas = Canvas(pixels: pixels, left: rect.left, top: rect.top, stride: rect.width)
    }

    func popLayer(_ blends: [ProgramReference]) {
        guard let last = saved.last, last.kind == .layer || last.kind == .nothing else { return }
        saved.removeLast()
        if last.kind == .nothing { return }
        let layer = canvas
        canvas = last.canvas
        mask = last.mask
        clip = last.clip
        let rect = last.layer
        guard !rect.isEmpty, let source = layer.pixels else { return }
        defer { scratch.pop() }
        // Alpha and erase act on the layer around them; straight on the stage there is nothing they could clear.
        let isInLayer = saved.contains { $0.kind == .layer }
        switch last.join {
        case .blend(.alpha), .blend(.erase), .alphaMask: if !isInLayer { return }
        case .program(let index):
            run(blends[index], source, last)
        case .blend: break
        }
        for y in rect.top..<rect.bottom {
            let row = source + (y - rect.top) * rect.width
            if !last.transform.isIdentity { Spans.transform(row, rect.width, last.transform) }
            let context = rowContext(x: rect.left, y: y)
            guard let out = context.pixels else { continue }
            switch last.join {
            case .blend(let mode): Blend.row(out, row, rect.width, mode, mask: context.mask)
            case .alphaMask: Blend.keep(out, row, rect.width, mask: context.mask)
            // What a program makes lies over what it was made of.
            case .program: Blend.row(out, row, rect.width, .normal, mask: context.mask)
            }
        }
    }
}

extension Worker {
    /// Puts what a program makes of a layer and of what lies below it in the place of the layer.
    private func run(_ blend: ProgramReference, _ layer: UnsafeMutablePointer<UInt32>, _ state: Saved) {
        let rect = state.layer
        let below = UnsafeMutablePointer<UInt32>.allocate(capacity: rect.area * 2)
        defer { below.deallocate() }
        let front = below + rect.area
        front.update(from: layer, count: rect.area)
        for y in rect.top..<rect.bottom {
            guard let row = rowContext(x: rect.left, y: y).pixels else { return }
            (below + (y - rect.top) * rect.width).update(from: row, count: rect.width)
        }
        // Programs count from the corner of the whole layer.
        func picture(_ pixels: UnsafeMutablePointer<UInt32>) -> ProgramPicture {
            ProgramPicture(
                pixels: pixels, width: rect.width, height: rect.height, stride: rect.width,
                left: Double(rect.left - state.whole.left), top: Double(rect.top - state.whole.top))
        }
        blend.program.run(
            rect, place: Affine(tx: -Double(state.whole.left), ty: -Double(state.whole.top)),
            pictures: [picture(below), picture(front)], into: layer)
    }
}

/// Blocks of memory used last in, first out, and kept for the next time.
struct ScratchStack: ~Copyable {
    private var blocks: [(memory: UnsafeMutableRawPointer, capacity: Int)] = []
    private var top = 0

    mutating func push(byteCount: Int) -> UnsafeMutableRawPointer {
        if top == blocks.count {
            blocks.append((.allocate(byteCount: byteCount, alignment: 16), byteCount))
        } else if blocks[top].capacity < byteCount {
            blocks[top].memory.deallocate()
            blocks[top] = (.allocate(byteCount: byteCount, alignment: 16), byteCount)
        }
        top += 1
        return blocks[top - 1].memory
    }

    mutating func pop() { top = max(0, top - 1) }
    mutating func reset() { top = 0 }

    deinit { for block in blocks { block.memory.deallocate() } }
}
