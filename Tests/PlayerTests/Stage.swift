import FlashAPI
import Player
import SWF
import TestSupport

/// A movie made in a test, playing.
final class Stage {
    let host = NullHost()
    let player: Player

    init(version: UInt8 = 8, _ build: (inout SWFWriter) -> Void) throws {
        var writer = SWFWriter(version: version, width: 100, height: 100)
        build(&writer)
        var options = Player.Options()
        options.installAVM1 = FlashAPI.installAVM1
        player = Player(
            movie: try Movie(writer.file()), viewport: Viewport(width: 100, height: 100), host: host, options: options)
    }

    /// Runs frames and returns what they traced.
    func run(_ frames: Int = 1) -> [String] {
        let start = host.traced.count
        for _ in 0..<frames { player.runFrame() }
        return Array(host.traced[start...])
    }

    /// Hands in input and returns what it traced.
    func handle(_ events: InputEvent...) -> [String] {
        let start = host.traced.count
        for event in events { player.handle(event) }
        return Array(host.traced[start...])
    }
}

/// Actions that trace one text.
func tracing(_ text: String) -> [UInt8] {
    var code = ActionAssembler()
    code.trace(text)
    code.op(.end)
    return code.bytes
}

/// Actions as `build` writes them.
func actions(_ build: (inout ActionAssembler) -> Void) -> [UInt8] {
    var code = ActionAssembler()
    build(&code)
    code.op(.end)
    return code.bytes
}
