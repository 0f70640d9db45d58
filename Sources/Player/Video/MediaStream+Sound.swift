import Media

/// The sound of a stream: decoded a little ahead of what is heard.
extension MediaStream {
    /// Sound that is decoded ahead, in milliseconds.
    private static let soundAhead = 500.0
    /// Sound whose time is off by less is taken to follow what came before it.
    private static let soundGap = 100.0

    func startSound() {
        let tracks = tracks
        guard isHeard, let coding = tracks.soundCoding, !tracks.sound.isEmpty else { return }
        // AAC cannot begin without its setup.
        guard coding.codec != .aac || !tracks.soundSetup.isEmpty else { return }
        if decoder == nil { decoder = PacketSound(coding, setup: tracks.soundSetup) }
        guard decoder != nil else { return notice() }
        let position = position
        if source == .file { nextSound = MediaTracks.index(in: tracks.sound, at: position) }
        decoder?.reset()
        let made = QueueReader()
        queue = made
        (queuedTo, voiceBase, unheardBefore) = (position, position, position)
        feedSound()
        voice = player.sound.play(made, VoiceOptions(gains: gains), owner: audioOwner)
    }

    /// Keeps some sound ahead of what is heard.
    func feedSound() {
        guard let queue, decoder != nil else { return }
        let tracks = tracks
        var samples: [Float] = []
        let wanted = Mixer.frames(milliseconds: Self.soundAhead) - player.sound.mixer.waiting(in: queue)
        while samples.count / 2 < wanted, nextSound < tracks.sound.count {
            let packet = tracks.sound[nextSound]
            nextSound += 1
            append(packet, to: &samples)
        }
        bridgeMissing(tracks, &samples)
        if !samples.isEmpty { player.sound.mixer.append(samples, to: queue) }
        if nextSound >= tracks.sound.count, isComplete { player.sound.mixer.close(queue) }
    }

    /// Sound that stays out while the rest of a stream goes on is silence, or its clock would stand still.
    private func bridgeMissing(_ tracks: MediaTracks, _ samples: inout [Float]) {
        guard !isComplete, nextSound >= tracks.sound.count else { return }
        let wanted = min(Double(tracks.lastTime) - Self.latestSound, position + Self.soundAhead)
        guard wanted > queuedTo else { return }
        samples.append(contentsOf: repeatElement(0, count: Mixer.frames(milliseconds: wanted - queuedTo) * 2))
        (queuedTo, unheardBefore) = (wanted, wanted)
    }

    /// Milliseconds by which sound may come after the pictures it belongs to.
    static let latestSound = 1000.0

    /// Puts what a packet holds at its place: what lies before the start is cut off, a gap is silent.
    private func append(_ packet: MediaPacket, to samples: inout [Float]) {
        var decoded: [Float] = []
        decoder?.decode(packet.data, into: &decoded)
        let time = Double(packet.time)
        if time < unheardBefore {
            let early = min(decoded.count, Mixer.frames(milliseconds: unheardBefore - time) * 2)
            decoded.removeFirst(early)
        } else if time - queuedTo > Self.soundGap {
            let silent = Mixer.frames(milliseconds: min(10_000, time - queuedTo))
            samples.append(contentsOf: repeatElement(0, count: silent * 2))
            queuedTo = time
        }
        samples += decoded
        queuedTo += Double(decoded.count / 2) * 1000 / Double(Mixer.sampleRate)
    }

    func stopSound() {
        if let voice { player.sound.stop(voice) }
        voice = nil
        queue = nil
    }

    func restartSound() {
        guard queue != nil || isHeard else { return }
        base = position
        if startedAt != nil { startedAt = player.milliseconds }
        stopSound()
    }
}
