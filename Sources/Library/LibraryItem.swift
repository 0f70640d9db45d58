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
    public var startsFullScreen = false
    /// 0...1; nil: the program's.
    public var volume: Double?

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
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
        lastPlayed = document["item", "last_played"]?.number
        added = document["item", "added"]?.number
        volume = document["item", "volume"]?.number.map { $0.isNaN ? 1 : min(1, max(0, $0)) }
        options = PlayerOptions(document, warnings: &warnings)
    }

    /// Puts what has changed into `document`.
    func write(to document: inout TOMLDocument, bundleName: String) throws(LibraryProblem) {
        func set(_ key: String, _ value: TOMLValue?) throws(LibraryProblem) {
            if let old = document["item", key]?.number, old == value?.number { return }
            try document.set(["item", key], to: value)
        }
        try set("name", name == bundleName || name.isEmpty ? nil : .string(name))
        try set("hash", hash.isEmpty ? nil : .string(hash))
        try set("favourite", isFavourite ? .boolean(true) : nil)
        try set("full_screen", startsFullScreen ? .boolean(true) : nil)
        try set("tags", tags.isEmpty ? nil : .array(tags.map { .string($0) }))
        try set("last_played", lastPlayed.map { .integer(Int64($0)) })
        try set("added", added.map { .integer(Int64($0)) })
        try set("volume", volume.map { .float($0) })
        try options.write(to: &document)
    }
}
