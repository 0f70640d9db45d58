/// From the command line to an exit status.
enum Program {
    static func main(_ arguments: [String]) -> Int32 {
        do throws(Complaint) {
            let options = try Options(arguments: arguments)
            switch options.request {
            case .help: print(Options.help)
            case .version: print("\(programName) \(Options.version)")
            case .play: try play(options)
            case .stubs: try StubReport(options).print()
            }
            return 0
        } catch {
            report(error.message)
            return error.status
        }
    }

    private static func play(_ options: Options) throws(Complaint) {
        guard let file = options.file else { return }
        let movie = try openMovie(at: file)
        let name = file.split(separator: "/").last.map(String.init) ?? file
        try Front(options: options, movie: movie, url: fileURL(of: file), title: "\(name) - RuffleX11").run()
    }
}
