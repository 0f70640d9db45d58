/// A button of a game pad, or a direction in which one of its sticks is held, by where it is: pads of different makers
/// write different letters on them.
enum PadControl: String, CaseIterable, Sendable {
    case south = "South"
    case east = "East"
    case north = "North"
    case west = "West"
    case up = "Up"
    case down = "Down"
    case left = "Left"
    case right = "Right"
    case l1 = "L1"
    case r1 = "R1"
    case l2 = "L2"
    case r2 = "R2"
    case select = "Select"
    case start = "Start"
    case home = "Home"
    /// The left stick, pressed.
    case l3 = "L3"
    case r3 = "R3"
    case leftStickUp = "LeftStickUp"
    case leftStickDown = "LeftStickDown"
    case leftStickLeft = "LeftStickLeft"
    case leftStickRight = "LeftStickRight"
    case rightStickUp = "RightStickUp"
    case rightStickDown = "RightStickDown"
    case rightStickLeft = "RightStickLeft"
    case rightStickRight = "RightStickRight"
}

enum PadStick: String, CaseIterable, Sendable {
    case left = "LeftStick"
    case right = "RightStick"
}

/// Something on a game pad as settings call it: `PadSouth`, `Pad2LeftStick`. Pads count from 1, in the order in which they
/// were plugged in; the first needs no number.
enum PadName {
    static let mostPads = 8
    private static let prefix = "Pad"

    static func text(_ pad: Int, _ part: String) -> String { prefix + (pad == 1 ? "" : "\(pad)") + part }

    /// The pad and the rest of the name; nil: it is about no pad.
    static func parts(_ name: String) -> (pad: Int, part: String)? {
        guard name.hasPrefix(prefix) else { return nil }
        let rest = name.dropFirst(prefix.count)
        guard let first = rest.first?.wholeNumberValue else { return (1, String(rest)) }
        guard (2...mostPads).contains(first) else { return nil }
        return (first, String(rest.dropFirst()))
    }
}

/// What happens to a game pad.
enum PadEvent: Equatable, Sendable {
    case pressed(pad: Int, PadControl)
    case released(pad: Int, PadControl)
    /// A stick is elsewhere: -1...1 each, down and right positive, 0 within the dead zone.
    case moved(pad: Int, PadStick, x: Double, y: Double)
    case connected(pad: Int, name: String)
    case disconnected(pad: Int, name: String)
}
