import FlashAPI
import Player
import SWF
import TestSupport
import Testing

/// A player that is given up takes its scripts with it.
@Suite struct LifetimeTests {
    /// A movie whose script makes a function, an object with a cycle, a timer's worth of state.
    private static func movie() throws -> Movie {
        var code = ActionAssembler()
        code.function("f", ["x"]) { code in
            code.push(.text("x"))
            code.op(.getVariable)
            code.op(.return)
        }
        code.push(.text("o"), .text("self"), .null, .int(1))
        code.op(.initObject)
        code.op(.setVariable)
        code.push(.text("o"))
        code.op(.getVariable)
        code.push(.text("self"), .text("o"))
        code.op(.getVariable)
        code.op(.setMember)
        var writer = SWFWriter(version: 8)
        writer.defineSprite(id: 1) { $0.showFrame() }
        writer.place(1, depth: 1, name: "clip")
        writer.doAction(code.finished())
        writer.showFrame()
        return try Movie(writer.file(.none))
    }

    private static func play(rewinds: Bool) throws -> (player: Player, runtime: AVM1Runtime) {
        var options = Player.Options()
        options.installAVM1 = FlashAPI.installAVM1
        let player = Player(movie: try movie(), viewport: Viewport(width: 8, height: 8), options: options)
        player.runFrame()
        let runtime = player.avm1
        if rewinds {
            player.rewind()
            player.runFrame()
        }
        return (player, runtime)
    }

    @Test("neither the player nor its machine of scripts outlives its owner")
    func end() throws {
        weak var player: Player?
        weak var runtime: AVM1Runtime?
        try {
            let made = try Self.play(rewinds: false)
            (player, runtime) = (made.player, made.runtime)
            #expect(player != nil && runtime != nil)
        }()
        #expect(player == nil)
        #expect(runtime == nil)
    }

    @Test("a rewind ends the scripts of before")
    func rewind() throws {
        weak var old: AVM1Runtime?
        let player = try {
            let made = try Self.play(rewinds: true)
            old = made.runtime
            return made.player
        }()
        #expect(old == nil)
        #expect(player.currentFrame == 1)
    }
}
