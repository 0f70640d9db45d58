import Foundation
import TestSupport
import Testing

@testable import Library

/// One machine with a library, a clock of its own and the sync folder.
final class Device {
    let root: String
    let folder: String
    var disk = Disk(isDurable: false)
    var clock: Double
    var outcome = LibrarySync.Outcome()
    private let scratch: Scratch

    init(_ name: String, _ scratch: Scratch) {
        (root, folder) = ("\(scratch.path)/\(name)", scratch.path + "/folder")
        clock = 1_700_000_000_000
        self.scratch = scratch
    }

    func library() throws(LibraryProblem) -> MovieLibrary {
        try MovieLibrary(root: root, disk: disk, now: { self.clock })
    }

    @discardableResult
    func sync(busy: Set<String> = []) throws(LibraryProblem) -> LibrarySync.Outcome {
        let sync = LibrarySync(root: root, folder: folder, disk: disk, now: { self.clock })
        sync.busy = busy
        outcome = try sync.run()
        return outcome
    }

    /// Every shared file and its content.
    func files() throws -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for path in try disk.files(below: root) where SyncIndex.isShared(path) {
            found[path] = try disk.read("\(root)/\(path)", limit: 1 << 20)
        }
        return found
    }

    /// Writes a save, as a session of its own. Gives it the time of this device's clock.
    func save(_ bytes: [UInt8], _ id: String, _ key: String = "localhost/a/s") throws(LibraryProblem) {
        try library().saves(of: id).store(bytes, as: key)
        var times = [timespec(), timespec()]
        for place in 0..<2 { times[place].tv_sec = Int(clock / 1000) }
        utimensat(AT_FDCWD, "\(root)/library/\(id)/app_data/\(key).sol", &times, 0)
    }

    func load(_ id: String, _ key: String = "localhost/a/s") throws(LibraryProblem) -> [UInt8]? {
        try library().saves(of: id).load(key)
    }

    func add(_ number: Int) throws(LibraryProblem) -> LibraryItem {
        let bytes = Array("FWS\u{6}".utf8) + Array("\(number) content".utf8)
        switch try library().add(movie: bytes, fileName: "m\(number).swf") {
        case .added(let item), .known(let item): return item
        }
    }
}

private func pair() throws -> (Scratch, Device, Device) {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path + "/folder", withIntermediateDirectories: true)
    return (scratch, Device("a", scratch), Device("b", scratch))
}

@Suite("Sync through a folder")
struct LibrarySyncTests {
    @Test("items, settings and saves go both ways, unknown files and keys with them")
    func bothWays() throws {
        let (scratch, a, b) = try pair()
        let item = try a.add(1)
        try scratch.write("later = 1\n", to: "a/library/\(item.id)/later.bin")
        let settings = "a/library/\(item.id)/settings.toml"
        try scratch.write(try scratch.text(settings) + "[future]\nx = 1\n", to: settings)
        try a.sync()
        try b.sync()
        #expect(b.outcome.received == 4)
        #expect(try b.library().items.map(\.name) == ["m1"])
        var renamed = try #require(try b.library().items.first)
        renamed.name = "Other"
        try b.library().update(renamed)
        try b.save([1, 2], item.id)
        try b.sync()
        try a.sync()
        #expect(try a.library().items.map(\.name) == ["Other"])
        #expect(try a.load(item.id) == [1, 2])
        #expect(try scratch.text(settings).contains("[future]\nx = 1"))
        #expect(try a.files() == b.files())
        // Nothing is left to be done.
        #expect(try a.sync() == LibrarySync.Outcome())
        #expect(try b.sync() == LibrarySync.Outcome())
    }

    @Test("of two saves made apart the newer wins and the older is kept, whichever device syncs last")
    func conflicts() throws {
        for isFirstNewer in [false, true] {
            let (_, a, b) = try pair()
            let item = try a.add(1)
            try a.save([0], item.id)
            try a.sync()
            try b.sync()
            a.clock += isFirstNewer ? 9000 : 5000
            b.clock += isFirstNewer ? 5000 : 9000
            try a.save([1], item.id)
            try b.save([2], item.id)
            for device in [a, b, a, b] {
                device.clock += 60_000
                try device.sync()
            }
            for device in [a, b] {
                #expect(try device.load(item.id) == (isFirstNewer ? [1] : [2]))
                let kept = try device.library().saves(of: item.id).olderStates(of: "localhost/a/s")
                #expect(kept.filter { $0.kind == .conflict }.count == 1)
                #expect(
                    try device.library().saves(of: item.id).generations(of: "localhost/a/s")
                        .contains(isFirstNewer ? [2] : [1]))
            }
            #expect(try a.files() == b.files())
        }
    }

    @Test("a save that could not be sent while it was played is sent afterwards, and not taken for an old one")
    func putOff() throws {
        let (_, a, b) = try pair()
        let item = try a.add(1)
        try a.save([0], item.id)
        try a.sync()
        try b.sync()
        b.clock += 5000
        try b.save([9], item.id)
        try b.sync()
        a.clock += 9000
        try a.save([1], item.id)
        try a.sync(busy: [item.id])
        try a.sync()
        #expect(try a.load(item.id) == [1])
        try b.sync()
        #expect(try b.load(item.id) == [1])
        #expect(try b.library().saves(of: item.id).generations(of: "localhost/a/s").contains([9]))
    }

    @Test("what a broken off run has not sent the next one sends")
    func brokenOff() throws {
        let (_, a, b) = try pair()
        let item = try a.add(1)
        try a.save([0], item.id)
        try a.sync()
        a.clock += 5000
        try a.save([1], item.id)
        let stopped = try LibrarySync(root: a.root, folder: a.folder, disk: a.disk, now: { a.clock }).run { _, _ in
            false
        }
        #expect(stopped.isStopped && stopped.sent == 0)
        try a.sync()
        try b.sync()
        #expect(try b.load(item.id) == [1])
    }

    @Test("a library that was moved away empties no other")
    func movedAway() throws {
        let (_, a, b) = try pair()
        _ = try a.add(1)
        try a.sync()
        try b.sync()
        try FileManager.default.moveItem(atPath: a.root + "/library", toPath: a.root + "/elsewhere")
        #expect(throws: LibraryProblem.self) { try a.sync() }
        try FileManager.default.createSymbolicLink(
            atPath: a.root + "/library", withDestinationPath: a.root + "/elsewhere")
        #expect(throws: LibraryProblem.self) { try a.sync() }
        try b.sync()
        #expect(try b.library().items.count == 1)
    }

    @Test("settings that were changed apart are put together key by key", arguments: [false, true])
    func settings(isFirstNewer: Bool) throws {
        let (_, a, b) = try pair()
        var item = try a.add(1)
        item.options.quality = .high
        item.tags = ["old"]
        try a.library().update(item)
        try a.sync()
        try b.sync()
        func change(_ device: Device, _ change: (inout LibraryItem) -> Void) throws {
            let library = try device.library()
            var item = try #require(library.items.first)
            change(&item)
            try library.update(item)
            var times = [timespec(), timespec()]
            for place in 0..<2 { times[place].tv_sec = Int(device.clock / 1000) }
            utimensat(AT_FDCWD, "\(device.root)/library/\(item.id)/settings.toml", &times, 0)
        }
        a.clock += isFirstNewer ? 9000 : 5000
        b.clock += isFirstNewer ? 5000 : 9000
        // Each changes something alone, one takes something away, and both change the volume.
        try change(a) {
            $0.name = "From a"
            $0.volume = 0.25
            $0.options.quality = nil
        }
        try change(b) {
            $0.isFavourite = true
            $0.volume = 0.75
            $0.keys = [KeyAssignment(pressed: "W", given: "Up")]
        }
        for device in [a, b, a, b] {
            device.clock += 60_000
            try device.sync()
        }
        for device in [a, b] {
            let item = try #require(try device.library().items.first)
            #expect(item.name == "From a" && item.isFavourite && item.options.quality == nil)
            #expect(item.keys.count == 1 && item.tags == ["old"])
            #expect(item.volume == (isFirstNewer ? 0.25 : 0.75))
        }
        #expect(try a.files() == b.files())
        #expect(try a.sync() == LibrarySync.Outcome())
        #expect(try b.sync() == LibrarySync.Outcome())
    }

    @Test("merging keeps links whole, and without a common state takes what only one has")
    func merging() throws {
        func document(_ text: String) throws -> TOMLDocument { try TOMLDocument(Array(text.utf8)) }
        let base = try document("[link]\npath = \"/a\"\nsize = 1\n[item]\nname = \"n\"\nx = 1\n")
        let ours = try document("[link]\npath = \"/b\"\nsize = 2\n[item]\nname = \"n\"\nx = 1\n")
        let theirs = try document("[link]\npath = \"/a\"\nsize = 3\n[item]\nname = \"m\"\n")
        let merged = SettingsMerge.merge(base: base, ours: ours, theirs: theirs, winner: .theirs)
        #expect(merged["link", "path"] == .string("/a") && merged["link", "size"] == .integer(3))
        #expect(merged["item", "name"] == .string("m") && merged["item", "x"] == nil)
        let blind = SettingsMerge.merge(base: nil, ours: ours, theirs: theirs, winner: .theirs)
        #expect(blind["item", "name"] == .string("m") && blind["item", "x"] == .integer(1))
        #expect(blind["link", "size"] == .integer(3))
    }

    @Test("a device whose clock is years behind still replaces what it has seen")
    func clockSkew() throws {
        let (_, a, b) = try pair()
        b.clock = 100_000_000_000
        let item = try a.add(1)
        try a.save([1], item.id)
        try a.sync()
        try b.sync()
        try b.save([2], item.id)
        try b.sync()
        try a.sync()
        #expect(try a.load(item.id) == [2])
        #expect(a.outcome.kept == 0)
    }

    @Test("a deleted item goes into the other's trash, and comes back from there")
    func deletion() throws {
        let (_, a, b) = try pair()
        let item = try a.add(1)
        try a.save([1], item.id)
        try a.sync()
        try b.sync()
        try a.library().trash(item.id)
        try a.sync()
        try b.sync()
        #expect(try b.library().items.isEmpty)
        #expect(try b.library().trashed() == [item.id])
        #expect(try Disk().files(below: a.folder + "/library").isEmpty)
        try b.library().restore(item.id)
        try b.sync()
        try a.sync()
        #expect(try a.library().items.map(\.id) == [item.id])
        #expect(try a.load(item.id) == [1])
        #expect(try a.files() == b.files())
    }

    @Test("an item that was deleted here and played there lives, whole", arguments: [false, true])
    func playedMeanwhile(_ deleterFirst: Bool) throws {
        let (_, a, b) = try pair()
        let item = try a.add(1)
        try a.sync()
        try b.sync()
        try a.library().trash(item.id)
        try b.save([9], item.id)
        for device in deleterFirst ? [a, b, a] : [b, a, b] { try device.sync() }
        for device in [a, b] {
            #expect(try device.library().items.map(\.id) == [item.id])
            #expect(try device.load(item.id) == [9])
            #expect(try device.library().bundle(of: item.id).movie().count > 4)
        }
    }

    @Test("what is being played is sent but not changed")
    func busy() throws {
        let (_, a, b) = try pair()
        let item = try a.add(1)
        try a.save([1], item.id)
        try a.sync()
        try b.sync()
        b.clock += 5000
        try b.save([2], item.id)
        try b.sync()
        try a.sync(busy: [item.id])
        #expect(try a.load(item.id) == [1])
        try a.sync()
        #expect(try a.load(item.id) == [2])
    }

    @Test("a file that has not arrived yet is waited for, an item comes whole")
    func arrival() throws {
        let (scratch, a, b) = try pair()
        let item = try a.add(1)
        try a.sync()
        let movie = "folder/library/\(item.id)/bundle.ruf/content/m1.swf"
        let text = try scratch.text(movie)
        try scratch.write("half", to: movie)
        try b.sync()
        #expect(b.outcome.waiting == 1)
        #expect(try b.library().items.isEmpty)
        try scratch.write(text, to: movie)
        try b.sync()
        #expect(try b.library().items.count == 1)
    }

    @Test("the older of two contents that was carried last is put right by who wrote the newer")
    func mending() throws {
        let (scratch, a, b) = try pair()
        let item = try a.add(1)
        try a.save([1], item.id)
        try a.sync()
        try scratch.write("older", to: "folder/library/\(item.id)/app_data/localhost/a/s.sol")
        try a.sync()
        try b.sync()
        #expect(try b.load(item.id) == [1])
    }

    @Test("an emptied folder is filled again and deletes nothing; a missing one is told of")
    func emptied() throws {
        let (_, a, b) = try pair()
        let item = try a.add(1)
        try a.sync()
        try FileManager.default.removeItem(atPath: a.folder)
        #expect(problem { () throws(LibraryProblem) in try a.sync() }?.contains("is not there") == true)
        try FileManager.default.createDirectory(atPath: a.folder, withIntermediateDirectories: true)
        try a.sync()
        try b.sync()
        #expect(try a.library().items.map(\.id) == [item.id])
        #expect(try b.library().items.map(\.id) == [item.id])
    }

    @Test("an index of a newer program stops the sync, one that is cut short is passed over, lines unknown are skipped")
    func indexes() throws {
        let (scratch, a, b) = try pair()
        _ = try a.add(1)
        try a.sync()
        let name = try #require(try Disk().names(in: a.folder + "/devices").first)
        let text = try scratch.text("folder/devices/\(name)")
        try scratch.write(String(text.dropLast(3)), to: "folder/devices/\(name)")
        try b.sync()
        #expect(b.outcome.waiting == 1)
        #expect(try b.library().items.isEmpty)
        var lines = text.split(separator: "\n").dropLast().map(String.init)
        lines += ["z 1 2 3", "f 1 1 x - -\t../../escape", "f 1 1 x - -\tlibrary/../x/y", "f", "f x", "\t", "\t\t"]
        try scratch.write(
            lines.joined(separator: "\n") + "\nend \(lines.count)\n", to: "folder/devices/\(name)")
        try b.sync()
        #expect(try b.library().items.count == 1)
        try scratch.write("ruffle-x11 sync 2\nend 1\n", to: "folder/devices/z.index")
        #expect(problem { () throws(LibraryProblem) in try b.sync() }?.contains("newer program") == true)
    }

    @Test("stopping leaves what has been done")
    func stopping() throws {
        let (_, a, b) = try pair()
        for number in 0..<5 { _ = try a.add(number) }
        try a.sync()
        let sync = LibrarySync(root: b.root, folder: b.folder, disk: b.disk)
        var steps: [Int] = []
        let outcome = try sync.run { done, total in
            steps.append(done)
            #expect(total == 15)
            return steps.count <= 2
        }
        #expect(outcome.isStopped)
        #expect(try b.library().items.count == 2)
        #expect(try b.library().warnings.isEmpty)
        try b.sync()
        #expect(try b.files() == a.files())
    }

    /// What has been written in a history, by item.
    private struct Ledger {
        /// Contents that nobody has written over, knowing of them.
        var open: [String: Set<[UInt8]>] = [:]
        var count = 0
    }

    @Test(
        "any history of two devices ends equal on both, with no save lost that was not written over", arguments: 0..<20)
    func histories(_ part: Int) throws {
        for seed in part * 50..<part * 50 + 50 {
            try history(UInt64(seed))
        }
    }

    private func history(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed &* 77 &+ 5)
        let (_, a, b) = try pair()
        // Clocks are up to a day apart.
        b.clock += Double(random.below(172_800)) * 1000 - 86_400_000
        var ledger = Ledger()
        for _ in 0..<6 + random.below(14) {
            let device = random.below(2) == 0 ? a : b
            for each in [a, b] { each.clock += Double(random.below(100_000)) }
            var left = random.below(5) == 0 ? random.below(30) : -1
            device.disk.beforeChange = { () throws(LibraryProblem) in
                if left == 0 { throw LibraryProblem(Disk.simulatedCrash) }
                left -= 1
            }
            do throws(LibraryProblem) {
                try act(device, &random, &ledger)
            } catch {
                guard error.message == Disk.simulatedCrash else { throw error }
            }
            device.disk.beforeChange = nil
            let library = try device.library()
            #expect(library.warnings.isEmpty, "seed \(seed): \(library.warnings)")
            try library.cleanUp()
        }
        // A save that is kept in one run is sent in the next, and may meet another there.
        for _ in 0..<5 {
            try a.sync()
            try b.sync()
        }
        for device in [a, b] {
            #expect(device.outcome == LibrarySync.Outcome(), "seed \(seed)")
            let library = try device.library()
            #expect(library.warnings.isEmpty, "seed \(seed)")
            for item in library.items { #expect(try library.bundle(of: item.id).movie().count > 4, "seed \(seed)") }
        }
        #expect(try a.files() == b.files(), "seed \(seed)")
        for (id, contents) in ledger.open {
            let found = try (saves(a, id) + saves(b, id))
            for content in contents { #expect(found.contains(content), "seed \(seed): \(content) of \(id)") }
        }
    }

    /// All that is left of an item's save: in the library or in the trash.
    private func saves(_ device: Device, _ id: String) throws -> [[UInt8]] {
        let places = ["\(device.root)/library/\(id)", "\(device.root)/trash/\(id)"]
        return try places.flatMap { place in
            let folder = SaveFolder(at: place + "/app_data", disk: device.disk)
            return try folder.generations(of: "localhost/a/s") + [folder.load("localhost/a/s")].compactMap(\.self)
        }
    }

    private func act(_ device: Device, _ random: inout SeededRandom, _ ledger: inout Ledger) throws(LibraryProblem) {
        let library = try device.library()
        let items = library.items.sorted { $0.id < $1.id }
        let item = items.isEmpty ? nil : items[random.below(items.count)]
        switch (random.below(10), item) {
        case (0, _): _ = try device.add(random.below(4))
        case (1...4, let item?):
            ledger.count += 1
            let bytes = [UInt8(ledger.count >> 8), UInt8(ledger.count & 255)]
            let before = try device.load(item.id)
            // A save that a crash cut off is there or is not.
            do throws(LibraryProblem) {
                try device.save(bytes, item.id)
            } catch {
                if try device.load(item.id) == bytes, let before { ledger.open[item.id]?.remove(before) }
                throw error
            }
            if let before { ledger.open[item.id]?.remove(before) }
            ledger.open[item.id, default: []].insert(bytes)
        case (5, var item?):
            item.name = "name \(random.below(1000))"
            try library.update(item)
        case (6, let item?): try library.trash(item.id)
        case (7, _):
            let trashed = try library.trashed().filter { library.item($0) == nil }
            if let id = trashed.randomElement(using: &random) { try library.restore(id) }
        default: try device.sync()
        }
    }
}
