import Library
import Player

/// What a movie gets for the keys of the keyboard where the person wants it otherwise.
struct MovieKeys: Equatable {
    /// What the movie gets.
    enum Target: Equatable {
        case key(UInt8)
        case button(MouseButton)
    }
    /// What the person does.
    enum Source: Hashable {
        case key(UInt8)
        case button(MouseButton)
        case wheelUp, wheelDown
    }

    private var targets: [Source: Target] = [:]
    /// Pairs that name no key.
    private(set) var unknown: [KeyAssignment] = []

    init(_ keys: [KeyAssignment] = []) {
        for pair in keys {
            if let source = Self.source(pair.pressed), let target = Self.target(pair.given) {
                targets[source] = target
            } else {
                unknown.append(pair)
            }
        }
    }

    var isEmpty: Bool { targets.isEmpty }

    subscript(source: Source) -> Target? { targets[source] }

    private static let buttons: [(name: String, button: MouseButton)] = [
        ("MouseLeft", .left), ("MouseMiddle", .middle), ("MouseRight", .right),
    ]
    /// Keys that are none of the program's shortcuts but may be a movie's.
    private static let modifiers: [(name: String, code: UInt8)] = [("Shift", 16), ("Ctrl", 17), ("Alt", 18)]

    private static func code(_ name: String) -> UInt8? {
        if let known = modifiers.first(where: { $0.name == name }) { return known.code }
        guard let shortcut = Shortcut(name), shortcut == Shortcut(code: shortcut.code) else { return nil }
        return shortcut.code
    }

    private static func button(_ name: String) -> MouseButton? { buttons.first { $0.name == name }?.button }

    private static func source(_ name: String) -> Source? {
        switch name {
        case "WheelUp": .wheelUp
        case "WheelDown": .wheelDown
        default: code(name).map { .key($0) } ?? button(name).map { .button($0) }
        }
    }

    private static func target(_ name: String) -> Target? {
        code(name).map { .key($0) } ?? button(name).map { .button($0) }
    }

    /// What settings call that which an event of the window is about; nil: nothing that can be assigned.
    static func name(of event: WindowEvent) -> String? {
        switch event {
        case .keyDown(let key):
            modifiers.first { $0.code == key.code }?.name
                ?? Shortcut(Key(code: key.code)).map(\.label)
        case .buttonDown(let button, _, _, _): buttons.first { $0.button == button }?.name
        case .wheel(_, _, let notches): notches > 0 ? "WheelUp" : "WheelDown"
        default: nil
        }
    }

    /// What the key types that a movie gets: letters in lower case, as without Shift.
    static func character(of code: UInt8) -> UInt16 {
        switch code {
        case 65...90: UInt16(code) + 32
        case 48...57, 8, 9, 13, 27, 32: UInt16(code)
        case 96...105: UInt16(code) - 48
        default: 0
        }
    }
}

/// Keys that the movie gets as others.
extension Front {
    /// Gives the movie what stands for `source` when that goes down. False: nothing does.
    func giveMapped(_ source: MovieKeys.Source) -> Bool {
        guard !launch.keys.isEmpty, let target = launch.keys[source] else { return false }
        // Who types a name wants the letters on the keys.
        if case .key = source, let field = player.focus.text, field.isEditable { return false }
        let isRepeat = !mappedInMovie.insert(source).inserted
        switch target {
        case .key(let code):
            player.handle(.keyDown(keyCode: code, character: MovieKeys.character(of: code)))
        case .button(let button):
            if isRepeat { break }
            player.handle(.mouseDown(x: Double(pointer.x), y: Double(pointer.y), button: button, clickIndex: 0))
        }
        return true
    }

    /// What stood for `source` comes up in the movie. False: nothing had gone down.
    func releaseMapped(_ source: MovieKeys.Source) -> Bool {
        guard mappedInMovie.remove(source) != nil, let target = launch.keys[source] else { return false }
        switch target {
        case .key(let code): player.handle(.keyUp(keyCode: code, character: 0))
        case .button(let button):
            player.handle(.mouseUp(x: Double(pointer.x), y: Double(pointer.y), button: button))
        }
        return true
    }

    /// The window hears nothing any more of what is held.
    func releaseAllMapped() { for source in mappedInMovie { _ = releaseMapped(source) } }
}
