import CAVCodec

/// Decodes the sound packets of a file or stream as they come, into interleaved stereo of 44,100 frames a second.
public final class PacketSound {
    private let coding: SoundCoding
    /// Nil for what needs no library: each packet stands for itself.
    private let library: LibraryDecoder?
    private var resampler: Resampler?
    private var samples: [Int16] = []
    private var used = 0
    /// What has come of an MP3 frame whose end has not.
    private var rest: [UInt8] = []

    /// Nil where its codec is not there.
    public init?(_ coding: SoundCoding, setup: [UInt8]) {
        self.coding = coding
        let codec: LibraryDecoder.Codec? =
            switch coding.codec {
            case .native, .littleEndian, .adpcm: nil
            case .mp3: .mp3
            case .nellymoser16, .nellymoser8, .nellymoser: .nellymoser
            case .aLaw: .aLaw
            case .muLaw: .muLaw
            case .speex: .speex
            case .aac: .aac
            }
        guard let codec else {
            library = nil
            return
        }
        guard let decoder = LibraryDecoder(codec, coding, [], PacketList(), setup: setup) else { return nil }
        library = decoder
    }

    /// Forgets what came before, for a jump to another place.
    public func reset() {
        library?.seek(toBlock: 0)
        resampler?.reset()
        samples.removeAll(keepingCapacity: true)
        (rest, used) = ([], 0)
    }

    /// Appends what a packet holds. The resampler keeps back less than a millisecond.
    public func decode(_ packet: ArraySlice<UInt8>, into output: inout [Float]) {
        var rate = coding.sampleRate
        samples.removeFirst(min(samples.count, used * 2))
        used = 0
        if let library {
            if coding.codec == .mp3 {
                for frame in frames(packet) where hasRoom { library.decode(frame, into: &samples) }
            } else {
                var left = packet
                while !left.isEmpty, hasRoom {
                    library.decode(left.prefix(pieceSize), into: &samples)
                    left = left.dropFirst(pieceSize)
                }
            }
            rate = library.sampleRate
        } else {
            let bytes = Array(packet)
            let decoder = SoundDecoder.make(coding, bytes, blocks: [0..<bytes.count])
            while hasRoom, decoder?.decode(into: &samples) == true {}
        }
        resample(from: rate, into: &output)
    }

    /// What one packet holds beyond so many frames is dropped: no honest one holds most of a minute.
    private static let mostFrames = 1 << 21
    private var hasRoom: Bool { samples.count / 2 < Self.mostFrames }

    /// Bytes that are decoded at once. What has no frames of its own is decoded piece by piece.
    private var pieceSize: Int {
        switch coding.codec {
        case .aLaw, .muLaw: 1 << 14
        case .nellymoser16, .nellymoser8, .nellymoser: 64 * 64
        default: .max
        }
    }

    /// The whole MP3 frames of what has come in so far.
    private func frames(_ packet: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        rest += packet
        let bytes = rest
        let list = MP3Frames.packets(of: bytes, in: [0..<bytes.count])
        // What has been looked through and is no frame is not looked through again.
        rest = Array(bytes[min(bytes.count, list.end)...])
        return list.packets.compactMap(\.first).map { bytes[$0] }
    }

    private func resample(from rate: Int, into output: inout [Float]) {
        if rate == Resampler.outputRate {
            output.reserveCapacity(output.count + samples.count)
            for sample in samples { output.append(Float(sample) * (1 / 32768)) }
            samples.removeAll(keepingCapacity: true)
            return
        }
        if resampler?.inputRate != rate { resampler = Resampler(from: rate) }
        let capacity = 2048
        withUnsafeTemporaryAllocation(of: Float.self, capacity: capacity * 2) { buffer in
            guard let base = buffer.baseAddress else { return }
            while let made = resampler?.run(samples, position: &used, into: base, capacity: capacity), made > 0 {
                output.append(contentsOf: UnsafeBufferPointer(start: base, count: made * 2))
            }
        }
    }
}
