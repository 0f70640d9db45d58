/// A file that the person has chosen.
public struct ChosenFile: Equatable, Sendable {
    public var name: String
    public var bytes: [UInt8]
    /// Milliseconds since 1970; nil: not known.
    public var modified: Double?

    public init(name: String, bytes: [UInt8], modified: Double?) {
        self.name = name
        self.bytes = bytes
        self.modified = modified
    }
}

/// One kind of files that a dialog offers: "Images", "*.jpg;*.png".
public struct FileTypeFilter: Equatable, Sendable {
    public var description: String
    public var patterns: String

    public init(description: String, patterns: String) {
        self.description = description
        self.patterns = patterns
    }
}
