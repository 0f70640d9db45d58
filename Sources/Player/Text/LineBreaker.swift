import Base

/// Breaks one paragraph into lines.
struct LineBreaker {
    let text: FormattedText
    let settings: TextLayout.Settings
    let fonts: (TextFormat) -> any TextFont

    private struct Piece {
        var range: Range<Int>
        var format: TextFormat
        var font: any TextFont
        var advances: [Int]
    }

    /// Pixels as twips, cut.
    static func twips(_ pixels: Double?) -> Int { Int(Int32(saturating: (pixels ?? 0) * 20)) }

    func lines(of range: Range<Int>, paragraphEnd: Int) -> [TextLayout.Line] {
        let first = text.format(at: range.lowerBound)
        var pieces = pieces(range)
        let isBullet = first.bullet == true
        let margin =
            Self.twips(first.leftMargin) + Self.twips(first.blockIndent) + (isBullet ? TextLayout.bulletIndent : 0)
        var lines: [TextLayout.Line] = []
        var start = range.lowerBound
        repeat {
            let indent = margin + (lines.isEmpty && !isBullet ? Self.twips(first.indent) : 0)
            let x = max(0, indent)
            stretchTabs(from: start, in: range, &pieces)
            let end =
                settings.wraps
                ? breakPoint(from: start, in: range, pieces, room: settings.width - x - Self.twips(first.rightMargin))
                : range.upperBound
            var line = makeLine(start..<end, pieces, x: x, format: first)
            line.range = start..<(end == range.upperBound ? paragraphEnd : end)
            if isBullet && lines.isEmpty { line.bulletX = margin - TextLayout.bulletOffset }
            lines.append(line)
            start = end
        } while start < range.upperBound
        return lines
    }

    private func pieces(_ range: Range<Int>) -> [Piece] {
        var pieces: [Piece] = []
        text.forEachSpan(in: range) { part, format in
            let font = fonts(format)
            let scale = (format.size ?? 12) * 20 * (font is DeviceFont ? settings.deviceStretch : 1)
            let spacing = Self.twips(format.letterSpacing)
            var advances: [Int] = []
            advances.reserveCapacity(part.count)
            var index = part.lowerBound
            while index < part.upperBound {
                let (scalar, length) = scalar(at: index, before: part.upperBound)
                var advance = font.advance(of: scalar) ?? 0
                if format.kerning == true, index + length < part.upperBound {
                    advance += font.kerning(scalar, self.scalar(at: index + length, before: part.upperBound).scalar)
                }
                // Glyphs stand on whole twips.
                advances.append(Int(Int32(saturating: (advance * scale).rounded(.down))) + spacing)
                if length == 2 { advances.append(0) }
                index += length
            }
            pieces.append(Piece(range: part, format: format, font: font, advances: advances))
        }
        return pieces
    }

    /// The character at a unit and how many units it takes.
    private func scalar(at index: Int, before end: Int) -> (scalar: UInt32, length: Int) {
        if let unit = settings.passwordUnit { return (UInt32(unit), 1) }
        return text.scalar(at: index, before: end)
    }

    /// Gives tabs of the line that starts at a unit the way to the next stop.
    private func stretchTabs(from start: Int, in range: Range<Int>, _ pieces: inout [Piece]) {
        guard settings.passwordUnit == nil, text.units[start..<range.upperBound].contains(0x09) else { return }
        var x = 0
        for piece in pieces.indices where pieces[piece].range.upperBound > start {
            let format = pieces[piece].format
            for index in pieces[piece].range where index >= start {
                let offset = index - pieces[piece].range.lowerBound
                if text.units[index] == 0x09 {
                    pieces[piece].advances[offset] = Self.tab(from: x, format)
                }
                x += pieces[piece].advances[offset]
            }
        }
    }

    /// Width of a tab that begins at `x`.
    private static func tab(from x: Int, _ format: TextFormat) -> Int {
        if let stop = (format.tabStops ?? []).first(where: { twips($0) > x }) { return twips(stop) - x }
        guard format.tabStops?.isEmpty ?? true else { return 0 }
        let step = max(1, twips((format.size ?? 12) * standardTab))
        return step - x % step
    }

    /// Distance of the stops where a format gives none, in font sizes.
    private static let standardTab = 2.7

    /// Where the line that starts at `start` ends: at the last break that fits, else after the last unit that does.
    private func breakPoint(from start: Int, in range: Range<Int>, _ pieces: [Piece], room: Int) -> Int {
        var x = 0
        var lastBreak: Int?
        for piece in pieces where piece.range.upperBound > start {
            for index in piece.range where index >= start {
                let unit = text.units[index]
                if index > start, BreakRules.mayBreak(after: text.units[index - 1], before: unit) { lastBreak = index }
                x += piece.advances[index - piece.range.lowerBound]
                // A space at the end may stick out.
                if x > room && unit != 0x20 { return lastBreak ?? max(index, start + 1) }
            }
        }
        return range.upperBound
    }

    private func makeLine(_ range: Range<Int>, _ pieces: [Piece], x: Int, format: TextFormat) -> TextLayout.Line {
        var line = TextLayout.Line(
            range: range, x: x, y: 0, width: 0, ascent: 0, descent: 0, leading: Self.twips(format.leading), runs: [])
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
        if settings.wraps || isAligned, let last = line.runs.last {
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
        func twips(_ ems: Double) -> Int { Int(Int32(saturating: (ems * size * 20).rounded(.down))) }
        line.ascent = max(line.ascent, twips(font.ascent))
        line.descent = max(line.descent, twips(font.descent))
        // The leading that a font gives for itself has no say.
        line.leading = max(line.leading, Self.twips(format.leading))
    }
}
