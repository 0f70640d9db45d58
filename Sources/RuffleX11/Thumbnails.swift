import Glibc
import Library

/// Makes pictures of items that have none: this program in a process of its own plays each for a moment. So a movie that
/// hangs or crashes takes nothing along.
struct Thumbnails {
    private var waiting: [String] = []
    private var asked: Set<String> = []
    private var running: (id: String, process: pid_t)?
    private static let side = "\(ItemPicture.side)"

    /// Whether there is something to wait for.
    var isBusy: Bool { running != nil || !waiting.isEmpty }

    /// Asks for an item's picture, once.
    mutating func want(_ id: String) { if asked.insert(id).inserted { waiting.append(id) } }

    /// Asks for an item's picture although there is one, or none could be made before.
    mutating func wantAnew(_ id: String) {
        asked.insert(id)
        waiting.removeAll { $0 == id }
        waiting.append(id)
    }

    /// Where the movie of an item lies, nil where it is on no disk.
    private static func place(_ id: String, _ library: MovieLibrary) -> String? {
        switch library.item(id)?.source {
        case .stored: library.folder(of: id) + "/bundle.ruf"
        // One that is lost is told of when it is to be played.
        case .linked: try? library.locate(id)
        case .web, nil: nil
        }
    }

    /// Starts the next picture where none is being made. Returns the item whose picture has just ended, well or not.
    mutating func advance(_ library: MovieLibrary) -> String? {
        if let (id, process) = running {
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == 0 { return nil }
            running = nil
            // None was made of a movie that shows nothing; an item may be gone meanwhile.
            try? library.takePicture(of: id)
            return id
        }
        guard let id = waiting.popLast(), let place = Self.place(id, library) else { return nil }
        let words = [
            "--screenshot", library.unfinishedPicture(of: id), "--thumbnail", Self.side, "--",
            place,
        ]
        if let process = Subprocess.start("/proc/self/exe", words, isQuiet: true) { running = (id, process) }
        return nil
    }

    mutating func stop() {
        guard let (_, process) = running else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        running = nil
    }
}

/// Other programs.
enum Subprocess {
    /// Starts `program`, a path or a name to be looked up. Nil, and `errno` set, where that fails. `isQuiet`: what it
    /// says is not shown.
    static func start(_ program: String, _ arguments: [String], isQuiet: Bool = false) -> pid_t? {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // It must not inherit that our signals wait.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if isQuiet {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        errno = posix_spawnp(&process, program, &actions, &attributes, words, environ)
        return errno == 0 ? process : nil
    }
}
