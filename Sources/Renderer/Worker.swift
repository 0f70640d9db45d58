import Base
import CPixels

/// Where a worker draws now: pixels, a mask while one is made, or the weights of a glyph's picture.
struct Canvas {
    var pixels: UnsafeMutablePointer<UInt32>?
    var plane: UnsafeMutablePointer<UInt8>?
    var picture: UnsafeMutablePointer<UInt16>?
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
    private var marks: UnsafeMutablePointer<UInt64>
    private var markCapacity: Int
    /// Scratch rows, each as wide as a band.
    var weights: UnsafeMutablePointer<UInt16>
    var colors: UnsafeMutablePointer<UInt32>
    /// What several styles make of a row; its weights are those of ``weights``.
    var mixture: px_mixture
    private var rowCapacity: Int
    /// Running sums of the cells, one a style.
    var sums: UnsafeMutablePointer<Int32>
    private var sumCapacity: Int
    /// Which slot of the band a style has, and the style of each slot.
    private var slots: [UInt16] = []
    private var used: [UInt16] = []
    private var slotPaints: [PreparedPaint] = []
    /// Of a band whose paints are all colours.
    var styleColors: [UInt32] = []

    // The state of one job.
    var job = PixelRect.empty
    var clip = PixelRect.empty
    private var clips: [PixelRect] = []
    var canvas = Canvas(left: 0, top: 0, stride: 0)
    /// The mask in force: one byte a pixel of the job's rectangle.
    var mask: UnsafeMutablePointer<UInt8>?
    var saved: [Saved] = []

    init() {
        cellCapacity = CellPlanes.cellBudget
        cells = .allocate(capacity: cellCapacity)
        cells.initialize(repeating: 0, count: cellCapacity)
        markCapacity = 4096
        marks = .allocate(capacity: markCapacity)
        marks.initialize(repeating: 0, count: markCapacity)
        rowCapacity = 2048
        weights = .allocate(capacity: rowCapacity)
        colors = .allocate(capacity: rowCapacity)
        mixture = px_mixture(
            totals: .allocate(capacity: rowCapacity), even: .allocate(capacity: rowCapacity),
            odd: .allocate(capacity: rowCapacity), weights: weights)
        sumCapacity = 64
        sums = .allocate(capacity: sumCapacity)
    }

    deinit {
        cells.deallocate()
        marks.deallocate()
        freeRows()
        sums.deallocate()
    }

    private func freeRows() {
        weights.deallocate()
        colors.deallocate()
        mixture.totals.deallocate()
        mixture.even.deallocate()
        mixture.odd.deallocate()
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
            guard let operation = program.operations?.advanced(by: index),
                let head = program.heads?.advanced(by: index)
            else { break }
            if head.pointee.isDrawing && !head.pointee.touches(clip) { continue }
            switch operation.pointee.kind {
            case .edges:
                let bounds = operation.pointee.bounds.intersection(clip)
                if bounds.isEmpty { continue }
                draw(operation.pointee, bounds, program.paints + operation.pointee.firstPaint, program.sampling)
            case .rectangle:
                let bounds = operation.pointee.bounds.intersection(clip)
                if bounds.isEmpty { continue }
                rectangle(bounds, program.paints + operation.pointee.firstPaint)
            case .blit:
                let bounds = operation.pointee.bounds.intersection(clip)
                if bounds.isEmpty { continue }
                blit(
                    bounds, operation.pointee.bounds, program.paints + operation.pointee.firstPaint,
                    operation.pointee.join)
            case .glyph:
                let bounds = operation.pointee.bounds.intersection(clip)
                if bounds.isEmpty { continue }
                drawGlyph(operation.pointee, bounds, program.paints + operation.pointee.firstPaint)
            case .maskBegin: beginMask()
            case .maskEnd: endMask()
            case .maskPop: popMask()
            case .clipPush:
                clips.append(clip)
                clip = clip.intersection(operation.pointee.bounds)
            case .clipPop: clip = clips.popLast() ?? job
            case .layerPush:
                pushLayer(operation.pointee.bounds, operation.pointee.join, operation.pointee.transform)
            case .layerPop: popLayer(program.blends)
            }
        }
        clips.removeAll(keepingCapacity: true)
        saved.removeAll(keepingCapacity: true)
        scratch.reset()
    }

    private func fill(_ rect: PixelRect, _ color: UInt32) {
        guard let pixels = canvas.pixels else { return }
        for y in rect.top..<rect.bottom {
            px_fill(pixels + (y - canvas.top) * canvas.stride + rect.left - canvas.left, rect.width, color)
        }
    }

    /// The row of `y` in the canvas and the mask, from pixel `x` on.
    @inline(__always)
    func rowContext(x: Int, y: Int) -> RowContext {
        let row: Int = (y &- canvas.top) &* canvas.stride
        let offset: Int = row &+ x &- canvas.left
        var context = RowContext(x: x, y: y)
        if let pixels = canvas.pixels { context.pixels = pixels + offset }
        if let plane = canvas.plane { context.plane = plane + offset }
        if let picture = canvas.picture { context.picture = picture + offset }
        if let mask {
            let row: Int = (y &- job.top) &* job.width
            let place: Int = row &+ x &- job.left
            context.mask = UnsafePointer(mask + place)
        }
        return context
    }

    private func drawGlyph(_ operation: Operation, _ bounds: PixelRect, _ paint: UnsafePointer<PreparedPaint>) {
        guard let picture = operation.picture else { return }
        reserveRow(bounds.width)
        let whole = operation.bounds
        for y in bounds.top..<bounds.bottom {
            let place: Int = (y &- whole.top) &* whole.width &+ bounds.left &- whole.left
            let row = picture + place
            weights.update(from: row, count: bounds.width)
            emit(rowContext(x: bounds.left, y: y), offset: 0, count: bounds.width, paint, weights)
        }
    }

    /// Leaves the weights of an operation's edges, all taken as one style, in a packed picture of its bounds.
    func rasterise(_ operation: Operation, _ sampling: Sampling, into picture: UnsafeMutablePointer<UInt16>) {
        job = operation.bounds
        clip = job
        mask = nil
        canvas = Canvas(picture: picture, left: job.left, top: job.top, stride: job.width)
        var paint = PreparedPaint.solid(.black)
        draw(operation, job, &paint, sampling)
        canvas.picture = nil
    }

    /// A bitmap at whole pixels, `whole` being all of it: straight from its rows where nothing changes them.
    private func blit(
        _ rect: PixelRect, _ whole: PixelRect, _ paint: UnsafePointer<PreparedPaint>, _ join: LayerJoin
    ) {
        if case .blend(let mode) = join, mode != .normal { return blit(rect, whole, paint, mode) }
        guard let source = paint.pointee.bitmap, source.transform == nil, canvas.pixels != nil, mask == nil else {
            rectangle(rect, paint)
            return
        }
        guard let out = rowContext(x: rect.left, y: rect.top).pixels else { return }
        let place: Int = (rect.top &- whole.top) &* source.width &+ rect.left &- whole.left
        let pixels = source.pixels + place
        if !paint.pointee.isOpaque, !source.mayExceedAlpha {
            return px_over(out, canvas.stride, pixels, source.width, rect.width, rect.height)
        }
        for y in 0..<rect.height {
            let (out, row) = (out + y &* canvas.stride, pixels + y &* source.width)
            if paint.pointee.isOpaque {
                out.update(from: row, count: rect.width)
            } else {
                Spans.blendSaturated(out, rect.width, pixels: row, weight: 256)
            }
        }
    }

    /// The same joined by a blend mode: what a layer with nothing else on it would give.
    private func blit(
        _ rect: PixelRect, _ whole: PixelRect, _ paint: UnsafePointer<PreparedPaint>, _ mode: BlendMode
    ) {
        let context = rowContext(x: rect.left, y: rect.top)
        guard let source = paint.pointee.bitmap, let out = context.pixels else { return }
        let place: Int = (rect.top &- whole.top) &* source.width &+ rect.left &- whole.left
        Blend.rows(
            out, canvas.stride, source.pixels + place, source.width, width: rect.width, height: rect.height, mode,
            mask: context.mask, job.width)
    }

    private func rectangle(_ rect: PixelRect, _ paint: UnsafePointer<PreparedPaint>) {
        reserveRow(rect.width)
        for y in rect.top..<rect.bottom {
            emit(rowContext(x: rect.left, y: y), offset: 0, count: rect.width, weight: 256, paint)
        }
    }

    private func draw(
        _ operation: Operation, _ bounds: PixelRect, _ paints: UnsafePointer<PreparedPaint>, _ sampling: Sampling
    ) {
        var styles = operation.edges.styles
        // Many styles: only those with an edge in the rectangle get rows.
        let isCompact = styles > 4
        if isCompact { styles = findSlots(operation, bounds, paints) }
        if styles == 0 { return }
        // Bands are as high as the budget allows; with very many styles they are cut in width as well. Neither
        // changes a pixel: edges meet pixel borders at places that do not depend on the band.
        let budget = isCompact ? CellPlanes.wideBudget : CellPlanes.cellBudget
        let width = min(bounds.width, max(16, budget / styles - 8))
        let height = max(1, min(bounds.height, budget / (CellPlanes.stride(width: width) * styles)))
        let rule = px_rule(isNonZero: operation.isNonZero, sampling)
        // Slots and paints stay where they are until the next operation.
        slots.withUnsafeBufferPointer { slots in
            slotPaints.withUnsafeBufferPointer { slotPaints in
                let paints = isCompact ? slotPaints.baseAddress! : paints
                var left = bounds.left
                while left < bounds.right {
                    let right = min(bounds.right, left + width)
                    var top = bounds.top
                    while top < bounds.bottom {
                        let bottom = min(bounds.bottom, top + height)
                        let band = PixelRect(left: left, top: top, right: right, bottom: bottom)
                        let planes = planes(
                            for: band, styles: styles, sampling, slots: isCompact ? slots.baseAddress : nil)
                        planes.add(operation.edges, tx: operation.tx, ty: operation.ty)
                        resolve(planes, paints, rule)
                        top = bottom
                    }
                    left = right
                }
            }
        }
    }

    private func planes(
        for band: PixelRect, styles: Int, _ sampling: Sampling, slots: UnsafePointer<UInt16>?
    ) -> CellPlanes {
        let stride = CellPlanes.stride(width: band.width)
        let cellCount = stride * styles * band.height
        if cellCount > cellCapacity {
            cells.deallocate()
            cells = .allocate(capacity: cellCount)
            cells.initialize(repeating: 0, count: cellCount)
            cellCapacity = cellCount
        }
        let markCount = CellPlanes.words(stride: stride, styles: styles) * band.height
        if markCount > markCapacity {
            marks.deallocate()
            marks = .allocate(capacity: markCount)
            marks.initialize(repeating: 0, count: markCount)
            markCapacity = markCount
        }
        if styles > sumCapacity {
            sums.deallocate()
            sumCapacity = styles * 2
            sums = .allocate(capacity: sumCapacity)
        }
        reserveRow(stride)
        return CellPlanes(band, styles: styles, sampling, cells: cells, marks: marks, slots: slots)
    }

    private func reserveRow(_ count: Int) {
        if count <= rowCapacity { return }
        freeRows()
        // Kernels work on four at a time.
        rowCapacity = (count * 3 / 2 + 3) & ~3
        weights = .allocate(capacity: rowCapacity)
        colors = .allocate(capacity: rowCapacity)
        mixture = px_mixture(
            totals: .allocate(capacity: rowCapacity), even: .allocate(capacity: rowCapacity),
            odd: .allocate(capacity: rowCapacity), weights: weights)
    }

    /// Gives a slot to each style that has an edge within the rows of the rectangle. Returns how many.
    private func findSlots(_ operation: Operation, _ bounds: PixelRect, _ paints: UnsafePointer<PreparedPaint>) -> Int {
        let styles = operation.edges.styles
        let edges = operation.edges.edges
        let top = Float(Double(bounds.top) - operation.ty - 1)
        let bottom = Float(Double(bounds.bottom) - operation.ty + 1)
        slots.removeAll(keepingCapacity: true)
        slots.append(contentsOf: repeatElement(FlatEdge.none, count: styles))
        slots.withUnsafeMutableBufferPointer { slots in
            operation.edges.forEachStretch(
                from: Double(bounds.top), to: Double(bounds.bottom), ty: operation.ty
            ) { first, count in
                for index in first..<first &+ count {
                    let edge = edges + index
                    if edge.pointee.y0 < top && edge.pointee.y1 < top { continue }
                    if edge.pointee.y0 > bottom && edge.pointee.y1 > bottom { continue }
                    if edge.pointee.left != FlatEdge.none { slots[Int(edge.pointee.left)] = 0 }
                    if edge.pointee.right != FlatEdge.none { slots[Int(edge.pointee.right)] = 0 }
                }
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
}
