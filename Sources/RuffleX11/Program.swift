import Glibc

/// From the command line to an exit status.
enum Program {
    static func main(_ arguments: CommandLineArguments) -> Int32 {
        do throws(Complaint) {
            let options = try Options(arguments: arguments.texts)
            switch options.request {
            case .help: print(OptionRow.help)
            case .version: print("\(programName) \(Options.version)")
            case .play: try play(options, arguments)
            case .stubs: try StubReport(options, path: arguments.bytes(of: options.file ?? "")).print()
            case .info: print(MovieInfo(try launch(options, arguments)).text(asJSON: options.isJSON))
            case .screenshot, .export: try Exporter(options, try launch(options, arguments)).run()
            }
            try finishOutput()
            return 0
        } catch {
            report(error.message)
            return error.status
        }
    }

    private static func play(_ options: Options, _ arguments: CommandLineArguments) throws(Complaint) {
        try Front(options: options, launch: try launch(options, arguments)).run()
    }

    private static func launch(_ options: Options, _ arguments: CommandLineArguments) throws(Complaint) -> Launch {
        let file = options.file ?? ""
        return try Launch(opening: arguments.bytes(of: file), name: file, options)
    }

    /// What has been printed must have arrived: a full disk is an error.
    private static func finishOutput() throws(Complaint) {
        if fflush(nil) != 0 {
            throw Complaint(message: "cannot write to standard output: \(describe(errno: errno))")
        }
    }
}
