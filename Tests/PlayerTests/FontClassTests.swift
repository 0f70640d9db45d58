import AVM
import Base
import SWF
import TestSupport
import Testing

@testable import Player

/// Fonts that a movie brings along, for scripts of ActionScript 3.
@Suite struct FontClassTests {
    /// A movie with a bold font "Ten" of the letters a to c, and a class for it.
    private static func movie() throws -> Stage3 {
        let stage = try Stage3 { movie in
            var font = DefineFont(
                version: 3, id: 1, name: SWFString("Ten"),
                glyphs: Array("abc".utf16).map { FontGlyph(records: [], code: $0, advance: 10240) },
                layout: FontLayout(ascent: 16384, descent: 4096, leading: 0, kerning: []))
            font.isBold = true
            movie.defineFont(font)
            // Quirk: what has no metrics is not listed.
            movie.defineFont(
                DefineFont(version: 3, id: 2, name: SWFString("Bare"), glyphs: font.glyphs, layout: nil))
            movie.doABC(Frame3Tests.symbolClass("Ten", extends: "Font", package: "flash.text"))
            movie.symbolClass([(1, "Ten")])
            movie.showFrame()
        }
        _ = stage.run()
        return stage
    }

    private func text(_ stage: Stage3, _ value: Value) throws -> String { try stage.machine.toString(value).text }

    @Test("the class of a font knows its name, its style and its glyphs")
    func symbol() throws {
        let stage = try Self.movie()
        let domain = try stage.get(stage.get(stage.root(), "loaderInfo"), "applicationDomain")
        let type = try stage.call(domain, "getDefinition", stage.machine.string("Ten").keep(stage))
        let font = try stage.machine.construct(type).keep(stage)
        #expect(try text(stage, stage.get(font, "fontName")) == "Ten")
        #expect(try text(stage, stage.get(font, "fontStyle")) == "bold")
        #expect(try text(stage, stage.get(font, "fontType")) == "embedded")
        #expect(try stage.call(font, "hasGlyphs", stage.machine.string("cab").keep(stage)) == .true)
        #expect(try stage.call(font, "hasGlyphs", stage.machine.string("cad").keep(stage)) == .false)
        let none = try stage.new("flash.text.Font")
        #expect(try stage.get(none, "fontName") == .null)
    }

    @Test("enumerateFonts lists the fonts of the movie; a registered one is there for every movie, once")
    func register() throws {
        let stage = try Self.movie()
        let traits = try #require(stage.machine.traits(named: "flash.text.Font"))
        let fonts = Value(try stage.machine.classObject(traits))
        func count() throws -> Value { try stage.get(stage.call(fonts, "enumerateFonts"), "length") }
        #expect(try count() == Value(Int32(1)))
        let domain = try stage.get(stage.get(stage.root(), "loaderInfo"), "applicationDomain")
        let type = try stage.call(domain, "getDefinition", stage.machine.string("Ten").keep(stage))
        for _ in 0..<2 { _ = try stage.call(fonts, "registerFont", type) }
        #expect(try count() == Value(Int32(2)))
        #expect(stage.player.registeredFonts.map(\.name) == ["Ten"])
        // Another movie, without fonts of its own, has it.
        var writer = SWFWriter(version: 30, width: 10, height: 10)
        writer.showFrame()
        let other = MovieAssets(movie: try Movie(writer.file()), url: "", resources: stage.player.resources)
        #expect(stage.player.embeddedFont(named: "ten", isBold: true, isItalic: false, in: other) != nil)
    }
}
