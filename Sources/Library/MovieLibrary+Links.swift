/// Items whose movies are elsewhere: a file that stays where it is, or an address.
extension MovieLibrary {
    private static let largestFile = 512 << 20
    /// So much is looked through for a file that has been moved.
    private static let mostLookedAt = 5000
    private static let mostHashed = 40

    /// Adds a SWF file or a bundle without copying it. Its settings and saves are kept here.
    public func link(file shown: String) throws(LibraryProblem) -> Addition {
        guard let path = Paths.resolved(shown) else { throw LibraryProblem("\(shown) is not there") }
        let (file, movieHash) = try describe(path)
        if let known = item(ofHash: movieHash) { return .known(known) }
        var item = LibraryItem(id: Self.newID(), name: Self.stem(of: path))
        item.hash = movieHash
        item.source = .linked(file)
        return .added(try insert(item, named: item.name) { (_) throws(LibraryProblem) in })
    }

    /// Adds the address of a movie.
    public func link(url: String) throws(LibraryProblem) -> Addition {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard BundleURL.isAbsolute(url), ["http", "https"].contains(scheme), url.utf8.count < 8192 else {
            throw LibraryProblem("\(url) is no address of a movie on the network")
        }
        if let known = items.first(where: { $0.source == .web(url) }) { return .known(known) }
        var item = LibraryItem(id: Self.newID(), name: Self.stem(of: url))
        item.source = .web(url)
        return .added(try insert(item, named: item.name) { (_) throws(LibraryProblem) in })
    }

    /// A file as a link to it remembers it, and the SHA-256 of its movie.
    private func describe(_ path: String) throws(LibraryProblem) -> (LinkedFile, movieHash: String) {
        let stamp = disk.stamp(of: path)
        if let bundle = try Bundle.open(at: path, disk: disk) {
            let movieHash = SHA256.hex(try bundle.movie())
            guard let stamp else {
                return (LinkedFile(path: path, size: 0, inode: 0, hash: ""), movieHash)
            }
            let hash = SHA256.hex(try disk.read(path, limit: Self.largestFile))
            return (LinkedFile(path: path, size: stamp.size, inode: stamp.inode, hash: hash), movieHash)
        }
        let bytes = try disk.read(path, limit: Self.largestFile)
        guard Self.isMovie(bytes) else { throw LibraryProblem("\(path) is not a SWF file") }
        let hash = SHA256.hex(bytes)
        return (LinkedFile(path: path, size: stamp?.size ?? 0, inode: stamp?.inode ?? 0, hash: hash), hash)
    }

    /// Where the file of a linked item is now. A file that has been moved or renamed is looked for near its old place,
    /// by its inode and by its content, and the item remembers where it was found. Throws where it is nowhere.
    public func locate(_ id: String) throws(LibraryProblem) -> String {
        guard let item = item(id), case .linked(let file) = item.source else {
            throw LibraryProblem("the item is no linked file")
        }
        if file.hash.isEmpty {
            if disk.kind(of: file.path) == .folder { return file.path }
        } else if let stamp = disk.stamp(of: file.path) {
            // The file at its place counts, even where it has been written anew.
            if stamp.size != file.size || stamp.inode != file.inode { try relink(id, to: file.path) }
            return file.path
        }
        guard let found = search(for: file) else {
            throw LibraryProblem("\(file.path) is no longer there, and nothing like it is near")
        }
        try relink(id, to: found)
        return found
    }

    /// Tells an item where its file is.
    public func relink(_ id: String, to shown: String) throws(LibraryProblem) {
        guard var item = item(id), case .linked(let before) = item.source else {
            throw LibraryProblem("the item is no linked file")
        }
        guard let path = Paths.resolved(shown) else { throw LibraryProblem("\(shown) is not there") }
        let (file, movieHash) = try describe(path)
        // A name that the person has not given follows the file's.
        if item.name == Self.stem(of: before.path) { item.name = Self.stem(of: path) }
        item.source = .linked(file)
        item.hash = movieHash
        try update(item)
    }

    /// A file with the same content near where it was: in its folder, below it, and below the folder above.
    private func search(for file: LinkedFile) -> String? {
        guard !file.hash.isEmpty else { return nil }
        var looked = 0
        var hashed = 0
        var open = [Self.folder(of: file.path), Self.folder(of: Self.folder(of: file.path))]
        var seen: Set<String> = []
        while !open.isEmpty {
            let folder = open.removeFirst()
            guard folder != "/", seen.insert(folder).inserted, let names = try? disk.names(in: folder) else { continue }
            for name in names {
                looked += 1
                if looked > Self.mostLookedAt { return nil }
                let path = "\(folder)/\(name)"
                if disk.kind(of: path) == .folder { open.append(path) }
                guard let stamp = disk.stamp(of: path), stamp.size == file.size else { continue }
                hashed += 1
                if hashed > Self.mostHashed { return nil }
                if let bytes = try? disk.read(path, limit: Self.largestFile), SHA256.hex(bytes) == file.hash {
                    return path
                }
            }
        }
        return nil
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "/"
    }
}
