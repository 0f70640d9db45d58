import CLinux

/// Makes the presses and sticks of one game pad out of what the kernel tells of it.
///
/// Facts: Documentation/input/gamepad.rst and event-codes.rst of the kernel.
struct PadReader {
    /// What a device can tell.
    struct Description: Equatable, Sendable {
        var name = ""
        /// The codes of its buttons.
        var keys: Set<Int> = []
        /// Its axes, with their ranges.
        var axes: [Int: ClosedRange<Int>] = [:]
    }

    /// What is to be told of the pad since the last time.
    enum Change: Equatable, Sendable {
        case pressed(PadControl), released(PadControl)
        case moved(PadStick, x: Double, y: Double)
    }

    private let axes: [Int: ClosedRange<Int>]
    private let controls: [Int: PadControl]
    private let sticks: [Int: (stick: PadStick, isVertical: Bool)]
    private let triggers: [Int: PadControl]
    /// Which of a button, a trigger's axis and a cross's axis hold a control, a bit each: some pads tell of both.
    private var holders: [PadControl: UInt8] = [:]
    private var places: [PadStick: (x: Double, y: Double)] = [:]
    private var told: [PadStick: (x: Double, y: Double)] = [:]
    /// Some events were lost: what follows until the next report is worth nothing, and the state is to be read anew.
    private(set) var needsState = false
    private var isSkipping = false

    /// A stick this near to its middle rests: old ones never come back to it.
    static let deadZone = 0.2
    /// A stick or trigger so far out is pressed, and no longer when it is back behind the second.
    private static let pressed = 0.55
    private static let released = 0.4
    private static let size = MemoryLayout<input_event>.size

    init(_ description: Description) {
        axes = description.axes
        controls = description.keys.contains(Int(BTN_SOUTH)) ? Self.gamepad(description.name) : Self.joystick
        // What has a second stick as RX and RY has triggers as Z and RZ; what has not has its second stick there.
        var sticks: [Int: (PadStick, Bool)] = [Int(ABS_X): (.left, false), Int(ABS_Y): (.left, true)]
        var triggers: [Int: PadControl] = [Int(ABS_BRAKE): .l2, Int(ABS_GAS): .r2]
        if axes[Int(ABS_RX)] != nil && axes[Int(ABS_RY)] != nil {
            sticks[Int(ABS_RX)] = (.right, false)
            sticks[Int(ABS_RY)] = (.right, true)
            triggers[Int(ABS_Z)] = .l2
            triggers[Int(ABS_RZ)] = .r2
        } else {
            sticks[Int(ABS_Z)] = (.right, false)
            sticks[Int(ABS_RZ)] = (.right, true)
        }
        self.sticks = sticks
        self.triggers = triggers
    }

    /// Whether a device is a game pad or joystick. Drawing tablets have some of the same buttons.
    static func isPad(_ description: Description) -> Bool {
        let hasStick = description.axes[Int(ABS_X)] != nil && description.axes[Int(ABS_Y)] != nil
        let hasCross = description.axes[Int(ABS_HAT0X)] != nil || description.keys.contains(Int(BTN_DPAD_UP))
        let hasButton = [BTN_SOUTH, BTN_JOYSTICK, BTN_THUMB].contains { description.keys.contains(Int($0)) }
        let isTablet = [BTN_STYLUS, BTN_TOOL_PEN].contains { description.keys.contains(Int($0)) }
        return hasButton && (hasStick || hasCross) && !isTablet
    }

    private static func gamepad(_ name: String) -> [Int: PadControl] {
        var controls: [Int: PadControl] = [
            Int(BTN_SOUTH): .south, Int(BTN_EAST): .east, Int(BTN_NORTH): .north, Int(BTN_WEST): .west,
            Int(BTN_TL): .l1, Int(BTN_TR): .r1, Int(BTN_TL2): .l2, Int(BTN_TR2): .r2,
            Int(BTN_SELECT): .select, Int(BTN_START): .start, Int(BTN_MODE): .home,
            Int(BTN_THUMBL): .l3, Int(BTN_THUMBR): .r3,
            Int(BTN_DPAD_UP): .up, Int(BTN_DPAD_DOWN): .down, Int(BTN_DPAD_LEFT): .left, Int(BTN_DPAD_RIGHT): .right,
        ]
        if swapsNorthAndWest(name) {
            controls[Int(BTN_NORTH)] = .west
            controls[Int(BTN_WEST)] = .north
        }
        return controls
    }

    /// The kernel's driver for pads of the Xbox tells X and Y by these letters, which are older names of north and west,
    /// and on these pads lie the other way round.
    private static func swapsNorthAndWest(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.contains("x-box") || name.contains("xbox")
    }

    /// Pads that only number their buttons do it like this, as far as there is a custom.
    private static let joystick: [Int: PadControl] = Dictionary(
        uniqueKeysWithValues: zip(
            Int(BTN_JOYSTICK)...,
            [.north, .east, .south, .west, .l1, .r1, .l2, .r2, .select, .start, .l3, .r3, .home] as [PadControl]))

    // MARK: - Events

    /// Takes whole events as a device gives them. Returns what has changed; see ``needsState``.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> [Change] {
        var changes: [Change] = []
        for start in stride(from: 0, to: bytes.count - Self.size + 1, by: Self.size) {
            let event = bytes.loadUnaligned(fromByteOffset: start, as: input_event.self)
            let (type, code) = (Int32(event.type), Int(event.code))
            switch type {
            case EV_SYN where code == Int(SYN_DROPPED): isSkipping = true
            case EV_SYN where code == Int(SYN_REPORT):
                if isSkipping { (isSkipping, needsState) = (false, true) }
                tellSticks(&changes)
            case EV_KEY where !isSkipping: key(code, isDown: event.value != 0, &changes)
            case EV_ABS where !isSkipping: axis(code, Int(event.value), &changes)
            default: break
            }
        }
        return changes
    }

    /// Takes over where everything is now. `keys`: those that are down.
    mutating func takeState(keys: Set<Int>, axes values: [Int: Int]) -> [Change] {
        needsState = false
        var changes: [Change] = []
        for code in controls.keys.sorted() { key(code, isDown: keys.contains(code), &changes) }
        for (code, value) in values.sorted(by: { $0.key < $1.key }) { axis(code, value, &changes) }
        tellSticks(&changes)
        return changes
    }

    /// Lets everything go, as when the pad is pulled out.
    mutating func releaseAll() -> [Change] {
        var changes: [Change] = []
        for control in PadControl.allCases where (holders[control] ?? 0) != 0 { changes.append(.released(control)) }
        for stick in PadStick.allCases where told[stick].map({ $0 != (0, 0) }) ?? false {
            changes.append(.moved(stick, x: 0, y: 0))
        }
        (holders, places, told) = ([:], [:], [:])
        return changes
    }

    private mutating func key(_ code: Int, isDown: Bool, _ changes: inout [Change]) {
        if let control = controls[code] { hold(control, by: 1, isDown, &changes) }
    }

    private mutating func axis(_ code: Int, _ value: Int, _ changes: inout [Change]) {
        switch code {
        case Int(ABS_HAT0X):
            hold(.left, by: 4, value < 0, &changes)
            hold(.right, by: 4, value > 0, &changes)
        case Int(ABS_HAT0Y):
            hold(.up, by: 4, value < 0, &changes)
            hold(.down, by: 4, value > 0, &changes)
        default:
            guard let range = axes[code], range.lowerBound < range.upperBound else { return }
            let share = Double(value - range.lowerBound) / Double(range.upperBound - range.lowerBound)
            if let control = triggers[code] { push(control, share, &changes) }
            guard let (stick, isVertical) = sticks[code] else { return }
            var place = places[stick] ?? (0, 0)
            let moved = min(1, max(-1, share * 2 - 1))
            if isVertical { place.y = moved } else { place.x = moved }
            places[stick] = place
        }
    }

    private mutating func hold(_ control: PadControl, by holder: UInt8, _ isDown: Bool, _ changes: inout [Change]) {
        let before = holders[control] ?? 0
        let after = isDown ? before | holder : before & ~holder
        holders[control] = after
        if before == 0 && after != 0 { changes.append(.pressed(control)) }
        if before != 0 && after == 0 { changes.append(.released(control)) }
    }

    /// Presses a control that is `share` of its way down.
    private mutating func push(_ control: PadControl, _ share: Double, _ changes: inout [Change]) {
        let isDown = (holders[control] ?? 0) & 2 != 0
        hold(control, by: 2, share > (isDown ? Self.released : Self.pressed), &changes)
    }

    private mutating func tellSticks(_ changes: inout [Change]) {
        for stick in PadStick.allCases {
            guard let place = places[stick] else { continue }
            let now = Self.withoutDeadZone(place)
            let before = told[stick] ?? (0, 0)
            if now == before { continue }
            told[stick] = now
            changes.append(.moved(stick, x: now.x, y: now.y))
            let (up, down, left, right): (PadControl, PadControl, PadControl, PadControl) =
                stick == .left
                ? (.leftStickUp, .leftStickDown, .leftStickLeft, .leftStickRight)
                : (.rightStickUp, .rightStickDown, .rightStickLeft, .rightStickRight)
            push(up, -now.y, &changes)
            push(down, now.y, &changes)
            push(left, -now.x, &changes)
            push(right, now.x, &changes)
        }
    }

    /// Where a stick is for those who ask: 0 in the dead zone, which is round, and from there on evenly to 1.
    private static func withoutDeadZone(_ place: (x: Double, y: Double)) -> (x: Double, y: Double) {
        let length = (place.x * place.x + place.y * place.y).squareRoot()
        if length <= deadZone { return (0, 0) }
        let factor = min(1, (length - deadZone) / (1 - deadZone)) / length
        return (place.x * factor, place.y * factor)
    }
}
