import Base

/// Codec and shape of stored sound, as Media sees it.
public struct SoundCoding: Equatable, Sendable {
    public enum Codec: UInt8, Sendable {
        /// 16-bit samples in the byte order of the machine that made the file: little-endian on all that count.
        case native = 0
        case adpcm = 1
        case mp3 = 2
        case littleEndian = 3
        case nellymoser16 = 4
        case nellymoser8 = 5
        case nellymoser = 6
        case aLaw = 7
        case muLaw = 8
        case aac = 10
        case speex = 11
    }

    public var codec: Codec
    public var sampleRate: Int
    public var is16Bit: Bool
    public var isStereo: Bool

    public init(codec: Codec, sampleRate: Int, is16Bit: Bool, isStereo: Bool) {
        self.codec = codec
        self.sampleRate = min(max(sampleRate, 1000), 192_000)
        self.is16Bit = is16Bit
        self.isStereo = isStereo
        // These have a rate and one channel, whatever the fields say.
        switch codec {
        case .nellymoser16, .speex: (self.sampleRate, self.isStereo) = (16_000, false)
        case .nellymoser8: (self.sampleRate, self.isStereo) = (8_000, false)
        default: break
        }
    }
}

/// Turns stored sound into interleaved stereo of 16 bits at its own rate, a block at a time, front to back.
///
/// A decoder belongs to one reader. `blocks` are the pieces in which the sound is stored: one for a whole sound, one a
/// packet or a frame of a timeline for a stream.
public class SoundDecoder {
    /// Frames a second of what it gives. Known for sure once something has been decoded.
    public internal(set) var sampleRate: Int

    init(sampleRate: Int) { self.sampleRate = sampleRate }

    /// Appends the next piece to `samples`. False: there is no more.
    public func decode(into samples: inout [Int16]) -> Bool { false }

    /// Goes to the start of a block, clamped to what there is.
    public func seek(toBlock block: Int) {}

    /// Goes near a frame of the sound, at its own rate and never beyond it. Returns the frame that comes next. What is
    /// decoded from there on may sound otherwise until `frame`, as a codec needs what came before.
    func seek(toFrame frame: Int) -> Int {
        seek(toBlock: 0)
        return 0
    }

    /// A decoder of `blocks` of `bytes`. Nil where the codec needs a library that is not there.
    public static func make(_ coding: SoundCoding, _ bytes: [UInt8], blocks: [Range<Int>], setup: [UInt8] = [])
        -> SoundDecoder?
    {
        make(coding, bytes, blocks: blocks, setup: setup, packets: nil)
    }

    /// Where the packets of an MP3 are, for those who decode it more than once.
    static func packets(_ coding: SoundCoding, _ bytes: [UInt8], blocks: [Range<Int>]) -> PacketList? {
        guard coding.codec == .mp3 else { return nil }
        return MP3Frames.packets(of: bytes, in: blocks.map { $0.clamped(to: 0..<bytes.count) })
    }

    /// `packets`: what ``packets(_:_:blocks:)`` has found, nil where it has not been asked.
    static func make(
        _ coding: SoundCoding, _ bytes: [UInt8], blocks: [Range<Int>], setup: [UInt8], packets: PacketList?
    ) -> SoundDecoder? {
        let blocks = blocks.map { $0.clamped(to: 0..<bytes.count) }
        switch coding.codec {
        case .native, .littleEndian: return PCMDecoder(coding, bytes, blocks)
        case .adpcm: return ADPCMDecoder(coding, bytes, blocks)
        case .mp3:
            return LibraryDecoder(.mp3, coding, bytes, packets ?? MP3Frames.packets(of: bytes, in: blocks))
        case .nellymoser16, .nellymoser8, .nellymoser:
            return LibraryDecoder(.nellymoser, coding, bytes, PacketList(splitting: blocks, every: 64))
        case .aLaw: return LibraryDecoder(.aLaw, coding, bytes, PacketList(splitting: blocks, every: 1024))
        case .muLaw: return LibraryDecoder(.muLaw, coding, bytes, PacketList(splitting: blocks, every: 1024))
        case .speex: return LibraryDecoder(.speex, coding, bytes, PacketList(blocks))
        case .aac: return LibraryDecoder(.aac, coding, bytes, PacketList(blocks), setup: setup)
        }
    }
}

/// Uncompressed samples.
final class PCMDecoder: SoundDecoder {
    private let bytes: [UInt8]
    private let blocks: [Range<Int>]
    private let is16Bit, isStereo: Bool
    private var block = 0
    private var position: Int
    /// Frames that one call gives at most.
    private static let chunk = 2048

    init(_ coding: SoundCoding, _ bytes: [UInt8], _ blocks: [Range<Int>]) {
        self.bytes = bytes
        self.blocks = blocks
        is16Bit = coding.is16Bit
        isStereo = coding.isStereo
        position = blocks.first?.lowerBound ?? 0
        super.init(sampleRate: coding.sampleRate)
    }

    override func decode(into samples: inout [Int16]) -> Bool {
        let size = (is16Bit ? 2 : 1) * (isStereo ? 2 : 1)
        while block < blocks.count, blocks[block].upperBound - position < size { seek(toBlock: block + 1) }
        guard block < blocks.count else { return false }
        let count = min(Self.chunk, (blocks[block].upperBound - position) / size)
        bytes.withUnsafeBufferPointer { bytes in
            var place = position
            for _ in 0..<count {
                let left = sample(bytes, place)
                samples.append(left)
                samples.append(isStereo ? sample(bytes, place + size / 2) : left)
                place += size
            }
        }
        position += count * size
        return true
    }

    /// 8-bit samples have their zero at 128.
    @inline(__always)
    private func sample(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int16 {
        if is16Bit { return Int16(truncatingIfNeeded: Int(bytes[place]) | Int(bytes[place + 1]) << 8) }
        return (Int16(bytes[place]) - 128) << 8
    }

    override func seek(toBlock block: Int) {
        self.block = min(max(0, block), blocks.count)
        position = self.block < blocks.count ? blocks[self.block].lowerBound : 0
    }

    override func seek(toFrame frame: Int) -> Int {
        let size = (is16Bit ? 2 : 1) * (isStereo ? 2 : 1)
        var before = 0
        for (index, block) in blocks.enumerated() {
            let count = block.count / size
            if frame < before + count {
                seek(toBlock: index)
                position += (frame - before) * size
                return frame
            }
            before += count
        }
        seek(toBlock: blocks.count)
        return before
    }
}
