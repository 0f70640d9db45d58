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

    private func abs32(_ value: Int32) -> Int32 { value == .min ? value : abs(value) }
}

/// A sound that scripts have started, timed by the player's clock.
public final class PlayingSound {
    /// Of one run through it, in milliseconds.
    let duration: Double
    let loops: Int
    /// Where each run starts, in milliseconds from the sound's own start.
    let offset: Double
    let startedAt: Double
    let onComplete: () -> Void

    init(duration: Double, loops: Int, offset: Double, startedAt: Double, onComplete: @escaping () -> Void) {
        self.duration = duration
        self.loops = loops
        self.offset = offset
        self.startedAt = startedAt
        self.onComplete = onComplete
    }

    /// Milliseconds from the start of the movie's time.
    var end: Double { startedAt + max(0, duration - offset) * Double(max(1, loops)) }

    /// Where it has come to at a moment of the player's clock, in milliseconds.
    public func position(at moment: Double) -> Double {
        let length = max(0, duration - offset)
        let played = max(0, moment - startedAt)
        if length <= 0 || moment >= end { return duration }
        return offset + played.truncatingRemainder(dividingBy: length)
    }
}

extension Player {
    /// Starts a sound's clock; `onComplete` is called when its last run has ended.
    public func startSound(
        duration: Double, loops: Int, offset: Double, onComplete: @escaping () -> Void
    ) -> PlayingSound {
        let sound = PlayingSound(
            duration: duration, loops: loops, offset: offset, startedAt: milliseconds, onComplete: onComplete)
        playingSounds.append(sound)
        return sound
    }

    public func stopSound(_ sound: PlayingSound) { playingSounds.removeAll { $0 === sound } }

    public func stopAllSounds() { playingSounds.removeAll() }

    /// Ends those whose time is over.
    func advanceSounds() {
        guard !playingSounds.isEmpty else { return }
        let ended = playingSounds.filter { $0.end <= milliseconds }
        playingSounds.removeAll { sound in ended.contains { $0 === sound } }
        for sound in ended { sound.onComplete() }
    }
}
