import Base
import CPNG

#if canImport(Glibc)
    import Glibc
#endif

enum PNG {
    static func decode(_ data: ArraySlice<UInt8>) throws(ImageError) -> DecodedImage {
        var picture = CPNGImage()
        let isDecoded = data.withUnsafeBufferPointer {
            cpng_decode($0.baseAddress, $0.count, ImageDecoder.maximumPixels, &picture) != 0
        }
        defer { free(picture.pixels) }
        guard isDecoded, let pixels = picture.pixels else {
            // A header that was not reached leaves no size, which is a fault of the data, not an empty picture.
            if picture.width > 0 {
                _ = try ImageDecoder.checkedCount(width: Int(picture.width), height: Int(picture.height))
            }
            throw .broken(text(of: picture.message))
        }
        let (width, height) = (Int(picture.width), Int(picture.height))
        let straight = UnsafeBufferPointer(start: pixels, count: width * height)
        let hasAlpha = picture.has_alpha != 0
        return DecodedImage(
            width: width, height: height,
            pixels: hasAlpha ? straight.map(premultiplied) : straight.map { $0 | 0xFF00_0000 }, hasAlpha: hasAlpha)
    }

    private static func premultiplied(_ straight: UInt32) -> UInt32 {
        var color = RGBA(rgb: straight)
        color.alpha = UInt8(straight >> 24)
        return color.premultiplied
    }
}

/// Writes PNG files.
public enum PNGEncoder {
    /// A file of 8 bits a channel from premultiplied 0xAARRGGBB, `width * height` of them. Nil where memory runs out.
    public static func encode(width: Int, height: Int, pixels: UnsafeBufferPointer<UInt32>) -> [UInt8]? {
        precondition(width > 0 && height > 0 && pixels.count == width * height)
        let straight = [UInt8](unsafeUninitializedCapacity: pixels.count * 4) { bytes, count in
            for index in pixels.indices { store(pixels[index], at: index * 4, in: bytes) }
            count = pixels.count * 4
        }
        var size = 0
        guard let file = cpng_encode(straight, Int32(width), Int32(height), &size) else { return nil }
        defer { free(file) }
        return Array(UnsafeBufferPointer(start: file, count: size))
    }

    public static func encode(_ image: DecodedImage) -> [UInt8]? {
        image.pixels.withUnsafeBufferPointer { encode(width: image.width, height: image.height, pixels: $0) }
    }

    /// Stores the straight colour of `pixel` as red, green, blue, alpha.
    @inline(__always)
    private static func store(_ pixel: UInt32, at offset: Int, in bytes: UnsafeMutableBufferPointer<UInt8>) {
        let alpha = pixel >> 24
        bytes[offset] = straight(pixel >> 16 & 0xFF, alpha)
        bytes[offset + 1] = straight(pixel >> 8 & 0xFF, alpha)
        bytes[offset + 2] = straight(pixel & 0xFF, alpha)
        bytes[offset + 3] = UInt8(alpha)
    }

    @inline(__always)
    private static func straight(_ value: UInt32, _ alpha: UInt32) -> UInt8 {
        switch alpha {
        case 0: 0
        case 255: UInt8(truncatingIfNeeded: value)
        default: UInt8(truncatingIfNeeded: min(255, (value &* 255 &+ alpha / 2) / alpha))
        }
    }
}
