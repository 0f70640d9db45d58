import CX11
import Foundation
import Testing

@testable import RuffleX11

extension WindowTests {
    /// With a small window manager, as on a person's desktop.
    @Suite("With a window manager", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openbox")))
    struct ManagedTests {}
}

extension WindowTests.ManagedTests {
    /// The program on a screen with openbox.
    private final class Managed {
        let server: XServer
        let desk: Desk
        let manager: Child
        let file: TemporaryFile
        let program: RunningProgram
        let window: CX11.Window

        init(_ movie: [UInt8]) throws {
            server = try XServer(width: 800, height: 600)
            desk = try Desk(server)
            var environment = ProcessInfo.processInfo.environment
            environment["DISPLAY"] = server.display
            // It says that it is the window manager before it is one, and loses windows that come in between. What it is
            // told to run it runs at the end.
            let mark = NSTemporaryDirectory() + UUID().uuidString
            defer { try? FileManager.default.removeItem(atPath: mark) }
            manager = try Child("openbox", ["--sm-disable", "--startup", "touch \(mark)"], environment: environment)
            let isReady = wait { FileManager.default.fileExists(atPath: mark) }
            if !isReady { throw Failure("openbox did not start") }
            desk.movePointer(799, 599)
            file = try TemporaryFile(movie)
            program = try RunningProgram([file.path], display: server.display)
            window = try Self.window(of: program, desk)
        }

        deinit {
            program.process.stop()
            manager.stop()
        }

        /// The window manager puts windows into others, so that they are looked for in its list.
        private static func window(of program: RunningProgram, _ desk: Desk) throws -> CX11.Window {
            var found: CX11.Window = 0
            let isThere = try wait {
                if program.process.ending != nil { throw Failure("the program ended: \(try program.end().errors)") }
                found =
                    desk.numbers(desk.root, "_NET_CLIENT_LIST").map { CX11.Window($0) }.first {
                        desk.numbers($0, "_NET_WM_PID") == [Int(program.identifier)]
                            && desk.attributes($0).map_state == IsViewable
                    } ?? 0
                return found != 0
            }
            if !isThere {
                throw Failure("no window appeared; managed are \(desk.numbers(desk.root, "_NET_CLIENT_LIST"))")
            }
            return found
        }

        /// Place and size on the screen.
        var frame: [Int] {
            var (x, y): (Int32, Int32) = (0, 0)
            var child: CX11.Window = 0
            XTranslateCoordinates(desk.display, window, desk.root, 0, 0, &x, &y, &child)
            let found = desk.attributes(window)
            return [Int(x), Int(y), Int(found.width), Int(found.height)]
        }
    }

    @Test("full screen hides the strip and covers the screen, Esc goes back to the old place and size")
    func fullScreen() throws {
        let scene = try Managed(Movies.still(width: 400, height: 300))
        let desk = scene.desk
        #expect(desk.sees(Movies.red, scene.window, 100, 150))
        // Until the window manager has placed it.
        usleep(300_000)
        let before = scene.frame
        #expect(before[2] == 400 && before[3] == 300)
        desk.movePointer(before[0] + 200, before[1] + 20)
        #expect(desk.sees(StripLook.blue, scene.window, 3, 3))
        desk.click(before[0] + 100, before[1] + 200)
        desk.type(["F11"])
        #expect(wait { scene.frame == [0, 0, 800, 600] })
        #expect(desk.sees(Movies.red, scene.window, 10, 3))
        #expect(desk.sees(Movies.blue, scene.window, 790, 590))
        desk.movePointer(400, 0)
        #expect(desk.sees(StripLook.blue, scene.window, 3, 3))
        desk.type(["Escape"])
        #expect(wait { scene.frame == before })
        #expect(desk.sees(Movies.red, scene.window, 100, 150))
    }

    @Test("a right click opens the menu, Esc closes it")
    func menu() throws {
        let scene = try Managed(Movies.still(width: 500, height: 500))
        let desk = scene.desk
        #expect(desk.sees(Movies.red, scene.window, 100, 250))
        usleep(300_000)
        let frame = scene.frame
        desk.click(frame[0] + 20, frame[1] + 100, button: 3)
        // The menu's blue in the red half.
        let isOpen = wait { desk.pixel(scene.window, 60, 104) != Movies.red }
        #expect(isOpen)
        desk.type(["Escape"])
        #expect(desk.sees(Movies.red, scene.window, 60, 104))
    }

    @Test("the window manager's button closes the window")
    func closing() throws {
        let scene = try Managed(Movies.still())
        let root = scene.desk.root
        var event = XEvent()
        event.xclient = XClientMessageEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = scene.window
        event.xclient.message_type = scene.desk.atom("_NET_CLOSE_WINDOW")
        event.xclient.format = 32
        XSendEvent(scene.desk.display, root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
        XSync(scene.desk.display, 0)
        #expect(try scene.program.end().status == 0)
    }
}
