import Glibc

/// The machine's own clock, for limits only: scripts see the host's.
public enum MonotonicClock {
    public static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
