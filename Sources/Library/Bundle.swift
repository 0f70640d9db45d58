/// What `ruffle-bundle.toml` says.
public struct BundleInformation: Sendable {
    public var name: String
    /// Of the root movie.
    public var url: String
    public var options: PlayerOptions
    /// What is wrong with the file but keeps nothing from working, for the person to see.
    public private(set) var warnings: [String] = []
    private var document: TOMLDocument

    public static let fileName = "ruffle-bundle.toml"
    static let largestFile = 1 << 20

    public init(name: String, url: String, options: PlayerOptions = PlayerOptions()) {
        self.name = name
        self.url = url
        self.options = options
        document = TOMLDocument()
    }

    public init(_ bytes: [UInt8]) throws(LibraryProblem) {
        do throws(LibraryProblem) {
            document = try TOMLDocument(bytes)
        } catch {
            throw LibraryProblem("\(Self.fileName): \(error.message)")
        }
        guard case .table = document["bundle"] else {
            throw LibraryProblem("\(Self.fileName) has no table [bundle]")
        }
        guard case .string(let name) = document["bundle", "name"] else {
            throw LibraryProblem("\(Self.fileName) gives no name under [bundle]")
        }
        guard case .string(let url) = document["bundle", "url"], BundleURL.isAbsolute(url) else {
            throw LibraryProblem("\(Self.fileName) gives no absolute url under [bundle]")
        }
        self.name = name
        self.url = url
        options = PlayerOptions(document, warnings: &warnings)
    }

    /// The file, with comments, order and unknown keys of the one that was read.
    public func encoded() throws(LibraryProblem) -> [UInt8] {
        var document = document
        try document.set(["bundle", "name"], to: .string(name))
        try document.set(["bundle", "url"], to: .string(url))
        try options.write(to: &document)
        return document.bytes
    }
}

/// A movie with its files and settings, in a zip file or a folder. Nothing outside of it can be reached through it.
public final class Bundle {
    public let information: BundleInformation
    private let source: Source

    private enum Source {
        case archive(ZipArchive)
        /// The folder, its links resolved.
        case folder(String, Disk)
    }

    /// Largest file inside a bundle that is read.
    static let largestContent = 512 << 20
    static let largestArchive = 1 << 30

    /// Opens a bundle: a folder that holds ``BundleInformation/fileName``, that file itself, or a zip file whose name
    /// ends in `.ruf`. Nil where `path` is none of these.
    public static func open(at path: String, disk: Disk = Disk()) throws(LibraryProblem) -> Bundle? {
        var path = path
        if path.split(separator: "/").last.map(String.init) == BundleInformation.fileName {
            path = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        }
        while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
        var status = disk.kind(of: path)
        // A link that the person names is followed; inside a bundle none is.
        let resolved = Paths.resolved(path)
        if status == .other, let resolved { status = disk.kind(of: resolved) }
        if status == .folder {
            guard let root = resolved, disk.kind(of: "\(root)/\(BundleInformation.fileName)") == .file else {
                return nil
            }
            return try Bundle(folder: root, disk: disk)
        }
        guard status == .file, path.lowercased().hasSuffix(".ruf") else { return nil }
        return try Bundle(archive: try disk.read(path, limit: largestArchive))
    }

    /// Opens a bundle that is a zip archive.
    public init(archive bytes: [UInt8]) throws(LibraryProblem) {
        let archive = try ZipArchive(bytes)
        guard let file = archive.entries.first(where: { $0.name == BundleInformation.fileName }) else {
            throw LibraryProblem("the bundle has no \(BundleInformation.fileName)")
        }
        guard file.size <= BundleInformation.largestFile, let text = try archive.content(of: file.name) else {
            throw LibraryProblem("\(BundleInformation.fileName) is too large")
        }
        information = try BundleInformation(text)
        source = .archive(archive)
    }

    private init(folder: String, disk: Disk) throws(LibraryProblem) {
        let text = try disk.read("\(folder)/\(BundleInformation.fileName)", limit: BundleInformation.largestFile)
        information = try BundleInformation(text)
        source = .folder(folder, disk)
    }

    /// The bytes of the root movie.
    public func movie() throws(LibraryProblem) -> [UInt8] {
        guard let path = BundleURL.path(of: information.url) else {
            throw LibraryProblem("the bundle's movie lies outside of it: \(information.url)")
        }
        guard let bytes = try content(at: path) else {
            throw LibraryProblem("the bundle has no file content/\(path)")
        }
        return bytes
    }

    /// The bytes of a file by its path below `content/`, nil where there is none.
    public func content(at path: String) throws(LibraryProblem) -> [UInt8]? {
        guard SafePath.isSafe(path) else { return nil }
        switch source {
        case .archive(let archive): return try archive.content(of: "content/\(path)")
        case .folder(let root, let disk):
            let content = "\(root)/content"
            // A link may point anywhere: what counts is where it leads.
            guard let file = Paths.resolved("\(content)/\(path)"), file.hasPrefix("\(content)/"),
                disk.kind(of: file) == .file
            else { return nil }
            return try disk.read(file, limit: Self.largestContent)
        }
    }

    /// All files with their paths inside the bundle, the information file left out.
    public func files() throws(LibraryProblem) -> [String] {
        switch source {
        case .archive(let archive): return archive.entries.map(\.name).filter { $0 != BundleInformation.fileName }
        case .folder(let root, let disk):
            return try disk.files(below: root).filter { $0 != BundleInformation.fileName && SafePath.isSafe($0) }
        }
    }

    func file(_ path: String) throws(LibraryProblem) -> [UInt8] {
        switch source {
        case .archive(let archive): return try archive.content(of: path) ?? []
        case .folder(let root, let disk): return try disk.read("\(root)/\(path)", limit: Self.largestContent)
        }
    }

    /// The bundle as a `.ruf` archive, its information replaced by `information`.
    public func archived(_ information: BundleInformation) throws(LibraryProblem) -> [UInt8] {
        var writer = ZipWriter()
        for path in try files() { try writer.add(path, try file(path)) }
        try writer.add(BundleInformation.fileName, try information.encoded())
        return writer.finish()
    }
}
