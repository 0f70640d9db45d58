import Glibc

/// The movies that a person keeps: a folder for each, named by a UUID, in the open on the disk.
///
///     library/<uuid>/bundle.ruf/      the bundle, unpacked
///     library/<uuid>/settings.toml    the person's settings
///     library/<uuid>/app_data/        saves, see SaveFolder
///     library/<uuid>/image.png        its picture
///     trash/<uuid>/                   what has been removed and can come back
///     saves/<sha-256>/                saves of movies that were played without being added
///
/// An item is made beside the library and moved in when it is whole; so there is no half item.
public final class MovieLibrary {
    public let root: String
    private let disk: Disk
    /// Items in no order, kept in step with the disk.
    public private(set) var items: [LibraryItem] = []
    /// What is wrong with items that could not be read, and with settings that were not understood.
    public private(set) var warnings: [String] = []

    /// Milliseconds since 1970.
    private let now: () -> Double
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
        return Double(time.tv_sec) * 1000
    }

    private var itemsFolder: String { "\(root)/library" }
    private var trashFolder: String { "\(root)/trash" }
    private var workFolder: String { "\(root)/unfinished" }

    public func folder(of id: String) -> String { "\(itemsFolder)/\(id)" }
    public func picture(of id: String) -> String { "\(folder(of: id))/image.png" }

    /// Reads all items anew from their folders. An item that cannot be read is left alone and told of.
    public func reload() throws(LibraryProblem) {
        items = []
        warnings = []
        guard disk.kind(of: itemsFolder) == .folder else { return }
        for id in try disk.names(in: itemsFolder) where disk.kind(of: folder(of: id)) == .folder {
            do throws(LibraryProblem) {
                items.append(try readItem(id))
            } catch {
                warnings.append("\(id): \(error.message)")
            }
        }
    }

    private func readItem(_ id: String) throws(LibraryProblem) -> LibraryItem {
        let folder = folder(of: id)
        let information = try BundleInformation(
            try disk.read("\(folder)/bundle.ruf/\(BundleInformation.fileName)", limit: BundleInformation.largestFile))
        var itemWarnings: [String] = information.warnings
        var document = TOMLDocument()
        do throws(LibraryProblem) {
            document = try settings(of: id)
        } catch {
            itemWarnings.append("settings.toml: \(error.message)")
        }
        let item = LibraryItem(id: id, document, bundleName: information.name, warnings: &itemWarnings)
        warnings += itemWarnings.map { "\(item.name): \($0)" }
        return item
    }

    private func settings(of id: String) throws(LibraryProblem) -> TOMLDocument {
        let file = "\(folder(of: id))/settings.toml"
        guard disk.kind(of: file) != nil else { return TOMLDocument() }
        return try TOMLDocument(try disk.read(file, limit: Self.largestSettings))
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
        guard bytes.count >= 8, [0x46, 0x43, 0x5A].contains(bytes[0]), bytes[1] == 0x57, bytes[2] == 0x53 else {
            throw LibraryProblem("\(fileName) is not a SWF file")
        }
        let hash = SHA256.hex(bytes)
        if let known = items.first(where: { $0.hash == hash }) { return .known(known) }
        let file = fileName.split(separator: "/").last.map(String.init) ?? "movie.swf"
        let dot = file.lastIndex(of: ".").flatMap { $0 == file.startIndex ? nil : $0 }
        let stem = dot.map { String(file[..<$0]) } ?? file
        let path = SafePath.isSafe(stem + ".swf") ? stem + ".swf" : "movie.swf"
        let information = BundleInformation(name: stem, url: BundleURL.url(ofPath: path))
        return .added(
            try insert(information, hash: hash) { (place) throws(LibraryProblem) in
                try self.disk.write(bytes, to: "\(place)/content/\(path)")
            })
    }

    /// Adds a bundle: a copy, unpacked.
    public func add(_ bundle: Bundle) throws(LibraryProblem) -> Addition {
        // A bundle may point to a movie on the network: then its own files are what it is known by.
        let isInside = BundleURL.path(of: bundle.information.url) != nil
        let hash = SHA256.hex(isInside ? try bundle.movie() : try bundle.information.encoded())
        if let known = items.first(where: { $0.hash == hash }) { return .known(known) }
        let files = try bundle.files()
        return .added(
            try insert(bundle.information, hash: hash) { (place) throws(LibraryProblem) in
                for path in files { try self.disk.write(try bundle.file(path), to: "\(place)/\(path)") }
            })
    }

    private func insert(
        _ information: BundleInformation, hash: String, fill: (String) throws(LibraryProblem) -> Void
    ) throws(LibraryProblem) -> LibraryItem {
        let id = Self.newID()
        let place = "\(workFolder)/\(id)"
        var item = LibraryItem(id: id, name: information.name)
        item.hash = hash
        item.added = now()
        do throws(LibraryProblem) {
            try fill("\(place)/bundle.ruf")
            try disk.write(
                try information.encoded(), to: "\(place)/bundle.ruf/\(BundleInformation.fileName)")
            var document = TOMLDocument()
            try item.write(to: &document, bundleName: information.name)
            try disk.write(document.bytes, to: "\(place)/settings.toml")
            try disk.makeFolder(itemsFolder)
            try disk.rename(place, to: folder(of: id))
        } catch {
            // What cannot be cleared away now is cleared away by the next cleanUp().
            try? disk.remove(place)
            throw error
        }
        items.append(item)
        return item
    }

    /// A random UUID (version 4) in its usual form.
    private static func newID() -> String {
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

    // MARK: - Using

    public func item(_ id: String) -> LibraryItem? { items.first { $0.id == id } }

    public func bundle(of id: String) throws(LibraryProblem) -> Bundle {
        guard let bundle = try Bundle.open(at: "\(folder(of: id))/bundle.ruf", disk: disk) else {
            throw LibraryProblem("the item has lost its bundle")
        }
        return bundle
    }

    public func saves(of id: String) -> SaveFolder { SaveFolder(at: "\(folder(of: id))/app_data", disk: disk) }

    /// The saves of a movie that is played without being added, found again by its content.
    public func saves(ofMovie hash: String) -> SaveFolder {
        if let known = items.first(where: { $0.hash == hash }) { return saves(of: known.id) }
        return SaveFolder(at: "\(root)/saves/\(hash)", disk: disk)
    }

    /// Writes the changed settings of an item.
    public func update(_ item: LibraryItem) throws(LibraryProblem) {
        guard let place = items.firstIndex(where: { $0.id == item.id }) else {
            throw LibraryProblem("the item is no longer there")
        }
        if items[place] == item { return }
        var document = try settings(of: item.id)
        try item.write(to: &document, bundleName: try bundle(of: item.id).information.name)
        try disk.write(document.bytes, to: "\(folder(of: item.id))/settings.toml")
        items[place] = try readItem(item.id)
    }

    /// Gives an item its picture, a PNG file.
    public func setPicture(_ png: [UInt8], of id: String) throws(LibraryProblem) {
        try disk.write(png, to: picture(of: id))
    }

    // MARK: - Trash

    /// Takes an item out of the library. ``restore(_:)`` brings it back.
    public func trash(_ id: String) throws(LibraryProblem) {
        guard items.contains(where: { $0.id == id }) else { return }
        try disk.makeFolder(trashFolder)
        try disk.rename(folder(of: id), to: "\(trashFolder)/\(id)")
        items.removeAll { $0.id == id }
    }

    public func restore(_ id: String) throws(LibraryProblem) {
        try disk.makeFolder(itemsFolder)
        try disk.rename("\(trashFolder)/\(id)", to: folder(of: id))
        items.append(try readItem(id))
    }

    public func trashed() throws(LibraryProblem) -> [String] {
        disk.kind(of: trashFolder) == .folder ? try disk.names(in: trashFolder) : []
    }

    public func emptyTrash() throws(LibraryProblem) { try disk.remove(trashFolder) }

    /// Clears away what a crash has left unfinished.
    public func cleanUp() throws(LibraryProblem) {
        try disk.remove(workFolder)
        guard disk.kind(of: itemsFolder) == .folder else { return }
        for file in try disk.files(below: itemsFolder) where file.hasSuffix(Disk.temporaryEnding) {
            try disk.remove("\(itemsFolder)/\(file)")
        }
    }
}
