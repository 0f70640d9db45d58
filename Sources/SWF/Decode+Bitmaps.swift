import Base

/// Bitmap tags; the pixels stay compressed. Spec: SWF 19, pp. 147–154.
extension ByteReader {
    mutating func defineBitsJPEG(version: UInt8) throws(DecodeError) -> DefineBitsJPEG {
        let id = try u16()
        guard version > 2 else {
            return DefineBitsJPEG(version: version, id: id, image: takeRest(), alpha: nil, deblocking: 0)
        }
        let imageLength = Int(try u32())
        let deblocking = version == 4 ? try fixed8() : 0
        let image = try range(count: min(imageLength, remaining))
        return DefineBitsJPEG(version: version, id: id, image: image, alpha: takeRest(), deblocking: deblocking)
    }

    mutating func defineBitsLossless(hasAlpha: Bool) throws(DecodeError) -> DefineBitsLossless {
        let id = try u16()
        let offset = position
        let rawFormat = try u8()
        guard let format = LosslessFormat(rawValue: rawFormat) else {
            throw .badValue(field: "BitmapFormat", value: Int(rawFormat), offset: offset)
        }
        let (width, height) = (try u16(), try u16())
        let paletteCount = format == .palette8 ? Int(try u8()) + 1 : 0
        return DefineBitsLossless(
            id: id, hasAlpha: hasAlpha, format: format, width: width, height: height, paletteCount: paletteCount,
            data: takeRest())
    }
}
