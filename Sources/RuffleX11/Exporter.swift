import Base
import FlashAPI
import Glibc
import Library
import Media
import Player
import Renderer
import UI

/// Plays a movie without a window, as fast as it goes, and writes what it shows into PNG files.
final class Exporter {
    private let options: Options
    private let player: Player
    private let host: WindowHost
    private let renderer: Renderer
    private let disk = Disk()
    private var replay: InputReplay?
    private let launch: Launch

    /// How much of a movie is looked at for a telling picture, in milliseconds of its own time and of ours.
    private static let longestSearch = 10_000.0
    private static let longestWait = 3500.0
    private static let largestSide = 16_384
    private static let largestDetail = 2048

    private let started = Clock.now
    /// Milliseconds after which a thumbnail must be on its way: file managers do not wait for long.
    private static let longestThumbnail = 3800.0

    init(_ options: Options, _ launch: Launch) throws(Complaint) {
        self.options = options
        var launch = launch
        // A movie that is only looked at changes nothing: what it saves is forgotten.
        launch.saves = nil
        host = WindowHost(launch)
        host.isQuiet = true
        if options.thumbnailSide != nil { host.deadline = started + Self.longestThumbnail }
        var settings = launch.settings
        var replay: InputReplay?
        if let path = options.replayFile {
            replay = try InputReplay(path: path)
            try replay?.check(launch)
            if let start = replay?.start {
                settings.randomSeed = start.seed
                host.start(start)
            }
            host.isQuiet = false
        }
        (self.replay, self.launch) = (replay, launch)
        settings.installAVM1 = FlashAPI.installAVM1
        settings.installAVM2 = FlashAPI.installAVM2
        player = Player(
            movie: launch.movie, viewport: Viewport(width: 1, height: 1), host: host, options: settings)
        launch.configure(player)
        var size = options.windowSize(stage: player.stageSize) ?? player.stageSize
        if let side = options.thumbnailSide {
            let scale = Double(side) / Double(max(size.width, size.height))
            size.width = max(1, Int((Double(size.width) * scale).rounded()))
            size.height = max(1, Int((Double(size.height) * scale).rounded()))
        }
        guard max(size.width, size.height) <= Self.largestSide else {
            throw Complaint(message: "the stage of \(size.width)x\(size.height) pixels is too large for a picture")
        }
        player.viewport.width = size.width
        player.viewport.height = size.height
        renderer = Renderer(resources: player.resources)
    }

    func run() throws(Complaint) {
        if replay != nil { return try runReplay() }
        player.runFrame()
        settle()
        if options.request == .screenshot {
            try write(options.frames.map { frame($0) } ?? telling(), to: options.output)
        } else {
            try export()
        }
    }

    /// The picture when a record has been played to its end.
    private func runReplay() throws(Complaint) {
        guard options.request == .screenshot else {
            throw Options.wrong("--replay makes a picture with --screenshot, not --export")
        }
        replay?.firstView?.apply(to: player)
        player.runFrame()
        _ = replay?.advance(by: .infinity, player, host, launch)
        try write(picture(), to: options.output)
    }

    /// The picture after `count` frames.
    private func frame(_ count: Int) -> Pixmap {
        for _ in 1..<max(2, count) where count > 1 { step() }
        return picture()
    }

    private func step() {
        player.advance(by: 1000 / (player.frameRate > 0 ? player.frameRate : 1))
        settle()
    }

    private func settle() {
        host.completeLoads()
        _ = host.takeRequests()
    }

    private func export() throws(Complaint) {
        let count = options.frames ?? max(1, player.totalFrames)
        let digits = max(4, String(count).utf8.count)
        let isWatched = isatty(STDERR_FILENO) != 0
        for number in 1...count {
            if number > 1 { step() }
            let text = String(number)
            let name = String(repeating: "0", count: digits - text.utf8.count) + text
            try write(picture(), to: "\(options.output)/\(name).png")
            if isWatched { tell("\r\(number) of \(count) frames") }
        }
        if isWatched { tell("\n") }
    }

    private func tell(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    // MARK: - Pictures

    private func picture() -> Pixmap {
        let pixmap = Pixmap(width: player.viewport.width, height: player.viewport.height)
        renderer.draw(
            player.renderCommands(), into: pixmap.target, background: player.backgroundColor,
            quality: player.quality, damage: [pixmap.target.bounds])
        return pixmap
    }

    private func write(_ pixmap: Pixmap, to path: String) throws(Complaint) {
        let pixels = UnsafeBufferPointer(start: pixmap.pixels, count: pixmap.width * pixmap.height)
        guard let png = PNGEncoder.encode(width: pixmap.width, height: pixmap.height, pixels: pixels) else {
            throw Complaint(message: "there is not enough memory for the picture")
        }
        do throws(LibraryProblem) {
            try disk.write(png, to: path)
        } catch {
            throw Complaint(message: error.message)
        }
    }

    /// The first picture with much in it or, where there is none, the one with most. Movies begin with empty stages and
    /// bars that show how much has been loaded.
    private func telling() -> Pixmap {
        var best = picture()
        var most = Self.information(best)
        var played = 0.0
        while most < Self.muchInformation, played < Self.longestSearch, Clock.now - started < Self.longestWait {
            let step = 1000 / (player.frameRate > 0 ? player.frameRate : 1)
            self.step()
            played += step
            guard player.needsDisplay else { continue }
            let next = picture()
            let information = Self.information(next)
            if information > most { (best, most) = (next, information) }
        }
        return most > 0 ? best : detailed() ?? best
    }

    /// The stage as large as it is, made small afterwards: lines and letters that fall between the pixels of a small
    /// picture leave a trace in it. Nil: it is drawn as large anyway, or much too large.
    private func detailed() -> Pixmap? {
        let (width, height) = (player.viewport.width, player.viewport.height)
        let stage = player.stageSize
        guard options.thumbnailSide != nil, stage.width > width, max(stage.width, stage.height) <= Self.largestDetail,
            Clock.now - started < Self.longestWait
        else { return nil }
        (player.viewport.width, player.viewport.height) = (stage.width, stage.height)
        defer { (player.viewport.width, player.viewport.height) = (width, height) }
        return picture().shrunk(toFit: width, height)
    }

    /// Bits a pixel from which on a picture is taken without looking further.
    static let muchInformation = 2.5

    /// How much a picture tells: the entropy of its colours, in bits a pixel. An empty stage has 0.
    static func information(_ pixmap: Pixmap) -> Double {
        var counts: [UInt32: Int] = [:]
        let total = pixmap.width * pixmap.height
        // Every seventh pixel tells as much as all of them.
        let stride = total > 4096 ? 7 : 1
        var seen = 0
        for place in Swift.stride(from: 0, to: total, by: stride) {
            counts[pixmap.pixels[place] >> 4 & 0x0F0F_0F0F, default: 0] += 1
            seen += 1
        }
        return counts.values.reduce(0) { sum, count in
            let share = Double(count) / Double(seen)
            return sum - share * log2(share)
        }
    }
}
