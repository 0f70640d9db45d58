import Base
import Renderer

/// The keys of the program as a list in which each can be changed: choose a row, then press the new key.
public final class KeysPanel {
    public enum Outcome: Equatable, Sendable {
        case stays, closed
        /// The row shall have its own keys again.
        case reset(Int)
    }

    public var rows: [HelpOverlay.Row]
    /// Whether the next key that is pressed becomes the chosen row's.
    public private(set) var isCapturing = false
    public var chosen: Int { list.chosen }
    private var list = UIRows(height: 30)

    public init(_ rows: [HelpOverlay.Row]) { self.rows = rows }

    public func endCapture() { isCapturing = false }

    private func area(_ width: Int, _ height: Int, _ scale: Double) -> PixelRect {
        let size = (width: min(width, Int(560 * scale)), height: min(height, Int(520 * scale)))
        let (left, top) = ((width - size.width) / 2, (height - size.height) / 2)
        return PixelRect(left: left, top: top, right: left + size.width, bottom: top + size.height)
    }

    private func listArea(_ area: PixelRect, _ scale: Double) -> PixelRect {
        var list = area.inset(Int(20 * scale))
        list.top += Int(36 * scale)
        list.bottom -= Int(28 * scale)
        return list
    }

    public func handle(_ input: UIInput, width: Int, height: Int, scale: Double) -> Outcome {
        switch input {
        case .wheel(let lines): list.wheel(lines, scale: scale)
        case .pressed(let x, let y):
            let area = area(width, height, scale)
            if !area.holds(x, y) { return .closed }
            let row = list.row(atX: x, y: y, in: listArea(area, scale), of: rows.count, scale: scale)
            isCapturing = row != nil
            if let row { list.choose(row, of: rows.count) }
        case .key(let key):
            if list.take(key, of: rows.count) { break }
            switch key {
            case .escape: return .closed
            case .enter, .text(" "): isCapturing = true
            case .delete, .backspace: return .reset(chosen)
            default: break
            }
            list.reveal()
        default: break
        }
        return .stays
    }

    public func draw(_ canvas: inout UICanvas, width: Int, height: Int) {
        canvas.fill(PixelRect(left: 0, top: 0, right: width, bottom: height), UIColors.shade)
        let area = area(width, height, canvas.scale)
        canvas.panel(area, radius: 10, UIColors.blue)
        let inner = area.inset(canvas.pixels(20))
        let title = PixelRect(
            left: inner.left, top: inner.top, right: inner.right, bottom: inner.top + canvas.pixels(24))
        canvas.write("Keys", in: title, size: 18, isBold: true, UIColors.white)
        list.draw(
            &canvas, in: listArea(area, canvas.scale), count: rows.count, chosenColor: UIColors.lightBlue
        ) { canvas, index, row, isChosen in
            var name = row
            name.left += canvas.pixels(10)
            name.right = row.left + row.width / 2
            canvas.write(rows[index].title, in: name, UIColors.white)
            var keys = row
            keys.left = name.right
            keys.right -= canvas.pixels(10)
            let text = isChosen && isCapturing ? "Press a key" : rows[index].keys
            canvas.write(text, in: keys, size: 13, isBold: isChosen, align: .right, UIColors.orange)
        }
        let note = PixelRect(
            left: inner.left, top: inner.bottom - canvas.pixels(18), right: inner.right, bottom: inner.bottom)
        canvas.write(
            isCapturing
                ? "Esc leaves the key as it is" : "Enter changes a key, Delete gives it back its own, Esc closes",
            in: note, size: 12, UIColors.paleBlue)
    }
}
