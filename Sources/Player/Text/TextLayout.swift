import Base

/// A text broken into lines and placed. Lengths are pixels; the origin is the inside of the field, gutter excluded.
struct TextLayout {
    /// A stretch of one format within a line.
    struct Run {
        var range: Range<Int>
        var format: TextFormat
        var font: any TextFont
        var x: Double
        /// Advance of each unit.
        var advances: [Double]
        var width: Double { advances.reduce(0, +) }
    }

    struct Line {
        /// Units of the line, its line end included.
        var range: Range<Int>
        var x, y, width: Double
        /// The same with the spaces at its end.
        var fullWidth = 0.0
        var ascent, descent, leading: Double
        var runs: [Run]
        /// Where a bullet stands, nil without one.
        var bulletX: Double?
        var height: Double { ascent + descent }
        var baseline: Double { y + ascent }
    }

    private(set) var lines: [Line] = []
    /// Of the longest line, spaces at its end and all, without margins and indents.
    private(set) var textWidth = 0.0
    /// To the right end of the line that reaches farthest.
    private(set) var width = 0.0
    private(set) var height = 0.0

    /// Indent of a bulleted paragraph, in pixels.
    static let bulletIndent = 35.0

    init(
        _ text: FormattedText, width available: Double, wraps: Bool, passwordUnit: UInt16? = nil,
        fonts: @escaping (TextFormat) -> any TextFont
    ) {
        var start = 0
        var y = 0.0
        repeat {
            let end = text.units[start...].firstIndex { $0 == 0x0D || $0 == 0x0A } ?? text.count
            var breaker = LineBreaker(
                text: text, available: available, wraps: wraps, passwordUnit: passwordUnit, fonts: fonts)
            for line in breaker.lines(of: start..<end, paragraphEnd: min(text.count, end + 1)) {
                var line = line
                line.y = y
                y += line.height + line.leading
                lines.append(line)
            }
            start = end + 1
        } while start < text.count || (start == text.count && Self.hasEmptyLastLine(text))
        width = lines.map { $0.x + $0.width }.max() ?? 0
        textWidth = lines.map { $0.fullWidth }.max() ?? 0
        height = lines.last.map { $0.y + $0.height } ?? 0
        // The space below the last line does not count, unless there is no other.
        if lines.count == 1 { height += lines[0].leading }
        if text.count == 0 { height = 0 }
        if let last = lines.last, last.range.upperBound == text.count, last.bulletX != nil,
            text.units.last == 0x0D
        {
            height += last.leading
        }
        if !wraps { alignUnwrapped(available) } else { align(available) }
    }

    /// Behind a line end at the end of the text there is a line more, but not behind the last point of a list.
    private static func hasEmptyLastLine(_ text: FormattedText) -> Bool {
        guard let last = text.units.last, last == 0x0D || last == 0x0A else { return false }
        return text.format(at: text.count - 1).bullet != true
    }

    private mutating func alignUnwrapped(_ available: Double) { align(max(available, width)) }

    /// Moves lines to where their alignment wants them.
    private mutating func align(_ available: Double) {
        for index in lines.indices {
            guard let format = lines[index].runs.first?.format else { continue }
            let spare = available - (format.rightMargin ?? 0) - lines[index].x - lines[index].width
            let shift: Double
            switch format.align ?? .left {
            case .right: shift = max(0, spare)
            case .center: shift = max(0, spare / 2)
            case .justify:
                justify(&lines[index], spare, isLast: index + 1 == lines.count || endsParagraph(index))
                shift = 0
            case .left: shift = 0
            }
            lines[index].x += shift
            for run in lines[index].runs.indices { lines[index].runs[run].x += shift }
        }
    }

    private func endsParagraph(_ index: Int) -> Bool {
        // A line that its text's own line end closes holds one unit more than its runs.
        lines[index].range.count > lines[index].runs.reduce(0) { $0 + $1.range.count }
    }

    /// Spreads what is left of a line over its advances after the first.
    private func justify(_ line: inout Line, _ spare: Double, isLast: Bool) {
        let gaps = line.runs.reduce(0) { $0 + $1.advances.count } - 1
        guard !isLast, spare > 0, gaps > 0 else { return }
        var moved = 0.0
        for run in line.runs.indices {
            line.runs[run].x += moved
            for index in line.runs[run].advances.indices {
                line.runs[run].advances[index] += spare / Double(gaps)
                moved += spare / Double(gaps)
            }
        }
        line.width += spare
    }

    // MARK: Places

    /// Index of the line that holds a unit; the last for the end of the text.
    func line(of index: Int) -> Int {
        lines.firstIndex { index < $0.range.upperBound } ?? max(0, lines.count - 1)
    }

    /// The caret before a unit: its x and the line.
    func caret(at index: Int) -> (x: Double, line: Int) {
        guard !lines.isEmpty else { return (0, 0) }
        let number = line(of: index)
        let line = lines[number]
        var x = line.x
        for run in line.runs {
            for (offset, advance) in run.advances.enumerated() where run.range.lowerBound + offset < index {
                x += advance
            }
        }
        return (x, number)
    }

    /// The place between units that is nearest to a point.
    func index(x: Double, y: Double) -> Int {
        guard let line = lines.first(where: { y < $0.y + $0.height + $0.leading }) ?? lines.last else { return 0 }
        for run in line.runs {
            var left = run.x
            for (offset, advance) in run.advances.enumerated() {
                if x < left + advance / 2 { return run.range.lowerBound + offset }
                left += advance
            }
        }
        return line.runs.last?.range.upperBound ?? line.range.lowerBound
    }
}

/// Breaks one paragraph into lines.
private struct LineBreaker {
    let text: FormattedText
    let available: Double
    let wraps: Bool
    let passwordUnit: UInt16?
    let fonts: (TextFormat) -> any TextFont

    private struct Piece {
        var range: Range<Int>
        var format: TextFormat
        var font: any TextFont
        var advances: [Double]
    }

    init(
        text: FormattedText, available: Double, wraps: Bool, passwordUnit: UInt16?,
        fonts: @escaping (TextFormat) -> any TextFont
    ) {
        self.text = text
        self.available = available
        self.wraps = wraps
        self.passwordUnit = passwordUnit
        self.fonts = fonts
    }

    mutating func lines(of range: Range<Int>, paragraphEnd: Int) -> [TextLayout.Line] {
        let first = range.isEmpty ? text.format(at: range.lowerBound) : text.format(at: range.lowerBound)
        let pieces = pieces(range)
        var advances: [Double] = []
        for piece in pieces { advances += piece.advances }
        let isBullet = first.bullet == true
        let margin = (first.leftMargin ?? 0) + (first.blockIndent ?? 0) + (isBullet ? TextLayout.bulletIndent : 0)
        var lines: [TextLayout.Line] = []
        var start = range.lowerBound
        repeat {
            let indent = margin + (lines.isEmpty && !isBullet ? first.indent ?? 0 : 0)
            let end =
                wraps
                ? breakPoint(from: start, in: range, advances, room: available - indent - (first.rightMargin ?? 0))
                : range.upperBound
            var line = makeLine(start..<end, pieces, x: max(0, indent), format: first)
            line.range = start..<(end == range.upperBound ? paragraphEnd : end)
            if isBullet && lines.isEmpty { line.bulletX = margin - 17 }
            lines.append(line)
            start = end
        } while start < range.upperBound
        return lines
    }

    private func pieces(_ range: Range<Int>) -> [Piece] {
        var pieces: [Piece] = []
        text.forEachSpan(in: range) { part, format in
            let font = fonts(format)
            let size = format.size ?? 12
            var advances: [Double] = []
            for index in part {
                let unit = passwordUnit ?? text.units[index]
                var advance = font.advance(of: unit) ?? 0
                if format.kerning == true, index + 1 < part.upperBound {
                    advance += font.kerning(unit, passwordUnit ?? text.units[index + 1])
                }
                // Glyphs stand on whole twips.
                advances.append((advance * size * 20).rounded(.down) / 20 + (format.letterSpacing ?? 0))
            }
            pieces.append(Piece(range: part, format: format, font: font, advances: advances))
        }
        return pieces
    }

    /// Where the line that starts at `start` ends: after the last space that fits, else after the last unit that does.
    private func breakPoint(from start: Int, in range: Range<Int>, _ advances: [Double], room: Double) -> Int {
        var x = 0.0
        var lastBreak: Int?
        for index in start..<range.upperBound {
            let unit = text.units[index]
            x += advances[index - range.lowerBound]
            // A space at the end may stick out.
            if x > room && unit != 0x20 {
                return lastBreak ?? max(index, start + 1)
            }
            if unit == 0x20 || unit == 0x2D || Self.isIdeograph(unit) { lastBreak = index + 1 }
        }
        return range.upperBound
    }

    private static func isIdeograph(_ unit: UInt16) -> Bool {
        (0x2E80...0x9FFF).contains(unit) || (0xAC00...0xD7A3).contains(unit) || (0xF900...0xFAFF).contains(unit)
            || (0xFF00...0xFFEF).contains(unit)
    }

    private func makeLine(_ range: Range<Int>, _ pieces: [Piece], x: Double, format: TextFormat) -> TextLayout.Line {
        var line = TextLayout.Line(
            range: range, x: x, y: 0, width: 0, ascent: 0, descent: 0, leading: format.leading ?? 0, runs: [])
        var left = x
        for piece in pieces {
            let part = piece.range.clamped(to: range)
            guard !part.isEmpty else { continue }
            let offset = piece.range.lowerBound
            let advances = Array(piece.advances[(part.lowerBound - offset)..<(part.upperBound - offset)])
            let run = TextLayout.Run(range: part, format: piece.format, font: piece.font, x: left, advances: advances)
            left += run.width
            line.runs.append(run)
            grow(&line, piece.font, piece.format)
        }
        // An empty line is as high as its text would be.
        if line.runs.isEmpty { grow(&line, fonts(format), format) }
        // Spaces at the end of a wrapped line take no room, and none at all where they would shift the line.
        var visible = left - x
        let isAligned = format.align == .right || format.align == .center
        if wraps || isAligned, let last = line.runs.last {
            for (index, advance) in zip(last.range, last.advances).reversed() {
                guard text.units[index] == 0x20, isAligned || range.upperBound < text.count else { break }
                visible -= advance
            }
        }
        line.width = max(0, visible)
        line.fullWidth = isAligned ? line.width : left - x
        return line
    }

    private func grow(_ line: inout TextLayout.Line, _ font: any TextFont, _ format: TextFormat) {
        let size = format.size ?? 12
        func twips(_ ems: Double) -> Double { (ems * size * 20).rounded(.down) / 20 }
        line.ascent = max(line.ascent, twips(font.ascent))
        line.descent = max(line.descent, twips(font.descent))
        // The leading that a font gives for itself has no say.
        line.leading = max(line.leading, format.leading ?? 0)
    }
}
