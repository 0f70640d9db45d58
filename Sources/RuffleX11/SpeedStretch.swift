/// Plays a mix faster or slower than it was made, as a record is: what is twice as fast sounds an octave higher.
///
/// Sound and picture so stay together at any speed. Between two frames of the mix a straight line is drawn.
struct SpeedStretch {
    static let fastest = 4.0
    /// What is left of a frame that has been begun.
    private var carry = 0.0
    private var lastLeft: Float = 0
    private var lastRight: Float = 0
    private var source: [Float] = []

    /// Fills `target` with `frames` stereo frames. `mix` makes as many frames as it is asked for.
    mutating func fill(
        _ target: UnsafeMutablePointer<Float>, frames: Int, speed: Double,
        mix: (UnsafeMutablePointer<Float>, Int) -> Void
    ) {
        if speed == 1 {
            mix(target, frames)
            if frames > 0 { (lastLeft, lastRight) = (target[frames * 2 - 2], target[frames * 2 - 1]) }
            return
        }
        carry += Double(frames) * min(Self.fastest, max(0, speed))
        let count = Int(carry)
        carry -= Double(count)
        if source.count < count * 2 { source = [Float](repeating: 0, count: count * 2) }
        let (startLeft, startRight) = (lastLeft, lastRight)
        source.withUnsafeMutableBufferPointer { buffer in
            guard count > 0, let base = buffer.baseAddress else {
                // Slower than a frame at a time: the last one stands.
                for index in 0..<frames { (target[index * 2], target[index * 2 + 1]) = (startLeft, startRight) }
                return
            }
            mix(base, count)
            for index in 0..<frames {
                // Between the frame before the block and the block's last one.
                let place = Double(index + 1) * Double(count) / Double(frames)
                let above = min(count - 1, Int(place))
                let share = Float(place - Double(Int(place)))
                let below = above - 1
                let left = below < 0 ? startLeft : base[below * 2]
                let right = below < 0 ? startRight : base[below * 2 + 1]
                let isEnd = Int(place) >= count
                target[index * 2] = isEnd ? base[count * 2 - 2] : left + (base[above * 2] - left) * share
                target[index * 2 + 1] = isEnd ? base[count * 2 - 1] : right + (base[above * 2 + 1] - right) * share
            }
        }
        if count > 0 { (lastLeft, lastRight) = (source[count * 2 - 2], source[count * 2 - 1]) }
    }
}
