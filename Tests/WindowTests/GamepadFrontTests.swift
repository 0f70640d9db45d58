import CLinux
import Foundation
import SWF
import Testing

@testable import RuffleX11

extension WindowTests {
    /// Game pads in front of a movie.
    @Suite("Game pads") struct GamepadTests {}
}

extension WindowTests.GamepadTests {
    /// A movie in its window and a pad that is a pipe.
    private final class Game {
        let folder = try? PadFolder()
        let server: XServer
        let desk: Desk
        let front: Front
        let home = NSTemporaryDirectory() + "pad-game-\(UUID().uuidString)"

        init() throws {
            guard let folder else { throw Failure("no folder for pads") }
            try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
            try "[movie_keys]\nPadNorth = \"Q\"\nPadLeftStick = \"Pointer\"\nPadSouth = \"MouseLeft\"\n".write(
                toFile: home + "/settings.toml", atomically: true, encoding: .utf8)
            try folder.plug("event0")
            server = try XServer()
            desk = try Desk(server)
            setenv("DISPLAY", server.display, 1)
            defer { unsetenv("DISPLAY") }
            let options = try Options(arguments: ["--storage", "memory", "movie.swf"])
            let launch = Launch(
                movie: try Movie(Movies.still(width: 400, height: 300)), url: "file:///movie.swf", name: "movie.swf")
            front = try Front(
                options: options, launch: launch, settings: ProgramSettings(folder: home),
                desktop: Desktop(gamepads: folder.pads()))
            front.window.show()
            front.player.runFrame()
            front.desktop.gamepads.start()
            front.takePadEvents(0)
        }

        deinit { try? FileManager.default.removeItem(atPath: home) }

        func send(_ events: [UInt8]...) {
            for event in events { folder?.send("event0", event) }
            front.takePadEvents(Clock.now)
        }
    }

    @Test(
        "buttons are keys and the mouse, a stick moves the pointer, and nothing comes while another window has the keyboard"
    )
    func playing() throws {
        let game = try Game()
        let front = game.front
        #expect(front.toast.text.contains("Pipe"))
        game.send(PadBytes.key(BTN_NORTH, true), PadBytes.report)
        #expect(front.mappedInMovie == [.pad(1, .north)])
        game.send(PadBytes.key(BTN_NORTH, false), PadBytes.report)
        #expect(front.mappedInMovie.isEmpty)
        // The stick, for a tenth of a second.
        front.pointer = (50, 60)
        game.send(PadBytes.axis(ABS_X, 32767), PadBytes.axis(ABS_Y, 0), PadBytes.report)
        #expect(front.isPadPointing)
        for _ in 0..<10 {
            usleep(10_000)
            front.takePadEvents(Clock.now)
        }
        #expect(front.pointer.x > 60 && front.pointer.y == 60, "\(front.pointer)")
        front.handle(.focus(false))
        #expect(!front.isPadPointing)
        game.send(PadBytes.key(BTN_SOUTH, true), PadBytes.report)
        #expect(front.mappedInMovie.isEmpty)
        front.handle(.focus(true))
        game.send(PadBytes.axis(ABS_X, 0), PadBytes.key(BTN_SOUTH, false), PadBytes.report)
        #expect(!front.isPadPointing)
    }

    @Test("over the help a pad's button closes it; the button in the middle leads to the library")
    func leaving() throws {
        let game = try Game()
        game.front.perform(.help)
        game.send(PadBytes.key(BTN_EAST, true), PadBytes.key(BTN_EAST, false), PadBytes.report)
        #expect(!game.front.showsHelp && !game.front.isDone)
        game.send(PadBytes.key(BTN_MODE, true), PadBytes.report)
        #expect(game.front.isDone)
    }
}
