/// Writes text as Flash's `htmlText` gives it.
struct HTMLWriter {
    private var out = ""

    init() {}

    mutating func write(_ text: FormattedText) -> String {
        out = ""
        var start = 0
        while start < text.count {
            let end = text.units[start...].firstIndex(of: 0x0D) ?? text.count
            writeParagraph(start..<end, of: text)
            start = end + 1
        }
        return out
    }

    private mutating func writeParagraph(_ range: Range<Int>, of text: FormattedText) {
        let first = text.format(at: range.lowerBound)
        let block = blockAttributes(first)
        if !block.isEmpty { out += "<TEXTFORMAT\(block)>" }
        let isBullet = first.bullet == true
        out += isBullet ? "<LI>" : "<P ALIGN=\"\((first.align ?? .left).rawValue.uppercased())\">"
        // Fonts nest: a stretch that only changes some of what its paragraph began with adds a FONT inside.
        writeSpans(range, of: text)
        out += isBullet ? "</LI>" : "</P>"
        if !block.isEmpty { out += "</TEXTFORMAT>" }
    }

    private mutating func writeSpans(_ range: Range<Int>, of text: FormattedText) {
        var fonts: [TextFormat] = []
        var spans: [(Range<Int>, TextFormat)] = []
        text.forEachSpan(in: range) { spans.append(($0, $1)) }
        if spans.isEmpty { spans = [(range, text.format(at: range.lowerBound))] }
        for (part, format) in spans {
            // Fonts that are open and that this stretch does not share are closed.
            if let index = fonts.firstIndex(where: { Self.sameFont($0, format) }) {
                while fonts.count > index + 1 {
                    out += "</FONT>"
                    fonts.removeLast()
                }
            } else {
                out += "<FONT\(fontAttributes(format, inside: fonts.last))>"
                fonts.append(format)
            }
            writeRun(part, format, of: text)
        }
        for _ in fonts { out += "</FONT>" }
    }

    private mutating func writeRun(_ range: Range<Int>, _ format: TextFormat, of text: FormattedText) {
        let url = format.url ?? ""
        if !url.isEmpty { out += "<A HREF=\"\(Self.escaped(url))\" TARGET=\"\(Self.escaped(format.target ?? ""))\">" }
        if format.bold == true { out += "<B>" }
        if format.italic == true { out += "<I>" }
        if format.underline == true { out += "<U>" }
        out += Self.escaped(String(decoding: text.units[range], as: UTF16.self))
        if format.underline == true { out += "</U>" }
        if format.italic == true { out += "</I>" }
        if format.bold == true { out += "</B>" }
        if !url.isEmpty { out += "</A>" }
    }

    private static func sameFont(_ a: TextFormat, _ b: TextFormat) -> Bool {
        a.font == b.font && a.size == b.size && a.color == b.color && a.letterSpacing == b.letterSpacing
            && a.kerning == b.kerning
    }

    /// All of a font's attributes, or what differs from the font around it.
    private func fontAttributes(_ format: TextFormat, inside outer: TextFormat?) -> String {
        var text = ""
        if outer?.font != format.font { text += " FACE=\"\(Self.escaped(format.font ?? ""))\"" }
        if outer?.size != format.size { text += " SIZE=\"\(Self.number(format.size ?? 12))\"" }
        if outer?.color != format.color { text += " COLOR=\"#\(Self.hex(format.color ?? 0))\"" }
        if outer?.letterSpacing != format.letterSpacing {
            text += " LETTERSPACING=\"\(Self.number(format.letterSpacing ?? 0))\""
        }
        if outer?.kerning != format.kerning { text += " KERNING=\"\(format.kerning == true ? 1 : 0)\"" }
        return text
    }

    private func blockAttributes(_ format: TextFormat) -> String {
        var text = ""
        func add(_ name: String, _ value: Double?) {
            if let value, value != 0 { text += " \(name)=\"\(Self.number(value))\"" }
        }
        add("LEFTMARGIN", format.leftMargin)
        add("RIGHTMARGIN", format.rightMargin)
        add("INDENT", format.indent)
        add("BLOCKINDENT", format.blockIndent)
        add("LEADING", format.leading)
        if let stops = format.tabStops, !stops.isEmpty {
            text += " TABSTOPS=\"\(stops.map { Self.number($0) }.joined(separator: ","))\""
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
            case "\u{A0}": out += "&nbsp;"
            default: out.unicodeScalars.append(character)
            }
        }
        return out
    }
}
