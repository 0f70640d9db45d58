import Glibc

/// The movies that a person keeps: a folder for each, named by a UUID, in the open on the disk.
///
///     library/<uuid>/bundle.ruf/      the bundle, unpacked; not there where the movie is elsewhere
///     library/<uuid>/settings.toml    the person's settings
///     library/<uuid>/app_data/        saves, see SaveFolder
///     library/<uuid>/image.png        its picture
///     trash/<uuid>/                   what has been removed and can come back
///     saves/<sha-256>/                saves of movies that were played without being added
///     index                           what the folders say, so that they need not all be read; see LibraryIndex
///
/// An item is made beside the library and moved in when it is whole; so there is no half item.
public final class MovieLibrary {
    public let root: String
    let disk: Disk
    /// Items in no order, kept in step with the disk.
    public internal(set) var items: [LibraryItem] = []
    /// Items by the SHA-256 of their movies.
    var byHash: [String: String] = [:]
    /// When the folder of the items was last seen to change.
    private var folderChanged: Double?
    /// What is wrong with items that could not be read, and with settings that were not understood.
    public private(set) var warnings: [String] = []

    /// Milliseconds since 1970.
    let now: () -> Double
    private static let largestSettings = 1 << 20

    /// Opens the library below `root`, which is made with the first item.
    public init(root: String, disk: Disk = Disk(), now: @escaping () -> Double = MovieLibrary.wallClock)
        throws(LibraryProblem)
    {
        self.root = root
        self.disk = disk
        self.now = now
        try reload()
    }

    public static func wallClock() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec / 1_000_000)
    }

    var itemsFolder: String { "\(root)/library" }
    var trashFolder: String { "\(root)/trash" }
    var workFolder: String { "\(root)/unfinished" }

    public func folder(of id: String) -> String { "\(itemsFolder)/\(id)" }
    public func picture(of id: String) -> String { "\(folder(of: id))/image.png" }

    /// Reads all items anew from their folders. An item that cannot be read is left alone and told of.
    public func reload() throws(LibraryProblem) {
        items = []
        byHash = [:]
        warnings = []
        guard disk.kind(of: itemsFolder) == .folder else { return }
        var index = LibraryIndex(at: "\(root)/index", disk: disk)
        for id in try disk.names(in: itemsFolder) {
            let stamps = LibraryIndex.Stamps(of: folder(of: id), disk: disk)
            if let known = index.item(id, stamps) {
                note(known)
                continue
            }
            guard disk.kind(of: folder(of: id)) == .folder else { continue }
            do throws(LibraryProblem) {
                let before = warnings.count
                let item = try readItem(id)
                note(item)
                // What there is to be said about an item must be said the next time too.
                if warnings.count == before { index.put(item, stamps) }
            } catch {
                warnings.append("\(id): \(error.message)")
            }
        }
        index.save(keeping: items.map(\.id))
        noteFolder()
    }

    /// The folder of the items is now as it is known here.
    func noteFolder() { folderChanged = disk.changed(itemsFolder) }

    /// Reads the items anew where another program has added or removed some, so that nothing is added twice.
    private func refresh() throws(LibraryProblem) {
        if batch == nil && disk.changed(itemsFolder) != folderChanged { try reload() }
    }

    func warn(_ text: String) { warnings.append(text) }

    /// Takes an item among those that are known.
    func note(_ item: LibraryItem) {
        items.append(item)
        if !item.hash.isEmpty { byHash[item.hash] = item.id }
    }

    /// The item whose movie has this content.
    func item(ofHash hash: String) -> LibraryItem? { byHash[hash].flatMap { item($0) } }

    func readItem(_ id: String) throws(LibraryProblem) -> LibraryItem {
        let (item, itemWarnings) = try readItem(id, in: folder(of: id))
        warnings += itemWarnings.map { "\(item.name): \($0)" }
        return item
    }

    /// What a folder says about the item in it, and what is wrong there.
    func readItem(_ id: String, in folder: String) throws(LibraryProblem) -> (LibraryItem, warnings: [String]) {
        var itemWarnings: [String] = []
        var document = TOMLDocument()
        do throws(LibraryProblem) {
            document = try settings(in: folder) { itemWarnings.append("settings.toml: \($0)") }
        } catch {
            itemWarnings.append("settings.toml: \(error.message)")
        }
        let name: String
        switch LibraryItem.Source(document) {
        case .stored:
            let information = try BundleInformation(
                try disk.read(
                    "\(folder)/bundle.ruf/\(BundleInformation.fileName)", limit: BundleInformation.largestFile))
            itemWarnings += information.warnings
            name = information.name
        case .linked(let file): name = Self.stem(of: file.path)
        case .web(let url): name = Self.stem(of: url)
        }
        return (LibraryItem(id: id, document, bundleName: name, warnings: &itemWarnings), itemWarnings)
    }

    /// The last step of a path or URL, without what follows its last dot.
    static func stem(of path: String) -> String {
        let whole = path.split(separator: "?").first ?? ""
        let file = whole.split(separator: "/").last.map(String.init) ?? ""
        let dot = file.lastIndex(of: ".").flatMap { $0 == file.startIndex ? nil : $0 }
        let stem = dot.map { String(file[..<$0]) } ?? file
        return stem.isEmpty ? "movie" : stem
    }

    /// The settings in a folder. A line that cannot be understood is told of and left out: what the other lines say,
    /// such as where a linked movie lies, must not go with it.
    private func settings(
        in folder: String, _ warn: (String) -> Void = { _ in }
    ) throws(LibraryProblem) -> TOMLDocument {
        let file = "\(folder)/settings.toml"
        guard disk.kind(of: file) != nil else { return TOMLDocument() }
        return try TOMLDocument(salvaging: try disk.read(file, limit: Self.largestSettings), warn)
    }

    // MARK: - Adding

    /// What ``add(_:name:)`` came to.
    public enum Addition: Equatable, Sendable {
        case added(LibraryItem)
        /// The same movie is there already.
        case known(LibraryItem)
    }

    /// Adds a movie as a bundle of its own: its name is the file's without ending, its URL `file:///name.swf`.
    public func add(movie bytes: [UInt8], fileName: String) throws(LibraryProblem) -> Addition {
        guard Self.isMovie(bytes) else { throw LibraryProblem("\(fileName) is not a SWF file") }
        let hash = SHA256.hex(bytes)
        try refresh()
        if let known = item(ofHash: hash) { return .known(known) }
        let stem = Self.stem(of: fileName)
        let path = SafePath.isSafe(stem + ".swf") ? stem + ".swf" : "movie.swf"
        let information = BundleInformation(name: stem, url: BundleURL.url(ofPath: path))
        return .added(
            try insert(information, hash: hash) { (place) throws(LibraryProblem) in
                try self.disk.write(bytes, to: "\(place)/bundle.ruf/content/\(path)")
            })
    }

    /// Adds a bundle: a copy, unpacked.
    public func add(_ bundle: Bundle) throws(LibraryProblem) -> Addition {
        // A bundle may point to a movie on the network: then its own files are what it is known by.
        let isInside = BundleURL.path(of: bundle.information.url) != nil
        let hash = SHA256.hex(isInside ? try bundle.movie() : try bundle.information.encoded())
        try refresh()
        if let known = item(ofHash: hash) { return .known(known) }
        let files = try bundle.files()
        return .added(
            try insert(bundle.information, hash: hash) { (place) throws(LibraryProblem) in
                for path in files {
                    // Saves that were exported with the movie are the item's again.
                    let isSave = path.hasPrefix("app_data/") && path.hasSuffix(".sol")
                    try self.disk.write(
                        try bundle.file(path), to: isSave ? "\(place)/\(path)" : "\(place)/bundle.ruf/\(path)")
                }
            })
    }

    static func isMovie(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 8 && [0x46, 0x43, 0x5A].contains(bytes[0]) && bytes[1] == 0x57 && bytes[2] == 0x53
    }

    private func insert(
        _ information: BundleInformation, hash: String, fill: (String) throws(LibraryProblem) -> Void
    ) throws(LibraryProblem) -> LibraryItem {
        var item = LibraryItem(id: Self.newID(), name: information.name)
        item.hash = hash
        return try insert(item, named: information.name) { (place) throws(LibraryProblem) in
            try fill(place)
            try self.disk.write(
                try information.encoded(), to: "\(place)/bundle.ruf/\(BundleInformation.fileName)")
        }
    }

    /// Makes an item beside the library and moves it in. `name` is what it is called by itself.
    func insert(
        _ new: LibraryItem, named name: String, fill: (String) throws(LibraryProblem) -> Void
    ) throws(LibraryProblem) -> LibraryItem {
        try disk.makeFolder(root)
        let lock = WorkLock(.making, root: root)
        defer { withExtendedLifetime(lock) {} }
        let place = "\(workFolder)/\(new.id)"
        var item = new
        item.added = now()
        do throws(LibraryProblem) {
            try fill(place)
            try copySaves(ofMovie: item.hash, to: "\(place)/app_data")
            var document = TOMLDocument()
            try item.write(to: &document, bundleName: name)
            try disk.write(document.bytes, to: "\(place)/settings.toml")
            if let batch {
                batch.append(item)
            } else {
                try disk.makeFolder(itemsFolder)
                try disk.rename(place, to: folder(of: item.id))
                noteFolder()
            }
        } catch {
            // What cannot be cleared away now is cleared away by the next cleanUp().
            try? disk.remove(place)
            throw error
        }
        note(item)
        return item
    }

    /// Saves of a movie that was played before it was added are the item's too.
    private func copySaves(ofMovie hash: String, to target: String) throws(LibraryProblem) {
        let folder = "\(root)/saves/\(hash)"
        guard !hash.isEmpty, disk.kind(of: folder) == .folder else { return }
        for file in try disk.files(below: folder)
        where file.contains(".sol") && disk.kind(of: "\(target)/\(file)") == nil {
            try disk.write(try disk.read("\(folder)/\(file)", limit: SaveFolder.largestSave), to: "\(target)/\(file)")
        }
    }

    /// Items that are made but not moved in yet; see ``importFolder(_:_:)``.
    var batch: ImportBatch?

    /// A random UUID (version 4) in its usual form.
    static func newID() -> String {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array("0123456789abcdef")
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append("-") }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return text
    }

    /// Whether a text is a UUID in its usual form, lower case.
    static func isID(_ text: Substring) -> Bool {
        let lengths = text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
        return lengths == [8, 4, 4, 4, 12]
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || $0 == 0x2D }
    }

    // MARK: - Using

    public func item(_ id: String) -> LibraryItem? { items.first { $0.id == id } }

    public func bundle(of id: String) throws(LibraryProblem) -> Bundle {
        guard let bundle = try Bundle.open(at: "\(folder(of: id))/bundle.ruf", disk: disk) else {
            throw LibraryProblem("the item has lost its bundle")
        }
        return bundle
    }

    public func saves(of id: String) -> SaveFolder {
        let owner = SaveFolder.Owner(folder: folder(of: id), trashed: "\(trashFolder)/\(id)")
        return SaveFolder(at: "\(owner.folder)/app_data", of: owner, disk: disk, now: now)
    }

    /// Takes over the saves below another folder, of a movie that was played before it was added. What an item has
    /// already and is another becomes an older state.
    public func takeSaves(below folder: String, for id: String) throws(LibraryProblem) {
        guard item(id) != nil else { throw LibraryProblem("the item is no longer there") }
        try SaveGenerations.overlay(folder, over: "\(self.folder(of: id))/app_data", disk: disk, now: now)
    }

    /// The saves of a movie that is played without being added, found again by its content.
    public func saves(ofMovie hash: String) -> SaveFolder {
        if let known = item(ofHash: hash) { return saves(of: known.id) }
        return SaveFolder(at: "\(root)/saves/\(hash)", disk: disk, now: now)
    }

    /// Writes the changed settings of an item. Returns what could not be written, because the file has something else in
    /// its place; all the rest has been.
    @discardableResult
    public func update(_ item: LibraryItem) throws(LibraryProblem) -> [String] {
        guard let place = items.firstIndex(where: { $0.id == item.id }) else {
            throw LibraryProblem("the item is no longer there")
        }
        if items[place] == item { return [] }
        let folder = folder(of: item.id)
        var isBroken = false
        var document = try settings(in: folder) { _ in isBroken = true }
        let refused = try item.write(to: &document, since: items[place], bundleName: try ownName(of: items[place]))
        if isBroken {
            // The lines that were left out are the person's.
            let old = try disk.read("\(folder)/settings.toml", limit: Self.largestSettings)
            try disk.write(old, to: "\(folder)/settings.toml.broken", below: folder)
        }
        try disk.write(document.bytes, to: "\(folder)/settings.toml", below: folder)
        let changed = try readItem(item.id)
        items[place] = changed
        if !changed.hash.isEmpty { byHash[changed.hash] = changed.id }
        return refused
    }

    /// What an item is called where the person has given it no name.
    private func ownName(of item: LibraryItem) throws(LibraryProblem) -> String {
        switch item.source {
        case .stored: try bundle(of: item.id).information.name
        case .linked(let file): Self.stem(of: file.path)
        case .web(let url): Self.stem(of: url)
        }
    }

    /// Gives an item its picture, a PNG file.
    public func setPicture(_ png: [UInt8], of id: String) throws(LibraryProblem) {
        guard disk.kind(of: folder(of: id)) == .folder else { throw LibraryProblem("the item is no longer there") }
        try disk.write(png, to: picture(of: id), below: folder(of: id))
    }

    /// Where another process may put an item's picture for ``takePicture(of:)``: were it to write into the item's folder
    /// itself, it would bring back an item that is thrown away meanwhile.
    public func unfinishedPicture(of id: String) -> String { "\(workFolder)/\(id).png" }

    /// Gives an item the picture that is at ``unfinishedPicture(of:)``.
    public func takePicture(of id: String) throws(LibraryProblem) {
        try disk.rename(unfinishedPicture(of: id), to: picture(of: id))
    }

    /// Clears away what a crash has left unfinished. Where another program is making something, that waits for the next
    /// time.
    public func cleanUp() throws(LibraryProblem) {
        guard disk.kind(of: root) == .folder, let lock = WorkLock(.clearing, root: root) else { return }
        defer { withExtendedLifetime(lock) {} }
        try disk.remove(workFolder)
        for name in try disk.names(in: root) where Disk.isLeftOver(name) { try disk.remove("\(root)/\(name)") }
        // Items that were thrown away have taken theirs along.
        for folder in [itemsFolder, trashFolder] where disk.kind(of: folder) == .folder {
            for file in try disk.files(below: folder) where Disk.isLeftOver(file) {
                try disk.remove("\(folder)/\(file)")
            }
        }
    }
}
