import SWF

extension Player {
    /// Fetches the movies whose characters this one imports (ImportAssets).
    func importAssets(of assets: MovieAssets) {
        for (url, wanted) in assets.imports where !url.isEmpty {
            let request = FetchRequest(url: URLReference.resolve(url, base: assets.url))
            host.fetch(request) { [unowned self] result in
                guard case .success(let response) = result, let movie = try? Movie(response.body) else {
                    host.warn("Assets of \(request.url) could not be imported")
                    return
                }
                let library = MovieAssets(movie: movie, url: response.url, resources: resources)
                importAssets(of: library)
                for asset in wanted {
                    let name = assets.text(asset.name)
                    guard let original = library.exports(named: name) else { continue }
                    assets.importCharacter(asset.id, from: library, original: original, name: name)
                }
            }
        }
    }

    /// Fetches what the movie imports, before its first frame.
    public func prepare() { importAssets(of: assets) }
}
