import Base
import Testing

@testable import Renderer

@Suite("Bitmap operations")
struct BitmapOperationsTests {
    private func bitmap(_ width: Int, _ height: Int, _ argb: UInt32, isOpaque: Bool = false) -> Pixmap {
        Pixmap(
            width: width, height: height, isOpaque: isOpaque,
            fill: PixelColor(argb: argb).premultiplied(isOpaque: isOpaque))
    }

    private func kept(_ argb: UInt32) -> UInt32 {
        PixelColor(premultiplied: PixelColor(argb: argb).premultiplied(isOpaque: false)).argb
    }

    @Test(
        "quirk: a colour comes back through a reciprocal in 256ths that is cut off",
        arguments: [
            (0x1AAC_0000, 0x1AB0_0000), (0x0240_0000, 0x027F_0000), (0xAABB_CCDD, 0xAABB_CCDC),
            (0xF7D6_0000, 0xF7D5_0000),
        ] as [(UInt32, UInt32)])
    func straight(given: UInt32, read: UInt32) {
        #expect(kept(given) == read)
    }

    @Test(
        "pixelDissolve: the seed and the count decide where the register stands afterwards",
        arguments: [(100, 40, 1), (0, 40, 2), (-1, 40, 2), (-2, 40, 1), (10, 40, 3), (100, 2, 3), (100, 0, 100)])
    func dissolve(seed: Int32, count: Int, next: Int32) {
        let (source, target) = (bitmap(2, 2, 0xFF00_00FF), bitmap(2, 2, 0xFFFF_FFFF))
        let answer = target.pixelDissolve(
            source, source.bounds, to: (0, 0), seed: seed, count: count, fill: PixelColor(argb: 0), isSame: false)
        #expect(answer == next)
    }

    @Test("quirk: pixelDissolve always copies the first pixel, and after a round all of them")
    func dissolveFirst() {
        let (source, target) = (bitmap(3, 3, 0xFF00_00FF), bitmap(3, 3, 0xFFFF_FFFF))
        func copied(_ count: Int) -> Int {
            _ = target.pixelDissolve(
                source, source.bounds, to: (0, 0), seed: 5, count: count, fill: PixelColor(argb: 0), isSame: false)
            return (0..<9).count { target.pixels[$0] == 0xFF00_00FF }
        }
        #expect(copied(0) == 1)
        #expect(target.pixels[0] == 0xFF00_00FF)
        #expect(copied(3) == 4)
        #expect(copied(8) == 9)
    }

    @Test("quirk: an opaque bitmap given for its alpha counts as none")
    func opaqueAlpha() {
        let (source, target) = (bitmap(4, 1, 0x8000_00FF), bitmap(4, 1, 0))
        let alpha = bitmap(1, 1, 0x10FF_FFFF, isOpaque: true)
        target.copy(from: source, source.bounds, to: (0, 0), alpha: (alpha, 0, 0), mergesAlpha: false)
        #expect((0..<4).allSatisfy { target.pixels[$0] == source.pixels[0] })
    }

    @Test("pixels copied over others mix as one by one, whatever the row's length")
    func mergedRows() {
        for width in 1...9 {
            let (source, target) = (bitmap(width, 3, 0), bitmap(width, 3, 0))
            var wanted: [UInt32] = []
            for place in 0..<width * 3 {
                // The source's channels may exceed its alpha, as those of noise do.
                let (above, below) = (UInt32.random(in: 0...UInt32.max), UInt32.random(in: 0...UInt32.max))
                (source.pixels[place], target.pixels[place]) = (above, below)
                wanted.append(
                    [24, 16, 8, 0].reduce(0) { sum, shift in
                        let part = (below >> shift & 255) * (255 - (above >> 24)) / 255
                        return sum | min(255, (above >> shift & 255) + part) << UInt32(shift)
                    })
            }
            target.copy(from: source, source.bounds, to: (0, 0), alpha: nil, mergesAlpha: true)
            #expect(wanted.indices.allSatisfy { target.pixels[$0] == wanted[$0] })
        }
    }

    @Test(
        "a bitmap copied into itself is read as it was",
        arguments: [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)])
    func selfCopy(x: Int, y: Int) {
        let pixmap = bitmap(5, 5, 0, isOpaque: true)
        for place in 0..<25 { pixmap.pixels[place] = 0xFF00_0000 | UInt32(place) }
        let before = (0..<25).map { pixmap.pixels[$0] }
        pixmap.copy(
            from: pixmap, PixelRect(left: 1, top: 1, right: 4, bottom: 4), to: (1 + x, 1 + y), alpha: nil,
            mergesAlpha: false)
        for row in 1..<4 {
            for column in 1..<4 { #expect(pixmap.pixels[(row + y) * 5 + column + x] == before[row * 5 + column]) }
        }
    }

    @Test("quirk: a colour transform that only asks for more alpha does nothing")
    func moreAlpha() {
        let pixmap = bitmap(1, 1, 0x40FF_FFFF)
        pixmap.transform(pixmap.bounds, ColorTransform(alphaMultiplier: 512))
        #expect(pixmap.color(0, 0).argb >> 24 == 0x40)
        pixmap.transform(pixmap.bounds, ColorTransform(redMultiplier: 512, alphaMultiplier: 512))
        #expect(pixmap.color(0, 0).argb >> 24 == 0x80)
    }

    private func noise(baseX: Double, isFractal: Bool, channels: Int) -> PerlinNoise {
        PerlinNoise(
            baseX: baseX, baseY: 3, octaves: 4, seed: 100, stitches: false, isFractal: isFractal, channels: channels,
            isGray: false, offsets: [])
    }

    @Test("perlinNoise: flat where the lattice lies, 0 where the base is no number")
    func perlinLevels() {
        let pixmap = bitmap(3, 3, 0, isOpaque: true)
        pixmap.perlinNoise(noise(baseX: 3, isFractal: true, channels: 7))
        #expect(pixmap.pixels[0] == 0xFF7F_7F7F)
        pixmap.perlinNoise(noise(baseX: .nan, isFractal: true, channels: 7))
        #expect((0..<9).allSatisfy { pixmap.pixels[$0] == 0xFF00_0000 })
        pixmap.perlinNoise(noise(baseX: 0, isFractal: true, channels: 7))
        #expect(pixmap.pixels[3] == pixmap.pixels[5] && pixmap.pixels[3] != 0xFF00_0000)
    }

    @Test("perlinNoise: stitched octaves without end wrap around")
    func manyOctaves() {
        let pixmap = bitmap(3, 3, 0, isOpaque: true)
        pixmap.perlinNoise(
            PerlinNoise(
                baseX: 1, baseY: 1, octaves: 64, seed: 1, stitches: true, isFractal: true, channels: 7, isGray: false,
                offsets: []))
        #expect(pixmap.pixels[0] >> 24 == 255)
    }

    @Test("quirk: noise with alpha is not premultiplied; drawn, its sums are held at full")
    func bright() {
        let pixmap = bitmap(3, 3, 0)
        pixmap.perlinNoise(noise(baseX: 3, isFractal: false, channels: 15))
        #expect(pixmap.mayExceedAlpha)
        #expect(Spans.overSaturated(0x1080_FF20, 0xFFFF_FFFF) == 0xFFFF_FFFF)
        #expect(Spans.overSaturated(0x1080_0420, 0xFF00_0000) == 0xFF80_0420)
        #expect(Spans.overSaturated(0x8040_2010, 0xFF10_2030) == Spans.over(0x8040_2010, 0xFF10_2030))
    }

    @Test("beyond the edges of a part the nearest pixels are repeated")
    func extended() {
        let pixmap = bitmap(2, 1, 0)
        (pixmap.pixels[0], pixmap.pixels[1]) = (0xFF00_0001, 0xFF00_0002)
        let part = pixmap.extended(PixelRect(left: -2, top: -1, right: 4, bottom: 1))
        #expect((0..<12).map { part.pixels[$0] & 255 } == [1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2])
    }
}
