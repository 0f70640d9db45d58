import Glibc

/// A thread of the operating system.
public struct PosixThread: Sendable {
    private let handle: pthread_t

    private final class Work {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Runs `body` on a new thread, which keeps what it captures until its end. What it shares with other threads must
    /// be guarded: the compiler does not look. Nil where there can be no thread.
    public init?(_ body: @escaping () -> Void) {
        let work = Unmanaged.passRetained(Work(body))
        var handle = pthread_t()
        let status = pthread_create(
            &handle, nil,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        guard status == 0 else {
            work.release()
            return nil
        }
        self.handle = handle
    }

    /// Waits for its end. Once, and not after ``detach()``.
    public func join() { pthread_join(handle, nil) }

    /// Nobody will wait for it.
    public func detach() { pthread_detach(handle) }
}
