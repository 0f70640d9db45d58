import Base
import TestSupport
import Testing

@testable import Renderer

@Suite("Paints")
struct PaintTests {
    private static let blackToWhite = [
        GradientStop(ratio: 0, color: .black), GradientStop(ratio: 255, color: .white),
    ]
    /// The gradient square mapped to pixels 0...256 both ways.
    private static let square = Affine(a: 256 * 20 / 32768.0, d: 256 * 20 / 32768.0, tx: 128 * 20, ty: 128 * 20)

    /// Grey levels of the middle row of a 256 pixel wide rectangle.
    private func row(_ paint: Paint, _ transform: ColorTransform = .identity) -> [Int] {
        var canvas = TestCanvas(256, 256)
        canvas.background = .black
        let id = canvas.resources.add(VectorShape.rectangle(0, 0, 256, 256, paint))
        canvas.draw([.shape(id, twips, transform)])
        return (0..<256).map { channels(canvas[$0, 128])[2] }
    }

    @Test("a linear gradient as wide as its ramp shows each level once")
    func linear() {
        let row = row(.linear(Gradient(stops: Self.blackToWhite), Self.square))
        #expect(row == Array(0..<256))
    }

    @Test("beyond its ends a gradient stays, turns round or starts again")
    func spreads() {
        let half = Affine(a: 128 * 20 / 32768.0, d: 1, tx: 64 * 20, ty: 0)
        func row(_ spread: GradientSpread) -> [Int] {
            self.row(.linear(Gradient(stops: Self.blackToWhite, spread: spread), half))
        }
        let pad = row(.pad)
        #expect(pad[64] == row(.repeat)[64])
        #expect(pad[200] == 255)
        #expect(abs(row(.repeat)[192] - pad[64]) <= 1)
        #expect(abs(row(.reflect)[192] - pad[63]) <= 1)
        #expect(abs(row(.reflect)[255] - pad[0]) <= 1)
    }

    @Test("a radial gradient starts in the middle; a focal one at its focus")
    func radial() {
        let plain = row(.radial(Gradient(stops: Self.blackToWhite), Self.square, focalPoint: 0))
        #expect(plain[128] <= 2)
        #expect(abs(plain[192] - 128) <= 2)
        #expect(abs(plain[64] - 127) <= 2)
        let focal = row(.radial(Gradient(stops: Self.blackToWhite), Self.square, focalPoint: 0.5))
        #expect(focal[192] <= 4)
        // Halfway from the focus to the rim, either way.
        #expect(abs(focal[224] - 128) <= 4)
        #expect(abs(focal[96] - 128) <= 4)
    }

    @Test("mixed in linear light, the middle is lighter")
    func linearLight() {
        let row = row(.linear(Gradient(stops: Self.blackToWhite, interpolation: .linearRGB), Self.square))
        // Half of the light of white is 188 of 255 in sRGB.
        #expect(abs(row[128] - 188) <= 2)
    }

    @Test("the colour transform acts on the stops, so that clamping does not bend the middle")
    func transformedStops() {
        let transform = ColorTransform(
            redMultiplier: 512, greenMultiplier: 512, blueMultiplier: 512)
        let stops = [GradientStop(ratio: 0, color: .black), GradientStop(ratio: 255, color: .white)]
        #expect(row(.linear(Gradient(stops: stops), Self.square), transform)[64] == 64)
    }

    @Test("two stops at one ratio make a hard edge")
    func hardEdge() {
        let stops = [
            GradientStop(ratio: 0, color: .black), GradientStop(ratio: 128, color: .black),
            GradientStop(ratio: 128, color: .white), GradientStop(ratio: 255, color: .white),
        ]
        let row = row(.linear(Gradient(stops: stops), Self.square))
        #expect(row[128] == 0)
        #expect(row[129] == 255)
    }

    private func checker() -> Pixmap {
        let pixmap = Pixmap(width: 2, height: 2, isOpaque: true)
        pixmap.pixels[0] = 0xFFFF_0000
        pixmap.pixels[1] = 0xFF00_FF00
        pixmap.pixels[2] = 0xFF00_00FF
        pixmap.pixels[3] = 0xFFFF_FFFF
        return pixmap
    }

    @Test("a bitmap fill repeats or holds its border, sharp where not smoothed")
    func bitmapFill() {
        let canvas = TestCanvas(40, 40)
        let bitmap = canvas.resources.add(checker())
        func draw(isRepeating: Bool, isSmoothed: Bool) {
            let paint = Paint.bitmap(
                bitmap, Affine(a: 200, d: 200), isSmoothed: isSmoothed, isRepeating: isRepeating)
            canvas.draw([.shape(canvas.resources.add(VectorShape.rectangle(0, 0, 40, 40, paint)), twips, .identity)])
        }
        draw(isRepeating: true, isSmoothed: false)
        #expect(canvas[5, 5] == 0xFFFF_0000)
        #expect(canvas[9, 9] == 0xFFFF_0000)
        #expect(canvas[10, 9] == 0xFF00_FF00)
        #expect(canvas[25, 5] == 0xFFFF_0000)
        #expect(canvas[35, 35] == 0xFFFF_FFFF)
        draw(isRepeating: false, isSmoothed: false)
        #expect(canvas[35, 5] == 0xFF00_FF00)
        #expect(canvas[35, 35] == 0xFFFF_FFFF)
        draw(isRepeating: false, isSmoothed: true)
        // Halfway between two pixels of the bitmap, and at the middle of one.
        #expect(distance(canvas[9, 4], 0xFF8C_7300) <= 4)
        #expect(distance(canvas[4, 4], 0xFFFF_0000) <= 30)
    }

    @Test("a bitmap at whole pixels is copied as it is, smoothed or not, and its alpha counts")
    func bitmaps() {
        let canvas = TestCanvas(10, 10)
        let pixmap = checker()
        pixmap.pixels[0] = 0x8080_0000
        pixmap.isOpaque = false
        let bitmap = canvas.resources.add(pixmap)
        for isSmoothed in [true, false] {
            canvas.draw([.bitmap(bitmap, Affine(tx: 3, ty: 4), .identity, isSmoothed: isSmoothed)])
            #expect(canvas[3, 4] == 0xFFFF_7F7F)
            #expect(canvas[4, 4] == 0xFF00_FF00)
            #expect(canvas[3, 5] == 0xFF00_00FF)
            #expect(canvas[5, 4] == 0xFFFF_FFFF)
            #expect(canvas[2, 4] == 0xFFFF_FFFF)
        }
        canvas.draw([
            .bitmap(
                bitmap, Affine(tx: 3, ty: 4), ColorTransform(greenMultiplier: 0, alphaMultiplier: 128),
                isSmoothed: false)
        ])
        // Black at half strength.
        #expect(distance(canvas[4, 4], 0xFF7F_7F7F) <= 1)
    }

    @Test("bitmaps may be turned and scaled; a missing one leaves its place empty")
    func turnedBitmaps() {
        let canvas = TestCanvas(60, 60)
        let bitmap = canvas.resources.add(checker())
        // A quarter turn: x runs down.
        canvas.draw([
            .bitmap(bitmap, Affine(a: 0, b: 20, c: -20, d: 0, tx: 50, ty: 10), .identity, isSmoothed: false)
        ])
        #expect(canvas[40, 20] == 0xFFFF_0000)
        #expect(canvas[40, 40] == 0xFF00_FF00)
        #expect(canvas[20, 20] == 0xFF00_00FF)
        #expect(canvas[5, 5] == 0xFFFF_FFFF)
        canvas.resources.remove(bitmap)
        canvas.draw([.bitmap(bitmap, Affine(a: 20, d: 20), .identity, isSmoothed: false)])
        #expect(canvas[20, 20] == 0xFFFF_FFFF)
    }
}
