import Glibc

/// From the command line to an exit status.
enum Program {
    static func main(_ arguments: CommandLineArguments) -> Int32 {
        do throws(Complaint) {
            let options = try Options(arguments: arguments.texts)
            switch options.request {
            case .help: print(Options.help)
            case .version: print("\(programName) \(Options.version)")
            case .play: try play(options, arguments)
            case .stubs: try StubReport(options, path: arguments.bytes(of: options.file ?? "")).print()
            }
            try finishOutput()
            return 0
        } catch {
            report(error.message)
            return error.status
        }
    }

    private static func play(_ options: Options, _ arguments: CommandLineArguments) throws(Complaint) {
        guard let file = options.file else { return }
        let path = arguments.bytes(of: file)
        let movie = try openMovie(at: path)
        let name = file.split(separator: "/").last.map(String.init) ?? file
        try Front(options: options, movie: movie, url: fileURL(of: path), title: "\(name) - RuffleX11").run()
    }

    /// What has been printed must have arrived: a full disk is an error.
    private static func finishOutput() throws(Complaint) {
        if fflush(nil) != 0 {
            throw Complaint(message: "cannot write to standard output: \(describe(errno: errno))")
        }
    }
}
