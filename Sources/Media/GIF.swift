import CGIF

#if canImport(Glibc)
    import Glibc
#endif

/// The first frame of a GIF, on a transparent screen.
enum GIF {
    static func decode(_ data: ArraySlice<UInt8>) throws(ImageError) -> DecodedImage {
        let source = Source(data)
        var error: Int32 = 0
        // giflib calls back on this thread only, and `source` outlives the decoder.
        let decoder = DGifOpen(
            Unmanaged.passUnretained(source).toOpaque(),
            { decoder, target, count in
                guard let decoder, let target, count > 0 else { return 0 }
                let source = Unmanaged<Source>.fromOpaque(decoder.pointee.UserData).takeUnretainedValue()
                return source.read(into: target, count: count)
            }, &error)
        guard let decoder else { throw .broken(reason(error)) }
        defer {
            DGifCloseFile(decoder, nil)
            withExtendedLifetime(source) {}
        }
        let count = try ImageDecoder.checkedCount(
            width: Int(decoder.pointee.SWidth), height: Int(decoder.pointee.SHeight))
        var frame = Frame(
            width: Int(decoder.pointee.SWidth), height: Int(decoder.pointee.SHeight),
            pixels: [UInt32](repeating: 0, count: count))
        try frame.readFirst(decoder)
        return DecodedImage(
            width: frame.width, height: frame.height, pixels: frame.pixels,
            hasAlpha: frame.pixels.contains { $0 >> 24 != 255 })
    }

    fileprivate static func reason(_ error: Int32) -> String {
        GifErrorString(error).map { String(cString: $0) } ?? "giflib error \(error)"
    }
}

/// The bytes that giflib reads, and how far it has come.
private final class Source {
    private let data: ArraySlice<UInt8>
    private var position: Int

    init(_ data: ArraySlice<UInt8>) {
        self.data = data
        position = data.startIndex
    }

    func read(into target: UnsafeMutablePointer<UInt8>, count: Int32) -> Int32 {
        let taken = min(Int(count), data.endIndex - position)
        for offset in 0..<taken { target[offset] = data[position + offset] }
        position += taken
        return Int32(taken)
    }
}

private struct Frame {
    let width, height: Int
    var pixels: [UInt32]
    /// The palette index that leaves the screen as it is.
    private var transparentIndex: Int?

    init(width: Int, height: Int, pixels: [UInt32]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Reads records up to the first picture and the picture itself.
    mutating func readFirst(_ decoder: UnsafeMutablePointer<GifFileType>) throws(ImageError) {
        while true {
            var kind = UNDEFINED_RECORD_TYPE
            guard DGifGetRecordType(decoder, &kind) == GIF_OK else { throw .broken(GIF.reason(decoder.pointee.Error)) }
            switch kind {
            case IMAGE_DESC_RECORD_TYPE: return try readPicture(decoder)
            case EXTENSION_RECORD_TYPE: try readExtension(decoder)
            case TERMINATE_RECORD_TYPE: throw .empty
            default: break
            }
        }
    }

    /// Heeds the graphics control extension (code 0xF9), skips the others.
    private mutating func readExtension(_ decoder: UnsafeMutablePointer<GifFileType>) throws(ImageError) {
        var code: Int32 = 0
        var block: UnsafeMutablePointer<UInt8>?
        guard DGifGetExtension(decoder, &code, &block) == GIF_OK else {
            throw .broken(GIF.reason(decoder.pointee.Error))
        }
        while let bytes = block {
            // Length, flags (bit 0: there is a transparent index), delay of two bytes, the index.
            if code == 0xF9, bytes[0] >= 4 { transparentIndex = bytes[1] & 1 != 0 ? Int(bytes[4]) : nil }
            guard DGifGetExtensionNext(decoder, &block) == GIF_OK else {
                throw .broken(GIF.reason(decoder.pointee.Error))
            }
        }
    }

    private mutating func readPicture(_ decoder: UnsafeMutablePointer<GifFileType>) throws(ImageError) {
        guard DGifGetImageDesc(decoder) == GIF_OK else { throw .broken(GIF.reason(decoder.pointee.Error)) }
        let place = decoder.pointee.Image
        guard let map = place.ColorMap ?? decoder.pointee.SColorMap else { throw .broken("no palette") }
        let palette = UnsafeBufferPointer(start: map.pointee.Colors, count: Int(map.pointee.ColorCount)).map {
            0xFF00_0000 | UInt32($0.Red) << 16 | UInt32($0.Green) << 8 | UInt32($0.Blue)
        }
        guard place.Width > 0, place.Height > 0 else { throw .empty }
        var line = [UInt8](repeating: 0, count: Int(place.Width))
        for row in Self.rowOrder(height: Int(place.Height), isInterlaced: place.Interlace) {
            // Cut short or broken: the rows that are there show.
            guard DGifGetLine(decoder, &line, Int32(line.count)) == GIF_OK else { return }
            put(line, palette, left: Int(place.Left), y: Int(place.Top) + row)
        }
    }

    private mutating func put(_ line: [UInt8], _ palette: [UInt32], left: Int, y: Int) {
        guard y < height, left < width else { return }
        for (column, index) in line.prefix(width - left).enumerated() {
            guard Int(index) != transparentIndex, Int(index) < palette.count else { continue }
            pixels[y * width + left + column] = palette[Int(index)]
        }
    }

    /// Interlaced pictures come in four passes: every eighth row, the rows half-way, and so on.
    private static func rowOrder(height: Int, isInterlaced: Bool) -> [Int] {
        guard isInterlaced else { return Array(0..<height) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }
}
