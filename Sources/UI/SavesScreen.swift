import Base
import Renderer

/// A save of an item, or an older state of one, as a list shows it.
public struct SaveEntry: Equatable, Sendable {
    public var key: String
    /// 0 for the save as it is, 1 for the state before it and so on.
    public var generation: Int
    public var bytes: Int
    /// It has been deleted, and only its older states are there. ``generation`` is 0.
    public var isDeleted: Bool

    public init(key: String, generation: Int, bytes: Int, isDeleted: Bool = false) {
        self.key = key
        self.generation = generation
        self.bytes = bytes
        self.isDeleted = isDeleted
    }
}

/// The saves of one item: to look into, write out, take over, delete, and to go back to an older state of.
final class SavesScreen {
    /// Of the item.
    let id: String
    private let name: String
    private(set) var entries: [SaveEntry]
    private var list = UIRows(height: 34)
    var chosen: Int { list.chosen }
    /// The save that Delete was pressed for once.
    private(set) var doomed: String?

    enum Outcome: Equatable {
        case stays, closed, adds, finds
        case changes(SaveChange)
        /// What this save, or this older state of it, holds.
        case looks(key: String, generation: Int)
    }

    /// What the buttons at the lower edge do, and the key for each.
    enum Button: CaseIterable {
        case look, restore, delete, export, add, find, close

        var label: String {
            switch self {
            case .look: "Look inside"
            case .export: "Export"
            case .add: "Import"
            case .find: "Other players"
            case .restore: "Use this state"
            case .delete: "Delete"
            case .close: "Close"
            }
        }
    }

    init(_ entries: [SaveEntry], of id: String, name: String) {
        (self.entries, self.id, self.name) = (entries, id, name)
    }

    func show(_ entries: [SaveEntry]) {
        self.entries = entries
        doomed = nil
        list.choose(chosen, of: entries.count)
    }

    private var entry: SaveEntry? { entries.indices.contains(chosen) ? entries[chosen] : nil }

    /// Whether a button would do something to the chosen entry.
    func isUsable(_ button: Button) -> Bool {
        switch button {
        case .add, .find, .close: true
        case .export, .look: entry.map { !$0.isDeleted } ?? false
        // What is deleted comes back as it was last.
        case .restore: entry.map { $0.generation > 0 || $0.isDeleted } ?? false
        case .delete: entry.map { $0.generation == 0 && !$0.isDeleted } ?? false
        }
    }

    func handle(_ input: UIInput, in area: PixelRect, scale: Double) -> Outcome {
        switch input {
        case .wheel(let lines): list.wheel(lines, scale: scale)
        case .pressed(let x, let y):
            if !area.holds(x, y) { return .closed }
            for (button, rect) in buttons(area, scale) where rect.holds(x, y) { return press(button) }
            let row = list.row(atX: x, y: y, in: listArea(area, scale), of: entries.count, scale: scale)
            if let row { list.choose(row, of: entries.count) }
            doomed = nil
        case .key(let key):
            if list.take(key, of: entries.count) {
                doomed = nil
                break
            }
            switch key {
            case .escape: return press(.close)
            case .enter: return press(.restore)
            case .delete: return press(.delete)
            case .command("e"): return press(.export)
            case .command("i"): return press(.add)
            case .command("f"): return press(.find)
            case .right, .text(" "): return press(.look)
            default: break
            }
        default: break
        }
        return .stays
    }

    private func press(_ button: Button) -> Outcome {
        if button == .close { return .closed }
        if button == .add { return .adds }
        if button == .find { return .finds }
        guard isUsable(button), let entry else { return .stays }
        switch button {
        case .export: return .changes(.export(key: entry.key, generation: entry.generation))
        case .look: return .looks(key: entry.key, generation: entry.generation)
        case .restore: return .changes(.restore(key: entry.key, generation: max(1, entry.generation)))
        case .delete:
            // A save is hours of somebody's life: only the second press counts.
            if doomed == entry.key { return .changes(.delete(key: entry.key)) }
            doomed = entry.key
        case .add, .find, .close: break
        }
        return .stays
    }

    // MARK: - Drawing

    private func listArea(_ area: PixelRect, _ scale: Double) -> PixelRect {
        var list = area.inset(Int(20 * scale))
        list.top += Int(38 * scale)
        list.bottom -= Int(120 * scale)
        return list
    }

    /// What is done with the chosen save, and below it what is done with others.
    private static let rows: [[Button]] = [[.look, .restore, .delete], [.export, .add, .find, .close]]

    private func buttons(_ area: PixelRect, _ scale: Double) -> [(button: Button, rect: PixelRect)] {
        let inner = area.inset(Int(20 * scale))
        let gap = Int(8 * scale)
        let height = Int(36 * scale)
        var places: [(button: Button, rect: PixelRect)] = []
        for (number, row) in Self.rows.enumerated() {
            var strip = inner
            strip.bottom = inner.bottom - (Self.rows.count - 1 - number) * (height + gap)
            strip.top = strip.bottom - height
            for (button, rect) in zip(row, strip.columns(row.count, gap: gap)) { places.append((button, rect)) }
        }
        return places
    }

    static func size(_ bytes: Int) -> String {
        if bytes < 1000 { return "\(bytes) B" }
        let tenths = bytes < 1_000_000 ? bytes / 100 : bytes / 100_000
        return "\(tenths / 10).\(tenths % 10) \(bytes < 1_000_000 ? "kB" : "MB")"
    }

    func draw(_ canvas: inout UICanvas, in area: PixelRect) {
        canvas.panel(area, radius: 10, UIColors.blue)
        let inner = area.inset(canvas.pixels(20))
        let head = PixelRect(
            left: inner.left, top: inner.top, right: inner.right, bottom: inner.top + canvas.pixels(24))
        canvas.write("Saves of “\(name)”", in: head, size: 18, isBold: true, UIColors.white)
        let listArea = listArea(area, canvas.scale)
        if entries.isEmpty {
            canvas.write("It has saved nothing yet", in: listArea, align: .center, UIColors.paleBlue)
        }
        list.draw(&canvas, in: listArea, count: entries.count, chosenColor: UIColors.lightBlue) {
            canvas, index, row, _ in
            let entry = entries[index]
            var text = row
            text.left += canvas.pixels(entry.generation == 0 ? 10 : 30)
            text.right -= canvas.pixels(90)
            let title =
                entry.generation == 0
                ? entry.key + (entry.isDeleted ? " (deleted)" : "")
                : entry.generation == 1 ? "one session before" : "\(entry.generation) sessions before"
            let isPresent = entry.generation == 0 && !entry.isDeleted
            canvas.write(title, in: text, isPresent ? UIColors.white : UIColors.paleBlue)
            if entry.isDeleted { return }
            var size = row
            size.right -= canvas.pixels(10)
            canvas.write(Self.size(entry.bytes), in: size, size: 13, align: .right, UIColors.orange)
        }
        let note = PixelRect(
            left: inner.left, top: inner.bottom - canvas.pixels(110), right: inner.right,
            bottom: inner.bottom - canvas.pixels(86))
        let text =
            doomed == nil
            ? "Enter goes back to a state, Right looks inside, Ctrl+E exports, Ctrl+I imports"
            : "Delete once more deletes this save; its older states stay"
        canvas.write(text, in: note, size: 12, doomed == nil ? UIColors.paleBlue : UIColors.orange)
        for (button, rect) in buttons(area, canvas.scale) {
            canvas.button(button.label, in: rect, isUsable: isUsable(button))
        }
    }
}
