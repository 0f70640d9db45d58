import Base
import Player
import SWF
import TestSupport
import Testing

/// Mouse and keys: who gets them, and in which order.
@Suite struct InputTests {
    private func button(_ movie: inout SWFWriter) {
        movie.defineShape(id: 1, ShapePath.rectangle(x: 0, y: 0, width: 20, height: 20), fill: .solid(.black))
        movie.defineButton2(
            id: 2,
            [ButtonRecord(states: [.up, .over, .down, .hitTest], id: 1, depth: 1, matrix: .identity)],
            actions: [
                ButtonActionBytes(.idleToOverUp, tracing("over")), ButtonActionBytes(.overUpToIdle, tracing("out")),
                ButtonActionBytes(.overUpToOverDown, tracing("press")),
                ButtonActionBytes(.overDownToOverUp, tracing("release")),
                ButtonActionBytes(.outDownToIdle, tracing("release outside")),
                ButtonActionBytes(ButtonConditions(rawValue: 13 << 9), tracing("Enter")),
            ])
        movie.place(2, depth: 1, name: "button")
        movie.showFrame()
    }

    @Test("a button passes through its states")
    func buttonStates() throws {
        let stage = try Stage { button(&$0) }
        #expect(stage.run().isEmpty)
        #expect(stage.handle(.mouseMove(x: 10, y: 10)) == ["over"])
        #expect(stage.handle(.mouseDown(x: 10, y: 10, button: .left, clickIndex: 0)) == ["press"])
        #expect(stage.handle(.mouseUp(x: 10, y: 10, button: .left)) == ["release"])
        #expect(stage.handle(.mouseMove(x: 50, y: 50)) == ["out"])
    }

    @Test("a press that ends elsewhere is released outside")
    func releaseOutside() throws {
        let stage = try Stage { button(&$0) }
        _ = stage.run()
        _ = stage.handle(.mouseMove(x: 10, y: 10), .mouseDown(x: 10, y: 10, button: .left, clickIndex: 0))
        #expect(stage.handle(.mouseMove(x: 50, y: 50), .mouseUp(x: 50, y: 50, button: .left)) == ["release outside"])
    }

    @Test("a key goes to the button that asks for it")
    func buttonKey() throws {
        let stage = try Stage { button(&$0) }
        _ = stage.run()
        #expect(stage.handle(.keyDown(keyCode: 13, character: 13)) == ["Enter"])
        #expect(stage.handle(.keyDown(keyCode: 37, character: 0)).isEmpty)
    }

    @Test("the mouse goes to the innermost clips first, the highest before the lower")
    func propagation() throws {
        let stage = try Stage { movie in
            movie.defineSprite(id: 1) { $0.showFrame() }
            movie.place(1, depth: 1, name: "low", clipActions: [ClipActionBytes(.mouseDown, tracing("low"))])
            movie.place(1, depth: 2, name: "high", clipActions: [ClipActionBytes(.mouseDown, tracing("high"))])
            movie.showFrame()
        }
        _ = stage.run()
        #expect(stage.handle(.mouseDown(x: 1, y: 1, button: .left, clickIndex: 0)) == ["high", "low"])
    }
}
