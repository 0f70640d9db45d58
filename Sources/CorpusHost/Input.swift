import Foundation
import Player

/// The input of a case: events in order, cut into the shares of the iterations by `Wait`.
struct InputScript {
    private var events: [Event]
    private var next = 0

    static let none = InputScript(events: [])

    private init(events: [Event]) { self.events = events }

    init(contentsOf path: String) throws {
        events = try JSONDecoder().decode([Event].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// The events up to the next `Wait`, which is used up.
    mutating func nextShare() -> ArraySlice<Event> {
        let start = next
        while next < events.count {
            next += 1
            if events[next - 1].type == "Wait" { return events[start..<next - 1] }
        }
        return events[start..<next]
    }
}

/// One event as the corpus writes it.
struct Event: Decodable {
    var type: String
    /// Stage pixels at scale 1.
    var pos: [Double]?
    var btn: String?
    var index: Int?
    var key: Key?
    var lines: Double?
    var codepoint: String?
    var code: String?
    var text: String?

    /// A key by name, by the character it types, or on the number pad.
    enum Key: Decodable {
        case named(String)
        case character(String)
        case numpad(String)

        init(from decoder: any Decoder) throws {
            if let name = try? decoder.singleValueContainer().decode(String.self) {
                self = .named(name)
                return
            }
            let fields = try decoder.singleValueContainer().decode([String: String].self)
            if let character = fields["Char"] {
                self = .character(character)
            } else if let digit = fields["Numpad"] {
                self = .numpad(digit)
            } else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "unknown key \(fields)"))
            }
        }
    }
}

extension Event {
    /// The same for the player; nil where there is no such input yet. `pointer`: where the pointer is, for what tells no
    /// place.
    func inputEvent(pointer: [Double]) -> InputEvent? {
        let place = pos ?? pointer
        let x = place.first ?? 0
        let y = place.dropFirst().first ?? 0
        switch type {
        case "MouseMove": return .mouseMove(x: x, y: y)
        case "MouseDown": return .mouseDown(x: x, y: y, button: button, clickIndex: index ?? 0)
        case "MouseUp": return .mouseUp(x: x, y: y, button: button)
        case "MouseWheel": return .mouseWheel(x: x, y: y, lines: lines ?? 0)
        case "KeyDown": return keyCode.map { .keyDown(keyCode: $0.code, character: $0.character) }
        case "KeyUp": return keyCode.map { .keyUp(keyCode: $0.code, character: $0.character) }
        case "TextInput": return codepoint.map { .textInput($0) }
        case "TextControl": return code.flatMap(TextControl.init(rawValue:)).map { .textControl($0) }
        case "ImePreedit": return .imePreedit(text ?? "", cursor: nil)
        case "ImeCommit": return .imeCommit(text ?? "")
        case "FocusGained": return .focusGained
        case "FocusLost": return .focusLost
        default: return nil
        }
    }

    private var button: MouseButton {
        switch btn {
        case "Middle": .middle
        case "Right": .right
        default: .left
        }
    }

    private var keyCode: (code: UInt8, character: UInt16)? {
        switch key {
        case .named(let name): return FlashKey.named[name]
        case .character(let text):
            guard let unit = text.utf16.first else { return nil }
            return (FlashKey.code(ofCharacter: unit), unit)
        case .numpad(let text):
            guard let digit = text.utf16.first, (0x30...0x39).contains(digit) else { return nil }
            return (UInt8(96 + digit - 0x30), digit)
        case nil: return nil
        }
    }
}

/// Key names of the corpus and Flash's codes for them, which are those of Windows' virtual keys.
enum FlashKey {
    static let named: [String: (code: UInt8, character: UInt16)] = [
        "Backspace": (8, 8), "Tab": (9, 9), "Enter": (13, 13), "Return": (13, 13), "NumpadEnter": (13, 13),
        "Shift": (16, 0), "LeftShift": (16, 0), "RightShift": (16, 0), "Control": (17, 0), "LeftControl": (17, 0),
        "RightControl": (17, 0), "Alt": (18, 0), "LeftAlt": (18, 0), "RightAlt": (18, 0), "Pause": (19, 0),
        "CapsLock": (20, 0), "Escape": (27, 27), "Space": (32, 32), "PageUp": (33, 0), "PageDown": (34, 0),
        "End": (35, 0), "Home": (36, 0), "ArrowLeft": (37, 0), "ArrowUp": (38, 0), "ArrowRight": (39, 0),
        "ArrowDown": (40, 0), "Insert": (45, 0), "Delete": (46, 127), "NumLock": (144, 0), "ScrollLock": (145, 0),
        "F1": (112, 0), "F2": (113, 0), "F3": (114, 0), "F4": (115, 0), "F5": (116, 0), "F6": (117, 0),
        "F7": (118, 0), "F8": (119, 0), "F9": (120, 0), "F10": (121, 0), "F11": (122, 0), "F12": (123, 0),
        "NumpadMultiply": (106, 42), "NumpadAdd": (107, 43), "NumpadSubtract": (109, 45),
        "NumpadDecimal": (110, 46), "NumpadDivide": (111, 47),
    ]

    /// The key that types a character on a United States keyboard.
    static func code(ofCharacter unit: UInt16) -> UInt8 {
        switch unit {
        case 0x61...0x7A: UInt8(unit - 0x20)
        case 0x30...0x39, 0x41...0x5A, 0x20: UInt8(unit)
        case 0x3A, 0x3B: 186
        case 0x3D, 0x2B: 187
        case 0x2C, 0x3C: 188
        case 0x2D, 0x5F: 189
        case 0x2E, 0x3E: 190
        case 0x2F, 0x3F: 191
        case 0x60, 0x7E: 192
        case 0x5B, 0x7B: 219
        case 0x5C, 0x7C: 220
        case 0x5D, 0x7D: 221
        case 0x27, 0x22: 222
        // Shifted digits, from ) over 0 to ( over 9.
        case 0x29: 48
        case 0x21: 49
        case 0x40: 50
        case 0x23: 51
        case 0x24: 52
        case 0x25: 53
        case 0x5E: 54
        case 0x26: 55
        case 0x2A: 56
        case 0x28: 57
        default: 0
        }
    }
}
