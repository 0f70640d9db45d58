import Base
import Renderer

/// The pictures of a text field: its box, its selection and its glyphs.
struct FieldShapes {
    /// The shapes are those of the field as it is now.
    var isCurrent = false
    private var background: Owned?
    private var underlines: Owned?

    /// A shape that goes with its owner.
    private final class Owned {
        let id: ShapeID
        private let resources: RenderResources

        init(_ shape: VectorShape, _ resources: RenderResources) {
            id = resources.add(shape)
            self.resources = resources
        }

        deinit { resources.remove(id) }
    }

    mutating func render(_ field: EditText, into list: inout RenderList, _ state: RenderState) {
        if !isCurrent { update(field) }
        if let background { list.append(.shape(background.id, state.matrix, state.colorTransform)) }
        let inner = TwipsRect(
            xMin: field.box.xMin &+ 40, xMax: max(field.box.xMin &+ 40, field.box.xMax &- 40),
            yMin: field.box.yMin &+ 40, yMax: max(field.box.yMin &+ 40, field.box.yMax &- 20))
        // Only whole pixels can be clipped to; a rotated field is not clipped.
        let isUpright = state.matrix.b == 0 && state.matrix.c == 0
        if isUpright { list.append(.clipPush(state.matrix.pixelBounds(of: inner))) }
        renderGlyphs(field, into: &list, state)
        if let underlines { list.append(.shape(underlines.id, state.matrix, state.colorTransform)) }
        if isUpright { list.append(.clipPop) }
    }

    private func renderGlyphs(_ field: EditText, into list: inout RenderList, _ state: RenderState) {
        Self.forEachLine(field) { line, x, y in
            for run in line.runs {
                let size = run.format.size ?? 12
                let color = state.colorTransform.apply(RGBA(rgb: run.format.color ?? 0))
                var left = x + (run.x - line.x)
                for (index, advance) in zip(run.range, run.advances) {
                    let unit = field.isPassword ? 0x2A : field.content.units[index]
                    if let (shape, em) = run.font.outline(of: unit) {
                        let scale = size * 20 / em
                        list.append(
                            .glyph(shape, state.matrix * Affine(a: scale, d: scale, tx: left * 20, ty: y * 20), color))
                    }
                    left += advance
                }
            }
            if let bulletX = line.bulletX, let run = line.runs.first, let (shape, em) = run.font.outline(of: 0x2022) {
                let scale = (run.format.size ?? 12) * 20 / em
                let place = Affine(a: scale, d: scale, tx: (x - line.x + bulletX) * 20, ty: y * 20)
                list.append(
                    .glyph(shape, state.matrix * place, state.colorTransform.apply(RGBA(rgb: run.format.color ?? 0))))
            }
        }
    }

    /// Calls `body` with each line that shows, the x of its start and the y of its baseline, in pixels of the field.
    private static func forEachLine(_ field: EditText, _ body: (TextLayout.Line, Double, Double) -> Void) {
        let lines = field.layout.lines
        guard field.scroll >= 1, field.scroll <= lines.count else { return }
        let top = lines[field.scroll - 1].y
        let originX = Double(field.box.xMin) / 20 + EditText.gutter - field.hscroll
        let originY = Double(field.box.yMin) / 20 + EditText.gutter - top
        let bottom = Double(field.box.yMax) / 20
        for line in lines[(field.scroll - 1)...] {
            if originY + line.y > bottom { break }
            body(line, originX + line.x, originY + line.baseline)
        }
    }

    private mutating func update(_ field: EditText) {
        isCurrent = true
        background = nil
        underlines = nil
        let resources = field.player.resources
        if field.hasBackground || field.hasBorder {
            var layer = ShapeLayer()
            if field.hasBackground { layer.fills = [.solid(RGBA(rgb: field.backgroundColor))] }
            if field.hasBorder {
                var stroke = Stroke(width: 20, paint: .solid(RGBA(rgb: field.borderColor)))
                stroke.pixelHinting = true
                stroke.join = .miter(limit: 3)
                layer.strokes = [stroke]
            }
            Self.addRectangle(field.box, to: &layer, fill: field.hasBackground, line: field.hasBorder)
            background = Owned(VectorShape(layers: [layer], bounds: Self.grown(field.box, 20)), resources)
        }
        updateMarks(field, resources)
    }

    /// Underlines, and the selection or the caret of the field that has the focus.
    private mutating func updateMarks(_ field: EditText, _ resources: RenderResources) {
        var layers: [ShapeLayer] = []
        func add(_ left: Double, _ top: Double, _ width: Double, _ height: Double, _ color: RGBA) {
            var layer = ShapeLayer(fills: [.solid(color)])
            let box = TwipsRect(
                xMin: Twips(pixels: left).raw, xMax: Twips(pixels: left + width).raw, yMin: Twips(pixels: top).raw,
                yMax: Twips(pixels: top + height).raw)
            Self.addRectangle(box, to: &layer, fill: true, line: false)
            layers.append(layer)
        }
        Self.forEachLine(field) { line, x, y in
            for run in line.runs where run.format.underline == true {
                add(x + run.x - line.x, y + 1, run.width, 1, RGBA(rgb: run.format.color ?? 0))
            }
            guard field.player.focus.focused === field, let selection = field.selection else { return }
            if selection.range.isEmpty, field.isEditable,
                field.layout.lines[field.layout.line(of: selection.caret)].range == line.range
            {
                let caret = field.layout.caret(at: selection.caret)
                add(x - line.x + caret.x, y - line.ascent, 1, max(1, line.height), .black)
            }
        }
        guard !layers.isEmpty else { return }
        underlines = Owned(VectorShape(layers: layers, bounds: Self.grown(field.box, 20)), resources)
    }

    private static func grown(_ box: TwipsRect, _ twips: Int32) -> TwipsRect {
        TwipsRect(xMin: box.xMin &- twips, xMax: box.xMax &+ twips, yMin: box.yMin &- twips, yMax: box.yMax &+ twips)
    }

    private static func addRectangle(_ box: TwipsRect, to layer: inout ShapeLayer, fill: Bool, line: Bool) {
        let corners = [
            TwipsPoint(x: box.xMin, y: box.yMin), TwipsPoint(x: box.xMax, y: box.yMin),
            TwipsPoint(x: box.xMax, y: box.yMax), TwipsPoint(x: box.xMin, y: box.yMax),
        ]
        for index in 0..<4 {
            layer.edges.append(
                ShapeEdge(
                    from: corners[index], to: corners[(index + 1) % 4], fill1: fill ? 1 : 0, line: line ? 1 : 0))
        }
    }
}
