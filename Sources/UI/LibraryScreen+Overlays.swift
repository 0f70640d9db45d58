import Library

/// What the library shows over itself for a while: an import, a picture that is chosen, a movie's keys.
extension LibraryScreen {
    // MARK: - Import

    /// Shows how far an import is, or what it came to.
    public func showImport(_ progress: ImportProgress) {
        if case .importing(let panel) = overlay {
            if panel.progress == progress { return }
            panel.progress = progress
        } else {
            overlay = .importing(ImportPanel(progress))
        }
        hasChanged = true
    }

    func handle(_ input: UIInput, _ panel: ImportPanel) -> UIRequest? {
        switch panel.handle(input, in: dialog, scale: scale) {
        case .stays: return nil
        case .stopped: return .stopImport
        case .closed: overlay = .none
        }
        return nil
    }

    // MARK: - Loading

    /// Shows how much of a movie has come from the network.
    public func showLoading(_ url: String, received: Int, total: Int?) {
        if case .loading(let panel) = overlay, panel.url == url {
            if (panel.received, panel.total) == (received, total) { return }
            (panel.received, panel.total) = (received, total)
        } else {
            let panel = LoadingPanel(url: url)
            (panel.received, panel.total) = (received, total)
            overlay = .loading(panel)
        }
        hasChanged = true
    }

    /// Nothing is loaded any more.
    public func endLoading() {
        if case .loading = overlay { overlay = .none }
        hasChanged = true
    }

    // MARK: - Pictures

    func handle(_ input: UIInput, _ browser: FileBrowser, forPictureOf edit: EditScreen) -> UIRequest? {
        switch browser.handle(input, in: dialog, scale: scale) {
        case .stays, .pickedAll: return nil
        case .cancelled: overlay = .edit(edit)
        case .picked(let path):
            overlay = .edit(edit)
            return .setPicture(path: path, of: edit.item.id)
        }
        return nil
    }

    // MARK: - Keys

    /// Whether the next key, button or turn of the wheel is what the person wants to name, see ``captured(_:)``.
    public var isCapturing: Bool {
        keysScreen.map { $0.capture != .none } ?? false
    }

    private var keysScreen: MovieKeysScreen? {
        switch overlay {
        case .movieKeys(let keys, _), .sharedKeys(let keys): keys
        default: nil
        }
    }

    /// Shows the keys that all movies get.
    public func showSharedKeys(_ keys: [KeyAssignment]) {
        overlay = .sharedKeys(MovieKeysScreen(keys, name: nil))
        hasChanged = true
    }

    /// The person has pressed what was waited for; nil: they have thought better of it.
    public func captured(_ name: String?) {
        guard let keys = keysScreen else { return }
        if let name { keys.captured(name) } else { keys.endCapture() }
        hasChanged = true
    }

    func handle(_ input: UIInput, _ keys: MovieKeysScreen, _ edit: EditScreen) -> UIRequest? {
        if keys.handle(input, in: dialog, scale: scale) == .closed {
            edit.setKeys(keys.keys)
            overlay = .edit(edit)
        }
        return nil
    }
}
