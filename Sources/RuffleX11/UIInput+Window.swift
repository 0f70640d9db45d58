import Player
import UI

extension UIInput {
    /// What a window's event is to a screen; nil: nothing.
    init?(_ event: WindowEvent) {
        switch event {
        case .pointerMoved(let x, let y): self = .pointerMoved(x: x, y: y)
        case .pointerLeft: self = .pointerLeft
        case .buttonDown(.left, let x, let y, _): self = .pressed(x: x, y: y)
        case .wheel(_, _, let notches): self = .wheel(lines: notches)
        case .keyDown(let key):
            guard let key = UIKey(key) else { return nil }
            self = .key(key)
        default: return nil
        }
    }
}

extension UIKey {
    /// A key of the keyboard by Flash's code or by what it types.
    init?(_ key: Key) {
        switch key.code {
        case 8: self = .backspace
        case 9: self = .tab
        case 13: self = .enter
        case 27: self = .escape
        case 33: self = .pageUp
        case 34: self = .pageDown
        case 35: self = .end
        case 36: self = .home
        case 37: self = .left
        case 38: self = .up
        case 39: self = .right
        case 40: self = .down
        case 46: self = .delete
        case 112: self = .help
        case 65...90 where key.control: self = .command(Character(Unicode.Scalar(key.code + 32)))
        default:
            let isTyping = !key.text.isEmpty && !key.text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
            guard isTyping, !key.control, !key.alt else { return nil }
            self = .text(key.text)
        }
    }
}
