import Library
import Player

/// What a movie gets for the keys of the keyboard where the person wants it otherwise.
struct MovieKeys: Equatable {
    /// What the movie gets.
    enum Target: Equatable {
        case key(UInt8)
        case button(MouseButton)
        /// The stick moves the pointer.
        case pointer
    }
    /// What the person does.
    enum Source: Hashable {
        case key(UInt8)
        case button(MouseButton)
        case wheelUp, wheelDown
        case pad(Int, PadControl)
        case stick(Int, PadStick)
    }

    private var targets: [Source: Target] = [:]
    /// Pairs that name no key.
    private(set) var unknown: [KeyAssignment] = []

    init(_ keys: [KeyAssignment] = []) {
        for pair in keys {
            if let source = Self.source(pair.pressed), let target = Self.target(pair.given),
                Self.fits(source, target)
            {
                targets[source] = target
            } else {
                unknown.append(pair)
            }
        }
    }

    /// These, and of `others` what they do not have.
    func over(_ others: MovieKeys) -> MovieKeys {
        var both = self
        both.targets.merge(others.targets) { own, _ in own }
        both.unknown += others.unknown
        return both
    }

    subscript(source: Source) -> Target? {
        if let target = targets[source] { return target }
        switch source {
        // Who has set anything about pads has set all of it.
        case .pad(let pad, let control):
            return hasPads ? nil : Self.padDefaults[control].flatMap { pad == 1 ? $0 : nil }
        case .stick(1, .right): return hasPads ? nil : .pointer
        default: return nil
        }
    }

    private var hasPads: Bool {
        targets.keys.contains { source in
            switch source {
            case .pad, .stick: true
            default: false
            }
        }
    }

    /// What the first pad does in a movie about which nobody has said anything: what most games ask for.
    private static let padDefaults: [PadControl: Target] = [
        .up: .key(38), .down: .key(40), .left: .key(37), .right: .key(39),
        .leftStickUp: .key(38), .leftStickDown: .key(40), .leftStickLeft: .key(37), .leftStickRight: .key(39),
        .south: .key(32), .west: .key(90), .east: .key(88), .north: .key(67), .l1: .key(16), .l2: .key(17),
        .r1: .button(.left), .r2: .button(.left), .r3: .button(.left), .start: .key(13), .select: .key(27),
    ]

    /// Only a stick can move the pointer, and it can do nothing else.
    private static func fits(_ source: Source, _ target: Target) -> Bool {
        if case .stick = source { return target == .pointer }
        return target != .pointer
    }

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
        default: padSource(name) ?? code(name).map { .key($0) } ?? button(name).map { .button($0) }
        }
    }

    private static func padSource(_ name: String) -> Source? {
        guard let (pad, part) = PadName.parts(name) else { return nil }
        return PadControl(rawValue: part).map { .pad(pad, $0) } ?? PadStick(rawValue: part).map { .stick(pad, $0) }
    }

    private static func target(_ name: String) -> Target? {
        if name == "Pointer" { return .pointer }
        return code(name).map { .key($0) } ?? button(name).map { .button($0) }
    }

    /// The name as settings have it of what a movie can get, however its letters are written; nil: it is nothing.
    static func canonicalName(_ name: String) -> String? {
        let name = name.lowercased()
        let known = buttons.map(\.name) + modifiers.map(\.name)
        return known.first { $0.lowercased() == name } ?? code(name).map { Shortcut(code: $0).label }
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
        guard let target = launch.keys[source] else { return false }
        // Who types a name wants the letters on the keys.
        if case .key = source, let field = player.focus.text, field.isEditable { return false }
        let isRepeat = !mappedInMovie.insert(source).inserted
        switch target {
        case .pointer: break
        case .key(let code):
            give(.keyDown(keyCode: code, character: MovieKeys.character(of: code)))
        case .button(let button):
            if isRepeat { break }
            give(.mouseDown(x: Double(pointer.x), y: Double(pointer.y), button: button, clickIndex: 0))
        }
        return true
    }

    /// What stood for `source` comes up in the movie. False: nothing had gone down.
    func releaseMapped(_ source: MovieKeys.Source) -> Bool {
        guard mappedInMovie.remove(source) != nil, let target = launch.keys[source] else { return false }
        // Two sources may hold the same key, as a cross and a stick do.
        if mappedInMovie.contains(where: { launch.keys[$0] == target }) { return true }
        switch target {
        case .pointer: break
        case .key(let code): give(.keyUp(keyCode: code, character: 0))
        case .button(let button):
            give(.mouseUp(x: Double(pointer.x), y: Double(pointer.y), button: button))
        }
        return true
    }

    /// The window hears nothing any more of what is held.
    func releaseAllMapped() { for source in mappedInMovie { _ = releaseMapped(source) } }
}
