/// Which folder the library is synced through: `sync.toml` in the folder of the program's configuration.
public struct SyncSettings {
    private let path: String?
    private let disk: Disk
    private var document = TOMLDocument()
    private static let largest = 1 << 20

    public init(configuration: String? = Paths.configuration, disk: Disk = Disk()) throws(LibraryProblem) {
        path = configuration.map { "\($0)/sync.toml" }
        self.disk = disk
        guard let path, disk.kind(of: path) == .file else { return }
        do throws(LibraryProblem) {
            document = try TOMLDocument(try disk.read(path, limit: Self.largest))
        } catch {
            throw LibraryProblem("\(path): \(error.message)")
        }
    }

    /// Nil: there is no sync.
    public var folder: String? {
        if case .string(let folder) = document["sync", "folder"], folder.hasPrefix("/") { return folder }
        return nil
    }

    /// Keeps another folder, which must be there; nil ends the sync.
    public mutating func setFolder(_ shown: String?) throws(LibraryProblem) {
        guard let path else { throw LibraryProblem("there is no place for settings: HOME is not set") }
        var folder: String?
        if let shown {
            folder = Paths.resolved(shown)
            guard let folder, disk.kind(of: folder) == .folder else { throw LibraryProblem("\(shown) is no folder") }
        }
        try document.set(["sync", "folder"], to: folder.map { .string($0) })
        try disk.write(document.bytes, to: path)
    }
}
