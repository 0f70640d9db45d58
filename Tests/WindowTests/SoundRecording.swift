import Foundation

/// Settings of ALSA under which what is played goes into a file: `recorded` and `default` are that device.
final class SoundRecording {
    let folder: URL
    var file: URL { folder.appendingPathComponent("out.wav") }
    var configuration: URL { folder.appendingPathComponent("asound.conf") }

    /// `raw`: samples alone, into a pipe that the test has made.
    init(pipe: URL? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sound-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (path, format) = pipe.map { ($0.path, "raw") } ?? (file.path, "wav")
        let device = "{ type file file \"\(path)\" format \"\(format)\" slave { pcm { type null } } }"
        let settings = "pcm.recorded \(device)\npcm.!default \(device)\n"
        try settings.write(to: configuration, atomically: true, encoding: .utf8)
    }

    /// A machine without any device.
    static func silent() throws -> SoundRecording {
        let recording = try SoundRecording()
        try "\n".write(to: recording.configuration, atomically: true, encoding: .utf8)
        return recording
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Makes this process use the settings while `body` runs.
    func use(_ body: () throws -> Void) rethrows {
        setenv("ALSA_CONFIG_PATH", configuration.path, 1)
        defer { unsetenv("ALSA_CONFIG_PATH") }
        try body()
    }

    /// What has been played: the two sides, -1...1.
    func samples() throws -> (left: [Float], right: [Float]) {
        let bytes = [UInt8](try Data(contentsOf: file))
        // The header has no length yet where the program was ended; samples begin behind the word "data" and its size.
        guard bytes.count > 44, bytes.starts(with: Array("RIFF".utf8)) else { throw Failure("\(file.path) is no WAV") }
        return Self.split(bytes[44...])
    }

    static func split(_ bytes: ArraySlice<UInt8>) -> (left: [Float], right: [Float]) {
        var (left, right): ([Float], [Float]) = ([], [])
        var place = bytes.startIndex
        while place + 4 <= bytes.endIndex {
            func sample(_ at: Int) -> Float {
                Float(Int16(truncatingIfNeeded: Int(bytes[at]) | Int(bytes[at + 1]) << 8)) / 32767
            }
            left.append(sample(place))
            right.append(sample(place + 2))
            place += 4
        }
        return (left, right)
    }
}

/// What a recorded tone is like.
struct ToneReport {
    var frequency: Double
    /// Frames of the shortest and the longest cycle: a gap makes one longer.
    var cycles: ClosedRange<Int>
    var rms: Double

    init?(_ samples: ArraySlice<Float>) {
        var rises: [Int] = []
        for place in samples.indices.dropFirst() where samples[place - 1] < 0 && samples[place] >= 0 {
            rises.append(place)
        }
        guard rises.count > 10, let first = rises.first, let last = rises.last else { return nil }
        frequency = Double(rises.count - 1) * 44_100 / Double(last - first)
        let lengths = zip(rises, rises.dropFirst()).map { $1 - $0 }
        cycles = lengths.min()!...lengths.max()!
        rms = (samples[first..<last].reduce(0.0) { $0 + Double($1) * Double($1) } / Double(last - first)).squareRoot()
    }
}
