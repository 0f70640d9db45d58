/// Where a line of a wrapped text may end, as Flash has it.
///
/// Behind a space or a hyphen, and on both sides of the characters of East Asian writing; but what closes stays with what
/// is before it, and what opens with what follows.
enum BreakRules {
    /// Whether a line may end between two units that follow one another.
    static func mayBreak(after left: UInt16, before right: UInt16) -> Bool {
        if left == 0x20 || left == 0x2D { return true }
        // A surrogate pair is one character.
        if (0xD800...0xDBFF).contains(left) && (0xDC00...0xDFFF).contains(right) { return false }
        guard isWide(left) || isWide(right) else { return false }
        return !opening.contains(left) && !closing.contains(right)
    }

    /// Characters next to which a line may break without a space: East Asian ones, and the symbols that came with them.
    static func isWide(_ unit: UInt16) -> Bool { unit >= 0x2300 }

    /// These do not end a line.
    private static let opening = Set("([{⁅〈《「『【〖〚〝﴾︵︻﹁﹃﹙（［｛".utf16)
    /// These do not begin one.
    private static let closing = Set(" !),.:;?]}⁆、。〉》」』】〕〙〜〟﴿︶︺﹀﹂﹄﹚﹞！），．：；？］｝".utf16)
}
