import Foundation
import TestSupport
import Testing

@testable import Media

/// Files made by ffmpeg, decoded here and by ffmpeg.
@Suite("Decoding of video", .enabled(if: FFmpeg.isAvailable && MediaLibrary.isAvailable, "needs ffmpeg"))
struct VideoDecodingTests {
    /// Peak signal to noise in decibels of two pictures.
    static func psnr(_ picture: VideoPicture, _ reference: ArraySlice<UInt8>) -> Double {
        var sum = 0.0
        let bytes = Array(reference)
        for index in picture.pixels.indices {
            for (shift, offset) in [(16, 2), (8, 1), (0, 0)] {
                let value = Int(picture.pixels[index] >> UInt32(shift) & 255)
                let difference = Double(value - Int(bytes[4 * index + offset]))
                sum += difference * difference
            }
        }
        let mean = sum / Double(picture.pixels.count * 3)
        return mean == 0 ? 100 : 10 * log10(255 * 255 / mean)
    }

    /// All pictures of a track in the order in which they are shown.
    static func pictures(_ tracks: MediaTracks, _ deblocking: Deblocking = Deblocking()) throws -> [VideoPicture] {
        let codec = try #require(tracks.videoCodec)
        let decoder = try #require(VideoDecoder(codec, setup: tracks.videoSetup))
        decoder.deblocking = deblocking
        var pictures: [VideoPicture] = []
        for packet in tracks.video {
            decoder.send(packet.data, time: packet.shownAt, isKey: packet.isKey)
            while decoder.receive() { if let picture = decoder.picture() { pictures.append(picture) } }
        }
        decoder.drain()
        while decoder.receive() { if let picture = decoder.picture() { pictures.append(picture) } }
        return pictures
    }

    @Test(
        "every codec gives the pictures that ffmpeg gives",
        arguments: [
            ("-c:v flv -q:v 3", "flv"), ("-c:v flashsv", "flv"), ("-c:v flashsv2", "flv"),
            ("-c:v libx264 -pix_fmt yuv420p", "flv"), ("-c:v libx264 -pix_fmt yuv420p", "mp4"),
            ("-c:v libx264 -bf 3 -pix_fmt yuv420p", "mp4"),
        ])
    func codecs(options: String, format: String) throws {
        let file = try FFmpeg.encode("\(options) -an -t 2", format: format)
        let tracks = try #require(FLVReader(whole: file)?.tracks ?? MP4Reader(file)?.tracks)
        let pictures = try Self.pictures(tracks)
        // Chroma is repeated and not interpolated, as here.
        let reference = try FFmpeg.decode(
            file, "-pix_fmt bgra -sws_flags neighbor+accurate_rnd+full_chroma_int", format: "rawvideo")
        let size = 160 * 112 * 4
        #expect(pictures.count == 20)
        #expect(reference.count == 20 * size)
        for (index, picture) in pictures.enumerated() where (index + 1) * size <= reference.count {
            #expect((picture.width, picture.height) == (160, 112))
            #expect(Self.psnr(picture, reference[index * size..<(index + 1) * size]) > 30)
        }
        #expect(pictures.map(\.time) == pictures.map(\.time).sorted())
        #expect(pictures.map(\.time).max().map { $0 - pictures[0].time } == 1900)
    }

    @Test("deblocking smooths the edges of blocks, and only where it is wanted")
    func deblocking() throws {
        let file = try FFmpeg.encode("-c:v flv -q:v 31 -an -t 0.5", format: "flv")
        let tracks = try #require(FLVReader(whole: file)?.tracks)
        /// How much neighbours differ across the edges of blocks, against within them.
        func blockiness(_ mode: Int32) throws -> Double {
            let picture = try #require(try Self.pictures(tracks, Deblocking(mode: mode)).last)
            var (across, within) = (0.0, 0.0)
            for y in 0..<picture.height {
                for x in 8..<picture.width where x % 8 == 0 || x % 8 == 4 {
                    let (a, b) = (picture.pixels[y * picture.width + x - 1], picture.pixels[y * picture.width + x])
                    let difference = abs(Double(a >> 8 & 255) - Double(b >> 8 & 255))
                    if x % 8 == 0 { across += difference } else { within += difference }
                }
            }
            return across / within
        }
        let plain = try blockiness(1)
        #expect(try blockiness(2) < plain * 0.95)
        let last = try #require(tracks.video.last)
        let isDeblocked = try #require(SparkHeader(last.data)).isDeblocked
        #expect(try blockiness(0) == blockiness(isDeblocked ? 2 : 1))
    }

    @Test("the worker gives the same pictures at the same moments as decoding does, before and after a jump")
    func worker() throws {
        let file = try FFmpeg.encode("-c:v libx264 -bf 2 -g 5 -pix_fmt yuv420p -an -t 2", format: "flv")
        let tracks = try #require(FLVReader(whole: file)?.tracks)
        let codec = try #require(tracks.videoCodec)
        let worker = try #require(VideoWorker(codec, setup: tracks.videoSetup))
        defer { worker.close() }
        let expected = try Self.pictures(tracks)
        for packet in tracks.video { worker.send(packet) }
        worker.drain()
        for picture in expected {
            #expect(worker.picture(at: Double(picture.time) - 1, waits: true) == nil)
            let shown = try #require(worker.picture(at: Double(picture.time), waits: true))
            #expect(shown.time == picture.time)
            #expect(shown.pixels == picture.pixels)
        }
        worker.flush()
        let key = tracks.keyIndex(at: 1000)
        for packet in tracks.video[key...] { worker.send(packet) }
        let shown = try #require(worker.picture(at: Double(tracks.video[key].shownAt), waits: true))
        #expect(shown.pixels == expected.first { $0.time == shown.time }?.pixels)
    }
}
