import Base
import Fonts
import Renderer

/// Colours of the program: white labels and orange controls on blue.
public enum UIColors {
    public static let blue = RGBA(rgb: 0x37528C)
    public static let orange = RGBA(rgb: 0xFFAD33)
    public static let white = RGBA.white
    /// Under the pointer.
    public static let lightBlue = RGBA(rgb: 0x4C6AA8)
    public static let darkBlue = RGBA(rgb: 0x263B68)
    /// Behind everything.
    public static let deepBlue = RGBA(rgb: 0x1D2C4F)
    /// What matters less than white.
    public static let paleBlue = RGBA(rgb: 0xBAC7E4)
    /// On orange.
    public static let ink = RGBA(rgb: 0x1D2C4F)
    /// Over what is behind a dialog.
    public static let shade = RGBA(red: 0x10, green: 0x18, blue: 0x2C, alpha: 190)
}

/// Shapes and letters of the user interface in the renderer's resources, each made when first used.
public final class UIToolkit {
    public let resources: RenderResources
    private let fonts: SystemFonts
    private var faces: [Bool: any FontList] = [:]
    private var glyphs: [GlyphKey: Glyph?] = [:]
    private var panels: [Panel: ShapeID] = [:]
    private var icons: [UIIcon: ShapeID] = [:]
    private let looks: UIGlyphLooks

    private struct GlyphKey: Hashable {
        var scalar: UInt32
        var isBold: Bool
    }
    private struct Glyph {
        var shape: ShapeID?
        var unitsPerEm, advance: Double
    }
    private struct Panel: Hashable { var width, height, radius: Int }

    public init(resources: RenderResources, fonts: SystemFonts = SystemFonts()) {
        self.resources = resources
        self.fonts = fonts
        looks = UIGlyphLooks(resources)
    }

    private func list(isBold: Bool) -> (any FontList)? {
        if let known = faces[isBold] { return known }
        let found = fonts.list(FontRequest("_sans", isBold: isBold))
        faces[isBold] = found
        return found
    }

    private func glyph(_ scalar: UInt32, isBold: Bool) -> Glyph? {
        let key = GlyphKey(scalar: scalar, isBold: isBold)
        if let known = glyphs[key] { return known }
        var made: Glyph?
        // What no font has shows as a box, so that it does not go unseen.
        for candidate in [scalar, 0x25A1, 0x3F] {
            guard let face = list(isBold: isBold)?.face(with: candidate), let index = face.face.glyph(of: candidate)
            else { continue }
            let shape = face.face.outline(ofGlyph: index, face.synthesis).map { resources.add(Self.shape($0)) }
            made = Glyph(
                shape: shape, unitsPerEm: face.face.unitsPerEm, advance: face.face.advance(ofGlyph: index))
            break
        }
        glyphs[key] = .some(made)
        return made
    }

    static func shape(_ outline: GlyphOutline) -> VectorShape {
        let edges = outline.edges.map { ShapeEdge(from: $0.from, to: $0.to, control: $0.control, fill1: 1) }
        var bounds = TwipsRect.empty
        for edge in edges { bounds = bounds.union(edge.from).union(edge.control).union(edge.to) }
        return VectorShape(
            layers: [ShapeLayer(fills: [.solid(.white)], edges: edges)], bounds: bounds, isNonZero: true)
    }

    /// The width of a line of text at a font size, both in pixels.
    public func width(of text: String, size: Double, isBold: Bool = false) -> Double {
        if let shaped = shaped(text, isBold: isBold) { return shaped.width * size }
        return text.unicodeScalars.reduce(0) { $0 + (glyph($1.value, isBold: isBold)?.advance ?? 0) * size }
    }

    /// `text`, cut to `width` pixels with an ellipsis where it is longer.
    public func fitted(_ text: String, width: Double, size: Double, isBold: Bool = false) -> String {
        if self.width(of: text, size: size, isBold: isBold) <= width { return text }
        let room = width - self.width(of: "…", size: size, isBold: isBold)
        var used = 0.0
        var kept = ""
        for character in text {
            used += self.width(of: String(character), size: size, isBold: isBold)
            if used > room { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// Calls `body` with what draws each glyph.
    func layOut(
        _ text: String, x: Double, baseline: Double, size: Double, isBold: Bool, _ color: RGBA,
        _ body: (RenderCommand) -> Void
    ) {
        if let shaped = shaped(text, isBold: isBold) {
            for glyph in shaped.glyphs {
                if let command = looks.command(for: glyph, x: x, baseline: baseline, size: size, color) {
                    body(command)
                }
            }
            return
        }
        var pen = x
        for scalar in text.unicodeScalars {
            guard let glyph = glyph(scalar.value, isBold: isBold) else { continue }
            if let shape = glyph.shape {
                let unit = size / glyph.unitsPerEm
                body(.glyph(shape, Affine(a: unit, d: unit, tx: pen, ty: baseline), color))
            }
            pen += glyph.advance * size
        }
    }

    /// Text with glyphs that depend on their neighbours or that are pictures; nil where it has none.
    private func shaped(_ text: String, isBold: Bool) -> UIShapedLine? {
        guard text.utf8.contains(where: { $0 >= 0xD6 }), let list = list(isBold: isBold) else { return nil }
        return UIShapedLine(text, fonts: list)
    }

    /// A rectangle with round corners, in pixels.
    func panel(width: Int, height: Int, radius: Int) -> ShapeID {
        let panel = Panel(width: width, height: height, radius: radius)
        if let id = panels[panel] { return id }
        if panels.count >= 64 {
            for id in panels.values { resources.remove(id) }
            panels = [:]
        }
        var sketch = ShapeSketch()
        sketch.fillRounded(x: 0, y: 0, width: Double(width), height: Double(height), radius: Double(radius))
        let id = resources.add(sketch.shape)
        panels[panel] = id
        return id
    }

    func icon(_ icon: UIIcon) -> ShapeID {
        if let id = icons[icon] { return id }
        let id = resources.add(icon.shape)
        icons[icon] = id
        return id
    }
}

/// Little pictures, drawn on a square of 16 pixels.
public enum UIIcon: Hashable, Sendable {
    case gear, plus, star, folder, movie, search, up, list, grid

    var shape: VectorShape {
        var sketch = ShapeSketch(strokeWidth: 1.6)
        func circle(_ x: Double, _ y: Double, _ radius: Double) {
            var points: [(Double, Double)] = []
            for step in 0..<16 {
                let (dx, dy) = Self.directions[step]
                points.append((x + dx * radius, y + dy * radius))
            }
            sketch.stroke(points, isClosed: true)
        }
        switch self {
        case .gear:
            circle(8, 8, 4)
            for step in stride(from: 0, to: 16, by: 2) {
                let (dx, dy) = Self.directions[step]
                sketch.stroke([(8 + dx * 5, 8 + dy * 5), (8 + dx * 7, 8 + dy * 7)])
            }
        case .plus:
            sketch.stroke([(8, 2), (8, 14)])
            sketch.stroke([(2, 8), (14, 8)])
        case .star:
            sketch.fill([
                (8, 1), (10, 6), (15, 6.3), (11, 9.6), (12.4, 15), (8, 12), (3.6, 15), (5, 9.6), (1, 6.3), (6, 6),
            ])
        case .folder: sketch.stroke([(1, 3), (6, 3), (8, 5), (15, 5), (15, 13), (1, 13)], isClosed: true)
        case .movie:
            sketch.stroke([(2, 2), (14, 2), (14, 14), (2, 14)], isClosed: true)
            sketch.fill([(6, 5), (11.5, 8), (6, 11)])
        case .search:
            circle(6.5, 6.5, 4.5)
            sketch.stroke([(10, 10), (14.5, 14.5)])
        case .list: for y in [3.0, 8, 13] { sketch.stroke([(2, y), (14, y)]) }
        case .grid:
            for (x, y) in [(2.0, 2.0), (9, 2), (2, 9), (9, 9)] {
                sketch.fillRounded(x: x, y: y, width: 5, height: 5, radius: 1)
            }
        case .up:
            sketch.stroke([(8, 14), (8, 3)])
            sketch.stroke([(3, 8), (8, 3), (13, 8)])
        }
        return sketch.shape
    }

    /// Sixteen directions around a circle.
    private static let directions: [(Double, Double)] = [
        (1, 0), (0.924, 0.383), (0.707, 0.707), (0.383, 0.924), (0, 1), (-0.383, 0.924), (-0.707, 0.707),
        (-0.924, 0.383), (-1, 0), (-0.924, -0.383), (-0.707, -0.707), (-0.383, -0.924), (0, -1), (0.383, -0.924),
        (0.707, -0.707), (0.924, -0.383),
    ]
}
