import CX11
import Foundation
import Library
import TestSupport
import Testing

extension WindowTests {
    /// What keys, wheel and strip do to how the movie is shown.
    @Suite("Magnification, speed, timeline, dialogs") struct StageTests {}
}

extension WindowTests.StageTests {
    @Test("Ctrl and wheel magnify what is under the pointer, the middle button drags it, Ctrl+3 shows all again")
    func zooming() throws {
        let scene = try WindowTests.Scene(Movies.still(width: 400, height: 300))
        let desk = scene.desk
        #expect(scene.sees(Movies.red, 190, 250) && scene.sees(Movies.blue, 210, 250))
        desk.movePointer(100, 200)
        desk.key("Control_L", isDown: true)
        desk.press(button: 4)
        desk.release(button: 4)
        // The middle of the stage, 100 from the pointer, is 125 from it now.
        #expect(scene.sees(Movies.red, 220, 250) && scene.sees(Movies.blue, 230, 250))
        desk.key("Control_L", isDown: false)
        desk.press(button: 2)
        desk.movePointer(160, 200)
        desk.release(button: 2)
        #expect(scene.sees(Movies.red, 280, 250) && scene.sees(Movies.blue, 290, 250))
        desk.type(["Control_L", "3"])
        #expect(scene.sees(Movies.blue, 210, 250))
        desk.type(["Control_L", "minus"])
        // Smaller than the window: black around it.
        #expect(scene.sees(0, 5, 150))
        desk.type(["Control_L", "equal"])
        #expect(scene.sees(Movies.red, 5, 150))
    }

    @Test("a held key runs the movie fast, until it comes up or the window loses the focus")
    func fastForward() throws {
        let scene = try WindowTests.Scene(Movies.steps(frameRate: 0.5))
        #expect(scene.sees(Movies.palette[0], 80, 30))
        scene.desk.key("F8", isDown: true)
        let start = Date()
        #expect(scene.sees(Movies.palette[1], 80, 30))
        #expect(scene.sees(Movies.palette[2], 80, 30))
        #expect(scene.sees(Movies.palette[3], 80, 30))
        // Six seconds of the movie's own time at the least, but for what had passed before.
        #expect(Date().timeIntervalSince(start) < 4)
        scene.desk.focus(scene.desk.root)
        scene.desk.key("F8", isDown: false)
    }

    @Test("a click on the timeline goes there")
    func seeking() throws {
        let scene = try WindowTests.Scene(Movies.steps(frameRate: 1, width: 400, height: 300))
        #expect(scene.sees(Movies.palette[0], 200, 250))
        scene.desk.type(["Control_L", "Return"])
        scene.desk.movePointer(200, 10)
        #expect(scene.sees(StripLook.blue, 2, 2))
        scene.desk.click(385, 48)
        #expect(scene.sees(Movies.palette[4], 200, 250))
        scene.desk.click(200, 48)
        #expect(scene.sees(Movies.palette[2], 200, 250))
        scene.desk.click(14, 48)
        #expect(scene.sees(Movies.palette[0], 200, 250))
    }

    @Test("the person's own keys work in place of the others")
    func ownKeys() throws {
        let data = NSTemporaryDirectory() + "own-keys-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: data) }
        let text = "[keys]\nquit = [\"Ctrl+K\"]\n"
        try Disk().write(Array(text.utf8), to: data + "/config/ruffle-x11/settings.toml")
        let server = try XServer()
        let desk = try Desk(server)
        let file = try TemporaryFile(Movies.still())
        let program = try RunningProgram([file.path], display: server.display, data: data)
        let window = try desk.window(of: program)
        desk.focus(window)
        desk.type(["Control_L", "q"])
        usleep(300_000)
        #expect(program.process.ending == nil)
        desk.type(["Control_L", "k"])
        #expect(try program.end().status == 0)
    }

    @Test("F12 shows what the movie has traced, over the lower half")
    func console() throws {
        var code = ActionAssembler()
        code.trace("said")
        var movie = SWFWriter(width: 400, height: 300)
        movie.doAction(code.bytes)
        movie.showFrame()
        let scene = try WindowTests.Scene(movie.file(.zlib))
        #expect(scene.sees(0xFFFFFF, 200, 250))
        scene.desk.type(["F12"])
        #expect(scene.sees(StripLook.blue, 300, 152))
        #expect(scene.sees(0xFFFFFF, 200, 100))
        scene.desk.type(["Escape"])
        #expect(scene.sees(0xFFFFFF, 300, 152))
    }

    @Test("a movie that wants a page of the web is asked about it, and denied with Esc")
    func question() throws {
        var code = ActionAssembler()
        code.action(0x83, Array("https://example.org/".utf8) + [0] + Array("_blank".utf8) + [0])
        var movie = SWFWriter(width: 600, height: 400)
        movie.doAction(code.bytes)
        movie.showFrame()
        let scene = try WindowTests.Scene(movie.file(.zlib))
        #expect(scene.sees(StripLook.blue, 300, 140))
        #expect(wait { scene.desk.pixel(scene.window, 5, 390) != 0xFFFFFF })
        scene.desk.type(["Escape"])
        #expect(scene.sees(0xFFFFFF, 5, 390))
    }
}
