/// How much of each side of a sound is heard on each side. 1 leaves it as it is.
public struct Gains: Equatable, Sendable {
    public var leftToLeft: Float
    public var rightToLeft: Float
    public var leftToRight: Float
    public var rightToRight: Float

    public init(leftToLeft: Float = 1, rightToLeft: Float = 0, leftToRight: Float = 0, rightToRight: Float = 1) {
        self.leftToLeft = leftToLeft
        self.rightToLeft = rightToLeft
        self.leftToRight = leftToRight
        self.rightToRight = rightToRight
    }

    public static let unity = Gains()

    /// These gains, applied after those.
    public func after(_ first: Gains) -> Gains {
        Gains(
            leftToLeft: leftToLeft * first.leftToLeft + rightToLeft * first.leftToRight,
            rightToLeft: leftToLeft * first.rightToLeft + rightToLeft * first.rightToRight,
            leftToRight: leftToRight * first.leftToLeft + rightToRight * first.leftToRight,
            rightToRight: leftToRight * first.rightToLeft + rightToRight * first.rightToRight)
    }

    /// The way from `self` to `other`, `part` of 0 to 1 of it.
    @inline(__always)
    func mixed(_ other: Gains, _ part: Float) -> Gains {
        Gains(
            leftToLeft: leftToLeft + (other.leftToLeft - leftToLeft) * part,
            rightToLeft: rightToLeft + (other.rightToLeft - rightToLeft) * part,
            leftToRight: leftToRight + (other.leftToRight - leftToRight) * part,
            rightToRight: rightToRight + (other.rightToRight - rightToRight) * part)
    }
}

/// Volume of both sides at a place of a sound, 44,100 frames a second.
public struct EnvelopePoint: Equatable, Sendable {
    public var position: Int
    /// 0...1.
    public var left, right: Float
    public init(position: Int, left: Float, right: Float) {
        self.position = position
        self.left = left
        self.right = right
    }
}

/// One sound that is being played. Once started, only ``Mixer`` touches it.
public final class Voice {
    let reader: SampleReader
    /// What is played of the sound, in frames: from here, up to there, so many times.
    let first: Int
    let end: Int
    var runsLeft: Int
    let envelope: [EnvelopePoint]
    var gains: Gains
    /// What the last frame was played with: a change is spread over a few milliseconds, so that it does not click.
    var shownGains: Gains
    /// Frame within the present run.
    private var position: Int
    /// Frames of the run that is being played, over all pieces; the first may begin at its end.
    private var madeInRun = 1
    /// Frames played in all.
    var played = 0
    var isFinished = false
    var leftPeak: Float = 0
    var rightPeak: Float = 0
    private var envelopeIndex = 0
    private static let rampFrames: Float = 128

    /// `first`, `end`: which frames of the sound are played; `offset`: where in them the first run starts.
    public init(
        _ reader: SampleReader, gains: Gains = .unity, first: Int = 0, end: Int? = nil, offset: Int = 0, runs: Int = 1,
        envelope: [EnvelopePoint] = []
    ) {
        self.reader = reader
        self.first = max(0, first)
        self.end = end ?? .max
        self.envelope = envelope
        runsLeft = max(1, runs)
        self.gains = gains
        shownGains = gains
        position = self.first + max(0, offset)
        if position > 0 { reader.seek(to: position) }
    }

    /// Fills `scratch` with the next frames, runs joined without a gap. Fewer than asked: it is over, or starved.
    func read(_ scratch: UnsafeMutablePointer<Float>, _ count: Int) -> Int {
        var made = 0
        while made < count {
            let wanted = min(count - made, max(0, end - position))
            let got = wanted > 0 ? reader.read(into: scratch + made * 2, capacity: wanted) : 0
            made += got
            madeInRun += got
            position += got
            if made == count { break }
            if got == wanted, position < end { continue }
            if reader.isOpen { break }
            runsLeft -= 1
            // A sound without frames would go round for ever.
            guard runsLeft > 0, madeInRun > 0 else {
                isFinished = true
                break
            }
            reader.seek(to: first)
            position = first
            madeInRun = 0
        }
        return made
    }

    /// Adds `count` frames to `output`.
    func mix(into output: UnsafeMutablePointer<Float>, _ scratch: UnsafeMutablePointer<Float>, _ count: Int) {
        if played == 0 { shownGains = gains }
        let made = read(scratch, count)
        if !envelope.isEmpty { applyEnvelope(scratch, made) }
        let (from, to) = (shownGains, gains)
        let isSteady = from == to
        var (leftPeak, rightPeak): (Float, Float) = (0, 0)
        for frame in 0..<made {
            let g = isSteady ? to : from.mixed(to, min(1, Float(frame + 1) / Self.rampFrames))
            let (left, right) = (scratch[2 * frame], scratch[2 * frame + 1])
            let outLeft = left * g.leftToLeft + right * g.rightToLeft
            let outRight = left * g.leftToRight + right * g.rightToRight
            output[2 * frame] += outLeft
            output[2 * frame + 1] += outRight
            leftPeak = max(leftPeak, abs(outLeft))
            rightPeak = max(rightPeak, abs(outRight))
        }
        if made > 0 {
            shownGains = from.mixed(to, min(1, Float(made) / Self.rampFrames))
            if shownGains != to, made >= Int(Self.rampFrames) { shownGains = to }
        }
        self.leftPeak = leftPeak
        self.rightPeak = rightPeak
        played += made
    }

    /// Between two points the volume goes in a straight line; beyond them it stays.
    private func applyEnvelope(_ scratch: UnsafeMutablePointer<Float>, _ count: Int) {
        envelope.withUnsafeBufferPointer { points in
            for frame in 0..<count {
                let place = played + frame
                while envelopeIndex < points.count, points[envelopeIndex].position <= place { envelopeIndex += 1 }
                let before = points[max(0, envelopeIndex - 1)]
                let after = points[min(points.count - 1, envelopeIndex)]
                let span = after.position - before.position
                let part = span > 0 ? Float(max(0, place - before.position)) / Float(span) : 0
                scratch[2 * frame] *= before.left + (after.left - before.left) * part
                scratch[2 * frame + 1] *= before.right + (after.right - before.right) * part
            }
        }
    }
}
