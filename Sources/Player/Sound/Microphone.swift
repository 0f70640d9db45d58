import Media

/// A microphone as scripts have it. It listens only while something wants to hear it and the person allows that.
public final class Microphone {
    public enum Event {
        /// The person has answered.
        case status(isMuted: Bool)
        /// It has begun or ceased to hear something.
        case activity(Bool)
        /// What it has heard, ``sampleRate`` a second, one side.
        case samples([Float])
    }

    private unowned(unsafe) let player: Player
    public let index: Int
    public let name: String
    public var onEvent: (Event) -> Void = { _ in }
    /// Whether a script wants ``Event/samples(_:)``.
    public var wantsSamples: () -> Bool = { false }
    /// A stream listens to it.
    public var isAttached = false
    /// It is heard in the loudspeakers, with the volume of a clip where there is one.
    public var isLooped = false { didSet { if isLooped != oldValue { stopLoop() } } }
    public weak var loopOwner: DisplayObject? { didSet { if loopOwner !== oldValue { stopLoop() } } }
    public var loopGains = Gains.unity {
        didSet {
            loop?.voice.gains = loopGains
            player.sound.updateGains()
        }
    }

    /// Thousands of samples a second, as scripts say it: 5, 8, 11, 16, 22 or 44.
    public private(set) var rate = 8
    /// 0...100; 50 leaves what is heard as it is.
    public var gain = 50.0
    /// 0...100: how loud it is; -1 as long as nothing has listened.
    public private(set) var activityLevel = -1.0
    /// From which ``activityLevel`` on it is active, and for how many milliseconds it stays so below that.
    public private(set) var silenceLevel = 10.0
    public private(set) var silenceTimeout = 2000.0

    private var device: (any HostMicrophone)?
    private var isAsking = false
    private var nextTry = 0.0
    private var isActive = false
    private var loudAt = -Double.infinity
    private var loop: (voice: PlayingVoice, queue: QueueReader, converter: RateConverter)?
    /// Milliseconds between two tries to open a device.
    private static let retry = 2000.0
    /// Milliseconds that wait to be heard in the loudspeakers: what it begins with, and at most.
    private static let shortestLoop = 60.0
    private static let longestLoop = 250.0
    /// Milliseconds until it is looked at again.
    static let period = 20.0

    init(player: Player, index: Int, name: String) {
        self.player = player
        self.index = index
        self.name = name
    }

    /// The person has not allowed the movie to listen.
    public var isMuted: Bool { player.host.mayListen != true }

    private static let rates = [5: 5512, 8: 8000, 11: 11_025, 16: 16_000, 22: 22_050, 44: 44_100]
    public var sampleRate: Int { Self.rates[rate] ?? 8000 }

    /// Takes the lowest rate that there is from `wanted` thousands a second on.
    public func setRate(_ wanted: Int) {
        let rates = Self.rates.keys.sorted()
        let found = rates.first { $0 >= wanted } ?? 44
        guard found != rate else { return }
        rate = found
        closeDevice()
        stopLoop()
    }

    /// `timeout`: milliseconds; nil: as it is.
    public func setSilence(level: Double, timeout: Double?) {
        silenceLevel = level.isFinite ? max(0, min(100, level)) : 0
        if let timeout, timeout.isFinite { silenceTimeout = max(0, timeout) }
    }

    public func setGain(_ wanted: Double) { gain = wanted.isFinite ? max(0, min(100, wanted)) : 0 }

    /// Whether anything listens.
    public var isUsed: Bool { isLooped || isAttached || wantsSamples() }

    /// Whether it hears something now and wants to be looked at.
    var isListening: Bool { device != nil }

    // MARK: As time passes

    /// Asks, opens, reads and tells.
    func advance() {
        guard isUsed else { return rest() }
        guard let mayListen = player.host.mayListen else { return ask() }
        guard mayListen else { return closeDevice() }
        if device == nil { open() }
        guard let device else { return }
        activityLevel = max(0, activityLevel)
        var samples: [Float] = []
        let isThere = device.read(into: &samples)
        if !samples.isEmpty { take(&samples) }
        settle()
        if !isThere { closeDevice() }
    }

    /// Asks the person whether the movie may listen, unless that is known.
    public func ask() {
        guard !isAsking, player.host.mayListen == nil else { return }
        isAsking = true
        player.host.askToListen { [weak self] isAllowed in
            guard let self else { return }
            onEvent(.status(isMuted: !isAllowed))
            // Who may once is asked no more; a denial is kept by the host.
            isAsking = false
        }
    }

    private func open() {
        guard player.milliseconds >= nextTry else { return }
        nextTry = player.milliseconds + Self.retry
        device = player.host.openMicrophone(index, rate: sampleRate)
    }

    func closeDevice() {
        device?.close()
        device = nil
    }

    private func rest() {
        closeDevice()
        stopLoop()
        nextTry = 0
        setActive(false)
        if activityLevel > 0 { activityLevel = 0 }
    }

    private func take(_ samples: inout [Float]) {
        let factor = Float(gain / 50)
        var peak: Float = 0
        for index in samples.indices {
            let sample = samples[index].isFinite ? max(-1, min(1, samples[index] * factor)) : 0
            samples[index] = sample
            peak = max(peak, abs(sample))
        }
        activityLevel = Double((peak * 100).rounded())
        if activityLevel >= silenceLevel {
            loudAt = player.milliseconds
            setActive(true)
        }
        if isLooped { feedLoop(samples) }
        // Quirk: of what is not active scripts hear nothing.
        if isActive, wantsSamples() { onEvent(.samples(samples)) }
    }

    /// After a while without anything loud it is silent.
    private func settle() {
        if isActive, activityLevel < silenceLevel, player.milliseconds - loudAt >= silenceTimeout { setActive(false) }
    }

    private func setActive(_ isActive: Bool) {
        guard self.isActive != isActive else { return }
        self.isActive = isActive
        onEvent(.activity(isActive))
    }

    // MARK: The loudspeakers

    private func feedLoop(_ samples: [Float]) {
        if loop == nil {
            let queue = QueueReader()
            guard let voice = player.sound.play(queue, VoiceOptions(gains: loopGains), owner: loopOwner) else { return }
            loop = (voice, queue, RateConverter(from: sampleRate))
        }
        guard let loop else { return }
        let mixer = player.sound.mixer
        // What cannot be heard in time is left out.
        let waiting = mixer.waiting(in: loop.queue)
        guard waiting < Mixer.frames(milliseconds: Self.longestLoop) else { return }
        if waiting == 0 {
            // A little ahead, so that a late piece leaves no gap.
            let ahead = Mixer.frames(milliseconds: Self.shortestLoop)
            mixer.append(repeatElement(0, count: ahead * 2), to: loop.queue)
        }
        mixer.append(loop.converter.stereo(samples), to: loop.queue)
    }

    private func stopLoop() {
        if let loop { player.sound.stop(loop.voice) }
        loop = nil
    }
}

extension Player {
    /// The microphone of a number, nil where there is none; below 0 the first. It is always the same object.
    public func microphone(_ index: Int) -> Microphone? {
        let names = host.microphoneNames
        let place = max(0, index)
        guard place < names.count else { return nil }
        if let known = microphones.first(where: { $0.index == place && $0.name == names[place] }) { return known }
        let made = Microphone(player: self, index: place, name: names[place])
        microphones.append(made)
        return made
    }

    func closeMicrophones() {
        for microphone in microphones { microphone.closeDevice() }
        microphones.removeAll()
    }
}
