import Media
import SWF

/// The stream sound of a timeline: its blocks, and the frames in which they lie.
final class SoundTrack {
    let clip: SoundClip
    /// Which block a frame (from 1) starts with.
    private let blocks: [Int: Int]

    /// Nil where the timeline has none, or one that cannot be played.
    init?(movie: Movie, frames: [Range<Int>], records: [TagRecord]) {
        var head: SoundStreamHead?
        var ranges: [Range<Int>] = []
        var blocks: [Int: Int] = [:]
        for (index, range) in frames.enumerated() {
            for record in records[range] {
                switch TagCode(rawValue: record.code) {
                case .soundStreamHead, .soundStreamHead2:
                    // The first one counts.
                    if head == nil, case .soundStreamHead(let tag)? = try? movie.decode(record) { head = tag }
                case .soundStreamBlock:
                    guard let head else { continue }
                    // An MP3 block starts with how many samples it is and how many to skip.
                    let prefix = head.stream.codec == SoundCoding.Codec.mp3.rawValue ? 4 : 0
                    guard record.body.count > prefix else { continue }
                    if blocks[index + 1] == nil { blocks[index + 1] = ranges.count }
                    ranges.append(record.body.lowerBound + prefix..<record.body.upperBound)
                default: continue
                }
            }
        }
        guard let head, !ranges.isEmpty, let coding = SoundCoding(head.stream) else { return nil }
        clip = SoundClip(coding, movie.bytes, blocks: ranges, skip: max(0, Int(head.latencySeek)))
        self.blocks = blocks
    }

    func block(ofFrame frame: Int) -> Int? { blocks[frame] }
}

/// The stream that a clip's timeline plays.
struct StreamPlayback {
    let playing: PlayingVoice
    /// The frame with whose block it began.
    let startFrame: Int
}

extension MovieClip {
    /// The playhead has come to a frame with a piece of stream sound: starts the stream there unless it is running.
    func streamFrame() {
        guard isPlaying, stream == nil, let track = timeline.soundTrack, let block = track.block(ofFrame: currentFrame)
        else { return }
        guard let reader = track.clip.makeDecodingReader() else { return }
        if block > 0 { reader.rewind(toBlock: block) }
        let playing = player.sound.play(reader, VoiceOptions(), clip: track.clip, owner: self)
        stream = playing.map { StreamPlayback(playing: $0, startFrame: currentFrame) }
        if stream != nil { player.streamingClips.append(WeakClip(clip: self)) }
    }

    /// A timeline that stops, jumps or goes away takes its stream along.
    func stopStream() {
        guard let stream else { return }
        player.sound.stop(stream.playing)
        self.stream = nil
        player.streamingClips.removeAll { $0.clip == nil || $0.clip === self }
    }
}

extension MovieClip {
    /// The root of a loaded movie takes the sounds of its movie along.
    func unloadSounds() {
        guard timeline === assets.timeline, assets !== player.assets else { return }
        player.sound.movieLeft(assets)
    }
}

struct WeakClip {
    weak var clip: MovieClip?
}

extension Player {
    /// How far the timeline may be from its stream sound.
    private static let streamTolerance = 30.0

    /// Milliseconds by which the stream sound is ahead of the frames, where that is so much that it would be noticed;
    /// below 0: behind.
    func streamDrift() -> Double {
        guard sound.isPulled, let duration = clock.frameDuration else { return 0 }
        for streaming in streamingClips {
            guard let clip = streaming.clip, let stream = clip.stream, clip.isPlaying,
                let heard = sound.heard(stream.playing)
            else { continue }
            let shown = Double(clip.currentFrame - stream.startFrame) * duration + clock.saved
            let drift = heard - shown
            return abs(drift) > Self.streamTolerance ? drift : 0
        }
        return 0
    }
}

extension MovieClip {
    /// StartSound and StartSound2.
    func startSound(_ tag: StartSound) {
        switch tag.target {
        case .character(let id): player.startSound(assets.soundClip(id), tag.info, owner: self)
        case .className(let name):
            player.startSound(assets.soundClip(ofClass: assets.text(name)), tag.info, owner: self)
        }
    }
}

extension Player {
    /// Does what SOUNDINFO says with a sound.
    func startSound(_ clip: SoundClip?, _ info: SoundInfo, owner: DisplayObject?) {
        guard let clip else { return }
        switch info.event {
        case .stop: sound.stopAll(of: clip)
        case .start: if !sound.isPlaying(clip) { sound.play(clip, VoiceOptions(info), owner: owner) }
        case .event: sound.play(clip, VoiceOptions(info), owner: owner)
        }
    }
}
