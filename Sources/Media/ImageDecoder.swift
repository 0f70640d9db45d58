import Base

/// Compressed pictures, as bitmap tags and loaded files hold them, to pixels.
///
/// Lenient as Flash is: a picture that is cut short shows what there is of it.
public enum ImageDecoder {
    /// The most pixels a picture may have: 8192 times 8192, just more than Flash allows. Decoded, 256 MiB.
    public static let maximumPixels = 1 << 26

    /// A picture of a whole file, or of DefineBitsJPEG2: JPEG, PNG or the first frame of a GIF, by its first bytes.
    public static func image(_ data: ArraySlice<UInt8>) throws(ImageError) -> DecodedImage {
        switch ImageFormat(of: data) {
        case .jpeg: return try JPEG.decode(JPEG.normalized(data))
        case .png: return try PNG.decode(data)
        case .gif: return try GIF.decode(data)
        case nil: throw .unknownFormat
        }
    }

    /// The picture of DefineBits: a JPEG whose tables stand in the movie's JPEGTables tag.
    public static func image(_ data: ArraySlice<UInt8>, jpegTables: ArraySlice<UInt8>) throws(ImageError)
        -> DecodedImage
    {
        // Some files have a whole picture here, of whatever format.
        if let format = ImageFormat(of: data), format != .jpeg { return try image(data) }
        return try JPEG.decode(JPEG.normalized(data, tables: jpegTables))
    }

    /// The picture of DefineBitsJPEG3 and 4: `alpha` is a zlib stream of one byte a pixel. Only a JPEG heeds it.
    ///
    /// Flash takes the JPEG's colours for premultiplied ones and cuts them down to alpha where they are not.
    public static func image(_ data: ArraySlice<UInt8>, alpha: ArraySlice<UInt8>) throws(ImageError) -> DecodedImage {
        var image = try image(data)
        guard ImageFormat(of: data) == .jpeg, !alpha.isEmpty else { return image }
        let plane = Inflation.inflate(alpha, upTo: image.pixels.count)
        guard !plane.isEmpty else { return image }
        image.hasAlpha = true
        // Where the plane is cut short the picture stays opaque.
        for index in plane.indices { image.pixels[index] = clamped(image.pixels[index], alpha: plane[index]) }
        return image
    }

    /// `color` with `alpha`, no channel above it.
    @inline(__always)
    static func clamped(_ color: UInt32, alpha: UInt8) -> UInt32 {
        let limit = UInt32(alpha)
        let red = min(color >> 16 & 0xFF, limit)
        let green = min(color >> 8 & 0xFF, limit)
        let blue = min(color & 0xFF, limit)
        return limit << 24 | red << 16 | green << 8 | blue
    }

    /// The pixels of a picture of `width` times `height`, where that is within the limits.
    static func checkedCount(width: Int, height: Int) throws(ImageError) -> Int {
        guard width > 0, height > 0 else { throw .empty }
        let (count, overflows) = width.multipliedReportingOverflow(by: height)
        guard !overflows, count <= maximumPixels else { throw .tooLarge(width: width, height: height) }
        return count
    }
}

/// The formats that may stand in a bitmap tag or be loaded.
public enum ImageFormat: Sendable {
    case jpeg, png, gif

    /// By the first bytes of `data`; nil for anything else.
    public init?(of data: ArraySlice<UInt8>) {
        if data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if data.starts(with: [0x47, 0x49, 0x46, 0x38]) {
            self = .gif
        } else if data.starts(with: [0xFF, 0xD8]) || data.starts(with: [0xFF, 0xD9, 0xFF, 0xD8]) {
            self = .jpeg
        } else {
            return nil
        }
    }
}
