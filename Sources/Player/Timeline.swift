import Base
import SWF

/// The frames of a sprite or of a whole movie: which tags each one runs. Shared by all instances.
final class Timeline {
    let movie: Movie
    /// Frames that are played, at least 1. Frames without tags show what the one before showed.
    let frameCount: Int
    /// As the header or DefineSprite has it, 0 for a sprite without any.
    let claimedFrameCount: Int
    /// Frames after which a playhead that runs on begins anew, nil where it stays on the last one. Flash loops at an
    /// End tag that follows a ShowFrame; what the header claims does not count.
    let loopLength: Int?
    /// The last frame that a playhead of ActionScript 1 and 2 reaches by playing: what follows the last ShowFrame is a
    /// frame as well where it does anything, though scripts do not count it.
    let lastPlayedFrame: Int
    /// The control tags of each frame, as indices into `records`.
    private let frames: [Range<Int>]
    private let records: [TagRecord]
    /// Length of its tags in the file.
    let byteCount: Int
    private var decoded: [[Tag]?]
    /// Frame labels in order; frames count from 1.
    private(set) var labels: [(name: String, frame: Int)] = []
    /// Its stream sound, nil where it has none.
    private(set) lazy var soundTrack = SoundTrack(movie: movie, frames: frames, records: records)
    /// Scenes in order of their first frame (from 1). Empty where the movie names none.
    private(set) var scenes: [(name: String, start: Int)] = []
    /// Whether the movie has a list of scenes, be it empty.
    private(set) var listsScenes = false

    init(movie: Movie, records: [TagRecord], frameCount: Int) {
        self.movie = movie
        self.records = records
        // With the header of the first, which is short where the body is.
        byteCount = records.last.map { $0.body.upperBound - (records.first?.body.lowerBound ?? 0) + 2 } ?? 0
        claimedFrameCount = frameCount
        var frames: [Range<Int>] = []
        var start = 0
        for (index, record) in records.enumerated() where record.code == TagCode.showFrame.rawValue {
            frames.append(start..<index)
            start = index + 1
        }
        let isEnded = records.last?.code == TagCode.end.rawValue && start == records.count - 1
        loopLength = isEnded && frames.count > 1 ? frames.count : nil
        // Frames beyond those that the header claims are played as well.
        self.frameCount = max(1, frameCount, frames.count)
        let hasOpenFrame = records[start...].contains { Self.acts($0.code) }
        lastPlayedFrame = max(self.frameCount, hasOpenFrame ? frames.count + 1 : 0)
        if start < records.count { frames.append(start..<records.count) }
        self.frames = frames
        decoded = Array(repeating: nil, count: frames.count)
        collectLabels()
    }

    /// The tags that act in `frame` (from 1), in order. Definitions are not among them.
    func tags(ofFrame frame: Int) -> [Tag] {
        let index = frame - 1
        guard index >= 0, index < frames.count else { return [] }
        if let known = decoded[index] { return known }
        var tags: [Tag] = []
        for record in records[frames[index]] where Self.acts(record.code) {
            // A tag that cannot be read at all does nothing; Flash skips it by its length.
            if let tag = try? movie.decode(record) { tags.append(tag) }
        }
        decoded[index] = tags
        return tags
    }

    /// The frame (from 1) with a label, nil where there is none. Flash compares labels without regard to case.
    func frame(labelled label: String) -> Int? {
        let wanted = label.lowercased()
        return labels.first { $0.name.lowercased() == wanted }?.frame
    }

    private static func acts(_ code: UInt16) -> Bool {
        guard let known = TagCode(rawValue: code) else { return false }
        switch known {
        case .placeObject, .placeObject2, .placeObject3, .placeObject4, .removeObject, .removeObject2,
            .setBackgroundColor, .doAction, .startSound, .startSound2, .soundStreamHead, .soundStreamHead2,
            .soundStreamBlock, .setTabIndex, .doABC, .doABC2, .symbolClass, .doInitAction:
            return true
        default:
            return false
        }
    }

    private func collectLabels() {
        let version = movie.header.version
        var listed: [(name: String, frame: Int)] = []
        for (index, range) in frames.enumerated() {
            for record in records[range] {
                if record.code == TagCode.frameLabel.rawValue,
                    case .frameLabel(let label, _)? = try? movie.decode(record)
                {
                    labels.append((label.text(version: version), index + 1))
                } else if record.code == TagCode.defineSceneAndFrameLabelData.rawValue,
                    case .defineSceneAndFrameLabelData(let scenes, let labels)? = try? movie.decode(record)
                {
                    listsScenes = true
                    self.scenes = scenes.map { ($0.name.text(version: version), Self.frame($0.startFrame)) }
                        .sorted { $0.start < $1.start }
                    listed = labels.map { ($0.label.text(version: version), Self.frame($0.frame)) }
                }
            }
        }
        // Quirk: where there are scenes, the labels of their list count, and those at the frames do not.
        if !scenes.isEmpty { labels = listed }
    }

    /// A frame from 0 as one from 1, within what a movie can have.
    private static func frame(_ index: UInt32) -> Int { Int(min(index, 65_535)) + 1 }
}
