import Base
import Fonts
import Renderer

/// Fonts of the system as text fields use them: the first of a list gives the metrics, and each character comes from the
/// first that has it.
final class DeviceFont: TextFont {
    private let list: any FontList
    private let resources: RenderResources
    private var glyphs: [UInt32: Glyph?] = [:]
    let ascent, descent, leading: Double

    private struct Glyph {
        var face: StyledFace
        var index: UInt32
        var advance: Double
        /// Nil: not yet made.
        var shape: ShapeID?
    }

    init?(_ list: any FontList, resources: RenderResources) {
        guard let first = list.first?.face else { return nil }
        self.list = list
        self.resources = resources
        (ascent, descent, leading) = (first.ascent, first.descent, first.leading)
    }

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
