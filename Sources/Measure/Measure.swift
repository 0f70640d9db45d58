import Glibc

/// Seconds on the monotonic clock.
public func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// How long `body` takes, in seconds, each time.
public func times(_ count: Int, _ body: () -> Void) -> [Double] {
    (0..<count).map { _ in
        let start = now()
        body()
        return now() - start
    }.sorted()
}

/// The most memory that this process has held, in bytes.
public func peakMemory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
}

/// Text padded to a column of the table.
public func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

/// A number with so many digits behind the point.
public func fixed(_ number: Double, _ digits: Int = 1) -> String {
    let scale = pow(10.0, Double(digits))
    let whole = Int((number * scale).rounded())
    let text = String(whole.magnitude)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    let split = padded.index(padded.endIndex, offsetBy: -digits)
    return (whole < 0 ? "-" : "") + padded[..<split] + (digits > 0 ? "." + padded[split...] : "")
}
