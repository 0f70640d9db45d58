import Glibc

/// Keeps a library the same on several machines through a folder that something else carries between them (Syncthing,
/// Nextcloud, a stick). Files lie there as they lie in the library:
///
///     <folder>/library/<uuid>/…        as in the library
///     <folder>/saves/<sha-256>/…
///     <folder>/devices/<device>.index  what each device knows, see SyncIndex; only that device writes it
///
/// What carries the folder may bring files in any order: a file counts once its content is what an index says. Nothing
/// here waits for anything, and a run that is broken off anywhere is made good by the next.
public final class LibrarySync {
    let root: String
    private let folder: String
    let disk: Disk
    let now: () -> Double
    /// Files of these items are sent but not changed here: they are being played.
    public var busy: Set<String> = []
    var state = SyncIndex()
    var outcome = Outcome()
    /// Settings have been put together here that are yet to be sent.
    var hasMerged = false

    /// What a run came to.
    public struct Outcome: Equatable, Sendable {
        /// Files that went into the folder, and that came from it.
        public var sent = 0
        public var received = 0
        public var deleted = 0
        /// Saves that lost against a newer one and are kept beside it.
        public var kept = 0
        /// Files that are still on their way.
        public var waiting = 0
        /// Whether another program is at it, or the person has stopped it.
        public var isStopped = false
        /// What could not be carried, a line each.
        public var problems: [String] = []

        public var hasChangedLibrary: Bool { received + deleted + kept > 0 }

        public init() {}
    }

    /// How far a run is. Returning false stops it: what has been done by then stays.
    public typealias Progress = (_ done: Int, _ total: Int) -> Bool

    static let largestFile = 512 << 20
    private static let mostProblems = 20

    /// Syncs the library below `root` with `folder`, which must be there: a stick that is not plugged in is no empty
    /// folder.
    public init(
        root: String, folder: String, disk: Disk = Disk(), now: @escaping () -> Double = MovieLibrary.wallClock
    ) {
        self.root = root
        self.folder = folder
        self.disk = disk
        self.now = now
    }

    /// Only one program at a time syncs a library.
    private var lockFile: String { "\(root)/sync/lock" }
    var stateFile: String { "\(root)/sync/\(SHA256.hex(Array(folder.utf8)).prefix(16)).state" }
    func here(_ path: String) -> String { "\(root)/\(path)" }
    func there(_ path: String) -> String { "\(folder)/\(path)" }

    public func run(_ progress: Progress = { _, _ in true }) throws(LibraryProblem) -> Outcome {
        outcome = Outcome()
        guard Paths.resolved(folder).map({ disk.kind(of: $0) == .folder }) ?? false else {
            throw LibraryProblem("the sync folder \(folder) is not there")
        }
        try disk.makeFolder("\(root)/sync")
        let lock = open(lockFile, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { if lock >= 0 { close(lock) } }
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            outcome.isStopped = true
            return outcome
        }
        try readState()
        // A save that lost is kept here by the first pass; the second sends it, so that it is not only here.
        for _ in 0..<2 {
            let kept = outcome.kept
            hasMerged = false
            try pass(progress)
            if outcome.kept == kept && !hasMerged || outcome.isStopped { break }
        }
        try disk.write(state.bytes, to: stateFile)
        return outcome
    }

    private func pass(_ progress: Progress) throws(LibraryProblem) {
        outcome.waiting = 0
        let remote = try readIndexes()
        let local = try scan()
        let plan = SyncPlan(
            local: local, changed: state.seen.mapValues { $0.changed / 1_000_000 }, base: state.entries,
            remote: remote, device: state.device, now: Int64(min(now(), Double(SyncVersion.latestTime))))
        let (steps, trashed) = plan.steps()
        let scanned = state.seen
        try carry(steps, trashed: trashed, progress)
        if !outcome.isStopped { mend(local, remote) }
        // A step that was put off or has failed leaves a file that is not what its entry says: it must be read again, or
        // it would pass for unchanged.
        for (path, hash) in local where state.entries[path]?.hash != hash && state.seen[path] == scanned[path] {
            state.seen[path] = nil
        }
        if outcome.sent > 0 { try disk.flush(folder) }
        let own = "\(folder)/devices/\(state.device).index"
        let shared = state.shared.bytes
        if disk.kind(of: own) != .file || (try? disk.read(own, limit: SyncIndex.largestFile)) != shared {
            try disk.write(shared, to: own)
        }
    }

    func note(_ path: String, _ problem: LibraryProblem) throws(LibraryProblem) {
        // The property tests' crash must end the run, as a real one would.
        if problem.message == Disk.simulatedCrash { throw problem }
        if outcome.problems.count < Self.mostProblems { outcome.problems.append("\(path): \(problem.message)") }
    }

    // MARK: - What is known

    private func readState() throws(LibraryProblem) {
        let machine = (try? disk.read("/etc/machine-id", limit: 4096)).map { String(SHA256.hex($0).prefix(16)) } ?? "-"
        state = SyncIndex()
        if disk.kind(of: stateFile) == .file,
            let read = try SyncIndex(try disk.read(stateFile, limit: SyncIndex.largestFile))
        {
            state = read
        }
        // A copy of a library on another machine is another device.
        if state.device.isEmpty || state.machine != machine {
            state.device = MovieLibrary.newID()
            state.machine = machine
        }
    }

    /// The newest that any device says of each file.
    private func readIndexes() throws(LibraryProblem) -> [String: SyncEntry] {
        var newest: [String: SyncEntry] = [:]
        let place = "\(folder)/devices"
        guard disk.kind(of: place) == .folder else { return [:] }
        for name in try disk.names(in: place) where name.hasSuffix(".index") {
            let index: SyncIndex?
            do throws(LibraryProblem) {
                index = try SyncIndex(try disk.read("\(place)/\(name)", limit: SyncIndex.largestFile))
            } catch {
                throw LibraryProblem("\(place)/\(name): \(error.message)")
            }
            guard let index else {
                outcome.waiting += 1
                continue
            }
            for (path, entry) in index.entries {
                if let known = newest[path], known.version >= entry.version { continue }
                newest[path] = entry
            }
        }
        return newest
    }

    /// The content of every file here. Only what has changed since the last time is read.
    private func scan() throws(LibraryProblem) -> [String: String] {
        // Not to be found is not to be deleted: a folder that was moved away would empty all devices.
        if disk.kind(of: here("library")) != .folder,
            state.entries.contains(where: { $0.key.hasPrefix("library/") && $0.value.hash != nil })
        {
            throw LibraryProblem("\(here("library")) is no folder any more: nothing is synced")
        }
        var found: [String: String] = [:]
        var seen: [String: Disk.Stamp] = [:]
        for place in ["library", "saves"] where disk.kind(of: here(place)) == .folder {
            for name in try disk.files(below: here(place), limit: 1_000_000) {
                let path = "\(place)/\(name)"
                guard SyncIndex.isShared(path), let stamp = disk.stamp(of: here(path)) else { continue }
                seen[path] = stamp
                if state.seen[path] == stamp, let hash = state.entries[path]?.hash {
                    found[path] = hash
                    continue
                }
                do throws(LibraryProblem) {
                    found[path] = SHA256.hex(try disk.read(here(path), limit: Self.largestFile))
                } catch {
                    // It has changed in an unknown way; the last known content stands for it, so that nothing is done.
                    found[path] = state.entries[path]?.hash
                    seen[path] = nil
                    try note(path, error)
                }
            }
        }
        state.seen = seen
        return found
    }

    // MARK: - Making good

    /// Looks whether the folder holds what this device has put there: what carries it may have brought the older of two
    /// files last.
    private func mend(_ local: [String: String], _ remote: [String: SyncEntry]) {
        for (path, entry) in state.entries {
            // What is missing altogether anybody may put back.
            let copy = disk.stamp(of: there(path))
            guard let hash = entry.hash, local[path] == hash, state.mirrored[path] != copy || copy == nil,
                entry.version.device == state.device || copy == nil, let stamp = state.seen[path],
                disk.stamp(of: here(path)) == stamp
            else { continue }
            // A device that is behind must not overwrite what is newer than all it knows.
            if let newest = remote[path], newest.version > entry.version { continue }
            if let bytes = try? disk.read(there(path), limit: Self.largestFile), SHA256.hex(bytes) == hash {
                state.mirrored[path] = disk.stamp(of: there(path))
            } else if let bytes = try? disk.read(here(path), limit: Self.largestFile), SHA256.hex(bytes) == hash,
                (try? disk.withoutWaiting({ () throws(LibraryProblem) in try disk.write(bytes, to: there(path)) }))
                    != nil
            {
                outcome.sent += 1
                state.mirrored[path] = disk.stamp(of: there(path))
            }
        }
    }
}
