import Media

/// A sound that a script of ActionScript 1 or 2 has started. Its events go by the player's clock, so that they come even
/// where nothing can be heard.
public final class PlayingSound {
    /// Of one run through it, in milliseconds.
    let duration: Double
    let loops: Int
    /// Where each run starts, in milliseconds from the sound's own start.
    let offset: Double
    let startedAt: Double
    let onComplete: () -> Void
    var voice: PlayingVoice?

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
    /// Starts a sound and its clock; `onComplete` is called when its last run has ended. `owner`: the clip whose volume
    /// counts and with which it ends.
    public func startSound(
        _ clip: SoundClip?, duration: Double, loops: Int, offset: Double, owner: DisplayObject?,
        onComplete: @escaping () -> Void
    ) -> PlayingSound {
        let sound = PlayingSound(
            duration: duration, loops: loops, offset: offset, startedAt: milliseconds, onComplete: onComplete)
        playingSounds.append(sound)
        if let clip, offset < duration {
            // Each run starts at the offset.
            sound.voice = self.sound.play(
                clip, VoiceOptions(first: Mixer.frames(milliseconds: offset), runs: loops), owner: owner)
        }
        return sound
    }

    public func stopSound(_ sound: PlayingSound) {
        playingSounds.removeAll { $0 === sound }
        if let voice = sound.voice { self.sound.stop(voice) }
    }

    public func stopAllSounds() {
        playingSounds.removeAll()
        sound.stopAll()
    }

    /// Ends those whose time is over.
    func advanceSounds() {
        guard !playingSounds.isEmpty else { return }
        let ended = playingSounds.filter { $0.end <= milliseconds }
        playingSounds.removeAll { sound in ended.contains { $0 === sound } }
        for sound in ended { sound.onComplete() }
    }
}

extension Mixer {
    /// Frames that are heard in so many milliseconds.
    public static func frames(milliseconds: Double) -> Int {
        Int(max(0, min(1e12, milliseconds.isFinite ? milliseconds * Double(sampleRate) / 1000 : 0)))
    }
}
