import Base

/// Coverage by samples, as Flash draws. A cell counts the samples of its pixel that lie right of the edges: the running
/// sum is, pixel by pixel, how many samples are inside.
///
/// Where the outline crosses itself within a pixel, samples wound up and samples wound down cancel in this sum. One sum a
/// pixel instead of one a sample makes the difference of speed between this and ``AreaKernel`` small.
///
/// A sample on an edge belongs to the area to the right of the edge, and below it. So each sample falls to exactly one
/// of two areas that abut.
enum GridKernel {
    @inline(__always)
    static func add(_ edge: BandEdge, _ planes: CellPlanes, _ grid: SampleGrid, plus: UInt16, minus: UInt16) {
        if plus != FlatEdge.none {
            if minus != FlatEdge.none {
                addRows(edge, planes, grid, style: Int(plus), sign: edge.sign, other: Int(minus), isPair: true)
            } else {
                addRows(edge, planes, grid, style: Int(plus), sign: edge.sign, other: 0, isPair: false)
            }
        } else if minus != FlatEdge.none {
            addRows(edge, planes, grid, style: Int(minus), sign: 0 &- edge.sign, other: 0, isPair: false)
        }
    }

    @inline(__always)
    private static func addRows(
        _ edge: BandEdge, _ planes: CellPlanes, _ grid: SampleGrid, style: Int, sign: Int32, other: Int, isPair: Bool
    ) {
        let widthFixed = Int32(truncatingIfNeeded: planes.width &* 256)
        if edge.x0 >= widthFixed && edge.x1 >= widthFixed { return }
        // Samples lie `spacing` apart both ways, the first half of that from the pixel's border. Of the rows of samples
        // those count from the edge's start on, up to but not at its end.
        let shift = 8 &- grid.bits
        let spacing = Int64(1) &<< Int64(shift)
        let half = spacing &>> 1
        let first = max(0, (Int(edge.y0) &+ Int(spacing &- 1 &- half)) &>> shift)
        let end = min(planes.height &<< grid.bits, (Int(edge.y1) &+ Int(spacing &- 1 &- half)) &>> shift)
        if first >= end { return }
        let dx = Int64(edge.x1 &- edge.x0)
        let dy = Int64(edge.y1 &- edge.y0)
        let slope = Fixed.integer(Double(dx) / Double(dy) * 16_777_216)
        // Crossings have 24 more fraction bits; the slope's rounding may put them wrong by less than `dy` of those.
        var position =
            Int64(edge.x0) &<< 24 &+ (Int64(first) &<< Int64(shift) &+ half &- Int64(edge.y0)) &* slope &- half &<< 24
        let positionStep = slope &<< Int64(shift)
        let spacingBits = Int64(shift &+ 24)
        let spacingMask = (Int64(1) &<< spacingBits) &- 1
        let columns = Int32(1) &<< Int32(truncatingIfNeeded: grid.bits)
        let rowCells = planes.stride &* planes.styles
        let rowWords = planes.words &* planes.styles
        var pixelRow = first &>> grid.bits
        var cells = planes.row(pixelRow, style: style)
        var dirty = planes.dirtyRow(pixelRow, style: style)
        let cellsApart = (other &- style) &* planes.stride
        let wordsApart = (other &- style) &* planes.words
        var row = first
        while row < end {
            if row &>> grid.bits != pixelRow {
                pixelRow &+= 1
                cells += rowCells
                dirty += rowWords
            }
            // The first sample that is not left of the crossing.
            var sample = (position &+ spacingMask) &>> spacingBits
            let past = (position &+ spacingMask) & spacingMask
            if past < dy || past > spacingMask &- dy {
                sample = exact(edge, sample, dx, dy, row: row, spacing: spacing, half: half)
            }
            position &+= positionStep
            row &+= 1
            let limited = max(0, Int(sample))
            let pixel = limited &>> grid.bits
            if pixel >= planes.width { continue }
            let part = sign &* (Int32(truncatingIfNeeded: limited) & (columns &- 1))
            let whole = sign &* columns &- part
            cells[pixel] &+= whole
            cells[pixel &+ 1] &+= part
            CellPlanes.mark(dirty, pixel, pixel &+ 1)
            if isPair {
                (cells + cellsApart)[pixel] &-= whole
                (cells + cellsApart)[pixel &+ 1] &-= part
                CellPlanes.mark(dirty + wordsApart, pixel, pixel &+ 1)
            }
        }
    }

    /// The first sample of a row that is not left of the edge, by the sign of a cross product.
    @inline(never)
    private static func exact(
        _ edge: BandEdge, _ estimate: Int64, _ dx: Int64, _ dy: Int64, row: Int, spacing: Int64, half: Int64
    ) -> Int64 {
        let fromTop = Int64(row) &* spacing &+ half &- Int64(edge.y0)
        let target = Int64(edge.x0) &* dy &+ dx &* fromTop
        var sample = estimate
        while (sample &* spacing &+ half) &* dy < target { sample &+= 1 }
        while ((sample &- 1) &* spacing &+ half) &* dy >= target { sample &-= 1 }
        return sample
    }
}
