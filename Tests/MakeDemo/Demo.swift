import Base
import SWF
import TestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// The demo movie: a boat on the sea at dusk, five seconds that join end to start. It shows gradients, morphs, sprites
/// in motion, a mask, colour transforms and static text, and has no script.
struct Demo {
    static let frames = 120
    private static let orange = RGBA(rgb: 0xFFAD33)
    private static let blue = RGBA(rgb: 0x37528C)
    private static let cream = RGBA(rgb: 0xFFF3DC)

    /// The characters of the movie.
    private enum ID: CharacterID {
        case sky = 1, sun, halo, rayShape, rays, farWave, nearWave, hull, mast, sail, jib, boat, puff, cloud
        case font, title, litTitle, lens, reflection
    }

    private var movie = SWFWriter(version: 8)

    static func file() -> [UInt8] {
        var demo = Demo()
        demo.defineScenery()
        demo.defineWaves()
        demo.defineBoat()
        demo.defineTitle()
        demo.placeEverything()
        for frame in 0..<frames {
            if frame > 0 { demo.moveEverything(frame) }
            demo.movie.showFrame()
        }
        return demo.movie.file(.zlib)
    }

    // MARK: Characters

    private mutating func defineScenery() {
        movie.setBackgroundColor(Self.blue)
        let sky = Gradient(stops: [
            GradientStop(ratio: 0, color: RGBA(rgb: 0x1B2B52)), GradientStop(ratio: 110, color: Self.blue),
            GradientStop(ratio: 200, color: RGBA(rgb: 0xC98A5E)), GradientStop(ratio: 255, color: Self.orange),
        ])
        define(
            .sky, .rectangle(x: 0, y: 0, width: 550, height: 400),
            .linearGradient(sky, Self.gradientBox(x: 275, y: 150, width: 300, height: 300, angle: .pi / 2)))
        define(
            .sun, .circle(x: 0, y: 0, radius: 46),
            radial([(0, Self.cream), (150, RGBA(rgb: 0xFFD48A)), (255, Self.orange)], radius: 46))
        define(
            .halo, .circle(x: 0, y: 0, radius: 150),
            radial([(60, Self.orange.faded(150)), (255, Self.orange.faded(0))], radius: 150))
        define(
            .rayShape, .star(x: 0, y: 0, points: 14, outer: 260, inner: 70),
            radial([(40, Self.cream.faded(110)), (255, Self.orange.faded(0))], radius: 260))
        movie.defineSprite(id: ID.rays.rawValue) { sprite in
            sprite.place(ID.rayShape.rawValue, depth: 1)
            for frame in 0..<Self.frames {
                // Two points of the star further after a round, where it looks the same again.
                let angle = Double(frame) / Double(Self.frames) * 2 * 2 * .pi / 14
                if frame > 0 { sprite.move(depth: 1, Self.matrix(angle: angle)) }
                sprite.showFrame()
            }
        }
        define(.puff, .circle(x: 0, y: 0, radius: 20), .solid(RGBA(rgb: 0xDFD3D3)))
        movie.defineSprite(id: ID.cloud.rawValue) { sprite in
            for (index, puff) in [(0.0, 0.0, 1.0), (24, -10, 1.3), (52, -4, 1.1), (74, 4, 0.8), (34, 6, 1.0)]
                .enumerated()
            {
                sprite.place(
                    ID.puff.rawValue, depth: Depth(index + 1), Self.matrix(x: puff.0, y: puff.1, scale: puff.2))
            }
            sprite.showFrame()
        }
    }

    private mutating func defineWaves() {
        let far = [RGBA(rgb: 0x4A679F), RGBA(rgb: 0x2A3F70)]
        let near = [Self.blue, RGBA(rgb: 0x16233F)]
        movie.defineMorphShape(
            id: ID.farWave.rawValue, from: Self.wave(y: 262, height: 16), waterFill(far, top: 250),
            to: Self.wave(y: 266, height: -16), waterFill(far, top: 254))
        movie.defineMorphShape(
            id: ID.nearWave.rawValue, from: Self.wave(y: 312, height: -26), waterFill(near, top: 296),
            to: Self.wave(y: 306, height: 26), waterFill(near, top: 292))
        movie.defineMorphShape(
            id: ID.reflection.rawValue, from: Self.ripples([58, 26, 40]), .solid(Self.orange.faded(170)),
            to: Self.ripples([40, 48, 18]), .solid(Self.cream.faded(110)))
    }

    /// The sun's light on the water: three flat spots of these half widths, one below the other.
    private static func ripples(_ widths: [Double]) -> ShapePath {
        var path = ShapePath()
        for (index, width) in widths.enumerated() {
            path.append(.ellipse(x: 0, y: Double(index) * 12, radiusX: width, radiusY: 3.2 - 0.5 * Double(index)))
        }
        return path
    }

    private func waterFill(_ colors: [RGBA], top: Double) -> FillStyle {
        let stops = [GradientStop(ratio: 0, color: colors[0]), GradientStop(ratio: 255, color: colors[1])]
        let box = Self.gradientBox(x: 275, y: top + 80, width: 160, height: 160, angle: .pi / 2)
        return .linearGradient(Gradient(stops: stops), box)
    }

    private mutating func defineBoat() {
        var hull = ShapePath()
        hull.move(-62, 0)
        hull.line(66, 0)
        hull.curve(52, 34, 20, 34)
        hull.line(-34, 34)
        hull.curve(-56, 34, -62, 0)
        var line = LineStyle(width: 40, fill: .solid(RGBA(rgb: 0x16233F)))
        line.join = .miter(limit: 3)
        movie.defineShape(id: ID.hull.rawValue, hull, fill: .solid(RGBA(rgb: 0xA4452C)), line: line)
        define(.mast, .rectangle(x: -2, y: -118, width: 4, height: 120), .solid(RGBA(rgb: 0x3B2A20)))
        var sail = ShapePath()
        sail.move(4, -114)
        sail.curve(58, -60, 50, -12)
        sail.line(4, -12)
        sail.line(4, -114)
        define(.sail, sail, radial([(0, Self.cream), (255, Self.orange)], radius: 110))
        var jib = ShapePath()
        jib.move(-5, -104)
        jib.curve(-14, -50, -48, -14)
        jib.line(-5, -14)
        jib.line(-5, -104)
        define(.jib, jib, .solid(Self.cream))
        movie.defineSprite(id: ID.boat.rawValue) { sprite in
            for (index, part) in [ID.mast, .sail, .jib, .hull].enumerated() {
                sprite.place(part.rawValue, depth: Depth(index + 1))
            }
            sprite.showFrame()
        }
    }

    private mutating func defineTitle() {
        let lettering = Lettering(id: ID.font.rawValue)
        movie.defineFont(lettering.font)
        let size = 76.0
        let glyphs = lettering.run("RuffleX11", size: size)
        let width = Double(glyphs.reduce(0) { $0 + $1.advance }) / 20
        for (id, color) in [(ID.title, Self.cream), (.litTitle, Self.orange)] {
            let record = TextRecord(
                font: ID.font.rawValue, height: UInt16(size * 20), color: color,
                xOffset: Int16(-width * 10), yOffset: 0, glyphs: glyphs)
            movie.defineText(
                DefineText(
                    version: 2, id: id.rawValue,
                    bounds: TwipsRect(
                        xMin: Int32(-width * 10), xMax: Int32(width * 10), yMin: Int32(-size * 16), yMax: 60),
                    matrix: .identity, records: [record]))
        }
        define(.lens, .circle(x: 0, y: 0, radius: 48), .solid(.black))
    }

    // MARK: The timeline

    private mutating func placeEverything() {
        movie.place(ID.sky.rawValue, depth: 1)
        movie.place(ID.rays.rawValue, depth: 2, sunMatrix(0))
        movie.place(ID.halo.rawValue, depth: 3, sunMatrix(0))
        movie.place(ID.sun.rawValue, depth: 4, sunMatrix(0))
        movie.place(
            ID.cloud.rawValue, depth: 5, cloudMatrix(0, 0),
            colorTransform: ColorTransform(redMultiplier: 220, greenMultiplier: 225, blueMultiplier: 256))
        movie.place(ID.cloud.rawValue, depth: 6, cloudMatrix(1, 0))
        movie.place(ID.farWave.rawValue, depth: 10, ratio: waveRatio(0))
        movie.place(ID.reflection.rawValue, depth: 11, reflectionMatrix(0), ratio: waveRatio(0))
        movie.place(ID.boat.rawValue, depth: 12, boatMatrix(0))
        movie.place(ID.nearWave.rawValue, depth: 14, ratio: waveRatio(0))
        movie.place(ID.title.rawValue, depth: 20, Self.matrix(x: 275, y: 92))
        movie.place(ID.lens.rawValue, depth: 21, lensMatrix(0), clipDepth: 22)
        movie.place(ID.litTitle.rawValue, depth: 22, Self.matrix(x: 275, y: 92))
    }

    private mutating func moveEverything(_ frame: Int) {
        for depth in Depth(2)...4 { movie.move(depth: depth, sunMatrix(frame)) }
        movie.move(depth: 5, cloudMatrix(0, frame))
        movie.move(depth: 6, cloudMatrix(1, frame))
        movie.move(depth: 10, ratio: waveRatio(frame))
        movie.move(depth: 11, reflectionMatrix(frame), ratio: waveRatio(frame))
        movie.move(depth: 12, boatMatrix(frame))
        movie.move(depth: 14, ratio: waveRatio(frame))
        movie.move(depth: 21, lensMatrix(frame))
    }

    /// 0 to 2π over the movie.
    private func turn(_ frame: Int) -> Double { Double(frame) / Double(Self.frames) * 2 * .pi }

    private func sunMatrix(_ frame: Int) -> Matrix {
        Self.matrix(x: 392 + 22 * cos(turn(frame)), y: 196 - 16 * sin(turn(frame)))
    }

    private func reflectionMatrix(_ frame: Int) -> Matrix {
        Self.matrix(x: 392 + 22 * cos(turn(frame)), y: 284 + 3 * sin(2 * turn(frame)))
    }

    /// Clouds cross the whole stage and half as much again, so that the jump at the end is not seen.
    private func cloudMatrix(_ index: Int, _ frame: Int) -> Matrix {
        let way = (Double(frame) / Double(Self.frames) + Double(index) * 0.55).truncatingRemainder(dividingBy: 1)
        return Self.matrix(x: -160 + 780 * way, y: 128 + 34 * Double(index), scale: index == 0 ? 1 : 0.72)
    }

    private func boatMatrix(_ frame: Int) -> Matrix {
        Self.matrix(
            x: 176 + 30 * sin(turn(frame)), y: 268 + 7 * sin(2 * turn(frame)), angle: 0.09 * cos(2 * turn(frame)))
    }

    private func lensMatrix(_ frame: Int) -> Matrix { Self.matrix(x: 275 - 215 * cos(turn(frame)), y: 66) }

    private func waveRatio(_ frame: Int) -> UInt16 { UInt16(65535 * (0.5 - 0.5 * cos(2 * turn(frame)))) }

    // MARK: Tools

    private mutating func define(_ id: ID, _ path: ShapePath, _ fill: FillStyle) {
        movie.defineShape(id: id.rawValue, path, fill: fill)
    }

    /// Stops of ratio and colour around the origin.
    private func radial(_ stops: [(ratio: UInt8, color: RGBA)], radius: Double) -> FillStyle {
        let gradient = Gradient(stops: stops.map { GradientStop(ratio: $0.ratio, color: $0.color) })
        return .radialGradient(gradient, Self.gradientBox(x: 0, y: 0, width: radius * 2, height: radius * 2, angle: 0))
    }

    /// The matrix of a gradient that spans a box around `x`, `y`: its square is 1638.4 pixels wide.
    private static func gradientBox(x: Double, y: Double, width: Double, height: Double, angle: Double) -> Matrix {
        let (sx, sy) = (width / 1638.4, height / 1638.4)
        return Matrix(
            a: Float(cos(angle) * sx), b: Float(sin(angle) * sx), c: Float(-sin(angle) * sy),
            d: Float(cos(angle) * sy), tx: Twips(pixels: x).raw, ty: Twips(pixels: y).raw)
    }

    private static func matrix(x: Double = 0, y: Double = 0, scale: Double = 1, angle: Double = 0) -> Matrix {
        Matrix(
            a: Float(scale * cos(angle)), b: Float(scale * sin(angle)), c: Float(-scale * sin(angle)),
            d: Float(scale * cos(angle)), tx: Twips(pixels: x).raw, ty: Twips(pixels: y).raw)
    }

    /// Water from a waving line at `y` down to below the stage. A negative `height` begins with a trough.
    private static func wave(y: Double, height: Double) -> ShapePath {
        var path = ShapePath()
        path.move(-20, y)
        for index in 0..<8 {
            let x = -20 + Double(index) * 74
            let up = index % 2 == 0 ? -height : height
            path.curve(x + 37, y + up, x + 74, y)
        }
        path.line(572, 420)
        path.line(-20, 420)
        path.line(-20, y)
        return path
    }
}

extension RGBA {
    /// The same colour with another alpha.
    fileprivate func faded(_ alpha: UInt8) -> RGBA { RGBA(red: red, green: green, blue: blue, alpha: alpha) }
}
