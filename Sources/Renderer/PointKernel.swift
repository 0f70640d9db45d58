import Base

/// One sample in the middle of each pixel: quality `low`. Cells count crossings, so the prefix sum is the winding
/// number at the sample.
///
/// A sample on an edge belongs to the pixel area to the right of it, and below it: the rule of abutting areas, each
/// sample falls to exactly one of them.
enum PointKernel {
    static let full: Int32 = 1

    @inline(__always)
    static func add(_ edge: BandEdge, _ planes: CellPlanes, plus: UInt16, minus: UInt16) {
        // The first row whose sample is not above the edge, and the first one below its end.
        let first = max(0, Int((edge.y0 &+ 127) >> 8))
        let end = min(planes.height, Int((edge.y1 &+ 127) >> 8))
        if first >= end { return }
        let widthFixed = Int32(truncatingIfNeeded: planes.width &* 256)
        if edge.x0 >= widthFixed && edge.x1 >= widthFixed { return }
        let dx = Int64(edge.x1 &- edge.x0)
        let dy = Int64(edge.y1 &- edge.y0)
        let slope = Fixed.integer(Double(dx) / Double(dy) * 16_777_216)
        var row = first
        while row < end {
            let fromTop = Int64(truncatingIfNeeded: row &* 256 &+ 128) &- Int64(edge.y0)
            // The first column whose sample is not left of the crossing, exact by the sign of the cross product.
            let estimate = (Int64(edge.x0) &<< 24 &+ fromTop &* slope) &>> 24
            var column = (estimate &+ 127) &>> 8
            let target = Int64(edge.x0) &* dy &+ dx &* fromTop
            while (column &* 256 &+ 128) &* dy < target { column &+= 1 }
            while (column &* 256 &- 128) &* dy >= target { column &-= 1 }
            let cell = max(0, Int(column))
            if cell < planes.width {
                if plus != FlatEdge.none {
                    planes.row(row, style: Int(plus))[cell] &+= edge.sign
                    CellPlanes.mark(planes.dirtyRow(row, style: Int(plus)), cell, cell)
                }
                if minus != FlatEdge.none {
                    planes.row(row, style: Int(minus))[cell] &-= edge.sign
                    CellPlanes.mark(planes.dirtyRow(row, style: Int(minus)), cell, cell)
                }
            }
            row &+= 1
        }
    }
}
