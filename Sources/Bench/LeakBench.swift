import Glibc
import Player
import Renderer

/// Plays and draws many frames of a movie in virtual time and prints what memory they take.
///
///     bench leak FILE [MILLISECONDS]
///
/// MILLISECONDS (0.3) pass from frame to frame: a scene of three seconds of the movie's time has 10,000 frames then. For
/// each part of the movie that ends with a trace it prints the resident memory after the part's first 500 frames and at
/// its end, in KiB.
enum LeakBench {
    static func run(_ path: String, milliseconds: Double) {
        let host = BenchHost(clock: nil)
        guard let player = MovieBench.player(of: path, host: host) else { return }
        let renderer = Renderer(resources: player.resources)
        let pixmap = Pixmap(width: player.viewport.width, height: player.viewport.height)
        let damage = DamageTracker()
        var frames = 0
        var early = residentKiB
        host.onTrace = { _ in
            let late = residentKiB
            print("    \(frames) frames, resident \(early) KiB after 500, \(late) at the end: \(late - early)")
            frames = 0
        }
        player.prepare()
        while !host.isDone && !host.hasQuit {
            player.runFrame()
            player.advanceTimers(by: milliseconds)
            let commands = player.renderCommands()
            let stale = damage.update(
                commands, resources: player.resources, bounds: pixmap.target.bounds,
                background: player.backgroundColor, quality: player.quality)
            renderer.draw(
                commands, into: pixmap.target, background: player.backgroundColor, quality: player.quality,
                damage: stale)
            frames += 1
            if frames == 500 { early = residentKiB }
        }
    }

    /// Resident memory of this process, by `/proc/self/statm`.
    private static var residentKiB: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024 : 0
    }
}
