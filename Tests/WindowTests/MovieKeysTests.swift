import CX11
import Foundation
import Library
import TestSupport
import Testing

@testable import RuffleX11

@Suite("Keys of one movie")
struct MovieKeysTests {
    @Test("names are those of the program's own keys, and of buttons and the wheel")
    func names() {
        let keys = MovieKeys([
            KeyAssignment(pressed: "W", given: "Up"), KeyAssignment(pressed: "MouseRight", given: "Space"),
            KeyAssignment(pressed: "WheelUp", given: "A"), KeyAssignment(pressed: "Shift", given: "MouseLeft"),
            KeyAssignment(pressed: "Ctrl+W", given: "Up"), KeyAssignment(pressed: "Nothing", given: "Up"),
            KeyAssignment(pressed: "Q", given: "WheelUp"),
        ])
        #expect(keys[.key(87)] == .key(38) && keys[.button(.right)] == .key(32))
        #expect(keys[.wheelUp] == .key(65) && keys[.key(16)] == .button(.left))
        #expect(keys[.key(38)] == nil && keys[.wheelDown] == nil)
        #expect(keys.unknown.map(\.pressed) == ["Ctrl+W", "Nothing", "Q"])
    }

    @Test("what is pressed is named as settings have it")
    func capturing() {
        #expect(MovieKeys.name(of: .keyDown(Key(code: 37))) == "Left")
        #expect(MovieKeys.name(of: .keyDown(Key(code: 16, shift: true))) == "Shift")
        #expect(MovieKeys.name(of: .keyDown(Key(code: 65, control: true))) == "A")
        #expect(MovieKeys.name(of: .buttonDown(.right, x: 0, y: 0, time: 0)) == "MouseRight")
        #expect(MovieKeys.name(of: .wheel(x: 0, y: 0, notches: -1)) == "WheelDown")
        #expect(MovieKeys.name(of: .keyDown(Key(code: 0))) == nil)
    }
}

extension WindowTests.LibraryTests {
    /// Traces every key that goes down or comes up, and what it types.
    private static func tracer() -> [UInt8] {
        var code = ActionAssembler()
        code.push(.text("listener"), .int(0), .text("Object"))
        code.op(.newObject)
        code.op(.setVariable)
        for (handler, word) in [("onKeyDown", "down "), ("onKeyUp", "up ")] {
            code.push(.text("listener"))
            code.op(.getVariable)
            code.push(.text(handler))
            code.function("", []) { body in
                body.push(.text(word), .int(0), .text("Key"))
                body.op(.getVariable)
                body.push(.text("getCode"))
                body.op(.callMethod)
                body.op(.stringAdd)
                body.op(.trace)
            }
            code.op(.setMember)
        }
        code.push(.text("listener"))
        code.op(.getVariable)
        code.push(.int(1), .text("Key"))
        code.op(.getVariable)
        code.push(.text("addListener"))
        code.op(.callMethod)
        code.op(.pop)
        code.op(.end)
        var movie = SWFWriter(version: 6, width: 300, height: 200, frameRate: 24)
        movie.doAction(code.bytes)
        movie.showFrame()
        return movie.file(.none)
    }

    @Test("a movie gets the keys that its item gives it, and Ctrl+W stays the program's")
    func movieKeys() throws {
        let data = NSTemporaryDirectory() + "library-keys-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: data) }
        let store = try MovieLibrary(root: data + "/ruffle-x11")
        guard case .added(var item) = try store.add(movie: Self.tracer(), fileName: "keys.swf") else { return }
        item.keys = [
            KeyAssignment(pressed: "W", given: "Up"), KeyAssignment(pressed: "MouseRight", given: "Space"),
            KeyAssignment(pressed: "WheelUp", given: "A"),
        ]
        try store.update(item)
        let library = try OpenLibrary(data: data, playing: "keys")
        let desk = library.desk
        usleep(300_000)
        desk.movePointer(100, 100)
        desk.type(["w"])
        desk.type(["s"])
        desk.press(button: 3)
        desk.release(button: 3)
        desk.press(button: 4)
        desk.release(button: 4)
        usleep(300_000)
        let output = try library.quit().output.split(separator: "\n")
        let keys = output.filter { $0.hasPrefix("down") || $0.hasPrefix("up") }
        for line in ["down 38", "up 38", "down 83", "up 83", "down 32", "up 32", "down 65", "up 65"] {
            #expect(keys.contains(Substring(line)), "\(line) is not among \(keys)")
        }
        #expect(!keys.contains("down 87"))
    }
}
