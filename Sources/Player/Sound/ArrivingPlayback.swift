import Media

/// Plays a sound while it is still on its way: it waits at the start, and wherever it has run dry, until enough of it is
/// there.
public final class ArrivingPlayback {
    private unowned(unsafe) let player: Player
    private let sound: ArrivingSound
    private let reader: ArrivingReader
    private let queue = QueueReader()
    /// Milliseconds of each run's start in the sound.
    private let start: Double
    /// Milliseconds that must be there before it plays.
    private let bufferTime: Double
    private let onComplete: () -> Void
    public private(set) var voice: PlayingVoice?
    /// It waits for more of the sound.
    public private(set) var isBuffering = true
    private var isOver = false
    private var lastHeard = 0.0
    /// Sound that is decoded ahead, in milliseconds.
    private static let ahead = 500.0

    /// Nil: too many sounds play already.
    public init?(
        _ sound: ArrivingSound, _ player: Player, from start: Double, runs: Int, gains: Gains = .unity,
        owner: DisplayObject? = nil, bufferTime: Double, onComplete: @escaping () -> Void
    ) {
        self.player = player
        self.sound = sound
        self.start = start
        self.bufferTime = max(0, bufferTime)
        self.onComplete = onComplete
        reader = ArrivingReader(sound, from: start, runs: runs)
        guard let voice = player.sound.play(queue, VoiceOptions(gains: gains), owner: owner) else { return nil }
        self.voice = voice
        player.sound.addFeed { [self] in advance() }
    }

    /// Milliseconds from the start of the sound.
    public var position: Double { start + (heard ?? lastHeard) }

    private var heard: Double? { voice.flatMap { player.sound.heard($0) }.map { max(0, $0) } }

    public func stop() {
        lastHeard = heard ?? lastHeard
        if let voice { player.sound.stop(voice) }
        voice = nil
        isOver = true
    }

    /// False: it is over.
    private func advance() -> Bool {
        guard !isOver, let voice else { return false }
        guard let heard else { return end() }
        lastHeard = heard
        let mixer = player.sound.mixer
        let waiting = mixer.waiting(in: queue)
        if isBuffering {
            guard sound.isComplete || reader.available >= bufferTime else { return true }
            isBuffering = false
        } else if waiting == 0, !reader.isDone, !sound.isComplete, reader.available <= 0 {
            isBuffering = true
            return true
        }
        var samples: [Float] = []
        let wanted = Mixer.frames(milliseconds: Self.ahead) - waiting
        if wanted > 0 { reader.read(wanted, into: &samples) }
        if !reader.isPlayable { player.sound.noticeMissing() }
        if !samples.isEmpty { mixer.append(samples, to: queue) }
        if reader.isDone { mixer.close(queue) }
        return self.voice === voice
    }

    private func end() -> Bool {
        isOver = true
        voice = nil
        lastHeard = max(lastHeard, sound.milliseconds - start)
        onComplete()
        return false
    }
}
