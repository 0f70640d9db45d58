/// Puts two states of a settings file together that were made apart, key by key.
struct SettingsMerge {
    /// Whose value it is where both have changed the same key.
    enum Winner { case ours, theirs }

    /// Keys below these stand for one thing and are never mixed.
    private static let wholes: Set<String> = ["link"]

    /// `base`: what both come from; nil where that is not known: then what only one has stays.
    static func merge(
        base: TOMLDocument?, ours: TOMLDocument, theirs: TOMLDocument, winner: Winner
    ) -> TOMLDocument {
        let (first, second) = winner == .ours ? (ours, theirs) : (theirs, ours)
        var result = first
        var changes: [(path: [String], value: TOMLValue?)] = []
        collect(
            [], base.map { .table($0.root) } ?? .table(TOMLTable()), .table(first.root), .table(second.root),
            hasBase: base != nil, &changes)
        for (path, value) in changes {
            // What cannot have its place, such as a key where the winner has a table, stays as the winner has it.
            try? result.set(path, to: value)
        }
        return result
    }

    /// What `second` has changed and `first` has not.
    private static func collect(
        _ path: [String], _ base: TOMLValue?, _ first: TOMLValue?, _ second: TOMLValue?, hasBase: Bool,
        _ changes: inout [(path: [String], value: TOMLValue?)]
    ) {
        if first == second || (hasBase && second == base) { return }
        let isWhole = path.count == 1 && wholes.contains(path[0])
        if !isWhole, case .table(let b) = second {
            let a: TOMLTable? = if case .table(let table)? = first { table } else { nil }
            if a != nil || first == nil {
                let before: TOMLTable? = if case .table(let table)? = base { table } else { nil }
                var keys = b.entries.map(\.key)
                for key in a?.entries.map(\.key) ?? [] where b[key] == nil { keys.append(key) }
                for key in keys {
                    collect(path + [key], before?[key], a?[key], b[key], hasBase: hasBase, &changes)
                }
                return
            }
        }
        if path.isEmpty { return }
        // Where it is not known what both come from, a key that is missing says nothing.
        if !hasBase && (second == nil || first != nil) { return }
        if hasBase && first != base { return }
        changes.append((path, second))
    }
}

/// Settings that two devices have changed apart.
extension LibrarySync {
    func isSettings(_ path: String) -> Bool { path.hasPrefix("library/") && path.hasSuffix("/settings.toml") }

    /// Where the settings of an item are kept as this device and the folder last agreed on them.
    private func agreedFile(_ path: String) -> String? {
        SyncIndex.item(of: path).map { "\(stateFile).settings/\($0).toml" }
    }

    /// This device and the folder agree on these settings. They are made anew from what both have where a crash loses
    /// them, so nobody waits for the disk.
    func noteSettings(_ bytes: [UInt8], of path: String) throws(LibraryProblem) {
        guard let file = agreedFile(path) else { return }
        try disk.withoutWaiting { () throws(LibraryProblem) in try disk.write(bytes, to: file) }
    }

    private func agreed(_ path: String) -> TOMLDocument? {
        guard let file = agreedFile(path), disk.kind(of: file) == .file,
            let bytes = try? disk.read(file, limit: Self.largestSettings),
            SHA256.hex(bytes) == state.entries[path]?.hash
        else { return nil }
        return try? TOMLDocument(bytes)
    }

    private static let largestSettings = 1 << 20

    /// Puts the settings here together with `theirs`. What comes of it is sent by the next pass. False: one of the two
    /// cannot be read, or theirs hold all of ours.
    func merge(
        theirs bytes: [UInt8], _ entry: SyncEntry, at path: String, winner: SettingsMerge.Winner
    ) throws(LibraryProblem) -> Bool {
        guard disk.kind(of: here(path)) == .file,
            let ours = try? TOMLDocument(try disk.read(here(path), limit: Self.largestSettings)),
            let theirs = try? TOMLDocument(bytes)
        else { return false }
        let merged = SettingsMerge.merge(base: agreed(path), ours: ours, theirs: theirs, winner: winner)
        if merged.bytes == bytes && winner == .theirs { return false }
        try disk.write(merged.bytes, to: here(path))
        if merged.bytes != ours.bytes { outcome.received += 1 }
        // What was theirs is now known here: what is sent next replaces it.
        state.entries[path] = entry
        state.seen[path] = nil
        state.mirrored[path] = disk.stamp(of: there(path))
        try noteSettings(bytes, of: path)
        hasMerged = true
        return true
    }
}
