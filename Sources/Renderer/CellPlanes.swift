import Base

/// The accumulation rows of a band of pixels: for each row and style a row of 32-bit cells, one a pixel, and a bit for
/// each four cells that says whether any of them was written.
///
/// A style's coverage of a pixel is the sum of its cells up to there. What they count is the kernel's matter: signed area
/// (``AreaKernel``) or samples (``GridKernel``).
///
///     row 0:  style 0: [stride cells]  style 1: [stride cells] …
///     row 1:  …
struct CellPlanes {
    var cells: UnsafeMutablePointer<Int32>
    var dirty: UnsafeMutablePointer<UInt64>
    /// The pixels of the band. Cells count from its left border.
    var left, top, width, height: Int
    /// Cells a row: the width and at least two more, so that writers need no check for the last pixel.
    var stride: Int
    /// Words of dirty bits a row.
    var words: Int
    var styles: Int

    /// Most cells that one band may use (256 KiB, the size of a second-level cache).
    static let cellBudget = 65_536

    static func stride(width: Int) -> Int { (width + 2 + 3) & ~3 }

    @inline(__always)
    func row(_ row: Int, style: Int) -> UnsafeMutablePointer<Int32> {
        cells + (row &* styles &+ style) &* stride
    }

    @inline(__always)
    func dirtyRow(_ row: Int, style: Int) -> UnsafeMutablePointer<UInt64> {
        dirty + (row &* styles &+ style) &* words
    }

    /// Notes that cells `first...last` of a row are written.
    @inline(__always)
    static func mark(_ dirty: UnsafeMutablePointer<UInt64>, _ first: Int, _ last: Int) {
        let a = first >> 2
        let b = last >> 2
        dirty[a >> 6] |= 1 &<< UInt64(truncatingIfNeeded: a & 63)
        if a != b { markSpan(dirty, a, b) }
    }

    @inline(__always)
    private static func markSpan(_ dirty: UnsafeMutablePointer<UInt64>, _ a: Int, _ b: Int) {
        if b &- a == 1 {
            dirty[b >> 6] |= 1 &<< UInt64(truncatingIfNeeded: b & 63)
        } else {
            markLong(dirty, a, b)
        }
    }

    @inline(never)
    private static func markLong(_ dirty: UnsafeMutablePointer<UInt64>, _ a: Int, _ b: Int) {
        var word = a >> 6
        let lastWord = b >> 6
        var mask = UInt64.max &<< UInt64(truncatingIfNeeded: a & 63)
        while word < lastWord {
            dirty[word] |= mask
            mask = .max
            word &+= 1
        }
        dirty[word] |= mask & (UInt64.max &>> UInt64(truncatingIfNeeded: 63 &- (b & 63)))
    }
}

/// An edge in 24.8 fixed point relative to a band's corner, running downwards.
struct BandEdge {
    var x0, y0, x1, y1: Int32
    /// +1 where the outline runs downwards, -1 where it runs upwards.
    var sign: Int32

    /// nil for a horizontal edge.
    @inline(__always)
    init?(_ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32) {
        if ay == by { return nil }
        if ay < by {
            x0 = ax
            y0 = ay
            x1 = bx
            y1 = by
            sign = 1
        } else {
            x0 = bx
            y0 = by
            x1 = ax
            y1 = ay
            sign = -1
        }
    }
}

/// Calls `body` with the fixed-point form of every edge, moved by the translation and cut to the guard box.
@inline(__always)
func forEachBandEdge(
    _ shape: EdgeList, tx: Double, ty: Double, left: Int, top: Int, height: Int,
    _ body: (BandEdge, _ left: UInt16, _ right: UInt16) -> Void
) {
    let edges = shape.edges
    let count = shape.count
    let originX = Int32(truncatingIfNeeded: left &* 256)
    let originY = Int32(truncatingIfNeeded: top &* 256)
    let bottom = Int32(truncatingIfNeeded: height &* 256)
    let limit = Fixed.guardPixels
    if shape.xMin + tx > -limit, shape.yMin + ty > -limit, shape.xMax + tx < limit, shape.yMax + ty < limit {
        var index = 0
        while index < count {
            let edge = edges + index
            index &+= 1
            let y0 = Fixed.coordinate(Double(edge.pointee.y0) + ty) &- originY
            let y1 = Fixed.coordinate(Double(edge.pointee.y1) + ty) &- originY
            if (y0 <= 0 && y1 <= 0) || (y0 >= bottom && y1 >= bottom) { continue }
            let x0 = Fixed.coordinate(Double(edge.pointee.x0) + tx) &- originX
            let x1 = Fixed.coordinate(Double(edge.pointee.x1) + tx) &- originX
            guard let fixed = BandEdge(x0, y0, x1, y1) else { continue }
            body(fixed, edge.pointee.left, edge.pointee.right)
        }
    } else {
        for index in 0..<count {
            let edge = edges[index]
            GuardBox.cut(
                Double(edge.x0) + tx, Double(edge.y0) + ty, Double(edge.x1) + tx, Double(edge.y1) + ty
            ) { ax, ay, bx, by in
                guard
                    let fixed = BandEdge(
                        Fixed.coordinate(ax) &- originX, Fixed.coordinate(ay) &- originY,
                        Fixed.coordinate(bx) &- originX, Fixed.coordinate(by) &- originY)
                else { return }
                if fixed.y1 <= 0 || fixed.y0 >= bottom { return }
                body(fixed, edge.left, edge.right)
            }
        }
    }
}

/// Cuts edges to the box in which fixed point is safe. What lies beyond its left and right sides is moved onto them,
/// which leaves the coverage inside as it was; what lies above and below is dropped.
enum GuardBox {
    static func cut(
        _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ body: (Double, Double, Double, Double) -> Void
    ) {
        guard x0.isFinite, y0.isFinite, x1.isFinite, y1.isFinite else { return }
        let limit = Fixed.guardPixels
        if (y0 <= -limit && y1 <= -limit) || (y0 >= limit && y1 >= limit) { return }
        // Parameters along the edge, ascending: its ends within the box and where it meets the left and right side.
        var from = 0.0
        var to = 1.0
        let dy = y1 - y0
        if dy != 0 {
            let a = (-limit - y0) / dy
            let b = (limit - y0) / dy
            from = max(from, min(a, b))
            to = min(to, max(a, b))
        }
        if !(from < to) { return }
        var middle = [from, to]
        let dx = x1 - x0
        if dx != 0 {
            for side in [-limit, limit] {
                let t = (side - x0) / dx
                if t > from, t < to { middle.append(t) }
            }
            middle.sort()
        }
        func point(_ t: Double) -> (Double, Double) {
            let x = t == 1 ? x1 : x0 + dx * t
            let y = t == 1 ? y1 : y0 + dy * t
            return (max(-limit, min(limit, x)), max(-limit, min(limit, y)))
        }
        var previous = point(middle[0])
        for t in middle.dropFirst() {
            let next = point(t)
            body(previous.0, previous.1, next.0, next.1)
            previous = next
        }
    }
}
