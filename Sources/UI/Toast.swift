import Base
import Renderer

/// A few words at the lower edge that go by themselves: what a key has just changed.
public final class Toast {
    public private(set) var text = ""
    /// When the words go, in milliseconds of the clock that ``show(_:now:)`` is told of; nil: there are none.
    public private(set) var end: Double?
    public private(set) var hasChanged = false

    /// Milliseconds that words stay: some, and more for each letter.
    private static let shortest = 1200.0
    private static let perLetter = 30.0

    public init() {}

    public var isShown: Bool { end != nil }

    public func show(_ text: String, now: Double) {
        self.text = text
        end = now + Self.shortest + Self.perLetter * Double(text.count)
        hasChanged = true
    }

    public func advance(to now: Double) {
        guard let end, now >= end else { return }
        self.end = nil
        hasChanged = true
    }

    /// What is on the screen is what there is now.
    public func wasDrawn() { hasChanged = false }

    public func draw(_ canvas: inout UICanvas, width: Int, height: Int) {
        hasChanged = false
        guard isShown else { return }
        let margin = canvas.pixels(16)
        let needed = Int(canvas.toolkit.width(of: text, size: 14 * canvas.scale)) + 2 * margin
        let panelWidth = max(1, min(needed, width - canvas.pixels(12)))
        let panelHeight = canvas.pixels(34)
        let left = (width - panelWidth) / 2
        let bottom = height - canvas.pixels(20)
        let panel = PixelRect(left: left, top: bottom - panelHeight, right: left + panelWidth, bottom: bottom)
        canvas.panel(panel, radius: 8, UIColors.blue)
        var line = panel
        line.left += margin
        line.right -= margin - 1
        canvas.write(text, in: line, align: .center, UIColors.white)
    }
}
