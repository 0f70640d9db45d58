/// Reads the HTML that text fields understand.
///
/// It is no HTML of the web: unknown tags vanish, unclosed ones close with the text, and a `<` that begins no tag ends
/// the text. Spec: ActionScript 2.0 Language Reference, "TextField.htmlText", "Supported HTML tags".
struct HTMLReader {
    private let units: [UInt16]
    private var position = 0
    private var result = FormattedText()
    private var stack: [(tag: String, format: TextFormat)] = []
    private let swfVersion: UInt8
    private let isMultiline: Bool
    private let condensesWhite: Bool
    private let styles: StyleSheet?
    /// A paragraph is open that has not ended its line.
    private var isInParagraph = false

    init(
        _ html: [UInt16], defaultFormat: TextFormat, isMultiline: Bool, condensesWhite: Bool = false,
        styles: StyleSheet? = nil, swfVersion: UInt8 = 8
    ) {
        self.swfVersion = swfVersion
        units = html
        self.isMultiline = isMultiline
        self.condensesWhite = condensesWhite
        self.styles = styles
        result.defaultFormat = defaultFormat
    }

    private var format: TextFormat { stack.last?.format ?? result.defaultFormat }

    mutating func read() -> FormattedText {
        var text: [UInt16] = []
        while position < units.count {
            let unit = units[position]
            if unit == 0x3C {
                flush(&text)
                guard readTag() else { break }
            } else {
                text.append(unit)
                position += 1
            }
        }
        flush(&text)
        return result
    }

    private mutating func flush(_ text: inout [UInt16]) {
        defer { text.removeAll() }
        guard !text.isEmpty else { return }
        // Until SWF 7 white space alone between tags is nothing.
        if swfVersion < 8, text.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) { return }
        var plain = Self.withoutEntities(text)
        if condensesWhite { plain = condensed(plain) }
        result.append(plain.map { $0 == 0x0A ? 0x0D : $0 }, format)
    }

    /// Runs of white space become one space; none is left at the start of a line.
    private func condensed(_ text: [UInt16]) -> [UInt16] {
        var out: [UInt16] = []
        var last = result.units.last ?? 0x0D
        for unit in text {
            if unit == 0x20 || (0x09...0x0D).contains(unit) {
                // Until SWF 7 one stays even at the start of a line.
                if last != 0x20 && (last != 0x0D || swfVersion < 8) { out.append(0x20) }
                last = last == 0x0D && swfVersion >= 8 ? last : 0x20
            } else {
                out.append(unit)
                last = unit
            }
        }
        return out
    }

    /// Reads the tag at the position. False where it has no end: the rest of the text is lost.
    private mutating func readTag() -> Bool {
        var end = position + 1
        var quote: UInt16 = 0
        while end < units.count {
            let unit = units[end]
            if quote != 0 {
                if unit == quote { quote = 0 }
            } else if unit == 0x22 || unit == 0x27 {
                quote = unit
            } else if unit == 0x3E {
                break
            }
            end += 1
        }
        guard end < units.count else { return false }
        let body = Array(units[(position + 1)..<end])
        position = end + 1
        if body.first == 0x21 { return true }  // A comment or a declaration.
        if body.first == 0x2F {
            close(String(decoding: body.dropFirst(), as: UTF16.self).trimmed.lowercased())
            return true
        }
        let (name, attributes) = Self.parse(body)
        open(name, attributes, closesItself: body.last == 0x2F)
        return true
    }

    private static func parse(_ body: [UInt16]) -> (name: String, attributes: [String: String]) {
        var index = 0
        func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || (0x09...0x0D).contains(unit) }
        func word(_ stop: (UInt16) -> Bool) -> [UInt16] {
            let start = index
            while index < body.count, !stop(body[index]) { index += 1 }
            return Array(body[start..<index])
        }
        let name = String(decoding: word { isSpace($0) || $0 == 0x2F }, as: UTF16.self).lowercased()
        var attributes: [String: String] = [:]
        while index < body.count {
            if isSpace(body[index]) || body[index] == 0x2F {
                index += 1
                continue
            }
            let key = String(decoding: word { isSpace($0) || $0 == 0x3D || $0 == 0x2F }, as: UTF16.self).lowercased()
            while index < body.count, isSpace(body[index]) { index += 1 }
            guard index < body.count, body[index] == 0x3D else { continue }
            index += 1
            while index < body.count, isSpace(body[index]) { index += 1 }
            guard index < body.count else { break }
            let value: [UInt16]
            if body[index] == 0x22 || body[index] == 0x27 {
                let quote = body[index]
                index += 1
                value = word { $0 == quote }
                index += 1
            } else {
                value = word(isSpace)
            }
            attributes[key] = String(decoding: withoutEntities(value), as: UTF16.self)
        }
        return (name, attributes)
    }

    // MARK: Tags

    private mutating func open(_ name: String, _ attributes: [String: String], closesItself: Bool) {
        var format = format
        switch name {
        case "br", "sbr":
            if isMultiline { result.append([0x0D], format) }
            return
        case "p":
            endParagraph()
            isInParagraph = true
            if let align = attributes["align"].flatMap({ TextFormat.Align(rawValue: $0.lowercased()) }) {
                format.align = align
            }
        case "li":
            if isMultiline, let last = result.units.last, last != 0x0D { result.append([0x0D], format) }
            format.bullet = true
        case "font":
            if let face = attributes["face"] { format.font = face }
            if let size = attributes["size"] { format.size = Self.size(size, relativeTo: format.size ?? 12) }
            if let color = attributes["color"].flatMap(Self.color) { format.color = color }
            if let spacing = attributes["letterspacing"].flatMap(Double.init) { format.letterSpacing = spacing }
            if let kerning = attributes["kerning"] { format.kerning = kerning == "1" }
        case "b": format.bold = true
        case "i": format.italic = true
        case "u": format.underline = true
        case "a":
            format.url = attributes["href"] ?? format.url
            format.target = attributes["target"] ?? format.target
        case "textformat":
            func number(_ key: String) -> Double? { attributes[key].flatMap { Double($0) } }
            format.leftMargin = number("leftmargin").map { max(0, $0) } ?? format.leftMargin
            format.rightMargin = number("rightmargin").map { max(0, $0) } ?? format.rightMargin
            format.indent = number("indent") ?? format.indent
            format.blockIndent = number("blockindent").map { max(0, $0) } ?? format.blockIndent
            format.leading = number("leading") ?? format.leading
            if let stops = attributes["tabstops"] {
                format.tabStops = stops.split(separator: ",").compactMap { Double(String($0).trimmed) }
            }
        default: break
        }
        if let styles {
            format = styles.applied(to: format, tag: name, styleClass: attributes["class"])
        }
        if !closesItself { stack.append((name, format)) }
    }

    private mutating func close(_ name: String) {
        guard let index = stack.lastIndex(where: { $0.tag == name }) else { return }
        if name == "p" || name == "li" {
            if isMultiline { result.append([0x0D], stack[index].format) }
            isInParagraph = false
        }
        stack.removeSubrange(index...)
    }

    /// A paragraph that begins ends the line before it.
    private mutating func endParagraph() {
        guard isMultiline, isInParagraph, let last = result.units.last, last != 0x0D else { return }
        result.append([0x0D], format)
    }

    private static func size(_ text: String, relativeTo old: Double) -> Double {
        guard let number = Double(text) else { return old }
        let isRelative = text.hasPrefix("+") || text.hasPrefix("-")
        return max(1, isRelative ? old + number : number)
    }

    private static func color(_ text: String) -> UInt32? {
        guard text.hasPrefix("#") else { return nil }
        // The digits up to the first letter that is none; of too many the last six count.
        var value: UInt32?
        for character in text.dropFirst().drop(while: { $0.isWhitespace }) {
            guard let digit = character.hexDigitValue else { break }
            value = (value ?? 0) << 4 | UInt32(digit)
        }
        return value.map { $0 & 0xFF_FFFF }
    }

    // MARK: Entities

    static func withoutEntities(_ text: [UInt16]) -> [UInt16] {
        guard text.contains(0x26) else { return text }
        var out: [UInt16] = []
        var index = 0
        while index < text.count {
            guard text[index] == 0x26, let end = text[index...].prefix(12).firstIndex(of: 0x3B),
                let unit = entity(String(decoding: text[(index + 1)..<end], as: UTF16.self))
            else {
                out.append(text[index])
                index += 1
                continue
            }
            out += unit
            index = end + 1
        }
        return out
    }

    private static func entity(_ name: String) -> [UInt16]? {
        if name.hasPrefix("#") {
            let digits = name.dropFirst()
            let number =
                digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
            return number.map { [UInt16(truncatingIfNeeded: $0)] }
        }
        switch name.lowercased() {
        case "amp": return [0x26]
        case "lt": return [0x3C]
        case "gt": return [0x3E]
        case "quot": return [0x22]
        case "apos": return [0x27]
        case "nbsp": return [0xA0]
        default: return nil
        }
    }
}

extension String {
    /// Without white space at both ends.
    var trimmed: String {
        var view = Substring(self)
        while let first = view.first, first.isWhitespace { view.removeFirst() }
        while let last = view.last, last.isWhitespace { view.removeLast() }
        return String(view)
    }
}
