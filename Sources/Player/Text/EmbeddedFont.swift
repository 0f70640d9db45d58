import SWF

/// A font that a movie brings along, as scripts see it (`flash.text.Font`).
public struct EmbeddedFont {
    enum Source {
        case shapes(FontCharacter)
        case openType(OpenTypeCharacter)
    }

    let source: Source
    public let name: String

    public var isBold: Bool {
        switch source {
        case .shapes(let font): font.tag.isBold
        case .openType(let font): font.tag.isBold
        }
    }

    public var isItalic: Bool {
        switch source {
        case .shapes(let font): font.tag.isItalic
        case .openType(let font): font.tag.isItalic
        }
    }

    /// DefineFont4: only flash.text.engine can use it.
    public var isCFF: Bool { openType != nil }

    /// Its glyphs for text fields, nil where it has none.
    var character: FontCharacter? {
        guard case .shapes(let font) = source, !font.tag.glyphs.isEmpty else { return nil }
        return font
    }

    var openType: OpenTypeCharacter? {
        guard case .openType(let font) = source else { return nil }
        return font
    }

    /// Quirk: `Font.enumerateFonts` leaves out fonts without metrics, but not those without glyphs.
    fileprivate var isListed: Bool {
        switch source {
        case .shapes(let font): font.tag.layout != nil
        case .openType(let font): font.tag.data != nil
        }
    }

    /// Whether it has a glyph for each of some UTF-16 units.
    public func hasGlyphs(_ units: some Sequence<UInt16>) -> Bool {
        switch source {
        case .shapes(let font): units.allSatisfy { font.codes[$0] != nil }
        case .openType(let font): font.hasGlyphs(units)
        }
    }

    fileprivate func isLike(_ other: EmbeddedFont) -> Bool {
        name == other.name && isBold == other.isBold && isItalic == other.isItalic && isCFF == other.isCFF
    }
}

extension MovieAssets {
    /// The font of a number, nil where that is none.
    public func embeddedFont(_ id: CharacterID) -> EmbeddedFont? {
        if let font = font(id) { return EmbeddedFont(source: .shapes(font), name: text(font.tag.name)) }
        guard case .openType(let font)? = character(id) else { return nil }
        return EmbeddedFont(source: .openType(font), name: text(font.tag.name))
    }

    /// What `Font.enumerateFonts` lists of the movie.
    public var listedFonts: [EmbeddedFont] { fontIDs.compactMap { embeddedFont($0) }.filter { $0.isListed } }
}

extension Player {
    /// `Font.registerFont`: from now on all movies have it.
    public func register(_ font: EmbeddedFont) {
        if !registeredFonts.contains(where: font.isLike) { registeredFonts.append(font) }
    }

    /// A font of DefineFont4 with outlines by its name (`FontLookup.EMBEDDED_CFF`): of the style that is wanted, or of no
    /// other.
    func embeddedCFF(named name: String, isBold: Bool, isItalic: Bool, in assets: MovieAssets) -> DeviceFont? {
        let wanted = name.lowercased()
        let fonts = assets.fontIDs.compactMap { assets.embeddedFont($0) } + registeredFonts
        for font in fonts where font.name.lowercased() == wanted && font.isBold == isBold && font.isItalic == isItalic {
            if let found = font.openType?.font { return found }
        }
        return nil
    }

    /// Whether flash.text.engine finds a font of the movie (`FontDescription.isFontCompatible`).
    public func hasEmbeddedCFF(_ name: String, isBold: Bool, isItalic: Bool, in assets: MovieAssets) -> Bool {
        embeddedCFF(named: name, isBold: isBold, isItalic: isItalic, in: assets) != nil
    }
}
