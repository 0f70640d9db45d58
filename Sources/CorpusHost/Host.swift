import Base
import FlashAPI
import Foundation
import Media
import Player
import Renderer
import SWF

/// Plays one case without a window, in virtual time, and writes down what the judge looks at.
final class Host {
    private let settings: Case
    private let output: URL
    private let player: Player
    private let renderer: Renderer
    private var input: InputScript
    private let world: World
    /// A script has ended the movie.
    private var hasQuit = false
    private var audioPeaks: [Float] = []

    init(_ settings: Case, output: URL, stressInterval: Int? = nil) throws {
        self.settings = settings
        self.output = output
        let folder = URL(fileURLWithPath: settings.dir)
        let file = try Data(contentsOf: folder.appendingPathComponent(settings.swf))
        let movie = try Movie([UInt8](file))
        world = try World(settings)
        var options = Player.Options()
        options.url = "file:///\(settings.swf)"
        options.installAVM1 = FlashAPI.installAVM1
        options.installAVM2 = FlashAPI.installAVM2
        player = Player(movie: movie, viewport: Viewport(width: 1, height: 1), host: world, options: options)
        if let stressInterval {
            player.heap.stressInterval = stressInterval
            player.heap.isStressed = true
        }
        player.viewport = Self.viewport(settings, stage: player.stageSize)
        player.viewport.hasLetterbox = false
        player.quality = try Self.quality(settings.player.quality)
        renderer = Renderer(resources: player.resources)
        input = try settings.input.map { try InputScript(contentsOf: folder.appendingPathComponent($0).path) } ?? .none
    }

    /// Plays all iterations. What was traced so far is written out even where this throws.
    func run() throws {
        defer { try? Data(world.traced.utf8).write(to: output.appendingPathComponent("trace.txt")) }
        player.prepare()
        while !player.isReady { world.completeLoads() }
        let tick = settings.tickMilliseconds ?? 1000 / player.frameRate
        var pointer: [Double] = []
        for iteration in 1...max(1, settings.count) {
            switch settings.mode {
            case .ticks: player.advance(by: tick)
            case .frames:
                player.runFrame()
                player.advanceTimers(by: tick)
            }
            audioPeaks.append(player.sound.takePeak())
            world.completeLoads()
            try handleCommands()
            for event in input.nextShare() {
                if event.type == "SetClipboardText" { world.clipboard = event.text ?? "" }
                guard let inputEvent = event.inputEvent(pointer: pointer) else { continue }
                if let place = event.pos { pointer = place }
                player.handle(inputEvent)
            }
            try takePictures(iteration)
            if settings.realtime { usleep(UInt32(tick * 1000)) }
            if hasQuit { break }
        }
        if !settings.audio.isEmpty { try writeAudioPeaks() }
        try writeSharedObjects()
    }

    private func handleCommands() throws {
        let commands = world.commands
        world.commands.removeAll()
        for (command, argument) in commands {
            switch command.lowercased() {
            case "quit": hasQuit = true
            case "captureimage":
                let isWanted = settings.images.contains { $0.name == argument && $0.trigger == .fscommand }
                if isWanted { try takePicture(argument) }
            default: break
            }
        }
    }

    private func writeSharedObjects() throws {
        for (key, bytes) in world.stored {
            let file = output.appendingPathComponent("sol/\(key).sol")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
    }

    private func takePictures(_ iteration: Int) throws {
        let due = settings.images.filter {
            switch $0.trigger {
            case .iteration(let number): number == iteration
            case .last: iteration == settings.count || hasQuit
            case .fscommand: false
            }
        }
        for image in due { try takePicture(image.name) }
    }

    private func takePicture(_ name: String) throws {
        let viewport = player.viewport
        let pixmap = Pixmap(width: viewport.width, height: viewport.height)
        renderer.draw(
            player.renderCommands(), into: pixmap.target, background: player.backgroundColor, quality: player.quality,
            damage: [pixmap.target.bounds])
        let pixels = UnsafeBufferPointer(start: pixmap.pixels, count: pixmap.width * pixmap.height)
        guard let png = PNGEncoder.encode(width: pixmap.width, height: pixmap.height, pixels: pixels) else {
            throw HostError.notEncoded(name)
        }
        try Data(png).write(to: output.appendingPathComponent("\(name).png"))
    }

    /// The peak of the mix of each iteration.
    private func writeAudioPeaks() throws {
        let lines = audioPeaks.map { "\($0)\n" }.joined()
        try Data(lines.utf8).write(to: output.appendingPathComponent("audio_peaks.txt"))
    }

    private static func viewport(_ settings: Case, stage: (width: Int, height: Int)) -> Viewport {
        guard let fields = settings.player.viewport, fields.count == 3 else {
            return Viewport(width: stage.width, height: stage.height)
        }
        return Viewport(width: max(1, Int(fields[0])), height: max(1, Int(fields[1])), scale: fields[2])
    }

    private static func quality(_ name: String) throws -> Quality {
        let known: [String: Quality] = [
            "low": .low, "medium": .medium, "high": .high, "best": .best, "high8x8": .high8x8,
            "high8x8linear": .high8x8linear, "high16x16": .high16x16, "high16x16linear": .high16x16linear,
        ]
        guard let quality = known[name] else { throw HostError.unknownQuality(name) }
        return quality
    }
}

enum HostError: Error, CustomStringConvertible {
    case usage
    case unknownQuality(String)
    case notEncoded(String)

    var description: String {
        switch self {
        case .usage: "usage: corpus-host [--stress N] CASE.json OUTDIR"
        case .unknownQuality(let name): "unknown quality \(name)"
        case .notEncoded(let name): "picture \(name) could not be encoded"
        }
    }
}
