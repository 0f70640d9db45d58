import Glibc

/// Keeps one program from clearing away what another is about to put into the library. Held while it lives.
final class WorkLock {
    enum Purpose {
        /// Something is being made; several may be at it.
        case making
        /// What was left unfinished is cleared away: nobody else may be at it.
        case clearing
    }

    private let file: Int32

    /// Nil where another program stands in the way, or where no file can be locked. Who makes something waits for the
    /// moment that clearing takes.
    init?(_ purpose: Purpose, root: String) {
        file = open("\(root)/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        let operation = purpose == .making ? LOCK_SH : LOCK_EX | LOCK_NB
        if file < 0 || flock(file, operation) != 0 {
            if file >= 0 { close(file) }
            return nil
        }
    }

    deinit { close(file) }
}
