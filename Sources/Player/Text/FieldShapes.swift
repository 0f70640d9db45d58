import Base
import Renderer

/// The pictures of a text field: its box, its selection and its glyphs.
struct FieldShapes {
    /// The shapes are those of the field as it is now.
    var isCurrent = false
    private var background: Owned?
    private var selection: Owned?
    /// Underlines and the caret.
    private var marks: Owned?

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
        if let selection { list.append(.shape(selection.id, state.matrix, state.colorTransform)) }
        renderGlyphs(field, into: &list, state)
        if let marks { list.append(.shape(marks.id, state.matrix, state.colorTransform)) }
        if isUpright { list.append(.clipPop) }
    }

    private func renderGlyphs(_ field: EditText, into list: inout RenderList, _ state: RenderState) {
        let layout = field.layout
        let selected = Self.shownSelection(of: field)
        Self.forEachLine(field) { line, dx, baseline in
            for run in line.runs {
                let size = (run.format.size ?? 12) * 20
                let stretch = run.font is DeviceFont ? layout.deviceStretch : 1
                let color = state.colorTransform.apply(RGBA(rgb: run.format.color ?? 0))
                var left = run.x + dx
                for (index, advance) in zip(run.range, run.advances) {
                    let scalar =
                        field.isPassword ? 0x2A : field.content.scalar(at: index, before: run.range.upperBound).scalar
                    if let (shape, em) = run.font.outline(of: scalar) {
                        let place = Affine(
                            a: size / em * stretch, d: size / em, tx: Double(left), ty: Double(baseline))
                        let isSelected = selected?.range.contains(index) ?? false
                        list.append(
                            .glyph(shape, state.matrix * place, isSelected ? selected!.textColor : color))
                    }
                    left += advance
                }
            }
            if let bulletX = line.bulletX, let run = line.runs.first, let (shape, em) = run.font.outline(of: 0x2022) {
                let scale = (run.format.size ?? 12) * 20 / em
                let place = Affine(a: scale, d: scale, tx: Double(bulletX + dx), ty: Double(baseline))
                list.append(
                    .glyph(shape, state.matrix * place, state.colorTransform.apply(RGBA(rgb: run.format.color ?? 0))))
            }
        }
    }

    /// Calls `body` with each line that shows, what is added to its x to get twips of the field, and its baseline.
    private static func forEachLine(_ field: EditText, _ body: (TextLayout.Line, Int, Int) -> Void) {
        let lines = field.layout.lines
        guard field.scroll >= 1, field.scroll <= lines.count else { return }
        let dx = Int(field.box.xMin) + EditText.gutter - LineBreaker.twips(field.hscroll)
        let dy = Int(field.box.yMin) + EditText.gutter - lines[field.scroll - 1].y
        for line in lines[(field.scroll - 1)...] {
            if dy + line.y > Int(field.box.yMax) { break }
            body(line, dx, dy + line.baseline)
        }
    }

    /// The selection as it is drawn: what it covers, its colour and that of the text on it. In the field with the focus
    /// it is black, elsewhere it shows only where the field says so, in grey.
    private static func shownSelection(of field: EditText) -> (range: Range<Int>, color: RGBA, textColor: RGBA)? {
        guard let range = field.selection?.range, !range.isEmpty else { return nil }
        if field.player.focus.focused === field { return (range, .black, RGBA(rgb: 0xFF_FFFF)) }
        guard field.alwaysShowsSelection else { return nil }
        return (range, RGBA(rgb: 0x80_8080), RGBA(rgb: 0xFF_FFFF))
    }

    private mutating func update(_ field: EditText) {
        isCurrent = true
        background = nil
        selection = nil
        marks = nil
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

    /// Underlines, the selection, and the caret of the field that has the focus.
    private mutating func updateMarks(_ field: EditText, _ resources: RenderResources) {
        var below: [ShapeLayer] = []
        var above: [ShapeLayer] = []
        func bar(_ left: Int, _ top: Int, _ width: Int, _ height: Int, _ color: RGBA) -> ShapeLayer {
            var layer = ShapeLayer(fills: [.solid(color)])
            let box = TwipsRect(
                xMin: Int32(clamping: left), xMax: Int32(clamping: left + width), yMin: Int32(clamping: top),
                yMax: Int32(clamping: top + height))
            Self.addRectangle(box, to: &layer, fill: true, line: false)
            return layer
        }
        let layout = field.layout
        let selected = Self.shownSelection(of: field)
        var caret: (x: Int, line: Int)?
        if field.player.focus.focused === field, field.isEditable, let selection = field.selection,
            selection.range.isEmpty
        {
            caret = layout.caret(at: selection.caret)
        }
        var number = field.scroll - 1
        Self.forEachLine(field) { line, dx, baseline in
            for run in line.runs where run.format.underline == true {
                above.append(bar(run.x + dx, baseline + 20, run.width, 20, RGBA(rgb: run.format.color ?? 0)))
            }
            if let selected, let extent = layout.extent(of: selected.range, inLine: number) {
                below.append(
                    bar(
                        extent.left + dx, baseline - line.ascent, extent.right - extent.left, line.height,
                        selected.color))
            }
            if let caret, caret.line == number {
                let color = line.runs.first?.format.color ?? field.content.defaultFormat.color ?? 0
                above.append(
                    bar(caret.x + dx, baseline - line.ascent, 20, max(20, line.height), RGBA(rgb: color)))
            }
            number += 1
        }
        let bounds = Self.grown(field.box, 20)
        if !below.isEmpty { selection = Owned(VectorShape(layers: below, bounds: bounds), resources) }
        if !above.isEmpty { marks = Owned(VectorShape(layers: above, bounds: bounds), resources) }
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
