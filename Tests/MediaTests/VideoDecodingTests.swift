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

    /// Planes of luma, both chromas and alpha as BGRA. What has alpha is stored premultiplied, so that no channel is above
    /// it. Spec: ITU-R BT.601, limited range.
    private static func colors(_ planes: ArraySlice<UInt8>, width: Int, height: Int, hasAlpha: Bool) -> [UInt8] {
        let bytes = Array(planes)
        let half = (width + 1) / 2
        let u = width * height
        let v = u + half * ((height + 1) / 2)
        let a = v + half * ((height + 1) / 2)
        var result: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let luma = 1.164383 * (Double(bytes[y * width + x]) - 16)
                let blue = Double(bytes[u + y / 2 * half + x / 2]) - 128
                let red = Double(bytes[v + y / 2 * half + x / 2]) - 128
                let alpha = hasAlpha ? bytes[a + y * width + x] : 255
                for value in [
                    luma + 2.017232 * blue, luma - 0.391762 * blue - 0.812968 * red, luma + 1.596027 * red,
                ] {
                    result.append(UInt8(min(Double(alpha), max(0, value.rounded()))))
                }
                result.append(alpha)
            }
        }
        return result
    }

    @Test(
        "VP6 and VP6 with alpha give the pictures that ffmpeg gives, with what is cut off at right and bottom",
        arguments: [false, true], [UInt8(0), 0x35])
    func vp6(hasAlpha: Bool, cut: UInt8) throws {
        var writer = VP6Writer(columns: 10, rows: 7, seed: 3)
        var flv = FLVWriter()
        for number in 0..<12 {
            let isKey = number % 6 == 0
            let noise = isKey ? 6000 : 800
            let packet =
                hasAlpha
                ? writer.pictureWithAlpha(isKey: isKey, noise: noise) : writer.picture(isKey: isKey, noise: noise)
            flv.tag(9, at: number * 40, [(isKey ? 0x10 : 0x20) | (hasAlpha ? 5 : 4), cut] + packet)
        }
        let tracks = try #require(FLVReader(whole: flv.bytes)?.tracks)
        let pictures = try Self.pictures(tracks)
        // As it is stored: how chroma is spread over pixels differs, and noise would show that alone.
        let reference = try FFmpeg.decode(
            flv.bytes, "-pix_fmt \(hasAlpha ? "yuva420p" : "yuv420p")", format: "rawvideo")
        let (width, height) = (160 - Int(cut >> 4), 112 - Int(cut & 15))
        let chroma = ((width + 1) / 2) * ((height + 1) / 2)
        let size = width * height * (hasAlpha ? 2 : 1) + 2 * chroma
        #expect(pictures.count == 12 && reference.count == 12 * size)
        var colors: Set<UInt32> = []
        for (index, picture) in pictures.enumerated() where (index + 1) * size <= reference.count {
            #expect((picture.width, picture.height, picture.hasAlpha) == (width, height, hasAlpha))
            let wanted = Self.colors(
                reference[index * size..<(index + 1) * size], width: width, height: height, hasAlpha: hasAlpha)
            #expect(Self.psnr(picture, wanted[...]) > 40)
            let alphas = stride(from: 3, to: wanted.count, by: 4).map { wanted[$0] }
            #expect(picture.pixels.map { UInt8($0 >> 24) } == alphas)
            colors.formUnion(picture.pixels.prefix(2000))
        }
        // It is a picture and no plain area.
        #expect(colors.count > 500)
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
