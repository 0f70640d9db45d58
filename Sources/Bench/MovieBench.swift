import FlashAPI
import Glibc
import Player
import SWF

/// Plays a movie that measures itself by `getTimer()`, such as a benchmark in ActionScript, and prints what it traces.
///
///     bench movie FILE [--cpu]
///
/// With `--cpu` the movie's clock is the processor time of this thread, which a busy machine does not bend.
enum MovieBench {
    static func run(_ path: String, countsCPU: Bool) {
        let host = BenchHost(clock: countsCPU ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC)
        guard let player = player(of: path, host: host) else { return }
        let tick = 1000 / max(1, player.frameRate)
        var frames = 0
        while !host.hasQuit && frames < 100_000 {
            player.advance(by: tick)
            host.began = host.now
            _ = player.renderCommands()
            frames += 1
            if host.isDone && frames > 10 { break }
        }
    }

    /// The player of a movie in a file; nil, and a word about it, where that is none.
    static func player(of path: String, host: BenchHost) -> Player? {
        guard let file = fopen(path, "rb") else {
            print("cannot read \(path)")
            return nil
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        guard let movie = try? Movie(bytes) else {
            print("\(path) is no movie")
            return nil
        }
        var options = Player.Options()
        options.installAVM1 = FlashAPI.installAVM1
        options.installAVM2 = FlashAPI.installAVM2
        let player = Player(movie: movie, viewport: Viewport(width: 1, height: 1), host: host, options: options)
        player.viewport = Viewport(width: player.stageSize.width, height: player.stageSize.height)
        return player
    }
}
