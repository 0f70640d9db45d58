import Base
import Testing

@testable import Renderer

/// Pictures of each filter, stroke and kind of paint; see ``GoldenTests`` for how they are kept.
@Suite("Golden pictures of looks")
struct GoldenLookTests {
    /// A disc and a bar with a hole, on a cell of 64 pixels.
    private func figure(_ canvas: TestCanvas, _ column: Int, _ row: Int) -> [RenderCommand] {
        let place = Affine(tx: Double(column) * 64, ty: Double(row) * 64) * twips
        let disc = canvas.resources.add(.disc(26, 28, 12, .solid(RGBA(red: 230, green: 120, blue: 40))))
        let bar = canvas.resources.add(
            .polygon([(30, 34), (50, 34), (50, 46), (22, 46)], .solid(RGBA(red: 40, green: 90, blue: 200, alpha: 180))))
        return [.shape(disc, place, .identity), .shape(bar, place, .identity)]
    }

    private static func ramp(_ colors: [RGBA]) -> [UInt32] {
        (0..<256).map { place in
            let step = Double(place) / 255 * Double(colors.count - 1)
            let (low, share) = (min(colors.count - 2, Int(step)), step - Double(min(colors.count - 2, Int(step))))
            func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(Double(a) + (Double(b) - Double(a)) * share) }
            let (a, b) = (colors[low], colors[low + 1])
            return RGBA(
                red: mix(a.red, b.red), green: mix(a.green, b.green), blue: mix(a.blue, b.blue),
                alpha: mix(a.alpha, b.alpha)
            ).premultiplied
        }
    }

    private func filters(_ canvas: TestCanvas) -> [PixelFilter] {
        func edge(
            _ colors: [RGBA], _ side: PixelFilter.Side, dx: Double = 0, dy: Double = 0, strength: Double = 1,
            isKnockout: Bool = false, showsSource: Bool = true
        ) -> PixelFilter.EdgeEffect {
            PixelFilter.EdgeEffect(
                ramp: Self.ramp(colors), box: .init(x: 6, y: 6, passes: 2), strength: strength, dx: dx, dy: dy,
                side: side, isKnockout: isKnockout, showsSource: showsSource)
        }
        let clear = RGBA(red: 180, green: 0, blue: 60, alpha: 0)
        let red = RGBA(red: 180, green: 0, blue: 60)
        let rainbow = [clear, RGBA(rgb: 0xFFFF00), RGBA(rgb: 0x00CC66), RGBA(rgb: 0x0033FF)]
        let light = [RGBA.white, RGBA(red: 255, green: 255, blue: 255, alpha: 0), RGBA.black]
        let grey: [Float] = [
            0.3, 0.6, 0.1, 0, 0, 0.3, 0.6, 0.1, 0, 0, 0.3, 0.6, 0.1, 0, 0, 0, 0, 0, 1, 0,
        ]
        let map = Pixmap(width: 64, height: 64)
        for y in 0..<64 {
            for x in 0..<64 { map.pixels[y * 64 + x] = 0xFF00_0000 | UInt32(x * 4) << 16 | UInt32(y * 4) << 8 }
        }
        return [
            .blur(.init(x: 8, y: 2, passes: 1)), .blur(.init(x: 5, y: 5, passes: 3)),
            .glow(edge([clear, red], .outer, strength: 2)), .glow(edge([clear, red], .inner)),
            .glow(edge([clear, red], .outer, isKnockout: true)),
            .glow(edge([clear, .black], .outer, dx: 4, dy: 4)),
            .glow(edge([clear, .black], .outer, dx: 4, dy: 4, showsSource: false)),
            .glow(edge(rainbow, .outer, strength: 2)), .bevel(edge(light, .inner, dx: 3, dy: 3)),
            .bevel(edge(light, .outer, dx: 3, dy: 3)), .bevel(edge(light, .full, dx: 3, dy: 3)),
            .bevel(edge([RGBA(rgb: 0xFF0000), clear, RGBA(rgb: 0x0000FF)], .inner, dx: 3, dy: 3)),
            .colorMatrix(grey),
            .convolution(
                .init(
                    columns: 3, rows: 3, matrix: [-2, -1, 0, -1, 1, 1, 0, 1, 2], divisor: 1, bias: 0,
                    preservesAlpha: true, isClamped: true, color: .clear)),
            .displacement(
                .init(
                    map: canvas.resources.add(map), shiftX: 16, shiftY: 8, scaleX: 24, scaleY: 24, originX: 0,
                    originY: 0, mode: .ignore, color: .clear)),
        ]
    }

    @Test("filters: blurs, glows, shadows, gradient glow; bevels, colours, convolution, displacement")
    func filters() throws {
        let canvas = TestCanvas(5 * 64, 3 * 64)
        var commands: [RenderCommand] = []
        for (index, filter) in filters(canvas).enumerated() {
            let (column, row) = (index % 5, index / 5)
            let cell = PixelRect(
                left: column * 64 + 8, top: row * 64 + 8, right: column * 64 + 56, bottom: row * 64 + 56)
            commands += [.filterPush(FilterGroup(source: cell, filters: [filter]))] + figure(canvas, column, row)
            commands.append(.filterPop)
        }
        canvas.draw(commands)
        try GoldenTests.check("filters", canvas)
    }

    @Test("strokes: scale modes under a wide and a sheared map, hairlines by quality, gradient and bitmap, miters")
    func strokes() throws {
        var canvas = TestCanvas(320, 192)
        let triangle = [(8.0, 24.0), (20.0, 6.0), (30.0, 26.0), (8.0, 24.0)]
        var commands: [RenderCommand] = []
        func add(_ stroke: Stroke, _ map: Affine, _ x: Double, _ y: Double) {
            commands.append(
                .shape(canvas.resources.add(.path(triangle, stroke)), Affine(tx: x, ty: y) * map * twips, .identity))
        }
        for (row, map) in [Affine(a: 1.8), Affine(a: 1.6, c: -0.8, d: 1.2, tx: 14)].enumerated() {
            for column in 0..<4 {
                var stroke = Stroke(width: 60, paint: .solid(RGBA(rgb: 0x224466)))
                (stroke.noHScale, stroke.noVScale) = (column & 1 == 1, column & 2 == 2)
                add(stroke, map, Double(column) * 72, Double(row) * 44)
            }
        }
        let stops = [0xFF0000, 0x00AA00, 0x0000FF].enumerated().map {
            GradientStop(ratio: UInt8($0.offset * 127), color: RGBA(rgb: $0.element))
        }
        let picture = Pixmap(width: 4, height: 4, isOpaque: true, fill: 0xFFFF_CC00)
        for index in 0..<8 { picture.pixels[index * 2 + index / 2 % 2] = 0xFF00_6633 }
        let bitmap = canvas.resources.add(picture)
        add(
            Stroke(width: 120, paint: .linear(Gradient(stops: stops), Affine(a: 0.014, d: 0.014, tx: 360, ty: 300))),
            Affine(a: 1.6, d: 1.4), 0, 96)
        add(
            Stroke(width: 120, paint: .bitmap(bitmap, Affine(a: 30, d: 30), isSmoothed: false, isRepeating: true)),
            Affine(a: 1.6, d: 1.4), 72, 96)
        for (column, limit) in [1.0, 1.5, 8].enumerated() {
            var stroke = Stroke(width: 120, paint: .solid(RGBA(rgb: 0x993300)))
            stroke.join = .miter(limit: limit)
            add(stroke, Affine(a: 1.4, d: 1.2), 144 + Double(column) * 56, 96)
        }
        for (column, width) in [0.0, 10, 20, 30].enumerated() {
            add(Stroke(width: width, paint: .solid(.black)), .identity, Double(column) * 40, 150)
            var hinted = Stroke(width: width, paint: .solid(.black))
            hinted.pixelHinting = true
            add(hinted, .identity, 160.3 + Double(column) * 40, 150.3)
        }
        canvas.quality = .high
        canvas.draw(commands)
        try GoldenTests.check("stroke-scales", canvas)
        canvas.quality = .low
        canvas.draw(commands)
        try GoldenTests.check("stroke-scales-low", canvas)
    }

    @Test("pictures in perspective: turned about each axis, near the eye, clear")
    func perspective() throws {
        let canvas = TestCanvas(256, 96)
        let board = Pixmap(width: 48, height: 48, isOpaque: true, fill: 0xFFEE_EEEE)
        for y in 0..<48 {
            for x in 0..<48 where (x / 8 + y / 8) % 2 == 0 { board.pixels[y * 48 + x] = 0xFF20_4080 }
        }
        let id = canvas.resources.add(board)
        func seen(_ matrix: [Double], _ x: Double) -> Projection {
            Matrix4(matrix).seen(from: SIMD2(x, 48), distance: 120) * Projection(Affine(tx: -24, ty: -24))
        }
        let (s, c) = (sine(1.0), cosine(1.0))
        canvas.draw([
            .projected(id, seen([c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 40, 48, 0, 1], 40), .identity),
            .projected(id, seen([1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, 104, 48, 0, 1], 104), .identity),
            .projected(
                id, seen([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 168, 48, 80, 1], 168),
                ColorTransform(alphaMultiplier: 128)),
            .projected(id, seen([1.5, 0, 0, 0, 0, 0.2, 6, 0, 0, 0, 1, 0, 216, 60, 0, 1], 216), .identity),
        ])
        try GoldenTests.check("perspective", canvas)
    }
}
