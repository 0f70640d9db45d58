import Base

/// Where a pixel is sampled: in the middles of 2^bits rows by 2^bits columns.
struct SampleGrid {
    var bits: Int

    var sampleCount: Int { 1 &<< (2 &* bits) }

    /// One sample in the middle.
    static var point: SampleGrid { SampleGrid(bits: 0) }
    /// Two by two.
    static var square2: SampleGrid { SampleGrid(bits: 1) }
    /// Four by four.
    static var square4: SampleGrid { SampleGrid(bits: 2) }
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
        case .high: self = .grid(.square4)
        case .best, .high8x8, .high8x8linear, .high16x16, .high16x16linear: self = .area
        }
    }

    /// Samples a pixel; 0 for area.
    var sampleCount: Int { if case .grid(let grid) = self { grid.sampleCount } else { 0 } }
}
