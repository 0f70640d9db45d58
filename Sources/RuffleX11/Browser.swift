import Glibc

/// The person's own browser.
enum Browser {
    /// What has been started, to be cleared away when it has ended. Only the main thread opens links.
    nonisolated(unsafe) private static var started: [pid_t] = []

    /// Opens `url` there, without waiting for it. Returns what went wrong.
    static func open(_ url: String) -> String? {
        started.removeAll { waitpid($0, nil, WNOHANG) != 0 }
        guard let process = Subprocess.start("xdg-open", [url]) else { return describe(errno: errno) }
        started.append(process)
        return nil
    }
}
