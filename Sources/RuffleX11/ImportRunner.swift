import Base
import Glibc
import Library
import Synchronization
import UI

/// Adds the movies below a folder on a thread of its own, so that the person can watch and stop it.
final class ImportRunner: Sendable {
    private struct State {
        var progress: ImportProgress
        var isStopped = false
        var isDone = false
    }

    private let root: String
    private let state: Mutex<State>
    nonisolated(unsafe) private var thread: PosixThread?

    /// Nil where there can be no thread. `root` is the library's.
    init?(root: String, folder: String) {
        self.root = root
        state = Mutex(State(progress: ImportProgress(folder: folder)))
        guard let thread = PosixThread({ self.run() }) else { return nil }
        self.thread = thread
    }

    var progress: ImportProgress { state.withLock { $0.progress } }
    /// Whether nothing more will be added.
    var isDone: Bool { state.withLock { $0.isDone } }

    /// What has been added by then stays.
    func stop() { state.withLock { $0.isStopped = true } }

    /// Waits for the end.
    func join() { thread?.join() }

    private func run() {
        let folder = state.withLock { $0.progress.folder }
        let started = Clock.now
        let result: ImportProgress.Result
        do throws(LibraryProblem) {
            // What is added appears in the window's own library when that is read again.
            let outcome = try MovieLibrary(root: root).importFolder(folder) { done, total in
                let seconds = max(0.001, (Clock.now - started) / 1000)
                return self.state.withLock { state in
                    (state.progress.done, state.progress.total) = (done, total)
                    state.progress.rate = Double(done) / seconds
                    return !state.isStopped
                }
            }
            result = ImportProgress.Result(
                added: outcome.added.count, known: outcome.known, problems: outcome.problems,
                problemCount: outcome.problemCount, isCancelled: outcome.isCancelled)
        } catch {
            result = ImportProgress.Result(
                added: 0, known: 0, problems: [error.message], problemCount: 1, isCancelled: true)
        }
        state.withLock { state in
            state.progress.result = result
            state.isDone = true
        }
    }
}
