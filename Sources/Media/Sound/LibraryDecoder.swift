import Base
import CAVCodec

/// A decoder of libavcodec, fed with the packets of a sound.
final class LibraryDecoder: SoundDecoder {
    enum Codec {
        case mp3, nellymoser, speex, aac, aLaw, muLaw

        fileprivate var number: cav_codec {
            switch self {
            case .mp3: CAV_MP3
            case .nellymoser: CAV_NELLYMOSER
            case .speex: CAV_SPEEX
            case .aac: CAV_AAC
            case .aLaw: CAV_ALAW
            case .muLaw: CAV_MULAW
            }
        }
    }

    private let decoder: OpaquePointer
    private let bytes: [UInt8]
    private let list: PacketList
    private var next = 0
    /// A packet that lies across blocks is put together here.
    private var scratch: [UInt8] = []

    /// Nil where the library or its decoder is not there.
    init?(_ codec: Codec, _ coding: SoundCoding, _ bytes: [UInt8], _ list: PacketList, setup: [UInt8] = []) {
        guard
            let decoder = cav_open(
                codec.number, Int32(coding.sampleRate), coding.isStereo ? 2 : 1, setup, Int32(clamping: setup.count))
        else { return nil }
        self.decoder = decoder
        self.bytes = bytes
        self.list = list
        var rate = coding.sampleRate
        switch codec {
        case .mp3:
            if let first = list.packets.first, let shape = MP3Frames.shape(ofFrame: first.flatMap { bytes[$0] }) {
                (framesPerPacket, rate) = (shape.frames, shape.sampleRate)
                // A frame may lean on the bits of up to nine before it, and on the one before for its overlap.
                warmUp = 12
            }
        case .nellymoser: (framesPerPacket, warmUp) = (256, 2)
        case .aLaw, .muLaw: if list.blockStarts.count == 1 { framesPerPacket = coding.isStereo ? 512 : 1024 }
        case .speex, .aac: break
        }
        super.init(sampleRate: rate)
    }

    /// Frames that each packet gives; nil: that differs. And how many packets before a place are decoded for it.
    private var framesPerPacket: Int?
    private var warmUp = 0

    override func seek(toFrame frame: Int) -> Int {
        guard let framesPerPacket else { return super.seek(toFrame: frame) }
        let packet = min(max(0, frame / framesPerPacket - warmUp), list.packets.count)
        cav_flush(decoder)
        next = packet
        return packet * framesPerPacket
    }

    deinit { cav_close(decoder) }

    override func decode(into samples: inout [Int16]) -> Bool {
        while true {
            let count = cav_receive_sound(decoder)
            if count > 0 {
                take(count, into: &samples)
                return true
            }
            guard next < list.packets.count else { return false }
            send(list.packets[next])
            next += 1
        }
    }

    /// Decodes a packet that is handed in, besides those of the list.
    func decode(_ packet: ArraySlice<UInt8>, into samples: inout [Int16]) {
        packet.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            _ = cav_send(decoder, base, Int32(clamping: bytes.count), 0, 1)
        }
        while true {
            let count = cav_receive_sound(decoder)
            if count <= 0 { return }
            take(count, into: &samples)
        }
    }

    /// A packet that cannot be read is passed over, as Flash does.
    private func send(_ pieces: [Range<Int>]) {
        bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            if pieces.count == 1 {
                _ = cav_send(decoder, base + pieces[0].lowerBound, Int32(clamping: pieces[0].count), 0, 1)
                return
            }
            scratch.removeAll(keepingCapacity: true)
            for piece in pieces { scratch.append(contentsOf: bytes[piece]) }
            _ = cav_send(decoder, scratch, Int32(clamping: scratch.count), 0, 1)
        }
    }

    private func take(_ count: Int32, into samples: inout [Int16]) {
        let rate = Int(cav_sound_rate(decoder))
        if rate > 0 { sampleRate = rate }
        let start = samples.count
        samples.append(contentsOf: repeatElement(0, count: Int(count) * 2))
        samples.withUnsafeMutableBufferPointer { samples in
            guard let base = samples.baseAddress else { return }
            cav_copy_sound(decoder, 0, count, base + start)
        }
    }

    override func seek(toBlock block: Int) {
        cav_flush(decoder)
        next = block < list.blockStarts.count ? list.blockStarts[max(0, block)] : list.packets.count
    }

    /// Whether libavcodec can be used at all.
    static var isAvailable: Bool { cav_is_available() != 0 }
}

/// What the media libraries of this machine can do.
public enum MediaLibrary {
    /// Whether compressed sound and video can be decoded. Uncompressed sound and ADPCM always can.
    public static var isAvailable: Bool { LibraryDecoder.isAvailable }
}
