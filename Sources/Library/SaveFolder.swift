/// The shared objects of one movie: `.sol` files below a folder, with older states of each beside them.
///
/// Their names are what Flash calls them by, such as `localhost/movie.swf/name.sol`. The newest file is replaced at
/// each change; what was there when a session began is kept as a generation, ``generationCount`` of them, see
/// ``SaveGenerations``.
///
/// A name that is too long for a file, with what names of generations add to it, stands shortened on the disk.
public final class SaveFolder {
    public let path: String
    /// The item whose saves these are; nil: a movie that is in no library.
    private let owner: Owner?
    private let disk: Disk
    private let now: () -> Double
    /// What has been read or written in this session.
    private var known: [String: [UInt8]?] = [:]
    private var isKept: Set<String> = []
    /// Where the last save went. What the person has thrown away, or brought back, begins a session of its own.
    private var lastPlace: String?

    public static let generationCount = 5
    /// Flash asks the person from 100 KB on; this is where no person would say yes.
    static let largestSave = 64 << 20
    /// A movie cannot fill a disk with endlessly many small objects.
    static let mostSaves = 2000

    /// An item's folder, and where it is once the item has been thrown away.
    struct Owner {
        let folder, trashed: String
    }

    /// `path` need not be there: it is made with the first save.
    public convenience init(
        at path: String, disk: Disk = Disk(), now: @escaping () -> Double = MovieLibrary.wallClock
    ) {
        self.init(at: path, of: nil, disk: disk, now: now)
    }

    /// `path` lies below the owner's folder.
    init(at path: String, of owner: Owner?, disk: Disk, now: @escaping () -> Double) {
        self.path = path
        self.owner = owner
        self.disk = disk
        self.now = now
    }

    /// The owner's folder as it is now. A movie that still runs when its item is thrown away saves into the trash: it
    /// must not bring half of the item back. Throws where the item is gone for good.
    private func present() throws(LibraryProblem) -> (path: String, owner: String?) {
        guard let owner, disk.kind(of: owner.folder) != .folder else { return (path, owner?.folder) }
        guard disk.kind(of: owner.trashed) == .folder else { throw LibraryProblem("the item is no longer there") }
        return (owner.trashed + path.dropFirst(owner.folder.utf8.count), owner.trashed)
    }

    /// Whether a file is a shared object, by how it begins.
    public static func isSave(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x00, 0xBF]) && bytes.count > 16 }

    /// The bytes of an object, nil where there is none.
    public func load(_ key: String) throws(LibraryProblem) -> [UInt8]? {
        let key = Self.shortened(key)
        if let bytes = known[key] { return bytes }
        guard let file = file(of: key, in: try present().path), disk.kind(of: file) == .file else { return nil }
        let bytes = try disk.read(file, limit: Self.largestSave)
        known[key] = bytes
        return bytes
    }

    /// Writes an object, which is on the disk when this returns; nil deletes it. What has not changed is not written.
    public func store(_ bytes: [UInt8]?, as key: String) throws(LibraryProblem) {
        let key = Self.shortened(key)
        let (place, owner) = try present()
        guard let file = file(of: key, in: place) else { throw LibraryProblem("\(key) is no name for a save") }
        if let lastPlace, lastPlace != place { isKept = [] }
        lastPlace = place
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
            try disk.write(bytes, to: file, below: owner)
        } else if disk.kind(of: file) != nil {
            try disk.remove(file)
        }
        known[key] = bytes
    }

    /// The names of all objects, sorted.
    public func keys() throws(LibraryProblem) -> [String] {
        let place = try present().path
        guard disk.kind(of: place) == .folder else { return [] }
        return try disk.files(below: place).filter { $0.hasSuffix(".sol") }.map { String($0.dropLast(4)) }
    }

    /// The names of objects that have been deleted but have older states to go back to, sorted.
    public func deletedKeys() throws(LibraryProblem) -> [String] {
        let place = try present().path
        guard disk.kind(of: place) == .folder else { return [] }
        let files = Set(try disk.files(below: place))
        var found: Set<String> = []
        for file in files {
            // The last one: a name may hold such a thing itself.
            guard let end = file.ranges(of: ".sol.").last else { continue }
            let key = String(file[..<end.lowerBound])
            if files.contains(key + ".sol") || found.contains(key) || key.isEmpty { continue }
            if try !SaveGenerations(file: "\(place)/\(key).sol", disk: disk, now: now).all().isEmpty {
                found.insert(key)
            }
        }
        return found.sorted()
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
        guard let file = file(of: Self.shortened(key), in: try present().path) else { return [] }
        return try SaveGenerations(file: file, disk: disk, now: now).all()
    }

    /// Goes back to an older state; what is there now becomes one itself.
    public func goBack(to generation: SaveGenerations.Generation, of key: String) throws(LibraryProblem) {
        let bytes = try disk.read(generation.file, limit: Self.largestSave)
        isKept.remove(Self.shortened(key))
        try store(bytes, as: key)
    }

    private func keepGeneration(of file: String) throws(LibraryProblem) {
        let bytes = try disk.read(file, limit: Self.largestSave)
        try SaveGenerations(file: file, disk: disk, now: now).keep(bytes, as: .session)
    }

    /// The file of a key; nil where the key would leave the folder.
    private func file(of key: String, in place: String) -> String? {
        guard SafePath.isSafe(key) else { return nil }
        return "\(place)/\(key).sol"
    }

    // MARK: - Long names

    /// What a file system takes as one name, and what is left of it beside `.sol` and a generation's time and hash.
    private static let longestName = 255
    private static let longestSaveName = 210
    /// So much of a long name stays readable.
    private static let keptOfName = 150

    /// A key whose steps are names that a file can have: what is too long ends in a hash of all of it. A key that has
    /// been shortened stays as it is.
    static func shortened(_ key: String) -> String {
        if key.utf8.count <= longestSaveName { return key }
        var steps = key.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        for place in steps.indices {
            let step = steps[place]
            guard step.utf8.count > (place == steps.count - 1 ? longestSaveName : longestName) else { continue }
            var start = ""
            for scalar in step.unicodeScalars {
                if start.utf8.count + 4 > keptOfName { break }
                start.unicodeScalars.append(scalar)
            }
            steps[place] = "\(start)~\(SHA256.hex(Array(step.utf8)).prefix(16))"
        }
        return steps.joined(separator: "/")
    }
}
