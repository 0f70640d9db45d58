/// Formats of textures. `rawValue`: the name that scripts use.
public enum TextureFormat: String, Sendable {
    case bgra, bgrPacked565, bgraPacked4444, compressed, compressedAlpha, rgbaHalfFloat

    /// Bytes a texel takes in an upload; nil where uploads are no rows of texels.
    public var bytesPerTexel: Int? {
        switch self {
        case .bgra: 4
        case .bgrPacked565, .bgraPacked4444: 2
        case .rgbaHalfFloat: 8
        case .compressed, .compressedAlpha: nil
        }
    }
}

extension TextureImage {
    /// Fills the picture from rows of texels. The caller has checked that there are enough bytes.
    public func fill(_ bytes: UnsafeBufferPointer<UInt8>, _ format: TextureFormat) {
        func half(_ offset: Int) -> UInt32 { UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 }
        for index in 0..<width * height {
            switch format {
            case .bgra: pixels[index] = half(index * 4) | half(index * 4 + 2) << 16
            case .bgrPacked565:
                pixels[index] = Self.color565(half(index * 2))
            case .bgraPacked4444:
                let texel = half(index * 2)
                let wide = texel & 0xF | texel << 4 & 0xF00 | texel << 8 & 0xF0000 | texel << 12 & 0xF00_0000
                pixels[index] = wide * 17
            case .rgbaHalfFloat:
                func channel(_ place: Int) -> Float {
                    Float(Float16(bitPattern: UInt16(half(index * 8 + place * 2))))
                }
                // Kept at 8 bits, as all pictures are.
                pixels[index] = ColorTarget.pack(SIMD4(channel(0), channel(1), channel(2), channel(3)))
            case .compressed, .compressedAlpha: return
            }
        }
    }

    /// Five, six and five bits of red, green and blue.
    static func color565(_ texel: UInt32) -> UInt32 {
        let red = texel >> 11 & 31
        let green = texel >> 5 & 63
        let blue = texel & 31
        return 0xFF00_0000 | (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | (blue << 3 | blue >> 2)
    }

    /// Fills the picture from blocks of S3TC: DXT1, or DXT5 where `hasAlpha`. What is missing stays as it is.
    func fillBlocks(_ bytes: ArraySlice<UInt8>, hasAlpha: Bool) {
        let size = hasAlpha ? 16 : 8
        let columns = (width + 3) / 4
        var offset = bytes.startIndex
        for block in 0..<columns * ((height + 3) / 4) {
            guard offset + size <= bytes.endIndex else { return }
            let alphas = hasAlpha ? Self.alphas(bytes[offset..<offset + 8]) : nil
            let colors = Self.colors(bytes[(offset + size - 8)..<(offset + size)], isDXT1: !hasAlpha)
            for texel in 0..<16 {
                let x = block % columns * 4 + texel & 3
                let y = block / columns * 4 + texel >> 2
                guard x < width, y < height else { continue }
                let alpha = alphas.map { $0[texel] } ?? UInt8(colors[texel] >> 24)
                pixels[y * width + x] = colors[texel] & 0xFF_FFFF | UInt32(alpha) << 24
            }
            offset += size
        }
    }

    /// A block's 16 colours: two given, the others between them, two bits to choose by.
    private static func colors(_ block: ArraySlice<UInt8>, isDXT1: Bool) -> [UInt32] {
        let bytes = Array(block)
        let first = UInt32(bytes[0]) | UInt32(bytes[1]) << 8
        let second = UInt32(bytes[2]) | UInt32(bytes[3]) << 8
        var palette = [color565(first), color565(second)]
        func mixed(_ near: UInt32, _ far: UInt32, _ part: UInt32, _ whole: UInt32) -> UInt32 {
            var result: UInt32 = 0xFF00_0000
            for shift in [UInt32(0), 8, 16] {
                let sum = (near >> shift & 255) * part + (far >> shift & 255) * (whole - part)
                result |= (sum / whole) << shift
            }
            return result
        }
        if !isDXT1 || first > second {
            palette += [mixed(palette[0], palette[1], 2, 3), mixed(palette[0], palette[1], 1, 3)]
        } else {
            palette += [mixed(palette[0], palette[1], 1, 2), 0]
        }
        return (0..<16).map { palette[Int(bytes[4 + $0 / 4] >> UInt8($0 % 4 * 2) & 3)] }
    }

    /// A block's 16 alphas: two given, the others between them, three bits to choose by.
    private static func alphas(_ block: ArraySlice<UInt8>) -> [UInt8] {
        let bytes = Array(block)
        let (first, second) = (Int(bytes[0]), Int(bytes[1]))
        var palette = [first, second]
        if first > second {
            palette += (1...6).map { (first * (7 - $0) + second * $0) / 7 }
        } else {
            palette += (1...4).map { (first * (5 - $0) + second * $0) / 5 } + [0, 255]
        }
        var bits: UInt64 = 0
        for index in 0..<6 { bits |= UInt64(bytes[2 + index]) << UInt64(index * 8) }
        return (0..<16).map { UInt8(palette[Int(bits >> UInt64($0 * 3) & 7)]) }
    }
}
