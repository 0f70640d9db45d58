import SWF
import TestSupport
import Testing

@testable import Player

/// What a playhead that jumps keeps and makes.
@Suite struct RewindTests {
    private static func sprite(_ movie: inout SWFWriter) {
        movie.defineSprite(id: 1) {
            $0.doAction(tracing("made"))
            $0.showFrame()
        }
    }

    @Test("an instance goes on in an earlier frame that has one of the same ratio at its depth", arguments: [nil, 5])
    func sameRatio(ratio: UInt16?) throws {
        let stage = try Stage { movie in
            Self.sprite(&movie)
            movie.place(1, depth: 1, name: "early")
            movie.showFrame()
            movie.remove(depth: 1)
            movie.showFrame()
            var place = PlaceObject(version: 2, depth: 1, action: .place(1))
            place.name = SWFString("late")
            place.ratio = ratio
            movie.placeObject(place)
            movie.showFrame()
            movie.doAction(actions { $0.gotoFrame(0) })
            movie.showFrame()
        }
        #expect(stage.run(3) == ["made", "made"])
        #expect(stage.run() == (ratio == nil ? [] : ["made"]))
        #expect(stage.player.levels[0]?.children.first?.name == (ratio == nil ? "late" : "early"))
    }

    @Test("what a script has moved stays where it is when the playhead goes back")
    func movedByScript() throws {
        let stage = try Stage { movie in
            Self.sprite(&movie)
            movie.place(1, depth: 1, name: "clip")
            movie.showFrame()
            movie.doAction(
                actions { code in
                    code.push(.text("clip"))
                    code.op(.getVariable)
                    code.push(.text("_x"), .int(7))
                    code.op(.setMember)
                    code.gotoFrame(0)
                })
            movie.showFrame()
        }
        _ = stage.run(2)
        #expect(stage.player.currentFrame == 1)
        #expect(stage.player.levels[0]?.children.first?.x == 7)
    }

    @Test("a jump runs the init actions it passes, and brings clips to life that have an unload handler")
    func passed() throws {
        let stage = try Stage { movie in
            Self.sprite(&movie)
            movie.doAction(actions { $0.gotoFrame(3) })
            movie.showFrame()
            movie.doInitAction(sprite: 1, tracing("init"))
            movie.place(
                1, depth: 1, name: "passed",
                clipActions: [
                    ClipActionBytes(.construct, tracing("construct")), ClipActionBytes(.load, tracing("load")),
                    ClipActionBytes(.unload, tracing("unload")),
                ])
            movie.place(1, depth: 2, name: "silent", clipActions: [ClipActionBytes(.load, tracing("not seen"))])
            movie.showFrame()
            movie.remove(depth: 1)
            movie.remove(depth: 2)
            movie.showFrame()
            movie.showFrame()
        }
        #expect(stage.run() == ["init", "construct", "load", "unload"])
    }

    @Test("init actions see what their frame places after them")
    func initActions() throws {
        let stage = try Stage { movie in
            Self.sprite(&movie)
            movie.doInitAction(
                sprite: 1,
                actions { code in
                    code.push(.text("clip"))
                    code.op(.getVariable)
                    code.op(.typeOf)
                    code.op(.trace)
                })
            movie.place(1, depth: 1, name: "clip")
            movie.showFrame()
        }
        #expect(stage.run() == ["movieclip", "made"])
    }
}
