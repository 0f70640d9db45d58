import CX11
import Foundation
import Testing

/// The real program under a real X server. One at a time: each test has a server of its own, and there are few cores.
@Suite("Window", .serialized)
struct WindowTests {
    /// A server, the program on it with a movie, and somebody in front of it.
    struct Scene {
        let server: XServer
        let desk: Desk
        let file: TemporaryFile
        let program: RunningProgram
        let window: CX11.Window

        init(
            _ movie: [UInt8], _ arguments: [String] = [], name: String = "movie.swf", server: XServer? = nil,
            environment: [String: String] = [:]
        ) throws {
            self.server = try server ?? XServer()
            desk = try Desk(self.server)
            file = try TemporaryFile(movie, name: name)
            // Away from the window, so that the strip stays hidden.
            desk.movePointer(639, 479)
            program = try RunningProgram(
                arguments + [file.path], display: self.server.display, environment: environment)
            window = try desk.window(of: program)
            desk.focus(window)
        }

        func sees(_ color: Int, _ x: Int, _ y: Int, seconds: Double = 10) -> Bool {
            desk.sees(color, window, x, y, seconds: seconds)
        }
    }

    // MARK: - Pictures

    /// Screens with other pixels than the renderer's, and one where the default visual is no TrueColor at all.
    static let depths = [24, 30, 16, 15, 8]

    @Test("shows the movie at its own size, whatever a pixel is made of", arguments: depths)
    func depth(_ depth: Int) throws {
        let scene = try Scene(Movies.still(), server: XServer(depth: depth))
        #expect(Array(scene.desk.frame(scene.window)[2...]) == [160, 120])
        #expect(scene.sees(Movies.red, 40, 60))
        #expect(scene.sees(Movies.blue, 120, 60))
        #expect(scene.sees(Movies.red, 0, 0))
        #expect(scene.sees(Movies.blue, 159, 119))
    }

    @Test("works without shared memory", arguments: [24, 16])
    func withoutSharedMemory(_ depth: Int) throws {
        let server = try XServer(depth: depth, arguments: ["-extension", "MIT-SHM"])
        let scene = try Scene(Movies.steps(), ["--exit-after", "12"], server: server)
        #expect(scene.sees(Movies.green, 80, 60))
        #expect(try scene.program.end().status == 0)
    }

    @Test("a window of another shape shows the whole stage between black bars, sharp at its new size")
    func letterbox() throws {
        let scene = try Scene(Movies.still())
        scene.desk.resize(scene.window, 480, 240)
        // The stage is 320 by 240 in the middle.
        #expect(scene.sees(0, 79, 120))
        #expect(scene.sees(Movies.red, 80, 120))
        #expect(scene.sees(Movies.red, 239, 120))
        #expect(scene.sees(Movies.blue, 240, 120))
        #expect(scene.sees(Movies.blue, 399, 120))
        #expect(scene.sees(0, 400, 120))
        scene.desk.resize(scene.window, 160, 200)
        #expect(scene.sees(0, 40, 39))
        #expect(scene.sees(Movies.red, 40, 40))
        #expect(scene.sees(Movies.red, 40, 159))
        #expect(scene.sees(0, 40, 160))
    }

    @Test("--size sets the client size")
    func size() throws {
        let scene = try Scene(Movies.still(), ["--size", "320x240"])
        #expect(Array(scene.desk.frame(scene.window)[2...]) == [320, 240])
        #expect(scene.sees(Movies.red, 159, 120))
        #expect(scene.sees(Movies.blue, 160, 120))
    }

    @Test("shows again what another window had covered")
    func exposure() throws {
        let scene = try Scene(Movies.still())
        #expect(scene.sees(Movies.red, 40, 60))
        let desk = scene.desk
        let cover = XCreateSimpleWindow(desk.display, desk.root, 0, 0, 100, 100, 0, 0, 0)
        XMapRaised(desk.display, cover)
        XSync(desk.display, 0)
        XDestroyWindow(desk.display, cover)
        XSync(desk.display, 0)
        #expect(scene.sees(Movies.red, 40, 60))
        #expect(scene.sees(Movies.blue, 90, 60))
    }

    @Test(
        "what moves leaves nothing behind, in whichever buffer it is drawn",
        arguments: [[], ["-extension", "MIT-SHM"]])
    func trails(_ arguments: [String]) throws {
        let scene = try Scene(Movies.walk(frameRate: 120), server: XServer(arguments: arguments))
        /// The places where the square is.
        func squares() -> [Int] {
            (0..<8).filter { scene.desk.pixel(scene.window, $0 * 40 + 10, 50) == Movies.red }
        }
        #expect(scene.sees(Movies.red, 7 * 40 + 10, 50))
        usleep(300_000)
        scene.desk.type(["Control_L", "Return"])
        usleep(100_000)
        let places = squares()
        #expect(places.count == 1)
        for step in 1...10 {
            scene.desk.type(["Control_L", "Right"])
            let expected = (places[0] + step) % 8
            #expect(scene.sees(Movies.red, expected * 40 + 10, 50))
            #expect(squares() == [expected])
        }
    }

    // MARK: - Keys

    @Test("pause, step and rewind")
    func pauseStepRewind() throws {
        let scene = try Scene(Movies.steps(frameRate: 5))
        #expect(scene.sees(Movies.palette[1], 80, 60))
        scene.desk.type(["Control_L", "Return"])
        usleep(50_000)
        let paused = scene.desk.pixel(scene.window, 80, 60)
        usleep(500_000)
        #expect(scene.desk.pixel(scene.window, 80, 60) == paused)
        let place = try #require(Movies.palette.firstIndex { $0 == paused })

        scene.desk.type(["Control_L", "Right"])
        #expect(scene.sees(Movies.palette[(place + 1) % 5], 80, 60))
        scene.desk.type(["Control_L", "Right"])
        #expect(scene.sees(Movies.palette[(place + 2) % 5], 80, 60))
        scene.desk.type(["Control_L", "Left"])
        #expect(scene.sees(Movies.palette[(place + 1) % 5], 80, 60))

        scene.desk.type(["Control_L", "r"])
        #expect(scene.sees(Movies.palette[0], 80, 60))
        scene.desk.type(["Control_L", "Left"])
        usleep(100_000)
        #expect(scene.sees(Movies.palette[0], 80, 60))
        scene.desk.type(["Control_L", "Return"])
        #expect(scene.sees(Movies.palette[3], 80, 60))
    }

    @Test("full screen fills the screen without the strip, and Escape brings the window back where it was")
    func fullScreen() throws {
        let scene = try Scene(Movies.still())
        XMoveWindow(scene.desk.display, scene.window, 30, 20)
        #expect(wait { scene.desk.frame(scene.window) == [30, 20, 160, 120] })
        scene.desk.movePointer(100, 30)
        #expect(scene.sees(StripLook.blue, 3, 3))
        scene.desk.type(["F11"])
        #expect(wait { scene.desk.frame(scene.window) == [0, 0, 640, 480] })
        #expect(scene.sees(Movies.red, 10, 3))
        #expect(scene.sees(Movies.blue, 630, 470))
        // Near the edge is not enough here.
        scene.desk.movePointer(100, 5)
        usleep(200_000)
        #expect(scene.desk.pixel(scene.window, 10, 3) == Movies.red)
        scene.desk.movePointer(100, 0)
        #expect(scene.sees(StripLook.blue, 3, 3))
        scene.desk.type(["Escape"])
        #expect(wait { scene.desk.frame(scene.window) == [30, 20, 160, 120] })
        scene.desk.type(["Control_L", "f"])
        #expect(wait { scene.desk.frame(scene.window) == [0, 0, 640, 480] })
        scene.desk.type(["Control_L", "f"])
        #expect(wait { scene.desk.frame(scene.window) == [30, 20, 160, 120] })
    }

    @Test("starts in full screen where asked to")
    func startsInFullScreen() throws {
        let scene = try Scene(Movies.still(), ["--fullscreen"])
        #expect(wait { scene.desk.frame(scene.window) == [0, 0, 640, 480] })
        #expect(scene.sees(Movies.red, 1, 1))
        #expect(scene.sees(Movies.blue, 638, 478))
        scene.desk.type(["Escape"])
        #expect(wait { Array(scene.desk.frame(scene.window)[2...]) == [160, 120] })
    }

    // MARK: - The strip

    @Test("the strip comes when the pointer nears the top, and goes when it rests")
    func stripShowsAndHides() throws {
        let scene = try Scene(Movies.still(width: 400, height: 300))
        #expect(scene.sees(Movies.red, 2, 2))
        scene.desk.movePointer(200, 200)
        usleep(200_000)
        #expect(scene.desk.pixel(scene.window, 2, 2) == Movies.red)
        scene.desk.movePointer(200, 45)
        #expect(scene.sees(StripLook.blue, 2, 2))
        #expect(scene.sees(Movies.red, 2, 2, seconds: 6))
    }

    @Test("the pointer is the movie's, except over the strip and while the strip is held")
    func pointer() throws {
        let scene = try Scene(Movies.button())
        let desk = scene.desk
        #expect(scene.sees(Movies.red, 200, 250))
        desk.movePointer(200, 150)
        #expect(scene.sees(Movies.green, 200, 250))
        desk.press(button: 1)
        #expect(scene.sees(Movies.blue, 200, 250))
        // Dragged to the top, the movie keeps the pointer and the strip stays away.
        desk.movePointer(200, 10)
        usleep(100_000)
        #expect(desk.pixel(scene.window, 2, 2) == Movies.blue)
        desk.release(button: 1)
        #expect(scene.sees(Movies.green, 200, 250))
        desk.movePointer(210, 12)
        #expect(scene.sees(StripLook.blue, 2, 2))
        #expect(scene.sees(Movies.red, 200, 250))
        desk.press(button: 1)
        desk.movePointer(200, 200)
        usleep(100_000)
        #expect(desk.pixel(scene.window, 200, 250) == Movies.red)
        desk.release(button: 1)
        desk.movePointer(200, 210)
        #expect(scene.sees(Movies.green, 200, 250))
        desk.movePointer(600, 450)
        #expect(scene.sees(Movies.red, 200, 250))
    }

    @Test("--no-strip keeps the strip away")
    func noStrip() throws {
        let scene = try Scene(Movies.still(width: 400, height: 300), ["--no-strip"])
        #expect(scene.sees(Movies.red, 2, 2))
        scene.desk.movePointer(200, 5)
        scene.desk.type(["F10"])
        usleep(300_000)
        #expect(scene.desk.pixel(scene.window, 2, 2) == Movies.red)
    }

    @Test("the strip's controls do what they show")
    func stripControls() throws {
        let scene = try Scene(Movies.steps(frameRate: 5, width: 400, height: 300))
        scene.desk.movePointer(200, 10)
        #expect(scene.sees(StripLook.blue, 2, 2))
        let (pause, rewind, back) = (67, 109, 25)
        scene.desk.click(pause, 20)
        usleep(50_000)
        let paused = scene.desk.pixel(scene.window, 200, 250)
        usleep(500_000)
        #expect(scene.desk.pixel(scene.window, 200, 250) == paused)
        scene.desk.click(rewind, 20)
        #expect(scene.sees(Movies.palette[0], 200, 250))
        scene.desk.click(back, 20)
        #expect(try scene.program.end().status == 0)
    }

    // MARK: - The desktop

    @Test("says who it is")
    func properties() throws {
        let scene = try Scene(Movies.still(), name: "Jeu d'été №1.swf")
        #expect(scene.desk.text(scene.window, "_NET_WM_NAME") == "Jeu d'été №1.swf - RuffleX11")
        #expect(scene.desk.text(scene.window, "WM_CLASS") == "ruffle-x11\0RuffleX11\0")
        #expect(scene.desk.numbers(scene.window, "_NET_WM_PID") == [Int(scene.program.identifier)])
        #expect(scene.desk.text(scene.window, "WM_CLIENT_MACHINE") == ProcessInfo.processInfo.hostName)
        let protocols = scene.desk.numbers(scene.window, "WM_PROTOCOLS")
        #expect(Set(protocols) == Set(["WM_DELETE_WINDOW", "_NET_WM_PING"].map { Int(scene.desk.atom($0)) }))
    }

    @Test("has an icon of orange on blue in several sizes")
    func icon() throws {
        let scene = try Scene(Movies.still())
        #expect(wait { !scene.desk.numbers(scene.window, "_NET_WM_ICON").isEmpty })
        var items = scene.desk.numbers(scene.window, "_NET_WM_ICON")[...]
        var sides: [Int] = []
        while let width = items.popFirst(), let height = items.popFirst() {
            #expect(width == height)
            let pixels = Array(items.prefix(width * height))
            items = items.dropFirst(width * height)
            sides.append(width)
            #expect(pixels.first == 0, "the corner is clear at \(width)")
            #expect(pixels.contains(0xFF_FFAD33), "orange at \(width)")
            #expect(pixels.contains(0xFF_37528C), "blue at \(width)")
        }
        #expect(sides == [16, 24, 32, 48, 64, 128])
    }

    @Test("answers pings and closes when asked to")
    func protocols() throws {
        let scene = try Scene(Movies.still())
        let desk = scene.desk
        XSelectInput(desk.display, desk.root, SubstructureNotifyMask)
        desk.send(
            "WM_PROTOCOLS", [Int(desk.atom("_NET_WM_PING")), 77, Int(scene.window)], to: scene.window,
            about: scene.window)
        var answer = XEvent()
        let isAnswered = wait {
            XCheckTypedWindowEvent(desk.display, desk.root, ClientMessage, &answer) != 0
        }
        #expect(isAnswered)
        #expect(answer.xclient.data.l.1 == 77)
        desk.send("WM_PROTOCOLS", [Int(desk.atom("WM_DELETE_WINDOW"))], to: scene.window, about: scene.window)
        #expect(try scene.program.end().status == 0)
    }

    @Test("asks a window manager for full screen, and follows what it does")
    func windowManager() throws {
        let server = try XServer()
        let manager = try Desk(server)
        let check = XCreateSimpleWindow(manager.display, manager.root, 0, 0, 1, 1, 0, 0, 0)
        manager.set(manager.root, "_NET_SUPPORTING_WM_CHECK", type: "WINDOW", [Int(check)])
        manager.set(manager.root, "_NET_SUPPORTED", type: "ATOM", [Int(manager.atom("_NET_WM_STATE_FULLSCREEN"))])
        XSelectInput(manager.display, manager.root, SubstructureNotifyMask)
        XSync(manager.display, 0)

        let scene = try Scene(Movies.still(), server: server)
        #expect(scene.sees(Movies.red, 2, 2))
        scene.desk.type(["F11"])
        var request = XEvent()
        let isAsked = wait { XCheckTypedEvent(manager.display, ClientMessage, &request) != 0 }
        #expect(isAsked)
        #expect(request.xclient.message_type == manager.atom("_NET_WM_STATE"))
        #expect(request.xclient.data.l.0 == 1)
        #expect(request.xclient.data.l.1 == Int(manager.atom("_NET_WM_STATE_FULLSCREEN")))
        // The window manager agrees; from then on Escape means to leave.
        let state = [Int(manager.atom("_NET_WM_STATE_FULLSCREEN"))]
        manager.set(scene.window, "_NET_WM_STATE", type: "ATOM", state)
        manager.resize(scene.window, 640, 480)
        #expect(scene.sees(Movies.blue, 638, 470))
        scene.desk.type(["Escape"])
        let isAskedBack = wait { XCheckTypedEvent(manager.display, ClientMessage, &request) != 0 }
        #expect(isAskedBack)
        #expect(request.xclient.data.l.0 == 0)
    }
}

/// What the strip looks like on the screen.
enum StripLook {
    static let blue = 0x37528C
}
