import Base

/// What scripts measure, from the lines that are drawn.
extension EditText {
    /// As ActionScript 3 gives it: always with tags.
    public var htmlText2: String {
        if styles != nil { return htmlText }
        var writer = HTMLWriter()
        return writer.write(content)
    }

    public var lineCount: Int { layout.lines.count }

    /// Units of a line, from 0; nil where there is no such line.
    public func lineRange(_ number: Int) -> Range<Int>? {
        layout.lines.indices.contains(number) ? layout.lines[number].range : nil
    }

    /// Number of the line that holds a unit, from 0.
    public func lineIndex(ofUnit index: Int) -> Int? {
        layout.lines.firstIndex { $0.range.contains(index) }
    }

    /// x, width, height, ascent, descent, leading in pixels: what TextLineMetrics holds.
    public func lineMetrics(_ number: Int) -> [Double]? {
        guard layout.lines.indices.contains(number) else { return nil }
        let line = layout.lines[number]
        let twips = [
            line.x + Self.gutter, line.width, line.height + line.leading, line.ascent, line.descent, line.leading,
        ]
        return twips.map { Double($0) / 20 }
    }

    /// The box of a unit in twips of the field. Nil: there is none, or it is scrolled out.
    public func charBoundaries(_ index: Int) -> TwipsRect? {
        let layout = layout
        // One line more than shows has boundaries; what no font has a glyph for has none.
        guard let place = layout.place(of: index), place.line >= scroll - 1, place.line <= bottomScroll,
            place.width > 0 || hasGlyph(index, layout)
        else { return nil }
        let line = layout.lines[place.line]
        let left = Int(box.xMin) + Self.gutter + place.x - LineBreaker.twips(hscroll)
        let top = Int(box.yMin) + Self.gutter + line.y - layout.lines[scroll - 1].y
        return TwipsRect(
            xMin: Int32(clamping: left), xMax: Int32(clamping: left + place.width), yMin: Int32(clamping: top),
            yMax: Int32(clamping: top + line.height))
    }

    private func hasGlyph(_ index: Int, _ layout: TextLayout) -> Bool {
        let scalar = isPassword ? 0x2A : content.scalar(at: index, before: content.count).scalar
        return layout.font(of: index)?.advance(of: scalar) != nil
    }

    /// The unit over which a point of the field is, as scripts are told; nil where it is over none.
    public func charIndex(at point: TwipsPoint) -> Int? {
        guard let place = innerPlace(point), let line = layout.toldLine(atY: place.y) else { return nil }
        // Quirk: how far the text is scrolled to the side has no say.
        return layout.toldUnit(x: place.x - LineBreaker.twips(hscroll), inLine: line)
    }

    /// The line, from 0, over which a point of the field is, as scripts are told.
    public func lineIndex(at point: TwipsPoint) -> Int? {
        innerPlace(point).flatMap { layout.toldLine(atY: $0.y) }
    }

    /// Quirk: the inside of the field begins a pixel, and ends half a pixel, before it does.
    private func innerPlace(_ point: TwipsPoint) -> (x: Int, y: Int)? {
        let x = Int(point.x) - Int(box.xMin) - Self.gutter
        let y = Int(point.y) - Int(box.yMin) - Self.gutter
        let isInside = x >= -20 && x < innerWidth - 10 && y >= 0 && y <= innerHeight
        return isInside ? layoutPoint(point) : nil
    }

    /// The unit that a point of the field shows.
    func shownUnit(at point: TwipsPoint) -> Int? {
        guard box.contains(point) else { return nil }
        let place = layoutPoint(point)
        return layout.unit(x: place.x, y: place.y)
    }

    /// Stretches of one format within a range.
    public func textRuns(in range: Range<Int>) -> [(range: Range<Int>, format: TextFormat)] {
        var runs: [(range: Range<Int>, format: TextFormat)] = []
        content.forEachSpan(in: range) { runs.append(($0, $1)) }
        return runs
    }
}
