/// Tells when frames are due: time that passes is saved up, and each frame takes its share.
///
/// The window feeds it from a monotonic clock, tests from a virtual one.
struct FrameClock {
    /// Frames a second. 0 or less, or NaN: none ever.
    var frameRate: Double
    /// Milliseconds saved up, not yet spent on frames.
    private(set) var saved = 0.0
    /// How many frames one advance may run: after a long stall the movie goes on rather than catching up for ever.
    static let maximumCatchUp = 5

    init(frameRate: Double) { self.frameRate = frameRate }

    var frameDuration: Double? { frameRate > 0 ? 1000 / frameRate : nil }

    /// Milliseconds until the next frame, nil where there is none.
    var timeToNextFrame: Double? { frameDuration.map { max(0, $0 - saved) } }

    /// Saves `milliseconds` and returns how many frames they pay for.
    mutating func advance(by milliseconds: Double) -> Int {
        guard let duration = frameDuration, milliseconds > 0 else { return 0 }
        saved += milliseconds
        // A virtual tick of exactly one frame must give exactly one, whatever its rounding.
        let due = Int(max(0, min(1_000_000, (saved / duration + 1e-9).rounded(.down))))
        let count = min(due, Self.maximumCatchUp)
        saved = due > count ? 0 : saved - Double(count) * duration
        // Less than nothing is only saved where frames have to wait for their sound.
        if count > 0 { saved = max(0, saved) }
        return count
    }

    /// Lets frames come sooner, or later where negative: by at most two frames at once.
    mutating func nudge(by milliseconds: Double) {
        guard milliseconds != 0, let duration = frameDuration else { return }
        saved += min(2 * duration, max(-2 * duration, milliseconds))
    }

    mutating func reset() { saved = 0 }
}
