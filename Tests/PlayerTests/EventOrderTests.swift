import Base
import Player
import SWF
import TestSupport
import Testing

/// The order in which Flash runs the scripts of clips.
@Suite struct EventOrderTests {
    @Test("a clip is constructed before the frame's scripts, and loads before its own first frame")
    func loading() throws {
        let stage = try Stage { movie in
            movie.defineSprite(id: 1) {
                $0.doAction(tracing("clip frame 1"))
                $0.showFrame()
            }
            movie.place(
                1, depth: 1, name: "clip",
                clipActions: [
                    ClipActionBytes(.load, tracing("load")), ClipActionBytes(.construct, tracing("construct")),
                    ClipActionBytes(.initialize, tracing("initialize")),
                    ClipActionBytes(.enterFrame, tracing("enterFrame")),
                ])
            movie.doAction(tracing("root frame 1"))
            movie.showFrame()
        }
        #expect(stage.run() == ["initialize", "construct", "load", "clip frame 1", "root frame 1"])
        #expect(stage.run() == ["enterFrame"])
    }

    @Test("what is inside is unloaded first, and a clip with an unload handler stays until the next frame")
    func unloading() throws {
        let stage = try Stage { movie in
            movie.defineSprite(id: 1) { $0.showFrame() }
            movie.defineSprite(id: 2) {
                $0.place(1, depth: 1, name: "child", clipActions: [ClipActionBytes(.unload, tracing("child unload"))])
                $0.showFrame()
            }
            movie.place(2, depth: 1, name: "clip", clipActions: [ClipActionBytes(.unload, tracing("clip unload"))])
            movie.showFrame()
            movie.remove(depth: 1)
            movie.doAction(
                actions {
                    $0.push(.text("clip"))
                    $0.op(.getVariable)
                    $0.op(.typeOf)
                    $0.op(.trace)
                })
            movie.showFrame()
            movie.doAction(
                actions {
                    $0.push(.text("clip"))
                    $0.op(.getVariable)
                    $0.op(.typeOf)
                    $0.op(.trace)
                })
            movie.showFrame()
        }
        #expect(stage.run().isEmpty)
        #expect(stage.run() == ["child unload", "clip unload", "movieclip"])
        #expect(stage.run() == ["undefined"])
    }

    @Test("the newest clip runs its frame first")
    func frameOrder() throws {
        let stage = try Stage { movie in
            for (id, name) in [(CharacterID(1), "first"), (2, "second")] {
                movie.defineSprite(id: id) {
                    $0.showFrame()
                    $0.doAction(tracing(name))
                    $0.showFrame()
                }
                movie.place(id, depth: Depth(id), name: name)
            }
            movie.showFrame()
        }
        #expect(stage.run().isEmpty)
        #expect(stage.run() == ["second", "first"])
    }

    @Test("going back keeps the clips that both frames show")
    func rewind() throws {
        let stage = try Stage { movie in
            movie.defineSprite(id: 1) {
                $0.doAction(tracing("made"))
                $0.showFrame()
            }
            movie.place(1, depth: 1, name: "kept")
            movie.showFrame()
            movie.place(1, depth: 2, name: "gone")
            movie.showFrame()
            movie.doAction(actions { $0.gotoFrame(0) })
            movie.showFrame()
        }
        #expect(stage.run() == ["made"])
        #expect(stage.run() == ["made"])
        #expect(stage.run().isEmpty)
        #expect(stage.player.currentFrame == 1)
    }

    @Test(
        "what scripts have put at a depth of the timeline goes where the playhead goes back, what they have above stays"
    )
    func rewindOfScriptClips() throws {
        let stage = try Stage { movie in
            movie.doAction(
                actions {
                    $0.callMethod("this", "createEmptyMovieClip", .text("low"), .int(-100))
                    $0.op(.pop)
                    $0.callMethod("this", "createEmptyMovieClip", .text("high"), .int(5))
                    $0.op(.pop)
                })
            movie.showFrame()
            movie.showFrame()
            movie.doAction(actions { $0.gotoFrame(1) })
            movie.showFrame()
        }
        _ = stage.run(2)
        let root = try #require(stage.player.level(0))
        #expect(root.children.map(\.name) == ["low", "high"])
        _ = stage.run()
        #expect(root.children.map(\.name) == ["high"])
    }

    @Test("a definition and an export count from their frame on, although the file is there")
    func definedLater() throws {
        let attach = actions {
            $0.callMethod("this", "attachMovie", .text("thing"), .text("made"), .int(5))
            $0.op(.typeOf)
            $0.op(.trace)
        }
        let stage = try Stage { movie in
            movie.place(1, depth: 1, name: "early")
            movie.doAction(attach)
            movie.showFrame()
            movie.defineSprite(id: 1) { $0.showFrame() }
            movie.exportAssets([(1, "thing")])
            movie.place(1, depth: 2, name: "late")
            movie.doAction(attach)
            movie.showFrame()
        }
        #expect(stage.run() == ["undefined"])
        let root = try #require(stage.player.level(0))
        #expect(root.children.isEmpty)
        #expect(stage.run() == ["movieclip"])
        #expect(root.children.map(\.name) == ["late", "made"])
        // The next time around it is known from the first frame on.
        #expect(stage.run() == ["movieclip"])
        #expect(root.children.map(\.name) == ["early", "made"])
    }
}
