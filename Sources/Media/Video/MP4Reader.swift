/// Takes an MP4 or F4V file apart, whole or as its bytes come in. Where `moov` stands in front, packets come as their bytes
/// do; where it stands at the end, all of them with it.
///
/// Spec: ISO/IEC 14496-12; Adobe Flash Video File Format 10.1, chapter 2.
public struct MP4Reader {
    public private(set) var tracks = MediaTracks()
    /// The bytes are no such file.
    public private(set) var isBroken = false
    /// What has come from byte `base` of the file on.
    private var rest: [UInt8] = []
    private var base = 0
    /// Where the next box begins that has not been looked at.
    private var boxPlace = 0
    private var video = Track([])
    private var sound = Track([])
    private var hasMovie = false
    private var isFinished = false
    /// Bytes that have come since packets were last taken.
    private var grown = 0
    /// Up to this many bytes that wait, each piece is looked through at once; above, only when it is a good part more,
    /// since what is left over is copied.
    private static let cheap = 1 << 20
    /// Kinds of the first box of a file that Flash takes.
    private static let openings = ["ftyp", "moov", "mdat"].map { Array($0.utf8) }

    public init() {}

    /// Nil where the bytes are no such file.
    public init?(_ bytes: [UInt8]) {
        append(bytes)
        finish()
        if isBroken { return nil }
    }

    /// Whether it is known what the file holds.
    public var isReady: Bool { hasMovie && !isBroken }

    public mutating func append(_ bytes: [UInt8]) {
        guard !isBroken, !isFinished else { return }
        if rest.isEmpty { rest = bytes } else { rest += bytes }
        grown += bytes.count
        if base == 0, boxPlace == 0, rest.count >= 8, !Self.openings.contains(Array(rest[4..<8])) { return fail() }
        if !hasMovie { findMovie() }
        guard hasMovie else { return }
        if rest.count - grown <= Self.cheap || grown > rest.count / 4 { takePackets() }
    }

    /// Nothing more will come.
    public mutating func finish() {
        guard !isBroken, !isFinished else { return }
        isFinished = true
        if !hasMovie { findMovie() }
        takePackets()
        rest = []
        (video, sound) = (Track([]), Track([]))
        if tracks.video.isEmpty && tracks.sound.isEmpty { return fail() }
        tracks.lastTime = max(tracks.lastTime, Self.end(of: tracks.video), Self.end(of: tracks.sound))
    }

    private mutating func fail() {
        isBroken = true
        rest = []
        (video, sound) = (Track([]), Track([]))
    }

    /// The last packet lasts as long as the one before it.
    private static func end(of packets: [MediaPacket]) -> Int {
        guard let last = packets.last else { return 0 }
        let before = packets.dropLast().last ?? last
        return last.time + max(0, last.time - before.time)
    }

    // MARK: The boxes

    /// Looks at the boxes that have come for `moov`, which must be whole unless nothing follows.
    private mutating func findMovie() {
        while true {
            var place = boxPlace
            guard place + 8 <= rest.count else { return }
            var size = number(place, 4)
            let isMovie = rest[place + 4..<place + 8].elementsEqual("moov".utf8)
            var header = 8
            if size == 1 {
                guard place + 16 <= rest.count else { return }
                (size, header) = (number(place + 8, 8), 16)
            } else if size == 0 {
                // It reaches to the end.
                guard isFinished else { return }
                size = rest.count - place
            }
            guard size >= header else { return fail() }
            let end = size > .max - place ? .max : place + size
            if isMovie {
                guard end <= rest.count || isFinished else { return }
                place += header
                return readMovie(Array(rest[place..<max(place, min(end, rest.count))]))
            }
            guard end < .max else { return }
            boxPlace = end
        }
    }

    private func number(_ place: Int, _ count: Int) -> Int {
        // Eight bytes may not fit; such a length is beyond the end in any case.
        rest[place..<place + count].reduce(0) { ($0 & 0x7F_FFFF_FFFF_FFFF) << 8 | Int($1) }
    }

    private mutating func readMovie(_ box: [UInt8]) {
        let movie = MP4Movie(box, fileLimit: isFinished ? rest.count : .max)
        guard !movie.video.isEmpty || !movie.sound.isEmpty else { return fail() }
        tracks = movie.tracks
        (video, sound) = (Track(movie.video), Track(movie.sound))
        hasMovie = true
    }

    // MARK: The packets

    private mutating func takePackets() {
        grown = 0
        let end = base + rest.count
        let (bytes, start) = (rest, base)
        func packets(_ samples: ArraySlice<MP4Movie.Sample>) -> [MediaPacket] {
            samples.compactMap { sample in
                let place = sample.place - start
                guard place >= 0, place <= bytes.count - Int(sample.size) else { return nil }
                return MediaPacket(
                    time: Int(sample.time), shownAt: Int(sample.shownAt), isKey: sample.isKey,
                    data: bytes[place..<place + Int(sample.size)])
            }
        }
        tracks.video += packets(video.take(upTo: end, isLast: isFinished))
        tracks.sound += packets(sound.take(upTo: end, isLast: isFinished))
        // What can be played is what all tracks have.
        let ends = [
            video.isDone ? nil : tracks.video.last?.time ?? 0, sound.isDone ? nil : tracks.sound.last?.time ?? 0,
        ].compactMap { $0 }
        let last = ends.min() ?? max(tracks.video.last?.time ?? 0, tracks.sound.last?.time ?? 0)
        tracks.lastTime = max(tracks.lastTime, last)
        // Packets share the bytes; only what is left over is copied.
        let dropped = min(rest.count, max(0, min(video.firstNeeded, sound.firstNeeded) - start))
        guard dropped > 0 else { return }
        rest = Array(bytes[dropped...])
        base = start + dropped
    }

    /// The samples of a track and how far they have come.
    private struct Track {
        private let samples: [MP4Movie.Sample]
        private var next = 0
        /// The first byte that is needed for a sample or one after it.
        private var needed: [Int]

        init(_ samples: [MP4Movie.Sample]) {
            self.samples = samples
            var first = Int.max
            needed = samples.map { _ in 0 }
            for index in samples.indices.reversed() {
                first = min(first, samples[index].place)
                needed[index] = first
            }
        }

        var isDone: Bool { next >= samples.count }
        var firstNeeded: Int { isDone ? .max : needed[next] }

        /// The samples that end by byte `end`, in their order; all where nothing follows.
        mutating func take(upTo end: Int, isLast: Bool) -> ArraySlice<MP4Movie.Sample> {
            let first = next
            while next < samples.count, isLast || samples[next].place <= end - Int(samples[next].size) { next += 1 }
            return samples[first..<next]
        }
    }
}
