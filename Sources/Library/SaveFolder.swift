/// The shared objects of one movie: `.sol` files below a folder, with older states of each beside them.
///
/// Their names are what Flash calls them by, such as `localhost/movie.swf/name.sol`. The newest file is replaced at
/// each change; what was there when a session began is kept as a generation, ``generationCount`` of them.
public final class SaveFolder {
    public let path: String
    private let disk: Disk
    /// What has been read or written in this session.
    private var known: [String: [UInt8]?] = [:]
    private var isKept: Set<String> = []

    public static let generationCount = 5
    /// Flash asks the person from 100 KB on; this is where no person would say yes.
    static let largestSave = 64 << 20
    /// A movie cannot fill a disk with endlessly many small objects.
    static let mostSaves = 2000

    /// `path` need not be there: it is made with the first save.
    public init(at path: String, disk: Disk = Disk()) {
        self.path = path
        self.disk = disk
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
        guard let file = file(of: key) else { return [] }
        var found: [[UInt8]] = []
        for number in 1...Self.generationCount where disk.kind(of: Self.generation(number, of: file)) == .file {
            found.append(try disk.read(Self.generation(number, of: file), limit: Self.largestSave))
        }
        return found
    }

    private static func generation(_ number: Int, of file: String) -> String { "\(file).\(number)" }

    /// Keeps the file under a second name; renaming the new one over it then leaves the old content there.
    private func keepGeneration(of file: String) throws(LibraryProblem) {
        for number in stride(from: Self.generationCount - 1, through: 1, by: -1) {
            let old = Self.generation(number, of: file)
            if disk.kind(of: old) == .file { try disk.rename(old, to: Self.generation(number + 1, of: file)) }
        }
        let bytes = try disk.read(file, limit: Self.largestSave)
        try disk.write(bytes, to: Self.generation(1, of: file))
    }

    /// The file of a key; nil where the key would leave the folder.
    private func file(of key: String) -> String? {
        guard SafePath.isSafe(key) else { return nil }
        return "\(path)/\(key).sol"
    }
}
