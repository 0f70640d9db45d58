import Base
import Renderer

/// The keys of the program, over whatever is there.
public enum HelpOverlay {
    /// A key, as a person reads it, and what it does.
    public struct Row: Equatable, Sendable {
        public var keys, title: String
        public init(keys: String, title: String) {
            self.keys = keys
            self.title = title
        }
    }

    /// Draws the rows in the middle of a window, in two columns where they would be too high in one.
    public static func draw(_ rows: [Row], title: String, _ canvas: inout UICanvas, width: Int, height: Int) {
        let window = PixelRect(left: 0, top: 0, right: width, bottom: height)
        canvas.fill(window, UIColors.shade)
        let head = canvas.pixels(56)
        let room = max(1, height - head - canvas.pixels(12))
        // As many columns as are needed for rows of the usual height, as far as there is width for them.
        let wanted = (rows.count * canvas.pixels(26) + room - 1) / room
        let columns = max(1, min(wanted, (width - canvas.pixels(40)) / canvas.pixels(230)))
        let lines = max(1, (rows.count + columns - 1) / columns)
        let rowHeight = max(1, min(canvas.pixels(26), room / lines))
        let size = min(13, Double(rowHeight) / canvas.scale * 0.62)
        let columnWidth = min(canvas.pixels(330), max(1, (width - canvas.pixels(40)) / columns))
        let panelWidth = columnWidth * columns + canvas.pixels(40)
        let panelHeight = min(height, head + lines * rowHeight + canvas.pixels(12))
        let panel = PixelRect(
            left: (width - panelWidth) / 2, top: (height - panelHeight) / 2, right: (width + panelWidth) / 2,
            bottom: (height + panelHeight) / 2)
        canvas.panel(panel, radius: 10, UIColors.blue)
        canvas.write(
            title,
            in: PixelRect(
                left: panel.left + canvas.pixels(24), top: panel.top + canvas.pixels(12), right: panel.right,
                bottom: panel.top + canvas.pixels(44)), size: 18, isBold: true, UIColors.white)
        canvas.clip(panel)
        for (index, row) in rows.enumerated() {
            let left = panel.left + canvas.pixels(24) + index / lines * columnWidth
            let top = panel.top + head + index % lines * rowHeight
            let keys = PixelRect(left: left, top: top, right: left + columnWidth * 2 / 5, bottom: top + rowHeight)
            canvas.write(row.keys, in: keys, size: size, isBold: true, UIColors.orange)
            let text = PixelRect(
                left: keys.right, top: top, right: left + columnWidth - canvas.pixels(10), bottom: keys.bottom)
            canvas.write(row.title, in: text, size: size, UIColors.white)
        }
        canvas.endClip()
    }
}
