/// Where sound, pictures and data lie in an FLV file.
///
/// Spec: Adobe Flash Video File Format 10.1, annex E.
public struct FLVFile {
    public struct Packet: Sendable {
        /// Milliseconds.
        public var time: Int
        /// The codec's own bytes.
        public var data: Range<Int>
    }

    public let bytes: [UInt8]
    public private(set) var sound: [Packet] = []
    public private(set) var coding: SoundCoding?
    /// What AAC wants to know beforehand.
    public private(set) var setup: [UInt8] = []
    /// Bodies of script tags: a name and a value in AMF 0.
    public private(set) var data: [Packet] = []
    /// Time of the last packet, milliseconds.
    public private(set) var lastTime = 0

    /// Nil where the bytes are no FLV. A file that is cut short ends with its last whole packet.
    public init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.count >= 13, bytes.starts(with: Array("FLV".utf8)) else { return nil }
        var place = max(9, Self.number(bytes, 5, 4)) + 4
        while place + 11 <= bytes.count {
            let size = Self.number(bytes, place + 1, 3)
            let time = Self.number(bytes, place + 4, 3) | Int(bytes[place + 7]) << 24
            let body = place + 11..<place + 11 + size
            guard body.upperBound <= bytes.count else { break }
            lastTime = max(lastTime, time)
            switch bytes[place] & 0x1F {
            case 8: addSound(body, time)
            case 18: data.append(Packet(time: time, data: body))
            default: break
            }
            place = body.upperBound + 4
        }
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func addSound(_ body: Range<Int>, _ time: Int) {
        guard body.count > 1, let codec = SoundCoding.Codec(rawValue: bytes[body.lowerBound] >> 4) else { return }
        let flags = bytes[body.lowerBound]
        if coding == nil {
            coding = SoundCoding(
                codec: codec, sampleRate: [5512, 11_025, 22_050, 44_100][Int(flags >> 2 & 3)],
                is16Bit: flags & 2 != 0, isStereo: flags & 1 != 0)
            // What is logarithmic has one rate, whatever the field says.
            if codec == .aLaw || codec == .muLaw { coding?.sampleRate = 8000 }
        }
        guard codec == coding?.codec else { return }
        var data = body.lowerBound + 1..<body.upperBound
        if codec == .aac {
            let kind = bytes[data.lowerBound]
            data = data.lowerBound + 1..<data.upperBound
            if kind == 0 {
                if setup.isEmpty { setup = Array(bytes[data]) }
                return
            }
        }
        if !data.isEmpty { sound.append(Packet(time: time, data: data)) }
    }

    /// Its sound, nil where it has none.
    public var clip: SoundClip? {
        guard let coding, !sound.isEmpty else { return nil }
        return SoundClip(coding, bytes, blocks: sound.map(\.data), setup: setup)
    }

    /// The last packet of sound at or before a moment.
    public func packet(at milliseconds: Double) -> Int {
        max(0, (sound.firstIndex { Double($0.time) > milliseconds } ?? sound.count) - 1)
    }
}
