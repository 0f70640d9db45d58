import Renderer
import Testing

@testable import UI

@Suite("Keyboard on the screen")
struct ScreenKeyboardTests {
    private let keyboard = ScreenKeyboard()

    /// Every key that can be hit in a window, with the place where.
    private func hits(width: Int, height: Int, scale: Double) -> [UInt8: (x: Int, y: Int)] {
        var found: [UInt8: (x: Int, y: Int)] = [:]
        for y in stride(from: 0, to: height, by: 4) {
            for x in stride(from: 0, to: width, by: 4) {
                let keyboard = ScreenKeyboard()
                if case .pressed(let key) = keyboard.press(x: x, y: y, width: width, height: height, scale: scale),
                    found[key.code] == nil
                {
                    found[key.code] = (x + 2, y + 2)
                }
            }
        }
        return found
    }

    static let windows = [(800, 600, 1.0), (1600, 1200, 2.0), (400, 300, 1.0)]

    @Test("every key that games use can be hit, in windows of any size", arguments: windows)
    func keys(_ window: (Int, Int, Double)) {
        let found = hits(width: window.0, height: window.1, scale: window.2)
        let wanted = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8) + [8, 9, 13, 27, 32, 37, 38, 39, 40, 46]
        for code in wanted { #expect(found[code] != nil, "\(code)") }
        let frame = keyboard.frame(width: window.0, height: window.1, scale: window.2)
        #expect(frame.bottom == window.1 && frame.height <= window.1 / 2 + 20)
    }

    @Test("a key goes down with the button and comes up with it")
    func holding() throws {
        let place = try #require(hits(width: 800, height: 600, scale: 1)[65])
        #expect(
            keyboard.press(x: place.x, y: place.y, width: 800, height: 600, scale: 1)
                == .pressed(.init(code: 65, text: "a", shift: false, control: false, alt: false)))
        #expect(keyboard.release()?.code == 65)
        #expect(keyboard.release() == nil)
        #expect(keyboard.press(x: 10, y: 10, width: 800, height: 600, scale: 1) == .missed)
    }

    @Test("Shift holds for the next key alone, Ctrl types nothing")
    func modifiers() throws {
        let found = hits(width: 800, height: 600, scale: 1)
        func press(_ code: UInt8) throws -> ScreenKeyboard.Outcome {
            let place = try #require(found[code])
            return keyboard.press(x: place.x, y: place.y, width: 800, height: 600, scale: 1)
        }
        /// Shift stands at the left end of the fourth row, Ctrl of the third.
        func pressModifier(row: Int) {
            let frame = keyboard.frame(width: 800, height: 600, scale: 1)
            let y = frame.top + 28 + row * 44
            #expect(keyboard.press(x: 20, y: y, width: 800, height: 600, scale: 1) == .none)
            #expect(keyboard.release() == nil)
        }
        pressModifier(row: 3)
        #expect(try press(49) == .pressed(.init(code: 49, text: "!", shift: true, control: false, alt: false)))
        _ = keyboard.release()
        #expect(try press(49) == .pressed(.init(code: 49, text: "1", shift: false, control: false, alt: false)))
        _ = keyboard.release()
        pressModifier(row: 2)
        #expect(try press(65) == .pressed(.init(code: 65, text: "", shift: false, control: true, alt: false)))
        _ = keyboard.release()
        pressModifier(row: 2)
        pressModifier(row: 2)
        #expect(try press(65) == .pressed(.init(code: 65, text: "a", shift: false, control: false, alt: false)))
    }

    @Test("it draws itself with glyphs for every label")
    func drawing() {
        var canvas = UICanvas(UIToolkit(resources: RenderResources()), scale: 1)
        keyboard.draw(&canvas, width: 800, height: 600)
        #expect(canvas.commands.count > 120)
        #expect(!keyboard.hasChanged)
        _ = keyboard.pointerMoved(x: 400, y: 500, width: 800, height: 600, scale: 1)
        #expect(keyboard.hasChanged)
    }
}
