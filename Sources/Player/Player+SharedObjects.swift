/// Shared objects: what scripts keep between runs of the movie.
extension Player {
    /// Notes how a shared object that is in use is stored. It stays noted until the movie ends.
    public func keepsSharedObject(_ key: String, store: @escaping () -> Void) { sharedObjectStores[key] = store }

    /// Hands all shared objects in use to the host, as Flash does when a movie ends without `flush()`.
    public func storeSharedObjects() {
        for key in sharedObjectStores.keys.sorted() { sharedObjectStores[key]?() }
    }
}
