/// How a TrueColor visual lays out a pixel in memory, and the way there from the renderer's 0xAARRGGBB.
struct PixelFormat: Equatable {
    /// Where each channel sits in a pixel's value. Each is one run of ones.
    var redMask, greenMask, blueMask: UInt32
    /// 8, 16, 24 or 32: what a pixel takes in an image, padding included.
    var bitsPerPixel: Int
    var isBigEndian: Bool

    init?(redMask: UInt32, greenMask: UInt32, blueMask: UInt32, bitsPerPixel: Int, isBigEndian: Bool) {
        guard [8, 16, 24, 32].contains(bitsPerPixel) else { return nil }
        for mask in [redMask, greenMask, blueMask] where !Self.isRun(mask, within: bitsPerPixel) { return nil }
        self.redMask = redMask
        self.greenMask = greenMask
        self.blueMask = blueMask
        self.bitsPerPixel = bitsPerPixel
        self.isBigEndian = isBigEndian
    }

    private static func isRun(_ mask: UInt32, within bits: Int) -> Bool {
        guard mask != 0 else { return false }
        let run = mask >> UInt32(mask.trailingZeroBitCount)
        return run & (run &+ 1) == 0 && mask.leadingZeroBitCount >= 32 - bits
    }

    /// Whether the renderer's pixels are this format's own, so that it can draw right into the image.
    var isNative: Bool {
        bitsPerPixel == 32 && redMask == 0xFF_0000 && greenMask == 0xFF00 && blueMask == 0xFF
            && isBigEndian == (UInt32(1).bigEndian == 1)
    }
}

/// Turns rows of the renderer's pixels into rows of another format, by one table for each channel.
///
/// The tables hold bytes already in the order of the image, so that byte order costs nothing at run time.
struct PixelConverter {
    let format: PixelFormat
    /// 256 values each for red, green and blue; the pixel is their union.
    private let tables: [UInt32]

    init(_ format: PixelFormat) {
        self.format = format
        // An alpha channel, where there is one, is what the colours leave over. The window is opaque.
        let all = UInt32(truncatingIfNeeded: UInt64(1) << UInt64(format.bitsPerPixel) &- 1)
        let opaque = all & ~(format.redMask | format.greenMask | format.blueMask)
        var tables: [UInt32] = []
        for (mask, always) in [(format.redMask, opaque), (format.greenMask, 0), (format.blueMask, 0)] {
            for value in 0..<256 {
                tables.append(Self.ordered(Self.place(UInt64(value), mask) | always, format))
            }
        }
        self.tables = tables
    }

    /// An 8-bit channel value scaled to the width of its mask, and rounded.
    private static func place(_ value: UInt64, _ mask: UInt32) -> UInt32 {
        let shift = UInt32(mask.trailingZeroBitCount)
        let largest = UInt64(mask >> shift)
        return UInt32((value * largest + 127) / 255) << shift
    }

    /// The bytes of `pixel` in the image's order, first byte lowest.
    private static func ordered(_ pixel: UInt32, _ format: PixelFormat) -> UInt32 {
        format.isBigEndian ? pixel.byteSwapped >> UInt32(32 - format.bitsPerPixel) : pixel
    }

    /// Converts `count` pixels of `source` to the bytes at `target`, which has room for them.
    func convert(_ source: UnsafePointer<UInt32>, to target: UnsafeMutableRawPointer, count: Int) {
        tables.withUnsafeBufferPointer { tables in
            let red = tables.baseAddress!
            let green = red + 256
            let blue = red + 512
            for i in 0..<count {
                let from = source[i]
                let pixel = red[Int(from >> 16 & 255)] | green[Int(from >> 8 & 255)] | blue[Int(from & 255)]
                switch format.bitsPerPixel {
                case 32:
                    target.storeBytes(of: pixel.littleEndian, toByteOffset: i &* 4, as: UInt32.self)
                case 16:
                    let half = UInt16(truncatingIfNeeded: pixel)
                    target.storeBytes(of: half.littleEndian, toByteOffset: i &* 2, as: UInt16.self)
                case 24:
                    let low = UInt16(truncatingIfNeeded: pixel)
                    target.storeBytes(of: low.littleEndian, toByteOffset: i &* 3, as: UInt16.self)
                    target.storeBytes(of: UInt8(pixel >> 16 & 255), toByteOffset: i &* 3 &+ 2, as: UInt8.self)
                default:
                    target.storeBytes(of: UInt8(pixel & 255), toByteOffset: i, as: UInt8.self)
                }
            }
        }
    }
}
