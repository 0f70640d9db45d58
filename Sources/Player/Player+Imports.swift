import SWF

extension Player {
    /// Fetches what ImportAssets names. Until all has arrived, or failed, no frame runs.
    ///
    /// A movie that imports from itself, or in a circle, gets each file once.
    public func prepare() {
        guard !hasPrepared else { return }
        hasPrepared = true
        fetchImports(of: assets)
    }

    /// Whether frames may run.
    public var isReady: Bool { pendingImports == 0 }

    func fetchImports(of assets: MovieAssets) {
        for (url, wanted) in assets.imports where !url.isEmpty {
            let address = URLReference.resolve(url, base: assets.url)
            if let known = importedMovies[address] {
                link(wanted, of: known, into: assets)
                continue
            }
            pendingImports += 1
            var request = FetchRequest(url: address)
            request.reference = url
            host.fetch(request) { [weak self] result in
                self?.finishImport(result, address, wanted, into: assets)
            }
        }
    }

    private func finishImport(
        _ result: Result<FetchResponse, FetchError>, _ address: String, _ wanted: [ExportedAsset],
        into assets: MovieAssets
    ) {
        defer { pendingImports -= 1 }
        switch result {
        case .failure: host.warn("Asset import failed: \(address)")
        case .success(let response):
            let imported: MovieAssets
            if let known = importedMovies[address] {
                imported = known
            } else {
                guard let movie = try? Movie(response.body) else {
                    return stubs.hit("ImportAssets from what is no movie: \(address)")
                }
                imported = MovieAssets(movie: movie, url: response.url, resources: resources)
                importedMovies[address] = imported
                fetchImports(of: imported)
            }
            link(wanted, of: imported, into: assets)
        }
    }

    private func link(_ wanted: [ExportedAsset], of imported: MovieAssets, into assets: MovieAssets) {
        for asset in wanted {
            let name = assets.text(asset.name)
            guard let original = imported.exports(named: name) else { continue }
            assets.importCharacter(asset.id, named: name, from: imported, original: original)
        }
    }
}
