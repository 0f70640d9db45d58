import Base
import Library
import Renderer

/// The person's movies: a grid of pictures and names, searched by typing, with what is needed to add, change and remove.
///
/// It knows no window, no clock and no disk but for the file browser: the front feeds it ``UIInput`` and carries out
/// what it asks for.
public final class LibraryScreen {
    public private(set) var hasChanged = true
    private let toolkit: UIToolkit
    private var width, height: Int
    private var scale: Double
    private var items: [LibraryItem] = []
    private var pictures: [String: BitmapID] = [:]
    /// What is shown: the items that fit the search, favourites first, then those played last.
    private(set) var shown: [LibraryItem] = []
    private(set) var search = ""
    /// The item that keys are about.
    private(set) var chosen: String?
    private var hovered: Part?
    private var scroll = UIScroll()
    private var message: (text: String, isProblem: Bool)?
    private var overlay = Overlay.none
    private let startFolder: String
    private var needsReveal = false

    private enum Overlay {
        case none, help
        case browser(FileBrowser)
        case edit(EditScreen)
    }
    private enum Part: Equatable { case add, item(String), gear(String) }

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
        shown.sort { a, b in
            if a.isFavourite != b.isFavourite { return a.isFavourite }
            let (played, other) = (a.lastPlayed ?? a.added ?? 0, b.lastPlayed ?? b.added ?? 0)
            return played == other ? (a.name, a.id) < (b.name, b.id) : played > other
        }
        if !shown.contains(where: { $0.id == chosen }) { chosen = shown.first?.id }
        needsReveal = true
        hasChanged = true
    }

    // MARK: - Layout

    private func pixels(_ length: Double) -> Int { Int((length * scale).rounded()) }
    private var bar: PixelRect { PixelRect(left: 0, top: 0, right: width, bottom: pixels(60)) }
    private var addButton: PixelRect {
        PixelRect(
            left: width - pixels(112), top: pixels(12), right: width - pixels(16), bottom: pixels(48))
    }
    private var searchField: PixelRect {
        let left = pixels(150)
        let right = min(left + pixels(340), addButton.left - pixels(16))
        return PixelRect(left: left, top: pixels(12), right: max(left, right), bottom: pixels(48))
    }
    private var grid: PixelRect {
        PixelRect(left: 0, top: bar.bottom, right: width, bottom: max(bar.bottom, height - pixels(34)))
    }
    private var tileSize: (width: Int, height: Int) { (pixels(196), pixels(184)) }
    var columns: Int { max(1, (width - pixels(24)) / max(1, tileSize.width)) }

    /// The tile of the item at `index`, on the screen.
    private func tile(_ index: Int) -> PixelRect {
        let size = tileSize
        let left = max(0, (width - columns * size.width) / 2) + index % columns * size.width
        let top = grid.top + pixels(8) + index / columns * size.height - scroll.offset
        return PixelRect(left: left, top: top, right: left + size.width, bottom: top + size.height)
    }

    private func gear(of tile: PixelRect) -> PixelRect {
        let side = pixels(28)
        let right = tile.right - pixels(14)
        let top = tile.bottom - pixels(52)
        return PixelRect(left: right - side, top: top, right: right, bottom: top + side)
    }

    /// The tiles that can be seen at all.
    private var visible: Range<Int> {
        let size = max(1, tileSize.height)
        let first = max(0, (scroll.offset - pixels(8)) / size) * columns
        let last = ((scroll.offset + grid.height) / size + 1) * columns
        return min(first, shown.count)..<min(max(first, last), shown.count)
    }

    private var dialog: PixelRect {
        let size = (width: min(width, pixels(620)), height: min(height, pixels(540)))
        let (left, top) = ((width - size.width) / 2, (height - size.height) / 2)
        return PixelRect(left: left, top: top, right: left + size.width, bottom: top + size.height)
    }

    private func part(x: Int, y: Int) -> Part? {
        if addButton.holds(x, y) { return .add }
        guard grid.holds(x, y) else { return nil }
        for index in visible where tile(index).holds(x, y) {
            let id = shown[index].id
            return gear(of: tile(index)).holds(x, y) ? .gear(id) : .item(id)
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
        }
    }

    private func handle(_ input: UIInput, _ browser: FileBrowser) -> UIRequest? {
        var outcome = FileBrowser.Outcome.stays
        switch input {
        case .key(let key): outcome = browser.key(key)
        case .pressed(let x, let y): outcome = browser.pressed(x: x, y: y, in: dialog, scale: scale)
        case .wheel(let lines): browser.wheel(lines, scale: scale)
        default: break
        }
        switch outcome {
        case .stays: return nil
        case .cancelled: overlay = .none
        case .picked(let path):
            overlay = .none
            return .add(path)
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
            case .add: beginAdding()
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
        case .command("o"): beginAdding()
        case .command("e"): beginEditing()
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

    private func beginEditing() {
        guard let item = shown.first(where: { $0.id == chosen }) else { return }
        overlay = .edit(EditScreen(item))
    }

    // MARK: - Drawing

    /// What to draw.
    public func commands() -> [RenderCommand] {
        hasChanged = false
        var canvas = UICanvas(toolkit, scale: scale)
        canvas.fill(PixelRect(left: 0, top: 0, right: width, bottom: height), UIColors.deepBlue)
        let rows = (shown.count + columns - 1) / columns
        scroll.fit(content: rows * tileSize.height + pixels(16), view: grid.height)
        if needsReveal, let place = shown.firstIndex(where: { $0.id == chosen }) {
            let top = place / columns * tileSize.height
            scroll.reveal(top, top + tileSize.height + pixels(16))
        }
        needsReveal = false
        canvas.clip(grid)
        for index in visible { draw(shown[index], in: tile(index), &canvas) }
        if let bar = scroll.bar {
            let place = PixelRect(
                left: width - pixels(8), top: grid.top + bar.top, right: width - pixels(3),
                bottom: grid.top + bar.top + bar.height)
            canvas.panel(place, radius: 3, UIColors.lightBlue)
        }
        if shown.isEmpty { drawEmpty(&canvas) }
        canvas.endClip()
        drawBar(&canvas)
        drawFoot(&canvas)
        switch overlay {
        case .none: break
        case .help: HelpOverlay.draw(Self.help, title: "Keys of the library", &canvas, width: width, height: height)
        case .browser(let browser):
            canvas.fill(PixelRect(left: 0, top: 0, right: width, bottom: height), UIColors.shade)
            browser.draw(&canvas, in: dialog)
        case .edit(let edit):
            canvas.fill(PixelRect(left: 0, top: 0, right: width, bottom: height), UIColors.shade)
            edit.draw(&canvas, in: dialog)
        }
        return canvas.commands
    }

    private func drawBar(_ canvas: inout UICanvas) {
        canvas.fill(bar, UIColors.blue)
        var title = bar
        title.left = pixels(20)
        title.right = searchField.left
        canvas.write("Library", in: title, size: 20, isBold: true, UIColors.white)
        if searchField.width > pixels(80) {
            canvas.panel(searchField, radius: 6, UIColors.darkBlue)
            var text = searchField
            let icon = PixelRect(left: text.left, top: text.top, right: text.left + pixels(34), bottom: text.bottom)
            canvas.icon(.search, in: icon, UIColors.paleBlue)
            text.left = icon.right
            text.right -= pixels(8)
            canvas.write(
                search.isEmpty ? "Type to search" : search + "▏", in: text,
                search.isEmpty ? UIColors.paleBlue : UIColors.white)
        }
        canvas.panel(addButton, radius: 6, hovered == .add ? UIColors.white : UIColors.orange)
        var icon = addButton
        icon.right = icon.left + pixels(36)
        canvas.icon(.plus, in: icon, size: 14, UIColors.ink)
        var label = addButton
        label.left = icon.right
        canvas.write("Add", in: label, isBold: true, UIColors.ink)
    }

    private func drawFoot(_ canvas: inout UICanvas) {
        let foot = PixelRect(left: 0, top: grid.bottom, right: width, bottom: height)
        canvas.fill(foot, UIColors.darkBlue)
        var line = foot
        line.left = pixels(20)
        line.right -= pixels(20)
        let count = shown.count == 1 ? "1 movie" : "\(shown.count) movies"
        let isProblem = message?.isProblem == true
        canvas.write(message?.text ?? count, in: line, size: 13, isProblem ? UIColors.orange : UIColors.paleBlue)
        if message == nil { canvas.write("F1 shows the keys", in: line, size: 13, align: .right, UIColors.paleBlue) }
    }

    private func drawEmpty(_ canvas: inout UICanvas) {
        let middle = (grid.top + grid.bottom) / 2
        func line(_ offset: Double) -> PixelRect {
            PixelRect(
                left: pixels(20), top: middle + pixels(offset), right: width - pixels(20),
                bottom: middle + pixels(offset + 30))
        }
        if items.isEmpty {
            canvas.icon(.movie, in: line(-80), size: 56, UIColors.lightBlue)
            canvas.write("There are no movies here yet", in: line(-20), size: 18, align: .center, UIColors.white)
            canvas.write(
                "Press Ctrl+O or click Add to choose a Flash movie (.swf) or a bundle (.ruf)", in: line(14),
                align: .center, UIColors.paleBlue)
        } else {
            canvas.write("Nothing is called “\(search)”", in: line(-15), size: 16, align: .center, UIColors.white)
        }
    }

    private func draw(_ item: LibraryItem, in tile: PixelRect, _ canvas: inout UICanvas) {
        let card = tile.inset(pixels(6))
        let isChosen = item.id == chosen
        let isHovered = hovered == .item(item.id) || hovered == .gear(item.id)
        if isChosen { canvas.panel(card.inset(-pixels(2)), radius: 9, UIColors.orange) }
        canvas.panel(card, radius: 7, isHovered ? UIColors.lightBlue : UIColors.blue)
        let frame = PixelRect(
            left: card.left + pixels(6), top: card.top + pixels(6), right: card.right - pixels(6),
            bottom: card.top + pixels(118))
        canvas.fill(frame, UIColors.deepBlue)
        if let picture = pictures[item.id] {
            canvas.picture(picture, in: frame)
        } else {
            canvas.icon(.movie, in: frame, size: 44, UIColors.lightBlue)
        }
        if item.isFavourite {
            let star = PixelRect(
                left: frame.left, top: frame.top, right: frame.left + pixels(28), bottom: frame.top + pixels(28))
            canvas.icon(.star, in: star, UIColors.orange)
        }
        let text = PixelRect(
            left: card.left + pixels(10), top: frame.bottom + pixels(4), right: card.right - pixels(42),
            bottom: frame.bottom + pixels(26))
        canvas.write(item.name, in: text, isBold: true, UIColors.white)
        canvas.write(
            item.lastPlayed == nil ? "New" : item.tags.joined(separator: ", "), in: text.shifted(by: 0, pixels(21)),
            size: 12, UIColors.paleBlue)
        canvas.icon(
            .gear, in: gear(of: tile), size: 18,
            hovered == .gear(item.id) ? UIColors.white : UIColors.orange)
    }

    /// The keys of this screen.
    static let help: [HelpOverlay.Row] = [
        HelpOverlay.Row(keys: "Enter", title: "Play"), HelpOverlay.Row(keys: "Arrows", title: "Choose a movie"),
        HelpOverlay.Row(keys: "Letters", title: "Search"), HelpOverlay.Row(keys: "Esc", title: "End the search"),
        HelpOverlay.Row(keys: "Ctrl+O", title: "Add a movie"), HelpOverlay.Row(keys: "Ctrl+E", title: "Settings"),
        HelpOverlay.Row(keys: "Delete", title: "Into the trash"),
        HelpOverlay.Row(keys: "Ctrl+Z", title: "Out of the trash"),
        HelpOverlay.Row(keys: "Ctrl+Q", title: "Quit"),
    ]
}
