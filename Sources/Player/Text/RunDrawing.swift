import Base
import Renderer

/// Draws the glyphs of a run of text.
struct RunDrawing {
    let run: TextLayout.Run
    let text: FormattedText
    /// Shown in the place of every unit.
    var passwordUnit: UInt16?
    /// What the run's advances have been multiplied by.
    var stretch = 1.0

    /// Draws `dx` twips to the right of where the run stands in its line. `color` says what colour each unit has.
    func draw(
        into list: inout RenderList, _ state: RenderState, dx: Int, baseline: Int, color: (_ unit: Int) -> RGBA
    ) {
        let baseline = baseline + run.drop
        if let glyphs = run.glyphs, let font = run.font as? DeviceFont {
            for glyph in glyphs {
                guard let look = font.look(of: glyph.shaped) else { continue }
                let x = run.left(glyph.unit - run.range.lowerBound) + glyph.x + dx
                draw(look, into: &list, state, x: x, y: baseline + glyph.y, color(glyph.unit))
            }
            return
        }
        let size = (run.format.size ?? 12) * 20
        var left = run.x + dx
        if run.runsLeft { left += run.width }
        for (index, advance) in zip(run.range, run.advances) {
            if run.runsLeft { left -= advance }
            let scalar = passwordUnit.map { UInt32($0) } ?? text.scalar(at: index, before: run.range.upperBound).scalar
            if let (shape, em) = run.font.outline(of: scalar) {
                var place = Affine(a: size / em * stretch, d: size / em, tx: Double(left), ty: Double(baseline))
                if let turns = run.format.engine?.turns, turns & 3 != 0 {
                    place = turned(turns, scalar, left: left, advance: advance, baseline: baseline) * place
                }
                list.append(.glyph(shape, state.matrix * place, color(index)))
            }
            if !run.runsLeft { left += advance }
        }
    }

    /// Turns a glyph about the middle of its em, and puts that into the middle of its place in the line.
    private func turned(_ turns: Int, _ scalar: UInt32, left: Int, advance: Int, baseline: Int) -> Affine {
        let size = (run.format.size ?? 12) * 20
        let width = (run.font.advance(of: scalar) ?? 0) * size
        let y = Double(baseline) + (run.font.descent - run.font.ascent) / 2 * size
        let place = Affine(tx: Double(left) + Double(advance) / 2, ty: y)
        return place * Affine(quarterTurns: turns) * Affine(tx: -Double(left) - width / 2, ty: -y)
    }

    private func draw(
        _ look: DeviceFont.GlyphLook, into list: inout RenderList, _ state: RenderState, x: Int, y: Int, _ color: RGBA
    ) {
        let size = (run.format.size ?? 12) * 20
        switch look {
        case .outline(let shape, let em):
            let place = Affine(a: size / em * stretch, d: size / em, tx: Double(x), ty: Double(y))
            list.append(.glyph(shape, state.matrix * place, color))
        case .pictures(let pictures):
            // The smallest that need not be enlarged.
            let matrix = state.matrix
            let shown = (matrix.c * matrix.c + matrix.d * matrix.d).squareRoot() * size
            guard let picture = pictures.last(where: { $0.pixelsPerEm >= shown }) ?? pictures.first else { return }
            let place = Affine(
                a: size / picture.pixelsPerEm * stretch, d: size / picture.pixelsPerEm,
                tx: Double(x) + picture.x * size * stretch, ty: Double(y) + picture.y * size)
            list.append(.bitmap(picture.bitmap, matrix * place, state.colorTransform, isSmoothed: true))
        }
    }
}

extension Affine {
    /// Clockwise, about the origin.
    init(quarterTurns: Int) {
        switch quarterTurns & 3 {
        case 1: self.init(a: 0, b: 1, c: -1, d: 0)
        case 2: self.init(a: -1, d: -1)
        case 3: self.init(a: 0, b: -1, c: 1, d: 0)
        default: self.init()
        }
    }
}
