/// Where characters and words of a text begin, as flash.text.engine counts them.
///
/// Indices are UTF-16 units. A character is what a reader takes for one: a letter with its marks, an emoji of several parts.
struct TextBoundaries {
    let units: [UInt16]

    /// So many units are looked at around an index; no character has more.
    private static let reach = 64

    /// The end of the character that begins at an index within the text.
    func characterEnd(after index: Int) -> Int {
        let part = String(decoding: units[index..<min(units.count, index + Self.reach)], as: UTF16.self)
        return min(units.count, index + max(1, part.first.map { String($0).utf16.count } ?? 1))
    }

    /// The start of the character that ends at an index, which is not 0.
    func characterStart(before index: Int) -> Int {
        let part = String(decoding: units[max(0, index - Self.reach)..<index], as: UTF16.self)
        return max(0, index - max(1, part.last.map { String($0).utf16.count } ?? 1))
    }

    private enum Kind { case word, space, other }

    private func kind(_ index: Int) -> Kind {
        let unit = units[index]
        // Halves of surrogate pairs, and what joins to a letter, belong to words.
        if (0xD800...0xDFFF).contains(unit) { return .word }
        guard let scalar = Unicode.Scalar(unit) else { return .other }
        if scalar.properties.isWhitespace { return .space }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation, .format:
            return .word
        default: return .other
        }
    }

    /// Whether a word, a stretch of spaces or a sign begins at an index.
    func isWordBoundary(_ index: Int) -> Bool {
        guard index > 0, index < units.count else { return true }
        let (before, after) = (kind(index - 1), kind(index))
        return before != after || after == .other
    }

    func wordEnd(after index: Int) -> Int {
        var index = index + 1
        while index < units.count, !isWordBoundary(index) { index += 1 }
        return min(index, units.count)
    }

    func wordStart(before index: Int) -> Int {
        var index = index - 1
        while index > 0, !isWordBoundary(index) { index -= 1 }
        return max(0, index)
    }
}
