import CX11
import Foundation
import TestSupport
import Testing

@testable import RuffleX11

extension WindowTests {
    /// Text and files between this program and others.
    @Suite("Clipboard and drops") struct SelectionTests {}
}

extension WindowTests.SelectionTests {
    /// Two windows of the program on one server, as if they were two programs.
    private final class Pair {
        let server: XServer
        let first, second: RuffleX11.Window
        var pasted: [String] = []
        var dropped: [[String]] = []

        init() throws {
            server = try XServer()
            setenv("DISPLAY", server.display, 1)
            first = try RuffleX11.Window(title: "a", stage: (100, 50), size: nil, fullScreen: false)
            second = try RuffleX11.Window(title: "b", stage: (100, 50), size: nil, fullScreen: false)
            unsetenv("DISPLAY")
        }

        deinit {
            first.close()
            second.close()
        }

        /// Lets both do what there is to do until `condition` holds.
        func wait(until condition: () -> Bool) -> Bool {
            WindowTests.waitFor(seconds: 10) {
                for window in [first, second] {
                    while window.hasEvents { window.takeEvent(take) }
                    window.flush()
                }
                return condition()
            }
        }

        func take(_ event: WindowEvent) {
            switch event {
            case .pasted(let text): pasted.append(text)
            case .dropped(let places): dropped.append(places)
            default: break
            }
        }
    }

    /// How often a text is repeated: the last one goes in pieces.
    static let lengths = [1, 3, 30_000]

    @Test("text reaches another window whole, however long, by both ways", arguments: lengths, [false, true])
    func exchange(_ length: Int, _ isPrimary: Bool) throws {
        let text = String(repeating: "Grüße, 漢字 🎲\n", count: length)
        let pair = try Pair()
        pair.first.selections.own(text, asPrimary: isPrimary)
        pair.first.flush()
        XSync(pair.first.display, 0)
        #expect(pair.second.selections.requestText(fromPrimary: isPrimary) == nil)
        #expect(pair.wait { !pair.pasted.isEmpty })
        // A failure does not print the whole text.
        let isWhole = pair.pasted == [text]
        #expect(isWhole)
        // The program's own text needs nobody else.
        let isOwn = pair.first.selections.requestText(fromPrimary: isPrimary) == .pasted(text)
        #expect(isOwn)
        // Who copies later has it.
        pair.second.selections.own("new", asPrimary: isPrimary)
        XSync(pair.second.display, 0)
        #expect(
            pair.wait {
                pair.pasted = []
                return pair.first.selections.requestText(fromPrimary: isPrimary) == nil
            })
        #expect(pair.wait { pair.pasted == ["new"] })
    }

    @Test("a program that goes away in the middle of a long text does no harm")
    func lostRequestor() throws {
        let pair = try Pair()
        pair.first.selections.own(String(repeating: "x", count: 1_000_000))
        XSync(pair.first.display, 0)
        let other = try Desk(pair.server)
        let window = XCreateSimpleWindow(other.display, other.root, 0, 0, 1, 1, 0, 0, 0)
        XConvertSelection(
            other.display, other.atom("CLIPBOARD"), other.atom("UTF8_STRING"), other.atom("HERE"), window, 0)
        XSync(other.display, 0)
        #expect(pair.wait { !other.numbers(window, "HERE").isEmpty })
        XDeleteProperty(other.display, window, other.atom("HERE"))
        XDestroyWindow(other.display, window)
        XSync(other.display, 0)
        // An X error would end this process.
        _ = pair.second.selections.requestText()
        #expect(pair.wait { pair.pasted.first?.count == 1_000_000 })
    }

    /// What a program does that something is dragged from.
    private func drop(_ text: String, from desk: Desk, on target: CX11.Window, type: String = "text/uri-list") throws {
        let source = XCreateSimpleWindow(desk.display, desk.root, 0, 0, 1, 1, 0, 0, 0)
        XSetSelectionOwner(desk.display, desk.atom("XdndSelection"), source, 0)
        let kind = Int(desk.atom(type))
        desk.send("XdndEnter", [Int(source), 5 << 24, kind, 0, 0], to: target, about: target)
        desk.send(
            "XdndPosition", [Int(source), 0, 10 << 16 | 10, 0, Int(desk.atom("XdndActionCopy"))], to: target,
            about: target)
        desk.send("XdndDrop", [Int(source), 0, 0, 0, 0], to: target, about: target)
        var isFinished = false
        let isDone = WindowTests.waitFor(seconds: 10) {
            while XPending(desk.display) > 0 {
                var event = XEvent()
                XNextEvent(desk.display, &event)
                if event.type == SelectionRequest {
                    let request = event.xselectionrequest
                    let bytes = Array(text.utf8)
                    XChangeProperty(
                        desk.display, request.requestor, request.property, request.target, 8, PropModeReplace, bytes,
                        Int32(bytes.count))
                    var answer = XEvent()
                    answer.xselection = XSelectionEvent()
                    answer.xselection.type = SelectionNotify
                    answer.xselection.requestor = request.requestor
                    answer.xselection.selection = request.selection
                    answer.xselection.target = request.target
                    answer.xselection.property = request.property
                    XSendEvent(desk.display, request.requestor, 0, 0, &answer)
                    XFlush(desk.display)
                } else if event.type == ClientMessage, event.xclient.message_type == desk.atom("XdndFinished") {
                    isFinished = true
                }
            }
            return isFinished
        }
        #expect(isDone)
    }

    @Test("a movie that is dropped on another is played, what is none is told of")
    func dropping() throws {
        let scene = try WindowTests.Scene(Movies.still(width: 400, height: 300))
        #expect(scene.sees(Movies.red, 100, 150))
        let junk = try TemporaryFile([1, 2, 3], name: "junk.swf")
        try drop("file://\(junk.path)\r\n", from: scene.desk, on: scene.window)
        #expect(scene.sees(Movies.red, 100, 150))
        let other = try TemporaryFile(Movies.button(), name: "the other.swf")
        let address = "file://" + other.path.split(separator: " ").joined(separator: "%20")
        try drop("# a comment\r\n\(address)\r\n", from: scene.desk, on: scene.window)
        #expect(scene.sees(Movies.red, 300, 150))
        #expect(wait { scene.desk.text(scene.window, "_NET_WM_NAME").hasPrefix("the other.swf") })
    }

    @Test("what a script copies reaches another program")
    func scriptClipboard() throws {
        var code = ActionAssembler()
        code.push(.text("gerade erst"), .int(1), .text("System"))
        code.op(.getVariable)
        code.push(.text("setClipboard"))
        code.op(.callMethod)
        code.op(.pop)
        var movie = SWFWriter(width: 160, height: 120)
        movie.doAction(code.bytes)
        movie.showFrame()
        let server = try XServer()
        setenv("DISPLAY", server.display, 1)
        let window = try RuffleX11.Window(title: "other", stage: (10, 10), size: nil, fullScreen: false)
        unsetenv("DISPLAY")
        defer { window.close() }
        let scene = try WindowTests.Scene(movie.file(.zlib), server: server)
        var pasted: String?
        let isThere = WindowTests.waitFor(seconds: 10) {
            _ = window.selections.requestText()
            usleep(50_000)
            while window.hasEvents {
                window.takeEvent { if case .pasted(let text) = $0 { pasted = text } }
            }
            return pasted != nil
        }
        #expect(isThere && pasted == "gerade erst")
        _ = scene
    }
}

extension WindowTests {
    /// The function of the same purpose, where a method hides it.
    static func waitFor(seconds: Double, until condition: () -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end {
            if condition() { return true }
            usleep(4000)
        }
        return condition()
    }
}
