import Glibc
import Library

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
            case .library: try LibraryCommand(root: options.dataFolder).run(options.libraryWords)
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
        guard options.file != nil else { return try showLibrary(options) }
        let settings = ProgramSettings()
        let desktop = makeDesktop(options, settings)
        defer { desktop.finish() }
        let front = try Front(
            options: options, launch: try launch(options, arguments), settings: settings, desktop: desktop)
        // Who opened a file from elsewhere goes back there; who wants to add one gets the library.
        switch try playDropped(try front.run(), options, in: front.window, settings, desktop) {
        case .adding: try showLibrary(options, in: front.window, with: desktop, isAdding: true)
        // It was added while it played.
        case .settings(let id): try showLibrary(options, in: front.window, with: desktop, editing: id)
        case .quit, .library, .dropped: front.window.close()
        }
    }

    private static func makeDesktop(_ options: Options, _ settings: ProgramSettings) -> Desktop {
        var wishes = settings.wishes
        if let wanted = options.gameMode { wishes.usesGameMode = wanted }
        return Desktop(wishes: wishes)
    }

    /// Plays what is dropped on the window of a movie, until the person does something else.
    private static func playDropped(
        _ first: Front.Outcome, _ options: Options, in window: Window, _ settings: ProgramSettings,
        _ desktop: Desktop
    ) throws(Complaint) -> Front.Outcome {
        var outcome = first
        while case .dropped(let launch) = outcome {
            window.beginAnew()
            window.setTitle("\(launch.name) - RuffleX11")
            outcome = try Front(
                options: options, launch: launch, window: window, settings: settings, desktop: desktop
            ).run()
        }
        return outcome
    }

    /// Shows the library, and plays what is chosen there until the person has enough.
    private static func showLibrary(
        _ options: Options, in shown: Window? = nil, with shared: Desktop? = nil, isAdding: Bool = false,
        editing first: String? = nil
    ) throws(Complaint) {
        guard let root = options.dataFolder else {
            throw Complaint(message: "there is no place for the library: neither HOME nor XDG_DATA_HOME is set")
        }
        let library: MovieLibrary
        do throws(LibraryProblem) {
            library = try MovieLibrary(root: root)
            try library.cleanUp()
        } catch {
            throw Complaint(message: error.message)
        }
        let sync = syncRunner(root)
        defer { sync?.finish() }
        let window: Window
        if let shown {
            window = shown
        } else {
            window = try Window(
                title: "RuffleX11", stage: (width: 960, height: 640), size: options.size.map { ($0.width, $0.height) },
                fullScreen: options.fullScreen)
        }
        let settings = ProgramSettings()
        let desktop = shared ?? makeDesktop(options, settings)
        defer { desktop.finish() }
        var isAdding = isAdding
        // A movie that was open has told of these.
        var problem = shown == nil ? settings.warnings.first : nil
        for warning in settings.warnings where shown == nil { report(warning) }
        /// The item whose settings are wanted; it plays on when they are done.
        var editing = first
        while true {
            window.beginAnew()
            let front = LibraryFront(
                window: window, library: library, settings: settings, desktop: desktop, sync: sync)
            if let editing { front.edit(editing) }
            if isAdding { front.beginAdding() }
            if let problem { front.tell(problem) }
            (isAdding, problem, editing) = (false, nil, nil)
            guard let (item, downloaded) = try front.run().movie else { break }
            sync?.setBusy([item.id])
            defer { sync?.setBusy([]) }
            do throws(Complaint) {
                guard let outcome = try play(item, downloaded, of: library, options, in: window, settings, desktop)
                else { break }
                if case .adding = outcome { isAdding = true }
                if case .settings(let id) = outcome { editing = id }
                // A movie that was dropped on the window may have been added.
                try reload(library)
            } catch  where error.isOfMovie {
                problem = error.message
            }
        }
        window.close()
    }

    private static func reload(_ library: MovieLibrary) throws(Complaint) {
        do throws(LibraryProblem) {
            try library.reload()
        } catch {
            throw Complaint(message: error.message)
        }
    }

    /// The sync that the person has set up, nil where there is none or it cannot be.
    private static func syncRunner(_ root: String) -> SyncRunner? {
        do throws(LibraryProblem) {
            guard let folder = try SyncSettings().folder else { return nil }
            let runner = SyncRunner(root: root, folder: folder)
            if runner == nil { report("there can be no thread for the sync") }
            return runner
        } catch {
            report(error.message)
            return nil
        }
    }

    /// Plays an item. Returns how it was left, nil where the program is to end.
    private static func play(
        _ item: LibraryItem, _ downloaded: (bytes: [UInt8], url: String)?, of library: MovieLibrary,
        _ options: Options, in window: Window, _ settings: ProgramSettings,
        _ desktop: Desktop
    ) throws(Complaint) -> Front.Outcome? {
        var launch: Launch
        do throws(Complaint) {
            launch = try Launch(item, of: library, options, downloaded: downloaded)
        } catch {
            throw Complaint(message: error.message, isOfMovie: true)
        }
        launch.volume = options.volume ?? item.volume
        var played = item
        played.lastPlayed = MovieLibrary.wallClock()
        do throws(LibraryProblem) {
            try library.update(played)
        } catch {
            report("\(item.name): \(error.message)")
        }
        window.beginAnew()
        window.setTitle("\(launch.name) - RuffleX11")
        if item.startsFullScreen { window.setFullScreen(true) }
        let first = try Front(
            options: options, launch: launch, window: window, settings: settings, desktop: desktop
        ).run()
        let outcome = try playDropped(first, options, in: window, settings, desktop)
        if case .quit = outcome { return nil }
        return outcome
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
