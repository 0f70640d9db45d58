import Base
import SWF
import TestSupport
import Testing

@Suite("Shapes")
struct ShapeTests {
    private static let gradient = Gradient(
        stops: [GradientStop(ratio: 0, color: RGBA(rgb: 0xFFAD33)), GradientStop(ratio: 255, color: .black)],
        spread: .reflect, interpolation: .linearRGB)

    private func shape(version: UInt8, swfVersion: UInt8 = 10, _ body: [UInt8]) throws -> DefineShape {
        let codes: [TagCode] = [.defineShape, .defineShape2, .defineShape3, .defineShape4]
        let tag = try decoded(version: swfVersion, codes[Int(version) - 1], body)
        guard case .defineShape(let shape) = tag else { throw Unexpected(tag) }
        return shape
    }

    private func roundTrip(_ shape: DefineShape, swfVersion: UInt8 = 10) throws -> DefineShape {
        let tag = try decoded(version: swfVersion) { $0.defineShape(shape) }
        guard case .defineShape(let result) = tag else { throw Unexpected(tag) }
        return result
    }

    private func shape(
        version: UInt8, fills: [FillStyle] = [], lines: [LineStyle] = [], _ records: [ShapeRecord] = []
    ) -> DefineShape {
        DefineShape(
            version: version, id: 1, bounds: .sample, edgeBounds: .sample, usesFillWindingRule: false,
            styles: ShapeStyles(fills: fills, lines: lines), records: records)
    }

    /// Character 1 and bounds of nothing.
    private static let head: [UInt8] = [1, 0, 0]

    // MARK: Records

    @Test("records, byte by byte")
    func knownRecords() throws {
        // No styles; one fill bit, no line bits; move by (3, -4) in 4 bits and fill 1 := 1; a vertical line of -2 in
        // 3 bits; a general line (1, -1) in 2 bits; a curve (1, 0, -1, 1) in 2 bits; the end.
        //   0001 0000 | 0 00101 00100 0011 1100 1 | 1 1 0001 0 1 110 | 1 1 0000 1 01 11 | 1 0 0000 01 00 11 01 | 000000
        let bits =
            "00010000" + "00010100100001111001" + "110001" + "01110" + "110000" + "10111" + "100000" + "01001101"
            + "000000"
        let result = try shape(version: 1, Self.head + [0, 0] + packed(bits))
        #expect(
            result.records == [
                .styleChange(StyleChange(moveTo: TwipsPoint(x: 3, y: -4), fill1: 1)), .line(dx: 0, dy: -2),
                .line(dx: 1, dy: -1), .curve(controlDX: 1, controlDY: 0, anchorDX: -1, anchorDY: 1),
            ])
    }

    /// Bits, high first, as bytes.
    private func packed(_ bits: String) -> [UInt8] {
        var writer = ByteWriter()
        for bit in bits { writer.bit(bit == "1") }
        return writer.bytes
    }

    @Test("edges of every width", arguments: [Int32(0), 1, -2, 3, 31, -32, 1000, -1000, 65535, -65536])
    func edges(length: Int32) throws {
        let records: [ShapeRecord] = [
            .line(dx: length, dy: 0), .line(dx: 0, dy: length), .line(dx: length, dy: 1),
            .curve(controlDX: length, controlDY: -1, anchorDX: 0, anchorDY: 5),
        ]
        let result = try roundTrip(shape(version: 3, records))
        // A line of no length has no direction.
        #expect(result.records == records)
    }

    @Test("new styles change the width of style numbers", arguments: [UInt8(1), 2, 3, 4])
    func newStyles(version: UInt8) throws {
        let many = ShapeStyles(
            fills: [FillStyle](repeating: .solid(.black), count: 9), lines: [LineStyle(width: 1, fill: .solid(.white))])
        let records: [ShapeRecord] = [
            .styleChange(StyleChange(fill0: 1)), .line(dx: 1, dy: 2),
            .styleChange(StyleChange(moveTo: .zero, fill0: 0, fill1: 1, newStyles: many)), .line(dx: 1, dy: 2),
            .styleChange(StyleChange(fill1: 9, line: 1)),
        ]
        let start = shape(version: version, fills: [.solid(.white)], records)
        #expect(try roundTrip(start).records == records)
    }

    // MARK: Styles

    @Test("colours have alpha from DefineShape3 on", arguments: [UInt8(1), 2, 3, 4])
    func alpha(version: UInt8) throws {
        let color = RGBA(red: 1, green: 2, blue: 3, alpha: 4)
        let result = try roundTrip(shape(version: version, fills: [.solid(color)]))
        #expect(result.styles.fills == [.solid(version >= 3 ? color : RGBA(red: 1, green: 2, blue: 3))])
    }

    @Test("255 styles are a count of 255 in DefineShape and an escape from DefineShape2 on")
    func longCounts() throws {
        let fills = (0..<255).map { FillStyle.solid(RGBA(red: UInt8($0), green: 0, blue: 0)) }
        #expect(try roundTrip(shape(version: 1, fills: fills)).styles.fills == fills)
        let more = fills + fills
        #expect(try roundTrip(shape(version: 2, fills: more)).styles.fills == more)
        let lines = (0..<300).map { LineStyle(width: UInt16($0), fill: .solid(.black)) }
        #expect(try roundTrip(shape(version: 3, lines: lines)).styles.lines == lines)
    }

    @Test("every kind of fill, in every version", arguments: [UInt8(1), 2, 3, 4])
    func fills(version: UInt8) throws {
        let fills: [FillStyle] = [
            .linearGradient(Self.gradient, .sample), .radialGradient(Self.gradient, .sample),
            .focalGradient(Self.gradient, .sample, focalPoint: -0.75), .solid(.white),
            .bitmap(7, .sample, isSmoothed: true, isRepeating: true),
            .bitmap(7, .sample, isSmoothed: true, isRepeating: false),
            .bitmap(7, .sample, isSmoothed: false, isRepeating: true),
            .bitmap(65535, .sample, isSmoothed: false, isRepeating: false),
        ]
        #expect(try roundTrip(shape(version: version, fills: fills)).styles.fills == fills)
    }

    @Test("bitmap fills are never smoothed until SWF 7")
    func smoothing() throws {
        let fill = FillStyle.bitmap(7, .identity, isSmoothed: true, isRepeating: false)
        let rough = FillStyle.bitmap(7, .identity, isSmoothed: false, isRepeating: false)
        #expect(try roundTrip(shape(version: 3, fills: [fill]), swfVersion: 7).styles.fills == [rough])
        #expect(try roundTrip(shape(version: 3, fills: [fill]), swfVersion: 8).styles.fills == [fill])
    }

    static let gradientHeads: [(byte: UInt8, spread: GradientSpread, interpolation: GradientInterpolation)] = [
        (0x01, .pad, .rgb), (0x41, .reflect, .rgb), (0x81, .repeat, .rgb), (0x11, .pad, .linearRGB),
        // Reserved values.
        (0xC1, .pad, .rgb), (0x21, .pad, .rgb), (0x31, .pad, .rgb),
    ]

    @Test("spread and interpolation share a byte with the count", arguments: gradientHeads)
    func gradientHead(byte: UInt8, spread: GradientSpread, interpolation: GradientInterpolation) throws {
        // One linear gradient, identity matrix, one stop.
        let result = try shape(version: 3, Self.head + [1, 0x10, 0, byte, 9, 1, 2, 3, 4, 0, 0, 0])
        let stop = GradientStop(ratio: 9, color: RGBA(red: 1, green: 2, blue: 3, alpha: 4))
        #expect(
            result.styles.fills == [
                .linearGradient(Gradient(stops: [stop], spread: spread, interpolation: interpolation), .identity)
            ])
    }

    static let caps: [LineCap] = [.round, .none, .square]
    static let joins: [LineJoin] = [.round, .bevel, .miter(limit: 2.5)]

    @Test("LINESTYLE2 has caps, joins and flags, and may have a fill", arguments: caps, joins)
    func lineStyle2(cap: LineCap, join: LineJoin) throws {
        var line = LineStyle(width: 100, fill: .solid(RGBA(red: 1, green: 2, blue: 3, alpha: 4)))
        line.startCap = cap
        line.endCap = .square
        line.join = join
        var filled = LineStyle(width: 9, fill: .radialGradient(Self.gradient, .sample))
        filled.endCap = cap
        filled.noHScale = true
        filled.noClose = true
        var hinted = LineStyle(width: 1, fill: .solid(.white))
        hinted.noVScale = true
        hinted.pixelHinting = true
        let lines = [line, filled, hinted]
        #expect(try roundTrip(shape(version: 4, lines: lines)).styles.lines == lines)
    }

    @Test("LINESTYLE2, byte by byte")
    func knownLineStyle2() throws {
        // Square start, miter of 1.5, no vertical scale; no close, round end.
        let result = try shape(
            version: 4, Self.head + [0, 0x00, 0, 1, 20, 0, 0b10_10_0_0_1_0, 0b00000_1_00, 0x80, 1, 1, 2, 3, 4, 0, 0])
        var line = LineStyle(width: 20, fill: .solid(RGBA(red: 1, green: 2, blue: 3, alpha: 4)))
        line.startCap = .square
        line.join = .miter(limit: 1.5)
        line.noVScale = true
        line.noClose = true
        #expect(result.styles.lines == [line])
    }

    @Test("DefineShape4 has edge bounds and the winding rule")
    func fourth() throws {
        var start = shape(version: 4, [.line(dx: 4, dy: 5)])
        start.edgeBounds = TwipsRect(xMin: 1, xMax: 2, yMin: 3, yMax: 4)
        start.usesFillWindingRule = true
        #expect(try roundTrip(start) == start)
    }

    // MARK: Damage

    @Test("records that are cut short keep what was read")
    func cutRecords() throws {
        let records = (1...100).map { ShapeRecord.line(dx: Int32($0), dy: -300) }
        var writer = SWFWriter()
        writer.defineShape(shape(version: 3, fills: [.solid(.white)], records))
        let body = Array(writer.tags.bytes[6...])
        let result = try shape(version: 3, Array(body[..<(body.count / 2)]))
        #expect((30...60).contains(result.records.count))
        #expect(result.records == Array(records[..<result.records.count]))
    }

    @Test("new styles that are cut short keep the styles and the change")
    func cutNewStyles() throws {
        let more = ShapeStyles(fills: [.solid(.white), .solid(.black)])
        var writer = SWFWriter()
        let records: [ShapeRecord] = [
            .line(dx: 1, dy: 0), .styleChange(StyleChange(moveTo: .zero, newStyles: more)),
        ]
        writer.defineShape(shape(version: 3, records))
        let body = Array(writer.tags.bytes[2...])
        let result = try shape(version: 3, Array(body[..<(body.count - 6)]))
        #expect(result.records.count == 2)
        guard case .styleChange(let change)? = result.records.last else {
            Issue.record("no style change")
            return
        }
        #expect(change.newStyles?.fills == [.solid(.white)])
    }

    @Test("styles that cannot be read leave those before them and no records")
    func brokenStyles() throws {
        let result = try shape(version: 3, Self.head + [2, 0x00, 1, 2, 3, 4, 0x77, 0, 0, 0, 0, 0])
        #expect(result.styles.fills == [.solid(RGBA(red: 1, green: 2, blue: 3, alpha: 4))])
        #expect(result.records.isEmpty)
        #expect(try shape(version: 3, Self.head).styles == ShapeStyles())
        #expect(try shape(version: 2, Self.head + [0xFF, 0xFF, 0xFF, 0]).styles.fills.isEmpty)
    }
}

@Suite("Morph shapes")
struct MorphTests {
    private static func gradient(_ ratio: UInt8) -> Gradient {
        Gradient(
            stops: [GradientStop(ratio: ratio, color: RGBA(red: 9, green: 8, blue: 7, alpha: ratio))], spread: .repeat)
    }

    private static func fills(_ ratio: UInt8, _ matrix: Matrix) -> [FillStyle] {
        [
            .solid(RGBA(red: ratio, green: 0, blue: 0, alpha: 1)), .linearGradient(gradient(ratio), matrix),
            .radialGradient(gradient(ratio), matrix), .bitmap(5, matrix, isSmoothed: true, isRepeating: false),
        ]
    }

    private static func morph(version: UInt8) -> DefineMorphShape {
        let edges: [ShapeRecord] = [
            .line(dx: 500, dy: 20), .curve(controlDX: 1, controlDY: 2, anchorDX: 3, anchorDY: 4),
        ]
        let endEdges: [ShapeRecord] = [
            .curve(controlDX: 9, controlDY: 2, anchorDX: 3, anchorDY: 4), .line(dx: -5, dy: 2),
        ]
        var morph = DefineMorphShape(
            version: version, id: 3, startBounds: .sample, endBounds: TwipsRect(xMin: 0, xMax: 1, yMin: 0, yMax: 1),
            startEdgeBounds: .sample, endEdgeBounds: TwipsRect(xMin: 0, xMax: 1, yMin: 0, yMax: 1),
            start: ShapeStyles(
                fills: fills(10, .sample), lines: [LineStyle(width: 20, fill: .solid(RGBA(rgb: 0x112233)))]),
            end: ShapeStyles(
                fills: fills(200, .identity), lines: [LineStyle(width: 90, fill: .solid(RGBA(rgb: 0x445566)))]),
            startRecords: [.styleChange(StyleChange(moveTo: .zero, fill1: 4, line: 1))] + edges,
            endRecords: [.styleChange(StyleChange(moveTo: TwipsPoint(x: 5, y: 6)))] + endEdges)
        if version == 2 {
            morph.startEdgeBounds = TwipsRect(xMin: 1, xMax: 2, yMin: 1, yMax: 2)
            morph.start.fills.append(.focalGradient(gradient(1), .sample, focalPoint: -0.5))
            morph.end.fills.append(.focalGradient(gradient(2), .sample, focalPoint: 0.5))
            morph.start.lines.append(LineStyle(width: 1, fill: .linearGradient(gradient(3), .sample)))
            morph.end.lines.append(LineStyle(width: 2, fill: .linearGradient(gradient(4), .identity)))
            for keyPath in [\DefineMorphShape.start, \.end] {
                morph[keyPath: keyPath].lines[0].join = .miter(limit: 4)
                morph[keyPath: keyPath].lines[0].startCap = .square
                morph[keyPath: keyPath].lines[1].noClose = true
            }
        }
        return morph
    }

    @Test("everything stands with its start and its end", arguments: [UInt8(1), 2])
    func roundTrip(version: UInt8) throws {
        let morph = Self.morph(version: version)
        #expect(try decoded { $0.defineMorphShape(morph) } == .defineMorphShape(morph))
    }

    @Test("255 styles and more have an escape in both versions", arguments: [UInt8(1), 2])
    func longCounts(version: UInt8) throws {
        var morph = Self.morph(version: version)
        morph.start.fills = [FillStyle](repeating: .solid(.white), count: 300)
        morph.end.fills = [FillStyle](repeating: .solid(.black), count: 300)
        #expect(try decoded { $0.defineMorphShape(morph) } == .defineMorphShape(morph))
    }

    @Test("a wrong offset of the end edges does not matter", arguments: [UInt8(0), 1, 0xFF])
    func wrongOffset(byte: UInt8) throws {
        let morph = Self.morph(version: 1)
        var writer = SWFWriter()
        writer.defineMorphShape(morph)
        var body = Array(writer.tags.bytes[6...])
        // Behind the number and two rectangles of 7 and 2 bytes.
        var bounds = ByteWriter()
        bounds.rect(morph.startBounds)
        bounds.rect(morph.endBounds)
        body.replaceSubrange(2 + bounds.count..<6 + bounds.count, with: [byte, 0, 0, byte])
        #expect(try decoded(.defineMorphShape, body) == .defineMorphShape(morph))
    }

    @Test("a morph that is cut short keeps what was read", arguments: [UInt8(1), 2])
    func cutShort(version: UInt8) throws {
        let morph = Self.morph(version: version)
        var writer = SWFWriter()
        writer.defineMorphShape(morph)
        let body = Array(writer.tags.bytes[6...])
        let tag = try decoded(version == 1 ? .defineMorphShape : .defineMorphShape2, Array(body[..<(body.count - 4)]))
        guard case .defineMorphShape(let result) = tag else { throw Unexpected(tag) }
        #expect(result.start == morph.start)
        #expect(result.startRecords == morph.startRecords)
        #expect(result.endRecords.count < morph.endRecords.count)
    }
}
