import Base

/// Sound and video tags. Spec: SWF 19, pp. 176–215.
extension ByteReader {
    mutating func defineSound() throws(DecodeError) -> DefineSound {
        DefineSound(id: try u16(), format: SoundFormat(bits: try u8()), sampleCount: try u32(), data: takeRest())
    }

    mutating func startSound() throws(DecodeError) -> StartSound {
        StartSound(target: .character(try u16()), info: try soundInfo())
    }

    mutating func startSound2() throws(DecodeError) -> StartSound {
        StartSound(target: .className(try string()), info: try soundInfo())
    }

    /// SOUNDINFO:
    ///
    ///     bit  7 6      5         4             3            2         1            0
    ///          reserved syncStop  syncNoMult.   hasEnvelope  hasLoops  hasOutPoint  hasInPoint
    mutating func soundInfo() throws(DecodeError) -> SoundInfo {
        let flags = try u8()
        var info = SoundInfo(event: flags & 0x20 != 0 ? .stop : flags & 0x10 != 0 ? .start : .event)
        if flags & 1 != 0 { info.inPoint = try u32() }
        if flags & 2 != 0 { info.outPoint = try u32() }
        if flags & 4 != 0 { info.loops = try u16() }
        if flags & 8 != 0 {
            let count = Int(try u8())
            info.envelope = list(upTo: count) { reader throws(DecodeError) in
                SoundEnvelopePoint(position: try reader.u32(), left: try reader.u16(), right: try reader.u16())
            }
        }
        return info
    }

    mutating func soundStreamHead() throws(DecodeError) -> SoundStreamHead {
        // The high four bits of the first byte are reserved: the device plays samples as they come.
        let playback = SoundFormat(bits: try u8() & 0x0F)
        let stream = SoundFormat(bits: try u8())
        let samplesPerBlock = try u16()
        let latencySeek = stream.codec == 2 ? (try? s16()) ?? 0 : 0
        return SoundStreamHead(
            playback: playback, stream: stream, samplesPerBlock: samplesPerBlock, latencySeek: latencySeek)
    }

    mutating func defineVideoStream() throws(DecodeError) -> DefineVideoStream {
        let (id, frameCount, width, height) = (try u16(), try u16(), try u16(), try u16())
        let flags = try u8()
        return DefineVideoStream(
            id: id, frameCount: frameCount, width: width, height: height, deblocking: flags >> 1 & 7,
            isSmoothed: flags & 1 != 0, codec: try u8())
    }
}

extension SoundFormat {
    /// From four bits of codec, two of rate, one of width, one of channels, high to low.
    init(bits: UInt8) {
        let rates = [5512, 11025, 22050, 44100]
        self.init(
            codec: bits >> 4, sampleRate: rates[Int(bits >> 2 & 3)], is16Bit: bits & 2 != 0, isStereo: bits & 1 != 0)
    }
}
