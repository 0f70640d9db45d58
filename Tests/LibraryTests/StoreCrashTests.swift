import Foundation
import TestSupport
import Testing

@testable import Library

/// A library under random use whose program may end at any step that changes the disk.
@Suite("The store under crashes")
struct StoreCrashTests {
    /// What must be found again.
    private struct Ledger {
        /// The save of each item that was confirmed last, and the one that was being written when the end came.
        var saves: [String: [UInt8]] = [:]
        var attempts: [String: [UInt8]] = [:]
        /// Pictures and names alike.
        var pictures: [String: Set<[UInt8]>] = [:]
        var operations = 0
        var crashes = 0
    }

    @Test("2,000 operations with an end at any write leave every item whole", arguments: 0..<8)
    func crashes(_ seed: UInt64) throws {
        let scratch = try Scratch()
        var random = SeededRandom(seed: seed &+ 1)
        var ledger = Ledger()
        for number in 0..<12 { try scratch.write("FWS\u{6}\(number) imported", to: "source/i\(number).swf") }
        try scratch.write("FWS\u{6}linked", to: "source/linked.swf")
        while ledger.operations < 250 {
            let disk = Disk(isDurable: false)
            let root = scratch.path + "/root"
            let library = try MovieLibrary(root: root, disk: disk)
            try check(library, &ledger)
            var left = random.below(40)
            disk.beforeChange = { () throws(LibraryProblem) in
                if left == 0 { throw LibraryProblem(Disk.simulatedCrash) }
                left -= 1
            }
            do throws(LibraryProblem) {
                for _ in 0..<12 {
                    ledger.operations += 1
                    try act(library, scratch.path + "/source", &random, &ledger)
                }
            } catch {
                #expect(error.message == Disk.simulatedCrash)
                ledger.crashes += 1
            }
        }
        let last = try MovieLibrary(root: scratch.path + "/root")
        try check(last, &ledger)
        try last.cleanUp()
        let all = try Disk().files(below: scratch.path)
        #expect(!all.contains { $0.hasSuffix(Disk.temporaryEnding) || $0.contains("unfinished/") })
        #expect(ledger.crashes > 5)
    }

    private func check(_ library: MovieLibrary, _ ledger: inout Ledger) throws {
        #expect(library.warnings.isEmpty, "\(library.warnings)")
        for item in library.items {
            if item.source == .stored {
                #expect(SHA256.hex(try library.bundle(of: item.id).movie()) == item.hash)
            }
            if let expected = ledger.saves[item.id] {
                let found = try library.saves(of: item.id).load("localhost/a/s")
                #expect(found == expected || found == ledger.attempts[item.id])
                ledger.saves[item.id] = found
            }
            for older in try library.saves(of: item.id).generations(of: "localhost/a/s") { #expect(older.count == 2) }
            if let bytes = try? Disk().read(library.picture(of: item.id), limit: 1 << 20) {
                #expect(ledger.pictures[item.id]?.contains(bytes) == true)
            }
        }
    }

    private func act(
        _ library: MovieLibrary, _ source: String, _ random: inout SeededRandom, _ ledger: inout Ledger
    ) throws(LibraryProblem) {
        let item = library.items.isEmpty ? nil : library.items[random.below(library.items.count)]
        switch (random.below(12), item) {
        case (0, var item?):
            item.name = "name \(random.next())"
            item.tags = ["t\(random.below(9))"]
            item.options.quality = random.below(2) == 0 ? .low : nil
            try library.update(item)
        case (1...4, let item?):
            let bytes = [UInt8(ledger.operations & 255), UInt8(random.below(256))]
            ledger.attempts[item.id] = bytes
            if ledger.saves[item.id] == nil { ledger.saves[item.id] = bytes }
            let saves = library.saves(of: item.id)
            do throws(LibraryProblem) {
                try saves.store(bytes, as: "localhost/a/s")
            } catch {
                // The first of all may be there or not.
                if (try? SaveFolder(at: saves.path).load("localhost/a/s")) == .some(nil) {
                    ledger.saves[item.id] = nil
                }
                throw error
            }
            ledger.saves[item.id] = bytes
        case (5, let item?):
            let bytes = [UInt8](repeating: UInt8(random.below(256)), count: 50)
            ledger.pictures[item.id, default: []].insert(bytes)
            try library.setPicture(bytes, of: item.id)
        case (6, let item?):
            try library.trash(item.id)
            if random.below(3) > 0 { try library.restore(item.id) }
        case (7, _):
            if let id = try library.trashed().first { try library.restore(id) }
        case (8, _): try library.cleanUp()
        case (9, _): _ = try library.importFolder(source)
        case (10, _): _ = try library.link(file: source + "/linked.swf")
        default:
            let bytes = Array("FWS\u{6}".utf8) + Array("\(random.below(50)) content".utf8)
            _ = try library.add(movie: bytes, fileName: "m.swf")
        }
    }
}
