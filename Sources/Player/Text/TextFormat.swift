/// How a stretch of text looks. A nil field is not given, or differs within the stretch.
///
/// Lengths are pixels; the colour is 0xRRGGBB.
public struct TextFormat: Equatable, Sendable {
    public enum Align: String, Sendable { case left, right, center, justify }
    /// How a style sheet wants a tag shown.
    public enum Display: String, Sendable { case block, inline, none }

    public var font: String?
    public var size: Double?
    public var color: UInt32?
    public var bold, italic, underline: Bool?
    public var url, target: String?
    public var align: Align?
    public var leftMargin, rightMargin, indent, blockIndent, leading: Double?
    public var tabStops: [Double]?
    public var bullet, kerning: Bool?
    public var letterSpacing: Double?
    /// Of styles only: text itself has none.
    public var display: Display?

    /// What only flash.text.engine knows; nil: nothing of that.
    public var engine: EngineLook?

    public init() {}

    /// What a text field has where nothing else is said.
    public static let standard: TextFormat = {
        var format = TextFormat()
        format.font = "Times New Roman"
        format.size = 12
        format.color = 0
        (format.bold, format.italic, format.underline) = (false, false, false)
        (format.url, format.target) = ("", "")
        format.align = .left
        (format.leftMargin, format.rightMargin, format.indent, format.blockIndent, format.leading) = (0, 0, 0, 0, 0)
        format.tabStops = []
        (format.bullet, format.kerning) = (false, false)
        format.letterSpacing = 0
        return format
    }()

    /// The fields that `other` gives, and this one's for the rest.
    public func merged(with other: TextFormat) -> TextFormat {
        var result = self
        result.font = other.font ?? font
        result.size = other.size ?? size
        result.color = other.color ?? color
        result.bold = other.bold ?? bold
        result.italic = other.italic ?? italic
        result.underline = other.underline ?? underline
        result.url = other.url ?? url
        result.target = other.target ?? target
        result.align = other.align ?? align
        result.leftMargin = other.leftMargin ?? leftMargin
        result.rightMargin = other.rightMargin ?? rightMargin
        result.indent = other.indent ?? indent
        result.blockIndent = other.blockIndent ?? blockIndent
        result.leading = other.leading ?? leading
        result.tabStops = other.tabStops ?? tabStops
        result.bullet = other.bullet ?? bullet
        result.kerning = other.kerning ?? kerning
        result.letterSpacing = other.letterSpacing ?? letterSpacing
        result.display = other.display ?? display
        result.engine = other.engine ?? engine
        return result
    }

    /// The fields in which both agree.
    public func common(with other: TextFormat) -> TextFormat {
        func same<T: Equatable>(_ a: T?, _ b: T?) -> T? { a == b ? a : nil }
        var result = TextFormat()
        result.font = same(font, other.font)
        result.size = same(size, other.size)
        result.color = same(color, other.color)
        result.bold = same(bold, other.bold)
        result.italic = same(italic, other.italic)
        result.underline = same(underline, other.underline)
        result.url = same(url, other.url)
        result.target = same(target, other.target)
        result.align = same(align, other.align)
        result.leftMargin = same(leftMargin, other.leftMargin)
        result.rightMargin = same(rightMargin, other.rightMargin)
        result.indent = same(indent, other.indent)
        result.blockIndent = same(blockIndent, other.blockIndent)
        result.leading = same(leading, other.leading)
        result.tabStops = same(tabStops, other.tabStops)
        result.bullet = same(bullet, other.bullet)
        result.kerning = same(kerning, other.kerning)
        result.letterSpacing = same(letterSpacing, other.letterSpacing)
        return result
    }
}

/// What an `ElementFormat` of flash.text.engine says beside a text format.
public struct EngineLook: Equatable, Sendable {
    /// Lines of a font that others are set on.
    public enum Baseline: String, Sendable {
        case roman, ascent, descent, ideographicTop, ideographicCenter, ideographicBottom

        /// How far below the letters' own line it is, in ems. An ideograph fills its em, of which 0.12 lie below that line.
        func offset(_ font: any TextFont) -> Double {
            switch self {
            case .roman: 0
            case .ascent: -font.ascent
            case .descent: font.descent
            case .ideographicTop: -0.88
            case .ideographicCenter: -0.38
            case .ideographicBottom: 0.12
            }
        }
    }

    /// Quarter turns of each glyph in its line, clockwise.
    public var turns = 0
    /// The line of the font that stands on the same one of the line.
    public var baseline = Baseline.roman
    /// Pixels that it is moved down by.
    public var shift = 0.0
    /// 0 to 1.
    public var alpha = 1.0

    public init() {}
}
