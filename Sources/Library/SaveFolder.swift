/// The shared objects of one movie: `.sol` files below a folder, with older states of each beside them.
///
/// Their names are what Flash calls them by, such as `localhost/movie.swf/name.sol`. The newest file is replaced at
/// each change; what was there when a session began is kept as a generation, ``generationCount`` of them, see
/// ``SaveGenerations``.
public final class SaveFolder {
    public let path: String
    private let disk: Disk
    private let now: () -> Double
    /// What has been read or written in this session.
    private var known: [String: [UInt8]?] = [:]
    private var isKept: Set<String> = []

    public static let generationCount = 5
    /// Flash asks the person from 100 KB on; this is where no person would say yes.
    static let largestSave = 64 << 20
    /// A movie cannot fill a disk with endlessly many small objects.
    static let mostSaves = 2000

    /// `path` need not be there: it is made with the first save.
    public init(at path: String, disk: Disk = Disk(), now: @escaping () -> Double = MovieLibrary.wallClock) {
        self.path = path
        self.disk = disk
        self.now = now
    }

    /// The bytes of an object, nil where there is none.
    public func load(_ key: String) throws(LibraryProblem) -> [UInt8]? {
        if let bytes = known[key] { return bytes }
        guard let file = file(of: key), disk.kind(of: file) == .file else { return nil }
        let bytes = try disk.read(file, limit: Self.largestSave)
        known[key] = bytes
        return bytes
    }

    /// Writes an object, which is on the disk when this returns; nil deletes it. What has not changed is not written.
    public func store(_ bytes: [UInt8]?, as key: String) throws(LibraryProblem) {
        guard let file = file(of: key) else { throw LibraryProblem("\(key) is no name for a save") }
        if try load(key) == bytes { return }
        if let bytes, bytes.count > Self.largestSave {
            throw LibraryProblem("the save \(key) is larger than \(Self.largestSave >> 20) MiB")
        }
        if disk.kind(of: file) == .file {
            if isKept.insert(key).inserted { try keepGeneration(of: file) }
        } else if bytes != nil, known.count >= Self.mostSaves {
            throw LibraryProblem("the movie has more than \(Self.mostSaves) saves")
        }
        isKept.insert(key)
        if let bytes {
            try disk.write(bytes, to: file)
        } else if disk.kind(of: file) != nil {
            try disk.remove(file)
        }
        known[key] = bytes
    }

    /// The names of all objects, sorted.
    public func keys() throws(LibraryProblem) -> [String] {
        guard disk.kind(of: path) == .folder else { return [] }
        return try disk.files(below: path).filter { $0.hasSuffix(".sol") }.map { String($0.dropLast(4)) }
    }

    /// Older states of an object, the newest first.
    public func generations(of key: String) throws(LibraryProblem) -> [[UInt8]] {
        var found: [[UInt8]] = []
        for generation in try olderStates(of: key) {
            found.append(try disk.read(generation.file, limit: Self.largestSave))
        }
        return found
    }

    /// Where older states of an object are, the newest first.
    public func olderStates(of key: String) throws(LibraryProblem) -> [SaveGenerations.Generation] {
        guard let file = file(of: key) else { return [] }
        return try SaveGenerations(file: file, disk: disk, now: now).all()
    }

    /// Goes back to an older state; what is there now becomes one itself.
    public func goBack(to generation: SaveGenerations.Generation, of key: String) throws(LibraryProblem) {
        let bytes = try disk.read(generation.file, limit: Self.largestSave)
        isKept.remove(key)
        try store(bytes, as: key)
    }

    private func keepGeneration(of file: String) throws(LibraryProblem) {
        let bytes = try disk.read(file, limit: Self.largestSave)
        try SaveGenerations(file: file, disk: disk, now: now).keep(bytes, as: .session)
    }

    /// The file of a key; nil where the key would leave the folder.
    private func file(of key: String) -> String? {
        guard SafePath.isSafe(key) else { return nil }
        return "\(path)/\(key).sol"
    }
}
