import Base
import SWF
import TestSupport
import Testing

@Suite("Sprites and buttons")
struct SpriteTests {
    @Test("a sprite's tags count in the movie's bytes")
    func sprite() throws {
        let movie = try movie {
            $0.defineSprite(id: 5) { sprite in
                sprite.frameLabel("in")
                sprite.showFrames(2)
            }
        }
        let tag = try movie.decode(movie.tags[0])
        guard case .defineSprite(let sprite) = tag else { throw Unexpected(tag) }
        #expect(sprite.id == 5 && sprite.frameCount == 2)
        #expect(sprite.tags.map(\.code) == [43, 1, 1, 0])
        #expect(try movie.decode(sprite.tags[0]) == .frameLabel(SWFString("in"), isAnchor: false))
    }

    @Test("a tag in a sprite never reaches beyond the sprite")
    func spriteBounds() throws {
        let movie = try movie {
            $0.tag(.defineSprite, [5, 0, 1, 0, 0xBF, 0x12, 0xFF, 0, 0, 0, 1, 2])
            $0.showFrame()
        }
        let tag = try movie.decode(movie.tags[0])
        guard case .defineSprite(let sprite) = tag else { throw Unexpected(tag) }
        #expect(sprite.tags.map(\.code) == [74])
        #expect(sprite.tags[0].body.upperBound == movie.tags[0].body.upperBound)
        #expect(movie.tags.map(\.code) == [39, 1, 0])
    }

    private static let records = [
        ButtonRecord(states: [.up, .over], id: 3, depth: 1, matrix: .sample),
        ButtonRecord(states: [.down, .hitTest], id: 4, depth: 2, matrix: .identity),
    ]

    @Test("DefineButton runs its actions when it is clicked")
    func button() throws {
        let (tag, bytes) = try decodedWithBytes { $0.defineButton(id: 9, Self.records, actions: [7, 0]) }
        guard case .defineButton(let button) = tag else { throw Unexpected(tag) }
        #expect(button.version == 1 && button.id == 9 && !button.trackAsMenu)
        #expect(button.records == Self.records)
        #expect(button.actions.map(\.conditions) == [.overDownToOverUp])
        #expect(button.actions.map { Array(bytes[$0.actions]) } == [[7, 0]])
    }

    @Test("DefineButton2 has colours, filters, blend modes and conditions")
    func button2() throws {
        var records = Self.records
        records[0].colorTransform = ColorTransform(alphaMultiplier: 99, redOffset: 5)
        records[0].filters = [.blur(blurX: 1, blurY: 2, passes: 3)]
        records[1].blendMode = .screen
        let conditions: [ButtonConditions] = [.overDownToOverUp, [.idleToOverUp, ButtonConditions(rawValue: 13 << 9)]]
        let (tag, bytes) = try decodedWithBytes {
            $0.defineButton2(
                id: 9, trackAsMenu: true, records,
                actions: [ButtonActionBytes(conditions[0], [1, 0]), ButtonActionBytes(conditions[1], [2, 3, 0])])
        }
        guard case .defineButton(let button) = tag else { throw Unexpected(tag) }
        #expect(button.version == 2 && button.trackAsMenu)
        #expect(button.records == records)
        #expect(button.actions.map(\.conditions) == conditions)
        #expect(button.actions[1].conditions.keyCode == 13)
        #expect(button.actions.map { Array(bytes[$0.actions]) } == [[1, 0], [2, 3, 0]])
    }

    @Test("BUTTONRECORD and BUTTONCONDACTION, byte by byte")
    func knownButton() throws {
        // Up: character 3 at depth 1, identity matrix and colours; then over-down-to-over-up with one End action.
        let (tag, bytes) = try decodedWithBytes {
            $0.tag(.defineButton2, [9, 0, 0, 10, 0, 1, 3, 0, 1, 0, 0, 0, 0, 0, 0, 8, 0, 0])
        }
        guard case .defineButton(let button) = tag else { throw Unexpected(tag) }
        #expect(button.records == [ButtonRecord(states: .up, id: 3, depth: 1, matrix: .identity)])
        #expect(button.actions.map(\.conditions) == [.overDownToOverUp])
        #expect(Array(bytes[button.actions[0].actions]) == [0])
    }

    @Test("an action offset of 0 means no actions, one beyond the tag too", arguments: [UInt8(0), 0xFF])
    func actionOffset(offset: UInt8) throws {
        let tag = try decoded(.defineButton2, [9, 0, 0, offset, offset, 1, 3, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0])
        guard case .defineButton(let button) = tag else { throw Unexpected(tag) }
        #expect(button.records.count == 1)
        #expect(button.actions.isEmpty)
    }

    @Test("an action's distance that leads nowhere ends the list")
    func brokenActions() throws {
        let tag = try decoded(.defineButton2, [9, 0, 0, 3, 0, 0, 5, 0, 1, 0, 0, 1, 0, 2, 0, 0])
        guard case .defineButton(let button) = tag else { throw Unexpected(tag) }
        #expect(button.actions.map(\.conditions) == [.idleToOverUp])
    }

    @Test("records that are cut short keep those before")
    func cutRecords() throws {
        let tag = try decoded(.defineButton, [9, 0, 1, 3, 0, 1, 0, 0, 1, 4, 0, 2])
        guard case .defineButton(let button) = tag else { throw Unexpected(tag) }
        #expect(button.records.map(\.id) == [3])
        #expect(button.actions.isEmpty)
    }

    @Test("DefineButtonCxform has a transform without alpha for each record")
    func buttonColors() throws {
        let transforms = [ColorTransform(redMultiplier: 0), .identity, ColorTransform(blueOffset: -255)]
        #expect(
            try decoded { $0.defineButtonColorTransform(id: 4, transforms) }
                == .defineButtonColorTransform(id: 4, transforms))
    }

    @Test("DefineButtonSound has four sounds, each of which may be missing")
    func buttonSounds() throws {
        var sounds = DefineButtonSound(id: 4)
        sounds.upToOver = ButtonSound(sound: 8, info: SoundInfo(event: .start, loops: 3))
        sounds.downToOver = ButtonSound(sound: 9, info: SoundInfo(event: .event, inPoint: 1, outPoint: 2))
        #expect(try decoded { $0.defineButtonSound(sounds) } == .defineButtonSound(sounds))
        // Cut short within the second.
        var cut = DefineButtonSound(id: 4)
        cut.overToUp = ButtonSound(sound: 1, info: SoundInfo(event: .event))
        #expect(try decoded(.defineButtonSound, [4, 0, 1, 0, 0, 2, 0]) == .defineButtonSound(cut))
    }
}
