import Base
import Library
import Renderer

/// What one save holds, as a tree whose branches open and close. It lies over the saves.
final class SaveTreePanel {
    let tree: SaveTree
    private let title: String
    private var list = UIRows(height: 26)
    var chosen: Int { list.chosen }
    /// Rows whose content is hidden.
    private var closed: Set<Int> = []
    /// The rows that show, by their place in the tree.
    private(set) var shown: [Int] = []

    enum Outcome: Equatable { case stays, closed }

    init(_ tree: SaveTree, title: String) {
        (self.tree, self.title) = (tree, title)
        // What is much begins closed, so that its outline is to be seen.
        if tree.rows.count > Self.muchAtOnce {
            closed = Set(tree.rows.indices.filter { tree.rows[$0].depth > 0 && hasContent($0) })
        }
        find()
    }

    private static let muchAtOnce = 200

    func hasContent(_ row: Int) -> Bool {
        row + 1 < tree.rows.count && tree.rows[row + 1].depth > tree.rows[row].depth
    }

    private func find() {
        shown = []
        var hiddenBelow = Int.max
        for (place, row) in tree.rows.enumerated() {
            if row.depth > hiddenBelow { continue }
            shown.append(place)
            hiddenBelow = closed.contains(place) ? row.depth : .max
        }
        list.choose(chosen, of: shown.count)
    }

    func handle(_ input: UIInput, in area: PixelRect, scale: Double) -> Outcome {
        switch input {
        case .wheel(let lines): list.wheel(lines, scale: scale)
        case .pressed(let x, let y):
            if !area.holds(x, y) { return .closed }
            guard let row = list.row(atX: x, y: y, in: listArea(area, scale), of: shown.count, scale: scale) else {
                break
            }
            list.choose(row, of: shown.count)
            toggle()
        case .key(let key):
            if list.take(key, of: shown.count, page: 12) { break }
            switch key {
            case .escape: return .closed
            case .left: fold()
            case .right: if let row = current, closed.remove(row) != nil { find() }
            case .enter, .text(" "): toggle()
            default: break
            }
            list.reveal()
        default: break
        }
        return .stays
    }

    private var current: Int? { shown.indices.contains(chosen) ? shown[chosen] : nil }

    private func toggle() {
        guard let row = current, hasContent(row) else { return }
        if closed.remove(row) == nil { closed.insert(row) }
        find()
    }

    /// Closes the row, or where it is closed goes to the one that it is in.
    private func fold() {
        guard let row = current else { return }
        if hasContent(row), closed.insert(row).inserted { return find() }
        let depth = tree.rows[row].depth
        if let parent = shown[..<chosen].lastIndex(where: { tree.rows[$0].depth < depth }) {
            list.choose(parent, of: shown.count)
        }
    }

    private func listArea(_ area: PixelRect, _ scale: Double) -> PixelRect {
        var list = area.inset(Int(20 * scale))
        list.top += Int(38 * scale)
        list.bottom -= Int(30 * scale)
        return list
    }

    func draw(_ canvas: inout UICanvas, in area: PixelRect) {
        canvas.panel(area, radius: 10, UIColors.blue)
        let inner = area.inset(canvas.pixels(20))
        var head = inner
        head.bottom = inner.top + canvas.pixels(24)
        canvas.write("Inside “\(title)”", in: head, size: 18, isBold: true, UIColors.white)
        let listArea = listArea(area, canvas.scale)
        if shown.isEmpty {
            canvas.write(
                tree.problem == nil ? "It holds nothing" : "It cannot be read", in: listArea, align: .center,
                UIColors.paleBlue)
        }
        list.draw(&canvas, in: listArea, count: shown.count, chosenColor: UIColors.lightBlue) {
            canvas, index, row, _ in
            let place = shown[index]
            let value = tree.rows[place]
            var name = row
            // Beyond some depth there would be no room left.
            name.left += canvas.pixels(8 + 16 * Double(min(value.depth, 14)))
            name.right = row.left + row.width / 2 - canvas.pixels(6)
            let mark = hasContent(place) ? (closed.contains(place) ? "▸ " : "▾ ") : ""
            canvas.write(mark + value.name, in: name, size: 13, UIColors.white)
            var text = row
            text.left = row.left + row.width / 2
            text.right -= canvas.pixels(8)
            canvas.write(value.value, in: text, size: 13, hasContent(place) ? UIColors.paleBlue : UIColors.orange)
        }
        var note = inner
        note.top = inner.bottom - canvas.pixels(20)
        canvas.write(
            tree.problem ?? "Left and Right close and open, Esc goes back", in: note, size: 12,
            tree.problem == nil ? UIColors.paleBlue : UIColors.orange)
    }
}
