import Base
import Library
import Renderer

/// What has been thrown away: to bring back, or to remove for good.
final class TrashScreen {
    private(set) var items: [MovieLibrary.TrashedItem]
    private var list = UIRows(height: 34)
    var chosen: Int { list.chosen }
    /// Whether removing all was pressed once.
    private(set) var isDoomed = false

    enum Outcome: Equatable { case stays, closed, restores(String), empties }
    enum Button: CaseIterable {
        case restore, empty, close

        var label: String {
            switch self {
            case .restore: "Bring back"
            case .empty: "Empty the trash"
            case .close: "Close"
            }
        }
    }

    init(_ items: [MovieLibrary.TrashedItem]) { self.items = items }

    func show(_ items: [MovieLibrary.TrashedItem]) {
        self.items = items
        isDoomed = false
        list.choose(chosen, of: items.count)
    }

    func isUsable(_ button: Button) -> Bool { button == .close || !items.isEmpty }

    func handle(_ input: UIInput, in area: PixelRect, scale: Double) -> Outcome {
        switch input {
        case .wheel(let lines): list.wheel(lines, scale: scale)
        case .pressed(let x, let y):
            if !area.holds(x, y) { return .closed }
            for (button, rect) in buttons(area, scale) where rect.holds(x, y) { return press(button) }
            let row = list.row(atX: x, y: y, in: listArea(area, scale), of: items.count, scale: scale)
            if let row { list.choose(row, of: items.count) }
            isDoomed = false
        case .key(let key):
            if list.take(key, of: items.count) {
                isDoomed = false
                break
            }
            switch key {
            case .escape: return .closed
            case .enter, .command("z"): return press(.restore)
            case .delete: return press(.empty)
            default: break
            }
        default: break
        }
        return .stays
    }

    private func press(_ button: Button) -> Outcome {
        guard isUsable(button) else { return .stays }
        switch button {
        case .close: return .closed
        case .restore: return items.indices.contains(chosen) ? .restores(items[chosen].id) : .stays
        case .empty:
            // What goes here does not come back: only the second press counts.
            if isDoomed { return .empties }
            isDoomed = true
            return .stays
        }
    }

    private func listArea(_ area: PixelRect, _ scale: Double) -> PixelRect {
        var list = area.inset(Int(20 * scale))
        list.top += Int(38 * scale)
        list.bottom -= Int(76 * scale)
        return list
    }

    private func buttons(_ area: PixelRect, _ scale: Double) -> [(button: Button, rect: PixelRect)] {
        var row = area.inset(Int(20 * scale))
        row.top = row.bottom - Int(36 * scale)
        let places = row.columns(Button.allCases.count, gap: Int(8 * scale))
        return zip(Button.allCases, places).map { (button: $0, rect: $1) }
    }

    func draw(_ canvas: inout UICanvas, in area: PixelRect) {
        canvas.panel(area, radius: 10, UIColors.blue)
        let inner = area.inset(canvas.pixels(20))
        var head = inner
        head.bottom = inner.top + canvas.pixels(24)
        canvas.write("Trash", in: head, size: 18, isBold: true, UIColors.white)
        let listArea = listArea(area, canvas.scale)
        if items.isEmpty {
            canvas.write("There is nothing in the trash", in: listArea, align: .center, UIColors.paleBlue)
        }
        list.draw(&canvas, in: listArea, count: items.count, chosenColor: UIColors.lightBlue) {
            canvas, index, row, _ in
            var text = row
            text.left += canvas.pixels(10)
            text.right -= canvas.pixels(10)
            canvas.write(items[index].name, in: text, UIColors.white)
        }
        var note = inner
        note.top = inner.bottom - canvas.pixels(66)
        note.bottom = inner.bottom - canvas.pixels(42)
        canvas.write(
            isDoomed
                ? "Once more removes all of this for good, with its saves" : "Enter brings a movie back with its saves",
            in: note, size: 12, isDoomed ? UIColors.orange : UIColors.paleBlue)
        for (button, rect) in buttons(area, canvas.scale) {
            canvas.button(button.label, in: rect, isUsable: isUsable(button))
        }
    }
}
