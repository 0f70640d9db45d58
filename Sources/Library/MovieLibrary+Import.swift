/// Items that wait to be moved into the library together.
final class ImportBatch {
    private(set) var items: [LibraryItem] = []
    func append(_ item: LibraryItem) { items.append(item) }
    func empty() { items = [] }
}

/// Many movies at once.
extension MovieLibrary {
    /// What an import came to.
    public struct ImportOutcome: Equatable, Sendable {
        public var added: [String] = []
        /// Files that were there already.
        public var known = 0
        /// Files that could not be added, and why.
        public var problems: [String] = []
        public var problemCount = 0
        public var isCancelled = false
    }

    /// Items go to the disk together: a wait for the disk at each would be most of the time.
    private static let batchSize = 64
    private static let mostProblems = 100

    /// Movies and bundles below a folder, sorted. What lies inside a bundle is no movie of its own.
    public func movies(below folder: String) throws(LibraryProblem) -> [String] {
        var found: [String] = []
        var bundles: Set<Substring> = []
        let files = try disk.files(below: folder, limit: 1_000_000)
        for file in files where file.split(separator: "/").last == Substring(BundleInformation.fileName) {
            let bundle = file.lastIndex(of: "/").map { file[..<$0] } ?? ""
            bundles.insert(bundle)
            found.append(bundle.isEmpty ? folder : "\(folder)/\(bundle)")
        }
        for file in files {
            let name = file.lowercased()
            guard [".swf", ".spl", ".ruf"].contains(where: { name.hasSuffix($0) }) else { continue }
            var parent = file[...]
            var isInside = bundles.contains("")
            while !isInside, let slash = parent.lastIndex(of: "/") {
                parent = parent[..<slash]
                isInside = bundles.contains(parent)
            }
            if !isInside { found.append("\(folder)/\(file)") }
        }
        return found.sorted()
    }

    /// Adds a file or bundle, whichever it is.
    public func add(at path: String) throws(LibraryProblem) -> Addition {
        if let bundle = try Bundle.open(at: path, disk: disk) { return try add(bundle) }
        return try add(movie: try disk.read(path, limit: 512 << 20), fileName: path)
    }

    /// Adds everything below a folder. `progress` hears of each file and returns whether to go on; what has been added
    /// until then stays, whole.
    public func importFolder(
        _ folder: String, _ progress: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
    ) throws(LibraryProblem) -> ImportOutcome {
        let paths = try movies(below: folder)
        try disk.makeFolder(root)
        let lock = WorkLock(.making, root: root)
        defer { withExtendedLifetime(lock) {} }
        var outcome = ImportOutcome()
        let batch = ImportBatch()
        self.batch = batch
        defer { self.batch = nil }
        do throws(LibraryProblem) {
            for (number, path) in paths.enumerated() {
                guard progress(number, paths.count) else {
                    outcome.isCancelled = true
                    break
                }
                do throws(LibraryProblem) {
                    let addition = try disk.withoutWaiting { () throws(LibraryProblem) in try add(at: path) }
                    switch addition {
                    case .added(let item): outcome.added.append(item.id)
                    case .known: outcome.known += 1
                    }
                } catch {
                    if error.message == Disk.simulatedCrash { throw error }
                    outcome.problemCount += 1
                    if outcome.problems.count < Self.mostProblems {
                        outcome.problems.append("\(path): \(error.message)")
                    }
                }
                if batch.items.count >= Self.batchSize { try finish(batch) }
            }
            try finish(batch)
        } catch {
            // What was not moved in is not there.
            try? reload()
            throw error
        }
        if !outcome.isCancelled { _ = progress(paths.count, paths.count) }
        return outcome
    }

    /// Moves a batch in, once all of it is on the disk.
    private func finish(_ batch: ImportBatch) throws(LibraryProblem) {
        if batch.items.isEmpty { return }
        try disk.makeFolder(itemsFolder)
        try disk.flush(workFolder)
        for item in batch.items {
            try disk.withoutWaiting { () throws(LibraryProblem) in
                try disk.rename("\(workFolder)/\(item.id)", to: self.folder(of: item.id))
            }
        }
        try disk.flush(itemsFolder)
        batch.empty()
    }

    // MARK: - Export

    /// What of an item goes into an exported bundle beside its files.
    public struct ExportContent: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The person's name and options for it take the place of the bundle's.
        public static let settings = ExportContent(rawValue: 1)
        public static let saves = ExportContent(rawValue: 2)
    }

    /// An item as a `.ruf` archive that other players open. Saves are in a folder `app_data` beside the content, which
    /// players that do not know it pass over.
    public func export(_ id: String, with content: ExportContent = []) throws(LibraryProblem) -> [UInt8] {
        guard let item = item(id) else { throw LibraryProblem("there is no such item") }
        var (information, writer) = try packed(item)
        if content.contains(.settings) {
            information.name = item.name
            information.options = item.options.over(information.options)
        }
        if content.contains(.saves) {
            let folder = "\(self.folder(of: id))/app_data"
            if disk.kind(of: folder) == .folder {
                for file in try disk.files(below: folder) where file.hasSuffix(".sol") {
                    try writer.add("app_data/\(file)", try disk.read("\(folder)/\(file)", limit: 64 << 20))
                }
            }
        }
        try writer.add(BundleInformation.fileName, try information.encoded())
        return writer.finish()
    }

    /// The files of an item's bundle, its saves of an earlier export left out.
    private func packed(_ item: LibraryItem) throws(LibraryProblem) -> (BundleInformation, ZipWriter) {
        var writer = ZipWriter()
        let bundle: Bundle?
        switch item.source {
        case .web(let url): return (BundleInformation(name: item.name, url: url), writer)
        case .stored: bundle = try self.bundle(of: item.id)
        case .linked: bundle = try Bundle.open(at: try locate(item.id), disk: disk)
        }
        if let bundle {
            for path in try bundle.files() where !path.hasPrefix("app_data/") {
                try writer.add(path, try bundle.file(path))
            }
            return (bundle.information, writer)
        }
        let path = try locate(item.id)
        let stem = Self.stem(of: path)
        let file = SafePath.isSafe(stem + ".swf") ? stem + ".swf" : "movie.swf"
        try writer.add("content/\(file)", try disk.read(path, limit: 512 << 20))
        return (BundleInformation(name: stem, url: BundleURL.url(ofPath: file)), writer)
    }
}
