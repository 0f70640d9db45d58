import CLinux
import Glibc

/// The one place where the program waits: for the X server, for a moment, or for a signal that ends it.
struct EventLoop {
    private let signalsWhileWaiting: sigset_t

    /// Set by the signal handler; only ever goes to true.
    nonisolated(unsafe) private static var wasSignalled = false

    /// Takes over SIGINT, SIGTERM and SIGHUP. They arrive only inside ``wait(for:until:)``, so that nothing is ever
    /// interrupted half done. To be made before any thread: a signal that another thread takes would not end the wait.
    init() {
        let endings = [SIGINT, SIGTERM, SIGHUP]
        var blocked = sigset_t()
        sigemptyset(&blocked)
        for number in endings {
            sigaddset(&blocked, number)
            signal(number) { _ in EventLoop.wasSignalled = true }
        }
        var waiting = sigset_t()
        sigprocmask(SIG_BLOCK, &blocked, &waiting)
        for number in endings { sigdelset(&waiting, number) }
        signalsWhileWaiting = waiting
        // A server that goes away is Xlib's to report, and standard output may be a closed pipe.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Whether somebody has asked the program to end.
    var isInterrupted: Bool { Self.wasSignalled }

    /// Waits until one of `descriptors` can be read or `moment` (see ``Clock``) has come; for ever where that is nil.
    func wait(for descriptors: [Int32], until moment: Double?) {
        var descriptors = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var signals = signalsWhileWaiting
        guard let moment else {
            ppoll(&descriptors, nfds_t(descriptors.count), nil, &signals)
            return
        }
        // A day is long enough to look again.
        let milliseconds = min(86_400_000, max(0, moment - Clock.now))
        let seconds = (milliseconds / 1000).rounded(.down)
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int((milliseconds - seconds * 1000) * 1_000_000))
        ppoll(&descriptors, nfds_t(descriptors.count), &time, &signals)
    }
}
