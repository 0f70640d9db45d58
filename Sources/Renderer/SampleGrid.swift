import Base

/// Where a pixel is sampled. A pixel is cut into `rows` equal rows with samples in the middle of each, `columns` of
/// them, evenly spaced from the row's own offset on.
struct SampleGrid {
    var rows: Int
    var columns: Int
    /// Of each row's first sample from the pixel's left border, in 1/256 pixel, eight bits a row, the first lowest.
    private var offsets: UInt32

    private init(rows: Int, columns: Int, offsets: [UInt32]) {
        self.rows = rows
        self.columns = columns
        self.offsets = offsets.reversed().reduce(0) { $0 << 8 | $1 }
    }

    @inline(__always)
    func offset(_ row: Int) -> Int64 { Int64((offsets &>> UInt32(truncatingIfNeeded: row &* 8)) & 255) }

    var sampleCount: Int { rows &* columns }

    /// One sample in the middle.
    static var point: SampleGrid { SampleGrid(rows: 1, columns: 1, offsets: [128]) }
    /// Two by two.
    static var square2: SampleGrid { SampleGrid(rows: 2, columns: 2, offsets: [64, 64]) }
    /// Four samples, no two of them in one row or column: upright edges get as many steps as level ones.
    static var rotated4: SampleGrid { SampleGrid(rows: 4, columns: 1, offsets: [96, 224, 32, 160]) }
    /// Four by four.
    static var square4: SampleGrid { SampleGrid(rows: 4, columns: 4, offsets: [32, 32, 32, 32]) }
}

/// How the coverage of pixels is found.
enum Sampling {
    /// By samples.
    case grid(SampleGrid)
    /// By area, as if there were endlessly many samples.
    case area

    init(_ quality: Quality) {
        switch quality {
        case .low: self = .grid(.point)
        case .medium: self = .grid(.square2)
        case .high: self = .grid(.rotated4)
        case .best, .high8x8, .high8x8linear, .high16x16, .high16x16linear: self = .area
        }
    }

    /// Rows of cells that a style needs for a row of pixels, and cells a pixel.
    var lanes: Int { if case .grid(let grid) = self { grid.rows } else { 1 } }
    var columns: Int { if case .grid(let grid) = self { grid.columns } else { 1 } }
}
