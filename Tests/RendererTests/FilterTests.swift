import Base
import TestSupport
import Testing

@testable import Renderer

@Suite("Filters")
struct FilterTests {
    private let canvas = TestCanvas(60, 60)

    private func square(_ x: Double, _ y: Double, _ size: Double, _ color: RGBA = .black) -> RenderCommand {
        .shape(canvas.resources.add(VectorShape.rectangle(x, y, size, size, .solid(color))), twips, .identity)
    }

    /// A white pixel in the middle of a clear row of 21, blurred.
    private func row(blurredBy size: Double) -> [UInt8] {
        let pixmap = Pixmap(width: 21, height: 1)
        pixmap.pixels[10] = 0xFFFF_FFFF
        var run = FilterRun(pixmap, left: 0, top: 0, resources: canvas.resources)
        run.apply(.blur(PixelFilter.BoxSize(x: size, y: 0, passes: 1)))
        return (0..<run.pixmap.width).map { UInt8(truncatingIfNeeded: run.pixmap.pixels[$0]) }.filter { $0 != 0 }
    }

    @Test(
        "quirk: boxes whose ends count half take one from what is whole, others do not",
        arguments: [(4.0, 249), (5, 255)])
    func loss(size: Double, left: UInt32) {
        let pixmap = Pixmap(width: 40, height: 1, fill: 0xFFFF_FFFF)
        var run = FilterRun(pixmap, left: 0, top: 0, resources: canvas.resources)
        run.apply(.blur(PixelFilter.BoxSize(x: size, y: 0, passes: 6)))
        #expect(run.pixmap.pixels[run.pixmap.width / 2] >> 24 == left)
    }

    @Test(
        "quirk: the size of a box is the coarser, the wider it is, and means are rounded down",
        arguments: [
            (1.0, [255]), (1.1, [10, 233, 10]), (1.9, [59, 136, 59]), (2.0, [63, 127, 63]), (2.1, [65, 123, 65]),
            (3.0, [85, 85, 85]), (3.1, [2, 83, 83, 83, 2]), (4.1, [31, 63, 63, 63, 31]), (5.1, [51, 51, 51, 51, 51]),
            (5.2, [3, 49, 49, 49, 49, 49, 3]), (9.3, [3, 27, 27, 27, 27, 27, 27, 27, 27, 27, 3]),
        ] as [(Double, [UInt8])])
    func boxes(size: Double, expected: [UInt8]) { #expect(row(blurredBy: size) == expected) }

    @Test("passes widen a blur, and the surface grows to hold it")
    func passes() {
        let pixmap = Pixmap(width: 3, height: 3, fill: 0xFFFF_FFFF)
        var run = FilterRun(pixmap, left: 10, top: 20, resources: canvas.resources)
        run.apply(.blur(PixelFilter.BoxSize(x: 5, y: 3, passes: 2)))
        #expect((run.left, run.top) == (6, 18))
        #expect((run.pixmap.width, run.pixmap.height) == (11, 7))
        // Down, two passes over 3 pixels: the middle keeps 7 of 9 parts, less what rounding down takes.
        let alphas = (0..<7).map { run.pixmap.pixels[$0 * 11 + 5] >> 24 }
        #expect(alphas == Array(alphas.reversed()))
        #expect(alphas[3] > alphas[2] && alphas[2] > alphas[1] && alphas[1] > alphas[0] && alphas[0] > 0)
        let across = (0..<11).map { run.pixmap.pixels[3 * 11 + $0] >> 24 }
        #expect(across == Array(across.reversed()))
        #expect(across[5] > across[4] && across[4] > across[0] && across[0] > 0)
    }

    private func glow(
        _ side: PixelFilter.Side, isKnockout: Bool = false, showsSource: Bool = true, dx: Double = 0
    ) -> PixelFilter {
        .glow(
            PixelFilter.EdgeEffect(
                ramp: (0..<256).map { RGBA(red: 255, green: 0, blue: 0, alpha: UInt8($0)).premultiplied },
                box: PixelFilter.BoxSize(x: 3, y: 3, passes: 1), strength: 255, dx: dx, side: side,
                isKnockout: isKnockout, showsSource: showsSource))
    }

    private func drawn(_ filter: PixelFilter, row: Int = 30) -> [String] {
        let group = FilterGroup(
            source: PixelRect(left: 20, top: 20, right: 40, bottom: 40), filters: [filter])
        canvas.draw([.filterPush(group), square(20, 20, 20), .filterPop])
        return (17..<43).map { x in
            switch canvas[x, row] {
            case 0xFFFF_FFFF: "."
            case 0xFF00_0000: "#"
            case 0xFFFF_0000: "r"
            default: "?"
            }
        }
    }

    @Test("a glow lies around the object, inside it, or in its place")
    func glows() {
        #expect(drawn(glow(.outer)).joined() == "..r####################r..")
        #expect(drawn(glow(.inner)).joined() == "...r##################r...")
        #expect(drawn(glow(.outer, isKnockout: true)).joined() == "..r....................r..")
        #expect(drawn(glow(.outer, showsSource: false)).joined() == "..rrrrrrrrrrrrrrrrrrrrrr..")
        #expect(drawn(glow(.inner, isKnockout: true)).joined() == "...r..................r...")
    }

    @Test("quirk: shadows move by whole pixels")
    func shadow() {
        #expect(drawn(glow(.outer, dx: 1.4)).joined() == "...####################rr.")
        #expect(drawn(glow(.outer, dx: 1.6)).joined() == "...####################rrr")
    }

    @Test("a colour matrix works on straight colours")
    func colorMatrix() {
        let pixmap = Pixmap(width: 1, height: 1, fill: RGBA(red: 200, green: 0, blue: 0, alpha: 128).premultiplied)
        var run = FilterRun(pixmap, left: 0, top: 0, resources: canvas.resources)
        // Red becomes green, half of it; blue is 100; alpha stays.
        run.apply(.colorMatrix([0, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 0, 1, 0]))
        #expect(RGBA(premultiplied: run.pixmap.pixels[0]) == RGBA(red: 0, green: 100, blue: 100, alpha: 128))
    }

    @Test("a convolution with one factor in the middle changes nothing, with a sum it blurs")
    func convolution() {
        func filtered(_ matrix: [Float], _ divisor: Float) -> [UInt8] {
            let pixmap = Pixmap(width: 5, height: 1, fill: 0xFF00_0000)
            pixmap.pixels[2] = 0xFFFF_FFFF
            var run = FilterRun(pixmap, left: 0, top: 0, resources: canvas.resources)
            run.apply(
                .convolution(
                    PixelFilter.Convolution(
                        columns: 3, rows: 1, matrix: matrix, divisor: divisor, bias: 0, preservesAlpha: true,
                        isClamped: true, color: .clear)))
            return (0..<5).map { UInt8(truncatingIfNeeded: run.pixmap.pixels[$0]) }
        }
        #expect(filtered([0, 1, 0], 1) == [0, 0, 255, 0, 0])
        #expect(filtered([1, 1, 1], 3) == [0, 85, 85, 85, 0])
    }

    @Test("a displacement map fetches pixels from where it says")
    func displacement() {
        let pixmap = Pixmap(width: 8, height: 1, fill: 0xFF00_0000)
        for x in 0..<8 { pixmap.pixels[x] = 0xFF00_0000 | UInt32(x) }
        let map = canvas.resources.add(Pixmap(width: 8, height: 1, fill: 0xFFC0_0000))
        var run = FilterRun(pixmap, left: 0, top: 0, resources: canvas.resources)
        run.apply(
            .displacement(
                PixelFilter.Displacement(
                    map: map, shiftX: 16, shiftY: nil, scaleX: 8, scaleY: 0, originX: 0, originY: 0, mode: .clamp,
                    color: .clear)))
        // (192 - 128) * 8 / 256 = 2
        #expect((0..<6).map { run.pixmap.pixels[$0 - run.left] & 255 } == [2, 3, 4, 5, 6, 7])
    }

    /// A row of 8 grey pixels, 0, 32 … 224, moved by a map that says `red` everywhere.
    private func displaced(_ red: UInt32, scale: Double, _ mode: PixelFilter.Displacement.Mode) -> [UInt32] {
        let pixmap = Pixmap(width: 8, height: 1)
        for x in 0..<8 { pixmap.pixels[x] = 0xFF00_0000 | UInt32(x * 32) * 0x01_0101 }
        let map = canvas.resources.add(Pixmap(width: 8, height: 1, fill: 0xFF00_0000 | red << 16))
        var run = FilterRun(pixmap, left: 0, top: 0, resources: canvas.resources)
        run.apply(
            .displacement(
                PixelFilter.Displacement(
                    map: map, shiftX: 16, shiftY: nil, scaleX: scale, scaleY: 0, originX: 0, originY: 0, mode: mode,
                    color: .clear)))
        return (0..<8).map { run.pixmap.pixels[$0 - run.left] & 255 }
    }

    @Test("a displacement map fetches from between pixels")
    func displacementBetween() {
        // (160 - 128) * 4 / 256 = 0.5
        #expect(displaced(160, scale: 4, .clamp) == [16, 48, 80, 112, 144, 176, 208, 224])
    }

    @Test("what a displacement wraps, it wraps at the object's sides, however far the surface has grown")
    func displacementWraps() {
        // (192 - 128) * 8 / 256 = 2
        #expect(displaced(192, scale: 8, .wrap) == [64, 96, 128, 160, 192, 224, 0, 32])
    }

    @Test("quirk: weights between four pixels are rounded down one by one")
    func displacementWeights() {
        let pixmap = Pixmap(width: 4, height: 4, fill: 0xFFFF_FFFF)
        let map = canvas.resources.add(Pixmap(width: 4, height: 4, fill: 0xFF8E_8E00))
        var run = FilterRun(pixmap, left: 0, top: 0, resources: canvas.resources)
        // (142 - 128) * 4 / 256 = 56/256: weights 156, 43, 43 and 12 add up to 254 only.
        run.apply(
            .displacement(
                PixelFilter.Displacement(
                    map: map, shiftX: 16, shiftY: 8, scaleX: 4, scaleY: 4, originX: 0, originY: 0, mode: .clamp,
                    color: .clear)))
        #expect(run.pixmap.pixels[(1 - run.top) * run.pixmap.width + 1 - run.left] == 0xFDFD_FDFD)
    }

    @Test("a glow of less than full strength is as much fainter", arguments: [(0.5, 42), (1, 85), (1.5, 127)])
    func faintGlow(strength: Double, alpha: UInt32) {
        // Alone, a pixel blurred over three keeps a third.
        let pixmap = Pixmap(width: 1, height: 1, fill: 0xFF00_0000)
        var run = FilterRun(pixmap, left: 0, top: 0, resources: canvas.resources)
        run.apply(
            .glow(
                PixelFilter.EdgeEffect(
                    ramp: (0..<256).map { RGBA(red: 255, green: 0, blue: 0, alpha: UInt8($0)).premultiplied },
                    box: PixelFilter.BoxSize(x: 3, y: 0, passes: 1), strength: strength, side: .outer,
                    isKnockout: false, showsSource: false)))
        #expect(run.pixmap.pixels[0] >> 24 == alpha)
    }

    @Test("a glow inside leaves the object's alpha as it is")
    func innerGlow() {
        let pixmap = Pixmap(width: 1, height: 1, fill: RGBA(red: 0, green: 0, blue: 0, alpha: 128).premultiplied)
        var run = FilterRun(pixmap, left: 0, top: 0, resources: canvas.resources)
        run.apply(glow(.inner))
        #expect(run.pixmap.pixels[0] >> 24 == 128)
        #expect(run.pixmap.pixels[0] >> 16 & 255 > 100)
    }

    @Test("a filtered group is drawn once for as long as it is the same, wherever it moves by whole pixels")
    func cache() {
        let groups = FilterGroups(canvas.resources)
        var draws = 0
        func show(_ x: Int, _ color: RGBA) {
            let rect = PixelRect(left: x, top: 0, right: x + 10, bottom: 10)
            let commands: [RenderCommand] = [
                .filterPush(FilterGroup(source: rect, filters: [glow(.outer)])), .rectangle(rect, color), .filterPop,
            ]
            let result = groups.replace(commands, quality: .high) { _, _ in draws += 1 }
            #expect(result.count == 1)
        }
        show(0, .black)
        show(0, .black)
        show(7, .black)
        #expect(draws == 1)
        show(7, .white)
        #expect(draws == 2)
    }

    @Test("what changes inside a filtered group damages all that the filter reaches")
    func damage() {
        let tracker = DamageTracker()
        let bounds = PixelRect(left: 0, top: 0, right: 60, bottom: 60)
        let group = FilterGroup(source: PixelRect(left: 20, top: 20, right: 40, bottom: 40), filters: [glow(.outer)])
        func update(_ size: Double) -> [PixelRect] {
            tracker.update(
                [.filterPush(group), square(20, 20, size), .filterPop], resources: canvas.resources, bounds: bounds,
                background: .white, quality: .high)
        }
        _ = update(10)
        #expect(update(5) == [group.result])
    }
}
