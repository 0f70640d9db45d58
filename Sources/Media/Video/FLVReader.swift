/// Takes an FLV file apart, whole or as its bytes come in.
///
/// Spec: Adobe Flash Video File Format 10.1, annex E.
public struct FLVReader {
    public var tracks = MediaTracks()
    /// Bytes that have come in and are not yet read.
    private var rest: [UInt8] = []
    /// Its header has been read.
    public private(set) var isInBody = false
    /// Bytes that come before the next tag: the size of the one before.
    private var toSkip = 0
    /// The bytes are no FLV.
    public private(set) var isBroken = false
    /// The setup of H.264 that came last, and its parameters where no picture has had them yet.
    private var lastSetup: [UInt8] = []
    private var changedSetup: ArraySlice<UInt8> = []
    private static let headerSize = 13
    private static let tagHeaderSize = 11
    /// Bytes of a tag: three bytes of length.
    private static let longestHeader = 1 << 20

    public init() {}

    /// Nil where the bytes are no FLV. A file that is cut short ends with its last whole packet.
    public init?(whole bytes: [UInt8]) {
        append(bytes)
        if isBroken || !isInBody { return nil }
    }

    /// Nothing more comes, and it has no header.
    mutating func giveUp() {
        isBroken = true
        rest = []
    }

    /// What comes next begins with a tag, without a file's header, after a jump to another place.
    public mutating func restart(atTag: Bool) {
        rest = []
        isInBody = atTag
        isBroken = false
        toSkip = 0
    }

    public mutating func append(_ bytes: some Sequence<UInt8>) {
        guard !isBroken else { return }
        rest.append(contentsOf: bytes)
        if !isInBody { readHeader() }
        if isInBody { readTags() }
    }

    private mutating func readHeader() {
        guard rest.count >= Self.headerSize else { return }
        let length = Self.number(rest, 5, 4)
        guard rest.starts(with: Array("FLV".utf8)), length <= Self.longestHeader else {
            isBroken = true
            rest = []
            return
        }
        let start = max(9, length) + 4
        guard rest.count >= start else { return }
        rest.removeFirst(start)
        isInBody = true
    }

    private mutating func readTags() {
        let bytes = rest
        var place = min(toSkip, bytes.count)
        toSkip -= place
        while place + Self.tagHeaderSize <= bytes.count {
            let size = Self.number(bytes, place + 1, 3)
            let body = place + Self.tagHeaderSize..<place + Self.tagHeaderSize + size
            guard body.upperBound <= bytes.count else { break }
            // Signed: an encoder's first packets may lie before the start.
            let time = Int(Int32(truncatingIfNeeded: Self.number(bytes, place + 4, 3) | Int(bytes[place + 7]) << 24))
            readTag(bytes[place] & 0x1F, time, bytes[body])
            place = min(bytes.count, body.upperBound + 4)
            toSkip = body.upperBound + 4 - place
        }
        // Packets share the bytes; only what is left over is copied.
        if place > 0 { rest = Array(bytes[place...]) }
    }

    private mutating func readTag(_ kind: UInt8, _ time: Int, _ body: ArraySlice<UInt8>) {
        if tracks.firstTime == nil { tracks.firstTime = time }
        tracks.lastTime = max(tracks.lastTime, time)
        switch kind {
        case 8: addSound(body, time)
        case 9: addVideo(body, time)
        case 18: tracks.data.append(MediaPacket(time: time, data: body))
        default: break
        }
    }

    /// Takes the setup of H.264. One that comes later counts for what follows it alone: its parameters go into the stream,
    /// before the next picture.
    private mutating func takeSetup(_ data: ArraySlice<UInt8>) {
        let setup = Array(data)
        if tracks.videoSetup.isEmpty || tracks.video.isEmpty {
            tracks.videoSetup = setup
        } else if setup != lastSetup, let lengthSize = Self.lengthSize(tracks.videoSetup) {
            changedSetup = Self.parameters(setup, lengthSize: lengthSize)[...]
        }
        lastSetup = setup
    }

    /// Bytes that give the length of each unit.
    private static func lengthSize(_ setup: [UInt8]) -> Int? { setup.count > 4 ? Int(setup[4] & 3) + 1 : nil }

    /// The parameter sets of a setup as units of the stream.
    ///
    /// Spec: ISO/IEC 14496-15, AVCDecoderConfigurationRecord.
    private static func parameters(_ setup: [UInt8], lengthSize: Int) -> [UInt8] {
        var units: [UInt8] = []
        var place = 5
        for isPicture in [false, true] {
            guard place < setup.count else { return units }
            let count = Int(setup[place] & (isPicture ? 0xFF : 0x1F))
            place += 1
            for _ in 0..<count {
                guard place + 2 <= setup.count else { return units }
                let size = number(setup, place, 2)
                place += 2
                guard place + size <= setup.count, lengthSize >= 2 || size < 256 else { return units }
                for shift in (0..<lengthSize).reversed() {
                    units.append(UInt8(truncatingIfNeeded: size >> (8 * shift)))
                }
                units += setup[place..<place + size]
                place += size
            }
        }
        return units
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func addSound(_ body: ArraySlice<UInt8>, _ time: Int) {
        guard body.count > 1, let flags = body.first else { return }
        // 14 is MP3 of 8 kHz.
        let is8k = flags >> 4 == 14
        guard let codec = is8k ? .mp3 : SoundCoding.Codec(rawValue: flags >> 4) else { return }
        if tracks.soundCoding == nil {
            let rate = is8k ? 8000 : [5512, 11_025, 22_050, 44_100][Int(flags >> 2 & 3)]
            tracks.soundCoding = SoundCoding(
                codec: codec, sampleRate: rate, is16Bit: flags & 2 != 0, isStereo: flags & 1 != 0)
            // What is logarithmic has one rate, whatever the field says.
            if codec == .aLaw || codec == .muLaw { tracks.soundCoding?.sampleRate = 8000 }
        }
        guard codec == tracks.soundCoding?.codec else { return }
        var data = body.dropFirst()
        if codec == .aac {
            let isSetup = data.first == 0
            data = data.dropFirst()
            if isSetup {
                if tracks.soundSetup.isEmpty { tracks.soundSetup = Array(data) }
                return
            }
        }
        if !data.isEmpty { tracks.sound.append(MediaPacket(time: time, data: data)) }
    }

    private mutating func addVideo(_ body: ArraySlice<UInt8>, _ time: Int) {
        guard let flags = body.first, let codec = VideoCodec(flv: flags & 0xF) else { return }
        // Kind 5 holds no picture, but a word to the player about seeking.
        guard flags >> 4 != 5 else { return }
        let known = tracks.videoCodec ?? codec
        guard codec == known else { return }
        tracks.videoCodec = known
        let isKey = flags >> 4 == 1 || flags >> 4 == 4
        var data = body.dropFirst()
        var shownAt = time
        switch codec {
        case .h264:
            guard data.count >= 4, let kind = data.first else { return }
            // Signed, three bytes.
            let delay = data.dropFirst().prefix(3).reduce(0) { $0 << 8 | Int($1) }
            shownAt = time + (delay >= 1 << 23 ? delay - 1 << 24 : delay)
            data = data.dropFirst(4)
            if kind == 0 { takeSetup(data) }
            guard kind == 1 else { return }
            if !changedSetup.isEmpty {
                // The packets before keep the setup that they were made with.
                data = changedSetup + data
                changedSetup = []
            }
        case .vp6, .vp6Alpha:
            // How much is to be cut off at the right and at the bottom.
            guard let cut = data.popFirst() else { return }
            if tracks.videoSetup.isEmpty { tracks.videoSetup = [cut] }
        default: break
        }
        tracks.video.append(MediaPacket(time: time, shownAt: shownAt, isKey: isKey, data: data))
    }
}
