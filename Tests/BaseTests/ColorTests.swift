import Base
import Testing

@Suite("Colours")
struct ColorTests {
    static let premultiplied: [(color: RGBA, pixel: UInt32)] = [
        (RGBA(rgb: 0xFFAD33), 0xFFFF_AD33), (RGBA(red: 255, green: 128, blue: 0, alpha: 128), 0x8080_4000),
        (RGBA(red: 255, green: 255, blue: 255, alpha: 1), 0x0101_0101), (.clear, 0),
        (RGBA(red: 200, green: 100, blue: 50, alpha: 0), 0),
    ]

    @Test("premultiplied pixels are rounded to the nearest", arguments: premultiplied)
    func premultiply(color: RGBA, pixel: UInt32) {
        #expect(color.premultiplied == pixel)
    }

    @Test("premultiplying rounds as division by 255 does, for every value and alpha")
    func premultiplyAll() {
        for alpha in UInt8.min...(.max) {
            for value in UInt8.min...(.max) {
                let pixel = RGBA(red: value, green: 0, blue: 0, alpha: alpha).premultiplied
                let exact = (Int(value) * Int(alpha) * 2 + 255) / 510
                guard Int(pixel >> 16 & 0xFF) == exact else {
                    Issue.record("\(value) at alpha \(alpha) gives \(pixel >> 16 & 0xFF), not \(exact)")
                    return
                }
            }
        }
    }

    @Test("a transform multiplies by 1/256, adds and clamps")
    func apply() {
        let transform = ColorTransform(
            redMultiplier: 128, greenMultiplier: 512, blueMultiplier: -256, greenOffset: -300, blueOffset: 300,
            alphaOffset: -5)
        let result = transform.apply(RGBA(red: 255, green: 200, blue: 100, alpha: 255))
        #expect(result == RGBA(red: 127, green: 100, blue: 200, alpha: 250))
    }

    @Test("the product of transforms applies the right one first")
    func product() {
        let half = ColorTransform(redMultiplier: 128, redOffset: 10)
        let more = ColorTransform(redMultiplier: 256, redOffset: 100)
        #expect((half * more).redOffset == 60)
        #expect((more * half).redOffset == 110)
        #expect((half * .identity) == half)
        #expect((ColorTransform.identity * half) == half)
    }

    @Test("extreme transforms wrap instead of trapping")
    func extremes() {
        let extreme = ColorTransform(redMultiplier: .min, redOffset: .min)
        _ = (extreme * extreme).apply(.white)
        #expect(extreme.apply(.white).red == 0)
    }

    @Test("blend modes have the numbers of the file format")
    func blendModes() {
        #expect(BlendMode.allCases.map(\.rawValue) == Array(1...14))
    }
}
