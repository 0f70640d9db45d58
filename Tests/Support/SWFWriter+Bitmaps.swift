import Base
import SWF

/// The pixels of a DefineBitsLossless tag, before compression.
public enum LosslessPixels: Sendable {
    /// Indices into `palette`, row by row.
    case palette([RGBA], [UInt8])
    /// 0RRRRRGGGGGBBBBB, row by row.
    case rgb15([UInt16])
    /// 0xAARRGGBB as stored: premultiplied in DefineBitsLossless2, alpha ignored in DefineBitsLossless.
    case argb([UInt32])
}

extension SWFWriter {
    public mutating func jpegTables(_ jpeg: [UInt8]) { tag(.jpegTables, jpeg) }

    public mutating func defineBits(id: CharacterID, jpeg: [UInt8]) {
        tag(.defineBits) {
            $0.u16(id)
            $0.bytes(jpeg)
        }
    }

    /// DefineBitsJPEG2; 3 where there is `alpha`, one byte a pixel; 4 where there is `deblocking` too.
    public mutating func defineBitsJPEG(
        id: CharacterID, image: [UInt8], alpha: [UInt8]? = nil, deblocking: Double? = nil
    ) {
        let code: TagCode =
            deblocking != nil ? .defineBitsJPEG4 : alpha != nil ? .defineBitsJPEG3 : .defineBitsJPEG2
        tag(code) {
            $0.u16(id)
            if code != .defineBitsJPEG2 { $0.u32(UInt32(image.count)) }
            if let deblocking { $0.fixed8(deblocking) }
            $0.bytes(image)
            if let alpha { $0.bytes(Packing.zlib(alpha)) }
        }
    }

    /// DefineBitsLossless, or 2 where it has alpha.
    public mutating func defineBitsLossless(
        id: CharacterID, width: Int, height: Int, _ pixels: LosslessPixels, hasAlpha: Bool = false
    ) {
        tag(hasAlpha ? .defineBitsLossless2 : .defineBitsLossless) {
            $0.u16(id)
            $0.u8(pixels.format.rawValue)
            $0.u16(UInt16(width))
            $0.u16(UInt16(height))
            if case .palette(let palette, _) = pixels { $0.u8(UInt8(palette.count - 1)) }
            $0.bytes(Packing.zlib(pixels.bytes(width: width, hasAlpha: hasAlpha)))
        }
    }
}

extension LosslessPixels {
    public var format: LosslessFormat {
        switch self {
        case .palette: .palette8
        case .rgb15: .rgb15
        case .argb: .rgb24
        }
    }

    /// What the tag compresses: a palette, if any, then rows padded to four bytes.
    public func bytes(width: Int, hasAlpha: Bool) -> [UInt8] {
        var output = ByteWriter()
        switch self {
        case .palette(let palette, let indices):
            for color in palette {
                if hasAlpha { output.rgba(color) } else { output.rgb(color) }
            }
            output.rows(indices, width: width, bytesPerPixel: 1) { $0.u8($1) }
        case .rgb15(let pixels):
            // High byte first, unlike everything else.
            output.rows(pixels, width: width, bytesPerPixel: 2) { $0.bytes([UInt8($1 >> 8), UInt8($1 & 0xFF)]) }
        case .argb(let pixels):
            output.rows(pixels, width: width, bytesPerPixel: 4) {
                $0.bytes([UInt8($1 >> 24), UInt8($1 >> 16 & 0xFF), UInt8($1 >> 8 & 0xFF), UInt8($1 & 0xFF)])
            }
        }
        return output.bytes
    }
}

extension ByteWriter {
    fileprivate mutating func rows<Pixel>(
        _ pixels: [Pixel], width: Int, bytesPerPixel: Int, _ write: (inout ByteWriter, Pixel) -> Void
    ) {
        for start in stride(from: 0, to: pixels.count, by: width) {
            for pixel in pixels[start..<min(start + width, pixels.count)] { write(&self, pixel) }
            bytes([UInt8](repeating: 0, count: (4 - width * bytesPerPixel % 4) % 4))
        }
    }
}
