import Foundation
import Library
import TestSupport
import Testing

@testable import RuffleX11

extension WindowTests {
    /// The real program with a library: killed during play, synced, and used from the command line.
    @Suite("Library and saves of the real program") struct LibraryProgramTests {}
}

private final class Place {
    let path = NSTemporaryDirectory() + "library-program-" + UUID().uuidString
    var root: String { path + "/data/ruffle-x11" }

    init() throws {
        for name in ["data", "sync", "movies"] {
            try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func movie(_ bytes: [UInt8], _ name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/movies/\(name)"))
        return "\(path)/movies/\(name)"
    }

    func start(_ arguments: [String], display: String? = nil) throws -> RunningProgram {
        try RunningProgram(arguments, display: display, data: path + "/data")
    }

    func library(_ words: String...) throws -> RunningProgram.End {
        try start(["--library"] + words).end(seconds: 30)
    }
}

extension WindowTests.LibraryProgramTests {
    /// A movie that puts the time of day into a shared object in every frame.
    private func ticking() -> [UInt8] {
        Movies.saving("time", frames: 2) { code in
            code.push(.int(0), .int(0), .text("Date"))
            code.op(.newObject)
            code.push(.text("getTime"))
            code.op(.callMethod)
        }
    }

    /// The number of the property "time" in a save.
    private func time(in save: [UInt8]) -> Double? {
        let key: [UInt8] = [0, 4] + Array("time".utf8) + [0]
        guard save.count >= key.count + 8 else { return nil }
        for place in 0...save.count - key.count - 8 where Array(save[place..<place + key.count]) == key {
            let bits = save[(place + key.count)..<(place + key.count + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Double(bitPattern: bits)
        }
        return nil
    }

    @Test("kill -9 during play loses the last second of a save at most")
    func killed() throws {
        let server = try XServer()
        let place = try Place()
        let file = try place.movie(ticking(), "tick.swf")
        let program = try place.start([file], display: server.display)
        func save() -> [UInt8]? {
            let saves = (try? Disk().files(below: place.root + "/saves"))?.filter { $0.hasSuffix(".sol") } ?? []
            return saves.first.flatMap { try? Disk().read("\(place.root)/saves/\($0)", limit: 1 << 20) }
        }
        #expect(wait(seconds: 20) { save() != nil })
        for _ in 0..<3 {
            usleep(1_100_000)
            let now = Date().timeIntervalSince1970 * 1000
            let saved = try #require(save().flatMap { time(in: $0) })
            // Half a second for a build without optimisation on a loaded machine.
            #expect(now - saved < 1500, "\(now - saved) ms")
        }
        let killed = Date().timeIntervalSince1970 * 1000
        kill(program.identifier, SIGKILL)
        #expect(wait { program.process.ending != nil })
        let saved = try #require(save().flatMap { time(in: $0) })
        #expect(killed - saved < 1500, "\(killed - saved) ms")
        #expect(try Disk().files(below: place.root).filter { $0.hasSuffix(".sol") }.count == 1)
    }

    @Test("--library adds, lists, links, removes, restores, exports, and tells of saves")
    func commands() throws {
        let place = try Place()
        let still = try place.movie(Movies.still(), "still.swf")
        let steps = try place.movie(Movies.steps(), "steps.swf")
        let added = try place.library("add", still)
        #expect(added.status == 0 && added.output.hasSuffix("\tstill\n"))
        #expect(try place.library("add", still).output.contains("is there already"))
        let folder = try place.library("add", place.path + "/movies")
        #expect(folder.output.hasPrefix("1 added, 1 there already, 0 not added;"))
        #expect(try place.library("link", "http://example.org/far.swf", steps).status == 0)
        let list = try place.library("list").output
        #expect(list.split(separator: "\n").count == 3 && list.contains("\tfar\thttp://example.org/far.swf"))
        #expect(try place.library("remove", "still").status == 0)
        #expect(try place.library("list", "STILL").output == "")
        let rows = try place.library("trash").output.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(rows.count == 1 && rows[0].last == "still")
        let trashed = rows.map { String($0[0]) }
        #expect(try place.library("restore", trashed[0]).status == 0)
        #expect(try place.library("export", "still", place.path + "/out.ruf", "settings", "saves").status == 0)
        #expect(try Bundle.open(at: place.path + "/out.ruf")?.information.name == "still")
        let library = try MovieLibrary(root: place.root)
        try library.saves(of: trashed[0]).store([1], as: "localhost/still.swf/a")
        // Another session keeps what was there.
        try library.saves(of: trashed[0]).store([2], as: "localhost/still.swf/a")
        #expect(try place.library("saves", "still").output.hasPrefix("localhost/still.swf/a\n  1\t20"))
        #expect(try place.library("go-back", "still", "localhost/still.swf/a", "1").status == 0)
        #expect(try library.saves(of: trashed[0]).load("localhost/still.swf/a") == [1])
        for (words, message) in [
            (["remove", "nothing"], "there is no item nothing"), (["add"], "a path is missing"),
            (["add", "/none.swf"], "cannot read /none.swf"),
            (["restore", "../../etc"], "there is no item ../../etc in the trash"),
        ] {
            let end = try place.start(["--library"] + words).end(seconds: 30)
            #expect(end.status == 1 && end.errors.contains(message), "\(end.errors)")
        }
        let wrong = try place.library("dance")
        #expect(wrong.status == 2 && wrong.errors.contains("dance is no command"))
        #expect(try place.library("help").output.contains("sync [FOLDER|off]"))
    }

    @Test("the program syncs at the start, on change and at the end; --library sync does it at once")
    func syncing() throws {
        let (here, there) = (try Place(), try Place())
        let folder = here.path + "/sync"
        _ = try there.library("add", try there.movie(Movies.still(), "still.swf"))
        #expect(try there.library("sync", folder).output.hasPrefix("Synced: "))
        #expect(try there.library("sync").output == "All is in sync\n")
        #expect(try here.library("sync", here.path + "/none").errors.contains("is no folder"))
        _ = try here.library("sync", folder)
        _ = try there.library("add", try there.movie(Movies.steps(), "steps.swf"))
        _ = try there.library("sync")
        let server = try XServer()
        let desk = try Desk(server)
        let program = try here.start([], display: server.display)
        let window = try desk.window(of: program)
        func items() -> Int { (try? MovieLibrary(root: here.root).items.count) ?? -1 }
        #expect(wait(seconds: 20) { items() == 2 })
        desk.focus(window)
        desk.type(["Delete"])
        #expect(wait { items() == 1 })
        desk.type(["Control_L", "q"])
        #expect(try program.end(seconds: 30).status == 0)
        _ = try there.library("sync")
        #expect(try MovieLibrary(root: there.root).items.count == 1)
        #expect(try there.library("sync", "off").status == 0)
        #expect(try there.library("sync").errors.contains("no sync folder has been set"))
    }
}
