import Base

/// Where a worker draws now: pixels, or a mask while one is made.
struct Canvas {
    var pixels: UnsafeMutablePointer<UInt32>?
    var plane: UnsafeMutablePointer<UInt8>?
    /// Device coordinates of the first element.
    var left, top: Int
    var stride: Int
}

/// Draws a list of operations within one rectangle of the target. Owns all scratch memory it needs, and keeps it.
///
/// Workers share nothing that is written but disjoint pixels.
final class Worker {
    var scratch = ScratchStack()
    private var cells: UnsafeMutablePointer<Int32>
    private var cellCapacity: Int
    private var dirty: UnsafeMutablePointer<UInt64>
    private var dirtyCapacity: Int
    /// Scratch rows, each as wide as a band.
    var weights: UnsafeMutablePointer<UInt16>
    var totals: UnsafeMutablePointer<Int32>
    var running: UnsafeMutablePointer<Int32>
    var evens: UnsafeMutablePointer<UInt32>
    var odds: UnsafeMutablePointer<UInt32>
    var colors: UnsafeMutablePointer<UInt32>
    private var rowCapacity: Int
    /// Running sums of the cells, one a style.
    var sums: UnsafeMutablePointer<Int32>
    private var sumCapacity: Int
    /// Dirty bits of all styles of a row together.
    var dirtyUnion: UnsafeMutablePointer<UInt64>
    /// Which slot of the band a style has, and the style of each slot.
    private var slots: [UInt16] = []
    private var used: [UInt16] = []
    private var slotPaints: [PreparedPaint] = []

    // The state of one job.
    private var job = PixelRect.empty
    private var clip = PixelRect.empty
    private var clips: [PixelRect] = []
    private(set) var canvas = Canvas(left: 0, top: 0, stride: 0)
    /// The mask in force: one byte a pixel of the job's rectangle.
    private(set) var mask: UnsafeMutablePointer<UInt8>?
    private var saved: [Saved] = []

    private struct Saved {
        enum Kind { case maskBegin, maskEnd, layer, nothing }
        var kind: Kind
        var canvas: Canvas
        var mask: UnsafeMutablePointer<UInt8>?
        var clip: PixelRect
        var layer = PixelRect.empty
        var blendMode = BlendMode.normal
        var transform = ColorTransform.identity
        /// Blocks of scratch that go when this is popped.
        var blocks = 0
    }

    /// Masks and layers nested deeper than this are drawn without effect.
    private static let maxDepth = 256

    init() {
        cellCapacity = CellPlanes.cellBudget
        cells = .allocate(capacity: cellCapacity)
        cells.initialize(repeating: 0, count: cellCapacity)
        dirtyCapacity = 4096
        dirty = .allocate(capacity: dirtyCapacity)
        dirty.initialize(repeating: 0, count: dirtyCapacity)
        rowCapacity = 2048
        weights = .allocate(capacity: rowCapacity)
        totals = .allocate(capacity: rowCapacity)
        running = .allocate(capacity: rowCapacity)
        evens = .allocate(capacity: rowCapacity)
        odds = .allocate(capacity: rowCapacity)
        colors = .allocate(capacity: rowCapacity)
        dirtyUnion = .allocate(capacity: rowCapacity / 256 + 2)
        sumCapacity = 64
        sums = .allocate(capacity: sumCapacity)
    }

    deinit {
        cells.deallocate()
        dirty.deallocate()
        weights.deallocate()
        totals.deallocate()
        running.deallocate()
        evens.deallocate()
        odds.deallocate()
        colors.deallocate()
        dirtyUnion.deallocate()
        sums.deallocate()
    }

    // MARK: The operations

    func run(_ program: Program, rect: PixelRect) {
        job = rect
        clip = rect
        let target = program.target
        canvas = Canvas(pixels: target.pixels, left: 0, top: 0, stride: target.stride)
        mask = nil
        fill(rect, program.background)
        for index in 0..<program.count {
            guard let operation = program.operations?.advanced(by: index) else { break }
            switch operation.pointee.kind {
            case .edges:
                let bounds = operation.pointee.bounds.intersection(clip)
                if bounds.isEmpty { continue }
                draw(operation.pointee, bounds, program)
            case .rectangle:
                let bounds = operation.pointee.bounds.intersection(clip)
                if bounds.isEmpty { continue }
                rectangle(bounds, program.paints + operation.pointee.firstPaint)
            case .blit:
                let bounds = operation.pointee.bounds.intersection(clip)
                if bounds.isEmpty { continue }
                rectangle(bounds, program.paints + operation.pointee.firstPaint)
            case .maskBegin: beginMask()
            case .maskEnd: endMask()
            case .maskPop: popMask()
            case .clipPush:
                clips.append(clip)
                clip = clip.intersection(operation.pointee.bounds)
            case .clipPop: clip = clips.popLast() ?? job
            case .layerPush:
                pushLayer(operation.pointee.bounds, operation.pointee.blendMode, operation.pointee.transform)
            case .layerPop: popLayer()
            }
        }
        clips.removeAll(keepingCapacity: true)
        saved.removeAll(keepingCapacity: true)
        scratch.reset()
    }

    private func fill(_ rect: PixelRect, _ color: UInt32) {
        guard let pixels = canvas.pixels else { return }
        for y in rect.top..<rect.bottom {
            (pixels + (y - canvas.top) * canvas.stride + rect.left - canvas.left).update(
                repeating: color, count: rect.width)
        }
    }

    /// The row of `y` in the canvas and the mask, from pixel `x` on.
    @inline(__always)
    func rowContext(x: Int, y: Int) -> RowContext {
        let offset = (y &- canvas.top) &* canvas.stride &+ x &- canvas.left
        return RowContext(
            pixels: canvas.pixels.map { $0 + offset }, plane: canvas.plane.map { $0 + offset },
            mask: mask.map { UnsafePointer($0 + ((y &- job.top) &* job.width &+ x &- job.left)) }, x: x, y: y)
    }

    private func rectangle(_ rect: PixelRect, _ paint: UnsafePointer<PreparedPaint>) {
        reserveRow(rect.width)
        for y in rect.top..<rect.bottom {
            emit(rowContext(x: rect.left, y: y), offset: 0, count: rect.width, weight: 256, paint)
        }
    }

    private func draw(_ operation: Operation, _ bounds: PixelRect, _ program: Program) {
        var styles = operation.edges.styles
        let paints = program.paints + operation.firstPaint
        // Many styles: only those with an edge in the rectangle get rows.
        let isCompact = styles > 4
        if isCompact { styles = findSlots(operation, bounds, paints) }
        if styles == 0 { return }
        // Bands are as high as the budget allows; with very many styles they are cut in width as well. Neither
        // changes a pixel: edges meet pixel borders at places that do not depend on the band.
        let sampling = program.sampling
        let width = min(bounds.width, max(16, CellPlanes.cellBudget / styles - 8))
        let stride = CellPlanes.stride(width: width)
        let height = max(1, min(bounds.height, CellPlanes.cellBudget / (stride * styles)))
        var left = bounds.left
        while left < bounds.right {
            let right = min(bounds.right, left + width)
            var top = bounds.top
            while top < bounds.bottom {
                let bottom = min(bounds.bottom, top + height)
                let band = PixelRect(left: left, top: top, right: right, bottom: bottom)
                let planes = planes(for: band, styles: styles)
                accumulate(operation, planes, isCompact: isCompact, sampling)
                if isCompact {
                    slotPaints.withUnsafeBufferPointer { resolve(planes, $0.baseAddress!, operation, sampling) }
                } else {
                    resolve(planes, paints, operation, sampling)
                }
                top = bottom
            }
            left = right
        }
    }

    private func planes(for band: PixelRect, styles: Int) -> CellPlanes {
        let stride = CellPlanes.stride(width: band.width)
        let words = stride / 256 + 1
        let cellCount = stride * styles * band.height
        if cellCount > cellCapacity {
            cells.deallocate()
            cells = .allocate(capacity: cellCount)
            cells.initialize(repeating: 0, count: cellCount)
            cellCapacity = cellCount
        }
        let wordCount = words * styles * band.height
        if wordCount > dirtyCapacity {
            dirty.deallocate()
            dirty = .allocate(capacity: wordCount)
            dirty.initialize(repeating: 0, count: wordCount)
            dirtyCapacity = wordCount
        }
        if styles > sumCapacity {
            sums.deallocate()
            sumCapacity = styles * 2
            sums = .allocate(capacity: sumCapacity)
        }
        reserveRow(stride)
        return CellPlanes(
            cells: cells, dirty: dirty, left: band.left, top: band.top, width: band.width, height: band.height,
            stride: stride, words: words, styles: styles)
    }

    private func reserveRow(_ count: Int) {
        if count <= rowCapacity { return }
        weights.deallocate()
        totals.deallocate()
        running.deallocate()
        evens.deallocate()
        odds.deallocate()
        colors.deallocate()
        dirtyUnion.deallocate()
        rowCapacity = count * 3 / 2
        weights = .allocate(capacity: rowCapacity)
        totals = .allocate(capacity: rowCapacity)
        running = .allocate(capacity: rowCapacity)
        evens = .allocate(capacity: rowCapacity)
        odds = .allocate(capacity: rowCapacity)
        colors = .allocate(capacity: rowCapacity)
        dirtyUnion = .allocate(capacity: rowCapacity / 256 + 2)
    }

    /// Gives a slot to each style that has an edge within the rows of the rectangle. Returns how many.
    private func findSlots(_ operation: Operation, _ bounds: PixelRect, _ paints: UnsafePointer<PreparedPaint>) -> Int {
        let styles = operation.edges.styles
        slots.removeAll(keepingCapacity: true)
        slots.append(contentsOf: repeatElement(FlatEdge.none, count: styles + 1))
        slots.withUnsafeMutableBufferPointer { slots in
            forEachBandEdge(
                operation.edges, tx: operation.tx, ty: operation.ty, left: bounds.left, top: bounds.top,
                height: bounds.height
            ) { _, left, right in
                if left != FlatEdge.none { slots[Int(left)] = 0 }
                if right != FlatEdge.none { slots[Int(right)] = 0 }
            }
        }
        slotPaints.removeAll(keepingCapacity: true)
        var count: UInt16 = 0
        for style in 0..<styles where slots[style] == 0 {
            slots[style] = count
            count += 1
            slotPaints.append(paints[style])
        }
        return Int(count)
    }

    private func accumulate(_ operation: Operation, _ planes: CellPlanes, isCompact: Bool, _ sampling: Sampling) {
        if !isCompact {
            switch sampling {
            case .area:
                forEachBandEdge(
                    operation.edges, tx: operation.tx, ty: operation.ty, left: planes.left, top: planes.top,
                    height: planes.height
                ) { edge, left, right in AreaKernel.add(edge, planes, plus: left, minus: right) }
            case .grid(let grid):
                forEachBandEdge(
                    operation.edges, tx: operation.tx, ty: operation.ty, left: planes.left, top: planes.top,
                    height: planes.height
                ) { edge, left, right in GridKernel.add(edge, planes, grid, plus: left, minus: right) }
            }
            return
        }
        slots.withUnsafeBufferPointer { buffer in
            // One past the end stands for "no style".
            let slots = buffer.baseAddress!
            let last = buffer.count - 1
            forEachBandEdge(
                operation.edges, tx: operation.tx, ty: operation.ty, left: planes.left, top: planes.top,
                height: planes.height
            ) { edge, left, right in
                let plus = slots[min(Int(left), last)]
                let minus = slots[min(Int(right), last)]
                switch sampling {
                case .area: AreaKernel.add(edge, planes, plus: plus, minus: minus)
                case .grid(let grid): GridKernel.add(edge, planes, grid, plus: plus, minus: minus)
                }
            }
        }
    }

    // MARK: Masks and layers

    private func beginMask() {
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

    private func endMask() {
        guard let last = saved.last, last.kind == .maskBegin, let plane = canvas.plane else { return }
        canvas = last.canvas
        mask = plane
        if let outer = last.mask { Spans.intersect(plane, job.width * job.height, with: outer) }
        saved[saved.count - 1].kind = .maskEnd
    }

    private func popMask() {
        guard let last = saved.last, last.kind == .maskEnd || last.kind == .nothing else { return }
        saved.removeLast()
        if last.kind == .nothing { return }
        mask = last.mask
        scratch.pop()
    }

    private func pushLayer(_ bounds: PixelRect, _ blendMode: BlendMode, _ transform: ColorTransform) {
        var state = Saved(kind: .layer, canvas: canvas, mask: mask, clip: clip)
        let rect = bounds.intersection(clip)
        // While a mask is made, only coverage counts.
        if canvas.plane != nil || saved.count >= Self.maxDepth {
            state.kind = .nothing
            saved.append(state)
            return
        }
        state.layer = rect
        state.blendMode = blendMode
        state.transform = transform
        saved.append(state)
        clip = rect
        mask = nil
        if rect.isEmpty { return }
        let pixels = scratch.push(byteCount: rect.area * 4).assumingMemoryBound(to: UInt32.self)
        pixels.update(repeating: 0, count: rect.area)
        canvas = Canvas(pixels: pixels, left: rect.left, top: rect.top, stride: rect.width)
    }

    private func popLayer() {
        guard let last = saved.last, last.kind == .layer || last.kind == .nothing else { return }
        saved.removeLast()
        if last.kind == .nothing { return }
        let layer = canvas
        canvas = last.canvas
        mask = last.mask
        clip = last.clip
        let rect = last.layer
        guard !rect.isEmpty, let source = layer.pixels else { return }
        for y in rect.top..<rect.bottom {
            let row = source + (y - rect.top) * rect.width
            if !last.transform.isIdentity { Spans.transform(row, rect.width, last.transform) }
            let context = rowContext(x: rect.left, y: y)
            guard let out = context.pixels else { continue }
            Blend.row(out, row, rect.width, last.blendMode, mask: context.mask)
        }
        scratch.pop()
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
