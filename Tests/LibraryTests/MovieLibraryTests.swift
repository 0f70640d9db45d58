import Foundation
import TestSupport
import Testing

@testable import Library

@Suite("The library")
struct MovieLibraryTests {
    private func movie(_ number: Int) -> [UInt8] { Array("FWS\u{6}".utf8) + Array("\(number) content".utf8) }

    @Test("a movie becomes a bundle of its own, and is known when it comes again")
    func adding() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        guard case .added(let item) = try library.add(movie: movie(1), fileName: "/x/My game.swf") else {
            Issue.record("not added")
            return
        }
        #expect(item.name == "My game")
        #expect(try library.bundle(of: item.id).information.url == "file:///My%20game.swf")
        #expect(try library.bundle(of: item.id).movie() == movie(1))
        #expect(try library.add(movie: movie(1), fileName: "other.swf") == .known(item))
        #expect(problem { () throws(LibraryProblem) in _ = try library.add(movie: [1, 2], fileName: "a.txt") } != nil)
        #expect(try MovieLibrary(root: scratch.path).items == [item])
    }

    @Test("a bundle is unpacked whole")
    func bundles() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        let text = sampleInformation + "# kept\n[later]\nx = 1\n"
        guard case .added(let item) = try library.add(try Bundle(archive: try sampleArchive(text))) else {
            Issue.record("not added")
            return
        }
        let read = try scratch.text("library/\(item.id)/bundle.ruf/ruffle-bundle.toml")
        #expect(read == text)
        #expect(try scratch.text("library/\(item.id)/bundle.ruf/content/locale/en.xml") == "<en/>")
    }

    @Test("settings are changed in place")
    func settings() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        guard case .added(var item) = try library.add(movie: movie(1), fileName: "a.swf") else { return }
        let file = "library/\(item.id)/settings.toml"
        try scratch.write("# hello\n" + (try scratch.text(file)) + "later = true\n", to: file)
        item.name = "Renamed"
        item.options.quality = .low
        item.isFavourite = true
        item.tags = ["a", "b"]
        item.volume = 0.5
        item.startsFullScreen = true
        try library.update(item)
        let again = try MovieLibrary(root: scratch.path)
        #expect(again.items == [item])
        let text = try scratch.text(file)
        #expect(text.hasPrefix("# hello\n") && text.contains("later = true"))
        item.name = "a"
        item.options.quality = nil
        try library.update(item)
        #expect(try MovieLibrary(root: scratch.path).items == [item])
        #expect(try !scratch.text(file).contains("quality"))
    }

    @Test("what another program is making is not cleared away, what a dead one has left is")
    func clearing() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        guard case .added(let item) = try library.add(movie: movie(1), fileName: "a.swf") else { return }
        let (half, disk) = ("unfinished/half/a", Disk())
        // No process has such a number; the first one runs always.
        let (dead, alive) = ("library/\(item.id)/.99999999-1.unfinished", "library/\(item.id)/.1-1.unfinished")
        for path in [half, dead, alive] { try disk.write([1], to: scratch.path + "/" + path) }
        var other = WorkLock(.making, root: scratch.path)
        #expect(other != nil)
        try library.cleanUp()
        #expect(disk.kind(of: scratch.path + "/" + half) == .file)
        other = nil
        try library.cleanUp()
        #expect(disk.kind(of: scratch.path + "/" + half) == nil)
        #expect(disk.kind(of: scratch.path + "/" + dead) == nil)
        #expect(disk.kind(of: scratch.path + "/" + alive) == .file)
    }

    @Test("what somebody else has written meanwhile stays, and so does a value that is not known")
    func changedMeanwhile() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        guard case .added(var item) = try library.add(movie: movie(1), fileName: "a.swf") else { return }
        let file = "library/\(item.id)/settings.toml"
        let text = try scratch.text(file).replacingOccurrences(of: "[item]\n", with: "[item]\nname = \"By hand\"\n")
        try scratch.write(text + "[player]\nquality = \"ultra\" # later\n[keys]\nW = \"Up\"\n", to: file)
        item.lastPlayed = 1000
        try library.update(item)
        let kept = try scratch.text(file)
        for line in ["name = \"By hand\"", "quality = \"ultra\" # later", "W = \"Up\"", "last_played = 1000"] {
            #expect(kept.contains(line), "\(line)")
        }
        #expect(library.items.first?.name == "By hand")
    }

    @Test("broken settings do not hide an item, a broken bundle does and is told of")
    func broken() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        guard case .added(let item) = try library.add(movie: movie(1), fileName: "a.swf") else { return }
        try scratch.write("[[[", to: "library/\(item.id)/settings.toml")
        try library.reload()
        #expect(library.items.map(\.name) == ["a"])
        #expect(library.warnings.count == 1)
        try scratch.write("", to: "library/\(item.id)/bundle.ruf/ruffle-bundle.toml")
        try library.reload()
        #expect(library.items.isEmpty && library.warnings.count == 1)
    }

    @Test("the trash gives back what was put there")
    func trash() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        guard case .added(let item) = try library.add(movie: movie(1), fileName: "a.swf") else { return }
        try library.saves(of: item.id).store([1], as: "localhost/a.swf/s")
        try library.trash(item.id)
        #expect(library.items.isEmpty)
        #expect(try library.trashed() == [item.id])
        try library.restore(item.id)
        #expect(library.items == [item])
        #expect(try library.saves(of: item.id).load("localhost/a.swf/s") == [1])
        try library.trash(item.id)
        try library.emptyTrash()
        #expect(try library.trashed().isEmpty)
    }

    @Test("a time that no calendar has is kept as one that it has", arguments: [Double.infinity, .nan, 1e300, -5])
    func oddTimes(time: Double) throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        guard case .added(var item) = try library.add(movie: movie(1), fileName: "a.swf") else { return }
        (item.lastPlayed, item.added) = (time, time)
        try library.update(item)
        try library.reload()
        let kept = try #require(library.items.first?.lastPlayed)
        #expect(kept >= 0 && kept <= 8.64e15)
    }

    @Test("a picture that is ready too late does not bring back an item that was thrown away")
    func latePicture() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        guard case .added(let item) = try library.add(movie: movie(1), fileName: "a.swf") else { return }
        let disk = Disk()
        try disk.write([1], to: library.unfinishedPicture(of: item.id))
        try library.takePicture(of: item.id)
        #expect(try disk.read(library.picture(of: item.id), limit: 10) == [1])
        try disk.write([2], to: library.unfinishedPicture(of: item.id))
        try library.trash(item.id)
        #expect(throws: LibraryProblem.self) { try library.takePicture(of: item.id) }
        #expect(throws: LibraryProblem.self) { try library.setPicture([3], of: item.id) }
        try library.restore(item.id)
        #expect(try disk.read(library.picture(of: item.id), limit: 10) == [1])
    }
}

@Suite("Saves on the disk")
struct SaveFolderTests {
    @Test("what is stored is there for the next session")
    func storing() throws {
        let scratch = try Scratch()
        let key = "localhost/game.swf/slot"
        try SaveFolder(at: scratch.path).store([1, 2], as: key)
        let next = SaveFolder(at: scratch.path)
        #expect(try next.load(key) == [1, 2])
        #expect(try next.keys() == [key])
        try next.store(nil, as: key)
        #expect(try SaveFolder(at: scratch.path).load(key) == nil)
        #expect(try next.generations(of: key) == [[1, 2]])
    }

    @Test("five older sessions are kept, one generation for each")
    func generations() throws {
        let scratch = try Scratch()
        let key = "localhost/a"
        for session in 0..<8 {
            let folder = SaveFolder(at: scratch.path)
            for change in 0..<3 { try folder.store([UInt8(session), UInt8(change)], as: key) }
        }
        #expect(
            try SaveFolder(at: scratch.path).generations(of: key) == [[6, 2], [5, 2], [4, 2], [3, 2], [2, 2]])
    }

    @Test("an older state can be gone back to, and the one it replaces is kept; names of the first version are read")
    func goingBack() throws {
        let scratch = try Scratch()
        try scratch.write("new", to: "a.sol")
        try scratch.write("old 1", to: "a.sol.1")
        try scratch.write("old 2", to: "a.sol.2")
        let folder = SaveFolder(at: scratch.path)
        #expect(try folder.generations(of: "a") == [Array("old 1".utf8), Array("old 2".utf8)])
        try folder.goBack(to: try folder.olderStates(of: "a")[1], of: "a")
        #expect(try scratch.text("a.sol") == "old 2")
        #expect(try folder.generations(of: "a").first == Array("new".utf8))
        #expect(try folder.keys() == ["a"])
    }

    @Test("generations stay in order where the clock runs backwards")
    func clock() throws {
        let scratch = try Scratch()
        var time = 1_700_000_000_000.0
        for session in 0..<4 {
            try SaveFolder(at: scratch.path, now: { time }).store([UInt8(session)], as: "a")
            time -= 86_400_000
        }
        #expect(try SaveFolder(at: scratch.path).generations(of: "a") == [[2], [1], [0]])
    }

    @Test("what has not changed is not written")
    func unchanged() throws {
        let scratch = try Scratch()
        let disk = Disk()
        try SaveFolder(at: scratch.path, disk: disk).store([1], as: "a")
        var count = 0
        disk.beforeChange = { () throws(LibraryProblem) in count += 1 }
        let folder = SaveFolder(at: scratch.path, disk: disk)
        try folder.store([1], as: "a")
        #expect(count == 0)
    }

    @Test("a key cannot leave the folder", arguments: ["../a", "/a", "a/../../b", "", "a\0b", "a//b"])
    func keys(_ key: String) throws {
        let scratch = try Scratch()
        let folder = SaveFolder(at: scratch.path + "/app_data")
        #expect(problem { () throws(LibraryProblem) in try folder.store([1], as: key) } != nil)
        #expect(try folder.load(key) == nil)
        #expect(try Disk().files(below: scratch.path).isEmpty)
    }

    @Test("SHA-256 is the standard's")
    func hash() {
        #expect(SHA256.hex([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            SHA256.hex(Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    }

    private func movie(_ number: Int) -> [UInt8] { Array("FWS\u{6}".utf8) + Array("\(number) content".utf8) }

    @Test("the trash tells names, and what is broken in it by its identifier")
    func trashNames() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        var ids: [String] = []
        for number in 0..<2 {
            guard case .added(var item) = try library.add(movie: movie(number), fileName: "m\(number).swf") else {
                return
            }
            item.name = number == 0 ? "Zoo" : "Ape"
            try library.update(item)
            ids.append(item.id)
            try library.trash(item.id)
        }
        #expect(try library.trashedItems().map(\.name) == ["Ape", "Zoo"])
        try scratch.write("no table", to: "trash/\(ids[0])/bundle.ruf/ruffle-bundle.toml")
        let broken = try library.trashedItems().first { $0.id == ids[0] }
        #expect(broken?.name == ids[0])
        #expect(library.warnings.contains { $0.contains(ids[0]) })
    }

    @Test("a movie that saves after it was thrown away loses neither state when it comes back")
    func lateSave() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        guard case .added(let item) = try library.add(movie: movie(1), fileName: "m.swf") else { return }
        let saves = library.saves(of: item.id)
        try saves.store([1], as: "a")
        try saves.store([5], as: "only here")
        try library.trash(item.id)
        // It is still running.
        try saves.store([2], as: "a")
        try saves.store([3], as: "late")
        try library.restore(item.id)
        #expect(try MovieLibrary(root: scratch.path).items.map(\.id) == [item.id])
        let back = library.saves(of: item.id)
        #expect(try back.load("a") == [2])
        #expect(try back.generations(of: "a").contains([1]))
        #expect(try back.load("late") == [3])
        #expect(try back.load("only here") == [5])
        #expect(try library.trashed().isEmpty)
    }

    @Test("an item that another device has brought back keeps its saves, and those of the trash as older states")
    func restoredTwice() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        guard case .added(let item) = try library.add(movie: movie(1), fileName: "m.swf") else { return }
        try library.saves(of: item.id).store([1], as: "a")
        try library.trash(item.id)
        try FileManager.default.copyItem(
            atPath: "\(scratch.path)/trash/\(item.id)", toPath: "\(scratch.path)/library/\(item.id)")
        try library.saves(of: item.id).store([2], as: "a")
        try library.restore(item.id)
        #expect(try library.saves(of: item.id).load("a") == [2])
        #expect(try library.saves(of: item.id).generations(of: "a").contains([1]))
        #expect(library.items.map(\.id) == [item.id])
        #expect(try library.trashed().isEmpty)
    }

    @Test("keys of an item are kept in its settings, and taken out again")
    func keys() throws {
        let scratch = try Scratch()
        let library = try MovieLibrary(root: scratch.path)
        guard case .added(var item) = try library.add(movie: movie(1), fileName: "m.swf") else { return }
        item.keys = [KeyAssignment(pressed: "W", given: "Up"), KeyAssignment(pressed: "Space", given: "MouseLeft")]
        try library.update(item)
        #expect(try MovieLibrary(root: scratch.path).items == [item])
        #expect(try MovieLibrary(root: scratch.path).items == [item])
        item.keys.removeFirst()
        try library.update(item)
        #expect(try MovieLibrary(root: scratch.path).items == [item])
        #expect(try !scratch.text("library/\(item.id)/settings.toml").contains("W ="))
    }
}
