import Base

/// Exact area coverage. Cells count 1/512 of a pixel's width times 1/256 of its height: a pixel is 2^17.
///
/// A stretch of edge in one pixel, `cover` high (in 1/256), leaves `cover * 512 - part` in its own cell and `part`
/// in the next, `part` being the area to its left: the prefix sum is then the area to the right of the edge.
enum AreaKernel {
    static let full: Int32 = 1 << 17

    /// Adds the edge to the rows of one style (`b` nil), or to those of two with opposite signs.
    @inline(__always)
    static func add(_ edge: BandEdge, _ planes: CellPlanes, plus: UInt16, minus: UInt16) {
        if plus != FlatEdge.none {
            if minus != FlatEdge.none {
                addRows(edge, planes, style: Int(plus), sign: edge.sign, other: Int(minus), isPair: true)
            } else {
                addRows(edge, planes, style: Int(plus), sign: edge.sign, other: 0, isPair: false)
            }
        } else if minus != FlatEdge.none {
            addRows(edge, planes, style: Int(minus), sign: 0 &- edge.sign, other: 0, isPair: false)
        }
    }

    @inline(__always)
    private static func addRows(
        _ edge: BandEdge, _ planes: CellPlanes, style: Int, sign: Int32, other: Int, isPair: Bool
    ) {
        let widthFixed = Int32(truncatingIfNeeded: planes.width &* 256)
        // To the right of the band: nothing in it changes.
        if edge.x0 >= widthFixed && edge.x1 >= widthFixed { return }
        let y = max(edge.y0, 0)
        let end = min(edge.y1, Int32(truncatingIfNeeded: planes.height &* 256))
        if y >= end { return }
        let dx = edge.x1 &- edge.x0
        let dy = edge.y1 &- edge.y0
        let slope = dx == 0 ? 0 : Fixed.integer(Double(dx) / Double(dy) * 16_777_216)
        let row = Int(y >> 8)
        var walk = Walk(
            cells: planes.row(row, style: style), dirty: planes.dirtyRow(row, style: style),
            cellsApart: (other &- style) &* planes.stride, wordsApart: (other &- style) &* planes.words,
            width: planes.width, widthFixed: widthFixed, sign: sign,
            // 1/256 of height a 1/256 of width, with 16 fraction bits.
            rise: dx == 0 ? 0 : Fixed.integer(Double(dy) / Double(dx < 0 ? 0 &- dx : dx) * 65_536),
            position: Int64(edge.x0) &<< 24 &+ Int64(y &- edge.y0) &* slope, x: 0)
        walk.x = Int32(truncatingIfNeeded: (walk.position &+ 8_388_608) &>> 24)
        let rowCells = planes.stride &* planes.styles
        let rowWords = planes.words &* planes.styles
        let firstBottom = (y &+ 256) & ~255
        if firstBottom >= end {
            walk.take(end &- y, slope, isPair: isPair, last: end == edge.y1 ? edge.x1 : nil)
            return
        }
        walk.take(firstBottom &- y, slope, isPair: isPair, last: nil)
        walk.cells += rowCells
        walk.dirty += rowWords
        var wholeRows = (end &- firstBottom) >> 8
        let rest = end & 255
        // The last row ends where the edge does, not where the slope leads.
        let isCut = rest == 0 && end == edge.y1
        if isCut { wholeRows &-= 1 }
        while wholeRows > 0 {
            walk.take(256, slope, isPair: isPair, last: nil)
            walk.cells += rowCells
            walk.dirty += rowWords
            wholeRows &-= 1
        }
        if isCut {
            walk.take(256, slope, isPair: isPair, last: edge.x1)
        } else if rest > 0 {
            walk.take(rest, slope, isPair: isPair, last: end == edge.y1 ? edge.x1 : nil)
        }
    }

    /// Where an edge has got to on its way down.
    private struct Walk {
        var cells: UnsafeMutablePointer<Int32>
        var dirty: UnsafeMutablePointer<UInt64>
        /// From the cells of one style to those of the other.
        let cellsApart, wordsApart: Int
        let width: Int
        let widthFixed: Int32
        let sign: Int32
        let rise: Int64
        /// x with 24 more fraction bits, and rounded.
        var position: Int64
        var x: Int32

        /// Takes `height` of one row, to the x where the slope leads or to `last`.
        @inline(__always)
        mutating func take(_ height: Int32, _ slope: Int64, isPair: Bool, last lastX: Int32?) {
            position &+= Int64(height) &* slope
            let nextX = lastX ?? Int32(truncatingIfNeeded: (position &+ 8_388_608) &>> 24)
            let low = min(x, nextX)
            let high = max(x, nextX)
            x = nextX
            let first = Int(low >> 8)
            let last = Int(high >> 8)
            if low < 0 || high >= widthFixed {
                if low >= widthFixed { return }
                AreaKernel.addClipped(cells, dirty, width, sign, low, high, height, rise)
                if isPair {
                    AreaKernel.addClipped(
                        cells + cellsApart, dirty + wordsApart, width, 0 &- sign, low, high, height, rise)
                }
                return
            }
            if first == last {
                let cover = height &* sign
                let part = cover &* ((low & 255) &+ (high & 255))
                let whole = cover &* 512 &- part
                cells[first] &+= whole
                cells[first &+ 1] &+= part
                if isPair {
                    (cells + cellsApart)[first] &-= whole
                    (cells + cellsApart)[first &+ 1] &-= part
                }
            } else {
                AreaKernel.addWide(cells, sign, low, high, height, rise)
                if isPair { AreaKernel.addWide(cells + cellsApart, 0 &- sign, low, high, height, rise) }
            }
            CellPlanes.mark(dirty, first, last &+ 1)
            if isPair { CellPlanes.mark(dirty + wordsApart, first, last &+ 1) }
        }
    }

    /// Height reached at the left border of `column`, in 1/256. The one formula for both ways below: what a pixel
    /// gets must not depend on where the band is cut.
    @inline(__always)
    private static func reached(_ column: Int, _ low: Int32, _ height: Int32, _ rise: Int64) -> Int32 {
        let value = ((Int64(truncatingIfNeeded: column &* 256) &- Int64(low)) &* rise) &>> 16
        return Int32(truncatingIfNeeded: min(Int64(height), max(0, value)))
    }

    /// A stretch over several pixels of one row, all within the band. Each cell is written once.
    @inline(__always)
    fileprivate static func addWide(
        _ cells: UnsafeMutablePointer<Int32>, _ sign: Int32, _ low: Int32, _ high: Int32, _ height: Int32,
        _ rise: Int64
    ) {
        let first = Int(low >> 8)
        let last = Int(high >> 8)
        var before = reached(first &+ 1, low, height, rise)
        var part = before &* ((low & 255) &+ 256)
        cells[first] &+= sign &* (before &* 512 &- part)
        var column = first &+ 1
        while column < last {
            let after = reached(column &+ 1, low, height, rise)
            let half = (after &- before) &* 256
            cells[column] &+= sign &* (part &+ half)
            part = half
            before = after
            column &+= 1
        }
        let cover = height &- before
        let rest = cover &* (high & 255)
        cells[last] &+= sign &* (part &+ cover &* 512 &- rest)
        cells[last &+ 1] &+= sign &* rest
    }

    /// A stretch that reaches over the left or right border: what lies left of it counts in full for the first cell.
    @inline(never)
    fileprivate static func addClipped(
        _ cells: UnsafeMutablePointer<Int32>, _ dirty: UnsafeMutablePointer<UInt64>, _ width: Int, _ sign: Int32,
        _ low: Int32, _ high: Int32, _ height: Int32, _ rise: Int64
    ) {
        let first = Int(low >> 8)
        let last = Int(high >> 8)
        if last < 0 {
            cells[0] &+= sign &* height &* 512
            CellPlanes.mark(dirty, 0, 0)
            return
        }
        let from = max(first, 0)
        let to = min(last, width &- 1)
        var before = from == first ? 0 : reached(from, low, height, rise)
        cells[from] &+= sign &* before &* 512
        var column = from
        while column <= to {
            let after = column == last ? height : reached(column &+ 1, low, height, rise)
            let cover = after &- before
            let start = column == first ? low & 255 : 0
            let stop = column == last ? high & 255 : 256
            let part = cover &* (start &+ stop)
            cells[column] &+= sign &* (cover &* 512 &- part)
            cells[column &+ 1] &+= sign &* part
            before = after
            column &+= 1
        }
        CellPlanes.mark(dirty, from, to &+ 1)
    }
}
