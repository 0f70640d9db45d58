import Base
import FlashAPI
import Player
import SWF
import TestSupport
import Testing

/// Classes of ActionScript 1 and 2 that talk to the world outside the movie, and properties of clips.
@Suite struct ScriptClassTests {
    /// A movie of two frames; the first one's code is `code`.
    private func play(
        _ host: any PlayerHost, version: UInt8 = 8, _ code: (inout ActionAssembler) -> Void
    ) throws -> Player {
        var writer = SWFWriter(version: version, width: 100, height: 100)
        writer.doAction(actions(code))
        writer.showFrame()
        var options = Player.Options()
        options.installAVM1 = FlashAPI.installAVM1
        let movie = try Movie(writer.file())
        let player = Player(
            movie: movie, viewport: Viewport(width: 100, height: 100), host: host, options: options)
        player.runFrame()
        return player
    }

    @Test("XMLSocket cuts what arrives at zero bytes and ends what it sends with one")
    func xmlSocket() throws {
        let host = SocketHost()
        let player = try play(host) { code in
            code.newVariable("s", "XMLSocket")
            for (handler, parameter) in [("onConnect", "x"), ("onData", "x"), ("onClose", "x")] {
                code.pushVariable("s")
                code.push(.text(handler))
                code.function("", [parameter]) { code in
                    code.push(.text("\(handler) "), .text(parameter))
                    code.op(.getVariable)
                    code.op(.add2)
                    code.op(.trace)
                }
                code.op(.setMember)
            }
            code.callMethod("s", "connect", .text("example.org"), .int(1234))
            code.op(.trace)
            code.callMethod("s", "send", .text("hi"))
            code.op(.pop)
        }
        #expect(host.base.traced == ["true"])
        #expect(host.peer == "example.org:1234")
        #expect(host.sent == [0x68, 0x69, 0])
        host.base.traced.removeAll()
        host.deliver?(.connected)
        host.deliver?(.data(Array("a".utf8)))
        host.deliver?(.data(Array("b".utf8) + [0] + Array("c".utf8) + [0, 0x64]))
        host.deliver?(.closed)
        #expect(host.base.traced == ["onConnect true", "onData ab", "onData c", "onClose undefined"])
        withExtendedLifetime(player) {}
    }

    @Test("a clip without content has no size to scale, and its bounds are the largest there are")
    func emptyClips() throws {
        let host = NullHost()
        let player = try play(host, version: 7) { code in
            code.callMethod("this", "createEmptyMovieClip", .text("a"), .int(1))
            code.op(.pop)
            code.traceMember("a", "_xscale")
            code.pushVariable("a")
            code.push(.text("_width"), .int(20))
            code.op(.setMember)
            code.traceMember("a", "_xscale")
            code.push(.text("b"))
            code.callMethod("a", "getBounds")
            code.op(.setVariable)
            code.traceMember("b", "xMin")
        }
        #expect(host.traced == ["100", "0", "6710886.35"])
        withExtendedLifetime(player) {}
    }

    @Test("bounds of nothing change once code of SWF 8 has asked for bounds in another space")
    func newBoundsOfNothing() throws {
        let host = NullHost()
        let player = try play(host) { code in
            code.callMethod("this", "createEmptyMovieClip", .text("a"), .int(1))
            code.op(.pop)
            for argument in ["a", "this"] {
                code.push(.text("b"))
                code.pushVariable(argument)
                code.push(.int(1))
                code.pushVariable("a")
                code.push(.text("getBounds"))
                code.op(.callMethod)
                code.op(.setVariable)
                code.traceMember("b", "xMin")
            }
        }
        #expect(host.traced == ["6710886.35", "6710886.4"])
        withExtendedLifetime(player) {}
    }

    @Test("scales may be infinite and rotations no number; the picture stays finite")
    func infinitePlacement() throws {
        let host = NullHost()
        let player = try play(host) { code in
            code.pushVariable("this")
            code.push(.text("_xscale"), .double(.infinity))
            code.op(.setMember)
            code.traceMember("this", "_xscale")
            code.pushVariable("this")
            code.push(.text("_rotation"), .double(.infinity))
            code.op(.setMember)
            code.traceMember("this", "_rotation")
        }
        #expect(host.traced == ["Infinity", "NaN"])
        #expect(!player.renderCommands().isEmpty || player.currentFrame == 1)
    }

    @Test("every key is toggled each time it is pressed")
    func toggledKeys() throws {
        let host = NullHost()
        let player = try play(host) { code in
            code.function("ask", []) { code in
                code.callMethod("Key", "isToggled", .int(65))
                code.op(.trace)
            }
            code.push(.text("l"), .text("onKeyDown"), .text("ask"))
            code.op(.getVariable)
            code.push(.int(1))
            code.op(.initObject)
            code.op(.setVariable)
            code.pushVariable("l")
            code.push(.int(1))
            code.pushVariable("Key")
            code.push(.text("addListener"))
            code.op(.callMethod)
            code.op(.pop)
        }
        for _ in 0..<2 {
            player.handle(.keyDown(keyCode: 65, character: 97))
            player.handle(.keyUp(keyCode: 65, character: 97))
        }
        #expect(host.traced == ["true", "false"])
    }

    @Test("the point of a displacement filter is whole, new each time, and survives errors")
    func filterPoint() throws {
        let host = NullHost()
        let player = try play(host) { code in
            code.push(.text("f"), .int(0))
            code.pushVariable("flash")
            code.push(.text("filters"))
            code.op(.getMember)
            code.push(.text("DisplacementMapFilter"))
            code.op(.newMethod)
            code.op(.setVariable)
            code.traceMember("f", "mapPoint")
            code.pushVariable("f")
            code.push(.text("mapPoint"), .text("x"), .double(1.5), .text("y"), .int(2), .int(2))
            code.op(.initObject)
            code.op(.setMember)
            code.traceMember("f", "mapPoint")
        }
        #expect(host.traced == ["(x=0, y=0)", "(x=1, y=2)"])
        withExtendedLifetime(player) {}
    }

    @Test("System.security.allowDomain needs a domain")
    func allowDomain() throws {
        let host = NullHost()
        let player = try play(host) { code in
            for arguments: Int32 in [0, 1] {
                if arguments == 1 { code.push(.text("example.org")) }
                code.push(.int(arguments))
                code.pushVariable("System")
                code.push(.text("security"))
                code.op(.getMember)
                code.push(.text("allowDomain"))
                code.op(.callMethod)
                code.op(.trace)
            }
        }
        #expect(host.traced == ["false", "true"])
        withExtendedLifetime(player) {}
    }
}

/// A host with one connection, whose other side is the test.
private final class SocketHost: PlayerHost, HostSocket {
    let base = NullHost()
    private(set) var peer = ""
    private(set) var sent: [UInt8] = []
    private(set) var deliver: ((SocketEvent) -> Void)?

    func openSocket(host: String, port: Int, _ deliver: @escaping (SocketEvent) -> Void) -> (any HostSocket)? {
        peer = "\(host):\(port)"
        self.deliver = deliver
        return self
    }

    func send(_ bytes: [UInt8]) { sent += bytes }
    func close() { deliver = nil }

    var wallClock: Double { 0 }
    var clipboard = ""
    func trace(_ text: String) { base.trace(text) }
    func warn(_ text: String) { base.warn(text) }
    func localOffset(at moment: Double) -> Double { 0 }
    func fetch(_ request: FetchRequest, completion: @escaping (Result<FetchResponse, FetchError>) -> Void) {
        base.fetch(request, completion: completion)
    }
    func navigate(_ request: FetchRequest, target: String) {}
    func fscommand(_ command: String, _ argument: String) {}
    func storedObject(_ key: String) -> [UInt8]? { nil }
    func store(_ bytes: [UInt8]?, as key: String) -> Bool { false }
    func mayContinue(afterSeconds seconds: Double) -> Bool { false }
}

extension ActionAssembler {
    mutating func pushVariable(_ name: String) {
        push(.text(name))
        op(.getVariable)
    }

    mutating func newVariable(_ name: String, _ class: String) {
        push(.text(name), .int(0), .text(`class`))
        op(.newObject)
        op(.setVariable)
    }

    mutating func callMethod(_ variable: String, _ method: String, _ arguments: Operand...) {
        for argument in arguments.reversed() { push(argument) }
        push(.int(Int32(arguments.count)))
        pushVariable(variable)
        push(.text(method))
        op(.callMethod)
    }

    mutating func traceMember(_ object: String, _ member: String) {
        pushVariable(object)
        push(.text(member))
        op(.getMember)
        op(.trace)
    }
}
