import Foundation

/// The `ffmpeg` program, which makes samples of codecs and decodes them for comparison.
enum FFmpeg {
    static let path = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    static var isAvailable: Bool { path != nil }

    struct Failure: Error { var text: String }

    /// Runs it on a picture and a tone that move, and returns the file that it writes.
    static func encode(_ options: String, format: String) throws -> [UInt8] {
        let video = "-f lavfi -i testsrc2=size=160x112:rate=10:duration=2"
        let sound = "-f lavfi -i sine=frequency=440:duration=2:sample_rate=44100"
        return try run("\(video) \(sound) \(options)", input: nil, format: format)
    }

    /// What it makes of a file, raw.
    static func decode(_ file: [UInt8], _ options: String, format: String) throws -> [UInt8] {
        try run("-i INPUT \(options)", input: file, format: format)
    }

    /// Runs it with options, which name the input as INPUT, and returns the file that it writes.
    static func run(_ options: String, input: [UInt8]? = nil, format: String) throws -> [UInt8] {
        guard let path else { throw Failure(text: "there is no ffmpeg") }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (from, to) = (folder.appendingPathComponent("in"), folder.appendingPathComponent("out"))
        if let input { try Data(input).write(to: from) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        let words = options.split(separator: " ").map { $0 == "INPUT" ? from.path : String($0) }
        process.arguments = ["-v", "error", "-y"] + words + ["-f", format, to.path]
        let errors = Pipe()
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(text: String(decoding: said, as: UTF8.self)) }
        return [UInt8](try Data(contentsOf: to))
    }
}
