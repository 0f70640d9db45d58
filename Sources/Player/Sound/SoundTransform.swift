import Media

/// Volume and balance of what a clip, or the whole movie, plays, in percent.
public struct SoundTransform: Equatable, Sendable {
    public var volume: Int32 = 100
    public var leftToLeft: Int32 = 100
    public var leftToRight: Int32 = 0
    public var rightToLeft: Int32 = 0
    public var rightToRight: Int32 = 100

    public init() {}

    /// −100 … 100. Of a balance that mixes the sides only what is taken away from one of them counts.
    public var pan: Int32 {
        get {
            if leftToLeft != 100 { return 100 &- abs32(leftToLeft) }
            if rightToRight != 100 { return abs32(rightToRight) &- 100 }
            return 0
        }
        set {
            leftToLeft = newValue >= 0 ? 100 &- newValue : 100
            rightToRight = newValue >= 0 ? 100 : newValue &+ 100
            leftToRight = 0
            rightToLeft = 0
        }
    }

    /// What the mixer multiplies with.
    var gains: Gains {
        let volume = Float(volume) / 10_000
        return Gains(
            leftToLeft: Float(leftToLeft) * volume, rightToLeft: Float(rightToLeft) * volume,
            leftToRight: Float(leftToRight) * volume, rightToRight: Float(rightToRight) * volume)
    }

    private func abs32(_ value: Int32) -> Int32 { value == .min ? value : abs(value) }
}
