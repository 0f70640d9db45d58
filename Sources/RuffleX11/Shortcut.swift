import Library

/// A key that does something in the program itself and is kept from the movie, such as `Ctrl+Enter`.
struct Shortcut: Equatable {
    /// Flash's key code.
    var code: UInt8
    var control = false
    var shift = false
    var alt = false

    init(code: UInt8, control: Bool = false, shift: Bool = false, alt: Bool = false) {
        (self.code, self.control, self.shift, self.alt) = (code, control, shift, alt)
    }

    /// From text as menus and the file of settings have it; nil where it names no key.
    init?(_ text: String) {
        var parts = text.split(separator: "+", omittingEmptySubsequences: false)
        guard let name = parts.popLast(), let code = Self.code(named: name.lowercased()) else { return nil }
        self.init(code: code)
        for part in parts {
            switch part.lowercased() {
            case "ctrl": control = true
            case "shift": shift = true
            case "alt": alt = true
            default: return nil
            }
        }
    }

    /// What `key` is as a shortcut; nil for a key that is none alone, such as Shift.
    init?(_ key: Key) {
        guard key.code != 0, ![16, 17, 18, 20, 91, 92, 144].contains(key.code), Self.name(of: key.code) != nil else {
            return nil
        }
        self.init(code: key.code, control: key.control, shift: key.shift, alt: key.alt)
    }

    var label: String {
        let modifiers = [(control, "Ctrl"), (shift, "Shift"), (alt, "Alt")].filter(\.0).map(\.1)
        return (modifiers + [Self.name(of: code) ?? "?"]).joined(separator: "+")
    }

    /// Whether `key` is this one. A plus is one with Shift or without, as layouts have it.
    func matches(_ key: Key) -> Bool {
        key.code == code && key.control == control && key.alt == alt && (key.shift == shift || code == 187)
    }

    private static let names: [(name: String, code: UInt8)] = [
        ("Backspace", 8), ("Tab", 9), ("Enter", 13), ("Pause", 19), ("Esc", 27), ("Space", 32), ("PageUp", 33),
        ("PageDown", 34), ("End", 35), ("Home", 36), ("Left", 37), ("Up", 38), ("Right", 39), ("Down", 40),
        ("Print", 44), ("Insert", 45), ("Delete", 46), ("Menu", 93), ("NumTimes", 106), ("NumPlus", 107),
        ("NumMinus", 109), ("NumPeriod", 110), ("NumSlash", 111), ("ScrollLock", 145), ("AudioMute", 173),
        ("AudioDown", 174), ("AudioUp", 175), ("MediaNext", 176), ("MediaPrevious", 177), ("MediaStop", 178),
        ("MediaPlay", 179), ("Semicolon", 186), ("Plus", 187), ("Comma", 188), ("Minus", 189), ("Period", 190),
        ("Slash", 191), ("Grave", 192), ("LeftBracket", 219), ("Backslash", 220), ("RightBracket", 221),
        ("Quote", 222),
    ]

    private static func name(of code: UInt8) -> String? {
        switch code {
        case 48...57, 65...90: String(UnicodeScalar(code))
        case 96...105: "Num\(code - 96)"
        case 112...126: "F\(code - 111)"
        default: names.first { $0.code == code }?.name
        }
    }

    private static func code(named name: String) -> UInt8? {
        (1...255).first { Self.name(of: $0)?.lowercased() == name }
    }
}

/// Which keys do what: the program's own, or the person's where the file of settings has others.
struct KeyBindings: Equatable {
    private var changed: [Action: [Shortcut]] = [:]

    /// The keys of `action`, the first of which menus show.
    subscript(action: Action) -> [Shortcut] { changed[action] ?? action.defaultKeys }

    func isChanged(_ action: Action) -> Bool { changed[action] != nil }

    /// Gives `action` one key of its own, which others lose; nil: the keys that it has by default.
    mutating func set(_ action: Action, to shortcut: Shortcut?) {
        guard let shortcut else {
            changed[action] = nil
            return
        }
        for other in Action.allCases where other != action && self[other].contains(shortcut) {
            changed[other] = self[other].filter { $0 != shortcut }
        }
        changed[action] = [shortcut]
    }

    /// The action that `key` stands for. Held, it stands for none unless that repeats.
    func action(of key: Key) -> Action? {
        guard let action = holder(of: key) else { return nil }
        return key.isRepeat && !action.repeats ? nil : action
    }

    /// The action whose key this is, though it may do nothing while it is held and repeats.
    func holder(of key: Key) -> Action? {
        Action.allCases.first { action in self[action].contains { $0.matches(key) } }
    }

    // MARK: - The file

    private static let table = "keys"

    init() {}

    /// From the person's settings. What is wrong there becomes a warning.
    init(_ document: TOMLDocument, warnings: inout [String]) {
        guard case .table(let keys)? = document[Self.table] else { return }
        for (name, value) in keys.entries {
            guard let action = Action(rawValue: name) else {
                warnings.append("keys.\(name) is nothing that the program does")
                continue
            }
            guard case .array(let values) = value else {
                warnings.append("keys.\(name) is no list of keys")
                continue
            }
            changed[action] = values.compactMap { value in
                if case .string(let text) = value, let shortcut = Shortcut(text) { return shortcut }
                warnings.append("keys.\(name) has something that is no key")
                return nil
            }
        }
    }

    func write(to document: inout TOMLDocument) throws(LibraryProblem) {
        for action in Action.allCases {
            let path = [Self.table, action.rawValue]
            if let keys = changed[action] {
                try document.set(path, to: .array(keys.map { .string($0.label) }))
            } else if document.value(at: path) != nil {
                try document.set(path, to: nil)
            }
        }
    }
}
