import Foundation
import SWF
import Testing

@testable import RuffleX11

extension WindowTests {
    /// Media keys, screen saver, games and file dialogs of a desktop, on a bus of the test's own.
    @Suite("Desktop") struct DesktopTests {}
}

/// A bus, and another program on it that the player calls and that calls the player.
final class TestBus {
    private let daemon: Child
    let address: String
    private let peer: SessionBus
    private(set) var calls: [SessionBus.Call] = []
    private(set) var signals: [(member: String, values: [DBusValue])] = []
    private var replies: [Int: [DBusValue]?] = [:]
    /// What a call of this interface and member is answered with; others are refused.
    var answers: [String: [DBusValue]] = [:]

    init() throws {
        daemon = try Child(
            "dbus-daemon", ["--session", "--nofork", "--print-address"],
            environment: ProcessInfo.processInfo.environment)
        var line = Data()
        while !line.contains(UInt8(ascii: "\n")) {
            let bytes = daemon.output.availableData
            if bytes.isEmpty { throw Failure("dbus-daemon did not start") }
            line += bytes
        }
        address = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let peer = SessionBus(address: address) else { throw Failure("no bus") }
        self.peer = peer
        _ = wait {
            peer.take().contains(.connected)
        }
        _ = try call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch",
            [.text("type='signal',path='\(MediaControl.path)'")])
    }

    deinit {
        peer.finish()
        daemon.stop()
    }

    func own(_ name: String) throws {
        let answer = try call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            [.text(name), .uint32(4)])
        #expect(answer == [.uint32(1)])
    }

    /// Takes what has come, and answers calls.
    func pump() {
        for event in peer.take() {
            switch event {
            case .reply(let number, let values): replies[number] = .some(values)
            case .signal(_, _, let member, let values): signals.append((member, values))
            case .call(let call):
                calls.append(call)
                if let answer = answers["\(call.interface).\(call.member)"] {
                    peer.answer(call, answer)
                } else {
                    peer.refuse(call, "org.freedesktop.DBus.Error.Failed", "no")
                }
            case .connected, .lost: break
            }
        }
    }

    func waits(for isThere: () -> Bool) -> Bool {
        wait(seconds: 10) {
            pump()
            return isThere()
        }
    }

    func has(_ member: String) -> Bool { waits { calls.contains { $0.member == member } } }

    /// Calls, and waits for the answer; nil: it was refused.
    @discardableResult
    func call(
        _ name: String, _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = []
    ) throws -> [DBusValue]? {
        let number = peer.call(name, path, interface, member, arguments)
        guard waits(for: { replies[number] != nil }) else { throw Failure("no answer to \(member)") }
        return replies[number].flatMap { $0 }
    }

    func player(_ member: String, _ arguments: [DBusValue] = []) throws -> [DBusValue]? {
        try call(MediaControl.busName, MediaControl.path, MediaControl.player, member, arguments)
    }

    func property(_ name: String, of interface: String = MediaControl.player) throws -> DBusValue? {
        try call(
            MediaControl.busName, MediaControl.path, "org.freedesktop.DBus.Properties", "Get",
            [.text(interface), .text(name)])?.first?.plain
    }

    func set(_ name: String, _ value: DBusValue, of interface: String = MediaControl.player) throws -> Bool {
        try call(
            MediaControl.busName, MediaControl.path, "org.freedesktop.DBus.Properties", "Set",
            [.text(interface), .text(name), .variant(value)]) != nil
    }

    func signal(_ path: String, _ interface: String, _ member: String, _ values: [DBusValue]) {
        peer.signal(path, interface, member, values)
    }
}

extension WindowTests.DesktopTests {
    static let saver = "org.freedesktop.ScreenSaver"

    private func scene(_ movie: [UInt8], _ bus: TestBus, _ arguments: [String] = []) throws -> WindowTests.Scene {
        try WindowTests.Scene(movie, arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    }

    private func isThere(_ bus: TestBus) -> Bool {
        wait(seconds: 10) {
            bus.pump()
            return (try? bus.property("Identity", of: MediaControl.root)) ?? nil == .text("RuffleX11")
        }
    }

    @Test("media controls pause, play, seek, set volume and speed, see what plays, and end it")
    func mediaControls() throws {
        let bus = try TestBus()
        // Two frames a second, five frames.
        let scene = try scene(Movies.steps(frameRate: 2), bus)
        #expect(isThere(bus))
        #expect(try bus.property("PlaybackStatus") == .text("Playing"))
        #expect(try bus.property("Metadata")?.asOptions["xesam:title"] == .text("movie.swf"))
        #expect(try bus.property("Metadata")?.asOptions["mpris:length"] == .int64(2_500_000))
        #expect(try bus.player("PlayPause") == [])
        #expect(
            bus.waits {
                bus.signals.contains {
                    $0.values.count > 1 && $0.values[1].asOptions["PlaybackStatus"] == .text("Paused")
                }
            })
        #expect(try bus.property("PlaybackStatus") == .text("Paused"))
        // The third frame begins after a second.
        #expect(try bus.player("SetPosition", [.path("/org/rufflex11/Movie"), .int64(1_200_000)]) == [])
        #expect(scene.sees(Movies.palette[2], 20, 60))
        #expect(try bus.property("Position") == .int64(1_000_000))
        #expect(bus.waits { bus.signals.contains { $0.member == "Seeked" && $0.values == [.int64(1_000_000)] } })
        #expect(try bus.player("Seek", [.int64(-600_000)]) == [])
        #expect(scene.sees(Movies.palette[0], 20, 60))
        #expect(try bus.player("Seek", [.int64(.max)]) == [])
        #expect(scene.sees(Movies.palette[4], 20, 60))
        // Beyond the end, and of another track: nothing.
        _ = try bus.player("SetPosition", [.path("/org/rufflex11/Movie"), .int64(99_000_000)])
        _ = try bus.player("SetPosition", [.path("/other"), .int64(0)])
        #expect(try bus.property("Position") == .int64(2_000_000))
        #expect(try bus.set("Volume", .double(0.3)))
        #expect(wait { (try? bus.property("Volume")) == .double(0.3) })
        #expect(try bus.set("Rate", .double(2)))
        #expect(wait { (try? bus.property("Rate")) == .double(2) })
        #expect(try bus.set("LoopStatus", .text("None")))
        #expect(wait { (try? bus.property("LoopStatus")) == .text("None") })
        for (name, value) in [("Volume", DBusValue.text("loud")), ("Rate", .double(99)), ("Position", .int64(0))] {
            #expect(try !bus.set(name, value))
        }
        #expect(try bus.player("Fly") == nil && bus.player("Seek", [.text("far")]) == nil)
        let xml = try bus.call(
            MediaControl.busName, MediaControl.path, "org.freedesktop.DBus.Introspectable", "Introspect")
        #expect(xml?.first?.asText?.contains("<method name=\"PlayPause\"></method>") == true)
        _ = try bus.call(MediaControl.busName, MediaControl.path, MediaControl.root, "Quit")
        #expect(try scene.program.end().status == 0)
    }

    @Test("while a movie plays and can be seen the screen stays on and the machine knows that a game runs")
    func keepingAwake() throws {
        let bus = try TestBus()
        try bus.own(Self.saver)
        try bus.own("com.feralinteractive.GameMode")
        bus.answers[Self.saver + ".Inhibit"] = [.uint32(77)]
        bus.answers[Self.saver + ".UnInhibit"] = []
        bus.answers["com.feralinteractive.GameMode.RegisterGame"] = [.int32(0)]
        let scene = try scene(Movies.steps(), bus)
        #expect(bus.has("Inhibit") && bus.has("RegisterGame"))
        let game = bus.calls.first { $0.member == "RegisterGame" }
        #expect(game?.arguments == [.int32(scene.program.identifier)])
        #expect(isThere(bus))
        _ = try bus.player("Pause")
        #expect(bus.has("UnInhibit") && bus.has("UnregisterGame"))
        #expect(bus.calls.first { $0.member == "UnInhibit" }?.arguments == [.uint32(77)])
        _ = try bus.player("Play")
        #expect(bus.waits { bus.calls.filter { $0.member == "Inhibit" }.count == 2 })
        scene.desk.type(["Control_L", "q"])
        #expect(try scene.program.end().status == 0)
        #expect(bus.waits { bus.calls.filter { $0.member == "UnInhibit" }.count == 2 })
    }

    @Test("without a screen saver the portal keeps the screen on; --gamemode off keeps quiet about games")
    func portal() throws {
        let bus = try TestBus()
        try bus.own(Portal.name)
        try bus.own("com.feralinteractive.GameMode")
        let handle = "/org/freedesktop/portal/desktop/request/1_1/t"
        bus.answers["org.freedesktop.portal.Inhibit.Inhibit"] = [.path(handle)]
        bus.answers[Portal.request + ".Close"] = []
        let scene = try scene(Movies.steps(), bus, ["--gamemode", "off"])
        #expect(bus.has("Inhibit"))
        let call = bus.calls.first { $0.member == "Inhibit" }
        #expect(call?.arguments.dropFirst().first == .uint32(8))
        #expect(isThere(bus))
        _ = try bus.player("Pause")
        #expect(bus.has("Close") && bus.calls.first { $0.member == "Close" }?.path == handle)
        #expect(!bus.calls.contains { $0.member == "RegisterGame" })
        scene.desk.type(["Control_L", "q"])
        #expect(try scene.program.end().status == 0)
    }

    @Test(
        "Ctrl+O opens the desktop's dialog, and what is chosen there is in the library; without one the program's own opens"
    )
    func fileDialog() throws {
        let bus = try TestBus()
        try bus.own(Portal.name)
        let data = NSTemporaryDirectory() + "desktop-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: data) }
        let movie = try TemporaryFile(Movies.still(), name: "chosen movie.swf")
        bus.answers[Portal.fileChooser + ".OpenFile"] = [.path("/a/handle")]
        let server = try XServer()
        let desk = try Desk(server)
        let program = try RunningProgram(
            [], display: server.display, data: data, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        let window = try desk.window(of: program)
        desk.focus(window)
        #expect(isThere(bus))
        desk.type(["Control_L", "o"])
        #expect(bus.has("OpenFile"))
        let options = bus.calls.first { $0.member == "OpenFile" }?.arguments.last?.asOptions ?? [:]
        let token = try #require(options["handle_token"]?.asText)
        #expect(
            bus.calls.first { $0.member == "OpenFile" }?.arguments.first == .text("x11:" + String(window, radix: 16)))
        let url = fileURL(of: Array(movie.path.utf8CString))
        // Somebody else's answer counts for nothing.
        bus.signal(
            Portal.path + "/request/1_2/other", Portal.request, "Response",
            [.uint32(0), .dictionary(["uris": .array([.text("file:///none.swf")], of: "s")])])
        bus.signal(
            Portal.path + "/request/1_2/\(token)", Portal.request, "Response",
            [.uint32(0), .dictionary(["uris": .array([.text(url)], of: "s")])])
        #expect(
            wait {
                (try? RunningProgram(["--library", "list"], display: nil, data: data).end().output.contains(
                    "chosen movie")) == true
            })
        desk.type(["Control_L", "q"])
        #expect(try program.end().errors == "")
    }

    @Test("a bus that goes away, and one that is not there, keep nobody from playing", arguments: [true, false])
    func noBus(isThereFirst: Bool) throws {
        var bus: TestBus? = isThereFirst ? try TestBus() : nil
        let address = bus?.address ?? "unix:path=/none/such"
        let scene = try WindowTests.Scene(Movies.steps(), environment: ["DBUS_SESSION_BUS_ADDRESS": address])
        if let bus { #expect(isThere(bus)) }
        bus = nil
        usleep(500_000)
        #expect(wait { scene.desk.pixel(scene.window, 20, 60) == Movies.palette[1] })
        #expect(wait { scene.desk.pixel(scene.window, 20, 60) == Movies.palette[3] })
        scene.desk.type(["Control_L", "q"])
        let end = try scene.program.end()
        #expect(end.status == 0 && end.errors == "", "\(end.errors)")
    }
}
