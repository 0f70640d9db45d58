import Base
import Library
import Renderer

/// How the library looks.
extension LibraryScreen {
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
        drawOverlay(&canvas)
        return canvas.commands
    }

    private func drawOverlay(_ canvas: inout UICanvas) {
        if case .none = overlay { return }
        if case .help = overlay {
            return HelpOverlay.draw(
                Self.help, title: "Keys of the library", &canvas, width: width, height: height)
        }
        canvas.fill(PixelRect(left: 0, top: 0, right: width, bottom: height), UIColors.shade)
        switch overlay {
        case .none, .help: break
        case .browser(let browser): browser.draw(&canvas, in: dialog)
        case .edit(let edit): edit.draw(&canvas, in: dialog)
        case .saves(let saves): saves.draw(&canvas, in: dialog)
        case .saveTree(let panel, _): panel.draw(&canvas, in: dialog)
        case .trash(let trash): trash.draw(&canvas, in: dialog)
        case .importing(let panel): panel.draw(&canvas, in: dialog)
        case .loading(let panel): panel.draw(&canvas, in: dialog)
        case .movieKeys(let keys, _), .sharedKeys(let keys): keys.draw(&canvas, in: dialog)
        case .saveBrowser(let browser, _), .pictureBrowser(let browser, _): browser.draw(&canvas, in: dialog)
        }
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
        canvas.panel(viewButton, radius: 6, hovered == .view ? UIColors.lightBlue : UIColors.darkBlue)
        canvas.icon(isList ? .grid : .list, in: viewButton, UIColors.orange)
        if !orderButton.isEmpty {
            canvas.panel(orderButton, radius: 6, hovered == .order ? UIColors.lightBlue : UIColors.darkBlue)
            var text = orderButton
            text.left += pixels(10)
            text.right -= pixels(6)
            canvas.write("↓ \(order.label)", in: text, size: 13, UIColors.orange)
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
        line.right = trashButton.left - pixels(10)
        if hovered == .trash { canvas.fill(trashButton, UIColors.lightBlue) }
        canvas.write("Trash", in: trashButton, size: 13, align: .center, UIColors.orange)
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
        isList ? drawRow(item, in: tile, &canvas) : drawTile(item, in: tile, &canvas)
    }

    private func isHovered(_ item: LibraryItem) -> Bool {
        hovered == .item(item.id) || hovered == .gear(item.id) || hovered == .star(item.id)
    }

    /// The star: full for favourites, dim under the pointer for others.
    private func drawStar(_ item: LibraryItem, in tile: PixelRect, _ canvas: inout UICanvas) {
        if item.isFavourite {
            canvas.icon(.star, in: star(of: tile), UIColors.orange)
        } else if isHovered(item) {
            canvas.icon(.star, in: star(of: tile), hovered == .star(item.id) ? UIColors.white : UIColors.lightBlue)
        }
    }

    /// What is told about an item beside its name.
    private func note(of item: LibraryItem) -> String {
        var parts = item.tags
        if item.lastPlayed == nil { parts.insert("New", at: 0) }
        return parts.joined(separator: ", ")
    }

    private func drawRow(_ item: LibraryItem, in tile: PixelRect, _ canvas: inout UICanvas) {
        var card = tile
        card.bottom -= pixels(4)
        if item.id == chosen { canvas.panel(card.inset(-pixels(2)), radius: 8, UIColors.orange) }
        canvas.panel(card, radius: 6, isHovered(item) ? UIColors.lightBlue : UIColors.blue)
        let frame = PixelRect(
            left: card.left + pixels(6), top: card.top + pixels(4), right: card.left + pixels(72),
            bottom: card.bottom - pixels(4))
        canvas.fill(frame, UIColors.deepBlue)
        if let picture = pictures[item.id] {
            canvas.picture(picture, in: frame)
        } else {
            canvas.icon(.movie, in: frame, size: 26, UIColors.lightBlue)
        }
        let middle = (card.top + card.bottom) / 2
        let text = PixelRect(
            left: frame.right + pixels(12), top: middle - pixels(21), right: star(of: tile).left - pixels(10),
            bottom: middle)
        let note = note(of: item)
        canvas.write(
            item.name, in: note.isEmpty ? text.shifted(by: 0, pixels(10)) : text, isBold: true, UIColors.white)
        canvas.write(note, in: text.shifted(by: 0, pixels(20)), size: 12, UIColors.paleBlue)
        drawStar(item, in: tile, &canvas)
        canvas.icon(
            .gear, in: gear(of: tile), size: 18, hovered == .gear(item.id) ? UIColors.white : UIColors.orange)
    }

    private func drawTile(_ item: LibraryItem, in tile: PixelRect, _ canvas: inout UICanvas) {
        let card = tile.inset(pixels(6))
        let isChosen = item.id == chosen
        if isChosen { canvas.panel(card.inset(-pixels(2)), radius: 9, UIColors.orange) }
        canvas.panel(card, radius: 7, isHovered(item) ? UIColors.lightBlue : UIColors.blue)
        let frame = PixelRect(
            left: card.left + pixels(6), top: card.top + pixels(6), right: card.right - pixels(6),
            bottom: card.top + pixels(118))
        canvas.fill(frame, UIColors.deepBlue)
        if let picture = pictures[item.id] {
            canvas.picture(picture, in: frame)
        } else {
            canvas.icon(.movie, in: frame, size: 44, UIColors.lightBlue)
        }
        drawStar(item, in: tile, &canvas)
        let text = PixelRect(
            left: card.left + pixels(10), top: frame.bottom + pixels(4), right: card.right - pixels(42),
            bottom: frame.bottom + pixels(26))
        canvas.write(item.name, in: text, isBold: true, UIColors.white)
        canvas.write(
            note(of: item), in: text.shifted(by: 0, pixels(21)),
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
        HelpOverlay.Row(keys: "Ctrl+I", title: "Add a folder"),
        HelpOverlay.Row(keys: "Ctrl+K", title: "Keys of all movies"),
        HelpOverlay.Row(keys: "Ctrl+V", title: "Add what was copied"),
        HelpOverlay.Row(keys: "Ctrl+G", title: "Saves"),
        HelpOverlay.Row(keys: "Ctrl+B", title: "Favourite"),
        HelpOverlay.Row(keys: "Ctrl+L", title: "List or pictures"),
        HelpOverlay.Row(keys: "Ctrl+R", title: "Sort"),
        HelpOverlay.Row(keys: "Delete", title: "Into the trash"),
        HelpOverlay.Row(keys: "Ctrl+Z", title: "Out of the trash"),
        HelpOverlay.Row(keys: "Ctrl+T", title: "What is in the trash"),
        HelpOverlay.Row(keys: "Ctrl+Q", title: "Quit"),
    ]
}
