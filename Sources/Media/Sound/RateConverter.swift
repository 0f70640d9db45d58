/// Brings sound of one side and any rate to what the mixer takes, piece after piece.
public final class RateConverter {
    private var resampler: Resampler?
    /// What the resampler has not used up.
    private var rest: [Int16] = []

    /// `rate`: frames a second of what comes in.
    public init(from rate: Int) { resampler = rate == Resampler.outputRate ? nil : Resampler(from: rate) }

    /// Interleaved stereo of 44,100 frames a second for one side, -1...1.
    public func stereo(_ samples: [Float]) -> [Float] {
        guard resampler != nil else { return samples.flatMap { [$0, $0] } }
        for sample in samples {
            let fixed = Int16(max(-32768, min(32767, (sample * 32768).rounded())))
            rest.append(fixed)
            rest.append(fixed)
        }
        var used = 0
        var output: [Float] = []
        let capacity = 1024
        withUnsafeTemporaryAllocation(of: Float.self, capacity: capacity * 2) { buffer in
            guard let base = buffer.baseAddress else { return }
            while let made = resampler?.run(rest, position: &used, into: base, capacity: capacity), made > 0 {
                output.append(contentsOf: UnsafeBufferPointer(start: base, count: made * 2))
            }
        }
        rest.removeFirst(min(rest.count, used * 2))
        return output
    }
}
