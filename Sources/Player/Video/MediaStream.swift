import Media

/// What a NetStream plays: a file, or bytes that a script hands in. It keeps the time, shows pictures when they are due
/// and tells what happens in Flash's order.
public final class MediaStream {
    /// What is told to the script.
    public enum Event {
        /// `details`: seconds that can be sought to.
        case status(code: String, level: String, description: String?, details: Double?)
        /// The body of a script tag: a name and a value in AMF 0.
        case data(ArraySlice<UInt8>)
    }

    enum Source {
        case none
        /// A file, or as much of it as has come.
        case file
        /// Data generation mode: a script hands bytes in.
        case appended
    }

    unowned(unsafe) let player: Player
    /// Where its pictures are shown.
    public let surface: VideoSurface
    /// Called for each event. It may do anything with the stream.
    public var onEvent: (Event) -> Void = { _ in }
    /// Called when it begins and ends to move by itself.
    public var onActivity: (Bool) -> Void = { _ in }
    var isActive = false
    /// ActionScript 3 hears more about seeking and pausing than the older ones.
    let isScript3: Bool
    /// Seconds of data that are wanted before it plays.
    public var bufferTime = 0.1
    public var deblocking = Deblocking() { didSet { worker?.setDeblocking(deblocking) } }
    /// Volume and balance.
    public var gains = Gains.unity {
        didSet {
            voice?.gains = gains
            player.sound.updateGains()
        }
    }
    /// The clip with whose volume it is heard (`attachAudio`).
    public weak var audioOwner: DisplayObject? { didSet { if audioOwner !== oldValue { restartSound() } } }
    /// `receiveAudio` and `receiveVideo`.
    public var isHeard = true { didSet { if isHeard != oldValue { restartSound() } } }
    public var isSeen = true

    var source = Source.none
    /// What has come of it.
    var input = MediaFile()
    /// Bytes that have come, and of the whole; nil: nobody says how many they are.
    public internal(set) var byteCount = 0
    var byteTotal: Int?
    /// Bytes that have been played and forgotten.
    var droppedBytes = 0
    /// Whether all that there is has come.
    var isComplete = false
    public internal(set) var isPaused = false
    /// It has come to its end and waits for a seek or another file.
    var hasEnded = false
    /// It has played at all: one that is paused from the start is full when it goes on.
    var hasBegun = false
    /// Waits for more bytes.
    var isStarved = false
    /// The stream's time in milliseconds at a moment of the player's; no moment: it stands still.
    var base = 0.0
    var startedAt: Double?
    var pendingSeek: Double?
    /// Goes up with each new source, so that what a handler has replaced is not gone on with.
    var generation = 0
    // The next packets.
    var nextSound = 0
    var nextVideo = 0
    var nextData = 0
    var isDrained = false
    var worker: VideoWorker?
    var decoder: PacketSound?
    var queue: QueueReader?
    var voice: PlayingVoice?
    /// Stream time of the end of what has been put in the queue, and of the start of the voice.
    var queuedTo = 0.0
    var voiceBase = 0.0
    /// Stream time before which sound is not heard: the start, or what silence has stood for.
    var unheardBefore = 0.0
    var shownTimes: [Double] = []
    var hasNoticed = false

    /// Packets of video that are handed to the decoder ahead: as many as it can hold back, and some more.
    static let videoAhead = 20

    public init(player: Player, isScript3: Bool) {
        self.player = player
        self.isScript3 = isScript3
        surface = VideoSurface(player: player)
    }

    deinit { worker?.close() }

    // MARK: Time

    /// Milliseconds of the stream that have been played.
    public var position: Double {
        let end = Double(tracks.lastTime)
        guard let startedAt else { return min(end, base) }
        // What is heard is the clock, so that lips and words stay together.
        if player.sound.isPulled, let voice, let heard = player.sound.heard(voice), queuedTo > voiceBase {
            return min(end, max(base, voiceBase + heard))
        }
        return min(end, base + player.milliseconds - startedAt)
    }

    /// Milliseconds of data that wait to be played.
    public var bufferLength: Double { max(0, arrivedTo - position) }

    /// Up to which moment it can be played. Of a file on its way pictures may have come whose sound has not.
    private var arrivedTo: Double {
        let tracks = tracks
        let end = Double(tracks.lastTime)
        guard source == .file, !isComplete, isHeard, let sound = tracks.sound.last else { return end }
        return min(end, max(Double(sound.time), end - Self.latestSound))
    }

    /// Pictures shown in the last second.
    public var currentFPS: Double { Double(shownTimes.filter { $0 > player.milliseconds - 1000 }.count) }

    /// Milliseconds until it wants to be advanced, nil where nothing moves.
    var timeToNext: Double? {
        guard isOpen, pendingSeek == nil else { return isOpen ? 0 : nil }
        guard startedAt != nil else { return isStarved ? 10 : nil }
        let position = position
        let shown = MediaTracks.index(in: tracks.video, at: position) + 1
        guard shown < tracks.video.count else { return 50 }
        return min(50, max(1, Double(tracks.video[shown].time) - position))
    }

    func setPosition(_ milliseconds: Double) {
        base = milliseconds
        if startedAt != nil { startedAt = player.milliseconds }
    }

    public func setPaused(_ isPaused: Bool) {
        guard self.isPaused != isPaused else { return }
        self.isPaused = isPaused
        guard isOpen else { return }
        if isPaused {
            base = position
            startedAt = nil
            stopSound()
            if isScript3 { status("NetStream.Pause.Notify", description: "Pausing") }
        } else {
            if !hasEnded && !isStarved { startedAt = player.milliseconds }
            if isScript3 { status("NetStream.Unpause.Notify", description: "Unpausing") }
            if isOpen, !hasBegun, !isStarved {
                hasBegun = true
                status("NetStream.Buffer.Full")
            }
        }
    }

    /// Goes to a moment when time next moves on.
    public func seek(to milliseconds: Double) {
        guard isOpen else { return }
        pendingSeek = max(0, milliseconds)
        setActive(true)
        guard isScript3 else { return }
        let written = Int(min(1e15, pendingSeek ?? 0))
        status("NetStream.SeekStart.Notify", description: "Start Seeking \(written)")
    }

    func goTo(_ wanted: Double) {
        let started = generation
        if source == .appended {
            // The script brings what lies there.
            status("NetStream.Seek.Notify")
            return
        }
        let tracks = tracks
        let end = Double(tracks.lastTime)
        if !isComplete, wanted > end {
            // What has not come cannot be played; it is said how far one may go.
            return status("NetStream.Seek.InvalidTime", level: "error", details: end / 1000)
        }
        var target = min(wanted, end)
        if !tracks.video.isEmpty {
            nextVideo = tracks.nearestKeyIndex(to: target)
            target = Double(tracks.video[nextVideo].time)
        }
        stopSound()
        worker?.flush()
        isDrained = false
        hasEnded = false
        nextData = tracks.data.firstIndex { Double($0.time) >= target } ?? tracks.data.count
        base = target
        startedAt = isPaused || isStarved ? nil : player.milliseconds
        status("NetStream.Seek.Notify")
        guard started == generation else { return }
        showDue()
        if isScript3 { status("NetStream.Seek.Complete", description: "Seek Complete -1") }
    }

    // MARK: As time passes

    /// Shows, sounds and tells what has come due.
    func advance() {
        let started = generation
        if let wanted = pendingSeek {
            pendingSeek = nil
            goTo(wanted)
            guard started == generation else { return }
        }
        if isStarved, !isPaused { startFed() }
        if !hasBegun, isPaused || (isStarved && source == .file) {
            // What the file says of itself is told all the same, and the first picture shown.
            tellDue()
            if started == generation { showDue() }
        }
        guard startedAt != nil, started == generation else { return }
        if voice == nil, queue == nil { startSound() }
        showDue()
        feedSound()
        tellDue()
        guard started == generation, startedAt != nil else { return }
        guard position >= arrivedTo, !isSounding else { return }
        if isComplete { end() } else { starve() }
    }

    /// Something of what has come is still to be heard.
    private var isSounding: Bool {
        guard let voice, let queue else { return false }
        return isComplete ? player.sound.heard(voice) != nil : player.sound.mixer.waiting(in: queue) > 0
    }

    /// Begins to play as soon as enough has been handed in.
    func startFed() {
        let tracks = tracks
        let waiting = arrivedTo - base
        guard tracks.firstTime != nil, waiting >= bufferTime * 1000 || isComplete else { return }
        isStarved = false
        hasBegun = true
        startedAt = player.milliseconds
        status("NetStream.Buffer.Full")
    }

    func starve() {
        guard !isStarved else { return }
        base = position
        startedAt = nil
        isStarved = true
        stopSound()
        status("NetStream.Buffer.Empty")
    }

    func end() {
        base = Double(tracks.lastTime)
        startedAt = nil
        hasEnded = true
        stopSound()
        let started = generation
        for code in ["NetStream.Buffer.Flush", "NetStream.Play.Stop", "NetStream.Buffer.Empty"]
        where started == generation && hasEnded {
            status(code)
        }
        if started == generation, hasEnded, pendingSeek == nil { setActive(false) }
    }

    func tellDue() {
        let started = generation
        while started == generation {
            let tracks = tracks
            guard nextData < tracks.data.count, Double(tracks.data[nextData].time) <= position else { return }
            nextData += 1
            onEvent(.data(tracks.data[nextData - 1].data))
        }
    }

    func status(_ code: String, level: String = "status", description: String? = nil, details: Double? = nil) {
        onEvent(.status(code: code, level: level, description: description, details: details))
    }
}
