import Base
import CPixels

/// A line of a flattened outline, in device pixels but for the translation.
typealias FlatEdge = px_edge

extension FlatEdge {
    /// In the place of a style: there is none on this side.
    static let none = UInt16.max
}

/// The accumulation rows of a band of pixels: for each row and style a row of 32-bit cells, one a pixel.
///
/// A style's coverage of a pixel is the sum of its cells up to there. What they count is the kernel's matter: signed area
/// or samples (`Sources/CPixels/Edges.c`). Marks tell which cells were written: a byte for each block of four cells where
/// there is one style, else a word with a bit for each style.
///
///     row 0:  style 0: [stride cells]  style 1: [stride cells] …
///     row 1:  …
struct CellPlanes {
    /// As the kernels want it.
    private(set) var raw: px_planes

    /// Most cells that one band may use (256 KiB, the size of a second-level cache).
    static let cellBudget = 65_536
    /// The same where there are many styles: each writes few of its cells, and only those come into the cache.
    static let wideBudget = 262_144

    /// Cells a row: the width and at least two more, so that writers need no check for the last pixel.
    static func stride(width: Int) -> Int { (width + 2 + 3) & ~3 }

    /// Words of marks a row.
    static func words(stride: Int, styles: Int) -> Int { styles == 1 ? (stride / 4 + 7) / 8 : stride / 4 }

    init(
        _ band: PixelRect, styles: Int, _ sampling: Sampling, cells: UnsafeMutablePointer<Int32>,
        marks: UnsafeMutablePointer<UInt64>, slots: UnsafePointer<UInt16>?
    ) {
        let stride = Self.stride(width: band.width)
        let gridBits: Int32 = if case .grid(let grid) = sampling { Int32(truncatingIfNeeded: grid.bits) } else { -1 }
        raw = px_planes(
            cells: cells, marks: marks, left: Int32(truncatingIfNeeded: band.left),
            top: Int32(truncatingIfNeeded: band.top), width: Int32(truncatingIfNeeded: band.width),
            height: Int32(truncatingIfNeeded: band.height), stride: stride,
            words: Self.words(stride: stride, styles: styles), styles: Int32(truncatingIfNeeded: styles),
            grid_bits: gridBits, slots: slots)
    }

    /// The pixels of the band. Cells count from its left border.
    var left: Int { Int(raw.left) }
    var top: Int { Int(raw.top) }
    var width: Int { Int(raw.width) }
    var height: Int { Int(raw.height) }
    var stride: Int { raw.stride }
    var words: Int { raw.words }
    var styles: Int { Int(raw.styles) }

    @inline(__always)
    func row(_ row: Int, style: Int) -> UnsafeMutablePointer<Int32> {
        raw.cells + (row &* styles &+ style) &* stride
    }

    @inline(__always)
    func marks(_ row: Int) -> UnsafeMutablePointer<UInt64> { raw.marks + row &* words }

    /// Adds all edges that touch the band, moved by the translation.
    func add(_ shape: EdgeList, tx: Double, ty: Double) {
        var raw = raw
        if shape.isSafe(tx: tx, ty: ty) {
            shape.forEachStretch(from: Double(top), to: Double(top &+ height), ty: ty) { first, count in
                px_add_edges(&raw, shape.edges + first, count, tx, ty)
            }
            return
        }
        let originX = raw.left &* 256
        let originY = raw.top &* 256
        for index in 0..<shape.count {
            let edge = shape.edges[index]
            GuardBox.cut(
                Double(edge.x0) + tx, Double(edge.y0) + ty, Double(edge.x1) + tx, Double(edge.y1) + ty
            ) { ax, ay, bx, by in
                px_add_line(
                    &raw, Fixed.coordinate(ax) &- originX, Fixed.coordinate(ay) &- originY,
                    Fixed.coordinate(bx) &- originX, Fixed.coordinate(by) &- originY, edge.left, edge.right)
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
