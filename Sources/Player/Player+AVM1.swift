extension Player {
    /// The URL of the root movie, which relative URLs start from.
    public var movieURL: String { assets.url }
}
