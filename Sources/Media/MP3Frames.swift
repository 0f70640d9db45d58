/// The headers of MPEG audio frames, without decoding them.
public enum MP3Frames {
    private static let bitRates1: [Int] = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let bitRates2: [Int] = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    private static let rates: [Int] = [44_100, 48_000, 32_000]

    /// Length of a layer III stream in milliseconds; nil where it has no frame. Tags before and between frames are
    /// passed over.
    public static func milliseconds(of bytes: [UInt8]) -> Double? {
        var place = 0
        var seconds = 0.0
        var hasFrame = false
        place = start(of: bytes) ?? 0
        while place + 4 <= bytes.count {
            guard bytes[place] == 0xFF, bytes[place + 1] & 0xE0 == 0xE0, let frame = frame(bytes, place) else {
                place += 1
                continue
            }
            hasFrame = true
            seconds += frame.seconds
            place += frame.size
        }
        return hasFrame ? seconds * 1000 : nil
    }

    /// Where the sound begins: behind a tag of ID3v2, where there is one. It may lie beyond the end; nil: too few bytes to
    /// tell.
    static func start(of bytes: [UInt8]) -> Int? {
        guard bytes.count >= 10 else { return nil }
        guard bytes.starts(with: Array("ID3".utf8)) else { return 0 }
        // The size has seven bits a byte.
        return 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    }

    private static func frame(_ bytes: [UInt8], _ place: Int) -> (seconds: Double, size: Int)? {
        let (b1, b2) = (bytes[place + 1], bytes[place + 2])
        let version = b1 >> 3 & 3
        // Layer III only; version 1 is reserved.
        guard b1 >> 1 & 3 == 1, version != 1 else { return nil }
        let (bitIndex, rateIndex) = (Int(b2 >> 4), Int(b2 >> 2 & 3))
        guard (1...14).contains(bitIndex), rateIndex < 3 else { return nil }
        let isVersion1 = version == 3
        let bitRate = (isVersion1 ? bitRates1 : bitRates2)[bitIndex] * 1000
        let rate = rates[rateIndex] >> (isVersion1 ? 0 : version == 2 ? 1 : 2)
        let samples = isVersion1 ? 1152 : 576
        return (Double(samples) / Double(rate), samples / 8 * bitRate / rate + Int(b2 >> 1 & 1))
    }

    /// How many frames of sound a frame of the file gives, and at which rate; nil where it is none.
    static func shape(ofFrame bytes: [UInt8]) -> (frames: Int, sampleRate: Int)? {
        guard bytes.count >= 4, frameSize(bytes) != nil else { return nil }
        let version = bytes[1] >> 3 & 3
        let rate = rates[min(2, Int(bytes[2] >> 2 & 3))] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
        return (version == 3 ? 1152 : 576, rate)
    }

    /// Bytes of the frame with these four header bytes, nil where they are none.
    static func frameSize(_ header: [UInt8]) -> Int? {
        guard header[0] == 0xFF, header[1] & 0xE0 == 0xE0, let size = frame(header, 0)?.size, size >= 4 else {
            return nil
        }
        return size
    }

    /// Frames a second that the first frame of the stream states, nil where there is none.
    public static func sampleRate(of bytes: [UInt8]) -> Int? {
        let from = min(bytes.count, start(of: bytes) ?? 0)
        for packet in packets(of: bytes, in: [from..<min(bytes.count, from + 1 << 16)]).packets.prefix(1) {
            guard let start = packet.first?.lowerBound, start + 2 < bytes.count else { return nil }
            let version = bytes[start + 1] >> 3 & 3
            return rates[min(2, Int(bytes[start + 2] >> 2 & 3))] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
        }
        return nil
    }
}
