import Base
import SWF
import TestSupport
import Testing

@Suite("Sound, video and bitmap tags")
struct MediaTagTests {
    static let formats: [(byte: UInt8, format: SoundFormat)] = [
        (0x00, SoundFormat(codec: 0, sampleRate: 5512, is16Bit: false, isStereo: false)),
        (0x2B, SoundFormat(codec: 2, sampleRate: 22050, is16Bit: true, isStereo: true)),
        (0xB6, SoundFormat(codec: 11, sampleRate: 11025, is16Bit: true, isStereo: false)),
        (0x3D, SoundFormat(codec: 3, sampleRate: 44100, is16Bit: false, isStereo: true)),
    ]

    @Test("DefineSound, byte by byte", arguments: formats)
    func sound(byte: UInt8, format: SoundFormat) throws {
        let (tag, bytes) = try decodedWithBytes { $0.tag(.defineSound, [5, 0, byte, 4, 3, 2, 1, 9, 8]) }
        guard case .defineSound(let sound) = tag else { throw Unexpected(tag) }
        #expect(sound.id == 5 && sound.format == format && sound.sampleCount == 0x0102_0304)
        #expect(Array(bytes[sound.data]) == [9, 8])
    }

    static let infos: [(bytes: [UInt8], info: SoundInfo)] = [
        ([0], SoundInfo(event: .event)), ([0x10], SoundInfo(event: .start)), ([0x20], SoundInfo(event: .stop)),
        ([0x30], SoundInfo(event: .stop)),
        ([0x07, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0], SoundInfo(event: .event, inPoint: 1, outPoint: 2, loops: 3)),
        (
            [0x08, 1, 9, 0, 0, 0, 0x00, 0x80, 0x40, 0],
            SoundInfo(event: .event, envelope: [SoundEnvelopePoint(position: 9, left: 32768, right: 64)])
        ),
        // Of two points only one is there.
        (
            [0x08, 2, 9, 0, 0, 0, 0x00, 0x80, 0x40, 0, 1],
            SoundInfo(event: .event, envelope: [SoundEnvelopePoint(position: 9, left: 32768, right: 64)])
        ),
    ]

    @Test("SOUNDINFO, byte by byte", arguments: infos)
    func soundInfo(bytes: [UInt8], info: SoundInfo) throws {
        #expect(try decoded(.startSound, [5, 0] + bytes) == .startSound(StartSound(target: .character(5), info: info)))
        #expect(
            try decoded(.startSound2, [0x42, 0] + bytes)
                == .startSound(StartSound(target: .className(SWFString("B")), info: info)))
    }

    @Test("a stream's head has a latency for MP3 only, which may be missing")
    func streamHead() throws {
        let playback = SoundFormat(codec: 0, sampleRate: 44100, is16Bit: true, isStereo: true)
        let mp3 = SoundFormat(codec: 2, sampleRate: 22050, is16Bit: true, isStereo: false)
        let head = SoundStreamHead(playback: playback, stream: mp3, samplesPerBlock: 918, latencySeek: -5)
        for version in UInt8(1)...2 {
            #expect(try decoded { $0.soundStreamHead(head, version: version) } == .soundStreamHead(head))
        }
        let bare = SoundStreamHead(playback: playback, stream: mp3, samplesPerBlock: 918, latencySeek: 0)
        #expect(try decoded(.soundStreamHead, [0x0F, 0x2A, 0x96, 3]) == .soundStreamHead(bare))
        // The high bits of the first byte mean nothing.
        #expect(try decoded(.soundStreamHead, [0xFF, 0x2A, 0x96, 3]) == .soundStreamHead(bare))
    }

    @Test("a stream's block is a range")
    func streamBlock() throws {
        let (tag, bytes) = try decodedWithBytes { $0.soundStreamBlock([1, 2, 3]) }
        guard case .soundStreamBlock(let range) = tag else { throw Unexpected(tag) }
        #expect(Array(bytes[range]) == [1, 2, 3])
    }

    @Test("video streams and their frames")
    func video() throws {
        let stream = DefineVideoStream(
            id: 5, frameCount: 100, width: 320, height: 240, deblocking: 5, isSmoothed: true, codec: 4)
        #expect(try decoded { $0.defineVideoStream(stream) } == .defineVideoStream(stream))
        let (tag, bytes) = try decodedWithBytes { $0.videoFrame(stream: 5, frame: 7, [1, 2]) }
        guard case .videoFrame(5, 7, let data) = tag else { throw Unexpected(tag) }
        #expect(Array(bytes[data]) == [1, 2])
    }

    @Test("DefineBits and DefineBitsJPEG2 to 4 say where picture and alpha are")
    func jpegs() throws {
        var (tag, bytes) = try decodedWithBytes { $0.defineBits(id: 1, jpeg: [1, 2]) }
        guard case .defineBits(1, let jpeg) = tag else { throw Unexpected(tag) }
        #expect(Array(bytes[jpeg]) == [1, 2])
        (tag, bytes) = try decodedWithBytes { $0.defineBitsJPEG(id: 2, image: [3, 4]) }
        guard case .defineBitsJPEG(let second) = tag else { throw Unexpected(tag) }
        #expect(second.version == 2 && second.alpha == nil && Array(bytes[second.image]) == [3, 4])
        (tag, bytes) = try decodedWithBytes { $0.tag(.defineBitsJPEG3, [3, 0, 2, 0, 0, 0, 5, 6, 7]) }
        guard case .defineBitsJPEG(let third) = tag, let alpha = third.alpha else { throw Unexpected(tag) }
        #expect(third.version == 3 && Array(bytes[third.image]) == [5, 6] && Array(bytes[alpha]) == [7])
        (tag, bytes) = try decodedWithBytes { $0.tag(.defineBitsJPEG4, [3, 0, 1, 0, 0, 0, 0x80, 0, 5, 6]) }
        guard case .defineBitsJPEG(let fourth) = tag, let plane = fourth.alpha else { throw Unexpected(tag) }
        #expect(fourth.deblocking == 0.5 && Array(bytes[fourth.image]) == [5] && Array(bytes[plane]) == [6])
    }

    @Test("a picture longer than its tag gets what there is")
    func longPicture() throws {
        let (tag, bytes) = try decodedWithBytes { $0.tag(.defineBitsJPEG3, [3, 0, 0xFF, 0xFF, 0xFF, 0xFF, 5, 6]) }
        guard case .defineBitsJPEG(let picture) = tag else { throw Unexpected(tag) }
        #expect(Array(bytes[picture.image]) == [5, 6])
        #expect(picture.alpha?.isEmpty == true)
    }

    @Test("lossless bitmaps have a palette in format 3 only")
    func lossless() throws {
        var (tag, bytes) = try decodedWithBytes { $0.tag(.defineBitsLossless, [4, 0, 3, 2, 1, 1, 0, 255, 9]) }
        guard case .defineBitsLossless(let palette) = tag else { throw Unexpected(tag) }
        #expect(palette.format == .palette8 && palette.paletteCount == 256 && !palette.hasAlpha)
        #expect(palette.width == 258 && palette.height == 1)
        #expect(Array(bytes[palette.data]) == [9])
        (tag, bytes) = try decodedWithBytes { $0.tag(.defineBitsLossless2, [4, 0, 5, 2, 0, 1, 0, 8, 9]) }
        guard case .defineBitsLossless(let direct) = tag else { throw Unexpected(tag) }
        #expect(direct.format == .rgb24 && direct.paletteCount == 0 && direct.hasAlpha)
        #expect(Array(bytes[direct.data]) == [8, 9])
    }

    @Test("an unknown bitmap format is an error that says so")
    func unknownFormat() throws {
        let movie = try movie { $0.tag(.defineBitsLossless, [4, 0, 9, 2, 0, 1, 0]) }
        let record = try #require(movie.tags.first)
        #expect(
            throws: DecodeError.badValue(field: "BitmapFormat", value: 9, offset: record.body.lowerBound + 2)
        ) { try movie.decode(record) }
    }
}
