import Foundation

/// A process started by a test. Foundation's own would start it with the signals blocked that its threads block.
final class Child {
    let identifier: pid_t
    let output: FileHandle
    let errors: FileHandle
    private var status: Int32?

    /// Starts `path` with `arguments`; nothing is read from standard input.
    init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
        let output = Pipe()
        let errors = Pipe()
        // A pipe ends when nobody holds its other end: no child may, but for its own.
        for pipe in [output, errors] {
            _ = fcntl(pipe.fileHandleForReading.fileDescriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.fileHandleForWriting.fileDescriptor, 1)
        posix_spawn_file_actions_adddup2(&actions, errors.fileHandleForWriting.fileDescriptor, 2)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + settings).forEach { free($0) } }
        var child: pid_t = 0
        let problem = posix_spawnp(&child, path, &actions, &attributes, words, settings)
        if problem != 0 { throw Failure("cannot start \(path): \(String(cString: strerror(problem)))") }
        identifier = child
        self.output = output.fileHandleForReading
        self.errors = errors.fileHandleForReading
    }

    deinit { stop() }

    /// How the process ended, nil while it runs.
    var ending: Ending? {
        if status == nil {
            var found: Int32 = 0
            if waitpid(identifier, &found, WNOHANG) == identifier { status = found }
        }
        return status.map { $0 & 0x7F == 0 ? .exit($0 >> 8 & 0xFF) : .signal($0 & 0x7F) }
    }

    enum Ending: Equatable { case exit(Int32), signal(Int32) }

    /// Ends the process, by force where it does not go when asked to.
    func stop() {
        if ending != nil { return }
        kill(identifier, SIGTERM)
        if wait(seconds: 5, until: { ending != nil }) { return }
        kill(identifier, SIGKILL)
        _ = wait(seconds: 5, until: { ending != nil })
    }
}

/// Why a test could not go on.
struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Waits until `condition` holds, up to `seconds`. Returns whether it came to hold.
func wait(seconds: Double = 10, until condition: () throws -> Bool) rethrows -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while true {
        if try condition() { return true }
        if Date() >= end { return false }
        usleep(4000)
    }
}
