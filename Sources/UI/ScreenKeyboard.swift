import Base
import Renderer

/// A keyboard on the screen, for machines without one: a click holds a key as long as the button is held. Shift, Ctrl and
/// Alt stay down until the next key.
public final class ScreenKeyboard {
    /// A key as it goes to the movie.
    public struct Key: Equatable, Sendable {
        /// Flash's code.
        public var code: UInt8
        /// What it types.
        public var text: String
        public var shift, control, alt: Bool
    }

    private struct Cap {
        var label: String
        var shiftedLabel: String?
        var code: UInt8
        /// What it types, as it is and with Shift.
        var text = ""
        var shiftedText = ""
        /// Of a common key.
        var width = 1.0
    }

    private static let shift: UInt8 = 16
    private static let control: UInt8 = 17
    private static let alt: UInt8 = 18
    private static let close: UInt8 = 0

    private static func letter(_ letter: Character) -> Cap {
        let upper = letter.uppercased()
        return Cap(
            label: String(letter), shiftedLabel: upper, code: upper.utf8.first ?? 0, text: String(letter),
            shiftedText: upper)
    }

    private static func sign(_ plain: String, _ shifted: String, _ code: UInt8) -> Cap {
        Cap(label: plain, shiftedLabel: shifted, code: code, text: plain, shiftedText: shifted)
    }

    /// A US keyboard, which is what Flash's codes are named after.
    private static let rows: [[Cap]] = [
        [Cap(label: "Esc", code: 27, width: 1.2)]
            + zip("1234567890", "!@#$%^&*()").map { sign(String($0), String($1), $0.utf8.first ?? 0) }
            + [
                sign("-", "_", 189), sign("=", "+", 187), Cap(label: "⌫", code: 8, width: 1.4),
                Cap(label: "✕", code: close, width: 1),
            ],
        [Cap(label: "Tab", code: 9, width: 1.4)] + "qwertyuiop".map(letter)
            + [sign("[", "{", 219), sign("]", "}", 221), Cap(label: "Del", code: 46, width: 1.6)],
        [Cap(label: "Ctrl", code: control, width: 1.7)] + "asdfghjkl".map(letter)
            + [sign(";", ":", 186), sign("'", "\"", 222), Cap(label: "Enter", code: 13, width: 2.3)],
        [Cap(label: "Shift", code: shift, width: 2.1)] + "zxcvbnm".map(letter)
            + [
                sign(",", "<", 188), sign(".", ">", 190), sign("/", "?", 191), Cap(label: "Home", code: 36, width: 1.4),
                Cap(label: "↑", code: 38), Cap(label: "End", code: 35, width: 1.4),
            ],
        [
            Cap(label: "Alt", code: alt, width: 2.1),
            Cap(label: "Space", code: 32, text: " ", shiftedText: " ", width: 8.3),
            Cap(label: "PgUp", code: 33, width: 1.4), Cap(label: "PgDn", code: 34, width: 1.4),
            Cap(label: "←", code: 37), Cap(label: "↓", code: 40), Cap(label: "→", code: 39),
        ],
    ]

    private static let keyHeight = 40.0
    private static let gap = 4.0
    /// Widths of common keys that the widest row takes.
    private static let rowWidth = rows.map { $0.reduce(0) { $0 + $1.width } }.max() ?? 1

    private var held: (cap: Cap, key: Key)?
    private var latched: Set<UInt8> = []
    private var hovered: (row: Int, place: Int)?
    public private(set) var hasChanged = true

    public init() {}

    /// What a press comes to.
    public enum Outcome: Equatable, Sendable {
        /// Outside of the keyboard.
        case missed
        /// Between keys, or a key that waits for the next.
        case none
        case pressed(Key)
        case closed
    }

    /// What it covers of a window.
    public func frame(width: Int, height: Int, scale: Double) -> PixelRect {
        let unit = Self.unit(width: width, height: height, scale: scale)
        let tall = Int(Double(Self.rows.count) * (Self.keyHeight + Self.gap) * unit + 3 * Self.gap * unit)
        return PixelRect(left: 0, top: height - tall, right: width, bottom: height)
    }

    /// Keys are at most half as high as would fill the window.
    private static func unit(width: Int, height: Int, scale: Double) -> Double {
        min(scale, Double(height) / (2 * Double(rows.count) * (keyHeight + gap)))
    }

    private func rect(_ row: Int, _ place: Int, in frame: PixelRect, _ unit: Double) -> PixelRect {
        // Keys are as wide as the window allows, but not wider than a hand likes them.
        let inner = min(Double(frame.width) - 2 * Self.gap * unit, 900 * unit)
        let side = inner / Self.rowWidth
        let left = (Double(frame.width) - inner) / 2
        var x = left
        for cap in Self.rows[row][..<place] { x += cap.width * side }
        // The last key of a row ends where the others do.
        let isLast = place == Self.rows[row].count - 1
        let end = isLast ? left + inner : x + Self.rows[row][place].width * side
        let top = Double(frame.top) + 2 * Self.gap * unit + Double(row) * (Self.keyHeight + Self.gap) * unit
        return PixelRect(
            left: Int(x + Self.gap * unit / 2), top: Int(top), right: Int(end - Self.gap * unit / 2),
            bottom: Int(top + Self.keyHeight * unit))
    }

    private func place(x: Int, y: Int, width: Int, height: Int, scale: Double) -> (row: Int, place: Int)? {
        let frame = frame(width: width, height: height, scale: scale)
        let unit = Self.unit(width: width, height: height, scale: scale)
        for (row, caps) in Self.rows.enumerated() {
            for place in caps.indices where rect(row, place, in: frame, unit).holds(x, y) { return (row, place) }
        }
        return nil
    }

    /// The pointer moves. Returns whether it is over the keyboard.
    public func pointerMoved(x: Int, y: Int, width: Int, height: Int, scale: Double) -> Bool {
        let found = place(x: x, y: y, width: width, height: height, scale: scale)
        if found?.row != hovered?.row || found?.place != hovered?.place { hasChanged = true }
        hovered = found
        return frame(width: width, height: height, scale: scale).holds(x, y)
    }

    public func press(x: Int, y: Int, width: Int, height: Int, scale: Double) -> Outcome {
        guard frame(width: width, height: height, scale: scale).holds(x, y) else { return .missed }
        guard let found = place(x: x, y: y, width: width, height: height, scale: scale) else { return .none }
        let cap = Self.rows[found.row][found.place]
        hasChanged = true
        switch cap.code {
        case Self.close: return .closed
        case Self.shift, Self.control, Self.alt:
            latched.formSymmetricDifference([cap.code])
            return .none
        default: break
        }
        let hasShift = latched.contains(Self.shift)
        let isPlain = latched.isDisjoint(with: [Self.control, Self.alt])
        let key = Key(
            code: cap.code, text: isPlain ? (hasShift ? cap.shiftedText : cap.text) : "", shift: hasShift,
            control: latched.contains(Self.control), alt: latched.contains(Self.alt))
        held = (cap, key)
        return .pressed(key)
    }

    /// The button comes up: the key that comes up with it, nil where none is held.
    public func release() -> Key? {
        guard let held else { return nil }
        self.held = nil
        latched = []
        hasChanged = true
        return held.key
    }

    public func draw(_ canvas: inout UICanvas, width: Int, height: Int) {
        hasChanged = false
        let frame = frame(width: width, height: height, scale: canvas.scale)
        let unit = Self.unit(width: width, height: height, scale: canvas.scale)
        var keys = UICanvas(canvas.toolkit, scale: unit)
        keys.fill(frame, UIColors.deepBlue)
        for (row, caps) in Self.rows.enumerated() {
            for (place, cap) in caps.enumerated() {
                let rect = rect(row, place, in: frame, unit)
                let isDown = held?.cap.label == cap.label || latched.contains(cap.code)
                let isHovered = hovered?.row == row && hovered?.place == place
                keys.panel(rect, radius: 5, isDown ? UIColors.orange : isHovered ? UIColors.lightBlue : UIColors.blue)
                let label = latched.contains(Self.shift) ? cap.shiftedLabel ?? cap.label : cap.label
                keys.write(
                    label, in: rect, size: label.count > 1 ? 12 : 15, align: .center,
                    isDown ? UIColors.ink : UIColors.white)
            }
        }
        canvas.append(keys)
    }
}
