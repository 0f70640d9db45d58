import Base

/// What the `moov` box of an MP4 or F4V file says: the first track of H.264 and the first of AAC or MP3, and where in the
/// file their samples lie.
///
/// Spec: ISO/IEC 14496-12; Adobe Flash Video File Format 10.1, chapter 2.
struct MP4Movie {
    /// What is to be decoded at once, and where it lies.
    struct Sample {
        /// From the start of the file, in bytes.
        var place: Int
        var size: Int32
        /// When it is decoded and shown, in milliseconds.
        var time, shownAt: Int32
        var isKey: Bool
    }

    /// Codecs and setups; no packets yet.
    private(set) var tracks = MediaTracks()
    private(set) var video: [Sample] = []
    private(set) var sound: [Sample] = []
    private let bytes: [UInt8]
    /// Bytes of the whole file, as far as they are known to be bounded.
    private let fileLimit: Int
    private var metadata = MP4Metadata()
    /// Packets of a track that are read: ten hours at 60 frames a second.
    private static let sampleLimit = 1 << 21

    /// `bytes`: the body of the box.
    init(_ bytes: [UInt8], fileLimit: Int) {
        self.bytes = bytes
        self.fileLimit = fileLimit
        for track in children("trak", of: 0..<bytes.count) { readTrack(track) }
        tracks.firstTime = [video.first?.time, sound.first?.time].compactMap { $0.map { Int($0) } }.min()
        let body = metadata.scriptTag(seconds: Double(end) / 1000)
        tracks.data = [MediaPacket(time: 0, data: body[...])]
    }

    /// Milliseconds of the whole.
    var end: Int { max(Self.end(of: video), Self.end(of: sound)) }

    /// The last sample lasts as long as the one before it.
    private static func end(of samples: [Sample]) -> Int {
        guard let last = samples.last else { return 0 }
        let before = samples.dropLast().last ?? last
        return Int(last.time) + max(0, Int(last.time) - Int(before.time))
    }

    // MARK: Boxes

    private func number(_ place: Int, _ count: Int) -> Int {
        guard place >= 0, place <= bytes.count - count else { return 0 }
        // Eight bytes may not fit; such a length is beyond the end in any case.
        return bytes[place..<place + count].reduce(0) { ($0 & 0x7F_FFFF_FFFF_FFFF) << 8 | Int($1) }
    }

    /// Bodies of the boxes of a kind that lie directly in a range.
    private func children(_ kind: StaticString, of range: Range<Int>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var place = range.lowerBound
        let name = kind.withUTF8Buffer { Array($0) }
        while place + 8 <= range.upperBound {
            var size = number(place, 4)
            var header = 8
            if size == 1 {
                size = number(place + 8, 8)
                header = 16
            } else if size == 0 {
                size = range.upperBound - place
            }
            guard size >= header else { break }
            let end = min(range.upperBound, size > range.upperBound - place ? range.upperBound : place + size)
            if place + header <= end, Array(bytes[place + 4..<place + 8]) == name { found.append(place + header..<end) }
            place = end
        }
        return found
    }

    private func child(_ path: StaticString..., of range: Range<Int>) -> Range<Int>? {
        var range = range
        for kind in path {
            guard let next = children(kind, of: range).first else { return nil }
            range = next
        }
        return range
    }

    /// The rows of a table: a full box with a count at `offset` and entries of one size after it.
    private func rows(_ box: Range<Int>?, countAt offset: Int = 4, size: Int) -> [Int] {
        guard let box, box.count >= offset + 4 else { return [] }
        let start = box.lowerBound + offset + 4
        let count = min(number(start - 4, 4), (box.upperBound - start) / size, Self.sampleLimit)
        return (0..<count).map { start + $0 * size }
    }

    // MARK: Tracks

    private mutating func readTrack(_ track: Range<Int>) {
        guard let media = child("mdia", of: track), let table = child("minf", "stbl", of: media),
            let header = child("mdhd", of: media), let entry = child("stsd", of: table), entry.count > 16,
            header.count >= 24
        else { return }
        let isLong = bytes[header.lowerBound] == 1
        let scale = max(1, number(header.lowerBound + (isLong ? 20 : 12), 4))
        let kind = Array(bytes[entry.lowerBound + 12..<entry.lowerBound + 16])
        let description = entry.lowerBound + 16..<entry.upperBound
        let shift = editStart(track)
        if kind == Array("avc1".utf8), video.isEmpty, description.count > 78 {
            guard let setup = child("avcC", of: description.lowerBound + 78..<description.upperBound) else { return }
            tracks.videoCodec = .h264
            tracks.videoSetup = Array(bytes[setup])
            metadata.width = number(description.lowerBound + 24, 2)
            metadata.height = number(description.lowerBound + 26, 2)
            video = samples(table, scale: scale, shift: shift)
        } else if kind == Array("mp4a".utf8) || kind == Array(".mp3".utf8), sound.isEmpty {
            readSound(description, isMP3: kind[0] == 0x2E)
            if tracks.soundCoding != nil { sound = samples(table, scale: scale, shift: shift) }
        }
    }

    /// Where the first edit begins in the media, in its own units: pictures out of order make the first one late.
    private func editStart(_ track: Range<Int>) -> Int {
        guard let list = child("edts", "elst", of: track), list.count >= 8 else { return 0 }
        let isLong = bytes[list.lowerBound] == 1
        for row in rows(list, size: isLong ? 20 : 12) {
            let start = isLong ? number(row + 8, 8) : Int(Int32(truncatingIfNeeded: number(row + 4, 4)))
            if start >= 0 { return start }
        }
        return 0
    }

    private mutating func readSound(_ description: Range<Int>, isMP3: Bool) {
        guard description.count > 28 else { return }
        let channels = number(description.lowerBound + 16, 2)
        let rate = number(description.lowerBound + 24, 2)
        // Sound of QuickTime has more fields.
        let version = number(description.lowerBound + 8, 2)
        let skipped = version == 1 ? 44 : version == 2 ? 64 : 28
        metadata.soundRate = rate
        metadata.channels = channels
        var codec = SoundCoding.Codec.mp3
        if !isMP3, description.count > skipped,
            let box = child("esds", of: description.lowerBound + skipped..<description.upperBound)
        {
            let found = ElementaryStream(bytes[box].dropFirst(4))
            // 0x69 and 0x6B are MPEG audio, the rest is AAC.
            codec = found.objectType == 0x69 || found.objectType == 0x6B ? .mp3 : .aac
            tracks.soundSetup = found.setup
        } else if !isMP3 {
            return
        }
        metadata.isAAC = codec == .aac
        tracks.soundCoding = SoundCoding(codec: codec, sampleRate: rate, is16Bit: true, isStereo: channels != 1)
    }

    /// All samples of a track, by the tables of their sizes, places and times.
    private func samples(_ table: Range<Int>, scale: Int, shift: Int) -> [Sample] {
        let sizes = sampleSizes(table)
        let places = samplePlaces(table, sizes)
        let keys = child("stss", of: table).map { Set(rows($0, size: 4).map { number($0, 4) }) }
        var durations = RunList(rows(child("stts", of: table), size: 8).map { (number($0, 4), number($0 + 4, 4)) })
        var delays = RunList(
            rows(child("ctts", of: table), size: 8).map {
                (number($0, 4), Int(Int32(truncatingIfNeeded: number($0 + 4, 4))))
            })
        var samples: [Sample] = []
        var time = 0
        func milliseconds(_ units: Int) -> Int32 {
            Int32(max(-1e9, min(1e9, (Double(units) - Double(shift)) * 1000 / Double(max(1, scale)))))
        }
        for (index, place) in places.enumerated() {
            let shown = time + (delays.next() ?? 0)
            let size = sizes[index]
            if size > 0, size <= Int(Int32.max), place >= 0 {
                samples.append(
                    Sample(
                        place: place, size: Int32(size), time: max(0, milliseconds(time)), shownAt: milliseconds(shown),
                        isKey: keys?.contains(index + 1) ?? true))
            }
            time = min(time + (durations.next() ?? 0), 1 << 48)
        }
        return samples
    }

    private func sampleSizes(_ table: Range<Int>) -> [Int] {
        guard let box = child("stsz", of: table), box.count >= 12 else { return [] }
        let size = number(box.lowerBound + 4, 4)
        if size > 0 {
            // All are of one size: what the file can hold bounds their number.
            let count = min(number(box.lowerBound + 8, 4), fileLimit / size, Self.sampleLimit)
            return Array(repeating: size, count: count)
        }
        return rows(box, countAt: 8, size: 4).map { number($0, 4) }
    }

    private func samplePlaces(_ table: Range<Int>, _ sizes: [Int]) -> [Int] {
        var chunks = rows(child("stco", of: table), size: 4).map { number($0, 4) }
        if chunks.isEmpty { chunks = rows(child("co64", of: table), size: 8).map { number($0, 8) } }
        let runs = rows(child("stsc", of: table), size: 12).map { (number($0, 4), number($0 + 4, 4)) }
        var places: [Int] = []
        var run = 0
        for (index, chunk) in chunks.enumerated() {
            while run + 1 < runs.count, runs[run + 1].0 <= index + 1 { run += 1 }
            guard run < runs.count else { break }
            var place = min(chunk, 1 << 48)
            for _ in 0..<runs[run].1 {
                guard places.count < sizes.count else { return places }
                places.append(place)
                place = min(place + sizes[places.count - 1], 1 << 48)
            }
        }
        return places
    }
}

/// Values that each hold for a number of samples.
private struct RunList {
    private let runs: [(count: Int, value: Int)]
    private var index = 0
    private var used = 0

    init(_ runs: [(Int, Int)]) { self.runs = runs.map { (count: $0.0, value: $0.1) } }

    mutating func next() -> Int? {
        while index < runs.count, used >= runs[index].count {
            index += 1
            used = 0
        }
        guard index < runs.count else { return nil }
        used += 1
        return runs[index].value
    }
}

/// What an `esds` box says of a sound.
///
/// Spec: ISO/IEC 14496-1, 7.2.6.
private struct ElementaryStream {
    var objectType: UInt8 = 0x40
    var setup: [UInt8] = []

    init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let tag = rest.popFirst() {
            var size = 0
            while let byte = rest.popFirst() {
                size = min(size << 7 | Int(byte & 0x7F), bytes.count)
                if byte & 0x80 == 0 { break }
            }
            switch tag {
            case 3:
                // Its number, and flags of what follows them.
                guard rest.count >= 3, let flags = rest.dropFirst(2).first else { return }
                rest = rest.dropFirst(3)
                if flags & 0x80 != 0 { rest = rest.dropFirst(2) }
                if flags & 0x40 != 0, let length = rest.first { rest = rest.dropFirst(1 + Int(length)) }
                if flags & 0x20 != 0 { rest = rest.dropFirst(2) }
            case 4:
                objectType = rest.first ?? 0x40
                rest = rest.dropFirst(13)
            case 5:
                setup = Array(rest.prefix(size))
                return
            default: rest = rest.dropFirst(size)
            }
        }
    }
}

/// What `onMetaData` says of an MP4 file, which has no script tags of its own.
private struct MP4Metadata {
    var width = 0
    var height = 0
    var soundRate = 0
    var channels = 0
    var isAAC = false

    /// The body of a script tag: the name and an object in AMF 0.
    func scriptTag(seconds: Double) -> [UInt8] {
        var bytes: [UInt8] = [2] + Self.text("onMetaData") + [3]
        func add(_ name: String, _ number: Double) {
            bytes += Self.text(name) + [0]
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(shift)))
            }
        }
        func add(_ name: String, _ text: String) { bytes += Self.text(name) + [2] + Self.text(text) }
        add("duration", seconds)
        if width > 0 {
            add("width", Double(width))
            add("height", Double(height))
            add("videocodecid", "avc1")
        }
        if soundRate > 0 {
            add("audiosamplerate", Double(soundRate))
            add("audiochannels", Double(channels))
            add("audiocodecid", isAAC ? "mp4a" : ".mp3")
        }
        return bytes + [0, 0, 9]
    }

    private static func text(_ text: String) -> [UInt8] {
        [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 0xFF)] + Array(text.utf8)
    }
}
