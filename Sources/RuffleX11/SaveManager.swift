import Glibc
import Library
import UI

/// What the person does with the saves of one item.
struct SaveManager {
    private let library: MovieLibrary
    private let id: String
    private let folder: SaveFolder
    private static let largest = 64 << 20

    init(_ library: MovieLibrary, _ id: String) {
        self.library = library
        self.id = id
        folder = library.saves(of: id)
    }

    /// All saves, and below each its older states.
    func entries() throws(LibraryProblem) -> [SaveEntry] {
        var entries: [SaveEntry] = []
        for key in try folder.keys() {
            guard let bytes = try folder.load(key) else { continue }
            entries.append(SaveEntry(key: key, generation: 0, bytes: bytes.count))
            for (place, older) in try folder.generations(of: key).enumerated() {
                entries.append(SaveEntry(key: key, generation: place + 1, bytes: older.count))
            }
        }
        for key in try folder.deletedKeys() {
            entries.append(SaveEntry(key: key, generation: 0, bytes: 0, isDeleted: true))
            for (place, older) in try folder.generations(of: key).enumerated() {
                entries.append(SaveEntry(key: key, generation: place + 1, bytes: older.count))
            }
        }
        return entries
    }

    /// What a save, or an older state of it, holds.
    func tree(of key: String, _ generation: Int) throws(LibraryProblem) -> SaveTree {
        SaveTree(try bytes(of: key, generation))
    }

    /// Takes over what Ruffle and Flash have saved for the item. Returns what to tell the person.
    func takeFromOtherPlayers() throws(LibraryProblem) -> String {
        guard let home = getenv("HOME").map({ String(cString: $0) }), home.hasPrefix("/") else {
            throw LibraryProblem("there is no home folder to look in")
        }
        let data = getenv("XDG_DATA_HOME").map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        let folders = MovieLibrary.foreignSaveFolders(home: home, dataHome: data)
        if folders.isEmpty { return "Neither Ruffle nor Flash has saved anything here" }
        let taken = try library.takeForeignSaves(of: id, below: folders)
        if taken.isEmpty { return "Other players have saved nothing new for this movie" }
        return taken.count == 1 ? "“\(Self.name(of: taken[0]))” has come" : "\(taken.count) saves have come"
    }

    /// Does it. Returns what to tell the person.
    func perform(_ change: SaveChange) throws(LibraryProblem) -> String {
        switch change {
        case .export(let key, let generation):
            let path = try export(try bytes(of: key, generation), Self.name(of: key))
            return "Written to \(path)"
        case .restore(let key, let generation):
            try folder.store(try bytes(of: key, generation), as: key)
            return "“\(Self.name(of: key))” is as it was. What it was before is kept as an older state."
        case .delete(let key):
            try folder.store(nil, as: key)
            return "“\(Self.name(of: key))” is deleted. Its older states are kept."
        case .add(let path):
            let bytes = try Disk().read(path, limit: Self.largest)
            guard SaveFolder.isSave(bytes) else {
                throw LibraryProblem("\(path) is no save of Flash")
            }
            let key = try key(forFile: path)
            try folder.store(bytes, as: key)
            return "“\(Self.name(of: key))” has been taken over"
        }
    }

    private func bytes(of key: String, _ generation: Int) throws(LibraryProblem) -> [UInt8] {
        if generation == 0, let bytes = try folder.load(key) { return bytes }
        let older = generation > 0 ? try folder.generations(of: key) : []
        guard older.indices.contains(generation - 1) else { throw LibraryProblem("this state is no longer there") }
        return older[generation - 1]
    }

    static func name(of key: String) -> String { key.split(separator: "/").last.map(String.init) ?? key }

    /// The save that a file of this name stands for: one that there is, or else one beside those that there are.
    private func key(forFile path: String) throws(LibraryProblem) -> String {
        var name = Self.name(of: path)
        if name.lowercased().hasSuffix(".sol") { name.removeLast(4) }
        let keys = try folder.keys()
        if let known = keys.first(where: { Self.name(of: $0) == name }) { return known }
        if let slash = keys.first?.lastIndex(of: "/"), let first = keys.first { return "\(first[...slash])\(name)" }
        // Flash's own name for a movie's saves is its path.
        return "localhost/\(Self.name(of: try library.bundle(of: id).information.url))/\(name)"
    }

    /// Writes into the person's folder of downloads, or where there is none into the home.
    private func export(_ bytes: [UInt8], _ name: String) throws(LibraryProblem) -> String {
        guard let home = getenv("HOME").map({ String(cString: $0) }), home.hasPrefix("/") else {
            throw LibraryProblem("there is no home folder to write to")
        }
        let disk = Disk()
        let folder = disk.kind(of: "\(home)/Downloads") == .folder ? "\(home)/Downloads" : home
        var path = "\(folder)/\(name).sol"
        var number = 2
        while disk.kind(of: path) != nil {
            path = "\(folder)/\(name)-\(number).sol"
            number += 1
        }
        try disk.write(bytes, to: path)
        return path
    }
}
