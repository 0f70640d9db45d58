import Base
import CX11
import Foundation
import SWF
import TestSupport
import Testing

extension WindowTests {
    /// What the whole program makes of a movie with sound, with and without devices and codecs.
    @Suite("Sound of the program") struct SoundTests {}
}

extension WindowTests.SoundTests {
    private static let pcm = SoundFormat(codec: 3, sampleRate: 44_100, is16Bit: true, isStereo: false)

    private static func bytes(_ samples: some Sequence<Int16>) -> [UInt8] {
        samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    /// Starts the program with ALSA's settings and, where wanted, with no codec library that can be loaded.
    private func start(
        _ movie: TemporaryFile, _ display: String, _ recording: SoundRecording, libraries: String? = nil,
        _ arguments: [String] = []
    ) throws -> RunningProgram {
        setenv("ALSA_CONFIG_PATH", recording.configuration.path, 1)
        if let libraries { setenv("LD_LIBRARY_PATH", libraries, 1) }
        defer {
            unsetenv("ALSA_CONFIG_PATH")
            if libraries != nil { unsetenv("LD_LIBRARY_PATH") }
        }
        return try RunningProgram(arguments + [movie.path], display: display)
    }

    /// A movie that plays its sound by script, says when that is complete, and quits a frame later.
    private static func completing(_ format: SoundFormat, _ sampleCount: UInt32, _ data: [UInt8]) -> [UInt8] {
        var movie = SWFWriter(version: 8, width: 100, height: 80, frameRate: 20)
        movie.defineSound(id: 1, format, sampleCount: sampleCount, data)
        movie.exportAssets([(1, "sound")])
        var code = ActionAssembler()
        code.push(.text("s"), .int(0), .text("Sound"))
        code.op(.newObject)
        code.op(.setVariable)
        code.push(.text("sound"), .int(1), .text("s"))
        code.op(.getVariable)
        code.push(.text("attachSound"))
        code.op(.callMethod)
        code.op(.pop)
        code.push(.text("s"))
        code.op(.getVariable)
        code.push(.text("onSoundComplete"))
        code.function("", []) { body in
            body.trace("complete")
            // GetURL, as fscommand() is compiled.
            body.action(0x83, Array("FSCommand:quit".utf8) + [0, 0])
        }
        code.op(.setMember)
        code.push(.int(0), .text("s"))
        code.op(.getVariable)
        code.push(.text("start"))
        code.op(.callMethod)
        code.op(.pop)
        code.op(.end)
        movie.doAction(code.bytes)
        movie.showFrame()
        return movie.file(.none)
    }

    /// Frames of MPEG 1 layer III, 128 kbit/s, 44.1 kHz, that hold silence.
    private static func silentMP3(frames: Int) -> [UInt8] {
        [0, 0] + (0..<frames).flatMap { _ in [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413) }
    }

    @Test("without any sound device the movie runs on, and hears that its sound is complete")
    func noDevice() throws {
        let server = try XServer()
        let movie = try TemporaryFile(Self.completing(Self.pcm, 22_050, [UInt8](repeating: 0, count: 44_100)))
        let program = try start(movie, server.display, try .silent())
        let end = try program.end(seconds: 20)
        #expect(end.status == 0 && end.output.contains("complete"))
    }

    @Test("without libavcodec the movie runs on, says so once, and hears that its MP3 is complete")
    func noCodecs() throws {
        let server = try XServer()
        let mp3 = SoundFormat(codec: 2, sampleRate: 44_100, is16Bit: true, isStereo: true)
        let movie = try TemporaryFile(Self.completing(mp3, 20 * 1152, Self.silentMP3(frames: 20)))
        // A file that is no library comes first where libraries are looked for.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("libraries-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for version in 56...64 {
            try Data().write(to: folder.appendingPathComponent("libavcodec.so.\(version)"))
        }
        let program = try start(movie, server.display, try .silent(), libraries: folder.path)
        let end = try program.end(seconds: 20)
        #expect(end.status == 0 && end.output.contains("complete"))
        #expect(end.errors.components(separatedBy: "libavcodec is missing").count == 2)
    }

    @Test("setVolume and setPan of a script are heard within a percent")
    func volume() throws {
        let server = try XServer()
        let tone = (0..<44_100).map { Int16(16_000 * sin(2 * Double.pi * 440 * Double($0) / 44_100)) }
        var writer = SWFWriter(version: 8, width: 100, height: 80, frameRate: 20)
        writer.defineSound(id: 1, Self.pcm, sampleCount: 44_100, Self.bytes(tone))
        var code = ActionAssembler()
        code.push(.text("s"), .int(0), .text("Sound"))
        code.op(.newObject)
        code.op(.setVariable)
        for (method, value) in [("setVolume", 50), ("setPan", -50)] {
            code.push(.int(Int32(value)), .int(1), .text("s"))
            code.op(.getVariable)
            code.push(.text(method))
            code.op(.callMethod)
            code.op(.pop)
        }
        code.op(.end)
        writer.doAction(code.bytes)
        writer.startSound(StartSound(target: .character(1), info: SoundInfo(event: .event, loops: 10)))
        writer.showFrame()
        let movie = try TemporaryFile(writer.file(.none))
        let recording = try SoundRecording()
        let program = try start(movie, server.display, recording)
        #expect(wait(seconds: 10) { ((try? recording.samples().left.count) ?? 0) > 60_000 })
        program.process.stop()
        let (left, right) = try recording.samples()
        let start = try #require(left.firstIndex { abs($0) > 0.02 }) + 4410
        let amplitude = 16_000.0 / 32_768 / 2.0.squareRoot()
        let (a, b) = (try #require(ToneReport(left[start...])), try #require(ToneReport(right[start...])))
        #expect(abs(a.rms / (amplitude * 0.5) - 1) < 0.01)
        #expect(abs(b.rms / (amplitude * 0.25) - 1) < 0.01)
        #expect(abs(a.frequency - 440) < 2.2)
    }

    // MARK: - Together

    /// Twice a second a frame that is white, with a click that starts in it.
    private static func flashes() -> [UInt8] {
        var writer = SWFWriter(version: 8, width: 100, height: 80, frameRate: 20)
        writer.setBackgroundColor(RGBA(rgb: 0))
        let click = (0..<441).map { Int16($0 % 20 < 10 ? 20_000 : -20_000) }
        writer.defineSound(id: 1, pcm, sampleCount: 441, bytes(click))
        writer.defineShape(
            id: 2, ShapePath.rectangle(x: 0, y: 0, width: 100, height: 80), fill: .solid(RGBA(rgb: 0xFFFFFF)))
        for frame in 0..<10 {
            if frame == 5 {
                writer.place(2, depth: 1)
                writer.startSound(StartSound(target: .character(1), info: SoundInfo(event: .event, loops: 1)))
            }
            if frame == 7 { writer.remove(depth: 1) }
            writer.showFrame()
        }
        return writer.file(.none)
    }

    @Test("a flash and a click of one frame are seen and heard within 50 ms, with the other core at full load")
    func together() throws {
        let server = try XServer()
        let desk = try Desk(server)
        let movie = try TemporaryFile(Self.flashes())
        let pipe = FileManager.default.temporaryDirectory.appendingPathComponent("pipe-\(UUID().uuidString)")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        defer { unlink(pipe.path) }
        let reader = PipeReader(pipe)
        let recording = try SoundRecording(pipe: pipe)
        let burden = try Child("/bin/sh", ["-c", "while :; do :; done"], environment: [:])
        defer { burden.stop() }
        let program = try start(movie, server.display, recording)
        let window = try desk.window(of: program)
        var seen: [Double] = []
        var wasWhite = true
        let end = PipeReader.now + SoundDeviceTests.seconds
        while PipeReader.now < end {
            let isWhite = desk.pixel(window, 50, 40) == 0xFFFFFF
            if isWhite && !wasWhite { seen.append(PipeReader.now) }
            wasWhite = isWhite
            usleep(2000)
        }
        program.process.stop()
        let heard = reader.finish()
        #expect(seen.count >= Int(SoundDeviceTests.seconds * 1.5))
        let distances = seen.compactMap { moment in
            heard.map { $0 - moment }.min { abs($0) < abs($1) }
        }.sorted { abs($0) < abs($1) }
        #expect(distances.count == seen.count)
        let worst = try #require(distances.last)
        #expect(abs(worst) < 0.05, "\(distances.map { Int($0 * 1000) }) ms")
    }
}

/// Reads what ALSA writes into a pipe, and finds the moments at which clicks would be heard.
private final class PipeReader: @unchecked Sendable {
    private let lock = NSLock()
    private var bytes: [UInt8] = []
    /// Frames that had come, and when.
    private var arrivals: [(frames: Int, moment: Double)] = []
    private let descriptor: Int32

    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    init(_ pipe: URL) {
        // Open for writing too, so that it does not end before the program begins.
        descriptor = open(pipe.path, O_RDWR | O_NONBLOCK)
        let thread = Thread { [self] in
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&waiting, 1, 100) >= 0 else { return }
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0 && errno != EAGAIN { return }
                guard count > 0 else { continue }
                let moment = Self.now
                lock.withLock {
                    bytes += buffer[..<count]
                    arrivals.append((bytes.count / 4, moment))
                }
            }
        }
        thread.start()
    }

    /// When each click would be heard. ALSA's file plugin holds back as much as its buffer takes, which is what a device
    /// would still have to play, so that a frame arrives here when it would be heard. Chunks come early or late by what
    /// threads take to wake up: the middle one of them all tells when the recording began.
    func finish() -> [Double] {
        lock.withLock {
            close(descriptor)
            let starts = arrivals.map { $0.moment - Double($0.frames) / 44_100 }.sorted()
            guard !starts.isEmpty else { return [] }
            let start = starts[starts.count / 2]
            let left = SoundRecording.split(bytes[...]).left
            var clicks: [Double] = []
            var last = -44_100
            for (place, sample) in left.enumerated() where abs(sample) > 0.3 {
                if place - last > 4410 { clicks.append(start + Double(place) / 44_100) }
                last = place
            }
            return clicks
        }
    }
}
