import Base

/// How the pixels of DefineBitsLossless and 2 are stored once they are uncompressed.
public enum LosslessLayout: Equatable, Sendable {
    /// `count` colours (1...256), then an index a pixel.
    case palette(count: Int)
    /// Two bytes a pixel, high byte first: a bit of nothing, five each of red, green and blue.
    case rgb15
    /// Four bytes a pixel: alpha (or nothing), red, green, blue.
    case rgb24
}

extension ImageDecoder {
    /// The picture of DefineBitsLossless, or 2 where it `hasAlpha`: a zlib stream of a palette, if any, and rows that
    /// are padded to four bytes.
    ///
    /// Colours with alpha are stored premultiplied. Pixels that are missing are transparent, or black without alpha.
    /// Spec: SWF 19, "DefineBitsLossless", pp. 150–153.
    public static func lossless(
        _ data: ArraySlice<UInt8>, width: Int, height: Int, layout: LosslessLayout, hasAlpha: Bool
    ) throws(ImageError) -> DecodedImage {
        let count = try checkedCount(width: width, height: height)
        let reader = LosslessReader(width: width, height: height, layout: layout, hasAlpha: hasAlpha)
        let bytes = Inflation.inflate(data, upTo: reader.paletteSize + reader.stride * height)
        guard !bytes.isEmpty else { throw .broken("no zlib stream") }
        var pixels = [UInt32](repeating: reader.missing, count: count)
        reader.read(bytes, into: &pixels)
        return DecodedImage(width: width, height: height, pixels: pixels, hasAlpha: reader.hasAlpha)
    }
}

private struct LosslessReader {
    let width, height: Int
    let layout: LosslessLayout
    let hasAlpha: Bool
    /// Bytes of a pixel, of a row, of a palette's colour, and before the first row.
    let pixelSize, stride, colorSize, paletteSize: Int

    init(width: Int, height: Int, layout: LosslessLayout, hasAlpha: Bool) {
        self.width = width
        self.height = height
        self.layout = layout
        colorSize = hasAlpha ? 4 : 3
        switch layout {
        case .palette(let count):
            pixelSize = 1
            paletteSize = max(0, count) * colorSize
            self.hasAlpha = hasAlpha
        case .rgb15:
            pixelSize = 2
            paletteSize = 0
            // DefineBitsLossless2 should not have it; Flash shows it all the same, opaque.
            self.hasAlpha = false
        case .rgb24:
            pixelSize = 4
            paletteSize = 0
            self.hasAlpha = hasAlpha
        }
        stride = (width * pixelSize + 3) & ~3
    }

    /// The colour of a pixel that the data does not reach.
    var missing: UInt32 { hasAlpha ? 0 : 0xFF00_0000 }

    func read(_ bytes: [UInt8], into pixels: inout [UInt32]) {
        let palette = palette(bytes)
        for y in 0..<height {
            let start = paletteSize + y * stride
            let columns = min(width, (bytes.count - start) / pixelSize)
            guard columns > 0 else { return }
            let row = y * width
            switch layout {
            case .palette:
                for x in 0..<columns {
                    let index = Int(bytes[start + x])
                    if index < palette.count { pixels[row + x] = palette[index] }
                }
            case .rgb15:
                for x in 0..<columns { pixels[row + x] = Self.expanded(bytes[start + 2 * x], bytes[start + 2 * x + 1]) }
            case .rgb24:
                for x in 0..<columns { pixels[row + x] = color(bytes, at: start + 4 * x) }
            }
        }
    }

    /// As many colours as the data holds.
    private func palette(_ bytes: [UInt8]) -> [UInt32] {
        guard case .palette(let count) = layout else { return [] }
        return (0..<min(max(0, count), bytes.count / colorSize)).map { index in
            let offset = index * colorSize
            let rgb = UInt32(bytes[offset]) << 16 | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2])
            return ImageDecoder.clamped(rgb, alpha: hasAlpha ? bytes[offset + 3] : 255)
        }
    }

    private func color(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        let rgb = UInt32(bytes[offset + 1]) << 16 | UInt32(bytes[offset + 2]) << 8 | UInt32(bytes[offset + 3])
        return ImageDecoder.clamped(rgb, alpha: hasAlpha ? bytes[offset] : 255)
    }

    /// Five bits a channel to eight, the high bits repeated below.
    private static func expanded(_ high: UInt8, _ low: UInt8) -> UInt32 {
        let value = UInt32(high) << 8 | UInt32(low)
        func channel(_ bits: UInt32) -> UInt32 { bits << 3 | bits >> 2 }
        return 0xFF00_0000 | channel(value >> 10 & 31) << 16 | channel(value >> 5 & 31) << 8 | channel(value & 31)
    }
}
