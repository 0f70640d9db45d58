import Base
import CX11
import Foundation
import Testing

@testable import RuffleX11

extension WindowTests {
    /// The window alone, inside the test: what it makes of keys, buttons and focus.
    @Suite("Window events") struct EventTests {}
}

extension WindowTests.EventTests {
    /// A window with the focus, and somebody in front of it.
    final class Bench {
        let desk: Desk
        let window: RuffleX11.Window
        var events: [WindowEvent] = []

        init() throws {
            let server = try XServer()
            desk = try Desk(server)
            desk.addKey("dead_acute")
            // The window finds its server and its language as any program does.
            setenv("DISPLAY", server.display, 1)
            setenv("LC_ALL", "C.UTF-8", 1)
            window = try RuffleX11.Window(title: "test", stage: (200, 100), size: nil, fullScreen: false)
            unsetenv("DISPLAY")
            window.show()
            _ = meets { $0 == .viewable(true) }
            desk.focus(window.handle)
            _ = meets { $0 == .focus(true) }
            events = []
        }

        deinit { window.close() }

        /// Collects events until one is as wanted. Returns whether it came.
        func meets(_ isWanted: (WindowEvent) -> Bool) -> Bool {
            var isFound = false
            return wait(seconds: 5) {
                while window.hasEvents && !isFound {
                    window.takeEvent {
                        events.append($0)
                        if isWanted($0) { isFound = true }
                    }
                }
                return isFound
            }
        }

        var keysDown: [Key] { events.compactMap { if case .keyDown(let key) = $0 { key } else { nil } } }
        var keysUp: [Key] { events.compactMap { if case .keyUp(let key) = $0 { key } else { nil } } }

        /// Types keys and waits until the last one, `code`, has come up.
        func type(_ keys: [String], until code: UInt8) {
            desk.type(keys)
            let hasComeUp = meets { if case .keyUp(let key) = $0 { key.code == code } else { false } }
            #expect(hasComeUp)
        }
    }

    @Test("a picture that the server still reads is not drawn into; both buffers come back when it has read them")
    func buffers() throws {
        let bench = try Bench()
        let window = bench.window
        let whole = PixelRect(left: 0, top: 0, right: 200, bottom: 100)
        func show(_ surface: Surface, _ color: UInt32) {
            surface.target.pixels.update(repeating: color, count: surface.target.stride * 100)
            surface.finish([whole])
            window.present(surface, [whole])
        }
        let first = try #require(try window.freeSurface())
        #expect(first.isShared)
        show(first, 0xFFFF_0000)
        let second = try #require(try window.freeSurface())
        #expect(second !== first)
        show(second, 0xFF00_FF00)
        #expect(try window.freeSurface() == nil)
        #expect(!window.hasFreeSurface)
        for _ in 0..<2 {
            let isShown = bench.meets { $0 == .shown }
            #expect(isShown)
        }
        #expect(bench.events == [.shown, .shown])
        #expect(bench.desk.sees(0x00FF00, window.handle, 100, 50))
        // The one that the window shows now is the least out of date.
        #expect(try window.freeSurface() === second)
        // Another size needs other pictures.
        bench.desk.resize(window.handle, 120, 80)
        let isResized = bench.meets { $0 == .resized(width: 120, height: 80) }
        #expect(isResized)
        let smaller = try #require(try window.freeSurface())
        #expect(smaller.width == 120 && smaller.height == 80)
        #expect(smaller.target.width == 120 && smaller.target.height == 80)
    }

    @Test("keys carry Flash's code, their text and what is held with them")
    func keys() throws {
        let bench = try Bench()
        bench.type(["a"], until: 65)
        bench.type(["Shift_L", "a"], until: 16)
        bench.type(["Control_L", "Right"], until: 17)
        #expect(
            bench.keysDown == [
                Key(code: 65, text: "a"), Key(code: 16), Key(code: 65, text: "A", shift: true), Key(code: 17),
                Key(code: 39, control: true),
            ])
        #expect(bench.keysUp.map(\.code) == [65, 65, 16, 39, 17])
    }

    @Test("dead keys compose")
    func deadKeys() throws {
        let bench = try Bench()
        bench.desk.type(["dead_acute"])
        bench.type(["e"], until: 69)
        #expect(bench.keysDown == [Key(code: 69, text: "é", isComposed: true)])
        #expect(bench.keysUp == [Key(code: 69)])
    }

    @Test("a key that is held repeats without coming up")
    func repeats() throws {
        let bench = try Bench()
        bench.desk.key("b", isDown: true)
        let hasRepeated = bench.meets { if case .keyDown(let key) = $0 { key.isRepeat } else { false } }
        #expect(hasRepeated)
        #expect(bench.keysUp.isEmpty)
        bench.desk.key("b", isDown: false)
        let hasComeUp = bench.meets { if case .keyUp = $0 { true } else { false } }
        #expect(hasComeUp)
        #expect(bench.keysDown.map(\.isRepeat).prefix(2) == [false, true])
        #expect(bench.keysUp == [Key(code: 66)])
    }

    @Test("keys that are held come up when the focus goes")
    func focusLoss() throws {
        let bench = try Bench()
        bench.desk.key("Left", isDown: true)
        bench.desk.key("x", isDown: true)
        let other = XCreateSimpleWindow(bench.desk.display, bench.desk.root, 300, 0, 10, 10, 0, 0, 0)
        XMapWindow(bench.desk.display, other)
        bench.desk.focus(other)
        let hasLost = bench.meets { $0 == .focus(false) }
        #expect(hasLost)
        #expect(Set(bench.keysUp.map(\.code)) == [37, 88])
        bench.events = []
        // Their real releases go to the other window, and nothing is left to come up here.
        bench.desk.key("Left", isDown: false)
        bench.desk.key("x", isDown: false)
        bench.desk.focus(bench.window.handle)
        let hasGained = bench.meets { $0 == .focus(true) }
        #expect(hasGained)
        #expect(bench.keysUp.isEmpty)
    }

    @Test("a key comes up as the key that went down, though Shift has changed meanwhile")
    func sameKey() throws {
        let bench = try Bench()
        bench.desk.key("Shift_L", isDown: true)
        bench.desk.key("2", isDown: true)
        bench.desk.key("Shift_L", isDown: false)
        bench.desk.key("2", isDown: false)
        let hasComeUp = bench.meets { if case .keyUp(let key) = $0 { key.code == 50 } else { false } }
        #expect(hasComeUp)
        #expect(bench.keysDown.map(\.code) == [16, 50])
        #expect(bench.keysDown.last?.text == "@")
    }

    @Test("buttons, wheel and the pointer leaving")
    func pointer() throws {
        let bench = try Bench()
        bench.desk.movePointer(20, 30)
        for button in [UInt32(1), 3, 4, 5] {
            bench.desk.press(button: button)
            bench.desk.release(button: button)
        }
        bench.desk.movePointer(400, 300)
        let hasLeft = bench.meets { $0 == .pointerLeft }
        #expect(hasLeft)
        let others = bench.events.filter { if case .pointerMoved = $0 { false } else { true } }
        let withoutTime = others.map { (event: WindowEvent) -> WindowEvent in
            if case .buttonDown(let button, let x, let y, _) = event {
                .buttonDown(button, x: x, y: y, time: 0)
            } else {
                event
            }
        }
        #expect(
            withoutTime == [
                .buttonDown(.left, x: 20, y: 30, time: 0), .buttonUp(.left, x: 20, y: 30),
                .buttonDown(.right, x: 20, y: 30, time: 0), .buttonUp(.right, x: 20, y: 30),
                .wheel(x: 20, y: 30, notches: 1), .wheel(x: 20, y: 30, notches: -1), .pointerLeft,
            ])
    }
}
