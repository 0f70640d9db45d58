import Base
import CPixels

/// One row of a band on its way out: pointers stand at the band's first pixel.
struct RowContext {
    var pixels: UnsafeMutablePointer<UInt32>?
    /// Where a mask is made.
    var plane: UnsafeMutablePointer<UInt8>?
    /// Where the picture of a glyph is made.
    var picture: UnsafeMutablePointer<UInt16>?
    /// The mask in force.
    var mask: UnsafePointer<UInt8>?
    var x, y: Int
}

/// How sums of cells become coverage.
extension px_rule {
    /// A pixel's area by ``Sampling/area``.
    private static let fullArea: Int32 = 1 << 17

    init(isNonZero: Bool, _ sampling: Sampling) {
        self.init()
        switch sampling {
        case .area:
            full = Self.fullArea
            up = 1
            rounding = 1 << 8
        case .grid(let grid):
            full = Int32(truncatingIfNeeded: grid.sampleCount)
            up = Self.fullArea / full
        }
        wrap = isNonZero ? .max : full * 2 - 1
        back = isNonZero ? 0 : -1
    }

    /// The part of a pixel that is filled, 0...full, by the winding sum, without a branch.
    ///
    /// Even and odd: the sum folds back at each whole turn. Non-zero: it is full from one turn on.
    @inline(__always)
    func fold(_ sum: Int32) -> Int32 {
        let size = (sum < 0 ? 0 &- sum : sum) & wrap
        return min(size, full &+ ((full &- size) & back))
    }

    /// Coverage as a weight 0...256.
    @inline(__always)
    func weight(_ coverage: Int32) -> UInt32 {
        UInt32(truncatingIfNeeded: (coverage &* up &+ rounding) &>> 9)
    }
}

/// Some of the styles of a band, a bit each. Beyond 64 of them, styles 64 apart share a bit: all of them are in, then.
struct StyleSet {
    var bits: UInt64

    /// The one before `style`, -1 where there is none.
    @inline(__always)
    func before(_ style: Int) -> Int {
        if style <= 64 { return 63 &- (bits & (UInt64.max >> UInt64(64 &- style))).leadingZeroBitCount }
        var style = style &- 1
        while style >= 0, (bits &>> UInt64(style & 63)) & 1 == 0 { style &-= 1 }
        return style
    }
}

extension Worker {
    /// Turns the band's cells into pixels, and clears them.
    func resolve(_ planes: CellPlanes, _ paints: UnsafePointer<PreparedPaint>, _ rule: px_rule) {
        if planes.styles == 1, paints.pointee.kind == .solid, mask == nil, canvas.pixels != nil,
            let out = rowContext(x: planes.left, y: planes.top).pixels
        {
            var (raw, rule) = (planes.raw, rule)
            return px_resolve_color(&raw, &rule, paints.pointee.color, out, canvas.stride)
        }
        if planes.styles > 1, planes.styles <= 64, mask == nil, canvas.pixels != nil,
            let out = rowContext(x: planes.left, y: planes.top).pixels, takeColors(paints, planes.styles)
        {
            var (raw, rule) = (planes.raw, rule)
            return styleColors.withUnsafeBufferPointer {
                px_resolve_colors(&raw, &rule, $0.baseAddress, sums, out, canvas.stride)
            }
        }
        for row in 0..<planes.height {
            let context = rowContext(x: planes.left, y: planes.top &+ row)
            if planes.styles == 1 {
                resolveOne(planes, row, context, paints, rule)
            } else {
                resolveMany(planes, row, context, paints, rule)
            }
        }
    }

    /// Leaves the colours of all paints in ``styleColors``; false where one is not a colour.
    private func takeColors(_ paints: UnsafePointer<PreparedPaint>, _ count: Int) -> Bool {
        styleColors.removeAll(keepingCapacity: true)
        for style in 0..<count {
            if paints[style].kind != .solid { return false }
            styleColors.append(paints[style].color)
        }
        return true
    }

    /// The common case of one style.
    private func resolveOne(
        _ planes: CellPlanes, _ row: Int, _ context: RowContext, _ paint: UnsafePointer<PreparedPaint>,
        _ rule: px_rule
    ) {
        var rule = rule
        let cells = planes.row(row, style: 0)
        let marks = planes.marks(row)
        let words = planes.words
        let width = planes.width
        // Short runs of one weight go with those that have an edge: then a paint is looked up once a row. (Pixels that may
        // exceed their alpha are blended in another way where there is no edge.)
        let shortRun = paint.pointee.bitmap?.mayExceedAlpha == true ? 0 : Self.shortRun
        // Pixels with weights that are not drawn yet.
        var first = 0
        var sum: Int32 = 0
        var x = 0
        while x < width {
            let start = min(width, Self.nextBlock(marks, words, from: x >> 2, isMarked: true) &* 4)
            if start > x {
                let weight = rule.weight(rule.fold(sum))
                if weight > 0 && start &- x < shortRun {
                    (weights + x).update(repeating: UInt16(truncatingIfNeeded: weight), count: start &- x)
                } else {
                    if x > first { emit(context, offset: first, count: x &- first, paint, weights + first) }
                    if weight > 0 { emit(context, offset: x, count: start &- x, weight: weight, paint) }
                    first = start
                }
                x = start
                if x >= width { break }
            }
            let end = min(width, Self.nextBlock(marks, words, from: x >> 2, isMarked: false) &* 4)
            sum = px_take(cells + x, end &- x, sum, &rule, weights + x)
            x = end
        }
        if x > first { emit(context, offset: first, count: x &- first, paint, weights + first) }
        // Cells right of the band; the others are zeroed as they are taken.
        for index in width..<planes.stride { cells[index] = 0 }
        for index in 0..<words { marks[index] = 0 }
    }

    private static let shortRun = 128

    private func resolveMany(
        _ planes: CellPlanes, _ row: Int, _ context: RowContext, _ paints: UnsafePointer<PreparedPaint>,
        _ rule: px_rule
    ) {
        let width = planes.width
        let styles = planes.styles
        let marks = planes.marks(row)
        let blocks = (width &+ 3) >> 2
        sums.update(repeating: 0, count: styles)
        // Styles that cover something where no edge is.
        var active = StyleSet(bits: 0)
        var block = 0
        while block < blocks {
            let start = block
            while block < blocks, marks[block] == 0 { block &+= 1 }
            if block > start {
                if active.bits != 0 {
                    let x = start &* 4
                    resolveRun(active, styles, context, x, min(width, block &* 4) &- x, paints, rule)
                }
                continue
            }
            var touched = StyleSet(bits: 0)
            while block < blocks, marks[block] != 0 {
                touched.bits |= marks[block]
                marks[block] = 0
                block &+= 1
            }
            let x = start &* 4
            resolveMixed(planes, row, touched, &active, context, x, min(width, block &* 4) &- x, paints, rule)
        }
        // Cells right of the band; the others are zeroed as they are taken.
        for block in blocks..<planes.words where marks[block] != 0 {
            let written = StyleSet(bits: marks[block])
            marks[block] = 0
            var style = written.before(styles)
            while style >= 0 {
                let cells = planes.row(row, style: style) + block &* 4
                for index in 0..<4 { cells[index] = 0 }
                style = written.before(style)
            }
        }
    }

    /// Pixels without an edge: each style covers all of them alike.
    private func resolveRun(
        _ active: StyleSet, _ styles: Int, _ context: RowContext, _ x: Int, _ count: Int,
        _ paints: UnsafePointer<PreparedPaint>, _ rule: px_rule
    ) {
        var total: Int32 = 0
        var before: UInt32 = 0
        var isSummed = false
        // Where styles overlap, the later one is on top.
        var style = active.before(styles)
        while style >= 0, total < rule.full {
            let coverage = rule.fold(sums[style])
            if coverage != 0 {
                total = min(rule.full, total &+ coverage)
                let after = rule.weight(total)
                let weight = after &- before
                before = after
                if weight == 256 {
                    emit(context, offset: x, count: count, weight: 256, paints + style)
                    return
                }
                if weight > 0 {
                    if !isSummed { px_mix_begin(&mixture, count) }
                    isSummed = true
                    weights.update(repeating: UInt16(truncatingIfNeeded: weight), count: (count &+ 3) & ~3)
                    accumulate(context, x, count, paints + style)
                }
            }
            style = active.before(style)
        }
        if isSummed {
            if context.plane != nil { weights.update(repeating: UInt16(truncatingIfNeeded: before), count: count) }
            emitSums(context, x, count)
        }
    }

    /// Pixels with edges: the running total of coverage over the styles is rounded, not each coverage, so that the
    /// weights of abutting styles add up to exactly 256 and no seam shows.
    private func resolveMixed(
        _ planes: CellPlanes, _ row: Int, _ touched: StyleSet, _ active: inout StyleSet, _ context: RowContext,
        _ x: Int, _ count: Int, _ paints: UnsafePointer<PreparedPaint>, _ rule: px_rule
    ) {
        var rule = rule
        let styles = planes.styles
        let concerned = StyleSet(bits: touched.bits | active.bits)
        px_mix_begin(&mixture, count)
        var style = concerned.before(styles)
        while style >= 0 {
            let bit = UInt64(1) &<< UInt64(style & 63)
            let sum = sums[style]
            var any: UInt32 = 0
            if touched.bits & bit != 0 {
                let next = px_mix_take(&mixture, planes.row(row, style: style) + x, count, sum, &rule, &any)
                sums[style] = next
                if rule.fold(next) != 0 {
                    active.bits |= bit
                } else if styles <= 64 {
                    active.bits &= ~bit
                }
            } else if rule.fold(sum) != 0 {
                _ = px_mix_take(&mixture, nil, count, sum, &rule, &any)
            }
            if any != 0 { accumulate(context, x, count, paints + style) }
            style = concerned.before(style)
        }
        if context.plane != nil {
            for index in 0..<count {
                weights[index] = UInt16(truncatingIfNeeded: rule.weight(mixture.totals[index]))
            }
        }
        emitSums(context, x, count)
    }

    // MARK: Sums

    @inline(__always)
    private func accumulate(_ context: RowContext, _ x: Int, _ count: Int, _ paint: UnsafePointer<PreparedPaint>) {
        if context.plane != nil { return }
        if paint.pointee.kind == .solid {
            px_mix_color(&mixture, count, paint.pointee.color)
        } else {
            paint.pointee.fetch(x: context.x &+ x, y: context.y, count: count, into: colors)
            px_mix_pixels(&mixture, count, colors)
        }
    }

    /// Draws what the styles have made together; where a mask is made, what ``weights`` holds.
    private func emitSums(_ context: RowContext, _ x: Int, _ count: Int) {
        if let plane = context.plane {
            if let mask = context.mask { Spans.mask(weights, count, by: mask + x) }
            Spans.cover(plane + x, count, weights: weights)
        } else if let pixels = context.pixels {
            guard let mask = context.mask else { return px_mix_over(&mixture, count, pixels + x) }
            px_fill(colors, count, 0)
            px_mix_over(&mixture, count, colors)
            Spans.weights(weights, count, of: mask + x, weight: 256)
            Spans.blend(pixels + x, count, pixels: colors, weights: weights)
        }
    }

    // MARK: One paint

    /// Draws a run of one paint and one weight.
    func emit(_ context: RowContext, offset: Int, count: Int, weight: UInt32, _ paint: UnsafePointer<PreparedPaint>) {
        if context.pixels == nil || context.mask != nil {
            (weights + offset).update(repeating: UInt16(truncatingIfNeeded: weight), count: count)
            emit(context, offset: offset, count: count, paint, weights + offset)
            return
        }
        guard let pixels = context.pixels else { return }
        if paint.pointee.kind == .solid {
            Spans.blend(pixels + offset, count, color: paint.pointee.color, weight: weight)
        } else if weight == 256 && paint.pointee.isOpaque {
            paint.pointee.fetch(x: context.x &+ offset, y: context.y, count: count, into: pixels + offset)
        } else {
            paint.pointee.fetch(x: context.x &+ offset, y: context.y, count: count, into: colors)
            if paint.pointee.kind == .bitmap, paint.pointee.bitmap?.mayExceedAlpha == true {
                Spans.blendSaturated(pixels + offset, count, pixels: colors, weight: weight)
            } else {
                Spans.blend(pixels + offset, count, pixels: colors, weight: weight)
            }
        }
    }

    /// Draws a run of one paint with a weight for each pixel; they are used up.
    func emit(
        _ context: RowContext, offset: Int, count: Int, _ paint: UnsafePointer<PreparedPaint>,
        _ weights: UnsafeMutablePointer<UInt16>
    ) {
        if let picture = context.picture {
            (picture + offset).update(from: weights, count: count)
            return
        }
        if let mask = context.mask { Spans.mask(weights, count, by: mask + offset) }
        if let plane = context.plane {
            Spans.cover(plane + offset, count, weights: weights)
            return
        }
        guard let pixels = context.pixels else { return }
        if paint.pointee.kind == .solid {
            Spans.blend(pixels + offset, count, color: paint.pointee.color, weights: weights)
        } else {
            paint.pointee.fetch(x: context.x &+ offset, y: context.y, count: count, into: colors)
            Spans.blend(pixels + offset, count, pixels: colors, weights: weights)
        }
    }

    // MARK: Marks

    /// The first block from `block` on that is marked (or not), or one past all of them.
    @inline(__always)
    private static func nextBlock(
        _ marks: UnsafePointer<UInt64>, _ words: Int, from block: Int, isMarked: Bool
    ) -> Int {
        var word = block >> 3
        if word >= words { return words &* 8 }
        // A byte a block, 0 or 1.
        let flip: UInt64 = isMarked ? 0 : 0x0101_0101_0101_0101
        var bytes = (marks[word] ^ flip) & (UInt64.max &<< UInt64(truncatingIfNeeded: (block & 7) &* 8))
        while bytes == 0 {
            word &+= 1
            if word >= words { return words &* 8 }
            bytes = marks[word] ^ flip
        }
        return word &* 8 &+ bytes.trailingZeroBitCount >> 3
    }
}
