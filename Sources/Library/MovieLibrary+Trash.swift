/// Items that have been thrown away, and can come back.
extension MovieLibrary {
    /// An item in the trash.
    public struct TrashedItem: Equatable, Sendable {
        public let id: String
        /// What it was called; its identifier where that cannot be read any more.
        public let name: String

        public init(id: String, name: String) { (self.id, self.name) = (id, name) }
    }

    /// Takes an item out of the library. ``restore(_:)`` brings it back.
    public func trash(_ id: String) throws(LibraryProblem) {
        guard items.contains(where: { $0.id == id }) else { return }
        try disk.makeFolder(trashFolder)
        // An older state of the same item may be there, where another device has brought it back meanwhile.
        try SaveGenerations.carryOver(
            from: "\(trashFolder)/\(id)/app_data", to: "\(folder(of: id))/app_data", disk: disk, now: now)
        try disk.remove("\(trashFolder)/\(id)")
        try disk.rename(folder(of: id), to: "\(trashFolder)/\(id)")
        if let hash = item(id)?.hash, byHash[hash] == id { byHash[hash] = nil }
        items.removeAll { $0.id == id }
    }

    /// Brings an item back. Where its folder has come into being again meanwhile, nothing of either state is lost: of two
    /// saves the later one is the present one and the other a generation of it.
    public func restore(_ id: String) throws(LibraryProblem) {
        let thrownAway = "\(trashFolder)/\(id)"
        guard Self.isID(id[...]), disk.kind(of: thrownAway) == .folder else {
            throw LibraryProblem("there is no item in the trash with this identifier")
        }
        try disk.makeFolder(itemsFolder)
        let folder = folder(of: id)
        if disk.kind(of: folder) != nil {
            if disk.kind(of: "\(folder)/settings.toml") == .file {
                // Another device has brought the whole item back.
                try SaveGenerations.carryOver(
                    from: "\(thrownAway)/app_data", to: "\(folder)/app_data", disk: disk, now: now)
                try disk.remove(thrownAway)
                if item(id) == nil { note(try readItem(id)) }
                return
            }
            // The movie was still running when it was thrown away, and has saved.
            try SaveGenerations.overlay(
                "\(folder)/app_data", over: "\(thrownAway)/app_data", disk: disk, now: now)
            try disk.remove(folder)
        }
        try disk.rename(thrownAway, to: folder)
        items.removeAll { $0.id == id }
        note(try readItem(id))
    }

    /// The identifiers of what is in the trash.
    public func trashed() throws(LibraryProblem) -> [String] {
        disk.kind(of: trashFolder) == .folder ? try disk.names(in: trashFolder) : []
    }

    /// What is in the trash, by name.
    public func trashedItems() throws(LibraryProblem) -> [TrashedItem] {
        var found: [TrashedItem] = []
        for id in try trashed() {
            var name = id
            do throws(LibraryProblem) {
                name = try readItem(id, in: "\(trashFolder)/\(id)").0.name
            } catch {
                // It is listed all the same, so that it can be removed.
                warn("\(id) in the trash: \(error.message)")
            }
            found.append(TrashedItem(id: id, name: name))
        }
        return found.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// Removes what is in the trash for good.
    public func emptyTrash() throws(LibraryProblem) { try disk.remove(trashFolder) }
}
