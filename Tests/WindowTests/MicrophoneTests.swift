import Foundation
import Library
import Player
import SWF
import Testing

@testable import RuffleX11

/// Listening through ALSA: settings made by the test, under which a device gives what is in a file.
@Suite("Microphones of the machine", .serialized)
struct MicrophoneTests {
    /// `heard`: 16-bit samples of one side that the device gives, over and over; `silent` gives nothing but zeroes.
    private final class Settings {
        let folder: URL

        init(_ heard: [Int16] = []) throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("microphone-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let samples = folder.appendingPathComponent("in.raw")
            try Data(heard.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }).write(
                to: samples)
            let file =
                "type file file \"/dev/null\" infile \"\(samples.path)\" format \"raw\" slave { pcm { type null } }"
            let text = "pcm.heard { \(file) }\npcm.!default { \(file) }\npcm.silent { type null }\n"
            try text.write(to: folder.appendingPathComponent("asound.conf"), atomically: true, encoding: .utf8)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func use(_ body: () throws -> Void) rethrows {
            setenv("ALSA_CONFIG_PATH", folder.appendingPathComponent("asound.conf").path, 1)
            defer { unsetenv("ALSA_CONFIG_PATH") }
            try body()
        }
    }

    private static func tone(_ frequency: Double, rate: Int, seconds: Double) -> [Int16] {
        (0..<Int(Double(rate) * seconds)).map {
            Int16(12_000 * sin(2 * Double.pi * frequency * Double($0) / Double(rate)))
        }
    }

    @Test("what a device hears arrives in time, sample for sample", arguments: [8000, 44_100])
    func capture(rate: Int) throws {
        let tone = Self.tone(440, rate: rate, seconds: 5)
        let settings = try Settings(tone)
        try settings.use {
            let input = try #require(SoundInput("heard", rate: rate))
            var samples: [Float] = []
            let start = Date()
            while samples.count < rate, Date().timeIntervalSince(start) < 5 {
                #expect(input.read(into: &samples))
                usleep(10_000)
            }
            input.close()
            // Paced by time, not as fast as the file gives it.
            #expect(abs(Date().timeIntervalSince(start) - 1) < 0.5)
            #expect(zip(samples, tone).allSatisfy { abs($0 - Float($1) / 32_768) < 0.0001 })
        }
    }

    @Test("a device that nobody reads keeps two seconds at most")
    func unread() throws {
        try Settings().use {
            let input = try #require(SoundInput("silent", rate: 8000))
            usleep(3_000_000)
            var samples: [Float] = []
            #expect(input.read(into: &samples))
            input.close()
            #expect(samples.count > 4000 && samples.count <= 17_000)
            #expect(samples.allSatisfy { $0 == 0 })
        }
    }

    @Test("devices: ALSA's own choice, one that was chosen, none")
    func devices() throws {
        try Settings().use {
            #expect(SoundInput.devices().first == SoundInput.Device(name: "default", title: "Default microphone"))
            #expect(SoundInput.devices("silent") == [SoundInput.Device(name: "silent", title: "silent")])
            #expect(SoundInput.devices("no-such-device") == [])
            #expect(SoundInput("no-such-device", rate: 8000) == nil)
        }
        let empty = try SoundRecording.silent()
        empty.use { #expect(SoundInput.devices().filter { $0.name == "default" } == []) }
    }

    @Test("the person is asked once, and an answer for always is kept")
    func consent() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func host() throws -> WindowHost {
            var launch = Launch(movie: try Movie(Movies.still()), url: "file:///m.swf", name: "m")
            launch.permissions = try Permissions(path: folder.appendingPathComponent("p.toml").path)
            return WindowHost(launch)
        }
        let nobody = try host()
        #expect(nobody.mayListen == false)
        for (answer, isAllowed, isKept) in [
            (Permissions.Answer.allowOnce, true, false), (.deny, false, false), (.allowAlways, true, true),
        ] {
            let asked = try host()
            asked.asks = true
            #expect(asked.mayListen == nil)
            var heard: [Bool] = []
            asked.askToListen { heard.append($0) }
            #expect(asked.questions.map(\.subject) == ["microphone"] && heard.isEmpty)
            asked.answerQuestion(answer)
            #expect(heard == [isAllowed] && asked.mayListen == isAllowed)
            let later = try host()
            later.asks = true
            #expect(later.mayListen == (isKept ? isAllowed : nil))
        }
        // Nothing is opened for who may not; nor what is not there.
        try Settings().use {
            nobody.chosenMicrophone = "silent"
            #expect(nobody.microphoneNames == ["silent"] && nobody.openMicrophone(0, rate: 8000) == nil)
            let allowed = try host()
            allowed.chosenMicrophone = "silent"
            #expect(allowed.mayListen == true && allowed.openMicrophone(1, rate: 8000) == nil)
            let input = allowed.openMicrophone(0, rate: 8000)
            #expect(input != nil)
            input?.close()
        }
    }
}
