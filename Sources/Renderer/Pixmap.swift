import Base

/// Pixels of one surface: premultiplied 0xAARRGGBB, `width * height` of them, rows packed.
///
/// Not `Sendable` by nature; the renderer's bands write disjoint rows and only read sources.
public final class Pixmap: @unchecked Sendable {
    public let width: Int
    public let height: Int
    public let pixels: UnsafeMutablePointer<UInt32>
    /// No pixel has an alpha below 255, and none may be given one.
    public var isOpaque: Bool
    /// Channels may exceed the alpha, as those of noise do: sums are to be held at 255.
    public internal(set) var mayExceedAlpha = false
    /// Quirk: some operations put pixels with an alpha below 255 into an opaque bitmap. They are drawn as what they are.
    public var hasStrayAlpha = false
    var coversAll: Bool { isOpaque && !hasStrayAlpha }
    /// Goes up whenever pixels are written, so that what shows them is drawn again (see ``DamageTracker``).
    public var revision: UInt32 = 0

    /// A surface of `width` times `height` pixels, both at least 1, all of them `fill`.
    public init(width: Int, height: Int, isOpaque: Bool = false, fill: UInt32 = 0) {
        precondition(width > 0 && height > 0)
        self.width = width
        self.height = height
        self.isOpaque = isOpaque
        pixels = .allocate(capacity: width * height)
        pixels.initialize(repeating: fill, count: width * height)
    }

    deinit { pixels.deallocate() }

    public var target: PixelTarget { PixelTarget(pixels: pixels, width: width, height: height, stride: width) }
}

/// Memory to draw into: premultiplied 0xAARRGGBB. Owned by somebody else, such as an XShm segment.
public struct PixelTarget: @unchecked Sendable {
    public var pixels: UnsafeMutablePointer<UInt32>
    public var width, height: Int
    /// Pixels from one row to the next.
    public var stride: Int

    public init(pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, stride: Int) {
        self.pixels = pixels
        self.width = width
        self.height = height
        self.stride = stride
    }

    public var bounds: PixelRect { PixelRect(left: 0, top: 0, right: width, bottom: height) }
}
