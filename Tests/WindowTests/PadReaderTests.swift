import CLinux
import Foundation
import Testing

@testable import RuffleX11

/// Bytes as the kernel gives them.
enum PadBytes {
    static func event(_ type: Int32, _ code: Int32, _ value: Int32) -> [UInt8] {
        var event = input_event()
        (event.type, event.code, event.value) = (UInt16(type), UInt16(code), value)
        return withUnsafeBytes(of: event) { Array($0) }
    }

    static func key(_ code: Int32, _ isDown: Bool) -> [UInt8] { event(EV_KEY, code, isDown ? 1 : 0) }
    static func axis(_ code: Int32, _ value: Int32) -> [UInt8] { event(EV_ABS, code, value) }
    static let report = event(EV_SYN, SYN_REPORT, 0)

    /// A pad with two sticks from -32768 to 32767, triggers from 0 to 255 and a cross.
    static func description(_ name: String = "Some pad") -> PadReader.Description {
        var description = PadReader.Description(name: name)
        description.keys = [Int(BTN_SOUTH), Int(BTN_EAST), Int(BTN_NORTH), Int(BTN_WEST), Int(BTN_TL2), Int(BTN_MODE)]
        for axis in [ABS_X, ABS_Y, ABS_RX, ABS_RY] { description.axes[Int(axis)] = -32768...32767 }
        for axis in [ABS_Z, ABS_RZ] { description.axes[Int(axis)] = 0...255 }
        for axis in [ABS_HAT0X, ABS_HAT0Y] { description.axes[Int(axis)] = -1...1 }
        return description
    }
}

@Suite("Game pads as the kernel tells of them")
struct PadReaderTests {
    private func changes(_ reader: inout PadReader, _ events: [UInt8]...) -> [PadReader.Change] {
        events.flatMap { $0 }.withUnsafeBytes { reader.take($0) }
    }

    @Test("buttons, cross and triggers; what two sources hold comes up when both have let go")
    func buttons() {
        var reader = PadReader(PadBytes.description())
        #expect(changes(&reader, PadBytes.key(BTN_SOUTH, true), PadBytes.report) == [.pressed(.south)])
        #expect(changes(&reader, PadBytes.key(BTN_SOUTH, true)) == [])
        #expect(changes(&reader, PadBytes.key(BTN_SOUTH, false)) == [.released(.south)])
        #expect(changes(&reader, PadBytes.axis(ABS_HAT0X, -1)) == [.pressed(.left)])
        #expect(changes(&reader, PadBytes.axis(ABS_HAT0X, 1)) == [.released(.left), .pressed(.right)])
        // The trigger has a button and an axis.
        #expect(changes(&reader, PadBytes.axis(ABS_Z, 200)) == [.pressed(.l2)])
        #expect(changes(&reader, PadBytes.key(BTN_TL2, true)) == [])
        #expect(changes(&reader, PadBytes.axis(ABS_Z, 120)) == [])
        #expect(changes(&reader, PadBytes.axis(ABS_Z, 0)) == [])
        #expect(changes(&reader, PadBytes.key(BTN_TL2, false)) == [.released(.l2)])
        #expect(changes(&reader, PadBytes.key(700, true), [1, 2, 3]) == [])
    }

    @Test("a stick near its middle rests; farther out it is pressed, and let go a little later")
    func sticks() throws {
        var reader = PadReader(PadBytes.description())
        #expect(changes(&reader, PadBytes.axis(ABS_X, 5000), PadBytes.axis(ABS_Y, -3000), PadBytes.report) == [])
        var found = changes(&reader, PadBytes.axis(ABS_X, 32767), PadBytes.axis(ABS_Y, 0), PadBytes.report)
        #expect(found.count == 2 && found.last == .pressed(.leftStickRight))
        guard case .moved(.left, let x, let y)? = found.first else {
            Issue.record("no stick moved")
            return
        }
        #expect(abs(x - 1) < 0.001 && abs(y) < 0.001)
        // Half way back it is still held, near the middle no longer.
        found = changes(&reader, PadBytes.axis(ABS_X, 18500), PadBytes.report)
        #expect(found.count == 1)
        found = changes(&reader, PadBytes.axis(ABS_X, 9000), PadBytes.report)
        #expect(found.last == .released(.leftStickRight))
        // Up and left together.
        found = changes(&reader, PadBytes.axis(ABS_RX, -30000), PadBytes.axis(ABS_RY, -30000), PadBytes.report)
        #expect(found.contains(.pressed(.rightStickUp)) && found.contains(.pressed(.rightStickLeft)))
        #expect(reader.releaseAll().count == 4)
        #expect(reader.releaseAll() == [])
    }

    @Test("after lost events nothing counts until the state has been read")
    func lost() {
        var reader = PadReader(PadBytes.description())
        _ = changes(&reader, PadBytes.key(BTN_EAST, true), PadBytes.report)
        let dropped = PadBytes.event(EV_SYN, SYN_DROPPED, 0)
        #expect(changes(&reader, dropped, PadBytes.key(BTN_SOUTH, true)) == [] && !reader.needsState)
        #expect(changes(&reader, PadBytes.report) == [] && reader.needsState)
        let state = reader.takeState(keys: [Int(BTN_NORTH)], axes: [Int(ABS_HAT0Y): 1, Int(ABS_X): 0])
        #expect(
            Set(state.map { "\($0)" }) == [
                "pressed(RuffleX11.PadControl.north)", "released(RuffleX11.PadControl.east)",
                "pressed(RuffleX11.PadControl.down)",
            ])
        #expect(!reader.needsState)
    }

    @Test("pads of the Xbox have X and Y the other way round; pads that number their buttons are known too")
    func kinds() {
        var xbox = PadReader(PadBytes.description("Microsoft X-Box 360 pad"))
        #expect(changes(&xbox, PadBytes.key(BTN_NORTH, true)) == [.pressed(.west)])
        var old = PadReader.Description(name: "USB Gamepad")
        old.keys = Set((0..<12).map { Int(BTN_JOYSTICK) + $0 })
        for axis in [ABS_X, ABS_Y, ABS_Z, ABS_RZ] { old.axes[Int(axis)] = 0...255 }
        #expect(PadReader.isPad(old))
        var reader = PadReader(old)
        #expect(changes(&reader, PadBytes.key(BTN_THUMB2, true)) == [.pressed(.south)])
        // Without RX and RY the second stick is Z and RZ, and no trigger.
        #expect(changes(&reader, PadBytes.axis(ABS_RZ, 255), PadBytes.report).last == .pressed(.rightStickDown))
        #expect(!PadReader.isPad(PadReader.Description(name: "Keyboard", keys: [30, 31])))
        var tablet = PadBytes.description("Tablet")
        tablet.keys.insert(Int(BTN_STYLUS))
        #expect(!PadReader.isPad(tablet))
    }
}

/// A folder of devices that are pipes.
final class PadFolder {
    let path = NSTemporaryDirectory() + "pads-" + UUID().uuidString
    private(set) var pipes: [String: Int32] = [:]

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit {
        for file in pipes.values { close(file) }
        try? FileManager.default.removeItem(atPath: path)
    }

    func plug(_ name: String) throws {
        guard mkfifo("\(path)/\(name)", 0o600) == 0 else { throw Failure("no pipe \(name)") }
        pipes[name] = open("\(path)/\(name)", O_RDWR | O_NONBLOCK)
    }

    func pull(_ name: String) {
        unlink("\(path)/\(name)")
        if let file = pipes.removeValue(forKey: name) { close(file) }
    }

    func send(_ name: String, _ events: [UInt8]...) {
        let bytes = events.flatMap { $0 }
        _ = bytes.withUnsafeBytes { write(pipes[name] ?? -1, $0.baseAddress, $0.count) }
    }

    func pads() -> Gamepads { Gamepads(folder: path) { _ in PadBytes.description("Pipe") } }
}

@Suite("Game pads that come and go")
struct GamepadsTests {
    @Test("a pad is found, another is plugged in and read, and lets all go when it is pulled out")
    func plugging() throws {
        let folder = try PadFolder()
        try folder.plug("event3")
        try folder.plug("mouse0")
        let pads = folder.pads()
        #expect(pads.take() == [])
        pads.start()
        #expect(pads.take() == [.connected(pad: 1, name: "Pipe")])
        #expect(pads.descriptors.count == 2)
        try folder.plug("event4")
        #expect(pads.take() == [.connected(pad: 2, name: "Pipe")])
        folder.send("event4", PadBytes.key(BTN_SOUTH, true), PadBytes.report)
        folder.send("event3", PadBytes.axis(ABS_HAT0Y, 1), PadBytes.report)
        let events = pads.take()
        #expect(events.count == 2)
        #expect(events.contains(.pressed(pad: 2, .south)) && events.contains(.pressed(pad: 1, .down)))
        folder.pull("event4")
        #expect(pads.take() == [.released(pad: 2, .south), .disconnected(pad: 2, name: "Pipe")])
        // The next one is the second again.
        try folder.plug("event9")
        #expect(pads.take() == [.connected(pad: 2, name: "Pipe")])
    }

    @Test("a folder that is not there, a device that is no pad and one that may not be read are silent")
    func nothing() throws {
        let none = Gamepads(folder: "/none/such")
        none.start()
        #expect(none.take() == [] && none.takeNote() == nil && none.descriptors == [])
        let folder = try PadFolder()
        try folder.plug("event0")
        // The kernel knows nothing of a pipe.
        let pads = Gamepads(folder: folder.path)
        pads.start()
        #expect(pads.take() == [] && pads.takeNote() == nil)
        try folder.plug("js0")
        #expect(pads.take() == [])
        #expect(pads.takeNote()?.contains("may not read it") == true)
        #expect(pads.takeNote() == nil)
    }
}

@Suite("What game pads are to a movie")
struct PadKeysTests {
    @Test("pairs name pads, sticks and the pointer; what does not fit together is told")
    func pairs() {
        let keys = MovieKeys([
            .init(pressed: "PadSouth", given: "Z"), .init(pressed: "Pad2LeftStickUp", given: "W"),
            .init(pressed: "PadLeftStick", given: "Pointer"), .init(pressed: "PadR1", given: "MouseRight"),
            .init(pressed: "PadEast", given: "Pointer"), .init(pressed: "PadRightStick", given: "A"),
            .init(pressed: "Pad9Up", given: "Up"), .init(pressed: "PadFoo", given: "Up"),
        ])
        #expect(keys[.pad(1, .south)] == .key(90) && keys[.pad(2, .leftStickUp)] == .key(87))
        #expect(keys[.stick(1, .left)] == .pointer && keys[.pad(1, .r1)] == .button(.right))
        // Who has said anything about pads has said all.
        #expect(keys[.pad(1, .up)] == nil && keys[.stick(1, .right)] == nil)
        #expect(keys.unknown.map(\.pressed) == ["PadEast", "PadRightStick", "Pad9Up", "PadFoo"])
    }

    @Test("without pairs a pad is arrows, Space and the mouse; keys of the keyboard stay as they are")
    func defaults() {
        let keys = MovieKeys([.init(pressed: "W", given: "Up")])
        #expect(keys[.pad(1, .up)] == .key(38) && keys[.pad(1, .south)] == .key(32))
        #expect(keys[.pad(2, .up)] == nil && keys[.stick(1, .right)] == .pointer)
        #expect(keys[.key(87)] == .key(38) && keys[.key(65)] == nil)
    }

    @Test("an item's pairs win over those of all movies, and --gamepad-button over both")
    func order() throws {
        let options = try Options(arguments: [
            "-B", "south=return", "--gamepad-button=d-pad-up=key0", "-Bl1=mouse-left",
        ])
        let own = MovieKeys([.init(pressed: "PadSouth", given: "A"), .init(pressed: "PadEast", given: "B")])
        let shared = MovieKeys([.init(pressed: "PadEast", given: "C"), .init(pressed: "PadWest", given: "D")])
        let keys = MovieKeys(options.padKeys).over(own).over(shared)
        #expect(keys[.pad(1, .south)] == .key(13) && keys[.pad(1, .east)] == .key(66))
        #expect(keys[.pad(1, .west)] == .key(68) && keys[.pad(1, .up)] == .key(48))
        #expect(keys[.pad(1, .l1)] == .button(.left))
        for wrong in ["south", "middle=a", "south=nothing"] {
            #expect(throws: Complaint.self) { try Options(arguments: ["-B", wrong]) }
        }
    }
}
