import Base
import SWF
import TestSupport
import Testing

@Suite("Control tags")
struct ControlTagTests {
    static let rows: [(code: TagCode, body: [UInt8], tag: SWF.Tag)] = [
        (.end, [], .end),
        (.showFrame, [], .showFrame),
        (.setBackgroundColor, [0xFF, 0xAD, 0x33], .setBackgroundColor(RGBA(rgb: 0xFFAD33))),
        (.protect, [], .protect(password: nil)),
        (.protect, [0, 0, 0x61, 0x62, 0], .protect(password: SWFString("ab"))),
        (.fileAttributes, [0x19, 0, 0, 0], .fileAttributes([.useNetwork, .actionScript3, .hasMetadata])),
        (.metadata, [0x3C, 0x2F, 0x3E, 0], .metadata(SWFString("</>"))),
        (.enableDebugger, [0x70, 0], .enableDebugger(password: SWFString("p"))),
        (.enableDebugger2, [0x75, 0x19, 0x70, 0], .enableDebugger2(password: SWFString("p"))),
        (.scriptLimits, [0x00, 0x01, 0x0F, 0x00], .scriptLimits(maxRecursionDepth: 256, timeoutSeconds: 15)),
        (.setTabIndex, [2, 0, 3, 0], .setTabIndex(depth: 2, index: 3)),
        (.nameCharacter, [7, 0, 0x6E, 0], .nameCharacter(id: 7, name: SWFString("n"))),
        (
            .exportAssets, [2, 0, 1, 0, 0x61, 0, 2, 0, 0x62, 0],
            .exportAssets([
                ExportedAsset(id: 1, name: SWFString("a")), ExportedAsset(id: 2, name: SWFString("b")),
            ])
        ),
        (
            .importAssets, [0x75, 0, 1, 0, 9, 0, 0x61, 0],
            .importAssets(url: SWFString("u"), [ExportedAsset(id: 9, name: SWFString("a"))])
        ),
        (
            .importAssets2, [0x75, 0, 1, 0, 1, 0, 9, 0, 0x61, 0],
            .importAssets(url: SWFString("u"), [ExportedAsset(id: 9, name: SWFString("a"))])
        ),
        (.symbolClass, [1, 0, 0, 0, 0x4D, 0], .symbolClass([SymbolClass(id: 0, className: SWFString("M"))])),
        (
            .defineSceneAndFrameLabelData, [1, 0x80, 0x01, 0x53, 0, 1, 5, 0x4C, 0],
            .defineSceneAndFrameLabelData(
                scenes: [SceneRecord(startFrame: 128, name: SWFString("S"))],
                labels: [FrameLabelRecord(frame: 5, label: SWFString("L"))])
        ),
        (.enableTelemetry, [0, 0], .enableTelemetry(passwordHash: nil)),
        (
            .productInfo, [3, 0, 0, 0, 6, 0, 0, 0, 4, 1, 5, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0],
            .productInfo(
                ProductInfo(
                    productID: 3, edition: 6, majorVersion: 4, minorVersion: 1, build: 0x1_0000_0005,
                    compilationDate: 9))
        ),
        (
            .defineScalingGrid, [4, 0, 0x28, 0x08, 0x10, 0x00],
            .defineScalingGrid(id: 4, TwipsRect(xMin: 0, xMax: 4, yMin: 1, yMax: 0))
        ),
    ]

    @Test("byte by byte", arguments: rows)
    func bytes(code: TagCode, body: [UInt8], tag: SWF.Tag) throws {
        #expect(try decoded(code, body) == tag)
    }

    @Test("an anchor's flag stands behind the label, from SWF 6 on")
    func frameLabels() throws {
        let label = SWFString("go")
        #expect(try decoded { $0.frameLabel("go") } == .frameLabel(label, isAnchor: false))
        #expect(try decoded { $0.frameLabel("go", isAnchor: true) } == .frameLabel(label, isAnchor: true))
        #expect(try decoded(version: 5) { $0.frameLabel("go", isAnchor: true) } == .frameLabel(label, isAnchor: false))
    }

    @Test("code and data stay byte ranges", arguments: [TagCode.doAction, .debugID, .doABC, .jpegTables])
    func ranges(code: TagCode) throws {
        let (tag, bytes) = try decodedWithBytes { $0.tag(code, [1, 2, 3]) }
        let range: Range<Int>
        switch tag {
        case .doAction(let body), .debugID(let body), .jpegTables(let body): range = body
        case .doABC(let flags, let name, let body):
            #expect(flags == 0 && name.bytes.isEmpty)
            range = body
        default:
            Issue.record("unexpected \(tag)")
            return
        }
        #expect(Array(bytes[range]) == [1, 2, 3])
    }

    @Test("DoInitAction, DoABC2 and DefineBinaryData have something before their ranges")
    func headedRanges() throws {
        var (tag, bytes) = try decodedWithBytes { $0.doInitAction(sprite: 300, [1, 2]) }
        guard case .doInitAction(300, let code) = tag else { throw Unexpected(tag) }
        #expect(Array(bytes[code]) == [1, 2])
        (tag, bytes) = try decodedWithBytes { $0.doABC(flags: 1, name: "n", [3, 4]) }
        guard case .doABC(1, SWFString("n"), let abc) = tag else { throw Unexpected(tag) }
        #expect(Array(bytes[abc]) == [3, 4])
        (tag, bytes) = try decodedWithBytes { $0.defineBinaryData(id: 8, [5, 6]) }
        guard case .defineBinaryData(8, let data) = tag else { throw Unexpected(tag) }
        #expect(Array(bytes[data]) == [5, 6])
        (tag, bytes) = try decodedWithBytes { $0.tag(.enableTelemetry, [0, 0] + Array(1...32)) }
        guard case .enableTelemetry(let hash?) = tag else { throw Unexpected(tag) }
        #expect(Array(bytes[hash]) == Array(1...32))
    }

    @Test("an unknown tag keeps its code and body")
    func unknown() throws {
        let (tag, bytes) = try decodedWithBytes { $0.tag(1000, [7, 8]) }
        guard case .unknown(1000, let body) = tag else { throw Unexpected(tag) }
        #expect(Array(bytes[body]) == [7, 8])
    }

    static let cutLists: [(code: TagCode, body: [UInt8], tag: SWF.Tag)] = [
        (.exportAssets, [9, 0, 1, 0, 0x61, 0, 2], .exportAssets([ExportedAsset(id: 1, name: SWFString("a"))])),
        (
            .symbolClass, [0xFF, 0xFF, 1, 0, 0x61],
            .symbolClass([SymbolClass(id: 1, className: SWFString("a"))])
        ),
        (
            .defineSceneAndFrameLabelData, [0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0x53, 0],
            .defineSceneAndFrameLabelData(scenes: [SceneRecord(startFrame: 0, name: SWFString("S"))], labels: [])
        ),
    ]

    @Test("a list that is cut short keeps what is there", arguments: cutLists)
    func cutShort(code: TagCode, body: [UInt8], tag: SWF.Tag) throws {
        #expect(try decoded(code, body) == tag)
    }

    @Test("a tag with too little to be of use says where it ended")
    func tooShort() throws {
        let movie = try movie { $0.tag(.setBackgroundColor, [1, 2]) }
        let record = try #require(movie.tags.first)
        #expect(throws: DecodeError.endOfData(offset: record.body.upperBound)) { try movie.decode(record) }
    }
}
