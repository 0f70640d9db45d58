import SWF

extension Player {
    /// The URL of the root movie, which relative URLs start from.
    public var movieURL: String { assets.url }
}

extension Player {
    /// What `System.security.sandboxType` says of the root movie.
    public var sandboxType: String {
        guard URLReference.scheme(of: movieURL)?.lowercased() == "file" else { return "remote" }
        return movie.fileAttributes.contains(.useNetwork) ? "localWithNetwork" : "localWithFile"
    }
}
