import Base

/// Coverage by samples. Each row of samples has a row of cells, a sample a cell; cells count crossings, so that the sum
/// of a row up to a sample is the winding number there.
///
/// A sample on an edge belongs to the area to the right of the edge, and below it. So each sample falls to exactly one
/// of two areas that abut.
enum GridKernel {
    @inline(__always)
    static func add(_ edge: BandEdge, _ planes: CellPlanes, _ grid: SampleGrid, plus: UInt16, minus: UInt16) {
        let widthFixed = Int32(truncatingIfNeeded: planes.width &* 256)
        if edge.x0 >= widthFixed && edge.x1 >= widthFixed { return }
        // Sample rows lie at (row + 1/2) * height; those from the edge's start on, up to but not at its end.
        let height = 256 / grid.rows
        let half = Int32(truncatingIfNeeded: height / 2)
        let roundUp = Int32(truncatingIfNeeded: height) &- 1 &- half
        let shift = Int32(truncatingIfNeeded: height.trailingZeroBitCount)
        let first = max(0, Int((edge.y0 &+ roundUp) &>> shift))
        let end = min(planes.height &* grid.rows, Int((edge.y1 &+ roundUp) &>> shift))
        if first >= end { return }
        let dx = Int64(edge.x1 &- edge.x0)
        let dy = Int64(edge.y1 &- edge.y0)
        let slope = Fixed.integer(Double(dx) / Double(dy) * 16_777_216)
        let spacing = Int64(256 / grid.columns)
        let columnShift = Int64(spacing.trailingZeroBitCount)
        let cellCount = planes.width &* grid.columns
        let pixelShift = grid.columns.trailingZeroBitCount
        var row = first
        while row < end {
            let pixelRow = row / grid.rows
            let lane = row &- pixelRow &* grid.rows
            let offset = grid.offset(lane)
            let fromTop = Int64(truncatingIfNeeded: row &* height) &+ Int64(half) &- Int64(edge.y0)
            // The first sample that is not left of the crossing; the sign of the cross product makes it exact.
            let estimate = (Int64(edge.x0) &<< 24 &+ fromTop &* slope) &>> 24
            var sample = (estimate &- offset &+ spacing &- 1) &>> columnShift
            let target = Int64(edge.x0) &* dy &+ dx &* fromTop
            while (sample &* spacing &+ offset) &* dy < target { sample &+= 1 }
            while ((sample &- 1) &* spacing &+ offset) &* dy >= target { sample &-= 1 }
            let cell = max(0, Int(sample))
            if cell < cellCount {
                let pixel = cell &>> pixelShift
                if plus != FlatEdge.none {
                    planes.row(pixelRow, style: Int(plus), lane: lane)[cell] &+= edge.sign
                    CellPlanes.mark(planes.dirtyRow(pixelRow, style: Int(plus), lane: lane), pixel, pixel)
                }
                if minus != FlatEdge.none {
                    planes.row(pixelRow, style: Int(minus), lane: lane)[cell] &-= edge.sign
                    CellPlanes.mark(planes.dirtyRow(pixelRow, style: Int(minus), lane: lane), pixel, pixel)
                }
            }
            row &+= 1
        }
    }
}
