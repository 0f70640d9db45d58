import Media

/// What a NetStream plays: a file, or bytes that a script hands in. It keeps the time, shows pictures when they are due
/// and tells what happens in Flash's order.
public final class MediaStream {
    /// What is told to the script.
    public enum Event {
        case status(code: String, level: String, description: String?)
        /// The body of a script tag: a name and a value in AMF 0.
        case data(ArraySlice<UInt8>)
    }

    enum Source {
        case none
        case file(MediaTracks, byteCount: Int)
        /// Data generation mode: `isComplete`: nothing more will come.
        case appended(FLVReader, byteCount: Int, isComplete: Bool)
    }

    unowned(unsafe) let player: Player
    /// Where its pictures are shown.
    public let surface: VideoSurface
    /// Called for each event. It may do anything with the stream.
    public var onEvent: (Event) -> Void = { _ in }
    /// Called when it begins and ends to move by itself.
    public var onActivity: (Bool) -> Void = { _ in }
    private var isActive = false
    /// ActionScript 3 hears more about seeking and pausing than the older ones.
    private let isScript3: Bool
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
    public private(set) var isPaused = false
    /// It has come to its end and waits for a seek or another file.
    private var hasEnded = false
    /// It has played at all: one that is paused from the start is full when it goes on.
    private var hasBegun = false
    /// Waits for more bytes.
    private var isStarved = false
    /// The stream's time in milliseconds at a moment of the player's; no moment: it stands still.
    var base = 0.0
    var startedAt: Double?
    private var pendingSeek: Double?
    /// Goes up with each new source, so that what a handler has replaced is not gone on with.
    private var generation = 0
    // The next packets.
    var nextSound = 0
    private var nextVideo = 0
    private var nextData = 0
    private var isDrained = false
    private var worker: VideoWorker?
    var decoder: PacketSound?
    var queue: QueueReader?
    var voice: PlayingVoice?
    /// Stream time of the end of what has been put in the queue, and of the start of the voice.
    var queuedTo = 0.0
    var voiceBase = 0.0
    private var shownTimes: [Double] = []
    private var hasNoticed = false

    /// Packets of video that are handed to the decoder ahead: as many as it can hold back, and some more.
    private static let videoAhead = 20

    public init(player: Player, isScript3: Bool) {
        self.player = player
        self.isScript3 = isScript3
        surface = VideoSurface(player: player)
    }

    deinit { worker?.close() }

    // MARK: What is played

    /// Plays a whole file. False: it is none that is known.
    public func open(_ bytes: [UInt8]) -> Bool {
        guard let tracks = FLVReader(whole: bytes)?.tracks ?? MP4Reader(bytes)?.tracks else { return false }
        // A script may have paused it before its file has come.
        let waits = isPaused
        begin(.file(tracks, byteCount: bytes.count))
        // A piece of a longer film keeps its times, and begins with the first of them.
        base = tracks.lateStart
        (isPaused, hasBegun) = (waits, !waits)
        if waits { startedAt = nil }
        let started = generation
        status("NetStream.Play.Start")
        if started == generation, hasBegun { status("NetStream.Buffer.Full") }
        if started == generation { advance() }
        return true
    }

    /// Plays what ``append(_:)`` hands in.
    public func openAppended() {
        begin(.appended(FLVReader(), byteCount: 0, isComplete: false))
        isStarved = true
        startedAt = nil
        status("NetStream.Play.Start")
    }

    public func append(_ bytes: [UInt8]) {
        guard case .appended(var reader, let count, let wasComplete) = source else { return }
        // Not held twice, or its arrays would be copied.
        source = .none
        dropUsed(&reader)
        let isFirst = reader.tracks.firstTime == nil
        reader.append(bytes)
        let first = reader.tracks.firstTime
        source = .appended(reader, byteCount: count + bytes.count, isComplete: false)
        if isFirst, let first { setPosition(Double(first)) }
        if wasComplete { goOn() }
    }

    /// More has come after its end was announced: it waits for it as for any other.
    private func goOn() {
        stopSound()
        guard hasEnded else { return }
        hasEnded = false
        isStarved = true
        // A decoder that has given all takes no more before it has forgotten that.
        if isDrained { worker?.flush() }
        isDrained = false
        setActive(true)
    }

    /// `appendBytesAction`: "resetBegin", "resetSeek", "endSequence". False: there is no such action.
    public func appendAction(_ action: String) -> Bool {
        guard ["resetBegin", "resetSeek", "endSequence"].contains(action) else { return false }
        guard case .appended(var reader, let count, _) = source else { return true }
        if action == "endSequence" {
            source = .appended(reader, byteCount: count, isComplete: true)
            return true
        }
        reader.restart(atTag: action == "resetSeek")
        reader.tracks = MediaTracks()
        source = .appended(reader, byteCount: count, isComplete: false)
        (nextSound, nextVideo, nextData) = (0, 0, 0)
        stopSound()
        worker?.close()
        worker = nil
        decoder = nil
        isStarved = true
        base = position
        startedAt = nil
        return true
    }

    /// Packets that have been played are not needed any more where no seek leads back to them.
    private func dropUsed(_ reader: inout FLVReader) {
        let batch = 64
        if nextVideo >= batch {
            reader.tracks.video.removeFirst(nextVideo)
            nextVideo = 0
        }
        if nextSound >= batch {
            reader.tracks.sound.removeFirst(nextSound)
            nextSound = 0
        }
        if nextData >= batch {
            reader.tracks.data.removeFirst(nextData)
            nextData = 0
        }
    }

    private func begin(_ source: Source) {
        close()
        self.source = source
        (isPaused, hasBegun, hasEnded, isStarved, isDrained) = (false, false, false, false, false)
        base = 0
        startedAt = player.milliseconds
        setActive(true)
    }

    /// While it is active time moves it on, and its script object has to live.
    private func setActive(_ isActive: Bool) {
        guard self.isActive != isActive else { return }
        self.isActive = isActive
        player.mediaStreams.removeAll { $0 === self }
        if isActive { player.mediaStreams.append(self) }
        onActivity(isActive)
    }

    /// Ends it. The last picture stays.
    public func close() {
        generation += 1
        setActive(false)
        stopSound()
        worker?.close()
        worker = nil
        decoder = nil
        source = .none
        (nextSound, nextVideo, nextData) = (0, 0, 0)
        (base, startedAt, pendingSeek) = (0, nil, nil)
        isPaused = false
    }

    var tracks: MediaTracks {
        switch source {
        case .none: MediaTracks()
        case .file(let tracks, _): tracks
        case .appended(let reader, _, _): reader.tracks
        }
    }

    /// Whether all that there is has come.
    var isComplete: Bool {
        switch source {
        case .none, .file: true
        case .appended(_, _, let isComplete): isComplete
        }
    }

    public var isOpen: Bool {
        if case .none = source { return false }
        return true
    }

    public var byteCount: Int {
        switch source {
        case .none: 0
        case .file(_, let count), .appended(_, let count, _): count
        }
    }

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
    public var bufferLength: Double { max(0, Double(tracks.lastTime) - position) }

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

    private func setPosition(_ milliseconds: Double) {
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

    private func goTo(_ wanted: Double) {
        let started = generation
        if case .appended = source {
            // The script brings what lies there.
            status("NetStream.Seek.Notify")
            return
        }
        let tracks = tracks
        var target = min(wanted, Double(tracks.lastTime))
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
        startedAt = isPaused ? nil : player.milliseconds
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
        if isPaused, !hasBegun {
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
        guard position >= Double(tracks.lastTime), !isSounding else { return }
        if isComplete { end() } else { starve() }
    }

    /// Something of what has come is still to be heard.
    private var isSounding: Bool {
        guard let voice, let queue else { return false }
        return isComplete ? player.sound.heard(voice) != nil : player.sound.mixer.waiting(in: queue) > 0
    }

    /// Begins to play as soon as enough has been handed in.
    private func startFed() {
        let tracks = tracks
        let waiting = Double(tracks.lastTime) - base
        guard tracks.firstTime != nil, waiting >= bufferTime * 1000 || isComplete else { return }
        isStarved = false
        hasBegun = true
        startedAt = player.milliseconds
        status("NetStream.Buffer.Full")
    }

    private func starve() {
        guard !isStarved else { return }
        base = position
        startedAt = nil
        isStarved = true
        stopSound()
        status("NetStream.Buffer.Empty")
    }

    private func end() {
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

    private func tellDue() {
        let started = generation
        while started == generation {
            let tracks = tracks
            guard nextData < tracks.data.count, Double(tracks.data[nextData].time) <= position else { return }
            nextData += 1
            onEvent(.data(tracks.data[nextData - 1].data))
        }
    }

    private func status(_ code: String, level: String = "status", description: String? = nil) {
        onEvent(.status(code: code, level: level, description: description))
    }

    // MARK: Pictures

    private func showDue() {
        guard isSeen else { return }
        let tracks = tracks
        guard let codec = tracks.videoCodec, nextVideo < tracks.video.count || worker != nil else { return }
        if worker == nil {
            // H.264 cannot begin without its setup.
            guard codec != .h264 || !tracks.videoSetup.isEmpty else { return }
            worker = VideoWorker(codec, setup: tracks.videoSetup)
            worker?.setDeblocking(deblocking)
            if worker == nil { notice() }
        }
        guard let worker else { return }
        let position = position
        while nextVideo < tracks.video.count, isWanted(tracks.video, position) {
            worker.send(tracks.video[nextVideo])
            nextVideo += 1
        }
        if nextVideo >= tracks.video.count, isComplete, !isDrained {
            isDrained = true
            worker.drain()
        }
        if let picture = worker.picture(at: position, waits: player.waitsForVideo) {
            surface.show(picture)
            shownTimes.append(player.milliseconds)
            if shownTimes.count > 240 { shownTimes.removeFirst(120) }
            player.invalidate()
        }
    }

    /// Whether the next packet is to be decoded by now.
    private func isWanted(_ video: [MediaPacket], _ position: Double) -> Bool {
        let behind = nextVideo - Self.videoAhead
        return Double(video[nextVideo].time) <= position || behind < 0 || Double(video[behind].time) <= position
    }

    /// Says once why nothing is to be seen or heard.
    func notice() {
        guard !hasNoticed, !MediaLibrary.isAvailable else { return }
        hasNoticed = true
        player.host.warn("libavcodec is missing: video is neither shown nor heard")
    }
}
