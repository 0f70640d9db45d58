import Base
import SWF
import TestSupport
import Testing

@Suite("Filters")
struct FilterTests {
    private func filters(_ bytes: [UInt8]) throws -> [Filter]? {
        let tag = try decoded(.placeObject3, [0x02, 0x01, 1, 0, 5, 0] + bytes)
        guard case .placeObject(let place) = tag else { throw Unexpected(tag) }
        return place.filters
    }

    private static let color: [UInt8] = [1, 2, 3, 4]
    private static let rgba = RGBA(red: 1, green: 2, blue: 3, alpha: 4)
    private static let fixedOne: [UInt8] = [0, 0, 1, 0]
    private static let fixedHalf: [UInt8] = [0, 0x80, 0, 0]

    @Test("blur keeps its passes in the high five bits")
    func blur() throws {
        #expect(
            try filters([1, 1] + Self.fixedOne + Self.fixedHalf + [3 << 3])
                == [.blur(blurX: 1, blurY: 0.5, passes: 3)])
    }

    @Test("drop shadow, byte by byte")
    func dropShadow() throws {
        let bytes =
            [1, 0] + Self.color + Self.fixedOne + Self.fixedHalf + Self.fixedOne + Self.fixedHalf + [0x80, 1, 0xA2]
        let shadow = DropShadowFilter(
            color: Self.rgba, blurX: 1, blurY: 0.5, angle: 1, distance: 0.5, strength: 1.5, isInner: true,
            isKnockout: false, compositeSource: true, passes: 2)
        #expect(try filters(bytes) == [.dropShadow(shadow)])
    }

    @Test("bevel has its highlight first, whatever the specification says")
    func bevel() throws {
        let lengths = Self.fixedOne + Self.fixedOne + Self.fixedOne + Self.fixedOne
        let result = try filters([1, 3] + Self.color + [9, 9, 9, 9] + lengths + [0, 1, 0x13])
        guard case .bevel(let bevel)? = result?.first else {
            Issue.record("no bevel")
            return
        }
        #expect(bevel.highlightColor == Self.rgba)
        #expect(bevel.shadowColor == RGBA(red: 9, green: 9, blue: 9, alpha: 9))
        #expect(bevel.onTop && !bevel.isInner)
        #expect(bevel.passes == 3)
    }

    @Test("every kind is read as it was written")
    func everyKind() throws {
        var bytes = ByteWriter()
        bytes.filters(RichMovie.filters)
        #expect(try filters(bytes.bytes) == RichMovie.filters)
        #expect(RichMovie.filters.count == 8)
    }

    @Test("a list that is cut short or has an unknown kind gives none, and the placement stands")
    func broken() throws {
        #expect(try filters([1, 8]) == nil)
        #expect(try filters([2, 1] + Self.fixedOne + Self.fixedOne + [8]) == nil)
        #expect(try filters([1, 5, 255, 255, 0, 0, 0, 0]) == nil)
    }
}
