/// Older contents of one save, each a file beside it that is never changed:
///
///     slot.sol.g-<milliseconds>-<hash>   what was there when a session began to write
///     slot.sol.c-<milliseconds>-<hash>   what lost against a save of another device
///
/// A name that tells of the content can be carried between devices without one standing in for another.
public struct SaveGenerations {
    public enum Kind: String, Sendable {
        case session = "g"
        case conflict = "c"
    }

    /// One older content.
    public struct Generation: Equatable, Sendable {
        public let file: String
        public let kind: Kind
        /// When it was put aside, since 1970; 0: not known.
        public let milliseconds: Int64
        let hash: Substring
    }

    /// The save's own file.
    let file: String
    let disk: Disk
    var now: () -> Double = MovieLibrary.wallClock

    /// So many of each kind are kept.
    static func limit(of kind: Kind) -> Int { kind == .session ? SaveFolder.generationCount : 20 }

    init(file: String, disk: Disk, now: @escaping () -> Double = MovieLibrary.wallClock) {
        (self.file, self.disk, self.now) = (file, disk, now)
    }

    private var folder: String { file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "." }

    /// All of them, the newest first.
    func all() throws(LibraryProblem) -> [Generation] {
        guard disk.kind(of: folder) == .folder else { return [] }
        let start = String(file.dropFirst(folder.utf8.count + 1)) + "."
        var found: [Generation] = []
        for name in try disk.names(in: folder) where name.hasPrefix(start) {
            let rest = name.dropFirst(start.count)
            let parts = rest.split(separator: "-", omittingEmptySubsequences: false)
            if parts.count == 3, let kind = Kind(rawValue: String(parts[0])), let time = Int64(parts[1]), time >= 0 {
                found.append(
                    Generation(file: "\(folder)/\(name)", kind: kind, milliseconds: time, hash: parts[2]))
            } else if let number = Int64(rest), (1...Int64(SaveFolder.generationCount)).contains(number) {
                // As the first version of this program named them, the newest 1.
                found.append(
                    Generation(file: "\(folder)/\(name)", kind: .session, milliseconds: -number, hash: ""))
            }
        }
        return found.sorted { ($0.milliseconds, $0.file) > ($1.milliseconds, $1.file) }
    }

    /// Keeps the saves below `old` beside those below `new`, where these do not hold them: `old` is about to go.
    static func carryOver(
        from old: String, to new: String, disk: Disk, now: @escaping () -> Double
    ) throws(LibraryProblem) {
        guard disk.kind(of: old) == .folder else { return }
        for name in try disk.files(below: old) {
            let save: String
            if name.hasSuffix(".sol") {
                save = name
            } else if let end = name.firstRange(of: ".sol.c-") {
                save = name[..<end.lowerBound] + ".sol"
            } else {
                continue
            }
            let bytes = try disk.read("\(old)/\(name)", limit: SaveFolder.largestSave)
            let file = "\(new)/\(save)"
            let current = disk.kind(of: file) == .file ? try disk.read(file, limit: SaveFolder.largestSave) : nil
            if current != bytes { try SaveGenerations(file: file, disk: disk, now: now).keep(bytes, as: .conflict) }
        }
    }

    /// Puts the saves below `newer` over those below `older`, which become generations of them.
    static func overlay(
        _ newer: String, over older: String, disk: Disk, now: @escaping () -> Double
    ) throws(LibraryProblem) {
        guard disk.kind(of: newer) == .folder else { return }
        for name in try disk.files(below: newer) where name.contains(".sol") {
            let bytes = try disk.read("\(newer)/\(name)", limit: SaveFolder.largestSave)
            let file = "\(older)/\(name)"
            if name.hasSuffix(".sol"), disk.kind(of: file) == .file {
                let before = try disk.read(file, limit: SaveFolder.largestSave)
                if before == bytes { continue }
                try SaveGenerations(file: file, disk: disk, now: now).keep(before, as: .conflict)
            }
            // Names of generations tell of their content.
            try disk.write(bytes, to: file)
        }
    }

    /// Keeps a content, and drops the oldest of its kind where there are too many. Returns whether it is new.
    @discardableResult
    func keep(_ bytes: [UInt8], as kind: Kind) throws(LibraryProblem) -> Bool {
        let hash = SHA256.hex(bytes).prefix(16)
        let before = try all()
        // After a crash the same is kept again.
        if before.first(where: { $0.kind == kind })?.hash == hash { return false }
        if kind == .conflict && before.contains(where: { $0.hash == hash }) { return false }
        // Never older than what is there, whatever the clock says.
        let time = max(Int64(min(max(0, now()), 1e15)), (before.first?.milliseconds ?? 0) + 1)
        try disk.write(bytes, to: "\(file).\(kind.rawValue)-\(time)-\(hash)")
        for old in before.filter({ $0.kind == kind }).dropFirst(Self.limit(of: kind) - 1) {
            try disk.remove(old.file)
        }
        return true
    }
}
