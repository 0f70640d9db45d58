import Foundation
import TestSupport
import Testing

@testable import Library

@Suite("Saves")
struct SaveTests {
    private func movie(_ number: Int) -> [UInt8] { Array("FWS\u{6}".utf8) + Array("\(number) content".utf8) }

    private func added(_ library: MovieLibrary, _ name: String, _ number: Int = 1) throws -> LibraryItem {
        guard case .added(let item) = try library.add(movie: movie(number), fileName: name) else {
            throw Failure("not added")
        }
        return item
    }

    private struct Failure: Error {
        init(_ text: String) { Issue.record("\(text)") }
    }

    /// A `.sol` file of AMF 0 with these bytes as its values.
    private func sol(_ body: [UInt8], version: UInt8 = 0) -> [UInt8] {
        let rest =
            Array("TCSO".utf8) + [0, 4, 0, 0, 0, 0] + [0, 4] + Array("slot".utf8) + [0, 0, 0, version] + body
        let length = UInt32(rest.count)
        return [0x00, 0xBF] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + rest
    }

    private func key(_ text: String) -> [UInt8] { [0, UInt8(text.utf8.count)] + Array(text.utf8) }
    private func key3(_ text: String) -> [UInt8] { [UInt8(text.utf8.count << 1 | 1)] + Array(text.utf8) }

    @Test("a save whose name is longer than a file's can be is kept, with its older states, and found again")
    func longNames() throws {
        let scratch = try Scratch()
        for name in [String(repeating: "n", count: 230), String(repeating: "é", count: 200)] {
            let key = "localhost/\(String(repeating: "d", count: 300))/\(name)"
            var time = 1000.0
            func folder() -> SaveFolder { SaveFolder(at: scratch.path + "/long", now: { time }) }
            try folder().store([1], as: key)
            time = 2000
            try folder().store([2], as: key)
            #expect(try folder().load(key) == [2])
            #expect(try folder().generations(of: key) == [[1]])
            let listed = try #require(try folder().keys().first { $0.contains(name.prefix(20)) })
            #expect(listed != key && SaveFolder.shortened(listed) == listed)
            #expect(try folder().load(listed) == [2])
            // Names that begin alike stay apart.
            #expect(try folder().load(key + "2") == nil)
        }
    }

    @Test("a deleted save is listed among those that can come back, and comes back")
    func deleted() throws {
        let scratch = try Scratch()
        func folder() -> SaveFolder { SaveFolder(at: scratch.path + "/a") }
        try folder().store([1], as: "localhost/a.swf/x.sol.y")
        try folder().store([1], as: "localhost/a.swf/kept")
        #expect(try folder().deletedKeys().isEmpty)
        try folder().store(nil, as: "localhost/a.swf/x.sol.y")
        #expect(try folder().keys() == ["localhost/a.swf/kept"])
        let deleted = try folder().deletedKeys()
        #expect(deleted == ["localhost/a.swf/x.sol.y"])
        let older = try folder().olderStates(of: deleted[0])
        try folder().goBack(to: try #require(older.first), of: deleted[0])
        #expect(try folder().load(deleted[0]) == [1])
        #expect(try folder().deletedKeys().isEmpty)
    }

    @Test("a movie that still runs when its item is thrown away saves into the trash, and nowhere once that is empty")
    func thrownAway() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        let item = try added(library, "a.swf")
        let saves = library.saves(of: item.id)
        try saves.store([1], as: "localhost/a.swf/x")
        try library.trash(item.id)
        try saves.store([2], as: "localhost/a.swf/x")
        let disk = Disk()
        #expect(disk.kind(of: library.folder(of: item.id)) == nil)
        try library.restore(item.id)
        #expect(try library.saves(of: item.id).load("localhost/a.swf/x") == [2])
        try library.trash(item.id)
        try library.emptyTrash()
        let told = problem { () throws(LibraryProblem) in try saves.store([3], as: "localhost/a.swf/x") }
        #expect(told == "the item is no longer there")
        let picture = problem { () throws(LibraryProblem) in
            try disk.write([1], to: library.picture(of: item.id), below: library.folder(of: item.id))
        }
        #expect(picture != nil)
        #expect(disk.kind(of: library.folder(of: item.id)) == nil)
    }

    @Test("saves of Ruffle and Flash are found by the movie's name and become the item's")
    func foreign() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path + "/own")
        let item = try added(library, "/x/My game.swf")
        let (one, two) = (sol(key("a") + [0x05, 0]), sol(key("b") + [0x05, 0]))
        let disk = Disk()
        let home = scratch.path + "/home"
        let ruffle = home + "/.local/share/ruffle/SharedObjects"
        let flash = home + "/.macromedia/Flash_Player/#SharedObjects"
        try disk.write(one, to: ruffle + "/localhost/home/me/My game.swf/slot.sol")
        try disk.write(two, to: flash + "/AB12/example.org/games/My game.swf/deep/other.sol")
        try disk.write(two, to: flash + "/AB12/example.org/games/Another.swf/slot.sol")
        try disk.write([1, 2, 3], to: ruffle + "/localhost/My game.swf/broken.sol")
        let folders = MovieLibrary.foreignSaveFolders(home: home)
        #expect(folders == [ruffle, flash + "/AB12"])
        let keys = ["localhost/My game.swf/deep/other", "localhost/My game.swf/slot"]
        #expect(try library.takeForeignSaves(of: item.id, below: folders) == keys)
        #expect(try library.saves(of: item.id).keys() == keys)
        #expect(try library.saves(of: item.id).load(keys[1]) == one)
        #expect(try library.takeForeignSaves(of: item.id, below: folders).isEmpty)
        // What the item has is not lost against what comes.
        try library.saves(of: item.id).store([9], as: keys[1])
        #expect(try library.takeForeignSaves(of: item.id, below: folders) == [keys[1]])
        #expect(try library.saves(of: item.id).generations(of: keys[1]).contains([9]))
        // A movie of the network has all saves of its place, under its own host.
        guard case .added(let web) = try library.link(url: "https://Example.org/games/Another.swf?x=1") else { return }
        #expect(
            try library.takeForeignSaves(of: web.id, below: folders) == [
                "example.org/games/Another.swf/slot", "example.org/games/My game.swf/deep/other",
            ])
    }

    @Test("a save is shown as a tree: values of AMF 0")
    func tree0() {
        let body =
            key("score") + [0x00, 0x40, 0x45, 0, 0, 0, 0, 0, 0, 0] + key("name") + [0x02] + key("Zoë") + [0]
            + key("list") + [0x0A, 0, 0, 0, 1, 0x01, 1, 0] + key("when") + [0x0B]
            + [0x42, 0x6D, 0x1A, 0x94, 0xA2, 0x00, 0x00, 0x00, 0, 0, 0] + key("o") + [0x03] + key("in") + [0x05]
            + [0, 0, 9, 0]
        let tree = SaveTree(sol(body))
        #expect(tree.name == "slot" && tree.problem == nil)
        #expect(
            tree.rows.map { "\($0.depth) \($0.name) = \($0.value)" } == [
                "0 score = 42", "0 name = “Zoë”", "0 list = Array of 1", "1 0 = true", "0 when = 2001-09-09 01:46:40",
                "0 o = Object", "1 in = null",
            ])
    }

    @Test("a save is shown as a tree: values of AMF 3 with references")
    func tree3() {
        let object: [UInt8] = [0x0A, 0x13] + key3("Hero") + key3("hp") + [0x04, 0x07]
        let body =
            key3("hero") + object + [0] + key3("again") + [0x0A, 0x00, 0] + key3("minus")
            + [0x04, 0xFF, 0xFF, 0xFF, 0xFF, 0] + key3("list") + [0x09, 0x03, 0x01, 0x06, 0x02, 0]
            + key3("ints") + [0x0D, 0x03, 0, 0, 0, 0, 5, 0]
        let tree = SaveTree(sol(body, version: 3))
        #expect(tree.problem == nil)
        #expect(
            tree.rows.map { "\($0.depth) \($0.name) = \($0.value)" } == [
                "0 hero = Hero", "1 hp = 7", "0 again = the same as object 0", "0 minus = -1", "0 list = Array of 1",
                "1 0 = “Hero”", "0 ints = Vector of 1", "1 0 = 5",
            ])
    }

    @Test("hostile saves end with a word about it, whatever their bytes")
    func hostileTrees() {
        #expect(SaveTree([1, 2, 3]).problem == "this is no save of Flash")
        // An array of four billion, one that holds itself without end, and a string that is not there.
        #expect(SaveTree(sol(key("a") + [0x0A, 0xFF, 0xFF, 0xFF, 0xFF])).problem != nil)
        let deep: [UInt8] = (0..<5000).flatMap { _ -> [UInt8] in [0x0A, 0, 0, 0, 1] }
        #expect(SaveTree(sol(key("a") + deep)).problem == "what follows is nested too deeply to be shown")
        let many = [UInt8](repeating: 0x05, count: 100_000)
        let tree = SaveTree(sol(key("a") + [0x0A, 0, 1, 0x86, 0xA0] + many))
        #expect(tree.rows.count == SaveTree.mostRows && tree.problem == "what follows is too much to be shown")
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let body = (0..<60).map { _ in UInt8.random(in: 0...20, using: &random) }
            for version: UInt8 in [0, 3] { _ = SaveTree(sol(body, version: version)) }
        }
    }

    @Test("what one exports oneself is never refused, however well it packs")
    func ownExports() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        let large = movie(1) + [UInt8](repeating: 0, count: 40 << 20)
        guard case .added(let item) = try library.add(movie: large, fileName: "a.swf") else { return }
        let bytes = try library.export(item.id)
        #expect(bytes.count < large.count / 4)
        #expect(try Bundle(archive: bytes).movie() == large)
        var writer = ZipWriter(
            limits: {
                var limits = ZipArchive.Limits(); limits.totalSize = 5; return limits
            }())
        try writer.add("a", [1, 2, 3])
        #expect(problem { () throws(LibraryProblem) in try writer.add("b", [1, 2, 3]) } != nil)
    }

    @Test("a broken line in the settings of a linked item is told of, and the item plays on")
    func brokenSettings() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path + "/own")
        try Disk().write(movie(1), to: scratch.path + "/game.swf")
        guard case .added(let item) = try library.link(file: scratch.path + "/game.swf") else { return }
        let file = "own/library/\(item.id)/settings.toml"
        let text = try scratch.text(file)
        try scratch.write("quality = = low\n" + text + "[broken\n", to: file)
        let again = try MovieLibrary(root: scratch.path + "/own")
        #expect(again.warnings.count == 2 && again.warnings[0].contains("settings.toml: line 1"))
        var read = try #require(again.items.first)
        #expect(read.source == item.source)
        #expect(try again.locate(item.id).hasSuffix("/game.swf"))
        read.isFavourite = true
        try again.update(read)
        #expect(try MovieLibrary(root: scratch.path + "/own").items == [read])
        // What was left out is still there for the person.
        #expect(try scratch.text(file + ".broken").hasPrefix("quality = = low\n"))
    }

    @Test("an option that is a table is told of, and keeps no other from being written")
    func optionTables() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        let item = try added(library, "a.swf")
        let file = "library/\(item.id)/settings.toml"
        try scratch.write((try scratch.text(file)) + "[player.quality]\nfine = true\n", to: file)
        try library.reload()
        #expect(library.warnings == ["a: player.quality must be a string, not a table"])
        var changed = try #require(library.item(item.id))
        changed.options.quality = .low
        changed.options.frameRate = 12
        #expect(try library.update(changed) == ["player.quality is a table in the file, and stays one"])
        let read = try #require(try MovieLibrary(root: scratch.path).item(item.id))
        #expect(read.options.quality == nil && read.options.frameRate == 12)
        #expect(try scratch.text(file).contains("fine = true"))
    }
}
