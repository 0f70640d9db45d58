import Base
import SWF
import TestSupport
import Testing

@Suite("PlaceObject and RemoveObject")
struct PlaceObjectTests {
    private static let transform = ColorTransform(
        redMultiplier: 128, blueMultiplier: -64, greenOffset: 30, alphaOffset: -7)

    @Test("PlaceObject2, byte by byte")
    func knownBytes() throws {
        // Character, matrix, name; depth 2, character 5, a translation by 20 and -20 twips in 6 bits each.
        let tag = try decoded(.placeObject2, [0x26, 2, 0, 5, 0, 0b0000_1100, 0b1010_0101, 0b1000_0000, 0x61, 0])
        var place = PlaceObject(version: 2, depth: 2, action: .place(5))
        place.matrix = Matrix(tx: 20, ty: -20)
        place.name = SWFString("a")
        #expect(tag == .placeObject(place))
    }

    @Test("PlaceObject has a character, a depth, a matrix and maybe colours without alpha")
    func first() throws {
        var place = PlaceObject(version: 1, depth: 3, action: .place(7))
        place.matrix = .sample
        #expect(try decoded { $0.placeObject(place) } == .placeObject(place))
        place.colorTransform = ColorTransform(redMultiplier: 100, blueOffset: -300)
        #expect(try decoded { $0.placeObject(place) } == .placeObject(place))
    }

    static let actions: [PlaceAction] = [.place(9), .modify, .replace(9)]

    @Test("the two flags say what is done", arguments: actions)
    func action(action: PlaceAction) throws {
        for version in UInt8(2)...4 {
            var place = PlaceObject(version: version, depth: 65535, action: action)
            place.matrix = .sample
            place.colorTransform = Self.transform
            place.ratio = 40000
            place.name = SWFString("clip")
            place.clipDepth = 12
            var tag = try decoded { $0.placeObject(place) }
            if version == 4, case .placeObject(var decoded) = tag {
                #expect(decoded.amfData?.isEmpty == true)
                decoded.amfData = nil
                tag = .placeObject(decoded)
            }
            #expect(tag == .placeObject(place))
        }
    }

    @Test("PlaceObject3 adds filters, blend, cache, visibility and background")
    func third() throws {
        var place = PlaceObject(version: 3, depth: 1, action: .place(2))
        place.filters = RichMovie.filters
        place.blendMode = .hardLight
        place.bitmapCache = true
        place.isVisible = false
        place.backgroundColor = RGBA(red: 1, green: 2, blue: 3, alpha: 4)
        place.hasImage = true
        #expect(try decoded { $0.placeObject(place) } == .placeObject(place))
    }

    @Test("an instance of a class has no character")
    func className() throws {
        var place = PlaceObject(version: 3, depth: 1, action: .place(0))
        place.className = SWFString("game.Clip")
        #expect(try decoded { $0.placeObject(place) } == .placeObject(place))
    }

    @Test("an image without a character is named by its class even without the flag")
    func imageClass() throws {
        // Flags: nothing, then HasImage; depth 1; the name.
        let tag = try decoded(.placeObject3, [0x00, 0x10, 1, 0, 0x42, 0])
        guard case .placeObject(let place) = tag else { throw Unexpected(tag) }
        #expect(place.className == SWFString("B"))
        #expect(place.action == .place(0))
        #expect(place.hasImage)
    }

    @Test("neither a move nor a character is an error")
    func nothing() throws {
        #expect(throws: DecodeError.self) { try decoded(.placeObject2, [0x04, 1, 0, 0]) }
    }

    @Test("PlaceObject4 has AMF data behind all else")
    func fourth() throws {
        var place = PlaceObject(version: 4, depth: 1, action: .place(2))
        place.name = SWFString("n")
        let (tag, bytes) = try decodedWithBytes { $0.placeObject(place, amf: [0x0A, 0x0B]) }
        guard case .placeObject(let result) = tag, let data = result.amfData else { throw Unexpected(tag) }
        #expect(Array(bytes[data]) == [0x0A, 0x0B])
        #expect(result.name == SWFString("n"))
    }

    static let blends: [(byte: UInt8, mode: BlendMode)] = [
        (0, .normal), (1, .normal), (2, .layer), (14, .hardLight), (15, .normal), (255, .normal),
    ]

    @Test("a blend mode that is none is normal", arguments: blends)
    func blendModes(byte: UInt8, mode: BlendMode) throws {
        let tag = try decoded(.placeObject3, [0x02, 0x02, 1, 0, 5, 0, byte])
        guard case .placeObject(let place) = tag else { throw Unexpected(tag) }
        #expect(place.blendMode == mode)
    }

    @Test("the cache flag without its byte means yes")
    func bitmapCache() throws {
        let tag = try decoded(.placeObject3, [0x02, 0x04, 1, 0, 5, 0])
        guard case .placeObject(let place) = tag else { throw Unexpected(tag) }
        #expect(place.bitmapCache == true)
    }

    // MARK: Clip actions

    private static let clipActions = [
        ClipActionBytes([.load, .enterFrame], [1, 2, 0]), ClipActionBytes(.keyPress, keyCode: 13, [3, 0]),
    ]

    @Test("event flags have 32 bits from SWF 6 on", arguments: [UInt8(6), 8, 32])
    func clipActions(version: UInt8) throws {
        let (tag, bytes) = try decodedWithBytes(version: version) {
            $0.place(1, depth: 1, clipActions: Self.clipActions)
        }
        guard case .placeObject(let place) = tag else { throw Unexpected(tag) }
        #expect(place.clipActions.map(\.events) == [[.load, .enterFrame], .keyPress])
        #expect(place.clipActions.map(\.keyCode) == [nil, 13])
        #expect(place.clipActions.map { Array(bytes[$0.actions]) } == [[1, 2, 0], [3, 0]])
    }

    @Test("event flags have 16 bits until SWF 5")
    func shortClipEvents() throws {
        let (tag, bytes) = try decodedWithBytes(version: 5) {
            $0.place(1, depth: 1, clipActions: [ClipActionBytes([.load, .data], [1, 0])])
        }
        guard case .placeObject(let place) = tag else { throw Unexpected(tag) }
        #expect(place.clipActions.map(\.events) == [[.load, .data]])
        #expect(Array(bytes[place.clipActions[0].actions]) == [1, 0])
    }

    /// Flags for a character and clip actions, depth, character, reserved, all events.
    private static let clipHead: [UInt8] = [0x82, 1, 0, 5, 0, 0, 0, 1, 0, 0, 0]

    @Test("a clip action longer than the tag gets what there is")
    func longClipAction() throws {
        let (tag, bytes) = try decodedWithBytes {
            $0.tag(.placeObject2, Self.clipHead + [1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 7, 8])
        }
        guard case .placeObject(let place) = tag else { throw Unexpected(tag) }
        #expect(place.clipActions.map { Array(bytes[$0.actions]) } == [[7, 8]])
    }

    @Test("a key press without room for its key has none, and the list goes on")
    func keyPressWithoutKey() throws {
        let tag = try decoded(.placeObject2, Self.clipHead + [0, 0, 2, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0])
        guard case .placeObject(let place) = tag else { throw Unexpected(tag) }
        #expect(place.clipActions.map(\.events) == [.keyPress, .keyUp])
        #expect(place.clipActions[0].keyCode == nil)
    }

    @Test("clip actions that are cut short keep what was read")
    func cutClipActions() throws {
        let tag = try decoded(.placeObject2, Self.clipHead + [1, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0])
        guard case .placeObject(let place) = tag else { throw Unexpected(tag) }
        #expect(place.clipActions.map(\.events) == [.load])
    }

    // MARK: Damage

    @Test("a placement that is cut short keeps the fields that were read")
    func cutShort() throws {
        var place = PlaceObject(version: 2, depth: 1, action: .place(2))
        place.matrix = .sample
        place.colorTransform = Self.transform
        place.ratio = 7
        place.name = SWFString("name")
        var writer = SWFWriter()
        writer.placeObject(place)
        let body = Array(writer.tags.bytes[2...])
        var known = -1
        for length in 5...body.count {
            let tag = try decoded(.placeObject2, Array(body[..<length]))
            guard case .placeObject(let result) = tag else { throw Unexpected(tag) }
            let fields = [result.matrix != nil, result.colorTransform != nil, result.ratio != nil, result.name != nil]
            let count = fields.filter { $0 }.count
            // Fields come in order, none without those before it, and more bytes never give fewer.
            #expect(fields == (0..<4).map { $0 < count })
            #expect(count >= known)
            known = count
        }
        #expect(known == 4)
    }

    @Test("RemoveObject names a character, RemoveObject2 does not")
    func remove() throws {
        #expect(try decoded { $0.remove(depth: 5) } == .removeObject(depth: 5, character: nil))
        #expect(try decoded { $0.remove(depth: 5, character: 9) } == .removeObject(depth: 5, character: 9))
    }
}
