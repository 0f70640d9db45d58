import Base
import Renderer

/// The pictures of a text field: its box, its selection, its glyphs and its caret.
///
/// Where the field stands upright on the screen all but the glyphs lies on whole device pixels, and lines are one of
/// them wide, whatever the scale.
struct FieldShapes {
    /// The shapes are those of the field as it is now.
    var isCurrent = false
    private var boxShape: Owned?
    private var below: [Bar] = []
    private var above: [Bar] = []
    private var belowShape: Owned?
    private var aboveShape: Owned?
    private var caret: [Bar] = []
    private var caretShape: Owned?

    /// A filled rectangle in twips of the field.
    private struct Bar {
        enum Kind { case area, horizontalLine, verticalLine }

        var box: TwipsRect
        var color: RGBA
        var kind: Kind
    }

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
        let placement = Placement(state.matrix)
        // Device text can only be drawn upright; what is turned or mirrored does not show at all.
        if !field.usesEmbeddedFonts && !placement.isUpright { return }
        if !isCurrent { update(field) }
        renderBox(field, into: &list, state, placement)
        let inner = TwipsRect(
            xMin: field.box.xMin &+ 40, xMax: max(field.box.xMin &+ 40, field.box.xMax &- 40), yMin: field.box.yMin,
            yMax: max(field.box.yMin, field.box.yMax))
        // Only whole pixels can be clipped to; a rotated field is not clipped. Quirk: neither is one that is a mask.
        let isClipped = placement.isAligned && !state.isMask
        if isClipped { list.append(.clipPush(state.matrix.pixelBounds(of: inner))) }
        Self.renderBars(below, &belowShape, field, into: &list, state, placement)
        list.add(childrenOf: field, state)
        renderGlyphs(field, into: &list, state)
        Self.renderBars(above, &aboveShape, field, into: &list, state, placement)
        if isClipped { list.append(.clipPop) }
        // The caret may stand in the gutter, behind text that is set to the right.
        Self.renderBars(caret, &caretShape, field, into: &list, state, placement)
    }

    /// How a field lies on the screen.
    private struct Placement {
        /// Its sides lie along those of the screen.
        let isAligned: Bool
        /// And it is neither mirrored nor turned.
        let isUpright: Bool

        /// A turn by less than a third of a degree is none that anyone sees.
        private static let smallestTurn = 0.006

        init(_ matrix: Affine) {
            let isStraight =
                abs(matrix.b) <= Self.smallestTurn * abs(matrix.a) && abs(matrix.c) <= Self.smallestTurn * abs(matrix.d)
            let isTurned =
                abs(matrix.a) <= Self.smallestTurn * abs(matrix.b) && abs(matrix.d) <= Self.smallestTurn * abs(matrix.c)
            isAligned = isStraight || isTurned
            isUpright = isStraight && matrix.a >= 0 && matrix.d >= 0
        }
    }

    // MARK: Box

    private mutating func renderBox(
        _ field: EditText, into list: inout RenderList, _ state: RenderState, _ placement: Placement
    ) {
        guard field.hasBackground || field.hasBorder else { return }
        guard placement.isAligned, !state.isMask else {
            if boxShape == nil { boxShape = Owned(Self.box(of: field), field.player.resources) }
            if let boxShape { list.append(.shape(boxShape.id, state.matrix, state.colorTransform)) }
            return
        }
        let area = Self.pixels(field.box, state.matrix)
        if field.hasBackground {
            let color = state.colorTransform.apply(RGBA(rgb: field.backgroundColor))
            if !area.isEmpty { list.append(.rectangle(area, color)) }
        }
        guard field.hasBorder else { return }
        let color = state.colorTransform.apply(RGBA(rgb: field.borderColor))
        let (left, top, right, bottom) = (area.left, area.top, area.right, area.bottom)
        // The corner at the lower right is left out, and half there where the text is drawn with outlines.
        if field.usesEmbeddedFonts, area.width > 0 || area.height > 0 {
            var half = color
            half.alpha /= 2
            list.append(.rectangle(PixelRect(left: right, top: bottom, right: right + 1, bottom: bottom + 1), half))
        }
        let sides = [
            PixelRect(left: left, top: top, right: top == bottom ? right : right + 1, bottom: top + 1),
            PixelRect(left: left, top: top + 1, right: left + 1, bottom: left == right ? bottom : bottom + 1),
            PixelRect(left: left + 1, top: bottom, right: right, bottom: bottom + 1),
            PixelRect(left: right, top: top + 1, right: right + 1, bottom: bottom),
        ]
        for side in sides where !side.isEmpty { list.append(.rectangle(side, color)) }
    }

    /// The box of a field that does not stand straight, with a hairline as its border.
    private static func box(of field: EditText) -> VectorShape {
        var layer = ShapeLayer()
        if field.hasBackground { layer.fills = [.solid(RGBA(rgb: field.backgroundColor))] }
        if field.hasBorder {
            var stroke = Stroke(width: 0, paint: .solid(RGBA(rgb: field.borderColor)))
            stroke.pixelHinting = true
            stroke.join = .miter(limit: 3)
            layer.strokes = [stroke]
        }
        addRectangle(field.box, to: &layer, fill: field.hasBackground, line: field.hasBorder)
        return VectorShape(layers: [layer], bounds: grown(field.box, 20))
    }

    /// A box by the nearest device pixels: its corner, with halves towards it, and its size.
    private static func pixels(_ box: TwipsRect, _ matrix: Affine) -> PixelRect {
        let a = matrix.apply(x: Double(box.xMin), y: Double(box.yMin))
        let b = matrix.apply(x: Double(box.xMax), y: Double(box.yMax))
        func corner(_ value: Double) -> Int { Int(Int32(saturating: (value - 0.5).rounded(.up))) }
        func size(_ value: Double) -> Int { max(0, corner(abs(value))) }
        let (left, top) = (corner(min(a.x, b.x)), corner(min(a.y, b.y)))
        return PixelRect(left: left, top: top, right: left + size(b.x - a.x), bottom: top + size(b.y - a.y))
    }

    // MARK: Glyphs

    private func renderGlyphs(_ field: EditText, into list: inout RenderList, _ state: RenderState) {
        let layout = field.layout
        let selected = Self.shownSelection(of: field)
        let selectedColor = selected.map { state.colorTransform.apply($0.textColor) }
        Self.forEachLine(field) { line, dx, baseline in
            for run in line.runs {
                let drawing = RunDrawing(
                    run: run, text: field.content, passwordUnit: field.isPassword ? 0x2A : nil,
                    stretch: run.font is DeviceFont ? layout.deviceStretch : 1)
                let color = state.colorTransform.apply(RGBA(rgb: run.format.color ?? 0))
                drawing.draw(into: &list, state, dx: dx, baseline: baseline) { unit in
                    selected?.range.contains(unit) ?? false ? selectedColor ?? color : color
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

    // MARK: Selection, underlines, caret

    /// The selection as it is drawn: what it covers, its colour and that of the text on it. In the field with the focus
    /// it is black, elsewhere it shows only where the field says so, in dark grey.
    private static func shownSelection(of field: EditText) -> (range: Range<Int>, color: RGBA, textColor: RGBA)? {
        guard let range = field.selection?.range, !range.isEmpty else { return nil }
        if field.player.focus.focused === field { return (range, .black, RGBA(rgb: 0xFF_FFFF)) }
        guard field.alwaysShowsSelection else { return nil }
        return (range, RGBA(rgb: 0x55_5555), RGBA(rgb: 0xFF_FFFF))
    }

    private static func renderBars(
        _ bars: [Bar], _ shape: inout Owned?, _ field: EditText, into list: inout RenderList, _ state: RenderState,
        _ placement: Placement
    ) {
        guard !bars.isEmpty else { return }
        guard placement.isUpright, !state.isMask else {
            if shape == nil { shape = Owned(Self.shape(of: bars, field), field.player.resources) }
            if let shape { list.append(.shape(shape.id, state.matrix, state.colorTransform)) }
            return
        }
        for bar in bars {
            var area = Self.pixels(bar.box, state.matrix)
            switch bar.kind {
            case .area: break
            case .horizontalLine: area.bottom = area.top + 1
            case .verticalLine: area.right = area.left + 1
            }
            if !area.isEmpty { list.append(.rectangle(area, state.colorTransform.apply(bar.color))) }
        }
    }

    private static func shape(of bars: [Bar], _ field: EditText) -> VectorShape {
        let layers = bars.map { bar in
            var layer = ShapeLayer(fills: [.solid(bar.color)])
            addRectangle(bar.box, to: &layer, fill: true, line: false)
            return layer
        }
        return VectorShape(layers: layers, bounds: grown(field.box, 20))
    }

    /// Underlines stand half way down below the baseline, but at least this far.
    private static let leastUnderlineGap = 40

    private mutating func update(_ field: EditText) {
        isCurrent = true
        (boxShape, belowShape, aboveShape, caretShape) = (nil, nil, nil, nil)
        (below, above, self.caret) = ([], [], [])
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
            let underline = baseline + max(Self.leastUnderlineGap, line.descent / 2)
            for run in line.runs where run.format.underline == true {
                let color = RGBA(rgb: run.format.color ?? 0)
                above.append(Self.bar(run.x + dx, underline, run.width, 20, color, .horizontalLine))
            }
            // What is still being composed has a line below.
            if let composition = field.composition {
                let color = RGBA(rgb: line.runs.first?.format.color ?? 0)
                for extent in layout.extents(of: composition, inLine: number) {
                    above.append(
                        Self.bar(extent.left + dx, underline, extent.right - extent.left, 20, color, .horizontalLine))
                }
            }
            let top = baseline - line.ascent
            if let selected {
                for extent in layout.extents(of: selected.range, inLine: number) {
                    let width = extent.right - extent.left
                    below.append(Self.bar(extent.left + dx, top, width, line.height, selected.color, .area))
                }
            }
            if let caret, caret.line == number {
                let color = RGBA(rgb: line.runs.first?.format.color ?? field.content.defaultFormat.color ?? 0)
                let x = caret.x + dx
                if x >= Int(field.box.xMin), x <= Int(field.box.xMax) {
                    self.caret.append(Self.bar(x, top, 20, max(20, line.height), color, .verticalLine))
                }
            }
            number += 1
        }
    }

    private static func bar(
        _ left: Int, _ top: Int, _ width: Int, _ height: Int, _ color: RGBA, _ kind: Bar.Kind
    ) -> Bar {
        let box = TwipsRect(
            xMin: Int32(clamping: left), xMax: Int32(clamping: left + width), yMin: Int32(clamping: top),
            yMax: Int32(clamping: top + height))
        return Bar(box: box, color: color, kind: kind)
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
