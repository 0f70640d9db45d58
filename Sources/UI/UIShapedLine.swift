import Base
import Fonts
import Renderer

/// A line of text whose glyphs depend on one another: writing that joins or runs to the left, and pictures.
struct UIShapedLine {
    /// A glyph with its place in ems from where the line begins, on the baseline.
    struct Glyph {
        var face: StyledFace
        var number: UInt32
        var x, y: Double
    }

    private(set) var glyphs: [Glyph] = []
    /// In ems.
    private(set) var width = 0.0

    /// Nil: nothing of the text is of that kind.
    init?(_ text: String, fonts list: any FontList) {
        let levels = Bidi.levels(of: text.utf16)
        let isShaped = text.unicodeScalars.contains {
            TextShaper.needsShaping($0.value)
                || ($0.value >= 0x2000 && list.face(with: $0.value)?.face.isPictures == true)
        }
        guard levels != nil || isShaped else { return nil }
        let units = Array(text.utf16)
        var runs: [Range<Int>] = []
        for index in units.indices {
            if let last = runs.last, levels?[last.lowerBound] == levels?[index] {
                runs[runs.count - 1] = last.lowerBound..<(index + 1)
            } else {
                runs.append(index..<(index + 1))
            }
        }
        for place in Bidi.visualOrder(runs.map { levels?[$0.lowerBound] ?? 0 }) {
            let run = runs[place]
            let runsLeft = (levels?[run.lowerBound] ?? 0) & 1 == 1
            let shaped = TextShaper.shape(units, in: run, fonts: list, isRightToLeft: runsLeft)
            // The left sides of its units.
            var lefts = [Double](repeating: 0, count: run.count)
            for offset in runsLeft ? Array(lefts.indices.reversed()) : Array(lefts.indices) {
                lefts[offset] = width
                width += shaped.advances[offset]
            }
            for glyph in shaped.glyphs {
                glyphs.append(
                    Glyph(
                        face: glyph.face, number: glyph.glyph, x: lefts[glyph.unit - run.lowerBound] + glyph.x,
                        y: glyph.y))
            }
        }
    }
}

/// Shapes and pictures of the glyphs of shaped lines.
final class UIGlyphLooks {
    private let resources: RenderResources
    private var looks: [Name: Look?] = [:]

    private struct Name: Hashable {
        var face: ObjectIdentifier
        var synthesis: FontFace.Synthesis
        var number: UInt32
        /// Of pictures: how often they were halved.
        var halvings = 0
    }

    private enum Look {
        case outline(ShapeID, FontFace)
        case picture(BitmapID, GlyphPicture, FontFace)
    }

    init(_ resources: RenderResources) { self.resources = resources }

    func command(
        for glyph: UIShapedLine.Glyph, x: Double, baseline: Double, size: Double, _ color: RGBA
    ) -> RenderCommand? {
        var name = Name(
            face: ObjectIdentifier(glyph.face.face), synthesis: glyph.face.synthesis, number: glyph.number)
        if glyph.face.face.isPictures {
            // The smallest that need not be enlarged.
            var pixels = glyph.face.face.pixelsPerEm / 2
            while pixels >= size, pixels >= 8 { (name.halvings, pixels) = (name.halvings + 1, pixels / 2) }
        }
        let look: Look?
        if let known = looks[name] {
            look = known
        } else {
            look = make(glyph, halvings: name.halvings)
            looks[name] = .some(look)
        }
        let (left, top) = (x + glyph.x * size, baseline + glyph.y * size)
        switch look {
        case .outline(let shape, let face):
            let unit = size / face.unitsPerEm
            return .glyph(shape, Affine(a: unit, d: unit, tx: left, ty: top), color)
        case .picture(let bitmap, let picture, _):
            let unit = size / picture.pixelsPerEm
            return .bitmap(
                bitmap, Affine(a: unit, d: unit, tx: left + picture.x * size, ty: top + picture.y * size), .identity,
                isSmoothed: true)
        case nil: return nil
        }
    }

    private func make(_ glyph: UIShapedLine.Glyph, halvings: Int) -> Look? {
        let face = glyph.face.face
        guard face.isPictures else {
            return face.outline(ofGlyph: glyph.number, glyph.face.synthesis).map {
                .outline(resources.add(UIToolkit.shape($0)), face)
            }
        }
        guard var picture = face.picture(ofGlyph: glyph.number) else { return nil }
        for _ in 0..<halvings { picture = picture.halved }
        let pixmap = Pixmap(width: picture.width, height: picture.height)
        for (index, pixel) in picture.pixels.enumerated() { pixmap.pixels[index] = pixel }
        return .picture(resources.add(pixmap), picture, face)
    }
}
