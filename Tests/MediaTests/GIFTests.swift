import Media
import TestSupport
import Testing

@Suite("GIF pictures")
struct GIFTests {
    private static let palette: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0, 0xFFFF_FFFF]

    @Test("the first frame, its rows in order, its transparent index clear")
    func firstFrame() throws {
        let image = try ImageDecoder.image(PictureFiles.gif[...])
        #expect(image.width == 4 && image.height == 8 && image.hasAlpha)
        let expected = (0..<32).map { (index: Int) -> UInt32 in Self.palette[(index / 4 + index % 4) % 4] }
        #expect(image.pixels == expected)
    }

    @Test("cut at every byte, a file gives a picture or an error")
    func everyCut() throws {
        let file = PictureFiles.gif
        var pictures = 0
        for length in 4..<file.count {
            guard let image = try? ImageDecoder.image(file[..<length]) else { continue }
            pictures += 1
            #expect(image.pixels.count == 32)
        }
        #expect(pictures > 10)
    }

    @Test("a frame that reaches beyond the screen is cut off there")
    func outside() throws {
        // The screen shrinks to 2 by 3; the frame still has 4 by 8.
        var file = PictureFiles.gif
        file.replaceSubrange(6..<10, with: [2, 0, 3, 0])
        let image = try ImageDecoder.image(file[...])
        let expected = [0, 1, 1, 2, 2, 3].map { (index: Int) -> UInt32 in Self.palette[index] }
        #expect(image.pixels == expected)
    }

    @Test("a screen of nothing or of too much is refused")
    func limits() {
        var file = PictureFiles.gif
        file.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: ImageError.tooLarge(width: 65535, height: 65535)) { try ImageDecoder.image(file[...]) }
        file.replaceSubrange(6..<10, with: [0, 0, 1, 0])
        #expect(throws: ImageError.empty) { try ImageDecoder.image(file[...]) }
    }
}
