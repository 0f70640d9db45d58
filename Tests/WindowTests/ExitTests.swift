import CX11
import Foundation
import Testing

extension WindowTests {
    /// How the program ends: its exit status and what it says.
    @Suite("Exit") struct ExitTests {}
}

extension WindowTests.ExitTests {
    @Test("Ctrl+Q, SIGTERM and SIGINT quit cleanly", arguments: ["Ctrl+Q", "SIGTERM", "SIGINT"])
    func quits(_ way: String) throws {
        let scene = try WindowTests.Scene(Movies.steps())
        #expect(scene.sees(Movies.palette[2], 80, 60))
        switch way {
        case "SIGTERM": kill(scene.program.identifier, SIGTERM)
        case "SIGINT": kill(scene.program.identifier, SIGINT)
        default: scene.desk.type(["Control_L", "q"])
        }
        let end = try scene.program.end()
        #expect(end.status == 0)
        #expect(end.errors == "")
    }

    @Test("says that the X server has gone, and fails")
    func lostServer() throws {
        let server = try XServer()
        let file = try TemporaryFile(Movies.still())
        let program = try RunningProgram([file.path], display: server.display)
        do {
            let desk = try Desk(server)
            _ = try desk.window(of: program)
        }
        server.stop()
        let end = try program.end()
        #expect(end.status == 1)
        #expect(end.errors == "ruffle-x11: the X server closed the connection\n")
    }

    @Test("says that somebody destroyed its window, and fails")
    func lostWindow() throws {
        let scene = try WindowTests.Scene(Movies.steps())
        XDestroyWindow(scene.desk.display, scene.window)
        XSync(scene.desk.display, 0)
        let end = try scene.program.end()
        #expect(end.status == 1)
        #expect(end.errors == "ruffle-x11: the window was destroyed from outside\n")
    }

    @Test("ends after so many frames and tells how long they took")
    func timing() throws {
        let server = try XServer()
        let file = try TemporaryFile(Movies.steps(frameRate: 100))
        let end = try run(["--exit-after", "10", "--timing", file.path], display: server.display)
        #expect(end.status == 0)
        let lines = end.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.wholeMatch(of: /first frame: [0-9]+\.[0-9]{2} ms after exec/) != nil)
        #expect(lines.contains("frames shown: 10"))
        for part in ["run", "draw", "put", "shown"] {
            let row = lines.first { $0.hasPrefix(part + " ") } ?? ""
            let count = row.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            #expect(count >= 9 && count <= 11, "\(part): \(row)")
        }
    }

    @Test("a still movie counts its frames too, and lets the processor rest")
    func idle() throws {
        let scene = try WindowTests.Scene(Movies.still(), ["--exit-after", "48"])
        #expect(scene.sees(Movies.red, 40, 60))
        let before = scene.program.processorTime
        usleep(1_000_000)
        // A build without optimisation and a loaded machine: the release build needs under 1 %.
        #expect(scene.program.processorTime - before < 0.06)
        #expect(try scene.program.end().status == 0)
    }

    /// Arguments ("MOVIE" stands for a movie's path), what is said after the program's name, and the status.
    static let mistakes: [(arguments: [String], message: String, status: Int32)] = [
        ([], "no X display: DISPLAY is not set", 1),
        (["--colour", "MOVIE"], "unknown option --colour (try --help)", 2),
        (["MOVIE", "--size"], "--size needs a value", 2),
        (["--size", "0x5", "MOVIE"], "--size needs WIDTHxHEIGHT, each 1 to 32767, not 0x5", 2),
        (["--exit-after", "0", "MOVIE"], "--exit-after needs a number of frames, at least 1, not 0", 2),
        (["MOVIE", "second.swf"], "more than one movie given: second.swf", 2),
        (["/no/such/movie.swf"], "cannot read /no/such/movie.swf: No such file or directory", 1),
        (["/"], "cannot read /: Is a directory", 1),
        (["/dev/null"], "/dev/null is not a SWF file", 1),
    ]

    @Test("a mistake gives one line and a status", arguments: mistakes)
    func mistake(_ row: (arguments: [String], message: String, status: Int32)) throws {
        let file = try TemporaryFile(Movies.still())
        let end = try run(row.arguments.map { $0 == "MOVIE" ? file.path : $0 })
        #expect(end.errors == "ruffle-x11: \(row.message)\n")
        #expect(end.status == row.status)
        #expect(end.output == "")
    }

    @Test("files that are no movies are named", arguments: [Array("GIF89a".utf8), Array("FWS".utf8)])
    func noMovie(_ bytes: [UInt8]) throws {
        let file = try TemporaryFile(bytes)
        let end = try run([file.path])
        #expect(end.status == 1)
        #expect(end.errors.hasPrefix("ruffle-x11: \(file.path) is "))
        #expect(end.errors.filter(\.isNewline).count == 1)
    }

    @Test("without a display it says so")
    func noDisplay() throws {
        let file = try TemporaryFile(Movies.still())
        let unset = try run([file.path])
        #expect(unset.status == 1)
        #expect(unset.errors == "ruffle-x11: no X display: DISPLAY is not set\n")
        let wrong = try run([file.path], display: ":987")
        #expect(wrong.status == 1)
        #expect(wrong.errors == "ruffle-x11: cannot open X display :987\n")
    }

    @Test("--help and --version answer on standard output")
    func answers() throws {
        let help = try run(["--help"])
        #expect(help.status == 0)
        #expect(help.output.hasPrefix("usage: ruffle-x11 [options] [FILE]\n"))
        for option in ["--exit-after", "--timing", "--size", "--quality", "--no-strip", "--fullscreen"] {
            #expect(help.output.contains(" \(option) "))
        }
        #expect(try run(["--version"]).output == "ruffle-x11 0.1.0\n")
    }
}
