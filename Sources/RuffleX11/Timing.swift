/// How long the parts of frames took, kept in constant space: counts of durations in steps of 10 µs.
struct Durations {
    private(set) var count = 0
    private(set) var sum = 0.0
    private(set) var largest = 0.0
    private var buckets = [UInt32](repeating: 0, count: 10_000)
    private static let step = 0.01

    mutating func add(_ milliseconds: Double) {
        count += 1
        sum += milliseconds
        largest = max(largest, milliseconds)
        let place = milliseconds / Self.step
        buckets[place < Double(buckets.count - 1) ? max(0, Int(place)) : buckets.count - 1] &+= 1
    }

    var mean: Double { count == 0 ? 0 : sum / Double(count) }

    /// The duration that `share` of all stay at or below: the upper end of its step, or the largest where
    /// that is beyond all steps (100 ms).
    func percentile(_ share: Double) -> Double {
        var left = Int((Double(count) * share).rounded(.up))
        for (index, bucket) in buckets.enumerated() {
            left -= Int(bucket)
            if left <= 0 { return index == buckets.count - 1 ? largest : min(largest, Double(index + 1) * Self.step) }
        }
        return largest
    }
}

/// What `--timing` prints.
struct Timing {
    /// Running due frames of the movie, drawing the picture, handing it to the X server, and from there until
    /// the server says that it is on the screen.
    enum Part: Int, CaseIterable { case run, draw, put, shown }

    private(set) var parts = [Durations](repeating: Durations(), count: Part.allCases.count)
    var shownFrames = 0

    mutating func add(_ milliseconds: Double, to part: Part) { parts[part.rawValue].add(milliseconds) }

    subscript(part: Part) -> Durations { parts[part.rawValue] }

    /// The table of all frames, several lines.
    var summary: String {
        var lines = ["frames shown: \(shownFrames)"]
        lines.append(Self.row("ms", ["count", "mean", "p95", "max"]))
        for part in Part.allCases {
            let durations = self[part]
            lines.append(
                Self.row(
                    "\(part)",
                    [
                        "\(durations.count)", fixed(durations.mean), fixed(durations.percentile(0.95)),
                        fixed(durations.largest),
                    ]))
        }
        return lines.joined(separator: "\n")
    }

    private static func row(_ name: String, _ cells: [String]) -> String {
        let padded = cells.map { String(repeating: " ", count: max(0, 9 - $0.utf8.count)) + $0 }
        return name + String(repeating: " ", count: 6 - name.utf8.count) + padded.joined()
    }
}

/// `value` with two decimals.
func fixed(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = abs(hundredths) % 100
    return "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100).\(fraction < 10 ? "0" : "")\(fraction)"
}
