import Base
import Fonts
import Renderer

/// Fonts of the system as text fields use them: the first of a list gives the metrics, and each character comes from the
/// first that has it. Also a font of DefineFont4, which is a file like theirs.
final class DeviceFont: TextFont {
    private let list: any FontList
    private let resources: RenderResources
    private var glyphs: [UInt32: Glyph?] = [:]
    /// Of shaped text and of fonts that have pictures for glyphs.
    private var looks: [GlyphName: GlyphLook?] = [:]
    private var faces: [FontFace] = []
    let ascent, descent, leading: Double
    /// The movie brings it: its glyphs do not stand on whole pixels, and all its text is shaped by what the font says of
    /// ligatures and kerning.
    let isEmbedded: Bool

    /// What a glyph looks like: an outline and the units of its em, or pictures, each half as large as the one before.
    enum GlyphLook {
        case outline(ShapeID, unitsPerEm: Double)
        case pictures([Picture])
    }

    /// A picture, and the place of its upper left corner from the pen in ems.
    struct Picture {
        var bitmap: BitmapID
        var pixelsPerEm, x, y: Double
    }

    private struct GlyphName: Hashable {
        var face: ObjectIdentifier
        var synthesis: FontFace.Synthesis
        var glyph: UInt32
    }

    private struct Glyph {
        var face: StyledFace
        var index: UInt32
        var advance: Double
        /// Nil: not yet made.
        var shape: ShapeID?
    }

    init?(_ list: any FontList, resources: RenderResources, isEmbedded: Bool = false) {
        guard let first = list.first?.face else { return nil }
        self.isEmbedded = isEmbedded
        self.list = list
        self.resources = resources
        (ascent, descent, leading) = (first.ascent, first.descent, first.leading)
    }

    var typographic: (ascent: Double, descent: Double) { face?.typographic ?? (ascent, descent) }

    /// The font that gives the metrics.
    var face: FontFace? { list.first?.face }

    private func glyph(_ scalar: UInt32) -> Glyph? {
        if let known = glyphs[scalar] { return known }
        var made: Glyph?
        if let face = list.face(with: scalar), let index = face.face.glyph(of: scalar) {
            made = Glyph(face: face, index: index, advance: face.face.advance(ofGlyph: index))
        }
        glyphs[scalar] = .some(made)
        return made
    }

    func advance(of scalar: UInt32) -> Double? { glyph(scalar)?.advance }

    /// Whether a character has to be shaped with its neighbours: by its writing, or since it is a picture.
    func needsShaping(_ scalar: UInt32) -> Bool {
        if isEmbedded { return true }
        // Below there are only letters that stand alone.
        guard scalar >= 0x0590 else { return false }
        return TextShaper.needsShaping(scalar) || (scalar >= 0x2000 && glyph(scalar)?.face.face.isPictures == true)
    }

    func shape(_ units: [UInt16], in range: Range<Int>, isRightToLeft: Bool) -> ShapedText {
        TextShaper.shape(units, in: range, fonts: list, isRightToLeft: isRightToLeft)
    }

    /// What a glyph of shaped text looks like; nil where its font is broken there.
    func look(of glyph: ShapedGlyph) -> GlyphLook? {
        let face = glyph.face.face
        let name = GlyphName(face: ObjectIdentifier(face), synthesis: glyph.face.synthesis, glyph: glyph.glyph)
        if let known = looks[name] { return known }
        // Its name in the table is its address, so it stays.
        if !faces.contains(where: { $0 === face }) { faces.append(face) }
        var made: GlyphLook?
        if face.isPictures {
            made = face.picture(ofGlyph: glyph.glyph).map { .pictures(pictures($0)) }
        } else if let outline = face.outline(ofGlyph: glyph.glyph, glyph.face.synthesis) {
            made = .outline(
                resources.add(VectorShape(outline, fineness: face.fineness)), unitsPerEm: face.unitsPerEm)
        }
        looks[name] = .some(made)
        return made
    }

    /// The smallest that is made of a glyph, in pixels of its em.
    private static let smallestPicture = 10.0

    private func pictures(_ largest: GlyphPicture) -> [Picture] {
        var made: [Picture] = []
        var picture = largest
        while made.isEmpty || picture.pixelsPerEm >= Self.smallestPicture {
            let pixmap = Pixmap(width: picture.width, height: picture.height)
            for (index, pixel) in picture.pixels.enumerated() { pixmap.pixels[index] = pixel }
            made.append(
                Picture(
                    bitmap: resources.add(pixmap), pixelsPerEm: picture.pixelsPerEm, x: picture.x, y: picture.y))
            picture = picture.halved
        }
        return made
    }

    func kerning(_ left: UInt32, _ right: UInt32) -> Double {
        guard let a = glyph(left), let b = glyph(right), a.face.face === b.face.face else { return 0 }
        return a.face.face.kerning(a.index, b.index)
    }

    func outline(of scalar: UInt32) -> (shape: ShapeID, unitsPerEm: Double)? {
        guard var glyph = glyph(scalar) else { return nil }
        if let shape = glyph.shape { return (shape, glyph.face.face.unitsPerEm) }
        guard let outline = glyph.face.face.outline(ofGlyph: glyph.index, glyph.face.synthesis) else { return nil }
        let shape = resources.add(VectorShape(outline, fineness: glyph.face.face.fineness))
        glyph.shape = shape
        glyphs[scalar] = .some(glyph)
        return (shape, glyph.face.face.unitsPerEm)
    }
}

extension VectorShape {
    /// A glyph as a one-layer shape whose fill 1 is its inside. `fineness` is how many of its units are one of its font's.
    init(_ outline: GlyphOutline, fineness: Int) {
        var layer = ShapeLayer(fills: [.solid(.black)])
        var bounds = TwipsRect.empty
        for edge in outline.edges {
            layer.edges.append(ShapeEdge(from: edge.from, to: edge.to, control: edge.control, fill1: 1))
            bounds = bounds.union(edge.from).union(edge.to)
            if let control = edge.control { bounds = bounds.union(control) }
        }
        self.init(layers: [layer], bounds: bounds, isNonZero: true)
        unitsPerPixel *= Double(fineness)
    }
}
