import Media
import TestSupport
import Testing

@Suite("JPEG pictures")
struct JPEGTests {
    private static let quadrants: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]

    static let files: [(name: String, file: [UInt8])] = [
        ("baseline", PictureFiles.jpeg), ("progressive", PictureFiles.progressiveJPEG), ("CMYK", PictureFiles.cmykJPEG),
        ("YCCK", PictureFiles.ycckJPEG),
    ]

    @Test("every colour space and coding gives the same colours", arguments: files)
    func colors(name: String, file: [UInt8]) throws {
        let image = try ImageDecoder.image(file[...])
        #expect(image.width == 16 && image.height == 16 && !image.hasAlpha)
        expectQuadrants(image, Self.quadrants)
    }

    @Test("grey becomes equal red, green and blue")
    func gray() throws {
        let image = try ImageDecoder.image(PictureFiles.grayJPEG[...])
        expectQuadrants(image, [0xFF00_0000, 0xFF55_5555, 0xFFAA_AAAA, 0xFFFF_FFFF])
    }

    @Test("CMYK that Adobe did not write is not inverted")
    func plainCMYK() throws {
        let file = JPEGParts.removing(0xEE, from: PictureFiles.cmykJPEG)
        // Adobe's red is stored as C 255, M 0, Y 0, K 255: without inversion that is black.
        let image = try ImageDecoder.image(file[...])
        #expect(image.pixels[17] == 0xFF00_0000)
    }

    @Test("the tables of JPEGTables and the picture of DefineBits make a whole")
    func tables() throws {
        let tables = JPEGParts.tables(of: PictureFiles.jpeg)
        let picture = JPEGParts.picture(of: PictureFiles.jpeg)
        expectQuadrants(try ImageDecoder.image(picture[...], jpegTables: tables[...]), Self.quadrants)
        // Tables that the picture brings itself, and no tables at all.
        expectQuadrants(try ImageDecoder.image(PictureFiles.jpeg[...], jpegTables: tables[...]), Self.quadrants)
        expectQuadrants(try ImageDecoder.image(PictureFiles.jpeg[...], jpegTables: []), Self.quadrants)
    }

    static let oddMarkers: [(name: String, file: [UInt8])] = [
        ("an end and a start before everything", [0xFF, 0xD9] + [0xFF, 0xD8] + PictureFiles.jpeg),
        ("twice", [0xFF, 0xD9, 0xFF, 0xD8, 0xFF, 0xD9] + PictureFiles.jpeg),
        (
            "tables as a file of their own",
            JPEGParts.tables(of: PictureFiles.jpeg) + JPEGParts.picture(of: PictureFiles.jpeg)
        ),
        ("filling between segments", [0xFF, 0xD8, 0xFF, 0xFF, 0xFF] + PictureFiles.jpeg[2...]),
        ("zeros between start and segments", [0xFF, 0xD8, 0, 0, 0] + PictureFiles.jpeg[2...]),
    ]

    @Test("markers where none belong do not matter", arguments: oddMarkers)
    func markers(name: String, file: [UInt8]) throws {
        expectQuadrants(try ImageDecoder.image(file[...]), Self.quadrants)
    }

    @Test("a missing end does not matter, and half the data gives the first rows")
    func cutShort() throws {
        expectQuadrants(try ImageDecoder.image(PictureFiles.jpeg.dropLast(2)), Self.quadrants)
        let scan = try #require(scanOffset(PictureFiles.jpeg))
        let image = try ImageDecoder.image(PictureFiles.jpeg[..<(scan + 24)])
        #expect(image.pixels.count == 256)
        #expect(near(image.pixels[17], Self.quadrants[0]))
    }

    /// Where the picture's data begins.
    private func scanOffset(_ file: [UInt8]) -> Int? {
        file.indices.first { $0 + 1 < file.count && file[$0] == 0xFF && file[$0 + 1] == 0xDA }
    }

    @Test("cut at every byte, a file gives a picture or an error", arguments: files)
    func everyCut(name: String, file: [UInt8]) {
        var pictures = 0
        for length in 0..<file.count where (try? ImageDecoder.image(file[..<length])) != nil { pictures += 1 }
        #expect(pictures > 0)
        #expect(pictures < file.count)
    }

    // MARK: Alpha

    @Test("a plane of alpha cuts the colours down to it")
    func alpha() throws {
        let plane = [UInt8](repeating: 0, count: 64) + [UInt8](repeating: 100, count: 192)
        let image = try ImageDecoder.image(PictureFiles.jpeg[...], alpha: Packing.zlib(plane)[...])
        #expect(image.hasAlpha)
        #expect(image.pixels[0] == 0)
        #expect(near(image.pixels[8 * 16], 0x6400_0064))
        #expect(near(image.pixels[255], 0x6464_6464))
    }

    @Test("where the plane is cut short the picture is opaque")
    func shortAlpha() throws {
        let image = try ImageDecoder.image(
            PictureFiles.jpeg[...], alpha: Packing.zlib([UInt8](repeating: 0, count: 16))[...])
        #expect(image.pixels[15] == 0)
        #expect(near(image.pixels[16], Self.quadrants[0]))
    }

    @Test("a plane that is none leaves the picture as it is")
    func brokenAlpha() throws {
        let image = try ImageDecoder.image(PictureFiles.jpeg[...], alpha: [1, 2, 3])
        #expect(!image.hasAlpha)
        expectQuadrants(image, Self.quadrants)
        expectQuadrants(try ImageDecoder.image(PictureFiles.jpeg[...], alpha: []), Self.quadrants)
    }

    // MARK: Limits

    @Test("a size beyond the limit is refused before any memory is taken")
    func tooLarge() throws {
        var file = PictureFiles.jpeg
        let frame = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
        file.replaceSubrange(frame + 5..<frame + 9, with: [0xFD, 0xE8, 0xFD, 0xE8])
        #expect(throws: ImageError.tooLarge(width: 65000, height: 65000)) { try ImageDecoder.image(file[...]) }
        // More than libjpeg itself takes.
        file.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: ImageError.self) { try ImageDecoder.image(file[...]) }
    }

    @Test("other bytes are no picture")
    func unknown() {
        #expect(throws: ImageError.unknownFormat) { try ImageDecoder.image([]) }
        #expect(throws: ImageError.unknownFormat) { try ImageDecoder.image([1, 2, 3, 4]) }
        #expect(throws: ImageError.self) { try ImageDecoder.image([0xFF, 0xD8]) }
    }
}

/// Whether no channel differs by more than two, which JPEG may do to it.
func near(_ a: UInt32, _ b: UInt32) -> Bool {
    stride(from: UInt32(0), to: 32, by: 8).allSatisfy { shift in
        abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)) <= 2
    }
}

/// Checks the middle of each quadrant of a picture of 16 by 16.
func expectQuadrants(_ image: DecodedImage, _ colors: [UInt32], sourceLocation: SourceLocation = #_sourceLocation) {
    for (index, color) in colors.enumerated() {
        let pixel = image.pixels[(index / 2 * 8 + 4) * 16 + index % 2 * 8 + 4]
        #expect(
            near(pixel, color), "quadrant \(index) is \(String(pixel, radix: 16)), not \(String(color, radix: 16))",
            sourceLocation: sourceLocation)
    }
}
