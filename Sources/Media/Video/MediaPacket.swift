/// A piece of sound, of video or of data in a file or stream.
public struct MediaPacket: Sendable {
    /// When it is decoded, in milliseconds.
    public var time: Int
    /// When its picture is shown, which is later than `time` where pictures are stored out of order.
    public var shownAt: Int
    /// Decoding can begin with it.
    public var isKey: Bool
    /// The codec's own bytes.
    public var data: ArraySlice<UInt8>

    public init(time: Int, shownAt: Int? = nil, isKey: Bool = true, data: ArraySlice<UInt8>) {
        self.time = time
        self.shownAt = shownAt ?? time
        self.isKey = isKey
        self.data = data
    }
}

/// What a file or stream holds, as far as it has been read: packets in the order of their times.
public struct MediaTracks: Sendable {
    public var sound: [MediaPacket] = []
    public var soundCoding: SoundCoding?
    /// What the sound's codec wants to know beforehand.
    public var soundSetup: [UInt8] = []
    public var video: [MediaPacket] = []
    public var videoCodec: VideoCodec?
    public var videoSetup: [UInt8] = []
    /// Bodies of script tags: a name and a value in AMF 0.
    public var data: [MediaPacket] = []
    /// Time of the first and of the last packet, milliseconds.
    public var firstTime: Int?
    public var lastTime = 0

    public init() {}

    /// Its whole sound, nil where it has none.
    public var clip: SoundClip? {
        guard let soundCoding, !sound.isEmpty else { return nil }
        var bytes: [UInt8] = []
        let blocks = sound.map { packet in
            let start = bytes.count
            bytes += packet.data
            return start..<bytes.count
        }
        return SoundClip(soundCoding, bytes, blocks: blocks, setup: soundSetup)
    }

    /// The last packet of a list at or before a moment; of several with the same time the first; 0 where there is none.
    public static func index(in packets: [MediaPacket], at milliseconds: Double) -> Int {
        var (low, high) = (0, packets.count)
        while low < high {
            let middle = (low + high) / 2
            if Double(packets[middle].time) <= milliseconds { low = middle + 1 } else { high = middle }
        }
        var index = max(0, low - 1)
        while index > 0, packets[index - 1].time == packets[index].time { index -= 1 }
        return index
    }

    /// The last packet of video at or before a moment with which decoding can begin.
    public func keyIndex(at milliseconds: Double) -> Int {
        guard !video.isEmpty else { return 0 }
        var index = Self.index(in: video, at: milliseconds)
        while index + 1 < video.count, video[index + 1].time == video[index].time { index += 1 }
        while index > 0, !video[index].isKey { index -= 1 }
        return index
    }
}

extension MediaTracks {
    /// Where a file begins that is cut out of a longer one, in milliseconds; 0 where it begins at its start.
    public var lateStart: Double {
        guard let first = [sound.first?.time, video.first?.time].compactMap({ $0 }).min(), first >= Self.late else {
            return 0
        }
        return Double(first)
    }

    /// What begins earlier has silence before it.
    private static let late = 2000

    /// The packet nearest to a moment with which decoding of video can begin: that is where Flash seeks to.
    public func nearestKeyIndex(to milliseconds: Double) -> Int {
        let before = keyIndex(at: milliseconds)
        guard !video.isEmpty, let after = video[before...].dropFirst().firstIndex(where: \.isKey) else { return before }
        let (early, late) = (Double(video[before].time), Double(video[after].time))
        return late - milliseconds < milliseconds - early ? after : before
    }
}
