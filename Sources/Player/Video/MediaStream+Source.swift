import Media

/// Where the packets of a stream come from: a file, whole or on its way, or what a script hands in.
extension MediaStream {
    // MARK: Files

    /// Plays a whole file. False: it is none that is known.
    public func open(_ bytes: [UInt8]) -> Bool {
        forgetInput()
        return finish(bytes)
    }

    /// More of a file that is on its way has come; ``close()`` is before the first of it. It begins as soon as it is known
    /// what it is, and plays when ``bufferTime`` of it is there. False: it is of no kind that is known.
    /// - Parameter total: bytes of the whole; nil: nobody says.
    public func receive(_ bytes: [UInt8], total: Int?) -> Bool {
        take(bytes)
        byteTotal = total
        guard !input.isBroken else { return false }
        if source == .none, input.isReady { startFile() }
        return true
    }

    /// The last of a file has come.
    public func finish(_ bytes: [UInt8]) -> Bool {
        take(bytes)
        input.finish()
        isComplete = true
        guard source == .none else { return true }
        guard input.isReady else {
            forgetInput()
            return false
        }
        startFile()
        return true
    }

    private func take(_ bytes: [UInt8]) {
        input.append(bytes)
        byteCount += bytes.count
    }

    private func startFile() {
        // A script may have paused it before its file has come.
        let waits = isPaused
        begin(.file)
        // A piece of a longer film keeps its times, and begins with the first of them.
        base = tracks.lateStart
        isPaused = waits
        // A whole one needs to wait for nothing.
        isStarved = !isComplete
        hasBegun = isComplete && !waits
        if isPaused || isStarved { startedAt = nil }
        let started = generation
        status("NetStream.Play.Start")
        if started == generation, hasBegun { status("NetStream.Buffer.Full") }
        if started == generation { advance() }
    }

    private func begin(_ source: Source) {
        stopPlaying()
        self.source = source
        (isPaused, hasBegun, hasEnded, isStarved, isDrained) = (false, false, false, false, false)
        startedAt = player.milliseconds
        setActive(true)
    }

    /// While it is active time moves it on, and its script object has to live.
    func setActive(_ isActive: Bool) {
        guard self.isActive != isActive else { return }
        self.isActive = isActive
        player.mediaStreams.removeAll { $0 === self }
        if isActive { player.mediaStreams.append(self) }
        onActivity(isActive)
    }

    /// Ends it. The last picture stays.
    public func close() {
        stopPlaying()
        forgetInput()
    }

    private func stopPlaying() {
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

    private func forgetInput() {
        input = MediaFile()
        (byteCount, byteTotal, droppedBytes, isComplete) = (0, nil, 0, false)
    }

    // MARK: What a script hands in

    /// Plays what ``append(_:)`` hands in.
    public func openAppended() {
        begin(.appended)
        forgetInput()
        input = .appended
        isStarved = true
        startedAt = nil
        status("NetStream.Play.Start")
    }

    public func append(_ bytes: [UInt8]) {
        guard source == .appended else { return }
        dropUsed()
        let isFirst = tracks.firstTime == nil
        let wasComplete = isComplete
        take(bytes)
        isComplete = false
        if isFirst, let first = tracks.firstTime { setPosition(Double(max(0, first))) }
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
        guard source == .appended else { return true }
        if action == "endSequence" {
            isComplete = true
            return true
        }
        base = position
        input.restart(atTag: action == "resetSeek")
        isComplete = false
        droppedBytes = byteCount
        (nextSound, nextVideo, nextData) = (0, 0, 0)
        stopSound()
        worker?.close()
        worker = nil
        decoder = nil
        isStarved = true
        startedAt = nil
        return true
    }

    /// Packets that have been played are not needed any more where no seek leads back to them.
    private func dropUsed() {
        let batch = 64
        let (sound, video, data) = (
            nextSound >= batch ? nextSound : 0, nextVideo >= batch ? nextVideo : 0, nextData >= batch ? nextData : 0
        )
        guard sound + video + data > 0 else { return }
        droppedBytes += input.drop(sound: sound, video: video, data: data)
        nextSound -= sound
        nextVideo -= video
        nextData -= data
    }

    // MARK: What there is

    var tracks: MediaTracks { input.tracks }

    public var isOpen: Bool { source != .none }

    /// Bytes of the whole file; of one whose length nobody says, 0 until it is there.
    public var totalBytes: Int { byteTotal.map { max($0, byteCount) } ?? (isComplete ? byteCount : 0) }

    /// Bytes that it keeps in memory.
    public var heldBytes: Int { byteCount - droppedBytes }

    /// What there is to know of how it comes.
    public struct Facts {
        public var bytes = 0
        public var soundBytes = 0
        public var videoBytes = 0
        public var dataBytes = 0
        /// Seconds of it that have come, and that wait to be played.
        public var seconds = 0.0
        public var waiting = 0.0
        public init() {}
    }

    public var facts: Facts {
        let tracks = tracks
        func size(_ packets: [MediaPacket]) -> Int { packets.reduce(0) { $0 + $1.data.count } }
        var facts = Facts()
        (facts.bytes, facts.soundBytes) = (byteCount, size(tracks.sound))
        (facts.videoBytes, facts.dataBytes) = (size(tracks.video), size(tracks.data))
        (facts.seconds, facts.waiting) = (Double(tracks.lastTime) / 1000, bufferLength / 1000)
        return facts
    }
}
