import Base
import Media
import SWF
import TestSupport
import Testing

@testable import Player

/// Films that do not mean well.
@Suite("Storms of films", .enabled(if: MediaLibrary.isAvailable, "needs libavcodec"))
struct VideoStormTests {
    private func stream() throws -> (Stage, MediaStream) {
        let stage = try Stage { $0.showFrame() }
        stage.player.runFrame()
        return (stage, MediaStream(player: stage.player, isScript3: true))
    }

    private func run(_ stage: Stage, _ milliseconds: Int) {
        for _ in 0..<milliseconds / 20 { stage.player.advance(by: 20) }
    }

    @Test("pictures that change their size in mid-play")
    func sizes() throws {
        let (stage, stream) = try stream()
        var writer = FLVWriter()
        let sizes = [(16, 16), (64, 48), (1, 1), (200, 16), (16, 16)]
        for (index, size) in sizes.enumerated() {
            writer.screen(0xFF0000, width: size.0, height: size.1, at: index * 100)
        }
        #expect(stream.open(writer.bytes))
        var seen: [Int] = []
        for _ in 0..<30 {
            stage.player.advance(by: 20)
            if seen.last != stream.surface.size.width { seen.append(stream.surface.size.width) }
        }
        #expect(seen == [16, 64, 1, 200, 16])
    }

    @Test("times that jump ahead, back and below nothing end all the same")
    func times() throws {
        for times in [
            [0, 100, -5000, 200], [-100, 0, 100], [0, Int(Int32.max), 100, 200], [Int(Int32.min), 0],
            [500, 400, 300, 0],
        ] {
            let (stage, stream) = try stream()
            var writer = FLVWriter()
            for time in times {
                writer.screen(0x00FF00, width: 16, height: 16, at: time)
                writer.samples([Int16](repeating: 1000, count: 441), at: time)
            }
            #expect(stream.open(writer.bytes))
            run(stage, 1000)
            stream.seek(to: 1e12)
            run(stage, 100)
            stream.seek(to: .infinity)
            run(stage, 100)
            #expect(stream.position.isFinite && stream.bufferLength >= 0)
            stream.close()
            #expect(stage.player.mediaStreams.isEmpty && stage.player.sound.mixer.voiceCount == 0)
        }
    }

    @Test("pictures that come before their sound do not keep it from saying that it has run dry")
    func lateSound() throws {
        let (stage, stream) = try stream()
        var codes: [String] = []
        stream.onEvent = { if case .status(let code, _, _, _) = $0 { codes.append(code) } }
        var writer = FLVWriter()
        for index in 0..<8 {
            writer.screen(0x00FF00, width: 16, height: 16, at: index * 100)
            // Half a second less of sound.
            if index < 3 { writer.samples([Int16](repeating: 1000, count: 4410), at: index * 100) }
        }
        #expect(stream.receive(writer.bytes, total: 1 << 20))
        run(stage, 1000)
        #expect(codes == ["NetStream.Play.Start", "NetStream.Buffer.Full", "NetStream.Buffer.Empty"])
        #expect(abs(stream.position - 300) < 30 && stream.bufferLength < 1)
        var rest = FLVWriter(hasHeader: false)
        for index in 3..<8 { rest.samples([Int16](repeating: 1000, count: 4410), at: index * 100) }
        #expect(stream.finish(rest.bytes))
        run(stage, 1000)
        #expect(
            codes.dropFirst(3) == [
                "NetStream.Buffer.Full", "NetStream.Buffer.Flush", "NetStream.Play.Stop", "NetStream.Buffer.Empty",
            ])
    }

    @Test("buffer times that are none")
    func bufferTimes() throws {
        for bufferTime in [Double.nan, .infinity, -.infinity, -1, 1e300] {
            let (stage, stream) = try stream()
            stream.bufferTime = bufferTime
            var writer = FLVWriter()
            for index in 0..<5 { writer.screen(0x00FF00, width: 16, height: 16, at: index * 100) }
            #expect(stream.receive(writer.bytes, total: 1 << 40))
            run(stage, 300)
            #expect(stream.finish([]))
            run(stage, 1000)
            #expect(stage.player.mediaStreams.isEmpty)
        }
    }

    @Test("a hundred films at once, and one that is opened a hundred times")
    func many() throws {
        let (stage, stream) = try stream()
        var writer = FLVWriter()
        for index in 0..<5 {
            writer.screen(0x00FF00, width: 16, height: 16, at: index * 100)
            writer.samples([Int16](repeating: 1000, count: 4410), at: index * 100)
        }
        for _ in 0..<100 {
            #expect(stream.open(writer.bytes))
            stage.player.advance(by: 5)
        }
        #expect(stage.player.sound.mixer.voiceCount == 1)
        let others = (0..<100).map { _ in MediaStream(player: stage.player, isScript3: false) }
        for other in others { #expect(other.open(writer.bytes)) }
        run(stage, 200)
        #expect(stage.player.sound.mixer.voiceCount <= Mixer.voiceLimit)
        run(stage, 1500)
        #expect(stage.player.mediaStreams.isEmpty && stage.player.sound.mixer.voiceCount == 0)
    }
}
