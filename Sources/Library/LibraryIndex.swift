/// What the folders of a library say, in one file: thousands of items are listed without reading each.
///
/// It is believed only where the files it was made from have not been written since, and may be thrown away at any
/// time. Items with options or keys of their own are not in it: those are few, and read as ever.
struct LibraryIndex {
    /// What tells whether an item's files have been written since.
    struct Stamps: Equatable {
        var settings, information: Disk.Stamp?

        init(of folder: String, disk: Disk) {
            settings = disk.stamp(of: "\(folder)/settings.toml")
            information = disk.stamp(of: "\(folder)/bundle.ruf/\(BundleInformation.fileName)")
        }

        /// As one word.
        fileprivate var text: String {
            [settings, information].map { $0.map { "\($0.size).\($0.changed).\($0.inode)" } ?? "-" }
                .joined(separator: ":")
        }
    }

    private static let heading = "ruffle-x11 index 1"
    private static let largestFile = 256 << 20
    private let path: String
    private let disk: Disk
    private var lines: [Substring: Substring] = [:]
    private var hasChanged = false

    init(at path: String, disk: Disk) {
        (self.path, self.disk) = (path, disk)
        guard disk.kind(of: path) == .file, let bytes = try? disk.read(path, limit: Self.largestFile),
            let text = String(validating: bytes, as: UTF8.self)
        else { return }
        let all = text.split(separator: "\n", omittingEmptySubsequences: true)
        // The last line tells that nothing is missing.
        guard all.first == Substring(Self.heading), all.last == "end \(all.count - 1)" else { return }
        lines.reserveCapacity(all.count)
        for line in all.dropFirst().dropLast() {
            if let tab = line.utf8.firstIndex(of: 0x09) { lines[line[..<tab]] = line }
        }
    }

    /// The item as its folder says, nil where it has to be asked.
    func item(_ id: String, _ stamps: Stamps) -> LibraryItem? {
        guard stamps.settings != nil, let line = lines[Substring(id)] else { return nil }
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count >= 13, fields[1] == Substring(stamps.text) else { return nil }
        var item = LibraryItem(id: id, name: Self.plain(fields[2]))
        item.hash = String(fields[3])
        item.isFavourite = fields[4] == "1"
        item.startsFullScreen = fields[5] == "1"
        item.added = Double(fields[6])
        item.lastPlayed = Double(fields[7])
        item.volume = Double(fields[8])
        if !fields[9].isEmpty { item.tags = fields[9].split(separator: "\u{1}").map(Self.plain) }
        switch fields[10] {
        case "w": item.source = .web(Self.plain(fields[11]))
        case "l":
            let parts = fields[12].split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 3, let size = Int64(parts[0]), let inode = UInt64(parts[1]) else { return nil }
            item.source = .linked(
                LinkedFile(path: Self.plain(fields[11]), size: size, inode: inode, hash: String(parts[2])))
        default: item.source = .stored
        }
        return item
    }

    mutating func put(_ item: LibraryItem, _ stamps: Stamps) {
        guard item.options == PlayerOptions(), item.keys.isEmpty, item.background == nil else { return }
        var place = ""
        var found = ""
        var kind = "s"
        switch item.source {
        case .stored: break
        case .web(let url): (kind, place) = ("w", url)
        case .linked(let file): (kind, place, found) = ("l", file.path, "\(file.size) \(file.inode) \(file.hash)")
        }
        let fields = [
            item.id, stamps.text, Self.escaped(item.name), item.hash, item.isFavourite ? "1" : "0",
            item.startsFullScreen ? "1" : "0", item.added.map { "\($0)" } ?? "", item.lastPlayed.map { "\($0)" } ?? "",
            item.volume.map { "\($0)" } ?? "", item.tags.map(Self.escaped).joined(separator: "\u{1}"), kind,
            Self.escaped(place), found,
        ]
        lines[Substring(item.id)] = Substring(fields.joined(separator: "\t"))
        hasChanged = true
    }

    /// Writes the file where it is out of date. That it cannot be written makes the next start slower, no more.
    func save(keeping ids: [String]) {
        guard hasChanged else { return }
        let kept = ids.compactMap { lines[Substring($0)] }
        let text = ([Substring(Self.heading)] + kept + ["end \(kept.count + 1)"]).joined(separator: "\n") + "\n"
        try? disk.write(Array(text.utf8), to: path)
    }

    /// Text without what separates fields and lines.
    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 32 || $0 == 0x25 }) else { return text }
        return text.unicodeScalars.map { $0.value < 32 || $0 == "%" ? "%\($0.value);" : String($0) }.joined()
    }

    private static func plain(_ text: Substring) -> String {
        guard text.utf8.contains(0x25) else { return String(text) }
        var result = ""
        var rest = text
        while let percent = rest.firstIndex(of: "%"), let end = rest[percent...].firstIndex(of: ";") {
            result += rest[..<percent]
            if let code = UInt32(rest[rest.index(after: percent)..<end]), let scalar = Unicode.Scalar(code) {
                result.unicodeScalars.append(scalar)
            }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
