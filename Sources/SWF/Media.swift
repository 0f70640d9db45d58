import Base

/// Codec, rate, width and channels of samples: the byte that DefineSound and SoundStreamHead share.
///
/// Spec: SWF 19, "Audio coding formats", p. 178.
public struct SoundFormat: Equatable, Sendable {
    /// 0 PCM native, 1 ADPCM, 2 MP3, 3 PCM little-endian, 4 Nellymoser 16 kHz, 5 Nellymoser 8 kHz, 6 Nellymoser,
    /// 7 A-law, 8 µ-law, 10 AAC, 11 Speex.
    public var codec: UInt8
    /// 5512, 11025, 22050 or 44100.
    public var sampleRate: Int
    public var is16Bit: Bool
    public var isStereo: Bool
    public init(codec: UInt8, sampleRate: Int, is16Bit: Bool, isStereo: Bool) {
        self.codec = codec
        self.sampleRate = sampleRate
        self.is16Bit = is16Bit
        self.isStereo = isStereo
    }
}

public struct DefineSound: Equatable, Sendable {
    public var id: CharacterID
    public var format: SoundFormat
    public var sampleCount: UInt32
    public var data: Range<Int>
    public init(id: CharacterID, format: SoundFormat, sampleCount: UInt32, data: Range<Int>) {
        self.id = id
        self.format = format
        self.sampleCount = sampleCount
        self.data = data
    }
}

public enum SoundEvent: Equatable, Sendable { case event, start, stop }

/// SOUNDINFO. In and out points and envelope places are in 44.1 kHz samples.
public struct SoundInfo: Equatable, Sendable {
    public var event: SoundEvent
    public var inPoint, outPoint: UInt32?
    public var loops: UInt16
    public var envelope: [SoundEnvelopePoint]
    public init(
        event: SoundEvent, inPoint: UInt32? = nil, outPoint: UInt32? = nil, loops: UInt16 = 1,
        envelope: [SoundEnvelopePoint] = []
    ) {
        self.event = event
        self.inPoint = inPoint
        self.outPoint = outPoint
        self.loops = loops
        self.envelope = envelope
    }
}

public struct SoundEnvelopePoint: Equatable, Sendable {
    public var position: UInt32
    /// 0...32768.
    public var left, right: UInt16
    public init(position: UInt32, left: UInt16, right: UInt16) {
        self.position = position
        self.left = left
        self.right = right
    }
}

/// StartSound (15) names a character, StartSound2 (89) a class.
public struct StartSound: Equatable, Sendable {
    public enum Target: Equatable, Sendable {
        case character(CharacterID)
        case className(SWFString)
    }
    public var target: Target
    public var info: SoundInfo
    public init(target: Target, info: SoundInfo) {
        self.target = target
        self.info = info
    }
}

/// SoundStreamHead and 2 (codes 18 and 45).
public struct SoundStreamHead: Equatable, Sendable {
    public var playback: SoundFormat
    public var stream: SoundFormat
    public var samplesPerBlock: UInt16
    /// MP3 only.
    public var latencySeek: Int16
    public init(playback: SoundFormat, stream: SoundFormat, samplesPerBlock: UInt16, latencySeek: Int16) {
        self.playback = playback
        self.stream = stream
        self.samplesPerBlock = samplesPerBlock
        self.latencySeek = latencySeek
    }
}

/// DefineVideoStream (code 60).
public struct DefineVideoStream: Equatable, Sendable {
    public var id: CharacterID
    public var frameCount, width, height: UInt16
    /// 0 as the packet says, 1 off, 2 to 5 ever stronger.
    public var deblocking: UInt8
    public var isSmoothed: Bool
    /// 2 Sorenson H.263, 3 Screen, 4 VP6, 5 VP6 with alpha, 6 Screen 2.
    public var codec: UInt8
    public init(
        id: CharacterID, frameCount: UInt16, width: UInt16, height: UInt16, deblocking: UInt8, isSmoothed: Bool,
        codec: UInt8
    ) {
        self.id = id
        self.frameCount = frameCount
        self.width = width
        self.height = height
        self.deblocking = deblocking
        self.isSmoothed = isSmoothed
        self.codec = codec
    }
}
