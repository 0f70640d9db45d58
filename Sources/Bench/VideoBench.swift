import Glibc
import Measure
import Media
import Renderer
import TestSupport

/// How much of a core a video of 640 by 480 takes at 30 pictures a second: decoding, conversion and drawing.
enum VideoBench {
    private static let (columns, rows) = (40, 30)
    private static let count = 300
    private static let rate = 30.0

    static func run() {
        // Key pictures now and then, and bits as streams of a good quality have them: 900 kbit a second and more.
        for (name, noise) in [("VP6, 0.9 Mbit/s", 3000), ("VP6, 3 Mbit/s", 12_000)] {
            guard let decoder = VideoDecoder(.vp6, setup: [0]) else {
                print(column(name, 26) + "libavcodec is missing")
                continue
            }
            var writer = VP6Writer(columns: columns, rows: rows)
            let packets = (0..<count).map { number in
                writer.picture(isKey: number % 60 == 0, noise: number % 60 == 0 ? noise * 5 : noise)
            }
            let resources = RenderResources()
            let renderer = Renderer(resources: resources)
            let target = Pixmap(width: columns * 16, height: rows * 16)
            let bitmap = Pixmap(width: columns * 16, height: rows * 16)
            let id = resources.add(bitmap)
            var shown = 0
            let start = processorTime()
            for (number, packet) in packets.enumerated() {
                decoder.send(packet[...], time: number * 33, isKey: number % 60 == 0)
                while decoder.receive() {
                    guard let picture = decoder.picture() else { continue }
                    picture.pixels.withUnsafeBufferPointer { pixels in
                        guard let base = pixels.baseAddress, pixels.count == bitmap.width * bitmap.height else {
                            return
                        }
                        bitmap.pixels.update(from: base, count: pixels.count)
                    }
                    bitmap.revision &+= 1
                    renderer.draw(
                        [.bitmap(id, .identity, .identity, isSmoothed: false)], into: target.target,
                        background: .black, quality: .high, damage: [target.target.bounds])
                    shown += 1
                }
            }
            let share = (processorTime() - start) / (Double(shown) / rate)
            print(column(name, 26) + "\(fixed(share * 100)) % of a core at 30 pictures a second (wanted: 35)")
        }
    }

    /// Seconds that this process has computed, on all its threads.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
