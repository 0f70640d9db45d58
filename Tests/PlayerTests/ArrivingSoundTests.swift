import AVM
import FlashAPI
import Media
import SWF
import TestSupport
import Testing

@testable import Player

/// A host whose answers come when the test sends them.
private final class SlowHost: PlayerHost {
    private var progress: (FetchProgress) -> Void = { _ in }
    private var completion: (Result<FetchResponse, FetchError>) -> Void = { _ in }
    private(set) var request: FetchRequest?
    private var received = 0
    var total: Int?
    var traced: [String] = []
    var wallClock = 0.0
    var clipboard = ""

    func fetch(_ request: FetchRequest, completion: @escaping (Result<FetchResponse, FetchError>) -> Void) {
        (self.request, self.completion) = (request, completion)
    }
    func fetch(
        _ request: FetchRequest, progress: @escaping (FetchProgress) -> Void,
        completion: @escaping (Result<FetchResponse, FetchError>) -> Void
    ) {
        self.progress = progress
        fetch(request, completion: completion)
    }
    func send(_ bytes: some Collection<UInt8>) {
        received += bytes.count
        progress(FetchProgress(received: received, total: total, bytes: Array(bytes)))
    }
    func end(_ bytes: some Collection<UInt8>) {
        completion(.success(FetchResponse(url: request?.url ?? "", status: 200, body: Array(bytes))))
    }
    func breakOff() { completion(.failure(.notFound(url: request?.url ?? ""))) }

    func trace(_ text: String) { traced.append(text) }
    func warn(_ text: String) {}
    func localOffset(at moment: Double) -> Double { 0 }
    func navigate(_ request: FetchRequest, target: String) {}
    func fscommand(_ command: String, _ argument: String) {}
    func storedObject(_ key: String) -> [UInt8]? { nil }
    func store(_ bytes: [UInt8]?, as key: String) -> Bool { true }
    func mayContinue(afterSeconds seconds: Double) -> Bool { false }
}

@Suite("Sounds and films on their way", .enabled(if: MediaLibrary.isAvailable, "needs libavcodec"))
struct ArrivingSoundTests {
    /// Frames of MPEG 1 layer III, 128 kbit/s, 44.1 kHz, 26 ms each, that hold silence.
    private static func mp3(_ frames: Int) -> [UInt8] {
        (0..<frames).flatMap { _ in [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413) }
    }

    private static func frameMilliseconds(_ frames: Int) -> Double { Double(frames) * 1152 / 44.1 }

    /// A Sound that is being loaded, whose events are noted.
    private func load(_ host: SlowHost, bufferTime: Int32 = 1000) throws -> (Stage3, Value) {
        let stage = try Stage3(host: host) { $0.showFrame() }
        _ = stage.run()
        let sound = try stage.new("flash.media.Sound")
        for name in ["open", "progress", "complete", "id3", "ioError"] {
            _ = try stage.call(sound, "addEventListener", stage.machine.string(name), stage.script(name))
        }
        let request = try stage.new("flash.net.URLRequest", stage.machine.string("http://example.org/a.mp3"))
        let context = try stage.new("flash.media.SoundLoaderContext", Value(bufferTime))
        _ = try stage.call(sound, "load", request, context)
        return (stage, sound)
    }

    private func number(_ stage: Stage3, _ value: Value, _ name: StaticString) throws -> Double {
        try stage.machine.toNumber(try stage.get(value, name))
    }

    private func run(_ stage: Stage3, _ milliseconds: Int) {
        for _ in 0..<milliseconds / 20 { stage.player.advance(by: 20) }
    }

    @Test("an MP3 plays while it comes: once its buffer is full, until it runs dry, and to its end")
    func streaming() throws {
        let host = SlowHost()
        let (stage, sound) = try load(host)
        let bytes = Self.mp3(200)
        host.total = bytes.count
        let channel = try stage.call(sound, "play")
        #expect(channel != .null && host.request?.isStreamed == true)
        _ = try stage.call(channel, "addEventListener", stage.machine.string("soundComplete"), stage.script("end"))
        host.send(bytes[..<(20 * 417)])
        #expect(stage.takeLog() == ["open", "progress"])
        run(stage, 200)
        #expect(try stage.get(sound, "isBuffering") == .true)
        #expect(try number(stage, channel, "position") == 0)
        #expect(abs(try number(stage, sound, "length") - Self.frameMilliseconds(20)) < 1)
        #expect(try number(stage, sound, "bytesLoaded") == Double(20 * 417))
        #expect(try number(stage, sound, "bytesTotal") == Double(bytes.count))
        host.send(bytes[(20 * 417)..<(50 * 417)])
        run(stage, 400)
        #expect(try stage.get(sound, "isBuffering") == .false)
        #expect(abs(try number(stage, channel, "position") - 400) < 80)
        run(stage, 2000)
        // It has run dry.
        #expect(try stage.get(sound, "isBuffering") == .true)
        #expect(abs(try number(stage, channel, "position") - Self.frameMilliseconds(50)) < 60)
        host.end(bytes[(50 * 417)...])
        #expect(stage.takeLog() == ["progress", "progress", "complete"])
        run(stage, 5000)
        #expect(stage.takeLog() == ["end"])
        #expect(abs(try number(stage, channel, "position") - Self.frameMilliseconds(200)) < 60)
        #expect(stage.player.sound.mixer.voiceCount == 0)
    }

    @Test("a channel that is stopped, a sound that is closed, and one that breaks off end in order")
    func ends() throws {
        for end in ["stop", "close", "break", "all"] {
            let host = SlowHost()
            let (stage, sound) = try load(host, bufferTime: 100)
            let channel = try stage.call(sound, "play", Value(Int32(200)), Value(Int32(3)))
            _ = try stage.call(channel, "addEventListener", stage.machine.string("soundComplete"), stage.script("end"))
            host.send(Self.mp3(60))
            run(stage, 200)
            #expect(stage.player.sound.mixer.voiceCount == 1)
            _ = stage.takeLog()
            switch end {
            case "stop": _ = try stage.call(channel, "stop")
            case "close": _ = try stage.call(sound, "close")
            case "break": host.breakOff()
            default:
                let mixer = Value(
                    try stage.machine.classObject(try #require(stage.machine.traits(named: "flash.media.SoundMixer"))))
                _ = try stage.call(mixer, "stopAll")
            }
            run(stage, 6000)
            let expected = ["stop": [], "close": ["end"], "break": ["ioError", "end"], "all": []][end]
            #expect(stage.takeLog() == expected)
            #expect(stage.player.sound.mixer.voiceCount == 0)
        }
    }

    @Test("a sound that is no sound, and one that is there at once")
    func others() throws {
        let host = SlowHost()
        let (stage, sound) = try load(host)
        _ = try stage.call(sound, "play")
        host.send([UInt8](repeating: 7, count: 5000))
        run(stage, 100)
        host.end([1, 2, 3])
        run(stage, 500)
        #expect(stage.takeLog() == ["open", "progress", "progress", "complete"])
        #expect(stage.player.sound.mixer.voiceCount == 0)
        let second = SlowHost()
        let (other, whole) = try load(second)
        _ = try other.call(whole, "play")
        second.end(Self.mp3(40))
        #expect(other.takeLog() == ["open", "progress", "complete"])
        #expect(abs(try number(other, whole, "length") - Self.frameMilliseconds(40)) < 1)
        #expect(other.player.sound.mixer.voiceCount == 1)
    }

    @Test("ActionScript 3: a film on its way tells of it, and where one may not seek")
    func film() throws {
        let host = SlowHost()
        let stage = try Stage3(host: host) { $0.showFrame() }
        _ = stage.run()
        let connection = try stage.new("flash.net.NetConnection")
        _ = try stage.call(connection, "connect", .null)
        let stream = try stage.new("flash.net.NetStream", connection)
        nonisolated(unsafe) var told: [String] = []
        let listener = Value(
            stage.machine.makeFunction("status", length: 1) { (call) throws(ScriptError) in
                let info = try call.machine.get(call.machine.publicName("info"), of: call[0])
                let code = try call.machine.get(call.machine.publicName("code"), of: info)
                let details = try call.machine.get(call.machine.publicName("details"), of: info)
                let text = details.isUndefined ? "" : " " + (try call.machine.toString(details).text)
                told.append(
                    try call.machine.toString(code).text.split(separator: ".").suffix(2).joined(separator: ".") + text)
                return .undefined
            })
        _ = try stage.call(stream, "addEventListener", stage.machine.string("netStatus"), listener)
        _ = try stage.call(stream, "play", stage.machine.string("film.flv"))
        var writer = FLVWriter()
        for index in 0..<10 { writer.screen(0xFF0000, width: 16, height: 16, at: index * 100) }
        host.total = writer.bytes.count * 2
        host.send(writer.bytes)
        run(stage, 200)
        #expect(told == ["Play.Start", "Buffer.Full"])
        #expect(try number(stage, stream, "bytesLoaded") == Double(writer.bytes.count))
        #expect(try number(stage, stream, "bytesTotal") == Double(writer.bytes.count * 2))
        let info = try stage.get(stream, "info")
        #expect(try number(stage, info, "byteCount") == Double(writer.bytes.count))
        told = []
        _ = try stage.call(stream, "seek", Value(Int32(30)))
        run(stage, 40)
        #expect(told == ["SeekStart.Notify", "Seek.InvalidTime 0.9"])
        told = []
        host.breakOff()
        run(stage, 1000)
        #expect(told == ["Buffer.Flush", "Play.Stop", "Buffer.Empty"])
    }
}
