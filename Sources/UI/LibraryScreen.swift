import Base
import Library
import Renderer

/// The person's movies: a grid of pictures and names, searched by typing, with what is needed to add, change and remove.
///
/// It knows no window, no clock and no disk but for the file browser: the front feeds it ``UIInput`` and carries out
/// what it asks for.
public final class LibraryScreen {
    public internal(set) var hasChanged = true
    let toolkit: UIToolkit
    var width, height: Int
    var scale: Double
    var items: [LibraryItem] = []
    var pictures: [String: BitmapID] = [:]
    /// What is shown: the items that fit the search, favourites first, then those played last.
    private(set) var shown: [LibraryItem] = []
    private(set) var search = ""
    /// Rows below each other rather than tiles.
    private(set) var isList = false
    private(set) var order = LibraryOrder.played
    /// The item that keys are about.
    private(set) var chosen: String?
    var hovered: Part?
    var scroll = UIScroll()
    var message: (text: String, isProblem: Bool)?
    var overlay = Overlay.none
    /// The settings from which the saves were opened.
    var editBehind: EditScreen?
    let startFolder: String
    var needsReveal = false

    enum Overlay {
        case none, help
        case browser(FileBrowser)
        case edit(EditScreen)
        case saves(SavesScreen)
        case saveTree(SaveTreePanel, SavesScreen)
        case trash(TrashScreen)
        /// The browser looks for a save to take over.
        case saveBrowser(FileBrowser, SavesScreen)
        case pictureBrowser(FileBrowser, EditScreen)
        case movieKeys(MovieKeysScreen, EditScreen)
        case sharedKeys(MovieKeysScreen)
        case importing(ImportPanel)
        case loading(LoadingPanel)
    }
    enum Part: Equatable { case add, order, view, trash, item(String), gear(String), star(String) }

    public init(toolkit: UIToolkit, width: Int, height: Int, scale: Double, startFolder: String) {
        self.toolkit = toolkit
        (self.width, self.height, self.scale) = (width, height, scale)
        self.startFolder = startFolder
    }

    public func resize(width: Int, height: Int, scale: Double) {
        (self.width, self.height, self.scale) = (width, height, scale)
        needsReveal = true
        hasChanged = true
    }

    /// Shows these items. `pictures` holds those that have one.
    public func show(_ items: [LibraryItem], pictures: [String: BitmapID]) {
        self.items = items
        self.pictures = pictures
        find()
    }

    /// Shows other pictures of the same items.
    public func showPictures(_ pictures: [String: BitmapID]) {
        self.pictures = pictures
        hasChanged = true
    }

    /// The items whose pictures are to be seen now, and those a row around them.
    public var itemsInView: [String] {
        let seen = visible
        let first = max(0, seen.lowerBound - columns)
        let around = first..<min(shown.count, seen.upperBound + columns)
        return shown[seen].map(\.id) + around.filter { !seen.contains($0) }.map { shown[$0].id }
    }

    /// Makes an item the one that keys are about.
    public func choose(_ id: String) {
        chosen = id
        needsReveal = true
        hasChanged = true
    }

    /// Tells the person something, at the lower edge.
    public func tell(_ text: String, isProblem: Bool = false) {
        message = (text, isProblem)
        hasChanged = true
    }

    /// Opens the file browser, as the person does with Ctrl+O.
    public func beginAdding() {
        overlay = .browser(FileBrowser(folder: startFolder))
        hasChanged = true
    }

    private func find() {
        let wanted = search.lowercased()
        shown = items.filter { item in
            wanted.isEmpty || item.name.lowercased().contains(wanted)
                || item.tags.contains { $0.lowercased().contains(wanted) }
        }
        shown = order.sorted(shown)
        if !shown.contains(where: { $0.id == chosen }) { chosen = shown.first?.id }
        needsReveal = true
        hasChanged = true
    }

    // MARK: - Layout

    func pixels(_ length: Double) -> Int { Int((length * scale).rounded()) }
    var bar: PixelRect { PixelRect(left: 0, top: 0, right: width, bottom: pixels(60)) }
    var addButton: PixelRect {
        PixelRect(
            left: width - pixels(112), top: pixels(12), right: width - pixels(16), bottom: pixels(48))
    }
    /// At the lower edge.
    var trashButton: PixelRect {
        PixelRect(left: max(0, width - pixels(90)), top: grid.bottom, right: width, bottom: height)
    }
    var viewButton: PixelRect {
        let right = addButton.left - pixels(12)
        return PixelRect(left: right - pixels(38), top: pixels(12), right: right, bottom: pixels(48))
    }
    /// Empty in narrow windows; the key for it is always there.
    var orderButton: PixelRect {
        let right = viewButton.left - pixels(8)
        let left = right - pixels(132)
        if left < pixels(120 + 150) { return .empty }
        return PixelRect(left: left, top: pixels(12), right: right, bottom: pixels(48))
    }
    var searchField: PixelRect {
        let left = pixels(120)
        let next = orderButton.isEmpty ? viewButton : orderButton
        let right = min(left + pixels(340), next.left - pixels(12))
        return PixelRect(left: left, top: pixels(12), right: max(left, right), bottom: pixels(48))
    }
    var grid: PixelRect {
        PixelRect(left: 0, top: bar.bottom, right: width, bottom: max(bar.bottom, height - pixels(34)))
    }
    var tileSize: (width: Int, height: Int) {
        isList ? (max(1, width - pixels(24)), pixels(58)) : (pixels(196), pixels(184))
    }
    var columns: Int { isList ? 1 : max(1, (width - pixels(24)) / max(1, tileSize.width)) }

    /// Pixels that a picture is wide at most.
    public static func pictureWidth(scale: Double) -> Int { Int((172 * scale).rounded(.up)) }

    /// The tile of the item at `index`, on the screen.
    func tile(_ index: Int) -> PixelRect {
        let size = tileSize
        let left = max(0, (width - columns * size.width) / 2) + index % columns * size.width
        let top = grid.top + pixels(8) + index / columns * size.height - scroll.offset
        return PixelRect(left: left, top: top, right: left + size.width, bottom: top + size.height)
    }

    func gear(of tile: PixelRect) -> PixelRect {
        let side = pixels(28)
        let right = tile.right - pixels(14)
        let top = isList ? (tile.top + tile.bottom - side) / 2 : tile.bottom - pixels(52)
        return PixelRect(left: right - side, top: top, right: right, bottom: top + side)
    }

    /// Where a click makes the item a favourite or takes that back.
    func star(of tile: PixelRect) -> PixelRect {
        let side = pixels(28)
        if isList { return gear(of: tile).shifted(by: -side - pixels(6), 0) }
        return PixelRect(
            left: tile.left + pixels(12), top: tile.top + pixels(12), right: tile.left + pixels(12) + side,
            bottom: tile.top + pixels(12) + side)
    }

    /// The tiles that can be seen at all.
    var visible: Range<Int> {
        let size = max(1, tileSize.height)
        let first = max(0, (scroll.offset - pixels(8)) / size) * columns
        let last = ((scroll.offset + grid.height) / size + 1) * columns
        return min(first, shown.count)..<min(max(first, last), shown.count)
    }

    var dialog: PixelRect {
        let size = (width: min(width, pixels(620)), height: min(height, pixels(540)))
        let (left, top) = ((width - size.width) / 2, (height - size.height) / 2)
        return PixelRect(left: left, top: top, right: left + size.width, bottom: top + size.height)
    }

    private func part(x: Int, y: Int) -> Part? {
        if addButton.holds(x, y) { return .add }
        if viewButton.holds(x, y) { return .view }
        if orderButton.holds(x, y) { return .order }
        if trashButton.holds(x, y) { return .trash }
        guard grid.holds(x, y) else { return nil }
        for index in visible where tile(index).holds(x, y) {
            let id = shown[index].id
            if gear(of: tile(index)).holds(x, y) { return .gear(id) }
            return star(of: tile(index)).holds(x, y) ? .star(id) : .item(id)
        }
        return nil
    }

    // MARK: - Input

    /// Takes what the person does. Returns what is to be done about it.
    public func handle(_ input: UIInput) -> UIRequest? {
        if case .pointerMoved(let x, let y) = input {
            guard case .none = overlay else { return nil }
            let part = part(x: x, y: y)
            if part != hovered { hasChanged = true }
            hovered = part
            return nil
        }
        hasChanged = true
        switch overlay {
        case .none: return handlePlain(input)
        case .help:
            switch input {
            case .key, .pressed: overlay = .none
            default: break
            }
            return nil
        case .browser(let browser): return handle(input, browser)
        case .edit(let edit): return handle(input, edit)
        case .saves(let saves): return handle(input, saves)
        case .saveTree(let panel, let saves):
            if panel.handle(input, in: dialog, scale: scale) == .closed { overlay = .saves(saves) }
            return nil
        case .trash(let trash): return handle(input, trash)
        case .saveBrowser(let browser, let saves): return handle(input, browser, for: saves)
        case .pictureBrowser(let browser, let edit): return handle(input, browser, forPictureOf: edit)
        case .movieKeys(let keys, let edit): return handle(input, keys, edit)
        case .sharedKeys(let keys):
            guard keys.handle(input, in: dialog, scale: scale) == .closed else { return nil }
            overlay = .none
            return .setSharedKeys(keys.keys)
        case .importing(let panel): return handle(input, panel)
        case .loading(let panel):
            if panel.handle(input, in: dialog, scale: scale) == .cancelled { return .cancelLoading }
            return nil
        }
    }

    private func handle(_ input: UIInput, _ browser: FileBrowser) -> UIRequest? {
        switch browser.handle(input, in: dialog, scale: scale) {
        case .stays: return nil
        case .cancelled: overlay = .none
        case .picked(let path):
            overlay = .none
            return .add(path)
        case .pickedAll(let folder):
            overlay = .none
            return .importFolder(folder)
        }
        return nil
    }

    private func handle(_ input: UIInput, _ edit: EditScreen) -> UIRequest? {
        var outcome = EditScreen.Outcome.stays
        switch input {
        case .key(let key): outcome = edit.key(key)
        case .pressed(let x, let y): outcome = edit.pressed(x: x, y: y, in: dialog, scale: scale)
        case .wheel(let lines): edit.wheel(lines, scale: scale)
        default: break
        }
        switch outcome {
        case .stays: return nil
        case .cancelled: overlay = .none
        case .saves:
            editBehind = edit
            return .saves(edit.item.id)
        case .choosesPicture:
            overlay = .pictureBrowser(FileBrowser(folder: startFolder, finds: FileBrowser.pictures), edit)
        case .makesPicture: return .makePicture(edit.item.id)
        case .keys: overlay = .movieKeys(MovieKeysScreen(edit.item.keys, name: edit.item.name), edit)
        case .saved(let item):
            overlay = .none
            return .change(item)
        }
        return nil
    }

    private func handlePlain(_ input: UIInput) -> UIRequest? {
        switch input {
        case .pointerMoved: break
        case .pointerLeft: hovered = nil
        case .wheel(let lines): scroll.move(by: -lines * tileSize.height / 3)
        case .pressed(let x, let y):
            message = nil
            switch part(x: x, y: y) {
            case .add: return .chooseFiles
            case .order: nextOrder()
            case .view: toggleView()
            case .trash: return .showTrash
            case .star(let id): return favourite(id)
            case .item(let id):
                chosen = id
                return .play(id)
            case .gear(let id):
                chosen = id
                beginEditing()
            case nil: break
            }
        case .key(let key): return handle(key)
        }
        return nil
    }

    private func handle(_ key: UIKey) -> UIRequest? {
        message = nil
        switch key {
        case .left: move(by: -1)
        case .right: move(by: 1)
        case .up: move(by: -columns)
        case .down: move(by: columns)
        case .pageUp: move(by: -columns * max(1, grid.height / max(1, tileSize.height)))
        case .pageDown: move(by: columns * max(1, grid.height / max(1, tileSize.height)))
        case .home: move(by: -shown.count)
        case .end: move(by: shown.count)
        case .enter: return chosen.map { .play($0) }
        case .delete: return chosen.map { .trash($0) }
        case .command("z"): return .undo
        case .command("o"): return .chooseFiles
        // Folders can be added here alone.
        case .command("i"): beginAdding()
        case .command("e"): beginEditing()
        case .command("l"): toggleView()
        case .command("k"): return .showSharedKeys
        case .command("t"): return .showTrash
        case .command("r"): nextOrder()
        case .command("b"): return chosen.flatMap(favourite)
        case .command("g"): return chosen.map { .saves($0) }
        case .command("q"), .command("w"): return .quit
        case .help: overlay = .help
        case .escape:
            if search.isEmpty { break }
            search = ""
            find()
        case .backspace:
            if search.isEmpty { break }
            search.removeLast()
            find()
        case .text(let text):
            if search.utf8.count < 100 { search += text }
            find()
        case .tab, .command: break
        }
        return nil
    }

    private func move(by step: Int) {
        guard !shown.isEmpty else { return }
        let place = shown.firstIndex { $0.id == chosen } ?? 0
        var next = place + step
        // A row that ends early does not keep the person from going down into it.
        if next >= shown.count { next = step > 1 || step < shown.count ? shown.count - 1 : place }
        if next < 0 { next = step == -columns ? place : 0 }
        chosen = shown[next].id
        needsReveal = true
    }

    private func toggleView() {
        isList.toggle()
        needsReveal = true
        tell(isList ? "List" : "Pictures")
    }

    private func nextOrder() {
        order = order.next
        find()
        tell("Sorted by: \(order.label)")
    }

    private func favourite(_ id: String) -> UIRequest? {
        guard var item = items.first(where: { $0.id == id }) else { return nil }
        item.isFavourite.toggle()
        return .change(item)
    }

    /// Opens the settings of an item.
    public func edit(_ id: String) {
        guard let item = items.first(where: { $0.id == id }) else { return }
        choose(id)
        overlay = .edit(EditScreen(item))
        hasChanged = true
    }

    /// Whether something lies over the items: settings, saves, the browser or the help.
    public var isEditing: Bool {
        if case .none = overlay { return false }
        return true
    }

    private func beginEditing() {
        guard let item = shown.first(where: { $0.id == chosen }) else { return }
        overlay = .edit(EditScreen(item))
    }
}
