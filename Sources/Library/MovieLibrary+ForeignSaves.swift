/// Saves that other players have kept of the same movies.
extension MovieLibrary {
    /// Where Ruffle and Flash keep shared objects for this person; those that are there.
    public static func foreignSaveFolders(home: String, dataHome: String? = nil, disk: Disk = Disk()) -> [String] {
        var found = [
            "\(dataHome ?? "\(home)/.local/share")/ruffle/SharedObjects",
            "\(home)/.var/app/rs.ruffle.Ruffle/data/ruffle/SharedObjects",
        ].filter { disk.kind(of: $0) == .folder }
        // Flash puts a folder with a name by chance between, so that no page can guess it.
        for flash in ["\(home)/.macromedia/Flash_Player/#SharedObjects"] where disk.kind(of: flash) == .folder {
            for name in (try? disk.names(in: flash)) ?? [] where disk.kind(of: "\(flash)/\(name)") == .folder {
                found.append("\(flash)/\(name)")
            }
        }
        return found
    }

    /// A file of another player, and what an item calls the same save.
    struct ForeignSave: Equatable {
        var file, key: String
        var changed: Double
    }

    /// The saves in a folder of another player that are an item's: those that lie below the name of its movie, on any
    /// host, or for a movie of the network anywhere on its own host. Where several are the same save, the one that was
    /// changed last.
    func foreignSaves(of id: String, below folder: String) throws(LibraryProblem) -> [ForeignSave] {
        guard let item = item(id) else { throw LibraryProblem("the item is no longer there") }
        let url = try Self.decodedURL(address(of: item))
        let place = url.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let movie = url.split(separator: "/").last.map(String.init) ?? ""
        var found: [String: ForeignSave] = [:]
        for file in try disk.files(below: folder) where file.hasSuffix(".sol") {
            let steps = file.dropLast(4).split(separator: "/").map(String.init)
            guard steps.count > 1 else { continue }
            let key: String
            if let start = steps.dropFirst().dropLast().lastIndex(of: movie) {
                key = ([place] + steps[start...]).joined(separator: "/")
            } else if case .web = item.source, steps[0] == place.split(separator: "/").first.map(String.init) {
                key = steps.joined(separator: "/")
            } else {
                continue
            }
            let save = ForeignSave(
                file: "\(folder)/\(file)", key: key, changed: disk.changed("\(folder)/\(file)") ?? 0)
            if let other = found[key], other.changed >= save.changed { continue }
            found[key] = save
        }
        return found.values.sorted { $0.key < $1.key }
    }

    /// Takes over the saves of an item below folders of other players. A save of the item's own that is another becomes
    /// an older state of it. Returns the names of those that came.
    public func takeForeignSaves(of id: String, below folders: [String]) throws(LibraryProblem) -> [String] {
        var newest: [String: ForeignSave] = [:]
        for folder in folders {
            for save in try foreignSaves(of: id, below: folder) {
                if let other = newest[save.key], other.changed >= save.changed { continue }
                newest[save.key] = save
            }
        }
        let saves = saves(of: id)
        var taken: [String] = []
        for save in newest.values.sorted(by: { $0.key < $1.key }) {
            let bytes = try disk.read(save.file, limit: SaveFolder.largestSave)
            // What is no shared object is left where it is.
            guard SaveFolder.isSave(bytes), try saves.load(save.key) != bytes else { continue }
            try saves.store(bytes, as: save.key)
            taken.append(save.key)
        }
        return taken
    }

    /// What scripts of an item see as their movie's address.
    private func address(of item: LibraryItem) throws(LibraryProblem) -> String {
        if let spoofed = item.options.spoofURL { return spoofed }
        switch item.source {
        case .web(let url): return url
        case .stored:
            let information = try bundle(of: item.id).information
            return information.options.spoofURL ?? information.url
        case .linked(let file):
            guard let bundle = try? Bundle.open(at: file.path, disk: disk) else {
                // Saves of a file leave out its folder.
                return "file:///" + BundleURL.encoded(file.path.split(separator: "/").last.map(String.init) ?? "")
            }
            return bundle.information.options.spoofURL ?? bundle.information.url
        }
    }

    /// Host and path of an address as names of saves begin with them: `localhost` for a file.
    private static func decodedURL(_ url: String) throws(LibraryProblem) -> String {
        guard let colon = url.firstIndex(of: ":") else { throw LibraryProblem("\(url) is no address") }
        var rest = url[url.index(after: colon)...]
        rest = rest.prefix { $0 != "?" && $0 != "#" }
        var host = ""
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            host = String(rest.prefix { $0 != "/" && $0 != ":" })
            rest = rest.drop { $0 != "/" }
        }
        guard let path = BundleURL.decoded(rest.drop { $0 == "/" }) else {
            throw LibraryProblem("\(url) is no address")
        }
        return "\(host.isEmpty ? "localhost" : host.lowercased())/\(path)"
    }
}
