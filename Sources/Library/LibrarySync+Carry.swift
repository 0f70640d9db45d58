/// How a sync's steps are carried out.
extension LibrarySync {
    /// What is to happen to one item, or to the saves of a movie that was not added.
    private struct Group {
        var steps: [SyncStep] = []
        var item: String?
    }

    func carry(_ steps: [SyncStep], trashed: Set<String>, _ progress: Progress) throws(LibraryProblem) {
        var groups: [Group] = []
        for step in steps {
            let item = SyncIndex.item(of: step.path)
            if let last = groups.last, last.item == item, item != nil {
                groups[groups.count - 1].steps.append(step)
            } else {
                groups.append(Group(steps: [step], item: item))
            }
        }
        var done = 0
        var staged: [Group] = []
        let lock = WorkLock(.making, root: root)
        defer { withExtendedLifetime(lock) {} }
        for group in groups {
            guard progress(done, steps.count) else {
                outcome.isStopped = true
                return try finish(staged)
            }
            done += group.steps.count
            if staged.count >= Self.itemsAtOnce {
                try finish(staged)
                staged = []
            }
            do throws(LibraryProblem) {
                if let item = group.item, trashed.contains(item) {
                    try trash(item, group.steps)
                } else if let item = group.item, disk.kind(of: here("library/\(item)")) == nil,
                    group.steps.contains(where: { $0.action == .fetch })
                {
                    if try stage(item, group.steps) { staged.append(group) }
                } else {
                    for step in group.steps { try carry(step) }
                }
            } catch {
                try note(group.steps[0].path, error)
            }
        }
        try finish(staged)
        _ = progress(done, steps.count)
    }

    /// So many new items wait for the disk together: to wait for each takes most of a first sync.
    private static let itemsAtOnce = 200

    private func isBusy(_ path: String) -> Bool {
        if busy.isEmpty { return false }
        let steps = path.split(separator: "/")
        return steps.count > 1 && busy.contains(String(steps[1]))
    }

    private func carry(_ step: SyncStep) throws(LibraryProblem) {
        let path = step.path
        switch step.action {
        case .adopt:
            state.entries[path] = step.entry
            if isSettings(path), disk.kind(of: here(path)) == .file {
                try noteSettings(try disk.read(here(path), limit: Self.largestFile), of: path)
            }
        case .push:
            if step.keepsTheirs != nil && isBusy(path) { return }
            try push(step)
        case .pushDeletion:
            try disk.remove(there(path))
            removeEmptyFolders(above: path)
            state.mirrored[path] = nil
            state.entries[path] = step.entry
        case .fetch:
            if isBusy(path) { return }
            guard let bytes = try arrived(step) else { return }
            guard try makeRoom(for: step) else { return }
            if step.keepsOurs, isSettings(path), try merge(theirs: bytes, step.entry, at: path, winner: .theirs) {
                return
            }
            try disk.write(bytes, to: here(path))
            outcome.received += 1
            settle(step)
            if isSettings(path) { try noteSettings(bytes, of: path) }
        case .delete:
            if isBusy(path) { return }
            guard try makeRoom(for: step) else { return }
            try disk.remove(here(path))
            outcome.deleted += 1
            state.seen[path] = nil
            state.mirrored[path] = nil
            state.entries[path] = step.entry
        }
    }

    private func settle(_ step: SyncStep) {
        state.entries[step.path] = step.entry
        state.seen[step.path] = disk.stamp(of: here(step.path))
        state.mirrored[step.path] = disk.stamp(of: there(step.path))
    }

    private func push(_ step: SyncStep) throws(LibraryProblem) {
        let path = step.path
        let bytes = try disk.read(here(path), limit: Self.largestFile)
        // It has been written since it was looked at: the next run takes it.
        guard SHA256.hex(bytes) == step.entry.hash else { return }
        if let theirs = step.keepsTheirs, isSettings(path), let lost = try content(there(path), theirs.hash),
            try merge(theirs: lost, theirs, at: path, winner: .ours)
        {
            return
        }
        if let theirs = step.keepsTheirs, path.hasSuffix(".sol") {
            guard let lost = try content(there(path), theirs.hash) else {
                outcome.waiting += 1
                return
            }
            try keep(lost, besideSave: path)
        }
        // Nobody takes it for what the index says before that is written, which is after all of this is on the disk.
        try disk.withoutWaiting { () throws(LibraryProblem) in try disk.write(bytes, to: there(path)) }
        outcome.sent += 1
        settle(step)
        if isSettings(path) { try noteSettings(bytes, of: path) }
    }

    /// The content that an index tells of, nil where the folder does not hold it.
    private func content(_ file: String, _ hash: String?) throws(LibraryProblem) -> [UInt8]? {
        guard let hash, disk.kind(of: file) == .file else { return nil }
        let bytes = try disk.read(file, limit: Self.largestFile)
        return SHA256.hex(bytes) == hash ? bytes : nil
    }

    private func arrived(_ step: SyncStep) throws(LibraryProblem) -> [UInt8]? {
        let bytes = try content(there(step.path), step.entry.hash)
        if bytes == nil { outcome.waiting += 1 }
        return bytes
    }

    /// Sees to it that what a step overwrites here is not lost. False: the file has changed meanwhile.
    private func makeRoom(for step: SyncStep) throws(LibraryProblem) -> Bool {
        let path = step.path
        guard disk.stamp(of: here(path)) == state.seen[path] else { return false }
        if step.keepsOurs, path.hasSuffix(".sol"), disk.kind(of: here(path)) == .file {
            try keep(try disk.read(here(path), limit: Self.largestFile), besideSave: path)
        }
        return true
    }

    private func keep(_ bytes: [UInt8], besideSave path: String) throws(LibraryProblem) {
        if try SaveGenerations(file: here(path), disk: disk).keep(bytes, as: .conflict) { outcome.kept += 1 }
    }

    /// Writes the files of a new item beside the library. False: not all of them have arrived.
    private func stage(_ item: String, _ steps: [SyncStep]) throws(LibraryProblem) -> Bool {
        if busy.contains(item) { return false }
        let place = here("unfinished/\(item)")
        try disk.remove(place)
        for step in steps where step.action == .fetch {
            guard let bytes = try arrived(step) else {
                try disk.remove(place)
                return false
            }
            try disk.withoutWaiting { () throws(LibraryProblem) in
                try disk.write(bytes, to: place + step.path.dropFirst("library/\(item)".count))
            }
        }
        return true
    }

    /// Brings staged items into the library: each whole, or not at all.
    private func finish(_ staged: [Group]) throws(LibraryProblem) {
        if staged.isEmpty { return }
        try disk.flush(here("unfinished"))
        try disk.makeFolder(here("library"))
        for group in staged {
            guard let item = group.item else { continue }
            do throws(LibraryProblem) {
                try disk.withoutWaiting { () throws(LibraryProblem) in
                    try disk.rename(here("unfinished/\(item)"), to: here("library/\(item)"))
                }
                try settleWhole(group.steps)
            } catch {
                try note(group.steps[0].path, error)
            }
        }
        try disk.flush(here("library"))
    }

    private func settleWhole(_ steps: [SyncStep]) throws(LibraryProblem) {
        let fetched = steps.filter { $0.action == .fetch }
        for step in fetched {
            settle(step)
            if isSettings(step.path) {
                try noteSettings(try disk.read(here(step.path), limit: Self.largestFile), of: step.path)
            }
        }
        outcome.received += fetched.count
        for step in steps where step.action != .fetch { try carry(step) }
    }

    /// Puts an item that was deleted elsewhere into the trash, whole.
    private func trash(_ item: String, _ steps: [SyncStep]) throws(LibraryProblem) {
        if busy.contains(item) { return }
        let target = here("trash/\(item)")
        try disk.makeFolder(here("trash"))
        try SaveGenerations.carryOver(
            from: target + "/app_data", to: here("library/\(item)/app_data"), disk: disk, now: now)
        try disk.remove(target)
        try disk.rename(here("library/\(item)"), to: target)
        outcome.deleted += 1
        for step in steps {
            state.seen[step.path] = nil
            state.mirrored[step.path] = nil
            // Of files that nobody has deleted there is nothing to be said.
            if step.entry.hash == nil { state.entries[step.path] = step.entry }
        }
    }

    /// Folders without files are no part of the library; that one is not empty is no failure.
    private func removeEmptyFolders(above path: String) {
        var place = path[...]
        while let slash = place.lastIndex(of: "/") {
            place = place[..<slash]
            guard place.contains("/"), let names = try? disk.names(in: there(String(place))), names.isEmpty,
                (try? disk.remove(there(String(place)))) != nil
            else { return }
        }
    }
}
