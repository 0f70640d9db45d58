import Base
import SWF

/// A movie that holds every tag the decoder knows, each with every field it can have. Tests cut it, bend it and take
/// single tags from it.
public struct RichMovie {
    private var writer: SWFWriter
    private static let bounds = TwipsRect(xMin: -20, xMax: 2000, yMin: -40, yMax: 1000)
    private static let matrix = Matrix(a: 0.5, b: 0.25, c: -0.25, d: 2, tx: 123, ty: -456)
    private static let orange = RGBA(rgb: 0xFFAD33)
    private static let blue = RGBA(red: 0x37, green: 0x52, blue: 0x8C, alpha: 128)
    private static let transform = ColorTransform(
        redMultiplier: 128, blueMultiplier: -64, greenOffset: 30, alphaOffset: -7)
    /// Code that does nothing: End.
    private static let actions: [UInt8] = [0x00]

    public static func writer(version: UInt8 = 10) -> SWFWriter {
        var movie = RichMovie(writer: SWFWriter(version: version, width: 120, height: 90))
        movie.addControlTags()
        movie.addShapes()
        movie.addBitmaps()
        movie.addFonts()
        movie.addTexts()
        movie.addMedia()
        movie.addSpritesAndButtons()
        movie.addPlacements()
        return movie.writer
    }

    private mutating func addControlTags() {
        writer.fileAttributes([.hasMetadata, .useNetwork])
        writer.metadata("<rdf/>")
        writer.setBackgroundColor(Self.orange)
        writer.scriptLimits(maxRecursionDepth: 256, timeoutSeconds: 15)
        writer.sceneAndFrameLabelData(
            scenes: [(0, "Scene 1"), (2, "Scene 2")], labels: [(0, "start"), (130, "later")])
        writer.tag(.protect) {
            $0.u16(0)
            $0.string("$1$abc")
        }
        writer.tag(.enableDebugger) { $0.string("secret") }
        writer.tag(.enableDebugger2) {
            $0.u16(6517)
            $0.string("secret")
        }
        writer.tag(.debugID, Array(0..<16))
        writer.tag(.enableTelemetry) {
            $0.u16(0)
            $0.bytes(Array(1...32))
        }
        writer.tag(.productInfo) {
            $0.u32(3)
            $0.u32(6)
            $0.bytes([4, 6])
            $0.u64(23201)
            $0.u64(1_300_000_000_000)
        }
        writer.frameLabel("start", isAnchor: true)
        writer.importAssets(url: "other.swf", [(900, "imported")], version: 1)
        writer.importAssets(url: "other.swf", [(901, "imported too")])
        writer.doAction(Self.actions)
        writer.tag(.doABC, [16, 0, 46, 0])
        writer.doABC(flags: 1, name: "frame1", [16, 0, 46, 0])
    }

    // MARK: Characters

    private static let gradient = Gradient(
        stops: [GradientStop(ratio: 0, color: orange), GradientStop(ratio: 255, color: .black)], spread: .reflect,
        interpolation: .linearRGB)

    private static let fills: [FillStyle] = [
        .solid(orange), .linearGradient(gradient, matrix), .radialGradient(gradient, matrix),
        .bitmap(20, matrix, isSmoothed: true, isRepeating: true),
        .bitmap(20, matrix, isSmoothed: false, isRepeating: false),
    ]

    private static let records: [ShapeRecord] = {
        let more = ShapeStyles(fills: [.solid(.white)], lines: [LineStyle(width: 20, fill: .solid(.black))])
        return [
            .styleChange(StyleChange(moveTo: TwipsPoint(x: 40, y: -60), fill0: 0, fill1: 2, line: 1)),
            .line(dx: 400, dy: 0), .line(dx: 0, dy: 300), .line(dx: -123, dy: 456),
            .curve(controlDX: -10, controlDY: 20, anchorDX: -300, anchorDY: -200),
            .styleChange(StyleChange(fill0: 0, fill1: 1, line: 1, newStyles: more)), .line(dx: -5, dy: -6),
        ]
    }()

    private mutating func addShapes() {
        let plain = LineStyle(width: 60, fill: .solid(.black))
        for version in UInt8(1)...4 {
            var lines = [plain]
            var fills = Self.fills
            if version == 4 {
                var line = LineStyle(width: 100, fill: .linearGradient(Self.gradient, Self.matrix))
                line.join = .miter(limit: 3.5)
                line.startCap = .none
                line.endCap = .square
                line.noHScale = true
                line.pixelHinting = true
                line.noClose = true
                lines.append(line)
                fills.append(.focalGradient(Self.gradient, Self.matrix, focalPoint: -0.5))
            }
            writer.defineShape(
                DefineShape(
                    version: version, id: CharacterID(version), bounds: Self.bounds, edgeBounds: Self.bounds,
                    usesFillWindingRule: version == 4, styles: ShapeStyles(fills: fills, lines: lines),
                    records: Self.records))
        }
        addMorphs(plain)
        writer.defineScalingGrid(id: 70, TwipsRect(xMin: 100, xMax: 200, yMin: 100, yMax: 200))
    }

    private mutating func addMorphs(_ line: LineStyle) {
        let edges: [ShapeRecord] = [
            .styleChange(StyleChange(moveTo: TwipsPoint(x: 10, y: 10))), .line(dx: 500, dy: 20),
            .curve(controlDX: 5, controlDY: 200, anchorDX: -505, anchorDY: -220),
        ]
        for version in UInt8(1)...2 {
            var fills = Self.fills
            if version == 2 { fills.append(.focalGradient(Self.gradient, Self.matrix, focalPoint: 0.25)) }
            let styles = ShapeStyles(fills: fills, lines: [line])
            writer.defineMorphShape(
                DefineMorphShape(
                    version: version, id: 10 + CharacterID(version), startBounds: Self.bounds, endBounds: Self.bounds,
                    startEdgeBounds: Self.bounds, endEdgeBounds: Self.bounds, start: styles, end: styles,
                    startRecords: [.styleChange(StyleChange(fill1: 1, line: 1))] + edges, endRecords: edges))
        }
    }

    private mutating func addBitmaps() {
        let colors = [Self.orange, Self.blue, .black]
        writer.defineBitsLossless(id: 20, width: 3, height: 2, .palette(colors, [0, 1, 2, 2, 1, 0]))
        writer.defineBitsLossless(id: 21, width: 3, height: 1, .rgb15([0x7C00, 0x03E0, 0x001F]))
        writer.defineBitsLossless(id: 22, width: 2, height: 1, .argb([0x8040_2010, 0xFF00_FF00]), hasAlpha: true)
        writer.defineBitsLossless(id: 23, width: 3, height: 1, .palette(colors, [2, 1, 0]), hasAlpha: true)
        writer.jpegTables(JPEGParts.tables(of: PictureFiles.jpeg))
        writer.defineBits(id: 24, jpeg: JPEGParts.picture(of: PictureFiles.jpeg))
        writer.defineBitsJPEG(id: 25, image: PictureFiles.jpeg)
        writer.defineBitsJPEG(
            id: 26, image: PictureFiles.jpeg, alpha: (0..<256).map { UInt8($0) })
        writer.defineBitsJPEG(id: 27, image: PictureFiles.progressiveJPEG, alpha: [1, 2, 3], deblocking: 0.5)
        writer.defineBitsJPEG(id: 28, image: PictureFiles.rgbaPNG)
        writer.defineBitsJPEG(id: 29, image: PictureFiles.gif)
    }

    private mutating func addFonts() {
        let outline =
            [ShapeRecord.styleChange(StyleChange(fill1: 1))] + ShapePath.circle(x: 10, y: -10, radius: 9).records
        let glyphs = [
            FontGlyph(records: outline, code: 65, advance: 400, bounds: Self.bounds),
            FontGlyph(records: [], code: 66, advance: 300, bounds: Self.bounds),
        ]
        for version in UInt8(1)...3 {
            var font = DefineFont(
                version: version, id: 30 + CharacterID(version), name: SWFString("Made"), glyphs: glyphs)
            if version >= 2 {
                font.isBold = true
                font.language = 1
                font.layout = FontLayout(
                    ascent: 800, descent: 200, leading: -10,
                    kerning: [KerningRecord(left: 65, right: 66, adjustment: -30)])
            }
            writer.defineFont(font)
        }
        for version in UInt8(1)...2 {
            writer.defineFontInfo(
                DefineFontInfo(version: version, id: 31, name: SWFString("Made"), codes: [65, 66]))
        }
        writer.tag(.defineFontAlignZones) {
            $0.u16(33)
            $0.u8(0x40)
            for _ in 0..<2 {
                $0.u8(2)
                for value in [UInt16(0x4000), 0x3C00, 0xC000, 0x0001] { $0.u16(value) }
                $0.u8(3)
            }
        }
        writer.defineFontName(id: 33, name: "Made", copyright: "nobody")
        writer.defineFont4(id: 34, name: "Open", isItalic: true, openType: [0x4F, 0x54, 0x54, 0x4F])
    }

    private mutating func addTexts() {
        for version in UInt8(1)...2 {
            writer.defineText(
                DefineText(
                    version: version, id: 40 + CharacterID(version), bounds: Self.bounds, matrix: Self.matrix,
                    records: [
                        TextRecord(
                            font: 33, height: 240, color: version == 1 ? Self.orange : Self.blue, xOffset: -40,
                            yOffset: 80, glyphs: [TextGlyph(index: 0, advance: 90), TextGlyph(index: 1, advance: -8)]),
                        TextRecord(xOffset: 200, glyphs: [TextGlyph(index: 1, advance: 70)]),
                    ]))
        }
        var field = DefineEditText(
            id: 43, bounds: Self.bounds,
            flags: [.hasText, .wordWrap, .hasTextColor, .hasMaxLength, .hasFont, .hasLayout, .border, .useOutlines],
            variableName: SWFString("score"))
        field.font = 33
        field.fontHeight = 240
        field.color = Self.blue
        field.maxLength = 12
        field.layout = EditTextLayout(align: 2, leftMargin: 10, rightMargin: 20, indent: 30, leading: -40)
        field.initialText = SWFString("AB")
        writer.defineEditText(field)
        var styled = DefineEditText(id: 44, bounds: Self.bounds, flags: [.hasFontClass], variableName: SWFString(""))
        styled.fontClass = SWFString("MyFont")
        styled.fontHeight = 300
        writer.defineEditText(styled)
        writer.csmTextSettings(
            CSMTextSettings(id: 43, usesAdvancedAntiAliasing: true, gridFit: 2, thickness: 0.5, sharpness: -1))
    }

    private mutating func addMedia() {
        let format = SoundFormat(codec: 2, sampleRate: 22050, is16Bit: true, isStereo: true)
        writer.defineSound(id: 50, format, sampleCount: 576, [0, 0, 0xFF, 0xFB])
        let info = SoundInfo(
            event: .start, inPoint: 10, outPoint: 5000, loops: 3,
            envelope: [SoundEnvelopePoint(position: 0, left: 32768, right: 0)])
        writer.startSound(StartSound(target: .character(50), info: info))
        writer.startSound(StartSound(target: .className(SWFString("Beep")), info: SoundInfo(event: .stop)))
        for version in UInt8(1)...2 {
            writer.soundStreamHead(
                SoundStreamHead(
                    playback: SoundFormat(codec: 0, sampleRate: 44100, is16Bit: true, isStereo: false),
                    stream: format, samplesPerBlock: 918, latencySeek: 64), version: version)
        }
        writer.soundStreamBlock([1, 2, 3, 4])
        writer.defineVideoStream(
            DefineVideoStream(
                id: 51, frameCount: 2, width: 160, height: 120, deblocking: 3, isSmoothed: true, codec: 4))
        writer.videoFrame(stream: 51, frame: 1, [9, 8, 7])
        writer.defineBinaryData(id: 52, [1, 2, 3])
    }

    private mutating func addSpritesAndButtons() {
        writer.defineSprite(id: 70) { sprite in
            sprite.place(3, depth: 1, Self.matrix, name: "inner")
            sprite.frameLabel("go")
            sprite.doAction(Self.actions)
            sprite.showFrame()
            sprite.move(depth: 1, colorTransform: Self.transform)
            sprite.showFrame()
            sprite.remove(depth: 1)
            sprite.showFrame()
        }
        writer.doInitAction(sprite: 70, Self.actions)
        let states: [ButtonStates] = [.up, .over, [.down, .hitTest]]
        let records = states.enumerated().map { index, states in
            ButtonRecord(states: states, id: 3, depth: Depth(index + 1), matrix: Self.matrix)
        }
        writer.defineButton(id: 60, records, actions: Self.actions)
        writer.defineButtonColorTransform(id: 60, [ColorTransform(redOffset: 9), .identity, .identity])
        var fancy = records
        fancy[1].colorTransform = Self.transform
        fancy[1].filters = Self.filters
        fancy[1].blendMode = .hardLight
        writer.defineButton2(
            id: 61, trackAsMenu: true, fancy,
            actions: [
                ButtonActionBytes(.overDownToOverUp, Self.actions),
                ButtonActionBytes([.idleToOverUp, ButtonConditions(rawValue: 13 << 9)], Self.actions),
            ])
        var sounds = DefineButtonSound(id: 61)
        sounds.upToOver = ButtonSound(sound: 50, info: SoundInfo(event: .event, loops: 2))
        sounds.downToOver = ButtonSound(sound: 50, info: SoundInfo(event: .start))
        writer.defineButtonSound(sounds)
        writer.exportAssets([(70, "Clip"), (50, "Beep")])
        writer.symbolClass([(70, "game.Clip"), (0, "Main")])
        writer.tag(.nameCharacter) {
            $0.u16(70)
            $0.string("Symbol 1")
        }
    }

    // MARK: The timeline

    /// One of each.
    public static let filters: [Filter] = [
        .dropShadow(
            DropShadowFilter(
                color: blue, blurX: 4, blurY: 4.5, angle: 0.75, distance: 8, strength: 1.5, isInner: true,
                isKnockout: false, compositeSource: true, passes: 3)),
        .blur(blurX: 2.5, blurY: 3, passes: 2),
        .glow(
            GlowFilter(
                color: orange, blurX: 6, blurY: 6, strength: 2, isInner: false, isKnockout: true,
                compositeSource: true, passes: 1)),
        .bevel(
            BevelFilter(
                shadowColor: .black, highlightColor: .white, blurX: 5, blurY: 5, angle: 1.5, distance: 3, strength: 1,
                isInner: true, isKnockout: false, compositeSource: true, onTop: true, passes: 2)),
        .gradientGlow(gradientFilter), .gradientBevel(gradientFilter),
        .convolution(
            ConvolutionFilter(
                columns: 3, rows: 2, divisor: 2, bias: 0.5, matrix: [1, 2, 3, 4, 5, 6], defaultColor: blue,
                clamp: true, preserveAlpha: false)),
        .colorMatrix((0..<20).map { Float($0) / 4 }),
    ]

    private static let gradientFilter = GradientFilter(
        colors: [orange, blue], ratios: [0, 200], blurX: 1, blurY: 2, angle: 3, distance: 4, strength: 5,
        isInner: false,
        isKnockout: true, compositeSource: true, onTop: false, passes: 4)

    private mutating func addPlacements() {
        var first = PlaceObject(version: 1, depth: 1, action: .place(1))
        first.matrix = Self.matrix
        first.colorTransform = ColorTransform(greenMultiplier: 100)
        writer.placeObject(first)
        writer.place(
            70, depth: 2, Self.matrix, colorTransform: Self.transform, name: "clip",
            clipActions: [
                ClipActionBytes([.load, .enterFrame], Self.actions),
                ClipActionBytes(.keyPress, keyCode: 32, Self.actions),
            ])
        writer.place(11, depth: 3, ratio: 0)
        writer.place(4, depth: 4, clipDepth: 6)
        writer.place(41, depth: 5, filters: Self.filters, blendMode: .multiply)
        writer.place(61, depth: 7)
        writer.place(43, depth: 8)
        var last = PlaceObject(version: 4, depth: 9, action: .place(70))
        last.bitmapCache = true
        last.isVisible = true
        last.backgroundColor = Self.blue
        last.hasImage = true
        writer.placeObject(last, amf: [0x0A, 0x0B, 0x01])
        var byClass = PlaceObject(version: 3, depth: 10, action: .place(0))
        byClass.className = SWFString("game.Clip")
        writer.placeObject(byClass)
        writer.tag(.setTabIndex) {
            $0.u16(8)
            $0.u16(1)
        }
        writer.showFrame()
        writer.move(depth: 3, ratio: 30000)
        writer.replace(3, depth: 1)
        writer.remove(depth: 7)
        writer.showFrame()
        writer.remove(depth: 2, character: 70)
        writer.tag(500, [1, 2, 3])
        writer.showFrame()
    }
}
