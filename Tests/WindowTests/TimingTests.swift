import Testing

@testable import RuffleX11

@Suite("Timing")
struct TimingTests {
    @Test("mean, 95th percentile and maximum")
    func durations() {
        var durations = Durations()
        #expect(durations.mean == 0 && durations.percentile(0.95) == 0)
        for hundredths in 1...100 { durations.add(Double(hundredths) / 10) }
        #expect(durations.count == 100)
        #expect(abs(durations.mean - 5.05) < 1e-9)
        #expect(abs(durations.percentile(0.95) - 9.5) <= 0.011)
        #expect(durations.largest == 10)
    }

    @Test("durations beyond the steps keep their size in the maximum")
    func long() {
        var durations = Durations()
        for value in [0.5, 250, 1e12] { durations.add(value) }
        #expect(durations.percentile(1) == 1e12)
        #expect(durations.largest == 1e12)
        durations.add(-1)
        #expect(durations.count == 4)
    }

    static let numbers: [(value: Double, text: String)] = [
        (0, "0.00"), (0.005, "0.01"), (1.2345, "1.23"), (19.999, "20.00"), (-0.5, "-0.50"), (123_456.7, "123456.70"),
    ]

    @Test("two decimals", arguments: numbers)
    func fixedDecimals(_ row: (value: Double, text: String)) {
        #expect(fixed(row.value) == row.text)
    }

    @Test("the table has a row for each part")
    func table() {
        var timing = Timing()
        timing.shownFrames = 2
        timing.add(1, to: .run)
        timing.add(3, to: .draw)
        let lines = timing.summary.split(separator: "\n").map(String.init)
        #expect(lines[0] == "frames shown: 2")
        #expect(lines[1].split(separator: " ") == ["ms", "count", "mean", "p95", "max"])
        #expect(lines[2].split(separator: " ") == ["run", "1", "1.00", "1.00", "1.00"])
        #expect(lines.count == 6)
    }

    @Test("the time since the process began is a time")
    func sinceStart() throws {
        let first = try #require(Clock.sinceProcessStart)
        let second = try #require(Clock.sinceProcessStart)
        #expect(first > 0 && second >= first && second < 3_600_000)
    }
}
