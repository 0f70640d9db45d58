import Library

/// The saves of an item, and what has been thrown away.
extension LibraryScreen {
    // MARK: - Saves

    /// Shows these saves of an item, in place of what was shown of them before.
    public func showSaves(_ saves: [SaveEntry], of id: String) {
        let name = items.first { $0.id == id }?.name ?? ""
        if case .saves(let screen) = overlay, screen.id == id {
            screen.show(saves)
        } else {
            overlay = .saves(SavesScreen(saves, of: id, name: name))
        }
        hasChanged = true
    }

    func handle(_ input: UIInput, _ screen: SavesScreen) -> UIRequest? {
        switch screen.handle(input, in: dialog, scale: scale) {
        case .stays: return nil
        case .closed:
            overlay = editBehind.map { .edit($0) } ?? .none
            editBehind = nil
        case .adds: overlay = .saveBrowser(FileBrowser(folder: startFolder, finds: FileBrowser.saves), screen)
        case .finds: return .findSaves(of: screen.id)
        case .looks(let key, let generation):
            return .lookIntoSave(key: key, generation: generation, of: screen.id)
        case .changes(let change): return .changeSave(change, of: screen.id)
        }
        return nil
    }

    func handle(_ input: UIInput, _ browser: FileBrowser, for screen: SavesScreen) -> UIRequest? {
        switch browser.handle(input, in: dialog, scale: scale) {
        case .stays, .pickedAll: return nil
        case .cancelled: overlay = .saves(screen)
        case .picked(let path):
            overlay = .saves(screen)
            return .changeSave(.add(path: path), of: screen.id)
        }
        return nil
    }

    /// Shows what a save holds, over the saves it is one of.
    public func showSaveTree(_ tree: SaveTree, named name: String) {
        guard case .saves(let screen) = overlay else { return }
        overlay = .saveTree(SaveTreePanel(tree, title: name), screen)
        hasChanged = true
    }

    // MARK: - Trash

    /// Shows what is in the trash, in place of what was shown of it before.
    public func showTrash(_ items: [MovieLibrary.TrashedItem]) {
        if case .trash(let screen) = overlay {
            screen.show(items)
        } else {
            overlay = .trash(TrashScreen(items))
        }
        hasChanged = true
    }

    func handle(_ input: UIInput, _ screen: TrashScreen) -> UIRequest? {
        switch screen.handle(input, in: dialog, scale: scale) {
        case .stays: return nil
        case .closed: overlay = .none
        case .restores(let id): return .restore(id)
        case .empties: return .emptyTrash
        }
        return nil
    }
}
