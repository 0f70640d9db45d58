import Base
import FlashAPI
import SWF
import TestSupport
import Testing

@testable import Player

/// A movie made in a test, playing.
final class Stage {
    let host = NullHost()
    let player: Player

    init(version: UInt8 = 8, _ build: (inout SWFWriter) -> Void) throws {
        var writer = SWFWriter(version: version, width: 100, height: 100)
        build(&writer)
        var options = Player.Options()
        options.installAVM1 = FlashAPI.installAVM1
        player = Player(
            movie: try Movie(writer.file()), viewport: Viewport(width: 100, height: 100), host: host, options: options)
    }

    /// Runs frames and returns what they traced.
    func run(_ frames: Int = 1) -> [String] {
        let start = host.traced.count
        for _ in 0..<frames { player.runFrame() }
        return Array(host.traced[start...])
    }

    /// Hands in input and returns what it traced.
    func handle(_ events: InputEvent...) -> [String] {
        let start = host.traced.count
        for event in events { player.handle(event) }
        return Array(host.traced[start...])
    }
}

extension Stage {
    /// A field of 100 by 50 pixels with a font of its own: characters are 10 pixels wide, lines 20 high.
    static func field(
        _ text: String, _ change: (inout DefineEditText) -> Void = { _ in }
    ) throws -> (Stage, EditText) {
        let stage = try Stage { movie in
            let codes: [UInt16] = Array("abcdef ghijkl\r".utf16)
            var font = DefineFont(
                version: 3, id: 1, name: SWFString("Ten"),
                glyphs: codes.map { FontGlyph(records: [], code: $0, advance: 10240) },
                layout: FontLayout(ascent: 16384, descent: 4096, leading: 0, kerning: []))
            font.isANSI = true
            movie.defineFont(font)
            var field = DefineEditText(
                id: 2, bounds: TwipsRect(xMin: 0, xMax: 2000, yMin: 0, yMax: 1000),
                flags: [.useOutlines, .hasFont, .hasText, .multiline], variableName: SWFString(""))
            field.font = 1
            field.fontHeight = 400
            field.initialText = SWFString(text)
            change(&field)
            movie.defineEditText(field)
            movie.place(2, depth: 1, name: "field")
            movie.showFrame()
        }
        _ = stage.run()
        let root = try #require(stage.player.levels[0])
        return (stage, try #require(root.children.first as? EditText))
    }
}

/// Actions that trace one text.
func tracing(_ text: String) -> [UInt8] {
    var code = ActionAssembler()
    code.trace(text)
    code.op(.end)
    return code.bytes
}

/// Actions as `build` writes them.
func actions(_ build: (inout ActionAssembler) -> Void) -> [UInt8] {
    var code = ActionAssembler()
    build(&code)
    code.op(.end)
    return code.bytes
}
