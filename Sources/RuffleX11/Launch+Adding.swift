import Library

/// A movie that is played without being in the library can be added to it while it runs.
extension Launch {
    /// Where a movie was opened from.
    enum Place: Equatable {
        case file(String)
        case web(String)
    }

    /// Adds the movie to the library: what it has saved and what it has been allowed goes with it, and from now on it is
    /// the item.
    mutating func add(
        to library: MovieLibrary, keepsSaves: Bool, permissions: Permissions
    ) throws(LibraryProblem) -> MovieLibrary.Addition {
        guard let place else { throw LibraryProblem("nobody knows where this movie comes from") }
        let addition =
            switch place {
            case .file(let path): try library.add(at: path)
            case .web(let url): try library.link(url: url)
            }
        var item: LibraryItem
        switch addition {
        case .added(let new), .known(let new): item = new
        }
        let folder = library.folder(of: item.id)
        let own = library.saves(of: item.id)
        if let saves, saves.path != own.path { try library.takeSaves(below: saves.path, for: item.id) }
        try permissions.move(to: "\(folder)/settings.toml", below: folder)
        item.lastPlayed = MovieLibrary.wallClock()
        try library.update(item)
        itemID = item.id
        itemFolder = folder
        pictureFile = library.picture(of: item.id)
        if keepsSaves { saves = own }
        return addition
    }
}

extension Front {
    /// Whether the movie is in no library and can be added.
    var canAdd: Bool { launch.itemID == nil && launch.place != nil && options.dataFolder != nil }

    /// Adds the movie to the library and plays on.
    func addToLibrary() {
        guard let root = options.dataFolder, canAdd else {
            return tell(launch.itemID == nil ? "It cannot be added" : "It is in the library already")
        }
        // What it has not yet saved goes along.
        player.storeSharedObjects()
        do throws(LibraryProblem) {
            let library = try MovieLibrary(root: root)
            let addition = try launch.add(
                to: library, keepsSaves: options.keepsSaves, permissions: host.permissions)
            host.saves = launch.saves
            switch addition {
            case .added(let item): tell("“\(item.name)” is in the library now")
            case .known(let item): tell("“\(item.name)” is in the library already")
            }
        } catch {
            host.warn(error.message)
            tell(error.message)
        }
        redraw()
    }
}
