/// Writes text as Flash's `htmlText` gives it.
///
/// Tags stand in one order, from TEXTFORMAT outside to U inside. What a stretch does not share with the one before it is
/// closed, with all that is inside; fonts nest.
struct HTMLWriter {
    private enum Tag: Int, Comparable {
        case textFormat, paragraph, item, font, link, bold, italic, underline

        static func < (a: Tag, b: Tag) -> Bool { a.rawValue < b.rawValue }
    }

    private var out = ""
    private var open: [Tag] = []
    /// The fonts that are open, the outermost first.
    private var fonts: [TextFormat] = []
    private var current = TextFormat.standard

    init() {}

    mutating func write(_ text: FormattedText) -> String {
        var images = text.images[...]
        text.forEachSpan(in: 0..<text.count) { range, format in
            enter(format)
            var start = range.lowerBound
            while let image = images.first, image.index < range.upperBound {
                if image.index > start { write(text.units[start..<image.index]) }
                if open.isEmpty { enter(format) }
                out += image.html
                start = max(start, image.index)
                images.removeFirst()
            }
            if start < range.upperBound { write(text.units[start..<range.upperBound]) }
        }
        if !images.isEmpty, open.isEmpty { enter(text.spans.last?.format ?? text.defaultFormat) }
        for image in images { out += image.html }
        close(downTo: .textFormat)
        return out
    }

    /// Writes the lines of a stretch; each line end closes all tags, and those of the line behind it open again.
    private mutating func write(_ units: ArraySlice<UInt16>) {
        let endsLine = units.last == 0x0D
        let lines = (endsLine ? units.dropLast() : units).split(separator: 0x0D, omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            if number > 0 {
                close(downTo: .textFormat)
                enter(current)
            }
            out += Self.escaped(String(decoding: line, as: UTF16.self))
        }
        if endsLine { close(downTo: .textFormat) }
    }

    private mutating func enter(_ format: TextFormat) {
        if (format.bold, format.italic, format.underline) != (current.bold, current.italic, current.underline) {
            close(downTo: .bold)
        }
        if format.url != current.url { close(downTo: .link) }
        closeFonts(insideOf: format)
        current = format
        let block = Self.blockAttributes(format)
        if !block.isEmpty { begin(.textFormat, "<TEXTFORMAT\(block)>") }
        if !open.contains(.paragraph) && !open.contains(.item) {
            if format.bullet == true {
                begin(.item, "<LI>")
            } else {
                begin(.paragraph, "<P ALIGN=\"\((format.align ?? .left).rawValue.uppercased())\">")
            }
        }
        enterFont(format)
        if let url = format.url, !url.isEmpty { begin(.link, "<A HREF=\"\(url)\" TARGET=\"\(format.target ?? "")\">") }
        if format.bold == true { begin(.bold, "<B>") }
        if format.italic == true { begin(.italic, "<I>") }
        if format.underline == true { begin(.underline, "<U>") }
    }

    /// Opens a tag, where it is not open and nothing is that stands inside of it.
    private mutating func begin(_ tag: Tag, _ text: String) {
        guard !open.contains(tag), open.last.map({ $0 <= tag }) ?? true else { return }
        open.append(tag)
        out += text
    }

    private mutating func close(downTo tag: Tag) {
        while let last = open.last, last >= tag {
            open.removeLast()
            switch last {
            case .textFormat: out += "</TEXTFORMAT>"
            case .paragraph: out += "</P>"
            case .item: out += "</LI>"
            case .font:
                for _ in fonts { out += "</FONT>" }
                fonts.removeAll()
            case .link: out += "</A>"
            case .bold: out += "</B>"
            case .italic: out += "</I>"
            case .underline: out += "</U>"
            }
        }
    }

    // MARK: Fonts

    private mutating func closeFonts(insideOf format: TextFormat) {
        guard let index = fonts.firstIndex(where: { Self.sameFont($0, format) }), index < fonts.count - 1 else {
            return
        }
        close(downTo: .link)
        while fonts.count > index + 1 {
            out += "</FONT>"
            fonts.removeLast()
        }
    }

    private mutating func enterFont(_ format: TextFormat) {
        if let last = fonts.last, Self.sameFont(last, format) { return }
        close(downTo: .link)
        out += "<FONT\(Self.fontAttributes(format, inside: fonts.last))>"
        if fonts.isEmpty { open.append(.font) }
        fonts.append(format)
    }

    private static func sameFont(_ a: TextFormat, _ b: TextFormat) -> Bool {
        a.font == b.font && a.size == b.size && a.color == b.color && a.letterSpacing == b.letterSpacing
            && a.kerning == b.kerning
    }

    /// All of a font's attributes, or what differs from the font around it.
    private static func fontAttributes(_ format: TextFormat, inside outer: TextFormat?) -> String {
        var text = ""
        if outer?.font != format.font { text += " FACE=\"\(format.font ?? "")\"" }
        if outer?.size != format.size { text += " SIZE=\"\(number(format.size ?? 12))\"" }
        if outer?.color != format.color { text += " COLOR=\"#\(hex(format.color ?? 0))\"" }
        if outer?.letterSpacing != format.letterSpacing {
            text += " LETTERSPACING=\"\(number(format.letterSpacing ?? 0))\""
        }
        if outer?.kerning != format.kerning { text += " KERNING=\"\(format.kerning == true ? 1 : 0)\"" }
        return text
    }

    private static func blockAttributes(_ format: TextFormat) -> String {
        var text = ""
        func add(_ name: String, _ value: Double?) {
            if let value, value != 0 { text += " \(name)=\"\(number(value))\"" }
        }
        add("LEFTMARGIN", format.leftMargin)
        add("RIGHTMARGIN", format.rightMargin)
        add("INDENT", format.indent)
        add("LEADING", format.leading)
        add("BLOCKINDENT", format.blockIndent)
        if let stops = format.tabStops, !stops.isEmpty {
            text += " TABSTOPS=\"\(stops.map { number($0) }.joined(separator: ","))\""
        }
        return text
    }

    static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(value)
    }

    private static func hex(_ color: UInt32) -> String {
        let digits = String(color & 0xFF_FFFF, radix: 16, uppercase: true)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    static func escaped(_ text: String) -> String {
        var out = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&apos;"
            default: out.unicodeScalars.append(character)
            }
        }
        return out
    }
}
