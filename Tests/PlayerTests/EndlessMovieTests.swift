import FlashAPI
import SWF
import TestSupport
import Testing

@testable import Player

/// Movies that would never end, or would use ever more memory, come to an end.
@Suite struct EndlessMovieTests {
    @Test("a clip that attaches itself inside itself stops at the nesting limit")
    func selfAttachment() throws {
        let stage = try Stage { movie in
            movie.defineSprite(id: 1) {
                $0.doAction(
                    actions {
                        $0.callMethod("this", "attachMovie", .text("me"), .text("inner"), .int(1))
                        $0.op(.pop)
                    })
                $0.showFrame()
            }
            movie.exportAssets([(1, "me")])
            movie.place(1, depth: 1, name: "outer")
            movie.showFrame()
        }
        _ = stage.run()
        var depth = 0
        var object: DisplayObject? = stage.player.levels[0]
        while let container = object as? Container, let child = container.children.first {
            depth += 1
            object = child
        }
        #expect(depth == DisplayObject.nestingLimit)
    }

    @Test("timers that start timers stop at a number of them")
    func timerStorm() throws {
        let stage = try Stage { movie in
            movie.doAction(
                actions { code in
                    code.function("more", []) { code in
                        for _ in 0..<50 { code.startTimer() }
                    }
                    code.startTimer()
                })
            movie.showFrame()
        }
        _ = stage.run()
        for _ in 0..<4 { stage.player.advanceTimers(by: 10) }
        #expect(stage.player.avm1.timers.count == 4096)
    }

    @Test("a timer that ends another one before its turn is heard")
    func endedTimer() throws {
        let stage = try Stage { movie in
            movie.doAction(
                actions { code in
                    code.function("first", []) { code in
                        code.trace("first")
                        code.push(.int(2), .int(1), .text("clearInterval"))
                        code.op(.callFunction)
                        code.op(.pop)
                    }
                    code.function("second", []) { $0.trace("second") }
                    code.startTimer("first")
                    code.startTimer("second")
                })
            movie.showFrame()
        }
        _ = stage.run()
        let start = stage.host.traced.count
        stage.player.advanceTimers(by: 20)
        #expect(Array(stage.host.traced[start...]) == ["first", "first"])
    }
}

extension ActionAssembler {
    /// `setInterval(function, 10)`.
    fileprivate mutating func startTimer(_ function: String = "more") {
        push(.int(10), .text(function))
        op(.getVariable)
        push(.int(2), .text("setInterval"))
        op(.callFunction)
        op(.pop)
    }
}
