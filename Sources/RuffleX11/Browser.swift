import Glibc

/// The person's own browser.
enum Browser {
    /// Opens `url` there, without waiting for it. Returns what went wrong.
    static func open(_ url: String) -> String? {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The browser must not inherit that our signals wait.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        // Nobody waits for it: the kernel clears it away.
        signal(SIGCHLD, SIG_IGN)
        let words: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(url), nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let problem = posix_spawnp(&process, "xdg-open", nil, &attributes, words, environ)
        return problem == 0 ? nil : describe(errno: problem)
    }
}
