import Foundation
import Testing

@testable import Library

@Suite("Movies that stay elsewhere, and many at once")
struct LibraryLinksTests {
    private func added(_ addition: MovieLibrary.Addition) throws -> LibraryItem {
        guard case .added(let item) = addition else { throw LibraryProblem("not added") }
        return item
    }

    @Test("a linked file is not copied, and is found again when it has been moved, renamed or written anew")
    func links() throws {
        let scratch = try Scratch()
        try scratch.write("FWS\u{6}game one", to: "games/one.swf")
        let library = try MovieLibrary(root: scratch.path + "/root")
        let item = try added(try library.link(file: scratch.path + "/games/one.swf"))
        #expect(item.name == "one")
        #expect(try Disk().files(below: library.folder(of: item.id)) == ["settings.toml"])
        #expect(try library.link(file: scratch.path + "/games/one.swf") == .known(item))
        #expect(try library.locate(item.id) == scratch.path + "/games/one.swf")
        let files = FileManager.default
        try files.createDirectory(atPath: scratch.path + "/games/sub", withIntermediateDirectories: true)
        try files.moveItem(
            atPath: scratch.path + "/games/one.swf", toPath: scratch.path + "/games/sub/renamed.swf")
        // One of the same size is another.
        try scratch.write("FWS\u{6}game two", to: "games/two.swf")
        #expect(try library.locate(item.id) == scratch.path + "/games/sub/renamed.swf")
        let again = try MovieLibrary(root: scratch.path + "/root")
        #expect(again.items.map(\.name) == ["renamed"])
        #expect(try again.locate(item.id) == scratch.path + "/games/sub/renamed.swf")
        try scratch.write("FWS\u{6}a newer version", to: "games/sub/renamed.swf")
        #expect(try again.locate(item.id) == scratch.path + "/games/sub/renamed.swf")
        #expect(again.items[0].hash == SHA256.hex(Array("FWS\u{6}a newer version".utf8)))
        try files.removeItem(atPath: scratch.path + "/games/sub/renamed.swf")
        #expect(
            problem { () throws(LibraryProblem) in _ = try again.locate(item.id) }?.contains("no longer there") == true)
        try again.relink(item.id, to: scratch.path + "/games/two.swf")
        #expect(try again.locate(item.id) == scratch.path + "/games/two.swf")
    }

    @Test("addresses are items too")
    func web() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        let item = try added(try library.link(url: "https://example.org/a/Game%20One.swf?x=1"))
        #expect(try library.link(url: "https://example.org/a/Game%20One.swf?x=1") == .known(item))
        #expect(try MovieLibrary(root: scratch.path).items == [item])
        for url in ["file:///etc/passwd", "javascript:1", "game.swf", ""] {
            #expect(problem { () throws(LibraryProblem) in _ = try library.link(url: url) } != nil)
        }
    }

    @Test("saves of a movie that was played before are found by its content, and again once it is added")
    func savesByContent() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        let bytes = Array("FWS\u{6}played".utf8)
        try library.saves(ofMovie: SHA256.hex(bytes)).store([1], as: "a")
        #expect(try MovieLibrary(root: scratch.path).saves(ofMovie: SHA256.hex(bytes)).load("a") == [1])
        let item = try added(try library.add(movie: bytes, fileName: "x.swf"))
        #expect(try library.saves(of: item.id).load("a") == [1])
    }

    @Test("a folder is imported whole: bundles as one, duplicates once, what is broken told of")
    func importing() throws {
        let scratch = try Scratch()
        for number in 0..<150 {
            try scratch.write("FWS\u{6}movie \(number % 140)", to: "in/d\(number % 7)/m\(number).swf")
        }
        try scratch.write(sampleInformation, to: "in/bundle/ruffle-bundle.toml")
        try scratch.write("FWS\u{6}....", to: "in/bundle/content/movie.swf")
        try Data(try sampleArchive(sampleInformation.replacing("Sample", with: "Zipped"))).write(
            to: URL(fileURLWithPath: scratch.path + "/in/z.RUF"))
        try scratch.write("no movie", to: "in/broken.swf")
        try scratch.write("text", to: "in/readme.txt")
        let library = try MovieLibrary(root: scratch.path + "/root")
        var calls: [Int] = []
        let outcome = try library.importFolder(scratch.path + "/in") { done, total in
            calls.append(done)
            #expect(total == 153)
            return true
        }
        // Bundle and archive hold the same movie.
        #expect(outcome.added.count == 141 && outcome.known == 11 && outcome.problemCount == 1)
        #expect(outcome.problems == ["\(scratch.path)/in/broken.swf: \(scratch.path)/in/broken.swf is not a SWF file"])
        #expect(calls == Array(0...153))
        let again = try MovieLibrary(root: scratch.path + "/root")
        #expect(again.items.count == 141 && again.warnings.isEmpty)
        for item in again.items { #expect(SHA256.hex(try again.bundle(of: item.id).movie()) == item.hash) }
    }

    @Test("an import that is cancelled leaves a clean library")
    func cancelling() throws {
        let scratch = try Scratch()
        for number in 0..<100 { try scratch.write("FWS\u{6}movie \(number)", to: "in/m\(number).swf") }
        let library = try MovieLibrary(root: scratch.path + "/root")
        let outcome = try library.importFolder(scratch.path + "/in") { done, _ in done < 70 }
        #expect(outcome.isCancelled && outcome.added.count == 70)
        let again = try MovieLibrary(root: scratch.path + "/root")
        #expect(again.items.count == 70 && again.warnings.isEmpty)
        #expect(try Disk().files(below: scratch.path + "/root").allSatisfy { !$0.contains("unfinished") })
    }

    @Test("an exported item comes back with settings and saves where they were wanted")
    func exporting() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path + "/a")
        var item = try added(try library.add(try Bundle(archive: try sampleArchive())))
        item.name = "Mine"
        item.options.quality = .low
        try library.update(item)
        try library.saves(of: item.id).store([5], as: "localhost/movie.swf/s")
        let plain = try Bundle(archive: try library.export(item.id))
        #expect(plain.information.name == "Sample" && plain.information.options.quality == nil)
        #expect(try plain.files().sorted() == ["content/locale/en.xml", "content/movie.swf"])
        let whole = try Bundle(archive: try library.export(item.id, with: [.settings, .saves]))
        #expect(whole.information.name == "Mine" && whole.information.options.quality == .low)
        let other = try MovieLibrary(root: scratch.path + "/b")
        let copy = try added(try other.add(whole))
        #expect(try other.saves(of: copy.id).load("localhost/movie.swf/s") == [5])
        #expect(try other.bundle(of: copy.id).files().sorted() == ["content/locale/en.xml", "content/movie.swf"])
        try scratch.write("FWS\u{6}lying about", to: "l/My game.swf")
        let linked = try added(try library.link(file: scratch.path + "/l/My game.swf"))
        #expect(
            try Bundle(archive: try library.export(linked.id)).movie() == Array("FWS\u{6}lying about".utf8))
        let web = try added(try library.link(url: "http://example.org/m.swf"))
        #expect(try Bundle(archive: try library.export(web.id)).information.url == "http://example.org/m.swf")
    }

    @Test("the index gives the same items as the folders, and is no longer believed where they have changed")
    func index() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        var first = try added(try library.add(movie: Array("FWS\u{6}movie one".utf8), fileName: "one.swf"))
        first.name = "odd\tname\n%1; \u{1}"
        first.tags = ["a%", "b\tc"]
        first.volume = 0.25
        first.lastPlayed = 1_700_000_000_123
        first.isFavourite = true
        try library.update(first)
        var second = try added(try library.add(movie: Array("FWS\u{6}movie two".utf8), fileName: "two.swf"))
        second.options.quality = .low
        try library.update(second)
        _ = try library.link(url: "http://example.org/%7e;a.swf")
        try scratch.write("FWS\u{6}movie three", to: "three.swf")
        _ = try library.link(file: scratch.path + "/three.swf")
        func listed() throws -> [LibraryItem] { try MovieLibrary(root: scratch.path).items.sorted { $0.id < $1.id } }
        try? FileManager.default.removeItem(atPath: scratch.path + "/index")
        let read = try listed()
        #expect(FileManager.default.fileExists(atPath: scratch.path + "/index"))
        #expect(try listed() == read)
        #expect(read == library.items.sorted { $0.id < $1.id })
        // A later program, or a person, has written the settings.
        let settings = "library/\(first.id)/settings.toml"
        try scratch.write(try scratch.text(settings).replacing("favourite = true", with: ""), to: settings)
        #expect(try listed().first { $0.id == first.id }?.isFavourite == false)
        try scratch.write("ruffle-x11 index 1\nnonsense\t1\nend 2\n", to: "index")
        #expect(try listed().count == 4)
        try scratch.write("[[[", to: settings)
        #expect(try MovieLibrary(root: scratch.path).warnings.count == 1)
        #expect(try MovieLibrary(root: scratch.path).warnings.count == 1)
    }
}
