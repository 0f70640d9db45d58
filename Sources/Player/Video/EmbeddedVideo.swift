import Base
import Media
import SWF

/// A video of the dictionary and where its frames lie.
final class VideoCharacter {
    let tag: DefineVideoStream
    let codec: VideoCodec?
    let movie: Movie
    /// The frames that the movie holds of it, in order of their numbers.
    let frames: [(number: UInt16, data: Range<Int>)]

    init(tag: DefineVideoStream, movie: Movie, frames: [UInt16: Range<Int>]) {
        self.tag = tag
        self.movie = movie
        codec = VideoCodec(swf: tag.codec)
        self.frames = frames.sorted { $0.key < $1.key }.map { (number: $0.key, data: $0.value) }
    }

    /// The codec's own bytes of a frame.
    func packet(_ index: Int) -> ArraySlice<UInt8> {
        let data = movie.bytes[frames[index].data]
        // Screen video starts with the byte that FLV puts before every packet.
        return codec == .screen || codec == .screen2 ? data.dropFirst() : data
    }

    /// Whether decoding can begin with a frame.
    func isKey(_ index: Int) -> Bool {
        let data = movie.bytes[frames[index].data]
        switch codec {
        case .h263: return SparkPicture.isKey(data)
        case .screen, .screen2: return data.first.map { $0 >> 4 == 1 } ?? false
        case .vp6: return data.first.map { $0 & 0x80 == 0 } ?? false
        // The place of the alpha plane stands before it.
        case .vp6Alpha: return data.dropFirst(3).first.map { $0 & 0x80 == 0 } ?? false
        default: return true
        }
    }

    /// The last frame with a number of at most that, nil where there is none.
    func index(ofFrame number: UInt16) -> Int? { frames.lastIndex { $0.number <= number } }
}

extension MovieAssets {
    /// Where the frames of all videos of a movie lie, those in sprites too.
    static func videoFrames(of movie: Movie) -> [CharacterID: [UInt16: Range<Int>]] {
        var frames: [CharacterID: [UInt16: Range<Int>]] = [:]
        func collect(_ records: [TagRecord]) {
            for record in records {
                switch TagCode(rawValue: record.code) {
                case .videoFrame:
                    guard case .videoFrame(let stream, let frame, let data)? = try? movie.decode(record) else { break }
                    if frames[stream]?[frame] == nil { frames[stream, default: [:]][frame] = data }
                case .defineSprite:
                    if case .defineSprite(let sprite)? = try? movie.decode(record) { collect(sprite.tags) }
                default: break
                }
            }
        }
        collect(movie.tags)
        return frames
    }
}

/// The pictures of one instance of a video that the movie holds. A frame is decoded when it is to be seen.
final class EmbeddedVideo {
    private let video: VideoCharacter
    private let surface: VideoSurface
    private var decoder: VideoDecoder?
    private var hasTried = false
    /// Index of the frame that has been decoded last.
    private var decoded: Int?

    init(_ video: VideoCharacter, player: Player) {
        self.video = video
        surface = VideoSurface(player: player)
    }

    /// What is to be seen at a frame of the video, nil where nothing is.
    func surface(ofFrame number: UInt16, _ deblocking: Deblocking) -> VideoSurface? {
        guard let index = video.index(ofFrame: number) else { return surface }
        if index != decoded { decode(to: index, deblocking) }
        return surface
    }

    private func decode(to index: Int, _ deblocking: Deblocking) {
        if !hasTried {
            hasTried = true
            let size = (width: Int(video.tag.width), height: Int(video.tag.height))
            decoder = video.codec.flatMap { VideoDecoder($0, size: size) }
        }
        guard let decoder else { return }
        // What the script says counts; where it says nothing, what the movie says.
        decoder.deblocking = deblocking.mode != 0 ? deblocking : Deblocking(mode: Int32(video.tag.deblocking))
        var key = index
        while key > 0, !video.isKey(key) { key -= 1 }
        var first = key
        if let decoded, decoded < index, key <= decoded {
            first = decoded + 1
        } else if decoded != nil {
            decoder.flush()
        }
        decoded = index
        for frame in first...index {
            decoder.send(video.packet(frame), time: 0, isKey: video.isKey(frame))
            // A frame without a picture leaves what was there.
            while decoder.receive() {
                if frame == index, let picture = decoder.picture() { surface.show(picture) }
            }
        }
    }
}
