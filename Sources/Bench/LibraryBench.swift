import Glibc
import Library
import Measure
import TestSupport

/// The library on the disk: how fast movies are imported, and how long it takes until thousands are listed.
enum LibraryBench {
    private static let imported = 1000
    private static let listed = 5000

    static func run() {
        // On a slow disk most of it is waiting for that: TMPDIR=/dev/shm measures the program alone.
        let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let folder = "\(place)/ruffle-x11-bench-\(getpid())"
        let disk = Disk()
        defer { try? disk.remove(folder) }
        do throws(LibraryProblem) {
            try measure(folder, disk)
        } catch {
            print("bench: \(error.message)")
        }
    }

    private static func measure(_ folder: String, _ disk: Disk) throws(LibraryProblem) {
        var random = SeededRandom(seed: 1)
        for number in 0..<listed {
            var bytes = Array("FWS\u{6}".utf8)
            let size = number < imported ? 50_000 : 100
            for _ in 0..<size / 8 { withUnsafeBytes(of: random.next()) { bytes += $0 } }
            let part = number < imported ? "first" : "rest"
            try disk.write(bytes, to: "\(folder)/\(part)/d\(number % 20)/m\(number).swf")
        }
        let root = "\(folder)/root"
        let library = try MovieLibrary(root: root)
        var start = now()
        var outcome = try library.importFolder("\(folder)/first")
        let rate = Double(outcome.added.count) / (now() - start)
        print(column("import", 26) + "\(outcome.added.count) of 50 KB, \(fixed(rate)) a second")
        outcome = try library.importFolder("\(folder)/rest")
        start = now()
        _ = try MovieLibrary(root: root)
        print(column("open without index", 26) + "\(fixed((now() - start) * 1000)) ms")
        start = now()
        let again = try MovieLibrary(root: root)
        print(column("open", 26) + "\(again.items.count) items, \(fixed((now() - start) * 1000)) ms")
        try LibraryScreenBench.run(root, disk)
        let sync = "\(folder)/sync"
        try disk.makeFolder(sync)
        start = now()
        _ = try LibrarySync(root: root, folder: sync).run()
        print(column("first sync", 26) + "\(fixed((now() - start) * 1000)) ms")
        start = now()
        _ = try LibrarySync(root: root, folder: sync).run()
        print(column("sync with nothing to do", 26) + "\(fixed((now() - start) * 1000)) ms")
    }
}
