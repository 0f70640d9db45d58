import Base
import Foundation
import Library
import Player
import Renderer
import SWF
import TestSupport
import Testing

@testable import RuffleX11

/// A folder for the time of a test.
private final class Folder {
    let path = NSTemporaryDirectory() + "launch-" + UUID().uuidString

    func write(_ bytes: [UInt8], to name: String) throws {
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    var savesBelow: [String] {
        (try? Disk().files(below: path).filter { $0.hasSuffix(".sol") }) ?? []
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite("Launching")
struct LaunchTests {
    private func launch(_ path: String, _ arguments: [String] = []) throws -> Launch {
        let options = try Options(arguments: arguments + ["--storage", "memory", path])
        return try Launch(opening: Array(path.utf8CString), name: path, options)
    }

    @Test("a bundle brings its options, the command line wins over them")
    func bundle() throws {
        let folder = Folder()
        try folder.write(Movies.still(), to: "b/content/m.swf")
        try folder.write(
            Array(
                """
                [bundle]
                name = "Named"
                url = "file:///m.swf"
                [player]
                quality = "low"
                scale_mode = "exact_fit"
                force_scale_mode = true
                align = "top_left"
                letterbox = "off"
                frame_rate = 5
                script_timeout = 2
                parameters = { a = "1" }
                """.utf8), to: "b/ruffle-bundle.toml")
        let launch = try launch("\(folder.path)/b", ["--quality", "medium", "-P", "b=2"])
        #expect(launch.name == "Named" && launch.url == "file:///m.swf")
        #expect(launch.settings.parameters.map(\.name) == ["a", "b"])
        let player = Player(
            movie: launch.movie, viewport: Viewport(width: 10, height: 10), options: launch.settings)
        launch.configure(player)
        #expect(player.quality == .medium && player.viewport.scaleMode == .exactFit)
        #expect(player.viewport.align == [.top, .left] && !player.viewport.hasLetterbox)
        #expect(player.frameRate == 5)
        // A script that wants it otherwise does not get it.
        player.viewport.scaleMode = .noScale
        player.setFrameRate(99)
        launch.enforce(on: player)
        #expect(player.viewport.scaleMode == .exactFit && player.frameRate == 5)
        let host = WindowHost(launch)
        #expect(host.mayContinue(afterSeconds: 1) && !host.mayContinue(afterSeconds: 3))
    }

    @Test("a spoofed address is what scripts see, relative addresses start at the base")
    func addresses() throws {
        let folder = Folder()
        try folder.write(Movies.still(), to: "m.swf")
        try folder.write([1, 2], to: "sub/data.bin")
        let base = "file://\(folder.path)/sub/"
        let launch = try launch(
            "\(folder.path)/m.swf", ["--spoof-url", "http://example.org/a/m.swf", "--base", base])
        #expect(launch.url == "http://example.org/a/m.swf")
        let host = WindowHost(launch)
        var request = FetchRequest(url: "http://example.org/a/data.bin")
        request.reference = "data.bin"
        var body: [UInt8]?
        host.fetch(request) { body = try? $0.get().body }
        host.completeLoads()
        #expect(body == [1, 2])
    }

    @Test("a movie reads its own folder and below, nothing else")
    func files() throws {
        let folder = Folder()
        try folder.write(Movies.still(), to: "movie/m.swf")
        try folder.write([1], to: "movie/a b.txt")
        try folder.write([2], to: "secret.txt")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/movie/link", withDestinationPath: "\(folder.path)/secret.txt")
        var files = MovieFiles(folderOf: "file://\(folder.path)/movie/m.swf")
        #expect(try files.read("file://\(folder.path)/movie/a%20b.txt?x=1") == [1])
        func denial(_ url: String) -> MovieFiles.Denial? {
            do throws(MovieFiles.Denial) {
                _ = try files.read(url)
                return nil
            } catch {
                return error
            }
        }
        #expect(denial("file://\(folder.path)/secret.txt") == .outside)
        #expect(denial("file://\(folder.path)/movie/../secret.txt") == .outside)
        #expect(denial("file://\(folder.path)/movie/link") == .outside)
        #expect(denial("file://\(folder.path)/movie/none") == .notFound)
        #expect(denial("http://example.org/") == .network)
        files.allowsAll = true
        #expect(try files.read("file://\(folder.path)/secret.txt") == [2])
    }

    @Test("a save's name does not depend on where the movie lies")
    func saveKeys() {
        let keys = SaveKeys(movieURL: "file:///home/me/games/m.swf")
        #expect(keys.name(of: "localhost/home/me/games/m.swf/slot") == "localhost/m.swf/slot")
        #expect(keys.name(of: "localhost/slot") == "localhost/slot")
        #expect(SaveKeys(movieURL: "http://a/b/m.swf").name(of: "a/b/m.swf/slot") == "a/b/m.swf/slot")
    }

    @Test("options under Ruffle's names")
    func options() throws {
        let options = try Options(arguments: [
            "-q", "high8x8-linear", "-s", "no-scale", "-a", "bottom_right", "--letterbox=fullscreen", "-Px=1=2",
            "--width", "300", "--no-gui", "-v", "0.5", "--open-url-mode", "allow", "a.swf",
        ])
        #expect(options.quality == .high8x8linear && options.player.scaleMode == .noScale)
        #expect(options.player.align == .bottomRight && options.player.letterbox == .fullscreen)
        #expect(options.player.parameters == [PlayerOptions.Parameter(name: "x", value: "1=2")])
        #expect(options.windowSize(stage: (width: 600, height: 400))! == (300, 200))
        #expect(!options.strip && options.volume == 0.5 && options.openURLMode == .allow)
        for row in OptionRow.all { #expect(OptionRow.help.contains(row.name)) }
    }

    @Test("an empty picture tells nothing, a colourful one much")
    func information() {
        let plain = Pixmap(width: 64, height: 64, fill: 0xFF12_3456)
        #expect(Exporter.information(plain) == 0)
        for place in 0..<64 * 64 { plain.pixels[place] = 0xFF00_0000 | UInt32(place) * 0x1357 & 0xFFFFFF }
        #expect(Exporter.information(plain) > Exporter.muchInformation)
    }
}

extension WindowTests {
    /// What stays when the program has ended.
    @Suite("Saves") struct SaveTests {}
}

extension WindowTests.SaveTests {
    private func movie() -> [UInt8] { Movies.saving("x", frames: 1) { $0.push(.int(7)) } }

    @Test("are on the disk after a second of play, even where the program is killed", arguments: [SIGKILL, SIGTERM])
    func killed(_ signal: Int32) throws {
        let server = try XServer()
        let folder = Folder()
        let file = try TemporaryFile(movie())
        let program = try RunningProgram([file.path], display: server.display, data: folder.path)
        if signal == SIGKILL {
            #expect(wait(seconds: 20) { !folder.savesBelow.isEmpty })
        } else {
            _ = try Desk(server).window(of: program)
        }
        kill(program.identifier, signal)
        #expect(wait(seconds: 20) { !folder.savesBelow.isEmpty && program.process.ending != nil })
        let save = try #require(folder.savesBelow.first)
        #expect(save.hasSuffix("/localhost/movie.swf/slot.sol"))
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(save)")))
        #expect(Array(bytes[6..<10]) == Array("TCSO".utf8))
    }

    @Test("--screenshot and --info need no screen")
    func withoutWindow() throws {
        let file = try TemporaryFile(Movies.still())
        let folder = Folder()
        let end = try run(["--screenshot", "\(folder.path)/a/shot.png", "--thumbnail", "80", file.path])
        #expect(end.status == 0 && end.errors == "")
        let png = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/a/shot.png"))
        #expect(Array(png[16..<24]) == [0, 0, 0, 80, 0, 0, 0, 60])
        let info = try run(["--info", "--json", file.path])
        let facts = try JSONSerialization.jsonObject(with: Data(info.output.utf8)) as? [String: Any]
        #expect(facts?["width"] as? Int == 160 && facts?["signature"] as? String == "CWS")
    }
}
