import SWF

/// A font that a movie brings along, as scripts see it (`flash.text.Font`).
public struct EmbeddedFont {
    let character: FontCharacter
    public let name: String
    public var isBold: Bool { character.tag.isBold }
    public var isItalic: Bool { character.tag.isItalic }
    /// DefineFont4: only flash.text.engine can use it.
    public var isCFF: Bool { character.tag.version == 4 }

    /// Whether it has a glyph for each of some UTF-16 units.
    public func hasGlyphs(_ units: some Sequence<UInt16>) -> Bool {
        units.allSatisfy { character.codes[$0] != nil }
    }

    fileprivate func isLike(_ other: EmbeddedFont) -> Bool {
        name == other.name && isBold == other.isBold && isItalic == other.isItalic
    }
}

extension MovieAssets {
    /// The font of a number, nil where that is none.
    public func embeddedFont(_ id: CharacterID) -> EmbeddedFont? {
        font(id).map { EmbeddedFont(character: $0, name: text($0.tag.name)) }
    }

    /// What `Font.enumerateFonts` lists of the movie. Quirk: fonts without metrics are left out, those without glyphs
    /// are not.
    public var listedFonts: [EmbeddedFont] {
        fontIDs.compactMap { embeddedFont($0) }.filter { $0.character.tag.layout != nil }
    }
}

extension Player {
    /// `Font.registerFont`: from now on all movies have it.
    public func register(_ font: EmbeddedFont) {
        if !registeredFonts.contains(where: font.isLike) { registeredFonts.append(font) }
    }
}
