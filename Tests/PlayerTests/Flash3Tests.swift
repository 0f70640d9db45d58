import AVM
import AVM2
import FlashAPI
import FlashAPI2
import Player
import SWF
import TestSupport
import Testing

/// The classes of `flash.*` for ActionScript 3, called from native code.
@Suite struct Flash3Tests {
    private static func makePlayer() throws -> Player {
        var writer = SWFWriter(version: 30, width: 100, height: 100)
        writer.fileAttributes(.actionScript3)
        writer.showFrame()
        var options = Player.Options()
        options.installAVM2 = FlashAPI.installAVM2
        return Player(
            movie: try Movie(writer.file()), viewport: Viewport(width: 100, height: 100), options: options)
    }

    @Test("every class has its base, its members and its constants")
    func classes() throws {
        let player = try Self.makePlayer()
        let machine = player.avm2.machine!
        let names = machine.systemDomain.definedNames
        #expect(names.count > 400)
        for name in names {
            let value = try machine.lookUp(name, in: machine.systemDomain)
            #expect(value != nil, "\(machine.describe(name).text)")
        }
    }

    /// What was called, in order.
    private final class Log { var lines: [String] = [] }

    @Test("listeners are called by priority; those added meanwhile are not, those removed meanwhile are")
    func order() throws {
        let player = try Self.makePlayer()
        let runtime = player.avm2
        let machine = runtime.machine!
        let log = Log()
        let dispatcher = try machine.construct(try #require(machine.traits(named: "flash.events.EventDispatcher")))
        let held = ValueBuffer(machine.heap)
        held.append(Value(dispatcher))
        let type = machine.heap.makeString("test")
        func listener(_ name: String, _ body: @escaping () throws(ScriptError) -> Void = {}) -> Value {
            nonisolated(unsafe) let body = body
            nonisolated(unsafe) let log = log
            let made = Value(
                machine.makeFunction(name, length: 1) { (_) throws(ScriptError) in
                    log.lines.append(name)
                    try body()
                    return .undefined
                })
            held.append(made)
            return made
        }
        let late = listener("late")
        let low = listener("low")
        let first = listener("first") { () throws(ScriptError) in
            try runtime.addListener(late, for: type, to: dispatcher)
            try runtime.removeListener(low, for: type, from: dispatcher)
        }
        try runtime.addListener(low, for: type, to: dispatcher, priority: -1)
        try runtime.addListener(listener("middle"), for: type, to: dispatcher)
        try runtime.addListener(first, for: type, to: dispatcher, priority: 5)
        _ = try runtime.send("flash.events.Event", "test", to: dispatcher)
        #expect(log.lines == ["first", "middle", "low"])
        log.lines.removeAll()
        _ = try runtime.send("flash.events.Event", "test", to: dispatcher)
        #expect(log.lines == ["first", "middle", "late"])
    }

    @Test("a timer runs by the player's clock and ends after its count")
    func timer() throws {
        let player = try Self.makePlayer()
        let machine = player.avm2.machine!
        let traits = try #require(machine.traits(named: "flash.utils.Timer"))
        let timer = try machine.construct(traits, [Value(Int32(100)), Value(Int32(2))])
        let held = ValueBuffer(machine.heap)
        held.append(Value(timer))
        _ = try machine.callMethod("start", of: Value(timer))
        player.advanceTimers(by: 150)
        #expect(try machine.get(machine.publicName("currentCount"), of: Value(timer)) == Value(Int32(1)))
        player.advanceTimers(by: 150)
        #expect(try machine.get(machine.publicName("currentCount"), of: Value(timer)) == Value(Int32(2)))
        #expect(try machine.get(machine.publicName("running"), of: Value(timer)) == .false)
    }

    @Test("filters keep what the display list keeps of them")
    func filters() throws {
        let player = try Self.makePlayer()
        let machine = player.avm2.machine!
        let glow = try machine.construct(
            try #require(machine.traits(named: "flash.filters.GlowFilter")),
            [Value(Int32(0xFF0000)), Value(0.5), Value(Int32(300)), Value(Int32(-1)), Value(1.2)])
        let list = Value(machine.makeArray([Value(glow)]))
        let (filters, kept) = try FilterObjects.read(list, machine)
        guard case .glow(let filter)? = filters.first else {
            Issue.record("no glow")
            return
        }
        #expect(filter.blurX == 255 && filter.blurY == 0)
        #expect(filter.color.alpha == 128)
        #expect(try machine.get(machine.publicName("strength"), of: kept[0]) == Value(double: 1.19921875))
    }
}
