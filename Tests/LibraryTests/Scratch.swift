import Foundation
import Testing

@testable import Library

/// A folder of its own for one test, gone with it.
final class Scratch {
    let path: String

    /// In memory where that is there: thousands of files are written, and none is to last.
    private static let place =
        FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm/" : NSTemporaryDirectory()

    init() throws {
        path = Self.place + "library-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")), as: UTF8.self)
    }
}

/// The message of the problem that `body` ends with, nil where it ends well.
func problem(_ body: () throws(LibraryProblem) -> Void) -> String? {
    do throws(LibraryProblem) {
        try body()
        return nil
    } catch {
        return error.message
    }
}

let sampleInformation = """
    [bundle]
    name = "Sample"
    url = "file:///movie.swf"

    """

/// An archive of these files.
func archive(_ files: [(String, [UInt8])]) throws -> [UInt8] {
    // Tests want bombs, which our own writer makes none of.
    var limits = ZipArchive.Limits()
    limits.ratio = .max
    var writer = ZipWriter(limits: limits)
    for (name, content) in files { try writer.add(name, content) }
    return writer.finish()
}

/// A sample bundle as an archive.
func sampleArchive(_ information: String = sampleInformation) throws -> [UInt8] {
    try archive([
        ("content/movie.swf", Array("FWS\u{6}....".utf8)), ("content/locale/en.xml", Array("<en/>".utf8)),
        ("ruffle-bundle.toml", Array(information.utf8)),
    ])
}
