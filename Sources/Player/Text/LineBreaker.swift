import Base
import Fonts

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
        /// Odd: from right to left.
        var level: UInt8 = 0
        /// Of shaped text.
        var glyphs: [TextLayout.Glyph]?
    }

    /// Pixels as twips, cut.
    static func twips(_ pixels: Double?) -> Int { Int(Int32(saturating: (pixels ?? 0) * 20)) }

    /// So much of a paragraph is measured at first where one line of it is wanted, and so much before the end of what was
    /// measured can look otherwise when what follows is known.
    private static let firstLook = 1024
    private static let lookAhead = 128

    /// The first line of a paragraph alone, for what lays out line by line. Not all of it is measured for that: a text
    /// that is laid out line after line would be measured time and again.
    func firstLine(of range: Range<Int>, paragraphEnd: Int) -> TextLayout.Line {
        var floats = TextFloats([], width: settings.width)
        var count = Self.firstLook
        while settings.wraps, count < range.count {
            let part = range.lowerBound..<range.lowerBound + count
            let line = lines(of: part, paragraphEnd: paragraphEnd, beside: &floats, limit: 1)[0]
            if line.range.upperBound < part.upperBound - Self.lookAhead { return line }
            count *= 4
        }
        return lines(of: range, paragraphEnd: paragraphEnd, beside: &floats, limit: 1)[0]
    }

    /// Lines from the height on that `floats` has come to, which is that below the last line then.
    func lines(
        of range: Range<Int>, paragraphEnd: Int, beside floats: inout TextFloats, limit: Int = .max
    ) -> [TextLayout.Line] {
        let first = text.format(at: range.lowerBound)
        var pieces = pieces(range)
        let hasTabs = settings.passwordUnit == nil && text.units[range].contains(0x09)
        var lines: [TextLayout.Line] = []
        var start = range.lowerBound
        // Where the line begins: what is before it is not looked at again.
        var piece = 0
        repeat {
            let indent =
                Self.twips(first.leftMargin) + Self.twips(first.blockIndent)
                + (lines.isEmpty ? Self.twips(first.indent) : 0)
            let isBullet = first.bullet == true
            while piece < pieces.count, pieces[piece].range.upperBound <= start { piece += 1 }
            var end = range.upperBound
            floats.place(upTo: start)
            var insets = floats.insets(at: floats.y)
            var x = max(0, indent + (isBullet ? TextLayout.bulletIndent : 0)) + insets.left
            if settings.wraps || hasTabs {
                while true {
                    let room = settings.wraps ? settings.width - x - insets.right - Self.twips(first.rightMargin) : .max
                    end = breakPoint(from: start, in: range, &pieces, piece, room: room, stretchesTabs: hasTabs)
                    // Beside a picture that leaves no room for a whole word there is no line.
                    guard insets != (0, 0), end < range.upperBound, !mayBreak(before: end),
                        let bottom = floats.nextBottom(below: floats.y)
                    else { break }
                    floats.y = bottom
                    x -= insets.left
                    insets = floats.insets(at: bottom)
                    x += insets.left
                }
            }
            var line = makeLine(start..<end, pieces[piece...], x: x, format: first)
            // The line end has a font as well.
            if end == range.upperBound, end < paragraphEnd, !line.runs.isEmpty {
                let format = text.format(at: end)
                grow(&line, fonts(format), format)
            }
            line.range = start..<(end == range.upperBound ? paragraphEnd : end)
            line.endsParagraph = end == range.upperBound
            if isBullet && lines.isEmpty { line.bulletX = insets.left + max(0, indent) + TextLayout.bulletOffset }
            line.rightInset = insets.right
            line.y = floats.y
            floats.y = floats.y &+ line.height &+ Self.twips(line.format.leading)
            lines.append(line)
            start = end
        } while start < range.upperBound && lines.count < limit
        return lines
    }

    private func pieces(_ range: Range<Int>) -> [Piece] {
        let levels =
            settings.reorders && settings.passwordUnit == nil
            ? Bidi.levels(of: text.units[range], isRightToLeft: settings.isRightToLeft) : nil
        var pieces: [Piece] = []
        text.forEachSpan(in: range) { part, format in
            let font = fonts(format)
            guard let device = font as? DeviceFont, settings.passwordUnit == nil, format.engine?.turns ?? 0 == 0,
                levels != nil || isShaped(part, device)
            else {
                return plainPieces(part, format, font, levels, from: range.lowerBound, into: &pieces)
            }
            var start = part.lowerBound
            while start < part.upperBound {
                let level = levels?[start - range.lowerBound] ?? 0
                let (end, shapes) = stretch(from: start, in: part, device, level) {
                    levels?[$0 - range.lowerBound] ?? 0
                }
                // All that runs to the left is shaped: brackets turn with it.
                pieces.append(
                    shapes
                        ? shapedPiece(start..<end, format, device, level)
                        : Piece(
                            range: start..<end, format: format, font: font,
                            advances: advances(start..<end, format, font), level: level))
                start = end
            }
        }
        return pieces
    }

    private func isShaped(_ part: Range<Int>, _ font: DeviceFont) -> Bool {
        var index = part.lowerBound
        while index < part.upperBound {
            let (scalar, length) = text.scalar(at: index, before: part.upperBound)
            if font.needsShaping(scalar) { return true }
            index += length
        }
        return false
    }

    /// The end of what goes on at one level and is either all shaped or not at all.
    private func stretch(
        from start: Int, in part: Range<Int>, _ font: DeviceFont, _ level: UInt8, levelOf: (Int) -> UInt8
    ) -> (end: Int, isShaped: Bool) {
        let (first, length) = text.scalar(at: start, before: part.upperBound)
        let isLeft = level & 1 == 1
        let isShaped = isLeft || font.needsShaping(first) || beginsKeycap(start, before: part.upperBound)
        var end = start + length
        while end < part.upperBound, levelOf(end) == level {
            let (scalar, length) = text.scalar(at: end, before: part.upperBound)
            let needsShaping = font.needsShaping(scalar) || beginsKeycap(end, before: part.upperBound)
            if !isLeft, needsShaping != isShaped { break }
            end += length
        }
        return (end, isShaped)
    }

    /// Whether a key of a telephone is drawn here: its sign, the wish for a picture, and the mark that makes a key of it.
    private func beginsKeycap(_ index: Int, before end: Int) -> Bool {
        index + 2 < end && text.units[index + 2] == 0x20E3 && TextShaper.isKeycap(text.units[index...])
    }

    private func plainPieces(
        _ part: Range<Int>, _ format: TextFormat, _ font: any TextFont, _ levels: [UInt8]?, from origin: Int,
        into pieces: inout [Piece]
    ) {
        var start = part.lowerBound
        while start < part.upperBound {
            let level = levels?[start - origin] ?? 0
            var end = part.upperBound
            if let levels {
                end = start + 1
                while end < part.upperBound, levels[end - origin] == level { end += 1 }
            }
            pieces.append(
                Piece(
                    range: start..<end, format: format, font: font, advances: advances(start..<end, format, font),
                    level: level))
            start = end
        }
    }

    private func advances(_ part: Range<Int>, _ format: TextFormat, _ font: any TextFont) -> [Int] {
        let isDevice = (font as? DeviceFont)?.isEmbedded == false
        let scale = (format.size ?? 12) * 20
        let spacing = Self.twips(format.letterSpacing)
        let isTurned = (format.engine?.turns ?? 0) & 1 == 1
        var advances: [Int] = []
        advances.reserveCapacity(part.count)
        var index = part.lowerBound
        while index < part.upperBound {
            let (scalar, length) = scalar(at: index, before: part.upperBound)
            if var ems = font.advance(of: scalar) {
                // A glyph that is turned on its side takes the height of its em.
                if isTurned { ems = 1 }
                if !isTurned, format.kerning == true, index + length < part.upperBound {
                    ems += font.kerning(scalar, self.scalar(at: index + length, before: part.upperBound).scalar)
                }
                // Glyphs stand on whole twips.
                let advance = Int(Int32(saturating: (ems * scale).rounded(.down)))
                advances.append(isDevice ? deviceAdvance(advance, spacing) : advance + spacing)
            } else {
                advances.append(0)
            }
            if length == 2 { advances.append(0) }
            index += length
        }
        return advances
    }

    /// Joined writing does not stand on whole pixels: its letters would come apart.
    private func shapedPiece(_ part: Range<Int>, _ format: TextFormat, _ font: DeviceFont, _ level: UInt8) -> Piece {
        let shaped = font.shape(text.units, in: part, isRightToLeft: level & 1 == 1)
        let scale = (format.size ?? 12) * 20
        let spacing = Self.twips(format.letterSpacing)
        func twips(_ ems: Double) -> Int { Int(Int32(saturating: (ems * scale * settings.deviceStretch).rounded())) }
        return Piece(
            range: part, format: format, font: font,
            advances: shaped.advances.map { $0 == 0 ? 0 : max(0, twips($0) + spacing) }, level: level,
            // Each knows its place from where its unit stands: their order says nothing.
            glyphs: shaped.glyphs.sorted { $0.unit < $1.unit }.map {
                TextLayout.Glyph(
                    unit: $0.unit, x: twips($0.x), y: Int(Int32(saturating: ($0.y * scale).rounded())), shaped: $0)
            })
    }

    /// Glyphs of the system stand on whole pixels, and letters are never drawn together so far that they go backwards.
    private func deviceAdvance(_ advance: Int, _ spacing: Int) -> Int {
        let plain = Int((Double(advance) / 20).rounded(.toNearestOrAwayFromZero)) * 20
        let spaced = plain + Int((Double(spacing) / 20).rounded(.toNearestOrEven)) * 20
        return Int(Int32(saturating: Double(spaced > 0 ? spaced : plain) * settings.deviceStretch))
    }

    /// The character at a unit and how many units it takes.
    private func scalar(at index: Int, before end: Int) -> (scalar: UInt32, length: Int) {
        if let unit = settings.passwordUnit { return (UInt32(unit), 1) }
        return text.scalar(at: index, before: end)
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

    /// Where the line that starts at `start`, in piece `first`, ends: at the last break that fits, else after the last unit
    /// that does. Tabs of the line get the way to the next stop.
    private func breakPoint(
        from start: Int, in range: Range<Int>, _ pieces: inout [Piece], _ first: Int, room: Int, stretchesTabs: Bool
    ) -> Int {
        var x = 0
        var lastBreak: Int?
        for piece in first..<max(first, pieces.count) {
            let origin = pieces[piece].range.lowerBound
            for index in max(start, origin)..<max(start, pieces[piece].range.upperBound) {
                let unit = text.units[index]
                if index > start, mayBreak(before: index) { lastBreak = index }
                if stretchesTabs, unit == 0x09 {
                    pieces[piece].advances[index - origin] = Self.tab(from: x, pieces[piece].format)
                }
                let before = x
                x += pieces[piece].advances[index - origin]
                guard x > room, !sticksOut(index, before, room) else { continue }
                if let lastBreak { return lastBreak }
                // Until SWF 7 a line that cannot hold two letters is not broken at all.
                if settings.isOld, index - start <= 1 { continue }
                // The halves of a surrogate pair stay together.
                if unit & 0xFC00 == 0xDC00, index > start + 1 { return index - 1 }
                return max(index, start + 1)
            }
        }
        return range.upperBound
    }

    private func mayBreak(before index: Int) -> Bool {
        let (left, right) = (text.units[index - 1], text.units[index])
        if settings.isOld, right == 0x2D { return true }
        return BreakRules.mayBreak(after: left, before: right)
    }

    /// Whether a unit may stand beyond the end of the line: a space, until SWF 7 only the first that does.
    private func sticksOut(_ index: Int, _ x: Int, _ room: Int) -> Bool {
        text.units[index] == 0x20 && (!settings.isOld || x <= room)
    }

    /// `pieces`: from the one on in which the line begins.
    private func makeLine(
        _ range: Range<Int>, _ pieces: ArraySlice<Piece>, x: Int, format: TextFormat
    ) -> TextLayout.Line {
        var line = TextLayout.Line(
            range: range, x: x, y: 0, width: 0, ascent: 0, descent: 0, leading: Self.twips(format.leading), runs: [])
        line.format = format
        var left = x
        for piece in pieces {
            if piece.range.lowerBound >= range.upperBound { break }
            let part = piece.range.clamped(to: range)
            guard !part.isEmpty else { continue }
            let offset = piece.range.lowerBound
            let advances = Array(piece.advances[(part.lowerBound - offset)..<(part.upperBound - offset)])
            var run = TextLayout.Run(range: part, format: piece.format, font: piece.font, x: left, advances: advances)
            run.level = piece.level
            run.glyphs = piece.glyphs.map { Self.glyphs($0, of: part) }
            left += run.width
            line.runs.append(run)
            grow(&line, piece.font, piece.format)
        }
        // An empty line is as high as its text would be.
        if line.runs.isEmpty { grow(&line, fonts(format), format) }
        line.width = left - x
        if line.runsBothWays { order(&line) }
        // From SWF 8 on spaces at the end do not shift a line that is not set to the left.
        if !settings.isOld, line.alignment != .left {
            for run in line.runs.reversed() {
                let spaces = zip(run.range, run.advances).reversed().prefix { text.units[$0.0] == 0x20 }
                line.width -= spaces.reduce(0) { $0 + $1.1 }
                if spaces.count < run.range.count { break }
            }
        }
        line.textWidth = line.width
        return line
    }

    /// The glyphs of a part of a piece, which stand in the order of their units.
    private static func glyphs(_ all: [TextLayout.Glyph], of part: Range<Int>) -> [TextLayout.Glyph] {
        func first(from unit: Int) -> Int {
            var (low, high) = (0, all.count)
            while low < high {
                let middle = (low + high) / 2
                if all[middle].unit < unit { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let start = first(from: part.lowerBound)
        return Array(all[start..<max(start, first(from: part.upperBound))])
    }

    /// Puts the runs of a line to where they stand when it is read. Spaces at its end stay at its end (rule L1).
    private func order(_ line: inout TextLayout.Line) {
        let base: UInt8 = settings.isRightToLeft ? 1 : 0
        if let last = line.runs.last, last.level != base {
            let spaces = last.range.reversed().prefix { text.units[$0] == 0x20 }.count
            let words = last.range.count - spaces
            if spaces > 0 {
                line.runs.removeLast()
                let split = last.range.lowerBound + words
                if words > 0 { line.runs.append(last.part(last.range.lowerBound..<split)) }
                var end = last.part(split..<last.range.upperBound)
                end.level = base
                line.runs.append(end)
            }
        }
        line.placeRuns()
    }

    private func grow(_ line: inout TextLayout.Line, _ font: any TextFont, _ format: TextFormat) {
        let size = format.size ?? 12
        func twips(_ ems: Double) -> Int { Int(Int32(saturating: (ems * size * 20).rounded(.down))) }
        let metrics = settings.isTypographic ? font.typographic : (ascent: font.ascent, descent: font.descent)
        line.ascent = max(line.ascent, twips(metrics.ascent))
        line.descent = max(line.descent, twips(metrics.descent))
        // The leading that a font gives for itself has no say.
        line.leading = max(line.leading, Self.twips(format.leading))
    }
}
