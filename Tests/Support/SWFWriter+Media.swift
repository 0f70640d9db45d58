import Base
import SWF

/// Sound and video.
extension SWFWriter {
    public mutating func defineSound(id: CharacterID, _ format: SoundFormat, sampleCount: UInt32, _ data: [UInt8]) {
        tag(.defineSound) {
            $0.u16(id)
            $0.u8(format.bits)
            $0.u32(sampleCount)
            $0.bytes(data)
        }
    }

    /// StartSound or StartSound2, by what is named.
    public mutating func startSound(_ start: StartSound) {
        switch start.target {
        case .character(let id):
            tag(.startSound) {
                $0.u16(id)
                $0.soundInfo(start.info)
            }
        case .className(let name):
            tag(.startSound2) {
                $0.string(name)
                $0.soundInfo(start.info)
            }
        }
    }

    /// SoundStreamHead, or 2 where `version` is 2.
    public mutating func soundStreamHead(_ head: SoundStreamHead, version: UInt8 = 2) {
        tag(version == 1 ? .soundStreamHead : .soundStreamHead2) {
            $0.u8(head.playback.bits & 0x0F)
            $0.u8(head.stream.bits)
            $0.u16(head.samplesPerBlock)
            if head.stream.codec == 2 { $0.s16(head.latencySeek) }
        }
    }

    public mutating func soundStreamBlock(_ data: [UInt8]) { tag(.soundStreamBlock, data) }

    public mutating func defineVideoStream(_ stream: DefineVideoStream) {
        tag(.defineVideoStream) {
            $0.u16(stream.id)
            for value in [stream.frameCount, stream.width, stream.height] { $0.u16(value) }
            $0.ubits(0, 4)
            $0.ubits(UInt32(stream.deblocking), 3)
            $0.bit(stream.isSmoothed)
            $0.u8(stream.codec)
        }
    }

    public mutating func videoFrame(stream: CharacterID, frame: UInt16, _ data: [UInt8]) {
        tag(.videoFrame) {
            $0.u16(stream)
            $0.u16(frame)
            $0.bytes(data)
        }
    }
}

extension ByteWriter {
    /// SOUNDINFO. Spec: SWF 19, p. 180.
    mutating func soundInfo(_ info: SoundInfo) {
        ubits(0, 2)
        for flag in [
            info.event == .stop, info.event == .start, !info.envelope.isEmpty, info.loops != 1, info.outPoint != nil,
            info.inPoint != nil,
        ] {
            bit(flag)
        }
        if let point = info.inPoint { u32(point) }
        if let point = info.outPoint { u32(point) }
        if info.loops != 1 { u16(info.loops) }
        guard !info.envelope.isEmpty else { return }
        u8(UInt8(info.envelope.count))
        for point in info.envelope {
            u32(point.position)
            u16(point.left)
            u16(point.right)
        }
    }
}

extension SoundFormat {
    /// The byte of DefineSound and SoundStreamHead.
    fileprivate var bits: UInt8 {
        let rate = UInt8([5512, 11025, 22050, 44100].firstIndex(of: sampleRate) ?? 3)
        return codec << 4 | rate << 2 | (is16Bit ? 2 : 0) | (isStereo ? 1 : 0)
    }
}
