import Base
import Renderer

/// What a movie and the player have to say, the newest kept.
public final class MessageLog {
    public enum Kind: Equatable, Sendable { case trace, problem }

    public struct Line: Equatable, Sendable {
        public var kind: Kind
        public var text: String
    }

    public private(set) var lines: [Line] = []
    /// Counts every line ever added.
    public private(set) var total = 0
    static let most = 2000
    /// Characters of one line.
    static let longest = 2000

    public init() {}

    public func add(_ text: String, _ kind: Kind) {
        for part in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(200) {
            lines.append(Line(kind: kind, text: String(part.prefix(Self.longest))))
            total += 1
        }
        // Seldom, so that a movie that traces much is not slowed down by it.
        if lines.count > Self.most * 2 { lines.removeFirst(lines.count - Self.most) }
    }

    public func clear() {
        lines = []
        total += 1
    }
}

/// The log over the lower half of the window: it scrolls, can be searched by typing and copied.
public final class ConsolePanel {
    public enum Outcome: Equatable, Sendable {
        case stays, closed
        /// The text is for the clipboard.
        case copied(String)
    }

    private let log: MessageLog
    public private(set) var filter = ""
    /// Lines scrolled up from the newest.
    private var offset = 0
    private var shownTotal = -1

    private static let lineHeight = 17.0
    private static let textSize = 12.0

    public init(_ log: MessageLog) { self.log = log }

    public var hasChanged: Bool { log.total != shownTotal }

    /// The lines that hold what was typed.
    public var shown: [MessageLog.Line] {
        if filter.isEmpty { return log.lines }
        let wanted = filter.lowercased()
        return log.lines.filter { $0.text.lowercased().contains(wanted) }
    }

    public func handle(_ input: UIInput) -> Outcome {
        switch input {
        case .wheel(let lines): scroll(lines * 3)
        case .key(let key):
            switch key {
            case .escape:
                if filter.isEmpty { return .closed }
                filter = ""
            case .text(let text): if filter.utf8.count < 200 { filter += text }
            case .backspace: if !filter.isEmpty { filter.removeLast() }
            case .up: scroll(1)
            case .down: scroll(-1)
            case .pageUp: scroll(10)
            case .pageDown: scroll(-10)
            case .home: scroll(shown.count)
            case .end: offset = 0
            case .delete, .command("l"): log.clear()
            case .command("c"): return .copied(shown.map(\.text).joined(separator: "\n"))
            default: break
            }
        default: break
        }
        return .stays
    }

    private func scroll(_ lines: Int) { offset = min(max(0, shown.count - 1), max(0, offset + lines)) }

    public func draw(_ canvas: inout UICanvas, width: Int, height: Int) {
        shownTotal = log.total
        let area = PixelRect(left: 0, top: height / 2, right: width, bottom: height)
        canvas.fill(area, RGBA(red: 0x10, green: 0x18, blue: 0x2C, alpha: 235))
        let head = PixelRect(left: 0, top: area.top, right: width, bottom: area.top + canvas.pixels(28))
        canvas.fill(head, UIColors.blue)
        var line = head
        line.left = canvas.pixels(12)
        line.right -= canvas.pixels(12)
        let lines = shown
        let name = filter.isEmpty ? "Messages: \(lines.count)" : "Messages with “\(filter)”: \(lines.count)"
        canvas.write(name, in: line, size: 13, isBold: true, UIColors.white)
        let used = Int(canvas.toolkit.width(of: name, size: 13 * canvas.scale, isBold: true)) + canvas.pixels(16)
        line.left = min(line.right, line.left + used)
        canvas.write(
            "Typing searches, Ctrl+C copies, Delete clears, Esc closes", in: line, size: 12, align: .right,
            UIColors.paleBlue)
        let step = max(1, canvas.pixels(Self.lineHeight))
        var bottom = area.bottom - canvas.pixels(4)
        var list = area
        list.top = head.bottom
        canvas.clip(list)
        for entry in lines.dropLast(offset).reversed() {
            if bottom <= list.top { break }
            let row = PixelRect(
                left: canvas.pixels(12), top: bottom - step, right: width - canvas.pixels(12), bottom: bottom)
            canvas.write(
                entry.text, in: row, size: Self.textSize, entry.kind == .trace ? UIColors.white : UIColors.orange)
            bottom -= step
        }
        canvas.endClip()
    }
}
