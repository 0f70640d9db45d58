import Library

/// What the person has set for the whole program: `settings.toml` in the folder of its configuration. What the file
/// holds beside that stays there.
final class ProgramSettings {
    var keys = KeyBindings()
    /// `sound.output` and `sound.input`: names of ALSA; nil: ALSA's own choice.
    private(set) var soundOutput, soundInput: String?
    /// What every movie gets for keys and game pads, unless its item says otherwise.
    var sharedKeys: [KeyAssignment] = []
    var movieKeys: MovieKeys { MovieKeys(sharedKeys) }
    /// What the program may ask of the desktop.
    private(set) var wishes = Desktop.Wishes()
    /// What is wrong with the file.
    private(set) var warnings: [String] = []
    private var document = TOMLDocument()
    private let path: String?
    private let disk: Disk
    private static let largest = 1 << 20
    private static let movieTable = "movie_keys"

    /// Nil: nothing is kept.
    init(folder: String? = Paths.configuration, disk: Disk = Disk()) {
        self.disk = disk
        path = folder.map { "\($0)/settings.toml" }
        guard let path, disk.kind(of: path) == .file else { return }
        do throws(LibraryProblem) {
            document = try TOMLDocument(try disk.read(path, limit: Self.largest))
            keys = KeyBindings(document, warnings: &warnings)
            soundOutput = text(["sound", "output"])
            soundInput = text(["sound", "input"])
            wishes = readWishes()
            sharedKeys = KeyAssignment.list(document, Self.movieTable, warnings: &warnings)
        } catch {
            warnings.append(error.message)
        }
        warnings = warnings.map { "\(path): \($0)" }
    }

    private func text(_ path: [String]) -> String? {
        switch document.value(at: path) {
        case .string(let text) where !text.isEmpty: return text
        case nil: return nil
        default:
            warnings.append("\(path.joined(separator: ".")) needs the name of a device of ALSA")
            return nil
        }
    }

    private func readWishes() -> Desktop.Wishes {
        func flag(_ name: String) -> Bool {
            switch document.value(at: ["desktop", name]) {
            case nil: return true
            case .boolean(let value): return value
            case .some:
                warnings.append("desktop.\(name) must be true or false")
                return true
            }
        }
        return Desktop.Wishes(
            keepsAwake: flag("keep_awake"), usesGameMode: flag("game_mode"), usesPortal: flag("file_dialog"))
    }

    func save() throws(LibraryProblem) {
        guard let path else { throw LibraryProblem("there is no folder for settings") }
        try keys.write(to: &document)
        var ignored: [String] = []
        let before = KeyAssignment.list(document, Self.movieTable, warnings: &ignored)
        try KeyAssignment.write(sharedKeys, over: before, to: &document, Self.movieTable)
        try disk.write(document.bytes, to: path)
    }
}
