import Base
import Glibc
import Library
import Synchronization

/// Syncs the library on a thread of its own: at the start, when something has changed, now and then, and at the end. It
/// never makes anybody wait but for the last time, when the window is gone.
final class SyncRunner: Sendable {
    private struct State {
        var isWanted = true
        var isEnding = false
        var busy: Set<String> = []
        /// Of the run that goes on: files done and to be done.
        var progress: (done: Int, total: Int)?
        var news: [News] = []
    }

    /// What there is to be told since the last look.
    enum News: Equatable {
        case done(LibrarySync.Outcome)
        case failed(String)
    }

    private let root, folder: String
    private let state = Mutex(State())
    nonisolated(unsafe) private var thread: PosixThread?
    /// Milliseconds between two looks whether there is something to do, and between two syncs that nobody asks for.
    private static let lookPause: UInt32 = 200
    private static let restPause = 30_000.0

    /// Nil where there can be no thread.
    init?(root: String, folder: String) {
        (self.root, self.folder) = (root, folder)
        guard let thread = PosixThread({ self.run() }) else { return nil }
        self.thread = thread
    }

    /// Something has changed.
    func want() { state.withLock { $0.isWanted = true } }

    /// The item that is being played; its files are left alone.
    func setBusy(_ ids: Set<String>) {
        state.withLock {
            $0.busy = ids
            $0.isWanted = true
        }
    }

    /// What has happened since the last time.
    func takeNews() -> [News] {
        state.withLock { state in
            defer { state.news = [] }
            return state.news
        }
    }

    /// How far the run is that goes on, nil where none does.
    var progress: (done: Int, total: Int)? { state.withLock { $0.progress } }

    /// Syncs a last time and ends.
    func finish() {
        state.withLock { ($0.isEnding, $0.busy) = (true, []) }
        thread?.join()
    }

    private func run() {
        var lastRun = -Double.infinity
        while true {
            let isEnding = state.withLock { $0.isEnding }
            let isDue = state.withLock { $0.isWanted } || Clock.now >= lastRun + Self.restPause
            if isDue || isEnding {
                runOnce()
                lastRun = Clock.now
            }
            if isEnding { return }
            usleep(Self.lookPause * 1000)
        }
    }

    private func runOnce() {
        let busy = state.withLock { state in
            state.isWanted = false
            return state.busy
        }
        let sync = LibrarySync(root: root, folder: folder)
        sync.busy = busy
        let news: News
        do throws(LibraryProblem) {
            news = .done(
                try sync.run { done, total in
                    self.state.withLock { $0.progress = (done, total) }
                    return true
                })
        } catch {
            news = .failed(error.message)
        }
        state.withLock {
            $0.progress = nil
            // A stick that is not plugged in is told of once.
            if $0.news.last != news, news != .done(LibrarySync.Outcome()) { $0.news.append(news) }
        }
    }

    /// What a run came to, for the person.
    static func text(_ outcome: LibrarySync.Outcome) -> String {
        if outcome.isStopped { return "Stopped, or another program is at it" }
        var parts: [String] = []
        if outcome.sent > 0 { parts.append("\(outcome.sent) sent") }
        if outcome.received > 0 { parts.append("\(outcome.received) received") }
        if outcome.deleted > 0 { parts.append("\(outcome.deleted) removed") }
        if outcome.kept > 0 { parts.append("\(outcome.kept) older saves kept beside newer ones") }
        if outcome.waiting > 0 { parts.append("\(outcome.waiting) still on their way") }
        if !outcome.problems.isEmpty { parts.append("\(outcome.problems.count) problems") }
        return parts.isEmpty ? "All is in sync" : "Synced: " + parts.joined(separator: ", ")
    }
}
