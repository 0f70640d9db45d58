import Foundation
import Library
import Testing

@testable import RuffleX11

@Suite("Keys that can be changed")
struct KeyBindingTests {
    @Test("a key reads as it is written", arguments: Action.allCases)
    func labels(_ action: Action) throws {
        for shortcut in action.defaultKeys { #expect(Shortcut(shortcut.label) == shortcut) }
    }

    @Test("no key does two things")
    func unambiguous() {
        var seen: [String] = []
        for action in Action.allCases { seen += action.defaultKeys.map(\.label) }
        #expect(Set(seen).count == seen.count)
        // Each default is a key that there is.
        #expect(Action.fastForward.defaultKeys == [Shortcut(code: 119)])
        #expect(Action.zoomIn.defaultKeys.first == Shortcut(code: 187, control: true))
    }

    @Test("what is no key is none", arguments: ["", "Ctrl+", "Hyper+A", "Ctrl+Ctrl", "AB", "Ctrl A"])
    func nonsense(_ text: String) { #expect(Shortcut(text) == nil) }

    @Test("modifiers alone are no shortcut")
    func modifiers() {
        #expect(Shortcut(Key(code: 17, control: true)) == nil)
        #expect(Shortcut(Key(code: 75, control: true, shift: true))?.label == "Ctrl+Shift+K")
    }

    @Test("a key that is given to one thing is taken from another, and comes back with the default")
    func taking() {
        var keys = KeyBindings()
        keys.set(.mute, to: Shortcut("Ctrl+Q"))
        #expect(keys.action(of: Key(code: 81, control: true)) == .mute)
        #expect(keys[.quit].isEmpty)
        #expect(keys.action(of: Key(code: 77, control: true)) == nil)
        keys.set(.mute, to: nil)
        #expect(keys.action(of: Key(code: 77, control: true)) == .mute)
    }

    @Test("settings keep what they do not know, and tell of what is wrong")
    func file() throws {
        let folder = NSTemporaryDirectory() + "keys-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let disk = Disk()
        let text =
            "# mine\nother = 1\n\n[keys]\nmute = [\"F5\"]\nfly = [\"F6\"]\nrewind = \"F7\"\nlouder = [\"F99\", \"F9\"]\n"
        try disk.write(Array(text.utf8), to: folder + "/settings.toml")
        let settings = ProgramSettings(folder: folder)
        #expect(settings.keys[.mute] == [Shortcut(code: 116)])
        #expect(settings.keys[.louder] == [Shortcut(code: 120)])
        #expect(settings.keys[.rewind] == Action.rewind.defaultKeys)
        #expect(settings.warnings.count == 3)
        settings.keys.set(.screenshot, to: Shortcut("Ctrl+P"))
        settings.keys.set(.mute, to: nil)
        try settings.save()
        let written = String(decoding: try disk.read(folder + "/settings.toml", limit: 4096), as: UTF8.self)
        #expect(written.hasPrefix("# mine\nother = 1\n"))
        #expect(written.contains("screenshot = [\"Ctrl+P\"]") && !written.contains("mute"))
        #expect(ProgramSettings(folder: folder).keys[.screenshot] == [Shortcut(code: 80, control: true)])
    }

    @Test("steps of speed stop at both ends, and read well")
    func speed() {
        #expect(Speed.step(1, by: 1) == 1.25 && Speed.step(1, by: -1) == 0.75)
        #expect(Speed.step(4, by: 1) == 4 && Speed.step(0.25, by: -1) == 0.25)
        #expect(Speed.all.map(Speed.label) == ["0.25x", "0.5x", "0.75x", "1x", "1.25x", "1.5x", "2x", "3x", "4x"])
    }

    @Test("a stretched mix takes as many frames as time passes for the movie, and is continuous", arguments: Speed.all)
    func stretch(_ speed: Double) {
        var stretch = SpeedStretch()
        var mixed = 0
        var heard: [Float] = []
        let block = UnsafeMutablePointer<Float>.allocate(capacity: 882)
        defer { block.deallocate() }
        for _ in 0..<100 {
            stretch.fill(block, frames: 441, speed: speed) { target, count in
                for index in 0..<count {
                    target[index * 2] = Float(mixed + index)
                    target[index * 2 + 1] = -Float(mixed + index)
                }
                mixed += count
            }
            heard += UnsafeBufferPointer(start: block, count: 882)
        }
        #expect(abs(Double(mixed) - 44100 * speed) < 2)
        // A ramp stays a ramp of the new slope, without a step between blocks.
        let steps = (8..<44100).map { heard[$0 * 2] - heard[$0 * 2 - 2] }
        #expect(steps.allSatisfy { abs(Double($0) - speed) < 0.02 })
        #expect(heard[1001] == -heard[1000])
    }

    @Test("dropped places are paths of this machine or nothing")
    func places() {
        func path(_ place: String) -> String? {
            DroppedPlace.path(of: place).map { path in
                String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
        }
        #expect(path("file:///home/a%20b/%C3%A9.swf") == "/home/a b/é.swf")
        #expect(path("file://localhost/x.swf") == "/x.swf")
        #expect(path("file:/x.swf") == "/x.swf")
        #expect(path("/plain/path.swf") == "/plain/path.swf")
        #expect(path("/odd%4") == "/odd%4")
        #expect(path("https://example.org/x.swf") == nil)
        #expect(path("file://host") == nil && path("") == nil && path("file:///a%00b") == nil)
    }

    @Test("keys of text editing")
    func textKeys() {
        #expect(TextKey(Key(code: 67, control: true)) == .control(.copy))
        #expect(TextKey(Key(code: 86, control: true)) == .paste)
        #expect(TextKey(Key(code: 45, shift: true)) == .paste)
        #expect(TextKey(Key(code: 37, control: true, shift: true)) == .control(.selectLeftWord))
        #expect(TextKey(Key(code: 35)) == .control(.moveRightLine))
        #expect(TextKey(Key(code: 8)) == .control(.backspace))
        #expect(TextKey(Key(code: 65)) == nil && TextKey(Key(code: 27)) == nil)
        #expect(TextKey(Key(code: 38)) == .control(.moveUp))
        #expect(TextKey(Key(code: 34, shift: true)) == .control(.selectPageDown))
        #expect(TextKey(Key(code: 90, control: true)) == .control(.undo))
        #expect(TextKey(Key(code: 90, control: true, shift: true)) == .control(.redo))

    }
}
