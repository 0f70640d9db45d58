import Base
import Renderer

/// A question in the middle of the window, with a button for each answer.
public final class PromptDialog {
    public enum Outcome: Equatable, Sendable { case stays, chosen(Int) }

    public let title, text: String
    public let answers: [String]
    /// The answer that Enter gives.
    public private(set) var focused: Int
    /// What Esc means.
    private let safe: Int
    private var hovered: Int?
    private let toolkit: UIToolkit
    private var width, height: Int
    private let scale: Double

    private static let widest = 520.0
    private static let lineHeight = 20.0
    private static let buttonHeight = 36.0
    private static let textSize = 14.0

    /// `safe` is the answer that changes nothing: it has the focus, and Esc gives it.
    public init(
        title: String, text: String, answers: [String], safe: Int, width: Int, height: Int, scale: Double,
        toolkit: UIToolkit
    ) {
        (self.title, self.text, self.answers, self.safe, focused) = (title, text, answers, safe, safe)
        (self.width, self.height, self.scale, self.toolkit) = (width, height, scale, toolkit)
    }

    public func resize(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    // MARK: - Layout

    private func pixels(_ length: Double) -> Int { Int((length * scale).rounded()) }

    private var panelWidth: Int { max(1, min(width - pixels(20), pixels(Self.widest))) }

    private var lines: [String] {
        toolkit.wrapped(text, width: Double(panelWidth - pixels(48)), size: Self.textSize * scale)
    }

    private var widths: [Int] {
        answers.map { Int(toolkit.width(of: $0, size: 14 * scale, isBold: true)) + pixels(28) }
    }

    /// Whether the buttons stand below each other, where they are too wide for one row.
    private var isStacked: Bool {
        widths.reduce(0, +) + (answers.count - 1) * pixels(10) > panelWidth - pixels(48)
    }

    private var panel: PixelRect {
        let rows = isStacked ? answers.count : 1
        let buttons = rows * pixels(Self.buttonHeight) + (rows - 1) * pixels(8)
        let wanted = pixels(24 + 28 + 10) + lines.count * pixels(Self.lineHeight) + pixels(20) + buttons + pixels(24)
        let left = (width - panelWidth) / 2
        let top = max(0, (height - wanted) / 2)
        return PixelRect(left: left, top: top, right: left + panelWidth, bottom: top + wanted)
    }

    private func buttons() -> [PixelRect] {
        let panel = panel
        let buttonHeight = pixels(Self.buttonHeight)
        let bottom = panel.bottom - pixels(24)
        if isStacked {
            return answers.indices.map { index in
                let below = answers.count - 1 - index
                let end = bottom - below * (buttonHeight + pixels(8))
                return PixelRect(
                    left: panel.left + pixels(24), top: end - buttonHeight, right: panel.right - pixels(24), bottom: end
                )
            }
        }
        var right = panel.right - pixels(24)
        return zip(answers, widths).reversed().map { _, width in
            defer { right -= width + pixels(10) }
            return PixelRect(left: right - width, top: bottom - buttonHeight, right: right, bottom: bottom)
        }.reversed()
    }

    // MARK: - Input

    public func handle(_ input: UIInput) -> Outcome {
        switch input {
        case .pointerMoved(let x, let y): hovered = buttons().firstIndex { $0.holds(x, y) }
        case .pointerLeft: hovered = nil
        case .pressed(let x, let y):
            if let index = buttons().firstIndex(where: { $0.holds(x, y) }) { return .chosen(index) }
        case .wheel: break
        case .key(let key):
            switch key {
            case .escape: return .chosen(safe)
            case .enter: return .chosen(focused)
            case .tab, .right, .down: focused = (focused + 1) % answers.count
            case .left, .up: focused = (focused + answers.count - 1) % answers.count
            default: break
            }
        }
        return .stays
    }

    public func draw(_ canvas: inout UICanvas) {
        canvas.fill(PixelRect(left: 0, top: 0, right: width, bottom: height), UIColors.shade)
        let panel = panel
        canvas.panel(panel, radius: 10, UIColors.blue)
        var line = PixelRect(
            left: panel.left + pixels(24), top: panel.top + pixels(24), right: panel.right - pixels(24),
            bottom: panel.top + pixels(52))
        canvas.write(title, in: line, size: 18, isBold: true, UIColors.white)
        line.top = line.bottom + pixels(10)
        for text in lines {
            line.bottom = line.top + pixels(Self.lineHeight)
            canvas.write(text, in: line, size: Self.textSize, UIColors.white)
            line.top = line.bottom
        }
        for (index, rect) in buttons().enumerated() {
            let isFocused = index == focused
            if isFocused { canvas.panel(rect.inset(-pixels(3)), radius: 9, UIColors.white) }
            canvas.panel(rect, radius: 6, index == hovered || isFocused ? UIColors.orange : UIColors.lightBlue)
            canvas.write(
                answers[index], in: rect, isBold: true, align: .center,
                index == hovered || isFocused ? UIColors.ink : UIColors.white)
        }
    }
}

extension UIToolkit {
    /// `text` in lines of at most `width` pixels, broken between words where that is possible.
    public func wrapped(_ text: String, width: Double, size: Double) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in paragraph.split(separator: " ") {
                let longer = line.isEmpty ? String(word) : "\(line) \(word)"
                if self.width(of: longer, size: size) <= width {
                    line = longer
                    continue
                }
                if !line.isEmpty { lines.append(line) }
                line = String(word)
                // An address may be longer than any line.
                while self.width(of: line, size: size) > width && line.count > 1 {
                    var used = 0.0
                    let kept = line.prefix {
                        used += self.width(of: String($0), size: size)
                        return used <= width
                    }
                    let piece = kept.isEmpty ? line.prefix(1) : kept
                    lines.append(String(piece))
                    line = String(line.dropFirst(piece.count))
                }
            }
            lines.append(line)
        }
        return lines
    }
}
