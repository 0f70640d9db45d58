import Base

/// ADPCM of 2 to 5 bits: each code moves the sample by a part of a step, which grows and shrinks with the codes.
///
///     block:   2 bits: bits a code − 2, then packets to the end
///     packet:  for each channel: 16 bits first sample, 6 bits step index; then 4095 times a code for each channel
///
/// Spec: SWF 19, "ADPCM compression", p. 181; the steps are those of IMA ADPCM.
final class ADPCMDecoder: SoundDecoder {
    fileprivate struct Channel {
        var sample: Int32 = 0
        var stepIndex = 0
    }

    private let blocks: [Range<Int>]
    private let channelCount: Int
    private var reader: ByteReader
    private var block = -1
    private var codeBits = 2
    private var channels = (Channel(), Channel())
    /// Codes left of the packet being read.
    private var codesLeft = 0
    private static let codesPerPacket = 4095
    /// Frames that one call gives at most.
    private static let chunk = 1024

    init(_ coding: SoundCoding, _ bytes: [UInt8], _ blocks: [Range<Int>]) {
        self.blocks = blocks
        channelCount = coding.isStereo ? 2 : 1
        reader = ByteReader(bytes, in: 0..<0)
        super.init(sampleRate: coding.sampleRate)
        seek(toBlock: 0)
    }

    override func seek(toBlock block: Int) {
        self.block = min(max(0, block), blocks.count)
        codesLeft = 0
        reader = ByteReader(reader.bytes, in: self.block < blocks.count ? blocks[self.block] : 0..<0)
        if let bits = try? reader.ubits(2) { codeBits = Int(bits) + 2 }
    }

    override func decode(into samples: inout [Int16]) -> Bool {
        while block < blocks.count {
            let before = samples.count
            decodeChunk(&samples)
            if samples.count > before { return true }
            seek(toBlock: block + 1)
        }
        return false
    }

    private func decodeChunk(_ samples: inout [Int16]) {
        var reader = reader
        defer { self.reader = reader }
        for _ in 0..<Self.chunk {
            do {
                if codesLeft == 0 {
                    channels.0 = try Self.start(&reader)
                    if channelCount == 2 { channels.1 = try Self.start(&reader) }
                    codesLeft = Self.codesPerPacket
                } else {
                    channels.0.apply(try reader.ubits(codeBits), bits: codeBits)
                    if channelCount == 2 { channels.1.apply(try reader.ubits(codeBits), bits: codeBits) }
                    codesLeft -= 1
                }
            } catch {
                return  // The last bits of a block are padding.
            }
            samples.append(Int16(truncatingIfNeeded: channels.0.sample))
            samples.append(Int16(truncatingIfNeeded: channelCount == 2 ? channels.1.sample : channels.0.sample))
        }
    }

    private static func start(_ reader: inout ByteReader) throws(DecodeError) -> Channel {
        let sample = Int32(Int16(truncatingIfNeeded: try reader.ubits(16)))
        return Channel(sample: sample, stepIndex: min(88, Int(try reader.ubits(6))))
    }
}

extension ADPCMDecoder.Channel {
    /// Code: the high bit is the sign, the others are halves, quarters … of the step, plus a half of the last.
    fileprivate mutating func apply(_ code: UInt32, bits: Int) {
        let sign: UInt32 = 1 << UInt32(bits - 1)
        let magnitude = code & (sign - 1)
        let step = ADPCMTables.steps[stepIndex]
        let delta = Int32(truncatingIfNeeded: (Int(step) * Int(magnitude * 2 + 1)) >> (bits - 1))
        sample = min(32767, max(-32768, code & sign != 0 ? sample - delta : sample + delta))
        stepIndex = min(88, max(0, stepIndex + ADPCMTables.change(of: magnitude, bits: bits)))
    }
}

private enum ADPCMTables {
    /// Steps grow by a tenth each.
    static let steps: [Int32] = [
        7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97,
        107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796,
        876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871,
        5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623,
        27086, 29794, 32767,
    ]

    /// How far a code moves the step index: back by one in its lower half, on by ever more in the upper.
    static func change(of magnitude: UInt32, bits: Int) -> Int {
        let half: UInt32 = 1 << UInt32(bits - 2)
        if magnitude < half { return -1 }
        switch bits {
        case 2: return 2
        case 3: return [2, 4][Int(magnitude - half)]
        case 4: return [2, 4, 6, 8][Int(magnitude - half)]
        default: return [1, 2, 4, 6, 8, 10, 13, 16][Int(magnitude - half)]
        }
    }
}
