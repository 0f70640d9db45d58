import Base
import Player

/// Game pads in a movie: their buttons and sticks are keys, mouse buttons or the pointer there, as the movie's keys say.
/// Over a dialog they are its keys.
extension Front {
    /// Milliseconds between two moves of the pointer by a stick.
    static let pointingPause = 12.0
    /// How far a stick at its end moves the pointer, in heights of the window a second.
    private static let pointingSpeed = 1.1
    /// A longer pause than this many milliseconds moves it no farther.
    private static let longestMove = 50.0

    func takePadEvents(_ now: Double) {
        let events = desktop.gamepads.take()
        if let note = desktop.gamepads.takeNote() { host.log.add(note, .problem) }
        for event in events { handle(event) }
        movePointer(now)
    }

    /// Whether a stick is moving the pointer.
    var isPadPointing: Bool {
        !isFocusElsewhere && sticks.contains { launch.keys[$0.key] == .pointer && $0.value != (0, 0) }
    }

    private func handle(_ event: PadEvent) {
        switch event {
        case .connected(let pad, let name): tell("Game pad \(pad): \(name)")
        case .disconnected(let pad, let name):
            for stick in PadStick.allCases { sticks[.stick(pad, stick)] = nil }
            tell("Game pad \(pad) is gone: \(name)")
        case .moved(let pad, let stick, let x, let y): sticks[.stick(pad, stick)] = (x, y)
        case .pressed(let pad, let control): press(pad, control)
        case .released(let pad, let control): _ = releaseMapped(.pad(pad, control))
        }
    }

    private func press(_ pad: Int, _ control: PadControl) {
        if isFocusElsewhere { return }
        if hasDialog {
            if let code = control.menuKey { self.handle(.keyDown(Key(code: code))) }
            return
        }
        if giveMapped(.pad(pad, control)) { return }
        // What leads out of games on every console does so here.
        if control == .home { perform(.back) }
    }

    /// Whether something lies over the movie that keys are about.
    private var hasDialog: Bool {
        prompt != nil || menu != nil || keysPanel != nil || showsHelp || strip?.isMenuOpen == true
    }

    private func movePointer(_ now: Double) {
        defer { lastPadMove = now }
        guard isPadPointing else {
            padPointer = nil
            return
        }
        let time = min(Self.longestMove, max(0, now - lastPadMove)) / 1000
        var place = padPointer ?? (Double(pointer.x), Double(pointer.y))
        let full = Self.pointingSpeed * Double(window.height) * time
        for (source, stick) in sticks where launch.keys[source] == .pointer {
            // Slow near the middle, where the person aims.
            let length = (stick.x * stick.x + stick.y * stick.y).squareRoot()
            place.x += stick.x * length * full
            place.y += stick.y * length * full
        }
        place.x = min(Double(window.width - 1), max(0, place.x))
        place.y = min(Double(window.height - 1), max(0, place.y))
        padPointer = place
        let (x, y) = (Int(place.x), Int(place.y))
        if (x, y) == pointer { return }
        window.warpPointer(x: x, y: y)
        pointerMoved(x: x, y: y)
    }
}

extension PadControl {
    /// Flash's code of the key that it is in menus and in the library.
    var menuKey: UInt8? {
        switch self {
        case .up, .leftStickUp: 38
        case .down, .leftStickDown: 40
        case .left, .leftStickLeft: 37
        case .right, .leftStickRight: 39
        case .south, .start: 13
        case .east: 27
        case .l1: 33
        case .r1: 34
        default: nil
        }
    }
}
