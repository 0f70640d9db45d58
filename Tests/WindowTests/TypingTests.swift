import Base
import CX11
import Foundation
import SWF
import TestSupport
import Testing

@testable import RuffleX11

extension WindowTests {
    /// A person types into a field of a movie.
    @Suite("Typing") struct TypingTests {}
}

extension Movies {
    /// A field to type into, 300 pixels wide and 60 high, 200 below the upper edge, in a font of the system.
    static func input(text: String = "") -> [UInt8] {
        var movie = SWFWriter(version: 8, width: 400, height: 300)
        var field = DefineEditText(
            id: 1, bounds: TwipsRect(xMin: 0, xMax: 300 * 20, yMin: 0, yMax: 60 * 20),
            flags: [.hasFont, .hasText, .border], variableName: SWFString("text"))
        var font = DefineFont(version: 2, id: 2, name: SWFString("_sans"), glyphs: [], layout: nil)
        font.isANSI = true
        movie.defineFont(font)
        field.font = 2
        field.fontHeight = 400
        field.initialText = SWFString(text)
        movie.defineEditText(field)
        movie.place(1, depth: 1, Matrix(ty: 200 * 20), name: "field")
        movie.showFrame()
        return movie.file(.zlib)
    }
}

extension WindowTests.TypingTests {
    /// The program with the field, and another program that asks for its clipboard.
    final class Typist {
        let scene: WindowTests.Scene
        let other: RuffleX11.Window
        var desk: Desk { scene.desk }

        init(
            _ movie: [UInt8] = Movies.input(), server: XServer? = nil, environment: [String: String] = [:]
        ) throws {
            let server = try server ?? XServer()
            setenv("DISPLAY", server.display, 1)
            other = try RuffleX11.Window(title: "other", stage: (10, 10), size: nil, fullScreen: false)
            unsetenv("DISPLAY")
            scene = try WindowTests.Scene(movie, server: server, environment: environment)
            #expect(scene.sees(0xFFFFFF, 100, 250))
            let frame = scene.desk.frame(scene.window)
            desk.click(frame[0] + 30, frame[1] + 250)
        }

        deinit { other.close() }

        func type(_ keys: String...) { for key in keys { desk.type([key]) } }
        func hold(_ modifiers: String..., key: String) { desk.type(modifiers + [key]) }

        /// Copies all of the field's text and takes it as another program does.
        func text(waitingFor wanted: String) -> String? {
            var pasted: String?
            _ = WindowTests.waitFor(seconds: 10) {
                desk.type(["Control_L", "a"])
                desk.type(["Control_L", "c"])
                usleep(60_000)
                _ = other.selections.requestText()
                usleep(60_000)
                while other.hasEvents { other.takeEvent { if case .pasted(let text) = $0 { pasted = text } } }
                return pasted == wanted
            }
            return pasted
        }
    }

    @Test("what is typed is in the field, and can be copied, cut, pasted and taken back")
    func typing() throws {
        let typist = try Typist()
        typist.type("h", "e", "l", "l", "o")
        #expect(typist.text(waitingFor: "hello") == "hello")
        typist.type("End")
        typist.hold("Control_L", key: "v")
        #expect(typist.text(waitingFor: "hellohello") == "hellohello")
        // Marks the last five letters and cuts them.
        typist.type("End")
        for _ in 0..<5 { typist.hold("Shift_L", key: "Left") }
        typist.hold("Control_L", key: "x")
        #expect(typist.text(waitingFor: "hello") == "hello")
        typist.hold("Control_L", key: "z")
        #expect(typist.text(waitingFor: "hellohello") == "hellohello")
        typist.hold("Control_L", key: "y")
        #expect(typist.text(waitingFor: "hello") == "hello")
    }

    @Test("a drag of the mouse marks, what is typed then takes its place, and the mark reaches the middle button")
    func marking() throws {
        let typist = try Typist(Movies.input(text: "abc"))
        let frame = typist.desk.frame(typist.scene.window)
        let (x, y) = (frame[0], frame[1] + 215)
        typist.desk.movePointer(x + 120, y)
        typist.desk.press(button: 1)
        typist.desk.movePointer(x + 60, y)
        typist.desk.movePointer(x + 1, y)
        typist.desk.release(button: 1)
        // Black behind what is marked.
        #expect(typist.scene.sees(0, 4, 206))
        typist.type("x")
        #expect(typist.text(waitingFor: "x") == "x")
        // A click elsewhere in the field ends the mark of the copying.
        typist.desk.click(x + 150, y + 35)
        #expect(typist.scene.sees(0xFFFFFF, 4, 206))
    }
}

// MARK: - An input method

/// ibus with a table that makes Cyrillic letters of Latin ones, on a session bus of its own.
private final class InputMethod {
    private let bus, daemon: Child
    private let folder: String
    let environment: [String: String]

    static let isInstalled =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/ibus-daemon")
        && FileManager.default.fileExists(atPath: "/usr/share/ibus-table/tables/translit.db")

    init(display: String) throws {
        folder = NSTemporaryDirectory() + "ibus-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var environment = ProcessInfo.processInfo.environment
        for name in ["HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] {
            environment[name] = folder
        }
        environment["DISPLAY"] = display
        environment["LC_ALL"] = "C.UTF-8"
        bus = try Child("dbus-daemon", ["--session", "--nofork", "--print-address"], environment: environment)
        var line = Data()
        while !line.contains(UInt8(ascii: "\n")) {
            let bytes = bus.output.availableData
            if bytes.isEmpty { throw Failure("dbus-daemon did not start") }
            line += bytes
        }
        environment["DBUS_SESSION_BUS_ADDRESS"] =
            String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        daemon = try Child(
            "ibus-daemon",
            ["--xim", "--panel", "disable", "--config", "/usr/libexec/ibus-memconf", "--emoji-extension", "disable"],
            environment: environment)
        self.environment = [
            "XMODIFIERS": "@im=ibus", "DBUS_SESSION_BUS_ADDRESS": environment["DBUS_SESSION_BUS_ADDRESS"] ?? "",
        ]
        // It is ready when it has taken the table. How the command ends says nothing.
        func ibus(_ words: String...) throws -> String {
            let child = try Child("ibus", words, environment: environment)
            _ = wait(seconds: 5) { child.ending != nil }
            return String(decoding: child.output.availableData, as: UTF8.self)
        }
        let isReady = try wait(seconds: 20) {
            _ = try ibus("engine", "table:translit")
            return try ibus("engine").contains("table:translit")
        }
        if !isReady { throw Failure("ibus did not take its table") }
    }

    func stop() {
        daemon.stop()
        bus.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }
}

extension WindowTests.TypingTests {
    @Test(
        "what an input method composes shows in the field while it does, underlined, and stays when it is done",
        .enabled(if: InputMethod.isInstalled))
    func inputMethod() throws {
        let server = try XServer()
        let method = try InputMethod(display: server.display)
        defer { method.stop() }
        let typist = try Typist(server: server, environment: method.environment)
        /// Whether there is a line below the first letter.
        func isUnderlined() -> Bool {
            (215..<240).contains { y in
                (4..<10).allSatisfy { typist.desk.pixel(typist.scene.window, $0, y).map { $0 < 0x404040 } ?? false }
            }
        }
        // "z" may become "zh", so it waits.
        #expect(!isUnderlined())
        typist.type("z")
        let isShown = WindowTests.waitFor(seconds: 10) { isUnderlined() }
        #expect(isShown)
        typist.type("BackSpace")
        let isGone = WindowTests.waitFor(seconds: 10) { !isUnderlined() }
        #expect(isGone)
        for key in ["z", "h", "e", "l", "s", "h", "c", "h", "space"] {
            typist.type(key)
            // No faster than hands: the input method works in a process of its own, and more than one.
            usleep(100_000)
        }
        #expect(typist.text(waitingFor: "желшч ") == "желшч ")
    }
}
