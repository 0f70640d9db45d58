/// A font and what is made up of the style that was asked for.
public struct StyledFace {
    public let face: FontFace
    public let synthesis: FontFace.Synthesis

    public init(_ face: FontFace, _ synthesis: FontFace.Synthesis = FontFace.Synthesis()) {
        self.face = face
        self.synthesis = synthesis
    }
}

/// The fonts for one request, the best first, those for what it lacks behind it.
public protocol FontList: AnyObject {
    /// The font that gives the line's metrics. Nil: there is no font at all.
    var first: StyledFace? { get }
    /// The first font that has a character.
    func face(with scalar: UInt32) -> StyledFace?
}

/// A request for a font of the system.
public struct FontRequest: Hashable, Sendable {
    /// Names in the order of preference; Flash's own (`_sans`) among them.
    public var families: [String]
    public var isBold, isItalic: Bool

    /// From a list of names parted by commas, as text formats hold it.
    public init(_ names: String, isBold: Bool = false, isItalic: Bool = false) {
        families = names.split(separator: ",").map { Self.trimmed($0) }.filter { !$0.isEmpty }
        self.isBold = isBold
        self.isItalic = isItalic
    }

    private static func trimmed(_ name: Substring) -> String {
        var name = name
        while name.first == " " { name.removeFirst() }
        while name.last == " " { name.removeLast() }
        return String(name)
    }
}

/// Flash's names for what every system has in some form.
public enum GenericFamily: Sendable {
    case sans, serif, typewriter
    case japaneseGothic, japaneseGothicMono, japaneseMincho

    public init?(_ name: String) {
        switch name.lowercased() {
        case "_sans": self = .sans
        case "_serif": self = .serif
        case "_typewriter": self = .typewriter
        case "_ゴシック": self = .japaneseGothic
        case "_等幅": self = .japaneseGothicMono
        case "_明朝": self = .japaneseMincho
        default: return nil
        }
    }
}
