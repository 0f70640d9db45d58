import Base
import Glibc

/// The scenes of `bench raster`, the same in every run.
struct RasterScenes {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    private mutating func random(_ low: Double, _ high: Double) -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return low + (high - low) * Double(state >> 11) / Double(1 << 53)
    }

    private mutating func color(alpha: UInt8 = 255) -> RGBA {
        var color = RGBA(rgb: UInt32(random(0, 16_777_216)))
        color.alpha = alpha
        return color
    }

    static func all() -> [RasterScene] {
        var made = RasterScenes()
        return [
            made.blobs(stroke: nil), made.blobs(stroke: 1.5), made.screens(), made.sprites(.normal, 2.5),
            made.sprites(.add, 4), made.sprites(.multiply, 15), made.turned(), made.star(), made.mosaic(),
        ]
    }

    /// A round shape of nine curves.
    private mutating func blob(_ x: Double, _ y: Double, _ radius: Double) -> RasterScene.Outline {
        let points = (0..<18).map { index in
            let angle = Double(index) * .pi / 9
            let reach = radius * (index % 2 == 0 ? random(0.7, 1) : random(0.9, 1.2))
            return SIMD2(x + cos(angle) * reach, y + sin(angle) * reach)
        }
        var outline = RasterScene.Outline(start: points[0])
        for index in stride(from: 1, to: 18, by: 2) {
            outline.pieces.append((points[index], points[(index + 1) % 18]))
        }
        return outline
    }

    private mutating func blobs(stroke: Double?) -> RasterScene {
        var scene = RasterScene("300 blobs" + (stroke == nil ? "" : ", stroked"), wanted: 7)
        for index in 0..<300 {
            let (x, y, radius) = (random(0, 800), random(0, 600), random(20, 60))
            let fill: RasterScene.Fill =
                index % 3 == 0 ? .radial(SIMD2(x, y), radius: radius) : .solid(color(alpha: index % 3 == 1 ? 255 : 160))
            scene.add([(blob(x, y, radius), fill)], stroke: stroke)
        }
        return scene
    }

    private mutating func screens() -> RasterScene {
        var scene = RasterScene("10 full screens", wanted: 10)
        for index in 0..<10 {
            let fill: RasterScene.Fill =
                switch index % 4 {
                case 0: .solid(color())
                case 1: .solid(color(alpha: 120))
                case 2: .linear(SIMD2(0, 0), SIMD2(800, 600))
                default: .radial(SIMD2(400, 300), radius: 500)
                }
            scene.add([(blob(400, 300, 480), fill)])
        }
        return scene
    }

    private mutating func sprites(_ mode: BlendMode, _ wanted: Double) -> RasterScene {
        let names: [BlendMode: String] = [.add: ", added", .multiply: ", multiplied"]
        var scene = RasterScene("2,000 sprites" + (names[mode] ?? ""), wanted: wanted)
        let places = (0..<2000).map { _ in
            Affine(tx: random(0, 768).rounded(.down), ty: random(0, 568).rounded(.down))
        }
        scene.addSprites(size: 32, places, mode, isSmoothed: false)
        return scene
    }

    private mutating func turned() -> RasterScene {
        var scene = RasterScene("800 turned, smooth", wanted: 3.5)
        let places = (0..<800).map { _ in
            let angle = random(0, 6.28)
            let (s, c) = (sin(angle) * 1.5, cos(angle) * 1.5)
            return Affine(a: c, b: s, c: -s, d: c, tx: random(30, 770), ty: random(30, 570))
        }
        scene.addSprites(size: 32, places, isSmoothed: true)
        return scene
    }

    private mutating func star() -> RasterScene {
        var scene = RasterScene("star of 5,000 edges", wanted: 12)
        let points = (0..<5000).map { index in
            let angle = Double(index) * 2 * .pi / 5000
            let radius = index % 2 == 0 ? 290.0 : 40
            return SIMD2(400 + cos(angle) * radius, 300 + sin(angle) * radius)
        }
        var outline = RasterScene.Outline(start: points[0])
        for index in 1...5000 { outline.pieces.append((nil, points[index % 5000])) }
        scene.add([(outline, .solid(color()))])
        return scene
    }

    private mutating func mosaic() -> RasterScene {
        var scene = RasterScene("mosaic of 2,500 cells", wanted: 5)
        let corners = (0...50).map { row in
            (0...50).map { column in
                SIMD2(Double(column) * 16 + random(-5, 5), Double(row) * 12 + random(-4, 4))
            }
        }
        let colors = (0..<16).map { _ in color() }
        var parts: [(RasterScene.Outline, RasterScene.Fill)] = []
        for row in 0..<50 {
            for column in 0..<50 {
                let outline = RasterScene.Outline(
                    start: corners[row][column],
                    pieces: [
                        (nil, corners[row][column + 1]), (nil, corners[row + 1][column + 1]),
                        (nil, corners[row + 1][column]), (nil, corners[row][column]),
                    ])
                parts.append((outline, .solid(colors[Int(random(0, 16))])))
            }
        }
        scene.add(parts)
        return scene
    }
}
