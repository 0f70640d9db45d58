/// What is to be done with one file so that this device and the folder agree.
struct SyncStep: Equatable, Sendable {
    enum Action: Equatable, Sendable {
        /// Both have the same: only the entry is new.
        case adopt
        /// This device's file goes into the folder.
        case push
        /// The file has been deleted here: its copy in the folder goes.
        case pushDeletion
        /// The folder's file comes here.
        case fetch
        /// The file goes here, since it was deleted elsewhere.
        case delete
    }

    var path: String
    var action: Action
    /// What is known of the file afterwards.
    var entry: SyncEntry
    /// The content here was made without knowing of the one that comes: a save of it is kept.
    var keepsOurs = false
    /// The content in the folder was made without knowing of ours: a save of it is kept.
    var keepsTheirs: SyncEntry?
}

/// Decides what a sync does, from what is here, what was here at the last sync, and what the devices say.
///
/// Newest wins, file by file. A change wins over a deletion that did not know of it. An item that was deleted as a whole
/// on one device and changed on the other lives, whole.
struct SyncPlan {
    /// The content of each file here.
    let local: [String: String]
    /// When each file here was changed, milliseconds since 1970.
    let changed: [String: Int64]
    let base: [String: SyncEntry]
    let remote: [String: SyncEntry]
    let device: String
    let now: Int64

    /// The steps, sorted by path, and the items to be put into the trash as a whole.
    func steps() -> (steps: [SyncStep], trashed: Set<String>) {
        var steps: [String: SyncStep] = [:]
        var items: [String: [String]] = [:]
        for path in Set(local.keys).union(base.keys).union(remote.keys) {
            steps[path] = step(path)
            if let item = SyncIndex.item(of: path) { items[item, default: []].append(path) }
        }
        var trashed: Set<String> = []
        for (item, paths) in items {
            if paths.contains(where: { local[$0] != nil }) {
                if decideTrash(paths, &steps) { trashed.insert(item) }
            } else {
                reviveFromFolder(paths, &steps)
            }
        }
        return (steps.values.sorted { $0.path < $1.path }, trashed)
    }

    private func isChangedHere(_ path: String) -> Bool { local[path] != base[path]?.hash }

    private func isChangedThere(_ path: String) -> Bool {
        guard let remote = remote[path] else { return false }
        return base[path].map { remote.version > $0.version } ?? true
    }

    private func step(_ path: String) -> SyncStep? {
        let (ours, base, remote) = (local[path], base[path], remote[path])
        switch (isChangedHere(path), isChangedThere(path)) {
        case (false, false):
            guard let base else { return nil }
            // The folder has been emptied, or set back: it gets again what it had.
            if remote == nil || remote!.version < base.version {
                return SyncStep(path: path, action: base.hash == nil ? .pushDeletion : .push, entry: base)
            }
            return nil
        case (true, false): return push(path)
        case (false, true): return take(remote!, at: path)
        case (true, true):
            guard let remote else { return nil }
            if remote.hash == ours { return SyncStep(path: path, action: .adopt, entry: remote) }
            if ours == nil { return take(remote, at: path) }
            if remote.hash == nil { return push(path) }
            let version = SyncVersion.next(after: [base?.version], at: time(of: path), by: device)
            return version > remote.version ? push(path) : take(remote, at: path)
        }
    }

    private func time(of path: String) -> Int64 { min(changed[path] ?? now, now) }

    private func push(_ path: String) -> SyncStep {
        let (ours, base, remote) = (local[path], base[path], remote[path])
        let version = SyncVersion.next(after: [base?.version, remote?.version], at: time(of: path), by: device)
        var replaced: [String] = []
        for hash in [remote?.hash, base?.hash].compactMap(\.self).map(SyncEntry.brief)
            + (base?.replaced ?? []) + (remote?.replaced ?? [])
        where !replaced.contains(hash) && hash != ours.map(SyncEntry.brief) {
            replaced.append(hash)
        }
        let entry = SyncEntry(
            version: version, hash: ours, replaced: Array(replaced.prefix(SyncEntry.mostReplaced)))
        var step = SyncStep(path: path, action: ours == nil ? .pushDeletion : .push, entry: entry)
        // What this device has had once, it has replaced knowingly.
        if let remote, let theirs = remote.hash, theirs != ours, isChangedThere(path),
            !(base?.replaces(theirs) ?? false)
        {
            step.keepsTheirs = remote
        }
        return step
    }

    private func take(_ remote: SyncEntry, at path: String) -> SyncStep {
        let ours = local[path]
        if remote.hash == ours { return SyncStep(path: path, action: .adopt, entry: remote) }
        var step = SyncStep(path: path, action: remote.hash == nil ? .delete : .fetch, entry: remote)
        if let ours { step.keepsOurs = !remote.replaces(ours) }
        return step
    }

    /// An item that is here: was it deleted elsewhere as a whole? Returns whether it goes. Where somebody has changed
    /// it since, all of it goes back into the folder.
    private func decideTrash(_ paths: [String], _ steps: inout [String: SyncStep]) -> Bool {
        let here = paths.filter { local[$0] != nil }
        let isDeletedThere = paths.contains { path in
            path.hasSuffix("/settings.toml") && remote[path].map { $0.hash == nil } ?? false && isChangedThere(path)
        }
        guard isDeletedThere else { return false }
        let isAlive = here.contains { isChangedHere($0) } || paths.contains { remote[$0]?.hash != nil }
        if !isAlive { return true }
        for path in here where steps[path]?.action == .delete { steps[path] = push(path) }
        return false
    }

    /// An item that is not here: it comes whole, or not at all.
    private func reviveFromFolder(_ paths: [String], _ steps: inout [String: SyncStep]) {
        let isChanged = paths.contains { isChangedThere($0) && remote[$0]?.hash != nil }
        guard isChanged else { return }
        let isWhole = paths.contains { $0.hasSuffix("/settings.toml") && remote[$0]?.hash != nil }
        for path in paths {
            guard let remote = remote[path] else { continue }
            // Somebody is about to put the rest of it back.
            if !isWhole {
                steps[path] = nil
            } else if remote.hash != nil {
                steps[path] = SyncStep(path: path, action: .fetch, entry: remote)
            }
        }
    }
}
