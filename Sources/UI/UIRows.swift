import Base
import Renderer

/// Rows below each other that scroll, one of them chosen: what dialogs with lists share.
struct UIRows {
    let height: Double
    private(set) var chosen = 0
    private var scroll = UIScroll()
    private var needsReveal = false

    init(height: Double) { self.height = height }

    mutating func restart() { self = UIRows(height: height) }

    /// Goes where a key leads and brings that row into view: up and down by one or by a `page`, to the first or the last.
    /// False: the key leads nowhere.
    mutating func take(_ key: UIKey, of count: Int, page: Int = 10) -> Bool {
        switch key {
        case .up: choose(chosen - 1, of: count)
        case .down, .tab: choose(chosen + 1, of: count)
        case .pageUp: choose(chosen - page, of: count)
        case .pageDown: choose(chosen + page, of: count)
        case .home: choose(0, of: count)
        case .end: choose(count - 1, of: count)
        default: return false
        }
        reveal()
        return true
    }

    mutating func choose(_ row: Int, of count: Int) { chosen = max(0, min(count - 1, row)) }

    /// The chosen row is brought into view when the rows are drawn next.
    mutating func reveal() { needsReveal = true }

    mutating func wheel(_ lines: Int, scale: Double) { scroll.move(by: -Int(Double(lines) * height * scale)) }

    /// The row of `count` that is at a place of `list`, nil where none is.
    func row(atX x: Int, y: Int, in list: PixelRect, of count: Int, scale: Double) -> Int? {
        guard list.holds(x, y) else { return nil }
        let row = (y - list.top + scroll.offset) / max(1, Int(height * scale))
        return row < count ? row : nil
    }

    /// Draws the rows that show: the chosen one's background, then what `draw` adds.
    mutating func draw(
        _ canvas: inout UICanvas, in list: PixelRect, count: Int, chosenColor: RGBA,
        _ draw: (inout UICanvas, Int, PixelRect, _ isChosen: Bool) -> Void
    ) {
        let height = canvas.pixels(height)
        scroll.fit(content: count * height, view: list.height)
        if needsReveal { scroll.reveal(chosen * height, (chosen + 1) * height) }
        needsReveal = false
        canvas.clip(list)
        for index in 0..<count {
            let top = list.top + index * height - scroll.offset
            if top + height <= list.top || top >= list.bottom { continue }
            let row = PixelRect(left: list.left, top: top, right: list.right, bottom: top + height)
            if index == chosen { canvas.panel(row, radius: 5, chosenColor) }
            draw(&canvas, index, row, index == chosen)
        }
        canvas.endClip()
        // Beside the rows, where there are more than can be seen.
        guard let bar = scroll.bar else { return }
        let left = list.right + canvas.pixels(6)
        canvas.panel(
            PixelRect(
                left: left, top: list.top + bar.top, right: left + canvas.pixels(5),
                bottom: list.top + bar.top + bar.height), radius: 2.5, UIColors.lightBlue)
    }
}
