import CJPEG

#if canImport(Glibc)
    import Glibc
#endif

enum JPEG {
    private static let start: UInt8 = 0xD8
    private static let end: UInt8 = 0xD9
    private static let scan: UInt8 = 0xDA

    /// `data` as one proper JPEG: one start marker, the segments of `tables`, those of `data`, its scans.
    ///
    /// SWF files hold start and end markers where none belong: an «end, start» before everything (a fault of early
    /// writers), and between tables and picture of DefineBitsJPEG2.
    static func normalized(_ data: ArraySlice<UInt8>, tables: ArraySlice<UInt8> = []) -> [UInt8] {
        var output: [UInt8] = [0xFF, start]
        output.reserveCapacity(data.count + tables.count + 2)
        _ = appendSegments(of: tables, to: &output)
        let rest = appendSegments(of: data, to: &output)
        output += rest
        return output
    }

    /// Appends the segments before the first scan. Returns what follows, from the scan's own header on.
    private static func appendSegments(of data: ArraySlice<UInt8>, to output: inout [UInt8]) -> ArraySlice<UInt8> {
        var rest = data
        while let marker = rest.firstIndex(of: 0xFF), marker + 1 < rest.endIndex {
            let code = rest[marker + 1]
            rest = rest[marker...]
            switch code {
            case scan: return rest
            // Filling, or no marker at all.
            case 0xFF: rest = rest.dropFirst()
            case start, end, 0x00, 0x01, 0xD0...0xD7: rest = rest.dropFirst(2)
            default:
                guard rest.count >= 4 else { return [] }
                let length = Int(rest[marker + 2]) << 8 | Int(rest[marker + 3])
                output += rest.prefix(2 + length)
                rest = rest.dropFirst(2 + length)
            }
        }
        return []
    }

    static func decode(_ data: [UInt8]) throws(ImageError) -> DecodedImage {
        var picture = CJPEGImage()
        let isDecoded = cjpeg_decode(data, data.count, ImageDecoder.maximumPixels, &picture) != 0
        defer { free(picture.pixels) }
        guard isDecoded, let pixels = picture.pixels else {
            // A header that was not reached leaves no size, which is a fault of the data, not an empty picture.
            if picture.width > 0 {
                _ = try ImageDecoder.checkedCount(width: Int(picture.width), height: Int(picture.height))
            }
            throw .broken(text(of: picture.message))
        }
        let (width, height) = (Int(picture.width), Int(picture.height))
        var decoded = Array(UnsafeBufferPointer(start: pixels, count: width * height))
        // Rows that never came: black, as opaque as the rest.
        for index in (width * Int(picture.rows))..<decoded.count { decoded[index] = 0xFF00_0000 }
        return DecodedImage(width: width, height: height, pixels: decoded, hasAlpha: false)
    }
}

/// The text in a C array, which Swift sees as a tuple.
func text<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
