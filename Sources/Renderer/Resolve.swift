import Base

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
struct CoverageRule {
    /// A pixel's whole coverage, a power of two: samples, or units of area.
    var full: Int32
    /// By even and odd: keeps what is left of two turns; all ones, to come back from the second.
    private var wrap, back: Int32
    /// A weight is coverage shifted left by `up`, rounded and shifted right by `down`.
    private var up, down, rounding: Int32

    init(isNonZero: Bool, _ sampling: Sampling) {
        switch sampling {
        case .area: full = AreaKernel.full
        case .grid(let grid): full = Int32(truncatingIfNeeded: grid.sampleCount)
        }
        wrap = isNonZero ? .max : full * 2 - 1
        back = isNonZero ? 0 : -1
        let bits = Int32(truncatingIfNeeded: full.trailingZeroBitCount)
        up = max(0, 8 - bits)
        down = max(0, bits - 8)
        rounding = (1 << down) >> 1
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
        UInt32(truncatingIfNeeded: (coverage &<< up &+ rounding) &>> down)
    }
}

/// The styles that have an edge in a row; beyond 64 of them, all.
struct StyleSet {
    private var bits: UInt64 = 0
    private let count: Int

    init(count: Int) { self.count = count }

    @inline(__always)
    mutating func insert(_ style: Int) {
        if count <= 64 { bits |= 1 &<< UInt64(truncatingIfNeeded: style) }
    }

    /// -1 where there is none.
    var last: Int { count <= 64 ? 63 &- bits.leadingZeroBitCount : count &- 1 }

    /// The one before `style`, -1 where there is none.
    @inline(__always)
    func before(_ style: Int) -> Int {
        if count > 64 { return style &- 1 }
        return 63 &- (bits & ((1 &<< UInt64(truncatingIfNeeded: style)) &- 1)).leadingZeroBitCount
    }
}

extension Worker {
    /// Turns the band's cells into pixels, and clears them.
    func resolve(
        _ planes: CellPlanes, _ paints: UnsafePointer<PreparedPaint>, _ operation: Operation, _ sampling: Sampling
    ) {
        let rule = CoverageRule(isNonZero: operation.isNonZero, sampling)
        for row in 0..<planes.height {
            let context = rowContext(x: planes.left, y: planes.top &+ row)
            if planes.styles == 1 {
                resolveOne(planes, row, context, paints, rule)
            } else {
                resolveMany(planes, row, context, paints, rule)
            }
            clear(planes, row)
        }
    }

    /// Zeroes the cells right of the band and all dirty bits of a row. The others are zeroed as they are read.
    private func clear(_ planes: CellPlanes, _ row: Int) {
        var cells = planes.row(row, style: 0)
        for _ in 0..<planes.styles {
            var index = planes.width
            while index < planes.stride {
                cells[index] = 0
                index &+= 1
            }
            cells += planes.stride
        }
        planes.dirtyRow(row, style: 0).update(repeating: 0, count: planes.words &* planes.styles)
    }

    /// The common case of one style.
    private func resolveOne(
        _ planes: CellPlanes, _ row: Int, _ context: RowContext, _ paint: UnsafePointer<PreparedPaint>,
        _ rule: CoverageRule
    ) {
        let cells = planes.row(row, style: 0)
        let dirty = planes.dirtyRow(row, style: 0)
        let weights = weights
        let running = running
        let width = planes.width
        var sum: Int32 = 0
        var x = 0
        while x < width {
            let start = min(width, nextBlock(dirty, planes.words, from: x >> 2, isDirty: true) &* 4)
            if start > x {
                let weight = rule.weight(rule.fold(sum))
                if weight > 0 { emit(context, offset: x, count: start &- x, weight: weight, paint) }
                x = start
                if x >= width { break }
            }
            let end = min(width, nextBlock(dirty, planes.words, from: x >> 2, isDirty: false) &* 4)
            let count = end &- x
            sum = takeCells(cells + x, count, sum)
            for index in 0..<count {
                weights[index] = UInt16(truncatingIfNeeded: rule.weight(rule.fold(running[index])))
            }
            emit(context, offset: x, count: count, paint)
            x = end
        }
    }

    private func resolveMany(
        _ planes: CellPlanes, _ row: Int, _ context: RowContext, _ paints: UnsafePointer<PreparedPaint>,
        _ rule: CoverageRule
    ) {
        let words = planes.words
        let union = dirtyUnion
        let width = planes.width
        union.update(repeating: 0, count: words)
        sums.update(repeating: 0, count: planes.styles)
        var dirty = planes.dirtyRow(row, style: 0)
        var live = StyleSet(count: planes.styles)
        for style in 0..<planes.styles {
            var any: UInt64 = 0
            for word in 0..<words {
                union[word] |= dirty[word]
                any |= dirty[word]
            }
            if any != 0 { live.insert(style) }
            dirty += words
        }
        var x = 0
        while x < width {
            let start = min(width, nextBlock(union, words, from: x >> 2, isDirty: true) &* 4)
            if start > x {
                resolveRun(live, context, x, start &- x, paints, rule)
                x = start
                if x >= width { break }
            }
            let end = min(width, nextBlock(union, words, from: x >> 2, isDirty: false) &* 4)
            resolveMixed(planes, row, live, context, x, end &- x, paints, rule)
            x = end
        }
    }

    /// Pixels without an edge: each style covers all of them alike.
    private func resolveRun(
        _ live: StyleSet, _ context: RowContext, _ x: Int, _ count: Int, _ paints: UnsafePointer<PreparedPaint>,
        _ rule: CoverageRule
    ) {
        var total: Int32 = 0
        var before: UInt32 = 0
        var isSummed = false
        // Where styles overlap, the later one is on top.
        var style = live.last
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
                    if !isSummed { clearSums(count) }
                    isSummed = true
                    weights.update(repeating: UInt16(truncatingIfNeeded: weight), count: count)
                    accumulate(context, x, count, paints + style)
                }
            }
            style = live.before(style)
        }
        if isSummed { emitSums(context, x, count, constantWeight: before) }
    }

    /// Pixels with edges: the running total of coverage over the styles is rounded, not each coverage, so that the
    /// weights of abutting styles add up to exactly 256 and no seam shows.
    private func resolveMixed(
        _ planes: CellPlanes, _ row: Int, _ live: StyleSet, _ context: RowContext, _ x: Int, _ count: Int,
        _ paints: UnsafePointer<PreparedPaint>, _ rule: CoverageRule
    ) {
        let totals = totals
        let weights = weights
        let running = running
        totals.update(repeating: 0, count: count)
        clearSums(count)
        let firstBlock = x >> 2
        let lastBlock = (x &+ count &- 1) >> 2
        var style = live.last
        while style >= 0 {
            let isDirty = hasDirty(planes.dirtyRow(row, style: style), firstBlock, lastBlock)
            let sum = sums[style]
            if isDirty || rule.fold(sum) != 0 {
                if isDirty {
                    sums[style] = takeCells(planes.row(row, style: style) + x, count, sum)
                } else {
                    running.update(repeating: sum, count: count)
                }
                var any: UInt32 = 0
                for index in 0..<count {
                    let total = totals[index]
                    let next = min(rule.full, total &+ rule.fold(running[index]))
                    let weight = rule.weight(next) &- rule.weight(total)
                    totals[index] = next
                    weights[index] = UInt16(truncatingIfNeeded: weight)
                    any |= weight
                }
                if any != 0 { accumulate(context, x, count, paints + style) }
            }
            style = live.before(style)
        }
        if context.plane != nil {
            for index in 0..<count { weights[index] = UInt16(truncatingIfNeeded: rule.weight(totals[index])) }
        }
        emitSums(context, x, count, constantWeight: nil)
    }

    /// Takes the cells of some pixels, leaves their running sums in ``running``, and returns the last.
    @inline(__always)
    private func takeCells(_ cells: UnsafeMutablePointer<Int32>, _ count: Int, _ start: Int32) -> Int32 {
        let running = running
        var sum = start
        for index in 0..<count {
            sum &+= cells[index]
            cells[index] = 0
            running[index] = sum
        }
        return sum
    }

    // MARK: Sums

    @inline(__always)
    private func clearSums(_ count: Int) {
        evens.update(repeating: 0, count: count)
        odds.update(repeating: 0, count: count)
    }

    @inline(__always)
    private func accumulate(_ context: RowContext, _ x: Int, _ count: Int, _ paint: UnsafePointer<PreparedPaint>) {
        if context.plane != nil { return }
        if paint.pointee.kind == .solid {
            Spans.accumulate(evens, odds, count, color: paint.pointee.color, weights: weights)
        } else {
            paint.pointee.fetch(x: context.x &+ x, y: context.y, count: count, into: colors)
            Spans.accumulate(evens, odds, count, pixels: colors, weights: weights)
        }
    }

    private func emitSums(_ context: RowContext, _ x: Int, _ count: Int, constantWeight: UInt32?) {
        if let plane = context.plane {
            if let constantWeight {
                weights.update(repeating: UInt16(truncatingIfNeeded: constantWeight), count: count)
            }
            if let mask = context.mask { Spans.mask(weights, count, by: mask + x) }
            Spans.cover(plane + x, count, weights: weights)
        } else if let pixels = context.pixels {
            Spans.finish(evens, odds, count, into: colors)
            if let mask = context.mask {
                Spans.weights(weights, count, of: mask + x, weight: 256)
                Spans.blend(pixels + x, count, pixels: colors, weights: weights)
            } else {
                Spans.blend(pixels + x, count, pixels: colors, weight: 256)
            }
        }
    }

    // MARK: One paint

    /// Draws a run of one paint and one weight.
    func emit(_ context: RowContext, offset: Int, count: Int, weight: UInt32, _ paint: UnsafePointer<PreparedPaint>) {
        if context.pixels == nil || context.mask != nil {
            weights.update(repeating: UInt16(truncatingIfNeeded: weight), count: count)
            emit(context, offset: offset, count: count, paint)
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

    /// Draws a run of one paint with the weights of ``weights``.
    func emit(_ context: RowContext, offset: Int, count: Int, _ paint: UnsafePointer<PreparedPaint>) {
        let weights = weights
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

    // MARK: Dirty bits

    /// The first block from `block` on that is dirty (or clean), or one past all of them.
    @inline(__always)
    private func nextBlock(
        _ dirty: UnsafePointer<UInt64>, _ words: Int, from block: Int, isDirty: Bool
    ) -> Int {
        var word = block >> 6
        if word >= words { return words &* 64 }
        let flip: UInt64 = isDirty ? 0 : .max
        var bits = (dirty[word] ^ flip) & (UInt64.max &<< UInt64(truncatingIfNeeded: block & 63))
        while bits == 0 {
            word &+= 1
            if word >= words { return words &* 64 }
            bits = dirty[word] ^ flip
        }
        return word &* 64 &+ bits.trailingZeroBitCount
    }

    /// Whether any of the blocks `first...last` is dirty.
    @inline(__always)
    private func hasDirty(_ dirty: UnsafePointer<UInt64>, _ first: Int, _ last: Int) -> Bool {
        let word = first >> 6
        if word == last >> 6 {
            let upTo = UInt64.max &>> UInt64(truncatingIfNeeded: 63 &- (last & 63))
            return dirty[word] & upTo & (UInt64.max &<< UInt64(truncatingIfNeeded: first & 63)) != 0
        }
        return nextBlock(dirty, (last >> 6) &+ 1, from: first, isDirty: true) <= last
    }
}
