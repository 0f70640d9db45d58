/// Where in a pixel its colour is sampled, in steps of ``TriangleSetup``.
enum SampleGrid {
    /// One sample in the middle, or four as Direct3D places them.
    static let single = [SIMD2<Int64>(0, 0)]
    static let four = [SIMD2<Int64>(-32, -96), SIMD2(96, -32), SIMD2(-96, 32), SIMD2(32, 96)]
}

/// Where colours go: blue, green, red and alpha from the lowest byte up, a picture a sample.
struct ColorTarget {
    var pixels: UnsafeMutablePointer<UInt32>
    var width, height: Int
    var samples: [SIMD2<Int64>] = SampleGrid.single
    var bounds: PixelArea { PixelArea(left: 0, top: 0, right: width, bottom: height) }
    /// Pixels of the picture of one sample.
    var count: Int { width * height }

    /// Held between 0 and 1; what is no number is 0.
    @inline(__always)
    static func unit(_ number: Float) -> Float { number > 0 ? (number < 1 ? number : 1) : 0 }

    /// The pixel of a colour, red to alpha, whose parts lie between 0 and 1.
    @inline(__always)
    static func packed(_ color: SIMD4<Float>) -> UInt32 {
        let scaled = color * 255 + 0.5
        return UInt32(scaled.w) << 24 | UInt32(scaled.x) << 16 | UInt32(scaled.y) << 8 | UInt32(scaled.z)
    }

    /// The pixel of any colour.
    static func pack(_ color: SIMD4<Float>) -> UInt32 {
        packed(SIMD4(unit(color.x), unit(color.y), unit(color.z), unit(color.w)))
    }
}

/// Depth, 0 near to 1 far, and stencil of a target.
final class DepthBuffer {
    let width: Int
    let height: Int
    /// A picture a sample, one behind the other.
    let depths: UnsafeMutablePointer<Float>
    let stencils: UnsafeMutablePointer<UInt8>
    /// Of all samples.
    let count: Int

    init(width: Int, height: Int, sampleCount: Int = 1) {
        self.width = width
        self.height = height
        count = width * height * sampleCount
        depths = .allocate(capacity: count)
        depths.initialize(repeating: 1, count: count)
        stencils = .allocate(capacity: count)
        stencils.initialize(repeating: 0, count: count)
    }

    deinit {
        depths.deallocate()
        stencils.deallocate()
    }
}

/// What `clear` clears, as bits: colour, depth, stencil.
public struct ClearMask: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let color = ClearMask(rawValue: 1)
    public static let depth = ClearMask(rawValue: 2)
    public static let stencil = ClearMask(rawValue: 4)
}

/// The picture that is drawn on when nothing else is asked for, with one sample a pixel or four.
final class BackBuffer {
    let width: Int
    let height: Int
    private let samples: [SIMD2<Int64>]
    private let pixels: UnsafeMutablePointer<UInt32>
    let depth: DepthBuffer?

    init(width: Int, height: Int, isSmoothed: Bool, hasDepth: Bool) {
        self.width = width
        self.height = height
        samples = isSmoothed ? SampleGrid.four : SampleGrid.single
        let count = width * height * samples.count
        pixels = .allocate(capacity: count)
        pixels.initialize(repeating: 0, count: count)
        depth = hasDepth ? DepthBuffer(width: width, height: height, sampleCount: samples.count) : nil
    }

    deinit { pixels.deallocate() }

    var target: ColorTarget { ColorTarget(pixels: pixels, width: width, height: height, samples: samples) }

    /// Bytes that it takes.
    var byteCount: Int { width * height * samples.count * 4 + (depth.map { $0.count * 5 } ?? 0) }

    /// The finished picture: the mean of the samples.
    func resolve(into picture: UnsafeMutablePointer<UInt32>) {
        let count = width * height
        guard samples.count == 4 else { return picture.update(from: pixels, count: count) }
        for index in 0..<count {
            var sum = SIMD4<UInt16>(repeating: 2)
            for sample in 0..<4 {
                let pixel = pixels[sample * count + index]
                sum &+= SIMD4(
                    UInt16(pixel & 0xFF), UInt16(pixel >> 8 & 0xFF), UInt16(pixel >> 16 & 0xFF), UInt16(pixel >> 24))
            }
            let mean = SIMD4<UInt32>(truncatingIfNeeded: sum &>> 2)
            picture[index] = mean.w << 24 | mean.z << 16 | mean.y << 8 | mean.x
        }
    }
}
