import Base
import Foundation
import Media
import TestSupport
import Testing

@testable import Renderer

/// Pictures that were looked at and found right. `UPDATE_GOLDEN=1 swift test --filter GoldenTests` writes them anew:
/// look at each before it is committed.
@Suite("Golden pictures")
struct GoldenTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("golden")

    /// Arithmetic that vectorises differently may round differently, but no more than this.
    private static let tolerance = 2

    static func check(_ name: String, _ canvas: TestCanvas) throws {
        let file = Self.folder.appendingPathComponent("\(name).png")
        let pixels = canvas.pixels
        let (width, height) = (canvas.pixmap.width, canvas.pixmap.height)
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
            let image = DecodedImage(width: width, height: height, pixels: pixels, hasAlpha: false)
            try Data(#require(PNGEncoder.encode(image))).write(to: file)
            return
        }
        let expected = try ImageDecoder.image([UInt8](Data(contentsOf: file))[...])
        try #require(expected.width == width && expected.height == height)
        let wrong = zip(expected.pixels, pixels).count { distance($0, $1) > Self.tolerance }
        #expect(wrong == 0, "\(wrong) pixels differ")
    }

    @Test("strokes: joins down, caps across, over a hairline along their path")
    func strokes() throws {
        let canvas = TestCanvas(240, 240)
        var commands: [RenderCommand] = []
        let joins: [LineJoin] = [.round, .bevel, .miter(limit: 5)]
        let caps: [LineCap] = [.round, .none, .square]
        for (row, join) in joins.enumerated() {
            for (column, cap) in caps.enumerated() {
                var stroke = Stroke(width: 240, paint: .solid(RGBA(rgb: 0x3366AA)))
                (stroke.join, stroke.startCap, stroke.endCap) = (join, cap, cap)
                let points = [(15.0, 60.0), (30.0, 20.0), (48.0, 55.0), (65.0, 45.0), (68.0, 18.0)]
                let place = Affine(tx: Double(column) * 80, ty: Double(row) * 80) * twips
                commands.append(.shape(canvas.resources.add(.path(points, stroke)), place, .identity))
                let hairline = Stroke(width: 0, paint: .solid(.white))
                commands.append(.shape(canvas.resources.add(.path(points, hairline)), place, .identity))
            }
        }
        canvas.draw(commands)
        try Self.check("strokes", canvas)
    }

    @Test("curved strokes: wide, tight, closed, with gradients, with alpha")
    func curves() throws {
        let canvas = TestCanvas(240, 160)
        let rainbow = Gradient(
            stops: [0xFF0000, 0xFFFF00, 0x00FF00, 0x00FFFF, 0x0000FF].enumerated().map {
                GradientStop(ratio: UInt8($0.offset * 63), color: RGBA(rgb: $0.element))
            })
        func curve(_ points: [(Double, Double)], _ stroke: Stroke) -> RenderCommand {
            var edges: [ShapeEdge] = []
            for index in stride(from: 0, to: points.count - 2, by: 2) {
                let (a, b, c) = (points[index], points[index + 1], points[index + 2])
                edges.append(
                    ShapeEdge(
                        from: ShapeEdge.point(a.0, a.1), to: ShapeEdge.point(c.0, c.1),
                        control: ShapeEdge.point(b.0, b.1), line: 1))
            }
            let shape = VectorShape(layers: [ShapeLayer(strokes: [stroke], edges: edges)], bounds: .empty)
            return .shape(canvas.resources.add(shape), twips, .identity)
        }
        let wave = [(15.0, 40.0), (40.0, -20.0), (65.0, 40.0), (90.0, 100.0), (115.0, 40.0)]
        var commands = [
            curve(wave, Stroke(width: 360, paint: .linear(rainbow, Affine(a: 0.06, d: 0.06, tx: 1300, ty: 800))))
        ]
        commands.append(curve(wave, Stroke(width: 20, paint: .solid(.black))))
        // A hairpin much tighter than the pen is wide, and a line that turns back on itself.
        commands.append(
            curve([(150, 20), (230, 35), (150, 50)], Stroke(width: 500, paint: .solid(RGBA(rgb: 0xAA3366)))))
        commands.append(curve([(150, 20), (230, 35), (150, 50)], Stroke(width: 20, paint: .solid(.white))))
        commands.append(
            curve([(20, 110), (120, 110), (60, 110)], Stroke(width: 240, paint: .solid(RGBA(rgb: 0x228833)))))
        let clear = RGBA(red: 255, green: 120, blue: 0, alpha: 128)
        commands.append(
            .shape(
                canvas.resources.add(
                    .disc(180, 110, 30, .solid(RGBA(rgb: 0xDDEEFF)), stroke: Stroke(width: 280, paint: .solid(clear)))),
                twips, .identity))
        canvas.draw(commands)
        try Self.check("curves", canvas)
    }

    @Test("gradients: linear, radial, focal; pad, reflect, repeat; RGB and linear RGB; transformed")
    func gradients() throws {
        let canvas = TestCanvas(128, 96)
        let stops = [
            GradientStop(ratio: 0, color: RGBA(rgb: 0xFFEE00)), GradientStop(ratio: 130, color: RGBA(rgb: 0xCC0044)),
            GradientStop(ratio: 255, color: RGBA(red: 0, green: 40, blue: 180, alpha: 120)),
        ]
        var commands: [RenderCommand] = []
        let spreads: [GradientSpread] = [.pad, .reflect, .repeat]
        for (row, spread) in spreads.enumerated() {
            for column in 0..<4 {
                let gradient = Gradient(
                    stops: stops, spread: spread, interpolation: column == 3 ? .linearRGB : .rgb)
                let map = Affine(a: 0.012, b: 0.005, c: -0.005, d: 0.012, tx: 320, ty: 320)
                let paint: Paint =
                    switch column {
                    case 0: .linear(gradient, map)
                    case 1: .radial(gradient, map, focalPoint: 0)
                    case 2: .radial(gradient, map, focalPoint: -0.7)
                    default: .radial(gradient, map, focalPoint: 0.4)
                    }
                let place = Affine(tx: Double(column) * 32, ty: Double(row) * 32) * twips
                let transform =
                    row == 2 && column == 0
                    ? ColorTransform(redMultiplier: 0, greenOffset: 60) : ColorTransform.identity
                commands.append(
                    .shape(canvas.resources.add(.rectangle(1, 1, 30, 30, paint)), place, transform))
            }
        }
        canvas.draw(commands)
        try Self.check("gradients", canvas)
    }

    @Test("a scene of everything at quality high")
    func scene() throws {
        var canvas = TestCanvas(150, 150)
        canvas.quality = .high
        var scene = RandomScene(seed: 12, size: 150, resources: canvas.resources)
        canvas.draw(scene.commands(30))
        try Self.check("scene", canvas)
    }

    @Test("blend modes of two discs on a layer")
    func blends() throws {
        let canvas = TestCanvas(224, 112)
        let red = canvas.resources.add(.disc(12, 14, 9, .solid(RGBA(red: 230, green: 80, blue: 30))))
        let blue = canvas.resources.add(.disc(19, 14, 9, .solid(RGBA(red: 60, green: 150, blue: 220, alpha: 200))))
        var commands: [RenderCommand] = []
        for (index, mode) in BlendMode.allCases.enumerated() {
            let (x, y) = (index % 7 * 32, index / 7 * 56)
            let place = Affine(tx: Double(x), ty: Double(y)) * twips
            let rect = PixelRect(left: x, top: y, right: x + 32, bottom: y + 32)
            commands += [
                .layerPush(rect, .layer, .identity), .shape(red, place, .identity), .layerPush(rect, mode, .identity),
                .shape(blue, place, .identity), .layerPop, .layerPop,
            ]
        }
        canvas.draw(commands)
        try Self.check("blends", canvas)
    }
}
