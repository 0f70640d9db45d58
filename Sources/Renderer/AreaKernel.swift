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
        let bottom = Int32(truncatingIfNeeded: planes.height &* 256)
        let dx = edge.x1 &- edge.x0
        let dy = edge.y1 &- edge.y0
        let rowCells = planes.stride &* planes.styles
        let rowWords = planes.words &* planes.styles
        var y = max(edge.y0, 0)
        let end = min(edge.y1, bottom)
        var row = Int(y >> 8)
        var cells = planes.row(row, style: style)
        var dirty = planes.dirtyRow(row, style: style)
        let cellsApart = (other &- style) &* planes.stride
        let wordsApart = (other &- style) &* planes.words
        if dx == 0 {
            // Upright: the same cells on every row.
            let x = max(edge.x0, 0)
            let cell = Int(x >> 8)
            let fraction = (x & 255) &* 2
            while y < end {
                let next = min(Int32(truncatingIfNeeded: (row &+ 1) &* 256), end)
                let cover = (next &- y) &* sign
                let part = cover &* fraction
                let whole = cover &* 512 &- part
                cells[cell] &+= whole
                cells[cell &+ 1] &+= part
                CellPlanes.mark(dirty, cell, cell &+ 1)
                if isPair {
                    (cells + cellsApart)[cell] &-= whole
                    (cells + cellsApart)[cell &+ 1] &-= part
                    CellPlanes.mark(dirty + wordsApart, cell, cell &+ 1)
                }
                y = next
                row &+= 1
                cells += rowCells
                dirty += rowWords
            }
            return
        }
        let slope = Fixed.integer(Double(dx) / Double(dy) * 16_777_216)
        // 1/256 of height a 1/256 of width, with 16 fraction bits.
        let rise = Fixed.integer(Double(dy) / Double(dx < 0 ? 0 &- dx : dx) * 65_536)
        var position = Int64(edge.x0) &<< 24 &+ Int64(y &- edge.y0) &* slope
        var x = Int32(truncatingIfNeeded: (position &+ 8_388_608) &>> 24)
        while y < end {
            let next = min(Int32(truncatingIfNeeded: (row &+ 1) &* 256), end)
            let height = next &- y
            position &+= Int64(height) &* slope
            let nextX = next == edge.y1 ? edge.x1 : Int32(truncatingIfNeeded: (position &+ 8_388_608) &>> 24)
            let low = min(x, nextX)
            let high = max(x, nextX)
            let first = Int(low >> 8)
            let last = Int(high >> 8)
            if low >= 0 && high < widthFixed {
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
                    addWide(cells, sign, low, high, height, rise)
                    if isPair { addWide(cells + cellsApart, 0 &- sign, low, high, height, rise) }
                }
                CellPlanes.mark(dirty, first, last &+ 1)
                if isPair { CellPlanes.mark(dirty + wordsApart, first, last &+ 1) }
            } else if low < widthFixed {
                addClipped(cells, dirty, planes.width, sign, low, high, height, rise)
                if isPair {
                    addClipped(
                        cells + cellsApart, dirty + wordsApart, planes.width, 0 &- sign, low, high, height, rise)
                }
            }
            x = nextX
            y = next
            row &+= 1
            cells += rowCells
            dirty += rowWords
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
    private static func addWide(
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
    private static func addClipped(
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
