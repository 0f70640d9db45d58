/// When a file got the content it has: greater is newer.
///
/// The time is the clock's, but never less than that of the version it replaces, and the counter is one more than that
/// version's. So what was made knowing of something is newer than it, however wrong a clock may be.
struct SyncVersion: Equatable, Comparable, Sendable {
    /// Milliseconds since 1970.
    var time: Int64
    var counter: Int64
    /// Who made it: decides between two that are equal otherwise.
    var device: String

    static func < (a: SyncVersion, b: SyncVersion) -> Bool {
        (a.time, a.counter, a.device) < (b.time, b.counter, b.device)
    }

    /// A version that replaces `known`, those that its maker knows of.
    static func next(after known: [SyncVersion?], at time: Int64, by device: String) -> SyncVersion {
        let known = known.compactMap(\.self)
        let newest = known.map(\.time).max() ?? 0
        // No file is made to last until the year 5000: a clock that says so must not run into the end of the integer.
        let counter = min(known.map(\.counter).max() ?? 0, Int64.max - 1)
        return SyncVersion(time: max(newest, min(time, latestTime)), counter: counter + 1, device: device)
    }

    static let latestTime: Int64 = 100_000_000_000_000
}

/// What is known of one file.
struct SyncEntry: Equatable, Sendable {
    var version: SyncVersion
    /// SHA-256 of the content; nil: the file has been deleted.
    var hash: String?
    /// Contents that this one was made to replace, the newest first, as ``brief(_:)``: what is not among them and
    /// differs was made elsewhere without knowing of this one.
    var replaced: [String] = []

    /// Contents that an entry tells of. Who is further behind keeps an old save too many, which does no harm.
    static let mostReplaced = 8

    static func brief(_ hash: String) -> String { String(hash.prefix(16)) }

    func replaces(_ hash: String) -> Bool { replaced.contains(Self.brief(hash)) }
}

/// A table of files and what is known of them: the file that each device writes for the others to read, and that which
/// it keeps of its own state.
///
/// Lines of text. A line of a kind that is not known is passed over, and so are further fields before the path's tab:
/// later programs may say more.
///
///     ruffle-x11 sync 1
///     f <time> <counter> <device> <SHA-256 or -> <replaced,… or ->⇥<path>
///     s <size> <changed> <inode>⇥<path>         only in a device's own state: the file as it was last seen
///     m <size> <changed> <inode>⇥<path>         and its copy in the folder
///     d <device> <machine>                      and who this is
///     end <number of lines>
struct SyncIndex: Equatable, Sendable {
    var entries: [String: SyncEntry] = [:]
    var seen: [String: Disk.Stamp] = [:]
    var mirrored: [String: Disk.Stamp] = [:]
    var device = ""
    var machine = ""

    static let heading = "ruffle-x11 sync "
    static let format = 1
    static let largestFile = 256 << 20

    init() {}

    /// Nil where the file is not whole: it may still be on its way.
    init?(_ bytes: [UInt8]) throws(LibraryProblem) {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)
        guard let first = lines.first else { return nil }
        let heading = String(decoding: first, as: UTF8.self)
        guard heading.hasPrefix(Self.heading), let format = Int(heading.dropFirst(Self.heading.count)) else {
            return nil
        }
        guard format == Self.format else {
            throw LibraryProblem("the sync folder is kept by a newer program (format \(format))")
        }
        guard bytes.last == 0x0A, let last = lines.last,
            String(decoding: last, as: UTF8.self) == "end \(lines.count - 1)"
        else { return nil }
        for line in lines.dropFirst().dropLast() {
            guard let line = String(validating: line, as: UTF8.self) else { return nil }
            read(line)
        }
    }

    private mutating func read(_ line: String) {
        let halves = line.split(separator: "\t", maxSplits: 1)
        guard let first = halves.first else { return }
        let fields = first.split(separator: " ")
        if fields.first == "d", fields.count >= 3 { (device, machine) = (String(fields[1]), String(fields[2])) }
        guard halves.count == 2, let kind = fields.first else { return }
        let path = String(halves[1])
        guard Self.isShared(path) else { return }
        switch kind {
        case "f":
            guard fields.count >= 6, let time = Int64(fields[1]), let counter = Int64(fields[2]),
                (0...SyncVersion.latestTime).contains(time), counter >= 0,
                fields[4] == "-" || Self.isHash(fields[4])
            else { return }
            entries[path] = SyncEntry(
                version: SyncVersion(time: time, counter: counter, device: String(fields[3])),
                hash: fields[4] == "-" ? nil : String(fields[4]),
                replaced: fields[5] == "-"
                    ? [] : fields[5].split(separator: ",").prefix(SyncEntry.mostReplaced).map(String.init))
        case "s", "m":
            guard fields.count >= 4, let size = Int64(fields[1]), let changed = Int64(fields[2]),
                let inode = UInt64(fields[3])
            else { return }
            let stamp = Disk.Stamp(size: size, changed: changed, inode: inode)
            if kind == "s" { seen[path] = stamp } else { mirrored[path] = stamp }
        default: break
        }
    }

    /// The file that others read: without what is this device's business alone.
    var shared: SyncIndex {
        var index = self
        (index.seen, index.mirrored, index.device, index.machine) = ([:], [:], "", "")
        return index
    }

    var bytes: [UInt8] {
        var lines = [Self.heading + String(Self.format)]
        if !device.isEmpty { lines.append("d \(device) \(machine)") }
        for (path, entry) in entries.sorted(by: { $0.key < $1.key }) {
            let version = entry.version
            let replaced = entry.replaced.isEmpty ? "-" : entry.replaced.joined(separator: ",")
            lines.append(
                "f \(version.time) \(version.counter) \(version.device) \(entry.hash ?? "-") \(replaced)\t\(path)")
        }
        for (kind, stamps) in [("s", seen), ("m", mirrored)] {
            for (path, stamp) in stamps.sorted(by: { $0.key < $1.key }) {
                lines.append("\(kind) \(stamp.size) \(stamp.changed) \(stamp.inode)\t\(path)")
            }
        }
        lines.append("end \(lines.count)")
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// Whether a path is one that devices share. A folder that others can write to names no other place.
    static func isShared(_ path: String) -> Bool {
        let steps = path.split(separator: "/")
        guard SafePath.isSafe(path), steps.count >= 3, !path.hasSuffix(Disk.temporaryEnding) else { return false }
        switch steps[0] {
        case "library": return MovieLibrary.isID(steps[1])
        case "saves": return isHash(steps[1])
        default: return false
        }
    }

    private static func isHash(_ text: Substring) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// The item that a path belongs to, nil for saves of movies that were not added.
    static func item(of path: String) -> String? {
        let steps = path.split(separator: "/", maxSplits: 2)
        return steps.count == 3 && steps[0] == "library" ? String(steps[1]) : nil
    }
}
