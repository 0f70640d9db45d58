import Foundation

/// The real program, started with arguments of a test.
final class RunningProgram {
    let process: Child

    /// The program as the tests were built with it.
    static let path: String = {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let beside = tests.deletingLastPathComponent().appendingPathComponent("ruffle-x11").path
        if FileManager.default.isExecutableFile(atPath: beside) { return beside }
        let project = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return project.appendingPathComponent(".build/debug/ruffle-x11").path
    }()

    /// `display` nil runs it where no X server is known.
    ///
    /// Its saves and its library are in `data`, never in the person's own folder.
    init(
        _ arguments: [String], display: String?, data: String = RunningProgram.commonData,
        environment added: [String: String] = [:]
    ) throws {
        var environment = ProcessInfo.processInfo.environment
        environment["XDG_DATA_HOME"] = data
        environment["XDG_CONFIG_HOME"] = data + "/config"
        environment["DISPLAY"] = display
        environment["LC_ALL"] = "C.UTF-8"
        environment.merge(added) { $1 }
        process = try Child(Self.path, arguments, environment: environment)
    }

    static let commonData = NSTemporaryDirectory() + "window-data-\(getpid())"

    var identifier: Int32 { process.identifier }

    /// What the program left behind.
    struct End {
        var status: Int32
        var output: String
        var errors: String
    }

    /// Waits for the program to end by itself, and fails where it does not. Its output must fit into a pipe.
    func end(seconds: Double = 10) throws -> End {
        var ending: Child.Ending?
        _ = wait(seconds: seconds) {
            ending = process.ending
            return ending != nil
        }
        switch ending {
        case .exit(let status):
            return End(
                status: status, output: String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self),
                errors: String(decoding: process.errors.readDataToEndOfFile(), as: UTF8.self))
        case .signal(let number): throw Failure("the program died of signal \(number)")
        case nil: throw Failure("the program did not end")
        }
    }

    /// Processor time used so far, in seconds.
    var processorTime: Double {
        let text = (try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)) ?? ""
        let fields = text.split(separator: ")").last.map { $0.split(separator: " ") } ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return .nan }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}

/// Runs the program to its end.
func run(_ arguments: [String], display: String? = nil) throws -> RunningProgram.End {
    try RunningProgram(arguments, display: display).end()
}

/// A file for the time of a test.
final class TemporaryFile {
    let path: String

    init(_ bytes: [UInt8], name: String = "movie.swf") throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("window-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        path = file.path
    }

    deinit { try? FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent()) }
}
