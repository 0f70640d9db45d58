import Base
import Fonts

/// A text broken into lines and placed. Lengths are twips; the origin is the inside of the field, gutter excluded.
struct TextLayout {
    /// A stretch of one format within a line.
    struct Run {
        var range: Range<Int>
        var format: TextFormat
        var font: any TextFont
        var x: Int
        /// Advance of each unit. The second unit of a surrogate pair has none.
        var advances: [Int]
        /// Odd: from right to left.
        var level: UInt8 = 0
        /// Of text that is shaped; nil where each unit is a glyph.
        var glyphs: [Glyph]?
        /// Twips that it stands below the line's baseline.
        var drop = 0
        var width: Int { advances.reduce(0, +) }
        var runsLeft: Bool { level & 1 == 1 }

        init(range: Range<Int>, format: TextFormat, font: any TextFont, x: Int, advances: [Int]) {
            self.range = range
            self.format = format
            self.font = font
            self.x = x
            self.advances = advances
        }

        /// The left side of a unit, by its place in the run.
        func left(_ offset: Int) -> Int {
            runsLeft ? x + advances[(offset + 1)...].reduce(0, +) : x + advances[..<offset].reduce(0, +)
        }

        /// Where the caret stands before a unit, the end of the run included.
        func caret(_ offset: Int) -> Int {
            runsLeft ? x + advances[offset...].reduce(0, +) : x + advances[..<offset].reduce(0, +)
        }

        /// Some of its units; the place is still to be found.
        func part(_ units: Range<Int>) -> Run {
            let first = units.lowerBound - range.lowerBound
            var part = Run(
                range: units, format: format, font: font, x: x,
                advances: Array(advances[first..<(first + units.count)]))
            part.level = level
            part.drop = drop
            part.glyphs = glyphs.map { $0.filter { units.contains($0.unit) } }
            return part
        }
    }

    /// A glyph of shaped text. Twips from the left side of its unit and from the baseline.
    struct Glyph {
        var unit, x, y: Int
        var shaped: ShapedGlyph
    }

    struct Line {
        /// Units of the line, its line end included.
        var range: Range<Int>
        var x, y, width: Int
        /// The same before it was spread to both sides.
        var textWidth = 0
        var endsParagraph = false
        /// The format that its paragraph starts with.
        var format = TextFormat()
        var ascent, descent, leading: Int
        var runs: [Run]
        /// What pictures take of the room on the right.
        var rightInset = 0
        /// Where a bullet stands, nil without one.
        var bulletX: Int?
        var height: Int { ascent + descent }
        var baseline: Int { y + ascent }
        /// A bulleted paragraph is always set to the left.
        var alignment: TextFormat.Align { format.bullet == true ? .left : format.align ?? .left }
        /// To the end of what its units take.
        var right: Int { (runs.last.map { $0.x + $0.width }) ?? x }
        var runsBothWays: Bool { runs.contains { $0.level != 0 } }

        /// Gives the runs, which are in the order of their units, their places from the line's left side on.
        mutating func placeRuns() {
            var left = x
            for index in Bidi.visualOrder(runs.map(\.level)) {
                runs[index].x = left
                left += runs[index].width
            }
        }
    }

    private(set) var lines: [Line] = []
    /// Of the longest line, without margins and indents.
    private(set) var textWidth = 0
    /// To the right end of the line that reaches farthest.
    private(set) var width = 0
    /// As scripts are told it: an empty line at the end counts where it can be typed in.
    private(set) var height = 0
    /// Where the pictures of the text are, in their order, with the room around them.
    private(set) var images: [TextFloats.Area] = []
    let deviceStretch: Double
    private let devicePixel: Int

    /// Indent of a bulleted paragraph beside its own, and where in it the bullet stands.
    static let bulletIndent = 36 * 20
    static let bulletOffset = 18 * 20

    /// What a layout depends on beside the text.
    struct Settings {
        /// Room for a line.
        var width = 0
        var wraps = false
        /// Shown in the place of every unit.
        var passwordUnit: UInt16?
        /// Device text is not stretched: what its advances are multiplied by where the field is.
        var deviceStretch = 1.0
        /// Width of a pixel of the screen, in twips of the field.
        var devicePixel = 20
        /// Of a field that can be typed in an empty line at the end counts.
        var isInput = false
        /// Writing that runs to the left does.
        var reorders = false
        /// Lines are as high as flash.text.engine makes them.
        var isTypographic = false
        /// Pictures that the text goes around.
        var images: [TextFloats.Request] = []
        /// The paragraph as a whole runs to the left.
        var isRightToLeft = false
        var swfVersion: UInt8 = 8
        var isOld: Bool { swfVersion < 8 }
    }

    init(_ text: FormattedText, _ settings: Settings, fonts: @escaping (TextFormat) -> any TextFont) {
        deviceStretch = settings.deviceStretch
        devicePixel = settings.devicePixel
        var start = 0
        var floats = TextFloats(settings.images, width: settings.width)
        repeat {
            let end = text.units[start...].firstIndex { $0 == 0x0D || $0 == 0x0A } ?? text.count
            let breaker = LineBreaker(text: text, settings: settings, fonts: fonts)
            lines += breaker.lines(of: start..<end, paragraphEnd: min(text.count, end + 1), beside: &floats)
            start = end + 1
        } while start <= text.count && (start < text.count || text.units.last == 0x0D || text.units.last == 0x0A)
        floats.place(upTo: text.count)
        images = floats.areas
        measure(isInput: settings.isInput)
        align(settings.wraps ? settings.width : max(settings.width, width), text.units)
    }

    private mutating func measure(isInput: Bool) {
        let counted = !isInput && lines.last?.range.isEmpty == true ? lines.dropLast() : lines[...]
        width = lines.map { $0.x + $0.width }.max() ?? 0
        textWidth = counted.map { $0.textWidth }.max() ?? 0
        guard let last = counted.last else { return }
        // The space below the last line does not count, unless there is no other.
        height = max(last.y + last.height, lines[0].height + lines[0].leading)
    }

    /// Moves lines to where their alignment wants them.
    private mutating func align(_ available: Int, _ units: [UInt16]) {
        for index in lines.indices {
            let rightMargin = LineBreaker.twips(lines[index].format.rightMargin)
            let spare = available - rightMargin - lines[index].rightInset - lines[index].x - lines[index].width
            let shift: Int
            switch lines[index].alignment {
            case .right: shift = max(0, spare - rightGap(lines[index]))
            case .center: shift = max(0, spare / 2)
            case .justify:
                if !lines[index].endsParagraph { lines[index].spread(over: spare, units) }
                continue
            case .left: continue
            }
            lines[index].x += shift
            for run in lines[index].runs.indices { lines[index].runs[run].x += shift }
        }
    }

    /// Flash keeps text that is set to the right a little off its edge: a twip, and a pixel of the screen for device fonts.
    private func rightGap(_ line: Line) -> Int {
        (line.runs.last?.font as? DeviceFont)?.isEmbedded == false ? devicePixel : 1
    }

    // MARK: Places

    /// Index of the line that holds a unit; the last for the end of the text.
    func line(of index: Int) -> Int {
        // Lines are in the order of their units.
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if index < lines[middle].range.upperBound { high = middle } else { low = middle + 1 }
        }
        return min(low, max(0, lines.count - 1))
    }

    /// Where a unit is: the line, its left side and its advance. Nil behind the end and for line ends.
    func place(of index: Int) -> (line: Int, x: Int, width: Int)? {
        guard index >= 0, !lines.isEmpty else { return nil }
        let number = line(of: index)
        for run in lines[number].runs where run.range.contains(index) {
            let offset = index - run.range.lowerBound
            return (number, run.left(offset), run.advances[offset])
        }
        return nil
    }

    /// Whether a unit is of writing that runs to the left.
    func runsLeft(at index: Int) -> Bool {
        guard index >= 0, !lines.isEmpty else { return false }
        return lines[line(of: index)].runs.first { $0.range.contains(index) }?.runsLeft ?? false
    }

    /// The font of a unit; nil for line ends.
    func font(of index: Int) -> (any TextFont)? {
        guard index >= 0, !lines.isEmpty else { return nil }
        return lines[line(of: index)].runs.first { $0.range.contains(index) }?.font
    }

    /// The caret before a unit: its x and the line.
    func caret(at index: Int) -> (x: Int, line: Int) {
        guard !lines.isEmpty else { return (0, 0) }
        let number = line(of: index)
        if let run = lines[number].runs.first(where: { $0.range.contains(index) }) {
            return (run.caret(index - run.range.lowerBound), number)
        }
        if let last = lines[number].runs.last, last.runsLeft { return (last.x, number) }
        return (lines[number].right, number)
    }

    /// Left and right sides of what a line holds of a range: several where it runs to both sides.
    func extents(of range: Range<Int>, inLine number: Int) -> [(left: Int, right: Int)] {
        let line = lines[number]
        guard !line.range.clamped(to: range).isEmpty else { return [] }
        var extents: [(left: Int, right: Int)] = []
        for run in line.runs {
            let part = run.range.clamped(to: range)
            guard !part.isEmpty else { continue }
            let first = part.lowerBound - run.range.lowerBound
            let ends = (run.caret(first), run.caret(first + part.count))
            let (left, right) = (min(ends.0, ends.1), max(ends.0, ends.1))
            if let last = extents.last, last.right == left {
                extents[extents.count - 1].right = right
            } else {
                extents.append((left, right))
            }
        }
        return extents
    }

    /// The line at a height, the lower one of two that overlap; nil above the first and below the last.
    func line(atY y: Int) -> Int? {
        lines.lastIndex { y >= $0.y && y < $0.y + $0.height + $0.leading }
    }

    /// The first line that ends below a height. The last of all goes on.
    func toldLine(atY y: Int) -> Int? {
        lines.firstIndex { y < $0.y + $0.height + $0.leading } ?? lines.indices.last
    }

    /// The unit of a line at `x` as scripts are told. Quirk: each is found from a pixel before its left side to half a
    /// pixel before its right side, the first of several; so is a line end, and that of the text, though
    /// they have no width.
    func toldUnit(x: Int, inLine number: Int) -> Int? {
        for run in lines[number].runs {
            for (offset, advance) in run.advances.enumerated() {
                let left = run.left(offset)
                if x >= left - 20 && x < left + advance - 10 { return run.range.lowerBound + offset }
            }
        }
        let end = lines[number].runs.last?.range.upperBound ?? lines[number].range.lowerBound
        let right = lines[number].right
        let hasEnd = end < lines[number].range.upperBound || number == lines.count - 1
        return hasEnd && x >= right - 20 && x < right - 10 ? end : nil
    }

    /// The unit that a point is over; nil where it is over none.
    func unit(x: Int, y: Int) -> Int? {
        guard let number = line(atY: y) else { return nil }
        for run in lines[number].runs {
            for (offset, advance) in run.advances.enumerated() where advance > 0 {
                let left = run.left(offset)
                if x >= left && x < left + advance { return run.range.lowerBound + offset }
            }
        }
        return nil
    }

    /// The place between units that is nearest to a point; with `isOver` the unit that the point is over.
    func index(x: Int, y: Int, isOver: Bool = false) -> Int {
        guard let line = lines.first(where: { y < $0.y + $0.height + $0.leading }) ?? lines.last else { return 0 }
        if line.runsBothWays { return Self.index(x: x, in: line, isOver) }
        for run in line.runs {
            var left = run.x
            for (offset, advance) in run.advances.enumerated() {
                if x < left + (isOver ? advance : advance / 2) { return run.range.lowerBound + offset }
                left += advance
            }
        }
        return line.runs.last?.range.upperBound ?? line.range.lowerBound
    }

    /// The same in a line whose runs do not follow one another: in the run that the point is nearest to.
    private static func index(x: Int, in line: Line, _ isOver: Bool) -> Int {
        func distance(_ run: Run) -> Int { max(run.x - x, x - (run.x + run.width), 0) }
        guard let run = line.runs.min(by: { distance($0) < distance($1) }) else { return line.range.lowerBound }
        for (offset, advance) in run.advances.enumerated() where advance > 0 {
            let left = run.left(offset)
            let isBefore =
                run.runsLeft ? x >= left + (isOver ? 0 : advance / 2) : x < left + (isOver ? advance : advance / 2)
            if isBefore { return run.range.lowerBound + offset }
        }
        return run.range.upperBound
    }
}

extension TextLayout.Line {
    /// Spreads what is left of a line over the spaces between its words, or over all its letters.
    mutating func spread(over spare: Int, _ units: [UInt16], isByLetter: Bool = false) {
        var end = runs.last?.range.upperBound ?? range.lowerBound
        while end > range.lowerBound, units[end - 1] == 0x20 { end -= 1 }
        func isGap(_ index: Int) -> Bool {
            // Behind the last letter there is no gap, and none inside of a surrogate pair.
            isByLetter ? index < end - 1 && units[index] & 0xFC00 != 0xD800 : index < end && units[index] == 0x20
        }
        let gaps = (range.lowerBound..<max(range.lowerBound, end)).count { isGap($0) }
        guard spare > 0, gaps > 0 else { return }
        let share = spare / gaps
        var moved = 0
        for run in runs.indices {
            runs[run].x += moved
            for index in runs[run].range where isGap(index) {
                runs[run].advances[index - runs[run].range.lowerBound] += share
                moved += share
            }
        }
        width += moved
        if runsBothWays { placeRuns() }
    }
}
