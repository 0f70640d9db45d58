/// A movie of the library as its folder tells of it.
public struct LibraryItem: Equatable, Sendable, Identifiable {
    /// A UUID, the name of its folder.
    public let id: String
    /// What the person calls it, or else the bundle.
    public var name: String
    /// The person's own settings: they win over the bundle's.
    public var options = PlayerOptions()
    public var tags: [String] = []
    public var isFavourite = false
    /// Milliseconds since 1970; nil: never.
    public var lastPlayed: Double?
    public var added: Double?
    /// SHA-256 of the movie.
    public var hash = ""
    /// Where the movie is.
    public var source = Source.stored
    public var startsFullScreen = false
    /// 0...1; nil: the program's.
    public var volume: Double?
    /// What it does while another window has the keyboard; nil: it goes on.
    public var background: Background?
    /// Which keys the movie gets for which keys of the keyboard.
    public var keys: [KeyAssignment] = []

    /// What a movie does while another window has the keyboard, or its own is minimised.
    public enum Background: String, CaseIterable, Sendable { case plays, silent, pauses }

    /// Where the movie of an item is.
    public enum Source: Equatable, Sendable {
        /// In the item's own folder, as a bundle.
        case stored
        /// Elsewhere on this machine.
        case linked(LinkedFile)
        /// On the network, at this address.
        case web(String)
    }

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// A key, by the name that settings have for it, and what the movie gets in its place.
public struct KeyAssignment: Equatable, Sendable {
    public var pressed, given: String
    public init(pressed: String, given: String) { (self.pressed, self.given) = (pressed, given) }

    /// The pairs of a table of settings. What is wrong there becomes a warning.
    public static func list(_ document: TOMLDocument, _ name: String, warnings: inout [String]) -> [KeyAssignment] {
        guard let section = document[name] else { return [] }
        guard case .table(let table) = section else {
            warnings.append("\(name) must be a table, not a \(section.kind)")
            return []
        }
        return table.entries.compactMap { pressed, value in
            if case .string(let given) = value { return KeyAssignment(pressed: pressed, given: given) }
            warnings.append("\(name).\(pressed) must be a string, not a \(value.kind)")
            return nil
        }
    }

    /// Makes of the table what `keys` has; `before`: what it is known to hold.
    public static func write(
        _ keys: [KeyAssignment], over before: [KeyAssignment], to document: inout TOMLDocument, _ name: String
    ) throws(LibraryProblem) {
        for old in before where !keys.contains(where: { $0.pressed == old.pressed }) {
            try document.set([name, old.pressed], to: nil)
        }
        for key in keys where !before.contains(key) {
            try document.set([name, key.pressed], to: .string(key.given))
        }
    }
}

/// A file that an item plays where it lies, and what it is found by when it has been moved.
public struct LinkedFile: Equatable, Sendable {
    public var path: String
    public var size: Int64
    public var inode: UInt64
    /// SHA-256 of the file; empty: a bundle in a folder, which is known by its movie alone.
    public var hash: String
}

extension LibraryItem {
    /// From `settings.toml`. What is wrong there becomes a warning.
    init(id: String, _ document: TOMLDocument, bundleName: String, warnings: inout [String]) {
        self.id = id
        name = bundleName
        if case .string(let text) = document["item", "name"], !text.isEmpty { name = text }
        if case .string(let text) = document["item", "hash"] { hash = text }
        if case .boolean(true) = document["item", "favourite"] { isFavourite = true }
        if case .boolean(true) = document["item", "full_screen"] { startsFullScreen = true }
        if case .array(let values) = document["item", "tags"] {
            tags = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        }
        source = Source(document)
        lastPlayed = document["item", "last_played"]?.number
        added = document["item", "added"]?.number
        volume = document["item", "volume"]?.number.map { $0.isNaN ? 1 : min(1, max(0, $0)) }
        if let value = document["item", "in_background"] {
            if case .string(let text) = value { background = Background(rawValue: text) }
            if background == nil { warnings.append("item.in_background must be plays, silent or pauses") }
        }
        options = PlayerOptions(document, warnings: &warnings)
        keys = KeyAssignment.list(document, "keys", warnings: &warnings)
    }

    /// A time as it is written: whole milliseconds since 1970, within what a calendar has.
    private static func milliseconds(_ time: Double) -> TOMLValue {
        .integer(time.isFinite ? Int64(max(0, min(8.64e15, time))) : 0)
    }

    /// Puts into `document` what differs from `known`, as which it was read; all of it where it is new. What somebody
    /// else has changed there meanwhile stays. Returns what the document has no place for.
    @discardableResult
    func write(
        to document: inout TOMLDocument, since known: LibraryItem? = nil, bundleName: String
    ) throws(LibraryProblem) -> [String] {
        func set<Field: Equatable>(
            _ key: String, _ field: KeyPath<LibraryItem, Field>, _ value: TOMLValue?
        ) throws(LibraryProblem) {
            if let known, known[keyPath: field] == self[keyPath: field] { return }
            if let old = document["item", key]?.number, old == value?.number { return }
            try document.set(["item", key], to: value)
        }
        try set("name", \.name, name == bundleName || name.isEmpty ? nil : .string(name))
        try set("hash", \.hash, hash.isEmpty ? nil : .string(hash))
        try set("favourite", \.isFavourite, isFavourite ? .boolean(true) : nil)
        try set("full_screen", \.startsFullScreen, startsFullScreen ? .boolean(true) : nil)
        try set("tags", \.tags, tags.isEmpty ? nil : .array(tags.map { .string($0) }))
        try set("last_played", \.lastPlayed, lastPlayed.map(Self.milliseconds))
        try set("added", \.added, added.map(Self.milliseconds))
        try set("in_background", \.background, background.map { .string($0.rawValue) })
        try set("volume", \.volume, volume.map { .float($0) })
        if source != known?.source ?? Source(document) { try source.write(to: &document) }
        let refused = try options.write(to: &document, since: known?.options)
        var ignored: [String] = []
        let before = known?.keys ?? KeyAssignment.list(document, "keys", warnings: &ignored)
        try KeyAssignment.write(keys, over: before, to: &document, "keys")
        return refused
    }
}

extension LibraryItem.Source {
    init(_ document: TOMLDocument) {
        self = .stored
        if case .string(let url) = document["link", "url"] { self = .web(url) }
        guard case .string(let path) = document["link", "path"], path.hasPrefix("/") else { return }
        var file = LinkedFile(path: path, size: 0, inode: 0, hash: "")
        if case .integer(let size) = document["link", "size"] { file.size = size }
        if case .integer(let inode) = document["link", "inode"] { file.inode = UInt64(bitPattern: inode) }
        if case .string(let hash) = document["link", "sha256"] { file.hash = hash }
        self = .linked(file)
    }

    func write(to document: inout TOMLDocument) throws(LibraryProblem) {
        switch self {
        case .stored: break
        case .web(let url): try document.set(["link", "url"], to: .string(url))
        case .linked(let file):
            try document.set(["link", "path"], to: .string(file.path))
            try document.set(["link", "size"], to: .integer(file.size))
            try document.set(["link", "inode"], to: .integer(Int64(bitPattern: file.inode)))
            try document.set(["link", "sha256"], to: .string(file.hash))
        }
    }
}
