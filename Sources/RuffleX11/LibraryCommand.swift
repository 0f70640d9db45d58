import Glibc
import Library

/// `--library COMMAND`: what can be done with the library without a window.
struct LibraryCommand {
    private let root: String
    private let library: MovieLibrary

    /// One command: its name, what follows it, and what it does.
    struct Row: Sendable {
        let name: String
        let words: String
        let help: String
        let run: @Sendable (LibraryCommand, ArraySlice<String>) throws(LibraryProblem) -> Void
    }

    static let rows: [Row] = [
        Row(name: "list", words: "[TEXT]", help: "the movies, or those whose names or tags hold TEXT") {
            (c, words) throws(LibraryProblem) in c.list(words.first ?? "")
        },
        Row(name: "add", words: "PATH...", help: "copy movies and bundles into the library; of a folder, all in it") {
            (c, words) throws(LibraryProblem) in try c.add(words)
        },
        Row(name: "link", words: "PATH|URL...", help: "add movies that stay where they are") {
            (c, words) throws(LibraryProblem) in try c.link(words)
        },
        Row(name: "relink", words: "ITEM PATH", help: "tell a linked movie where its file is now") {
            (c, words) throws(LibraryProblem) in
            try c.library.relink(try c.find(words.first), to: try c.word(words, 1, "a path"))
        },
        Row(name: "remove", words: "ITEM...", help: "put movies into the trash") {
            (c, words) throws(LibraryProblem) in for word in words { try c.library.trash(try c.find(word)) }
        },
        Row(name: "trash", words: "", help: "what is in the trash") { (c, _) throws(LibraryProblem) in
            for item in try c.library.trashedItems() { print("\(item.id)\t\(item.name)") }
        },
        Row(name: "restore", words: "ITEM...", help: "bring movies back from the trash") {
            (c, words) throws(LibraryProblem) in for word in words { try c.restore(word) }
        },
        Row(name: "empty-trash", words: "", help: "remove for good what is in the trash") {
            (c, _) throws(LibraryProblem) in try c.library.emptyTrash()
        },
        Row(
            name: "export", words: "ITEM FILE.ruf [settings] [saves]", help: "write a bundle that other players open"
        ) { (c, words) throws(LibraryProblem) in try c.export(words) },
        Row(name: "saves", words: "ITEM", help: "its saves, and the older states of each") {
            (c, words) throws(LibraryProblem) in try c.saves(try c.find(words.first))
        },
        Row(name: "go-back", words: "ITEM SAVE N", help: "make the Nth older state of a save the present one") {
            (c, words) throws(LibraryProblem) in try c.goBack(words)
        },
        Row(name: "take-saves", words: "ITEM [FOLDER...]", help: "take over its saves of Ruffle and Flash") {
            (c, words) throws(LibraryProblem) in try c.takeSaves(words)
        },
        Row(name: "show-save", words: "ITEM SAVE", help: "what a save holds") {
            (c, words) throws(LibraryProblem) in try c.showSave(words)
        },
        Row(name: "sync", words: "[FOLDER|off]", help: "sync now; FOLDER is the one from now on") {
            (c, words) throws(LibraryProblem) in try c.sync(words.first)
        },
    ]

    static var help: String {
        let lines = rows.map { row in
            let usage = "  " + row.name + (row.words.isEmpty ? "" : " " + row.words)
            return usage + String(repeating: " ", count: max(2, 44 - usage.utf8.count)) + row.help
        }
        return "usage: \(programName) --library COMMAND\n\n" + lines.joined(separator: "\n")
            + "\n\nITEM is an identifier, the beginning of one, or a whole name."
    }

    init(root: String?) throws(Complaint) {
        guard let root else {
            throw Complaint(message: "there is no place for the library: neither HOME nor XDG_DATA_HOME is set")
        }
        self.root = root
        do throws(LibraryProblem) {
            library = try MovieLibrary(root: root)
        } catch {
            throw Complaint(message: error.message)
        }
    }

    func run(_ words: [String]) throws(Complaint) {
        if words.first == "help" { return print(Self.help) }
        guard let row = Self.rows.first(where: { $0.name == words.first }) else {
            throw Complaint(message: "\(words.first ?? "") is no command (try --library help)", status: 2)
        }
        do throws(LibraryProblem) {
            try row.run(self, words.dropFirst())
        } catch {
            throw Complaint(message: error.message)
        }
    }

    private func word(_ words: ArraySlice<String>, _ place: Int, _ what: String) throws(LibraryProblem) -> String {
        guard words.count > place else { throw LibraryProblem("\(what) is missing (try --library help)") }
        return words[words.startIndex + place]
    }

    /// The item that a word names.
    private func find(_ word: String?) throws(LibraryProblem) -> String {
        guard let word, !word.isEmpty else { throw LibraryProblem("an item is missing (try --library help)") }
        let named = library.items.filter { $0.id == word || $0.name == word }
        let found = named.isEmpty ? library.items.filter { $0.id.hasPrefix(word) } : named
        guard let first = found.first else { throw LibraryProblem("there is no item \(word)") }
        guard found.count == 1 else { throw LibraryProblem("there are \(found.count) items \(word)") }
        return first.id
    }

    private func restore(_ word: String) throws(LibraryProblem) {
        let trashed = try library.trashedItems()
        let named = trashed.filter { $0.id == word || $0.name == word }
        let found = named.isEmpty ? trashed.filter { $0.id.hasPrefix(word) } : named
        guard found.count == 1, let item = found.first else {
            throw LibraryProblem(
                found.isEmpty
                    ? "there is no item \(word) in the trash" : "\(found.count) items in the trash are meant by \(word)"
            )
        }
        try library.restore(item.id)
        print("\(item.id)\t\(item.name)")
    }

    private func list(_ text: String) {
        for warning in library.warnings { report(warning) }
        let wanted = text.lowercased()
        let found = library.items.filter { item in
            wanted.isEmpty || item.name.lowercased().contains(wanted)
                || item.tags.contains { $0.lowercased().contains(wanted) }
        }
        for item in found.sorted(by: { ($0.name, $0.id) < ($1.name, $1.id) }) {
            let place: String
            switch item.source {
            case .stored: place = ""
            case .linked(let file): place = "\t" + file.path
            case .web(let url): place = "\t" + url
            }
            print("\(item.id)\t\(item.name)\(place)")
        }
    }

    private func tell(_ addition: MovieLibrary.Addition) {
        switch addition {
        case .added(let item): print("\(item.id)\t\(item.name)")
        case .known(let item): print("\(item.id)\t\(item.name)\tis there already")
        }
    }

    private func add(_ paths: ArraySlice<String>) throws(LibraryProblem) {
        if paths.isEmpty { throw LibraryProblem("a path is missing (try --library help)") }
        let disk = Disk()
        for path in paths {
            let isFolder = Paths.resolved(path).map { disk.kind(of: $0) == .folder } ?? false
            guard isFolder, try Bundle.open(at: path) == nil else {
                tell(try library.add(at: path))
                continue
            }
            let start = Clock.now
            let progress = ProgressLine("movies")
            let outcome = try library.importFolder(path) { done, total in progress.show(done, total) }
            progress.end()
            for problem in outcome.problems { report(problem) }
            if outcome.problemCount > outcome.problems.count {
                report("and \(outcome.problemCount - outcome.problems.count) more")
            }
            let seconds = max(0.001, (Clock.now - start) / 1000)
            let rate = Int(Double(outcome.added.count) / seconds)
            print(
                "\(outcome.added.count) added, \(outcome.known) there already, \(outcome.problemCount) not added; "
                    + "\(rate) a second")
            if outcome.isCancelled { throw LibraryProblem("cancelled; what has been added stays") }
        }
    }

    private func link(_ places: ArraySlice<String>) throws(LibraryProblem) {
        if places.isEmpty { throw LibraryProblem("a path or an address is missing (try --library help)") }
        for place in places {
            tell(place.contains("://") ? try library.link(url: place) : try library.link(file: place))
        }
    }

    private func export(_ words: ArraySlice<String>) throws(LibraryProblem) {
        let id = try find(words.first)
        let path = try word(words, 1, "a file")
        var content: MovieLibrary.ExportContent = []
        for extra in words.dropFirst(2) {
            switch extra {
            case "settings": content.insert(.settings)
            case "saves": content.insert(.saves)
            default: throw LibraryProblem("\(extra) is neither settings nor saves")
            }
        }
        try Disk().write(try library.export(id, with: content), to: path)
    }

    private func saves(_ id: String) throws(LibraryProblem) {
        let saves = library.saves(of: id)
        for key in try saves.keys() {
            print(key)
            for (number, older) in try saves.olderStates(of: key).enumerated() {
                let reason = older.kind == .conflict ? "lost against another device's" : "before a session"
                let seconds = max(0, older.milliseconds / 1000)
                print("  \(number + 1)\t\(LocalTime.text(seconds))\t\(reason)")
            }
        }
    }

    private func takeSaves(_ words: ArraySlice<String>) throws(LibraryProblem) {
        let id = try find(words.first)
        let folders = Array(words.dropFirst())
        if folders.isEmpty { return print(try SaveManager(library, id).takeFromOtherPlayers()) }
        for key in try library.takeForeignSaves(of: id, below: folders) { print(key) }
    }

    private func showSave(_ words: ArraySlice<String>) throws(LibraryProblem) {
        let saves = library.saves(of: try find(words.first))
        let key = try word(words, 1, "a save")
        guard let bytes = try saves.load(key) else { throw LibraryProblem("there is no save \(key)") }
        let tree = SaveTree(bytes)
        for row in tree.rows {
            print(String(repeating: "  ", count: row.depth) + "\(row.name): \(row.value)")
        }
        if let problem = tree.problem { throw LibraryProblem(problem) }
    }

    private func goBack(_ words: ArraySlice<String>) throws(LibraryProblem) {
        let saves = library.saves(of: try find(words.first))
        let key = try word(words, 1, "a save")
        let older = try saves.olderStates(of: key)
        guard let number = Int(try word(words, 2, "a number")), older.indices.contains(number - 1) else {
            throw LibraryProblem("the save has \(older.count) older states")
        }
        try saves.goBack(to: older[number - 1], of: key)
    }

    private func sync(_ word: String?) throws(LibraryProblem) {
        var settings = try SyncSettings()
        if let word { try settings.setFolder(word == "off" ? nil : word) }
        if word == "off" { return }
        guard let folder = settings.folder else { throw LibraryProblem("no sync folder has been set") }
        let progress = ProgressLine("files")
        let outcome = try LibrarySync(root: root, folder: folder).run { done, total in progress.show(done, total) }
        progress.end()
        for problem in outcome.problems { report(problem) }
        print(SyncRunner.text(outcome))
    }
}

/// A line on the terminal that tells how far something is; nothing where nobody watches. SIGINT stops what it tells of.
final class ProgressLine {
    private let what: String
    private let isWatched = isatty(STDERR_FILENO) != 0
    private var nextShow = 0.0
    private var hasShown = false
    nonisolated(unsafe) private static var isInterrupted = false

    init(_ what: String) {
        self.what = what
        signal(SIGINT) { _ in ProgressLine.isInterrupted = true }
    }

    /// Returns whether to go on.
    func show(_ done: Int, _ total: Int) -> Bool {
        let now = Clock.now
        if isWatched, now >= nextShow || done == total {
            nextShow = now + 100
            hasShown = true
            write("\r\(done) of \(total) \(what)")
        }
        return !Self.isInterrupted
    }

    func end() {
        if hasShown { write("\n") }
        signal(SIGINT, SIG_DFL)
    }

    private func write(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// Moments as people here write them.
enum LocalTime {
    /// Such as "2026-01-31 09:05"; empty for the beginning of time.
    static func text(_ seconds: Int64) -> String {
        var time = time_t(seconds)
        var parts = tm()
        guard seconds > 0, localtime_r(&time, &parts) != nil else { return "" }
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y-%m-%d %H:%M", &parts)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
