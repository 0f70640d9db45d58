import Media
import SWF

/// How a voice plays its sound. Places are frames of 44.1 kHz.
public struct VoiceOptions {
    public var gains = Gains.unity
    public var first = 0
    public var end: Int?
    /// Where the first run starts, from `first` on.
    public var offset = 0
    public var runs = 1
    public var envelope: [EnvelopePoint] = []

    public init(
        gains: Gains = .unity, first: Int = 0, end: Int? = nil, offset: Int = 0, runs: Int = 1,
        envelope: [EnvelopePoint] = []
    ) {
        self.gains = gains
        self.first = first
        self.end = end
        self.offset = offset
        self.runs = runs
        self.envelope = envelope
    }

    /// As SOUNDINFO has it.
    init(_ info: SoundInfo) {
        first = Int(info.inPoint ?? 0)
        end = info.outPoint.map { Int($0) }
        runs = Int(max(1, info.loops))
        envelope = info.envelope.map {
            EnvelopePoint(
                position: Int($0.position), left: Float(min(32768, $0.left)) / 32768,
                right: Float(min(32768, $0.right)) / 32768)
        }
    }
}

/// A voice and what its volume depends on.
public final class PlayingVoice {
    let voice: Voice
    /// The sound it plays, nil for what is made on the fly.
    let clip: SoundClip?
    weak var owner: DisplayObject?
    let hasOwner: Bool
    /// Volume of its own, before that of the clips around it.
    public var gains: Gains
    fileprivate var shown: Gains

    init(_ voice: Voice, clip: SoundClip?, owner: DisplayObject?, gains: Gains, shown: Gains) {
        self.voice = voice
        self.clip = clip
        self.owner = owner
        hasOwner = owner != nil
        self.gains = gains
        self.shown = shown
    }
}

/// What the movie plays: starts and stops voices, keeps their volumes up to date, and moves the mix on where no sound
/// device does.
public final class SoundSystem {
    public let mixer = Mixer()
    /// A device, or what stands in for it, pulls the mix. Else the player's own time does.
    public var isPulled = false
    /// Called before the first voice starts.
    public var onFirstVoice: (() -> Void)?
    /// Milliseconds from the mix to the ear.
    public var latency = 0.0
    /// Volume of the player itself, 0...1.
    public var outputVolume: Float = 1
    private unowned(unsafe) let player: Player
    private var voices: [PlayingVoice] = []
    /// What makes samples while the movie runs; false: it has come to its end.
    private var feeds: [() -> Bool] = []
    private var hasNoticed = false
    /// Frames mixed by the player's own time.
    private var ownFrames = 0
    private var ownTime = 0.0
    private var peak: Float = 0
    private var scratch: UnsafeMutablePointer<Float>?
    private static let scratchFrames = 4096
    private var master = Gains.unity

    init(player: Player) { self.player = player }

    deinit { scratch?.deallocate() }

    // MARK: Voices

    /// Starts a voice on a sound. Nil: too many play already, or nothing here can decode it.
    @discardableResult
    public func play(
        _ clip: SoundClip, _ options: VoiceOptions, owner: DisplayObject? = nil
    ) -> PlayingVoice? {
        guard mixer.voiceCount < Mixer.voiceLimit else { return nil }
        guard let reader = clip.makeReader() else {
            noticeMissing()
            return nil
        }
        return play(reader, options, clip: clip, owner: owner)
    }

    /// Starts a voice on what a reader gives.
    @discardableResult
    public func play(
        _ reader: SampleReader, _ options: VoiceOptions, clip: SoundClip? = nil, owner: DisplayObject? = nil
    ) -> PlayingVoice? {
        let shown = Self.gains(options.gains, inside: owner)
        let voice = Voice(
            reader, gains: shown, first: options.first, end: options.end, offset: options.offset, runs: options.runs,
            envelope: options.envelope)
        if let onFirstVoice {
            self.onFirstVoice = nil
            onFirstVoice()
        }
        guard mixer.start(voice) else { return nil }
        let playing = PlayingVoice(
            voice, clip: clip, owner: owner, gains: options.gains, shown: shown)
        voices.append(playing)
        return playing
    }

    public var isFull: Bool { mixer.voiceCount >= Mixer.voiceLimit }

    public func stop(_ playing: PlayingVoice) {
        mixer.stop(playing.voice)
        voices.removeAll { $0 === playing }
    }

    public func stopAll() {
        mixer.stopAll()
        voices.removeAll()
        feeds.removeAll()
    }

    func stopAll(of clip: SoundClip) {
        for playing in voices where playing.clip === clip { mixer.stop(playing.voice) }
        voices.removeAll { $0.clip === clip }
    }

    func isPlaying(_ clip: SoundClip) -> Bool { voices.contains { $0.clip === clip && mixer.isPlaying($0.voice) } }

    /// A movie is unloaded: its sounds go with it, whatever clip plays them.
    func movieLeft(_ assets: MovieAssets) {
        for clip in assets.soundClips.values { stopAll(of: clip) }
    }

    /// Milliseconds of the voice that have been heard. Nil: it has ended.
    public func heard(_ playing: PlayingVoice) -> Double? {
        guard mixer.isPlaying(playing.voice) else { return nil }
        return Double(mixer.played(playing.voice)) * 1000 / Double(Mixer.sampleRate) - (isPulled ? latency : 0)
    }

    public func peaks(of playing: PlayingVoice) -> (left: Float, right: Float) {
        mixer.isPlaying(playing.voice) ? mixer.peaks(of: playing.voice) : (0, 0)
    }

    /// Calls `feed` as time passes, until it returns false.
    public func addFeed(_ feed: @escaping () -> Bool) {
        if feed() { feeds.append(feed) }
    }

    func noticeMissing() {
        guard !hasNoticed, !MediaLibrary.isAvailable else { return }
        hasNoticed = true
        player.host.warn("libavcodec is missing: compressed sounds stay silent")
    }

    // MARK: Volume

    private static func gains(_ own: Gains, inside owner: DisplayObject?) -> Gains {
        var gains = own
        var object = owner
        while let known = object {
            if known.soundTransform != SoundTransform() { gains = known.soundTransform.gains.after(gains) }
            object = known.parent
        }
        return gains
    }

    /// Hands the volumes of all voices to the mixer.
    public func updateGains() {
        for playing in voices {
            // A clip that has gone no longer changes what it has started.
            if playing.hasOwner && playing.owner == nil { continue }
            let gains = Self.gains(playing.gains, inside: playing.owner)
            if gains != playing.shown {
                playing.shown = gains
                mixer.setGains(gains, of: playing.voice)
            }
        }
        let output = Gains(leftToLeft: outputVolume, rightToRight: outputVolume)
        let master = output.after(player.soundTransform.gains)
        if master != self.master {
            self.master = master
            mixer.setMaster(master)
        }
    }

    // MARK: Time

    /// Time has passed: samples are made, volumes follow, and where no device pulls, the mix moves on.
    func advance(by milliseconds: Double) {
        if !feeds.isEmpty {
            let before = feeds
            feeds = []
            let going = before.filter { $0() }
            feeds = going + feeds
        }
        updateGains()
        ownTime += milliseconds
        let due = Mixer.frames(milliseconds: ownTime)
        if !isPulled { mixSilently(frames: due - ownFrames) }
        ownFrames = due
        guard !voices.isEmpty else { return }
        mixer.releaseEnded()
        voices.removeAll { !mixer.isPlaying($0.voice) }
    }

    private func mixSilently(frames: Int) {
        guard frames > 0 else { return }
        guard mixer.voiceCount > 0 else { return mixer.passSilence(frames: frames) }
        let scratch = scratch ?? .allocate(capacity: Self.scratchFrames * 2)
        self.scratch = scratch
        var left = frames
        while left > 0 {
            let count = min(left, Self.scratchFrames)
            mixer.mix(into: scratch, frames: count)
            for index in 0..<count * 2 { peak = max(peak, abs(scratch[index])) }
            left -= count
        }
    }

    /// The largest sample since it was last asked for, where no device pulls.
    public func takePeak() -> Float {
        defer { peak = 0 }
        return peak
    }
}
