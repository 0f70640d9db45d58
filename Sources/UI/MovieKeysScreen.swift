import Base
import Library
import Renderer

/// Which keys a movie gets for those of the keyboard: a list of pairs that are made by pressing, and presets.
final class MovieKeysScreen {
    enum Outcome: Equatable { case stays, closed }

    /// What is waited for.
    enum Capture: Equatable {
        case none
        /// The key of the keyboard.
        case pressed
        /// What the movie gets for it.
        case given(for: String)
    }

    private(set) var keys: [KeyAssignment]
    private(set) var capture = Capture.none
    private let title: String
    private var list = UIRows(height: 32)
    var chosen: Int { list.chosen }

    /// Pairs that many movies need.
    struct Preset {
        let title: String
        let pairs: [(pressed: String, given: String)]
    }

    private static let arrows = ["Up", "Left", "Down", "Right"]
    static let presets = [
        Preset(title: "W A S D are arrows", pairs: pairs(wasd, arrows)),
        Preset(title: "Arrows are W A S D", pairs: pairs(arrows, wasd)),
        Preset(title: "Arrows and W A S D change places", pairs: pairs(wasd + arrows, arrows + wasd)),
        Preset(title: "Space is the mouse button", pairs: [("Space", "MouseLeft")]),
        Preset(
            title: "Game pad: arrows, Space, Enter",
            pairs: pads(1, arrows) + [("PadSouth", "Space"), ("PadStart", "Enter")]),
        Preset(
            title: "Game pad: W A S D, Space, Enter",
            pairs: pads(1, wasd) + [("PadSouth", "Space"), ("PadStart", "Enter")]),
        Preset(
            title: "Game pad: left stick points, South clicks",
            pairs: [("PadLeftStick", "Pointer"), ("PadSouth", "MouseLeft")]),
        Preset(
            title: "Game pad: right stick points, R1 clicks",
            pairs: [("PadRightStick", "Pointer"), ("PadR1", "MouseLeft")]),
        Preset(title: "Second game pad: W A S D", pairs: pads(2, wasd)),
    ]

    /// In the order of ``arrows``.
    private static let wasd = ["W", "A", "S", "D"]

    /// The cross and the left stick of a pad.
    private static func pads(_ number: Int, _ given: [String]) -> [(pressed: String, given: String)] {
        let pad = number == 1 ? "Pad" : "Pad\(number)"
        return pairs(arrows.map { pad + $0 } + arrows.map { pad + "LeftStick" + $0 }, given + given)
    }

    private static func pairs(_ pressed: [String], _ given: [String]) -> [(pressed: String, given: String)] {
        zip(pressed, given).map { ($0, $1) }
    }

    /// `name`: of the movie; nil: of all movies.
    init(_ keys: [KeyAssignment], name: String?) {
        self.keys = keys
        title = name.map { "Keys of “\($0)”" } ?? "Keys of all movies"
    }

    /// A row for each pair, one to add another, and the presets.
    private var count: Int { keys.count + 1 + Self.presets.count }

    // MARK: - Input

    /// The person has pressed what ``capture`` waits for. `name`: as settings have it.
    func captured(_ name: String) {
        switch capture {
        case .none: break
        // Without it nothing could be clicked in the movie any more.
        case .pressed where name == "MouseLeft": capture = .none
        case .pressed: capture = .given(for: name)
        // These cannot be given to a movie.
        case .given where name.hasPrefix("Pad") || name.hasPrefix("Wheel"): break
        case .given(let pressed):
            capture = .none
            set(pressed, name)
            list.choose(keys.firstIndex { $0.pressed == pressed } ?? 0, of: count)
            list.reveal()
        }
    }

    func endCapture() { capture = .none }

    private func set(_ pressed: String, _ given: String) {
        if let place = keys.firstIndex(where: { $0.pressed == pressed }) {
            keys[place].given = given
        } else {
            keys.append(KeyAssignment(pressed: pressed, given: given))
        }
    }

    func handle(_ input: UIInput, in area: PixelRect, scale: Double) -> Outcome {
        switch input {
        case .wheel(let lines): list.wheel(lines, scale: scale)
        case .pressed(let x, let y):
            if !area.holds(x, y) { return .closed }
            guard let row = list.row(atX: x, y: y, in: listArea(area, scale), of: count, scale: scale) else { break }
            list.choose(row, of: count)
            activate()
        case .key(let key):
            if list.take(key, of: count, page: 8) { break }
            switch key {
            case .escape: return .closed
            case .enter, .text(" "): activate()
            case .delete, .backspace: if chosen < keys.count { keys.remove(at: chosen) }
            default: break
            }
            list.reveal()
        default: break
        }
        return .stays
    }

    private func activate() {
        switch chosen {
        case ..<keys.count: capture = .given(for: keys[chosen].pressed)
        case keys.count: capture = .pressed
        default:
            for (pressed, given) in Self.presets[chosen - keys.count - 1].pairs { set(pressed, given) }
        }
    }

    // MARK: - Drawing

    private func listArea(_ area: PixelRect, _ scale: Double) -> PixelRect {
        var list = area.inset(Int(20 * scale))
        list.top += Int(38 * scale)
        list.bottom -= Int(28 * scale)
        return list
    }

    private var note: String {
        switch capture {
        case .none: "Enter changes, Delete removes, Esc goes back"
        case .pressed: "Press a key or a button of a game pad, push its stick or turn the wheel. Esc stops."
        case .given: "Press the key that the movie is to get, or click for its mouse button. Esc stops."
        }
    }

    func draw(_ canvas: inout UICanvas, in area: PixelRect) {
        canvas.panel(area, radius: 10, UIColors.blue)
        let inner = area.inset(canvas.pixels(20))
        canvas.write(
            title,
            in: PixelRect(left: inner.left, top: inner.top, right: inner.right, bottom: inner.top + canvas.pixels(24)),
            size: 18, isBold: true, UIColors.white)
        list.draw(
            &canvas, in: listArea(area, canvas.scale), count: count, chosenColor: UIColors.lightBlue
        ) { canvas, index, row, isChosen in
            var text = row
            text.left += canvas.pixels(10)
            text.right -= canvas.pixels(10)
            guard index < keys.count else {
                let isAdding = index == keys.count
                let title = isAdding ? "Another key" : "Preset: " + Self.presets[index - keys.count - 1].title
                let shown = isAdding && capture == .pressed ? "Press a key" : title
                return canvas.write(shown, in: text, isBold: isChosen, isAdding ? UIColors.orange : UIColors.paleBlue)
            }
            let pair = keys[index]
            canvas.write(pair.pressed, in: text, isBold: isChosen, UIColors.white)
            let given = capture == .given(for: pair.pressed) ? "Press a key" : pair.given
            canvas.write("gives the movie  \(given)", in: text, isBold: isChosen, align: .right, UIColors.orange)
        }
        let line = PixelRect(
            left: inner.left, top: inner.bottom - canvas.pixels(18), right: inner.right, bottom: inner.bottom)
        canvas.write(note, in: line, size: 12, UIColors.paleBlue)
    }
}
