import Media
import TestSupport
import Testing

@Suite("PNG pictures")
struct PNGTests {
    @Test("colours are premultiplied")
    func alpha() throws {
        let image = try ImageDecoder.image(PictureFiles.rgbaPNG[...])
        #expect(image.hasAlpha)
        #expect([0, 8, 128, 136].map { image.pixels[$0] } == [0xFFFF_0000, 0x8000_8000, 0, 0x4040_4040])
    }

    @Test("a palette may have alpha of its own")
    func palette() throws {
        let image = try ImageDecoder.image(PictureFiles.palettePNG[...])
        #expect(image.width == 4 && image.height == 1 && image.hasAlpha)
        #expect(image.pixels == [0xFFFF_0000, 0, 0x8000_0080, 0])
    }

    @Test("interlaced grey is complete")
    func interlaced() throws {
        let image = try ImageDecoder.image(PictureFiles.interlacedPNG[...])
        let expected = (0..<64).map { (index: Int) -> UInt32 in
            let gray = UInt32(16 * (index / 8) + 2 * (index % 8))
            return 0xFF00_0000 | gray << 16 | gray << 8 | gray
        }
        #expect(image.pixels == expected)
        #expect(!image.hasAlpha)
    }

    @Test("16 bits a channel become eight")
    func deep() throws {
        #expect(try ImageDecoder.image(PictureFiles.deepPNG[...]).pixels == [UInt32](repeating: 0xFFFF_8000, count: 4))
    }

    @Test("cut at every byte, a file gives a picture or an error")
    func everyCut() {
        for file in [PictureFiles.rgbaPNG, PictureFiles.palettePNG, PictureFiles.interlacedPNG] {
            var pictures = 0
            for length in 8..<file.count where (try? ImageDecoder.image(file[..<length])) != nil { pictures += 1 }
            // The header and the start of the pixels must be there.
            #expect((1..<file.count - 40).contains(pictures))
        }
    }

    @Test("a wrong checksum does not matter")
    func checksum() throws {
        var file = PictureFiles.deepPNG
        file[30] ^= 0xFF
        #expect(try ImageDecoder.image(file[...]).pixels.first == 0xFFFF_8000)
    }

    @Test("a size beyond the limit is refused before any memory is taken")
    func tooLarge() {
        var file = PictureFiles.deepPNG
        file.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
        #expect(throws: ImageError.tooLarge(width: 65536, height: 65536)) { try ImageDecoder.image(file[...]) }
    }

    @Test("alpha of JPEG tags is not for PNG")
    func foreignAlpha() throws {
        let image = try ImageDecoder.image(
            PictureFiles.rgbaPNG[...], alpha: Packing.zlib([UInt8](repeating: 0, count: 256))[...])
        #expect(image.pixels[0] == 0xFFFF_0000)
    }

    // MARK: Writing

    @Test("what is written is read back, opaque or not")
    func roundTrip() throws {
        let image = try ImageDecoder.image(PictureFiles.rgbaPNG[...])
        let file = try #require(PNGEncoder.encode(image))
        #expect(file.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(try ImageDecoder.image(file[...]) == image)
        // Enough pixels that the buffer grows, and every alpha.
        let pixels = (0..<256 * 256).map { index -> UInt32 in
            let alpha = UInt32(index >> 8)
            return alpha << 24 | min(alpha, UInt32(index & 0xFF)) << 8
        }
        let many = DecodedImage(width: 256, height: 256, pixels: pixels, hasAlpha: true)
        #expect(try ImageDecoder.image(#require(PNGEncoder.encode(many))[...]) == many)
    }
}
