import Base
import Media
import TestSupport
import Testing

@Suite("Lossless pictures")
struct LosslessImageTests {
    private func decode(
        _ pixels: LosslessPixels, width: Int, height: Int, layout: LosslessLayout, hasAlpha: Bool,
        dropping count: Int = 0
    ) throws -> [UInt32] {
        let bytes = pixels.bytes(width: width, hasAlpha: hasAlpha).dropLast(count)
        return try ImageDecoder.lossless(
            Packing.zlib(Array(bytes))[...], width: width, height: height, layout: layout, hasAlpha: hasAlpha
        ).pixels
    }

    private static let colors = [
        RGBA(red: 1, green: 2, blue: 3, alpha: 255), RGBA(red: 10, green: 20, blue: 30, alpha: 40),
        RGBA(red: 9, green: 9, blue: 9, alpha: 0),
    ]

    @Test("a palette has alpha or not; rows are padded to four bytes")
    func palette() throws {
        let pixels = LosslessPixels.palette(Self.colors, [0, 1, 2, 2, 1, 0])
        let layout = LosslessLayout.palette(count: 3)
        #expect(
            try decode(pixels, width: 3, height: 2, layout: layout, hasAlpha: false)
                == [0xFF01_0203, 0xFF0A_141E, 0xFF09_0909, 0xFF09_0909, 0xFF0A_141E, 0xFF01_0203])
        // Colours are stored premultiplied; none may exceed its alpha.
        #expect(
            try decode(pixels, width: 3, height: 2, layout: layout, hasAlpha: true)
                == [0xFF01_0203, 0x280A_141E, 0, 0, 0x280A_141E, 0xFF01_0203])
    }

    @Test("an index beyond the palette is black, or clear with alpha")
    func foreignIndex() throws {
        let pixels = LosslessPixels.palette(Self.colors, [3, 255])
        for (hasAlpha, color) in [(false, UInt32(0xFF00_0000)), (true, 0)] {
            #expect(
                try decode(pixels, width: 2, height: 1, layout: .palette(count: 3), hasAlpha: hasAlpha)
                    == [color, color])
        }
    }

    @Test("five bits a channel fill the whole range")
    func rgb15() throws {
        let pixels = LosslessPixels.rgb15([0x7FFF, 0x7C00, 0x0210, 0xFFFF, 0])
        #expect(
            try decode(pixels, width: 5, height: 1, layout: .rgb15, hasAlpha: false)
                == [0xFFFF_FFFF, 0xFFFF_0000, 0xFF00_8484, 0xFFFF_FFFF, 0xFF00_0000])
        // The format with alpha has none here, but shows.
        #expect(try decode(pixels, width: 5, height: 1, layout: .rgb15, hasAlpha: true)[1] == 0xFFFF_0000)
    }

    @Test("32 bits have alpha only where the tag says so, and no colour above it")
    func argb() throws {
        let pixels = LosslessPixels.argb([0x8040_2010, 0x10FF_0500, 0x0000_0000, 0xFF01_0203])
        #expect(
            try decode(pixels, width: 2, height: 2, layout: .rgb24, hasAlpha: true)
                == [0x8040_2010, 0x1010_0500, 0, 0xFF01_0203])
        #expect(
            try decode(pixels, width: 2, height: 2, layout: .rgb24, hasAlpha: false)
                == [0xFF40_2010, 0xFFFF_0500, 0xFF00_0000, 0xFF01_0203])
    }

    static let layouts: [(pixels: LosslessPixels, layout: LosslessLayout)] = [
        (.palette(colors, [0, 0, 0, 0]), .palette(count: 3)), (.rgb15([1, 2, 3, 4]), .rgb15),
        (.argb([1, 2, 3, 4]), .rgb24),
    ]

    @Test("data that is cut short gives the pixels it has", arguments: layouts)
    func cutShort(pixels: LosslessPixels, layout: LosslessLayout) throws {
        let whole = try decode(pixels, width: 1, height: 4, layout: layout, hasAlpha: false)
        for count in 0..<16 {
            let cut = try decode(pixels, width: 1, height: 4, layout: layout, hasAlpha: false, dropping: count)
            #expect(cut.count == 4)
            #expect(zip(cut, whole).allSatisfy { $0 == $1 || $0 == 0xFF00_0000 })
        }
    }

    @Test("a broken stream gives the pixels before the break, or an error where there are none")
    func brokenStream() throws {
        let pixels = (0..<10_000).map { UInt32($0) &* 2_654_435_761 }
        var packed = Packing.zlib(LosslessPixels.argb(pixels).bytes(width: 100, hasAlpha: true))
        packed.removeLast(packed.count / 2)
        let image = try ImageDecoder.lossless(
            packed[...], width: 100, height: 100, layout: .rgb24, hasAlpha: false)
        #expect(image.pixels[0] == 0xFF00_0000 | pixels[0] & 0xFF_FFFF)
        #expect(image.pixels[4000] == 0xFF00_0000 | pixels[4000] & 0xFF_FFFF)
        #expect(image.pixels[9999] == 0xFF00_0000)
        #expect(throws: ImageError.self) {
            try ImageDecoder.lossless([1, 2, 3], width: 1, height: 1, layout: .rgb24, hasAlpha: false)
        }
    }

    @Test("sizes of nothing and of too much are refused")
    func limits() {
        #expect(throws: ImageError.empty) {
            try ImageDecoder.lossless([], width: 0, height: 5, layout: .rgb24, hasAlpha: false)
        }
        #expect(throws: ImageError.tooLarge(width: 65535, height: 65535)) {
            try ImageDecoder.lossless([], width: 65535, height: 65535, layout: .rgb24, hasAlpha: false)
        }
    }

    @Test("absurd palettes do not trap", arguments: [-5, 0, 1000])
    func absurdPalette(count: Int) throws {
        let packed = Packing.zlib([1, 2, 3, 0, 0, 0, 0])
        _ = try? ImageDecoder.lossless(
            packed[...], width: 1, height: 1, layout: .palette(count: count), hasAlpha: false)
    }
}
