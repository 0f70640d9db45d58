import AVM
import Base
import Fonts
import SWF

extension Player {
    /// The font that the system has for a family, or a list of them; one without glyphs where it has none.
    func deviceFont(family: String, isBold: Bool, isItalic: Bool) -> any TextFont {
        let request = FontRequest(family, isBold: isBold, isItalic: isItalic)
        if let known = deviceFontsByRequest[request] { return known }
        let made: any TextFont =
            host.deviceFonts?.list(request).flatMap { DeviceFont($0, resources: resources) } ?? missingFont
        deviceFontsByRequest[request] = made
        return made
    }
}

extension Player {
    /// A font with glyphs by its name, of the movie or registered by a script. Where its style is missing another stands
    /// in: the other weight of the same slant before the other slant.
    func embeddedFont(named name: String, isBold: Bool, isItalic: Bool, in assets: MovieAssets) -> FontCharacter? {
        let wanted = name.lowercased()
        let registered = registeredFonts.filter { $0.name.lowercased() == wanted }
        let fonts = assets.embeddedFonts(named: wanted) + registered.compactMap(\.character)
        let styles = [
            (isBold, isItalic), (true, isItalic), (isBold, !isItalic), (false, isItalic), (!isBold, !isItalic),
        ]
        for (bold, italic) in styles {
            if let font = fonts.first(where: { $0.tag.isBold == bold && $0.tag.isItalic == italic }) { return font }
        }
        return nil
    }
}

extension MovieAssets {
    /// Fonts with glyphs, by a name in lower case.
    func embeddedFonts(named wanted: String) -> [FontCharacter] {
        fontIDs.compactMap { self.font($0) }.filter {
            !$0.tag.glyphs.isEmpty && self.text($0.tag.name).lowercased() == wanted
        }
    }

    /// Whether the movie has a font of that name without glyphs.
    func namesFont(_ name: String) -> Bool {
        let wanted = name.lowercased()
        return fontIDs.contains { id in
            self.font(id).map { $0.tag.glyphs.isEmpty && self.text($0.tag.name).lowercased() == wanted } ?? false
        }
    }
}

extension MovieClip {
    /// A new text field as a child. Lengths in pixels.
    public func createTextField(
        name: String, depth: Int32, x: Double, y: Double, width: Double, height: Double
    ) -> EditText {
        let field = EditText(player: player, assets: assets, width: width, height: height)
        field.name = name
        field.matrix.tx = Twips(pixels: x).raw
        field.matrix.ty = Twips(pixels: y).raw
        enter(field, depth: depth, initObject: nil)
        return field
    }
}

extension Player {
    /// Text fields that can be seen take the size of their text.
    func fitTexts() {
        guard hasUnfittedText else { return }
        hasUnfittedText = false
        stage.fitTexts()
    }
}

extension DisplayObject {
    fileprivate func fitTexts() {
        guard isVisible else { return }
        if let field = self as? EditText {
            field.placeImages()
            if field.isUnfitted { field.applyAutoSize() }
        }
        guard let container = self as? Container else { return }
        for child in container.children { child.fitTexts() }
    }
}

/// What `TextFormat.getTextExtent` gives, in pixels.
public struct TextExtent {
    public var ascent, descent, width, height, fieldWidth: Double
}

extension Player {
    /// Measures a text as a field of the format would show it.
    public func textExtent(_ units: [UInt16], format: TextFormat, width: Double?) -> TextExtent {
        let text = FormattedText(
            units.map { $0 == 0x0A ? 0x0D : $0 }, format: TextFormat.standard.merged(with: format))
        let limit = width.flatMap { $0.isNaN ? nil : $0 }
        let settings = TextLayout.Settings(
            width: LineBreaker.twips(limit.map { max(0, $0 - 4) }), wraps: limit != nil)
        let layout = TextLayout(text, settings) { format in
            self.deviceFont(
                family: format.font ?? "", isBold: format.bold == true, isItalic: format.italic == true)
        }
        func pixels(_ twips: Int?) -> Double { Double(twips ?? 0) / 20 }
        return TextExtent(
            ascent: pixels(layout.lines.first?.ascent), descent: pixels(layout.lines.first?.descent),
            width: pixels(layout.width), height: pixels(layout.height),
            fieldWidth: limit ?? pixels(layout.width) + 4)
    }
}

extension StaticText {
    /// What its glyphs stand for, by the code tables of their fonts. Nil: a glyph of it has no code.
    public var textUnits: [UInt16]? {
        let result = units
        let isWhole = result.count == text.records.reduce(0) { $0 + $1.glyphs.count }
        return isWhole && !result.isEmpty && !result.contains(0) ? result : nil
    }

    /// What its glyphs stand for, by the code tables of their fonts.
    var units: [UInt16] {
        var result: [UInt16] = []
        var font: FontCharacter?
        for record in text.records {
            if let id = record.font { font = assets.font(id) }
            for glyph in record.glyphs {
                guard let font, Int(glyph.index) < font.tag.glyphs.count else { continue }
                result.append(font.tag.glyphs[Int(glyph.index)].code)
            }
        }
        return result
    }
}

extension MovieAssets {
    /// The length of an exported sound in milliseconds. Nil: there is none of that name.
    public func soundDuration(named name: String) -> Double? {
        guard let id = exports(named: name) else { return nil }
        let origin = origin(of: id)
        guard case .sound(let sound)? = origin.assets.character(origin.id) else { return nil }
        return Double(sound.sampleCount) * 1000 / Double(max(1, sound.format.sampleRate))
    }
}
