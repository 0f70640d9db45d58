import Glibc

/// Time that never goes back and stands still while the machine sleeps.
enum Clock {
    /// Milliseconds since some fixed moment.
    static var now: Double { milliseconds(of: CLOCK_MONOTONIC) }

    static func milliseconds(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }

    /// Milliseconds since this process was started, by what the kernel noted then. The kernel counts in ticks
    /// (1/100 s as a rule) and rounds down, so that the answer is at most one tick too large, never too small.
    /// A shell that gives its place to this program by `exec` passes on its own, earlier start.
    ///
    /// Facts: proc_pid_stat(5), field 22.
    static var sinceProcessStart: Double? {
        guard let bytes = try? readFile(at: Array("/proc/self/stat".utf8CString)) else { return nil }
        // The second field is the program's name in parentheses and may hold anything; the third follows the last ")".
        guard let nameEnd = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[(nameEnd + 1)...].split(separator: UInt8(ascii: " "))
        let ticksPerSecond = sysconf(Int32(_SC_CLK_TCK))
        guard fields.count > 19, let ticks = Double(String(decoding: fields[19], as: UTF8.self)), ticksPerSecond > 0
        else { return nil }
        return milliseconds(of: CLOCK_BOOTTIME) - ticks * 1000 / Double(ticksPerSecond)
    }
}
