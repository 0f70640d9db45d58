import Base
import FlashAPI
import Media
import Renderer
import SWF
import TestSupport
import Testing

@testable import Player

/// A host with files.
private final class FileHost: PlayerHost {
    var files: [String: [UInt8]] = [:]
    var traced: [String] = []
    var wallClock = 0.0
    var clipboard = ""
    private var pending: [() -> Void] = []

    func trace(_ text: String) { traced.append(text) }
    func warn(_ text: String) {}
    func localOffset(at moment: Double) -> Double { 0 }
    func fetch(_ request: FetchRequest, completion: @escaping (Result<FetchResponse, FetchError>) -> Void) {
        let name = String(request.url.split(separator: "/").last ?? "")
        let file = files[name]
        pending.append {
            guard let file else { return completion(.failure(.notFound(url: request.url))) }
            completion(.success(FetchResponse(url: request.url, status: 0, body: file)))
        }
    }
    func completeLoads() {
        let due = pending
        pending = []
        for load in due { load() }
    }
    func navigate(_ request: FetchRequest, target: String) {}
    func fscommand(_ command: String, _ argument: String) {}
    func storedObject(_ key: String) -> [UInt8]? { nil }
    func store(_ bytes: [UInt8]?, as key: String) -> Bool { true }
    func mayContinue(afterSeconds seconds: Double) -> Bool { false }
}

/// A movie of 20 by 20 pixels and 10 frames a second, with files.
private final class VideoStage {
    let host = FileHost()
    let player: Player
    private let renderer: Renderer

    init(version: UInt8 = 8, _ build: (inout SWFWriter) -> Void) throws {
        var writer = SWFWriter(version: version, width: 20, height: 20, frameRate: 10)
        build(&writer)
        var options = Player.Options()
        options.installAVM1 = FlashAPI.installAVM1
        options.installAVM2 = FlashAPI.installAVM2
        player = Player(
            movie: try Movie(writer.file()), viewport: Viewport(width: 20, height: 20), host: host, options: options)
        renderer = Renderer(resources: player.resources, threads: 1)
    }

    func run(_ milliseconds: Double) {
        player.advance(by: milliseconds)
        host.completeLoads()
    }

    /// The colour in the middle.
    func color() -> UInt32 {
        let pixmap = Pixmap(width: 20, height: 20)
        renderer.draw(
            player.renderCommands(), into: pixmap.target, background: .white, quality: .high,
            damage: [pixmap.target.bounds])
        return pixmap.pixels[10 * 20 + 10] & 0xFF_FFFF
    }
}

@Suite("Video", .enabled(if: MediaLibrary.isAvailable, "needs libavcodec"))
struct VideoTests {
    private static let colors: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF]

    private static let definition = DefineVideoStream(
        id: 1, frameCount: 3, width: 20, height: 20, deblocking: 0, isSmoothed: false, codec: 3)

    private static func place(_ id: CharacterID?, ratio: UInt16?, name: String? = nil) -> PlaceObject {
        var place = PlaceObject(version: 2, depth: 1, action: id.map { .place($0) } ?? .modify)
        place.ratio = ratio
        place.name = name.map { SWFString(Array($0.utf8)) }
        return place
    }

    /// Three pictures of 100 ms each, with data and 300 ms of sound.
    private static func file() -> [UInt8] {
        var writer = FLVWriter()
        writer.data("onMetaData", "duration", 0.3)
        for (index, color) in colors.enumerated() {
            writer.screen(color, width: 20, height: 20, at: index * 100)
            writer.samples(Array(repeating: 8192, count: 4410), at: index * 100)
        }
        writer.data("onCuePoint", "time", 0.25, at: 250)
        return writer.bytes
    }

    @Test("a video of the timeline shows the frame that its ratio names, forwards and backwards")
    func embedded() throws {
        let stage = try VideoStage { writer in
            writer.defineVideoStream(Self.definition)
            for (index, color) in Self.colors.enumerated() {
                writer.videoFrame(
                    stream: 1, frame: UInt16(index), [0x13] + ScreenVideo.picture(color, width: 20, height: 20))
            }
            for (index, ratio) in [0, 1, 2, 0].enumerated() {
                writer.placeObject(Self.place(index == 0 ? 1 : nil, ratio: UInt16(ratio)))
                writer.showFrame()
            }
        }
        var shown: [UInt32] = []
        for _ in 0..<4 {
            stage.player.runFrame()
            shown.append(stage.color())
        }
        #expect(shown == [0xFF0000, 0x00FF00, 0x0000FF, 0xFF0000])
    }

    /// A stream that a test listens to.
    private func listen(_ stage: VideoStage, isScript3: Bool = true) -> (MediaStream, () -> [String]) {
        let stream = MediaStream(player: stage.player, isScript3: isScript3)
        var lines: [String] = []
        stream.onEvent = { event in
            switch event {
            case .status(let code, _, _, _): lines.append(code)
            case .data(let tag): lines.append(ScriptTag.split(tag)?.name ?? "?")
            }
        }
        return (
            stream,
            {
                defer { lines = [] }; return lines
            }
        )
    }

    @Test("a file plays by the clock: events in their order, pictures and sound at their times")
    func playing() throws {
        let stage = try VideoStage { $0.showFrame() }
        stage.player.runFrame()
        let (stream, events) = listen(stage)
        #expect(stream.open(Self.file()))
        #expect(events() == ["NetStream.Play.Start", "NetStream.Buffer.Full", "onMetaData"])
        #expect(stream.surface.bitmap?.pixmap.pixels[0] == 0xFFFF_0000)
        stage.run(120)
        #expect(stream.position == 120)
        #expect(stream.surface.bitmap?.pixmap.pixels[0] == 0xFF00_FF00)
        #expect(abs(stage.player.sound.takePeak() - 0.25) < 0.01)
        stream.setPaused(true)
        stage.run(100)
        #expect(stream.position == 120)
        #expect(stage.player.sound.takePeak() == 0)
        stream.setPaused(false)
        #expect(events() == ["NetStream.Pause.Notify", "NetStream.Unpause.Notify"])
        stage.run(140)
        #expect(stream.surface.bitmap?.pixmap.pixels[0] == 0xFF00_00FF)
        #expect(events() == ["onCuePoint"])
        for _ in 0..<6 { stage.run(50) }
        #expect(events() == ["NetStream.Buffer.Flush", "NetStream.Play.Stop", "NetStream.Buffer.Empty"])
        #expect(stage.player.mediaStreams.isEmpty)
    }

    @Test("a seek waits for the next step of time and goes to the nearest key picture, after the end as well")
    func seeking() throws {
        let stage = try VideoStage { $0.showFrame() }
        stage.player.runFrame()
        let (stream, events) = listen(stage)
        #expect(stream.open(Self.file()))
        for _ in 0..<12 { stage.run(50) }
        _ = events()
        stream.seek(to: 90)
        #expect(events() == ["NetStream.SeekStart.Notify"])
        stage.run(10)
        #expect(events() == ["NetStream.Seek.Notify", "NetStream.Seek.Complete"])
        #expect(stream.surface.bitmap?.pixmap.pixels[0] == 0xFF00_FF00)
        #expect(stream.position == 100)
        stream.seek(to: 0)
        stage.run(10)
        #expect(stream.surface.bitmap?.pixmap.pixels[0] == 0xFFFF_0000)
    }

    @Test("bytes that a script hands in play as soon as there are enough, and wait for more")
    func appended() throws {
        let stage = try VideoStage { $0.showFrame() }
        stage.player.runFrame()
        let (stream, events) = listen(stage)
        let bytes = Self.file()
        stream.openAppended()
        #expect(stream.appendAction("resetBegin"))
        #expect(!stream.appendAction("nothing"))
        stream.append(Array(bytes[..<40]))
        stage.run(50)
        #expect(events() == ["NetStream.Play.Start"])
        stream.append(Array(bytes[40...]))
        stage.run(10)
        stage.run(110)
        #expect(events() == ["NetStream.Buffer.Full", "onMetaData"])
        #expect(stream.surface.bitmap?.pixmap.pixels[0] == 0xFF00_FF00)
        for _ in 0..<8 { stage.run(50) }
        #expect(events() == ["onCuePoint", "NetStream.Buffer.Empty"])
        #expect(stream.appendAction("endSequence"))
        for _ in 0..<3 { stage.run(50) }
        #expect(events().contains("NetStream.Play.Stop"))
        // More than the end was said to be.
        var more = FLVWriter()
        more.screen(0xFF0000, width: 20, height: 20, at: 1000)
        more.screen(0x00FF00, width: 20, height: 20, at: 1400)
        stream.append(Array(more.bytes[13...]))
        for _ in 0..<4 { stage.run(50) }
        #expect(events().contains("NetStream.Buffer.Full"))
        #expect(!stage.player.mediaStreams.isEmpty)
    }

    /// A file of a second with a picture and sound every 100 ms, and where each of its packets ends.
    private static func long() -> (bytes: [UInt8], ends: [Int]) {
        var writer = FLVWriter()
        writer.data("onMetaData", "duration", 1)
        var ends: [Int] = []
        for index in 0..<10 {
            writer.screen(colors[index % 3], width: 20, height: 20, at: index * 100)
            writer.samples(Array(repeating: 8192, count: 4410), at: index * 100)
            ends.append(writer.bytes.count)
        }
        return (writer.bytes, ends)
    }

    @Test("a file that is on its way begins when its buffer is full, waits where it runs dry, and goes on")
    func arriving() throws {
        let stage = try VideoStage { $0.showFrame() }
        stage.player.runFrame()
        let (stream, events) = listen(stage)
        stream.bufferTime = 0.2
        let (bytes, ends) = Self.long()
        #expect(stream.receive(Array(bytes[..<20]), total: bytes.count))
        stage.run(50)
        #expect(events() == [] && stream.byteCount == 20 && stream.totalBytes == bytes.count)
        // The first packets: what it says of itself, and its first picture.
        #expect(stream.receive(Array(bytes[20..<ends[1]]), total: bytes.count))
        stage.run(50)
        #expect(events() == ["NetStream.Play.Start", "onMetaData"])
        #expect(stream.surface.bitmap?.pixmap.pixels[0] == 0xFFFF_0000 && stream.position == 0)
        #expect(abs(stream.bufferLength - 100) < 1)
        #expect(stream.receive(Array(bytes[ends[1]..<ends[4]]), total: bytes.count))
        stage.run(50)
        #expect(events() == ["NetStream.Buffer.Full"])
        for _ in 0..<12 { stage.run(50) }
        #expect(events() == ["NetStream.Buffer.Empty"])
        #expect(stream.position == 400 && stream.bufferLength == 0)
        // What lies before is there, what lies behind is not.
        stream.seek(to: 900)
        stage.run(10)
        #expect(events() == ["NetStream.SeekStart.Notify", "NetStream.Seek.InvalidTime"])
        #expect(stream.position == 400)
        stream.seek(to: 100)
        stage.run(10)
        #expect(
            events() == [
                "NetStream.SeekStart.Notify", "NetStream.Seek.Notify", "NetStream.Seek.Complete",
                "NetStream.Buffer.Full",
            ])
        #expect(stream.surface.bitmap?.pixmap.pixels[0] == 0xFF00_FF00)
        for _ in 0..<12 { stage.run(50) }
        #expect(events() == ["NetStream.Buffer.Empty"])
        #expect(stream.finish(Array(bytes[ends[4]...])))
        #expect(stream.heldBytes == bytes.count)
        for _ in 0..<16 { stage.run(50) }
        #expect(
            events() == [
                "NetStream.Buffer.Full", "NetStream.Buffer.Flush", "NetStream.Play.Stop", "NetStream.Buffer.Empty",
            ])
        #expect(stage.player.mediaStreams.isEmpty)
    }

    @Test("sound that stays out does not hold up the pictures of a file that is on its way")
    func soundStaysOut() throws {
        let stage = try VideoStage { $0.showFrame() }
        stage.player.runFrame()
        let (stream, events) = listen(stage)
        var writer = FLVWriter()
        writer.samples(Array(repeating: 8192, count: 4410), at: 0)
        for index in 0..<40 { writer.screen(Self.colors[index % 3], width: 20, height: 20, at: index * 100) }
        #expect(stream.receive(writer.bytes, total: nil))
        for _ in 0..<50 { stage.run(50) }
        #expect(events().contains("NetStream.Buffer.Full"))
        #expect(stream.position > 2000)
        #expect(stream.totalBytes == 0)
    }

    @Test("a paused file that is on its way begins when it is let go, and one without an end plays what has come")
    func arrivingPaused() throws {
        let stage = try VideoStage { $0.showFrame() }
        stage.player.runFrame()
        let (stream, events) = listen(stage)
        let (bytes, ends) = Self.long()
        stream.setPaused(true)
        #expect(stream.receive(Array(bytes[..<ends[5]]), total: bytes.count))
        for _ in 0..<4 { stage.run(50) }
        #expect(events() == ["NetStream.Play.Start", "onMetaData"])
        #expect(stream.position == 0)
        stream.setPaused(false)
        stage.run(50)
        #expect(events() == ["NetStream.Unpause.Notify", "NetStream.Buffer.Full"])
        // The connection breaks off.
        #expect(stream.finish([]))
        for _ in 0..<14 { stage.run(50) }
        #expect(events().suffix(2) == ["NetStream.Play.Stop", "NetStream.Buffer.Empty"])
    }

    @Test("seeks in a storm, and at every moment, end where they should")
    func seekStorm() throws {
        let stage = try VideoStage { $0.showFrame() }
        stage.player.runFrame()
        let (stream, _) = listen(stage)
        let (bytes, ends) = Self.long()
        #expect(stream.receive(Array(bytes[..<ends[7]]), total: bytes.count))
        for round in 0..<400 {
            stream.seek(to: Double(round * 37 % 1100))
            if round % 3 == 0 { stage.run(Double(round % 20)) }
            if round % 7 == 0 { stream.setPaused(round % 2 == 0) }
            if round == 200 { #expect(stream.finish(Array(bytes[ends[7]...]))) }
        }
        stream.setPaused(false)
        stream.seek(to: 500)
        stage.run(10)
        #expect(stream.position == 500)
        #expect(stage.player.sound.mixer.voiceCount <= 1)
    }

    @Test("garbage that a script hands in is passed over")
    func garbage() throws {
        let stage = try VideoStage { $0.showFrame() }
        stage.player.runFrame()
        var random = SeededRandom(seed: 7)
        let (bytes, _) = Self.long()
        for round in 0..<60 {
            let (stream, _) = listen(stage)
            stream.openAppended()
            var broken = round % 2 == 0 ? bytes : []
            for _ in 0..<200 { broken.append(UInt8.random(in: 0...255, using: &random)) }
            for _ in 0..<round {
                broken[Int.random(in: 0..<broken.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            for start in stride(from: 0, to: broken.count, by: 333) {
                stream.append(Array(broken[start..<min(start + 333, broken.count)]))
                if round % 5 == 0 { #expect(stream.appendAction(round % 2 == 0 ? "resetSeek" : "resetBegin")) }
                stage.run(20)
            }
            #expect(stream.appendAction("endSequence"))
            stage.run(20)
            stream.close()
        }
        #expect(stage.player.mediaStreams.isEmpty && stage.player.sound.mixer.voiceCount == 0)
    }

    /// Actions that make `ns`, which plays a file in the video `v`, and trace what it says.
    private static func script(_ file: String) -> [UInt8] {
        actions { code in
            func new(_ name: String, _ arguments: (inout ActionAssembler) -> Void, count: Int32, as variable: String) {
                code.push(.text(variable))
                arguments(&code)
                code.push(.int(count), .text(name))
                code.op(.newObject)
                code.op(.setVariable)
            }
            func call(_ object: String, _ method: String, _ argument: (inout ActionAssembler) -> Void) {
                argument(&code)
                code.push(.int(1), .text(object))
                code.op(.getVariable)
                code.push(.text(method))
                code.op(.callMethod)
                code.op(.pop)
            }
            new("NetConnection", { _ in }, count: 0, as: "nc")
            call("nc", "connect") { $0.push(.null) }
            new(
                "NetStream",
                {
                    $0.push(.text("nc"))
                    $0.op(.getVariable)
                }, count: 1, as: "ns")
            code.push(.text("ns"))
            code.op(.getVariable)
            code.push(.text("onStatus"))
            code.function("", ["info"]) {
                $0.push(.text("info"))
                $0.op(.getVariable)
                $0.push(.text("code"))
                $0.op(.getMember)
                $0.op(.trace)
            }
            code.op(.setMember)
            code.push(.text("ns"))
            code.op(.getVariable)
            code.push(.text("onMetaData"))
            code.function("", ["info"]) {
                $0.push(.text("info"))
                $0.op(.getVariable)
                $0.push(.text("duration"))
                $0.op(.getMember)
                $0.op(.trace)
            }
            code.op(.setMember)
            call("v", "attachVideo") {
                $0.push(.text("ns"))
                $0.op(.getVariable)
            }
            call("ns", "play") { $0.push(.text(file)) }
        }
    }

    @Test("ActionScript 2: a stream in a video on the stage")
    func script2() throws {
        let stage = try VideoStage { writer in
            var empty = Self.definition
            empty.frameCount = 0
            writer.defineVideoStream(empty)
            writer.placeObject(Self.place(1, ratio: nil, name: "v"))
            writer.doAction(Self.script("film.flv"))
            writer.showFrame()
        }
        stage.host.files["film.flv"] = Self.file()
        stage.run(100)
        #expect(stage.host.traced == ["NetStream.Play.Start", "NetStream.Buffer.Full", "0.3"])
        #expect(stage.color() == 0xFF0000)
        stage.run(100)
        stage.run(100)
        #expect(stage.color() == 0x0000FF)
        for _ in 0..<5 { stage.run(100) }
        #expect(
            stage.host.traced.suffix(3) == ["NetStream.Buffer.Flush", "NetStream.Play.Stop", "NetStream.Buffer.Empty"])
        // The last picture stays.
        #expect(stage.color() == 0x0000FF)
    }

    @Test("ActionScript 2: a file that is not there, and one that is no video")
    func failures() throws {
        for (file, code) in [("none.flv", "StreamNotFound"), ("text.flv", "FileStructureInvalid")] {
            let stage = try VideoStage { writer in
                writer.doAction(Self.script(file))
                writer.showFrame()
            }
            stage.host.files["text.flv"] = Array("no video at all".utf8)
            stage.run(100)
            #expect(stage.host.traced == ["NetStream.Play.\(code)"])
        }
    }
}
