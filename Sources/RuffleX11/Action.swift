import Player

/// What a person can ask of the program, by key, strip or menu.
enum Action: Equatable, CaseIterable {
    case back
    case togglePause
    case rewind
    case stepForward
    case stepBack
    case cycleScale
    case toggleFullScreen
    case toggleMenu
    case open
    case actualSize, showAll
    case lowQuality, mediumQuality, highQuality
    case mute, louder, softer
    case screenshot
    case help
    case quit

    /// The keys, as a menu writes them. The first one is shown.
    var keys: [Shortcut] {
        switch self {
        case .cycleScale, .lowQuality, .mediumQuality, .highQuality: []
        case .back: [Shortcut("Ctrl+W", code: 87, control: true)]
        case .open: [Shortcut("Ctrl+O", code: 79, control: true)]
        case .actualSize: [Shortcut("Ctrl+1", code: 49, control: true)]
        case .showAll: [Shortcut("Ctrl+3", code: 51, control: true)]
        case .mute: [Shortcut("Ctrl+M", code: 77, control: true)]
        case .louder: [Shortcut("Ctrl+Up", code: 38, control: true, repeats: true)]
        case .softer: [Shortcut("Ctrl+Down", code: 40, control: true, repeats: true)]
        case .screenshot: [Shortcut("Ctrl+S", code: 83, control: true)]
        case .help: [Shortcut("F1", code: 112, control: false)]
        case .togglePause: [Shortcut("Ctrl+Enter", code: 13, control: true)]
        case .rewind: [Shortcut("Ctrl+R", code: 82, control: true)]
        case .stepForward: [Shortcut("Ctrl+Right", code: 39, control: true, repeats: true)]
        case .stepBack: [Shortcut("Ctrl+Left", code: 37, control: true, repeats: true)]
        case .toggleFullScreen:
            [Shortcut("F11", code: 122, control: false), Shortcut("Ctrl+F", code: 70, control: true)]
        case .toggleMenu: [Shortcut("F10", code: 121, control: false)]
        case .quit: [Shortcut("Ctrl+Q", code: 81, control: true)]
        }
    }

    /// The action that `key` stands for. Held with Shift or Alt it belongs to the movie.
    static func of(_ key: Key) -> Action? {
        if key.shift || key.alt { return nil }
        return allCases.first { action in
            action.keys.contains { $0.code == key.code && $0.control == key.control && ($0.repeats || !key.isRepeat) }
        }
    }

    /// Whether `key` is one of the program's own, though it may do nothing while it is held and repeats.
    static func isShortcut(_ key: Key) -> Bool {
        var first = key
        first.isRepeat = false
        return of(first) != nil
    }
}

/// A key that does something in the program itself and is kept from the movie.
struct Shortcut: Equatable {
    let label: String
    /// Flash's key code.
    let code: UInt8
    let control: Bool
    /// Whether holding the key does it again and again.
    let repeats: Bool

    init(_ label: String, code: UInt8, control: Bool, repeats: Bool = false) {
        self.label = label
        self.code = code
        self.control = control
        self.repeats = repeats
    }
}

extension StageScaleMode {
    var label: String {
        switch self {
        case .showAll: "Show all"
        case .noScale: "100 %"
        case .exactFit: "Exact fit"
        case .noBorder: "No border"
        }
    }

    /// The mode that the scale control goes to next.
    var next: StageScaleMode {
        let all = Self.allCases
        return all[(all.firstIndex(of: self)! + 1) % all.count]
    }
}
