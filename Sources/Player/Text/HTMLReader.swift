/// Reads the HTML that text fields understand into formatted text.
///
/// Unknown tags have no look of their own, a tag that closes what was not opened last is passed over, and what is left
/// open closes with the text. Spec: ActionScript 2.0 Language Reference, "TextField.htmlText", "Supported HTML tags".
struct HTMLReader {
    private var tags: HTMLTags
    private var result = FormattedText()
    private var stack: [(name: String, format: TextFormat)] = []
    private let swfVersion: UInt8
    private let isMultiline: Bool
    private let condensesWhite: Bool
    private let styles: StyleSheet?
    /// A paragraph is open that has not ended its line.
    private var isInParagraph = false
    /// A tag that its style makes a block is open.
    private var isInBlock = false
    /// What the last FONT that was closed said: the line end of its paragraph takes its font.
    private var lastFont: TextFormat?

    init(
        _ html: [UInt16], defaultFormat: TextFormat, isMultiline: Bool, condensesWhite: Bool = false,
        styles: StyleSheet? = nil, swfVersion: UInt8 = 8
    ) {
        tags = HTMLTags(html)
        self.swfVersion = swfVersion
        // Until SWF 6 every field of HTML has lines.
        self.isMultiline = isMultiline || swfVersion <= 6
        self.condensesWhite = condensesWhite
        self.styles = styles
        result.defaultFormat = defaultFormat
        // Until SWF 7 a field of HTML starts left.
        if swfVersion < 8 { result.defaultFormat.align = .left }
    }

    private var format: TextFormat { stack.last?.format ?? result.defaultFormat }

    mutating func read() -> FormattedText {
        while let part = tags.next() {
            switch part {
            case .text(let text): append(text)
            case .tag(let tag):
                if tag.opens { open(tag) }
                if tag.closes { close(tag.name) }
            }
        }
        if condensesWhite && swfVersion >= 8 { return condensed(result) }
        return result
    }

    // MARK: Text

    private mutating func append(_ text: [UInt16]) {
        guard format.display != TextFormat.Display.none else { return }
        // Until SWF 7 white space alone between tags is nothing.
        if swfVersion < 8, text.allSatisfy(HTMLTags.isSpace) { return }
        push(condensesWhite ? Self.withSingleSpaces(text) : text.map { $0 == 0x0A ? 0x0D : $0 }, format)
    }

    private mutating func push(_ text: [UInt16], _ format: TextFormat) {
        var format = format
        format.display = nil
        result.append(text, format)
    }

    private mutating func endLine(_ format: TextFormat) { push([0x0D], format) }

    /// White space of any length as one space.
    private static func withSingleSpaces(_ text: [UInt16]) -> [UInt16] {
        var out: [UInt16] = []
        var wasSpace = false
        for unit in text {
            let isSpace = HTMLTags.isSpace(unit)
            if !isSpace || !wasSpace { out.append(isSpace ? 0x20 : unit) }
            wasSpace = isSpace
        }
        return out
    }

    /// From SWF 8 on no space is left behind another or at the start of a line, whatever tags are between.
    private func condensed(_ text: FormattedText) -> FormattedText {
        var out = FormattedText()
        out.defaultFormat = text.defaultFormat
        var last: UInt16 = 0x0D
        var images = text.images[...]
        text.forEachSpan(in: 0..<text.count) { range, format in
            var kept: [UInt16] = []
            for (index, unit) in zip(range, text.units[range]) {
                while let image = images.first, image.index <= index {
                    out.append(kept, format)
                    kept = []
                    out.append(image)
                    images.removeFirst()
                }
                if unit != 0x20 || (last != 0x20 && last != 0x0D) { kept.append(unit) }
                last = unit == 0x20 && last == 0x0D ? last : unit
            }
            out.append(kept, format)
        }
        for image in images { out.append(image) }
        return out
    }

    // MARK: Tags

    private mutating func open(_ tag: HTMLTags.Tag) {
        var format = format
        switch tag.name {
        case "br":
            if isMultiline { endLine(format) }
            return
        case "sbr": return endLine(format)
        case "img":
            // A field of one line has no room beside its text.
            if isMultiline, format.display != TextFormat.Display.none, let image = TextImage(attributes: tag.attributes)
            {
                result.append(image)
            }
            return
        case "p":
            isInParagraph = true
            apply("p", tag, to: &format)
            if let align = tag.attributes["align"].flatMap({ TextFormat.Align(rawValue: $0.lowercased()) }) {
                format.align = align
            }
        case "a":
            apply("a", tag, to: &format)
            if let url = tag.attributes["href"] { format.url = url }
            if let target = tag.attributes["target"] { format.target = target }
        case "font": readFont(tag, &format)
        case "b": format.bold = true
        case "i": format.italic = true
        case "u": format.underline = true
        case "li":
            if let styles { format = styles.applied(to: format, selector: "li") }
            if isMultiline, let last = result.units.last, last != 0x0D { endLine(self.format) }
            format.bullet = true
        case "textformat": readTextFormat(tag, &format)
        case "span": apply(nil, tag, to: &format)
        default:
            format.display = nil
            if let styles { format = styles.applied(to: format, selector: tag.name) }
            if format.display == .block || format.display == TextFormat.Display.none { isInBlock = true }
        }
        stack.append((tag.name, format))
    }

    /// Applies the styles of a tag and of its class.
    private func apply(_ name: String?, _ tag: HTMLTags.Tag, to format: inout TextFormat) {
        guard let styles else { return }
        if let name { format = styles.applied(to: format, selector: name) }
        if let styleClass = tag.attributes["class"] {
            format = styles.applied(to: format, selector: "." + styleClass.lowercased())
        }
    }

    private mutating func close(_ name: String) {
        guard let top = stack.last, top.name == name else { return }
        if isInBlock {
            isInBlock = false
            endLine(top.format)
        }
        switch name {
        case "li": if isMultiline { endLine(top.format) }
        case "p":
            if isMultiline && isInParagraph {
                isInParagraph = false
                endLine(lineEndFormat(top.format))
            }
        case "font": lastFont = top.format
        default: break
        }
        stack.removeLast()
    }

    /// The format of a line end that a paragraph makes: plain, in the last font.
    private func lineEndFormat(_ paragraph: TextFormat) -> TextFormat {
        let font = lastFont ?? result.defaultFormat
        var format = paragraph
        (format.bold, format.italic, format.underline) = (false, false, false)
        (format.url, format.target) = ("", "")
        (format.font, format.size, format.color) = (font.font, font.size, font.color)
        (format.letterSpacing, format.kerning) = (font.letterSpacing, font.kerning)
        return format
    }

    // MARK: Attributes

    private func readFont(_ tag: HTMLTags.Tag, _ format: inout TextFormat) {
        if let face = tag.attributes["face"] { format.font = face }
        if let size = tag.attributes["size"] { format.size = self.size(size, format.size ?? 12) }
        if let color = tag.attributes["color"].flatMap(Self.color) { format.color = color }
        if let spacing = tag.attributes["letterspacing"].flatMap(Self.number) { format.letterSpacing = spacing }
        switch tag.attributes["kerning"] {
        case "1": if swfVersion >= 8 { format.kerning = true }
        case "0": format.kerning = false
        default: break
        }
    }

    /// Whole digits; "+" and "-" are relative to the size around. Until SWF 12 it is at most 127.
    private func size(_ text: String, _ old: Double) -> Double {
        let sign = text.first.flatMap { $0 == "+" || $0 == "-" ? $0 : nil }
        let digits = text.dropFirst(sign == nil ? 0 : 1).prefix { $0.isASCII && $0.isNumber }
        guard let number = Double(digits) else { return old }
        let size = sign == "+" ? old + number : sign == "-" ? old - number : number
        return swfVersion < 13 ? max(1, min(127, size)) : max(1, size)
    }

    private func readTextFormat(_ tag: HTMLTags.Tag, _ format: inout TextFormat) {
        func number(_ key: String) -> Double? { tag.attributes[key].flatMap(Self.number) }
        format.leftMargin = number("leftmargin").map { max(0, $0) } ?? format.leftMargin
        format.rightMargin = number("rightmargin").map { max(0, $0) } ?? format.rightMargin
        format.indent = number("indent") ?? format.indent
        format.blockIndent = number("blockindent").map { max(0, $0) } ?? format.blockIndent
        format.leading = number("leading") ?? format.leading
        if let stops = tag.attributes["tabstops"] {
            format.tabStops = stops.split(separator: ",").compactMap { Self.number(String($0).trimmed) }
        }
    }

    private static func number(_ text: String) -> Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The digits behind "#" up to the first letter that is none; of too many the last six count.
    private static func color(_ text: String) -> UInt32? {
        guard text.hasPrefix("#") else { return nil }
        var value: UInt32?
        for character in text.dropFirst().drop(while: { $0.isWhitespace }) {
            guard let digit = character.hexDigitValue else { break }
            value = (value ?? 0) << 4 | UInt32(digit)
        }
        return value.map { $0 & 0xFF_FFFF }
    }
}
