import Base
import SWF
import TestSupport
import Testing

@testable import Player

/// What the keyboard's focus does to handlers of the mouse.
@Suite struct FocusTests {
    /// A button on the left half that traces what the mouse does to it.
    private func stage() throws -> Stage {
        let stage = try Stage { movie in
            let half = ShapePath.rectangle(x: 0, y: 0, width: 50, height: 100)
            movie.defineShape(id: 1, half, fill: .solid(RGBA(rgb: 0xFF0000)))
            movie.defineButton2(
                id: 2, [ButtonRecord(states: [.up, .over, .down, .hitTest], id: 1, depth: 1, matrix: .identity)])
            movie.place(2, depth: 1, name: "button")
            movie.doAction(
                actions { code in
                    for (handler, word) in [("onRollOver", "over"), ("onRollOut", "out")] {
                        code.pushVariable("button")
                        code.push(.text(handler))
                        code.function("", []) { $0.trace(word) }
                        code.op(.setMember)
                    }
                })
            movie.showFrame()
        }
        _ = stage.run()
        return stage
    }

    @Test("Esc hides the frame without rolling out; the mouse does that when it really moves")
    func escape() throws {
        let stage = try stage()
        let (tab, escape) = (
            InputEvent.keyDown(keyCode: 9, character: 9), InputEvent.keyDown(keyCode: 27, character: 27)
        )
        _ = stage.handle(.mouseMove(x: 80, y: 80))
        #expect(stage.handle(tab) == ["over"])
        #expect(stage.player.focus.isShown)
        #expect(stage.handle(escape) == [])
        #expect(!stage.player.focus.isShown)
        #expect(stage.handle(.mouseMove(x: 80, y: 80)) == [])
        #expect(stage.handle(.mouseMove(x: 80, y: 81)) == ["out"])
        #expect(stage.handle(.mouseMove(x: 20, y: 20)) == ["over"])
    }

    @Test("the keyboard's focus takes what the mouse is over, and gives it back when the mouse moves")
    func takesOver() throws {
        let stage = try stage()
        let tab = InputEvent.keyDown(keyCode: 9, character: 9)
        #expect(stage.handle(.mouseMove(x: 20, y: 20)) == ["over"])
        // It is rolled out of and over again, though it is the same.
        #expect(stage.handle(tab) == ["out", "over"])
        #expect(stage.handle(.mouseMove(x: 20, y: 21)) == [])
        #expect(stage.handle(.mouseMove(x: 80, y: 21)) == ["out"])
    }
}
