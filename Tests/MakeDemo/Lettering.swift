import SWF
import TestSupport

/// The letters of the demo's title, drawn by hand on an em square of 1024 units, baseline at 0, up negative.
struct Lettering {
    let font: DefineFont
    private let advances: [Character: Double]
    private let order: [Character]

    init(id: CharacterID) {
        order = ["R", "u", "f", "l", "e", "X", "1"]
        let drawn: [(path: ShapePath, width: Double)] = [
            (Self.capitalR, 515), (Self.smallU, 450), (Self.smallF, 310), (Self.smallL, 130), (Self.smallE, 485),
            (Self.capitalX, 525), (Self.one, 230),
        ]
        let gap = 70.0
        let glyphs = zip(order, drawn).map { letter, glyph in
            FontGlyph(
                records: [.styleChange(StyleChange(fill1: 1))] + glyph.path.records,
                code: UInt16(letter.asciiValue ?? 0), advance: UInt16((glyph.width + gap) * 20),
                bounds: glyph.path.bounds)
        }
        font = DefineFont(
            version: 3, id: id, name: SWFString("Demo Lettering"), glyphs: glyphs,
            layout: FontLayout(ascent: 15_000, descent: 2_000, leading: 0, kerning: []))
        advances = Dictionary(uniqueKeysWithValues: zip(order, drawn.map { $0.width + gap }))
    }

    /// `text` in `size` pixels an em, its first letter at the left end of the baseline.
    func run(_ text: String, size: Double) -> [TextGlyph] {
        text.map { letter in
            TextGlyph(
                index: UInt32(order.firstIndex(of: letter) ?? 0),
                advance: Int32((advances[letter] ?? 0) * size * 20 / 1024))
        }
    }

    private static let capitalR: ShapePath = {
        var path = ShapePath()
        path.move(0, 0)
        path.line(0, -720)
        path.line(310, -720)
        path.curve(490, -720, 490, -510)
        path.curve(490, -335, 350, -300)
        path.line(515, 0)
        path.line(362, 0)
        path.line(215, -285)
        path.line(130, -285)
        path.line(130, 0)
        path.line(0, 0)
        path.move(130, -395)
        path.line(295, -395)
        path.curve(362, -395, 362, -503)
        path.curve(362, -608, 295, -608)
        path.line(130, -608)
        path.line(130, -395)
        return path
    }()

    private static let smallU: ShapePath = {
        var path = ShapePath()
        path.move(0, -520)
        path.line(130, -520)
        path.line(130, -210)
        path.curve(130, -108, 222, -108)
        path.curve(320, -108, 320, -215)
        path.line(320, -520)
        path.line(450, -520)
        path.line(450, 0)
        path.line(330, 0)
        path.line(330, -52)
        path.curve(280, 12, 186, 12)
        path.curve(0, 12, 0, -190)
        path.line(0, -520)
        return path
    }()

    private static let smallF: ShapePath = {
        var path = ShapePath()
        path.move(80, 0)
        path.line(80, -410)
        path.line(0, -410)
        path.line(0, -520)
        path.line(80, -520)
        path.line(80, -560)
        path.curve(80, -740, 250, -740)
        path.line(310, -740)
        path.line(310, -630)
        path.line(272, -630)
        path.curve(210, -630, 210, -562)
        path.line(210, -520)
        path.line(310, -520)
        path.line(310, -410)
        path.line(210, -410)
        path.line(210, 0)
        path.line(80, 0)
        return path
    }()

    private static let smallL = ShapePath.rectangle(x: 0, y: -740, width: 130, height: 740)

    private static let smallE: ShapePath = {
        var path = ShapePath()
        path.move(480, -215)
        path.line(130, -215)
        path.curve(145, -98, 252, -98)
        path.curve(325, -98, 362, -152)
        path.line(458, -92)
        path.curve(392, 12, 247, 12)
        path.curve(0, 12, 0, -260)
        path.curve(0, -532, 243, -532)
        path.curve(485, -532, 485, -255)
        path.line(480, -215)
        path.move(130, -310)
        path.line(354, -310)
        path.curve(342, -428, 243, -428)
        path.curve(146, -428, 130, -310)
        return path
    }()

    private static let capitalX = ShapePath.polygon([
        (0, 0), (185, -370), (10, -720), (160, -720), (262, -500), (365, -720), (512, -720), (337, -370), (525, 0),
        (375, 0), (261, -237), (148, 0),
    ])

    private static let one = ShapePath.polygon([
        (100, 0), (100, -562), (0, -520), (0, -632), (150, -720), (230, -720), (230, 0),
    ])
}
