import Base
import Renderer

/// A menu that opens where the pointer is: rows to click, or to walk through with the arrow keys.
public final class PopUpMenu {
    public struct Row: Equatable, Sendable {
        public var title: String
        /// Its keys, shown at the right.
        public var note: String
        public var isChecked: Bool
        public var isEnabled: Bool
        /// A line is drawn above it.
        public var hasLine: Bool

        public init(
            _ title: String, note: String = "", isChecked: Bool = false, isEnabled: Bool = true, hasLine: Bool = false
        ) {
            self.title = title
            self.note = note
            self.isChecked = isChecked
            self.isEnabled = isEnabled
            self.hasLine = hasLine
        }
    }

    /// What an input came to: the menu stays open, closes, or closes because a row was chosen.
    public enum Outcome: Equatable, Sendable { case stays, closed, chosen(Int) }

    public let rows: [Row]
    public private(set) var hovered: Int?
    public private(set) var hasChanged = true
    private let toolkit: UIToolkit
    private let scale: Double
    public let frame: PixelRect
    private var tops: [Int] = []

    private static let rowHeight = 28.0
    private static let lineHeight = 9.0
    private static let margin = 6.0

    /// Opens at `x`, `y`, moved so that all of it is in a window of this size.
    public init(_ rows: [Row], x: Int, y: Int, width: Int, height: Int, scale: Double, toolkit: UIToolkit) {
        self.rows = rows
        self.toolkit = toolkit
        // Small windows get smaller rows: all of the menu is always to be seen.
        let lines = rows.filter(\.hasLine).count
        let wanted = Double(rows.count + 1) * Self.rowHeight + Double(lines) * Self.lineHeight
        let scale = min(scale, Double(height) / wanted)
        self.scale = scale
        func pixels(_ length: Double) -> Int { Int((length * scale).rounded()) }
        var top = pixels(Self.margin)
        for row in rows {
            if row.hasLine { top += pixels(Self.lineHeight) }
            tops.append(top)
            top += pixels(Self.rowHeight)
        }
        let widest = rows.reduce(0.0) {
            let note = $1.note.isEmpty ? 0 : toolkit.width(of: $1.note, size: 13 * scale) + 30 * scale
            return max($0, toolkit.width(of: $1.title, size: 14 * scale) + note)
        }
        let size = (width: Int(widest) + pixels(56), height: top + pixels(Self.margin))
        let left = max(0, min(x, width - size.width))
        let upper = max(0, min(y, height - size.height))
        frame = PixelRect(left: left, top: upper, right: left + size.width, bottom: upper + size.height)
    }

    private func row(_ index: Int) -> PixelRect {
        let top = frame.top + tops[index]
        return PixelRect(
            left: frame.left + Int(5 * scale), top: top, right: frame.right - Int(5 * scale),
            bottom: top + Int((Self.rowHeight * scale).rounded()))
    }

    private func row(atX x: Int, y: Int) -> Int? {
        rows.indices.first { row($0).holds(x, y) && rows[$0].isEnabled }
    }

    private func hover(_ row: Int?) {
        if row == hovered { return }
        hovered = row
        hasChanged = true
    }

    public func handle(_ input: UIInput) -> Outcome {
        switch input {
        case .pointerMoved(let x, let y): hover(row(atX: x, y: y))
        case .pointerLeft: hover(nil)
        case .pressed(let x, let y):
            if let row = row(atX: x, y: y) { return .chosen(row) }
            return frame.holds(x, y) ? .stays : .closed
        case .wheel: break
        case .key(let key): return handle(key)
        }
        return .stays
    }

    private func handle(_ key: UIKey) -> Outcome {
        let usable = rows.indices.filter { rows[$0].isEnabled }
        guard !usable.isEmpty else { return .closed }
        let place = hovered.flatMap { usable.firstIndex(of: $0) }
        switch key {
        case .escape: return .closed
        case .up: hover(usable[((place ?? usable.count) + usable.count - 1) % usable.count])
        case .down, .tab: hover(usable[((place ?? -1) + 1) % usable.count])
        case .home: hover(usable[0])
        case .end: hover(usable[usable.count - 1])
        case .enter, .text(" "): if let hovered { return .chosen(hovered) }
        default: break
        }
        return .stays
    }

    public func draw(_ window: inout UICanvas) {
        hasChanged = false
        var canvas = UICanvas(toolkit, scale: scale)
        defer { window.append(canvas) }
        canvas.panel(frame, radius: 7, UIColors.darkBlue)
        canvas.panel(frame.inset(max(1, canvas.pixels(1))), radius: 6, UIColors.blue)
        for (index, item) in rows.enumerated() {
            let rect = row(index)
            if item.hasLine {
                let y = rect.top - canvas.pixels(5)
                canvas.fill(
                    PixelRect(
                        left: rect.left + canvas.pixels(8), top: y, right: rect.right - canvas.pixels(8),
                        bottom: y + max(1, canvas.pixels(1))), UIColors.lightBlue)
            }
            let isHovered = index == hovered
            if isHovered { canvas.panel(rect, radius: 4, UIColors.orange) }
            let ink = isHovered ? UIColors.ink : item.isEnabled ? UIColors.white : UIColors.lightBlue
            var line = rect
            line.left += canvas.pixels(22)
            line.right -= canvas.pixels(10)
            if item.isChecked {
                let mark = PixelRect(
                    left: rect.left + canvas.pixels(4), top: rect.top, right: line.left, bottom: rect.bottom)
                canvas.write("✓", in: mark, isHovered ? UIColors.ink : UIColors.orange)
            }
            canvas.write(item.title, in: line, ink)
            canvas.write(
                item.note, in: line, size: 13, align: .right, isHovered ? UIColors.ink : UIColors.paleBlue)
        }
    }
}
