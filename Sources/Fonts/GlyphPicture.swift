import CFreeType

/// A glyph that a font has as a picture, as those of emoji are: premultiplied 0xAARRGGBB, rows packed.
public struct GlyphPicture {
    public var width, height: Int
    public var pixels: [UInt32]
    /// Of its upper left corner from the pen, in ems; y grows downwards.
    public var x, y: Double
    public var pixelsPerEm: Double

    /// The largest side that is taken: no font has larger ones.
    private static let largestSide = 1024

    init?(_ slot: FT_GlyphSlotRec, pixelsPerEm: Double) {
        let bitmap = slot.bitmap
        let (width, height, pitch) = (Int(bitmap.width), Int(bitmap.rows), Int(bitmap.pitch))
        guard (1...Self.largestSide).contains(width), (1...Self.largestSide).contains(height),
            bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue), pitch >= width * 4, let source = bitmap.buffer
        else { return nil }
        self.width = width
        self.height = height
        self.pixelsPerEm = pixelsPerEm
        x = Double(slot.bitmap_left) / pixelsPerEm
        y = -Double(slot.bitmap_top) / pixelsPerEm
        pixels = []
        pixels.reserveCapacity(width * height)
        for row in 0..<height {
            let line = source + row * pitch
            for column in 0..<width {
                let pixel = line + column * 4
                let (blue, green, red, alpha) = (
                    UInt32(pixel[0]), UInt32(pixel[1]), UInt32(pixel[2]), UInt32(pixel[3])
                )
                pixels.append(alpha << 24 | red << 16 | green << 8 | blue)
            }
        }
    }

    /// The picture with half as many pixels on each side, each the mean of four.
    public var halved: GlyphPicture {
        var half = self
        half.width = (width + 1) / 2
        half.height = (height + 1) / 2
        half.pixelsPerEm = pixelsPerEm / 2
        half.pixels = []
        half.pixels.reserveCapacity(half.width * half.height)
        func pixel(_ x: Int, _ y: Int) -> UInt32 { x < width && y < height ? pixels[y * width + x] : 0 }
        for y in 0..<half.height {
            for x in 0..<half.width {
                let four = [
                    pixel(2 * x, 2 * y), pixel(2 * x + 1, 2 * y), pixel(2 * x, 2 * y + 1), pixel(2 * x + 1, 2 * y + 1),
                ]
                var mean: UInt32 = 0
                for shift in stride(from: UInt32(0), to: 32, by: 8) {
                    mean |= (four.reduce(2) { $0 + ($1 >> shift & 0xFF) } / 4) << shift
                }
                half.pixels.append(mean)
            }
        }
        return half
    }
}
