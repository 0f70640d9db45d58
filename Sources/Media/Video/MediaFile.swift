/// A file of film, FLV or MP4, that comes in piece by piece.
public struct MediaFile {
    private var flv: FLVReader?
    private var mp4: MP4Reader?
    /// The first bytes, while it is not known what they are.
    private var head: [UInt8] = []
    private var isFinished = false
    /// Bytes that tell what it is.
    private static let headSize = 8

    public init() {}

    /// Bytes of an FLV that a script hands in.
    public static var appended: MediaFile {
        var file = MediaFile()
        file.flv = FLVReader()
        return file
    }

    /// What of it has come so far.
    public var tracks: MediaTracks { flv?.tracks ?? mp4?.tracks ?? MediaTracks() }

    /// It is of no kind that is known.
    public var isBroken: Bool { flv?.isBroken ?? mp4?.isBroken ?? isFinished }

    /// Whether it is known what it holds, so that it can be begun with.
    public var isReady: Bool {
        if let flv { return flv.isInBody && (isFinished || !flv.tracks.video.isEmpty || !flv.tracks.sound.isEmpty) }
        return mp4?.isReady ?? false
    }

    public mutating func append(_ bytes: [UInt8]) {
        guard flv == nil, mp4 == nil else {
            flv?.append(bytes)
            mp4?.append(bytes)
            return
        }
        head += bytes
        if head.count >= Self.headSize { begin() }
    }

    /// Nothing more will come.
    public mutating func finish() {
        isFinished = true
        if flv == nil, mp4 == nil { begin() }
        mp4?.finish()
        if flv?.isInBody == false { flv?.giveUp() }
    }

    private mutating func begin() {
        let bytes = head
        head = []
        if bytes.starts(with: "FLV".utf8) {
            flv = FLVReader()
            flv?.append(bytes)
        } else {
            mp4 = MP4Reader()
            mp4?.append(bytes)
        }
    }

    /// What comes next is another piece of an FLV, after a jump; `atTag`: it begins with a tag, without a file's header.
    public mutating func restart(atTag: Bool) {
        flv?.restart(atTag: atTag)
        flv?.tracks = MediaTracks()
    }

    /// Forgets the first packets of each kind. Returns how many bytes they were.
    public mutating func drop(sound: Int, video: Int, data: Int) -> Int {
        guard let tracks = flv?.tracks else { return 0 }
        let count =
            tracks.sound.prefix(sound).reduce(0) { $0 + $1.data.count }
            + tracks.video.prefix(video).reduce(0) { $0 + $1.data.count }
            + tracks.data.prefix(data).reduce(0) { $0 + $1.data.count }
        flv?.tracks.sound.removeFirst(min(sound, tracks.sound.count))
        flv?.tracks.video.removeFirst(min(video, tracks.video.count))
        flv?.tracks.data.removeFirst(min(data, tracks.data.count))
        return count
    }
}
