import AVM
import AVM2
import FlashAPI
import Player
import SWF
import TestSupport
import Testing

/// A movie of ActionScript 3 made in a test, whose scripts are functions of the test.
final class Stage3 {
    let host = NullHost()
    let player: Player
    private(set) var log: [String] = []
    private let held: ValueBuffer

    /// `host`: what the movie runs on instead of ``host``.
    init(version: UInt8 = 30, host other: (any PlayerHost)? = nil, _ build: (inout SWFWriter) -> Void) throws {
        var writer = SWFWriter(version: version, width: 100, height: 100)
        writer.fileAttributes(.actionScript3)
        build(&writer)
        var options = Player.Options()
        options.installAVM1 = FlashAPI.installAVM1
        options.installAVM2 = FlashAPI.installAVM2
        player = Player(
            movie: try Movie(writer.file()), viewport: Viewport(width: 100, height: 100), host: other ?? host,
            options: options)
        held = ValueBuffer(player.avm2.machine.heap)
    }

    var machine: AVM2Machine { player.avm2.machine }

    func root() throws -> Value { Value(try #require(player.level(0)?.object2)) }

    func call(_ value: Value, _ method: StaticString, _ arguments: Value...) throws -> Value {
        let result = try machine.callMethod(machine.publicName(method), of: value, arguments)
        held.append(result)
        return result
    }

    func get(_ value: Value, _ name: StaticString) throws -> Value {
        let result = try machine.get(machine.publicName(name), of: value)
        held.append(result)
        return result
    }

    func new(_ name: String, _ arguments: Value...) throws -> Value {
        let made = Value(try machine.construct(try #require(machine.traits(named: name)), arguments))
        held.append(made)
        return made
    }

    /// A script that notes its name and does something.
    func script(_ name: String, _ body: @escaping () throws -> Void = {}) -> Value {
        nonisolated(unsafe) let (body, stage) = (body, self)
        let made = Value(
            machine.makeFunction(name, length: 0) { (_) throws(ScriptError) in
                stage.log.append(name)
                do { try body() } catch { Issue.record("\(name): \(error)") }
                return .undefined
            })
        held.append(made)
        return made
    }

    func run(_ frames: Int = 1) -> [String] {
        log.removeAll()
        for _ in 0..<frames { player.runFrame() }
        return log
    }

    func takeLog() -> [String] {
        defer { log.removeAll() }
        return log
    }
}

/// Frames of ActionScript 3: in which order playheads, constructors and frame scripts run.
@Suite struct Frame3Tests {
    private static func threeFrames(version: UInt8 = 30) throws -> (stage: Stage3, root: Value) {
        let stage = try Stage3(version: version) { $0.showFrames(3) }
        _ = stage.run()
        return (stage, try stage.root())
    }

    private static func frame(_ stage: Stage3, _ root: Value) throws -> Value { try stage.get(root, "currentFrame") }

    @Test("a goto of a frame script waits for its end, and then runs the other frame's script at once")
    func gotoInScript() throws {
        let (stage, root) = try Self.threeFrames()
        let second = stage.script("second") {
            _ = try stage.call(root, "gotoAndStop", Value(Int32(3)))
            #expect(try Self.frame(stage, root) == Value(Int32(2)))
        }
        _ = try stage.call(root, "addFrameScript", Value(Int32(1)), second, Value(Int32(2)), stage.script("third"))
        #expect(stage.run() == ["second", "third"])
        #expect(try Self.frame(stage, root) == Value(Int32(3)))
        #expect(stage.run(2) == [])
    }

    @Test("a goto from outside a frame script runs a frame within the frame: FRAME_CONSTRUCTED, scripts, EXIT_FRAME")
    func innerFrame() throws {
        let (stage, root) = try Self.threeFrames()
        _ = try stage.call(root, "addFrameScript", Value(Int32(2)), stage.script("third"))
        for type in ["enterFrame", "frameConstructed", "exitFrame"] {
            _ = try stage.call(root, "addEventListener", stage.machine.string(type).keep(stage), stage.script(type))
        }
        _ = try stage.call(root, "gotoAndStop", Value(Int32(3)))
        #expect(stage.takeLog() == ["frameConstructed", "third", "exitFrame"])
        // To go where it stands runs a frame, but not the script again.
        _ = try stage.call(root, "gotoAndStop", Value(Int32(3)))
        #expect(stage.takeLog() == ["frameConstructed", "exitFrame"])
    }

    @Test("until SWF 9 a goto leaves all that to the next frame, in which the clip does not advance")
    func gotoOfOldMovies() throws {
        let (stage, root) = try Self.threeFrames(version: 9)
        _ = try stage.call(root, "addFrameScript", Value(Int32(1)), stage.script("second"))
        _ = try stage.call(root, "gotoAndPlay", Value(Int32(2)))
        #expect(stage.takeLog() == [])
        #expect(stage.run() == ["second"])
        #expect(try Self.frame(stage, root) == Value(Int32(2)))
    }

    @Test("scripts that go to each other's frame for ever end")
    func pingPong() throws {
        let (stage, root) = try Self.threeFrames()
        let second = stage.script("second") { _ = try stage.call(root, "gotoAndStop", Value(Int32(3))) }
        let third = stage.script("third") { _ = try stage.call(root, "gotoAndStop", Value(Int32(2))) }
        _ = try stage.call(root, "addFrameScript", Value(Int32(1)), second, Value(Int32(2)), third)
        #expect(stage.run().count < 200)
    }

    @Test("a script that a frame script adds to the current frame runs once the others have")
    func lateScript() throws {
        let (stage, root) = try Self.threeFrames()
        let second = stage.script("second") {
            _ = try stage.call(root, "addFrameScript", Value(Int32(1)), stage.script("late"))
        }
        _ = try stage.call(root, "addFrameScript", Value(Int32(1)), second)
        #expect(stage.run() == ["second", "late"])
    }

    @Test("removals come before the playhead moves, new children after")
    func removedBeforeAdded() throws {
        let stage = try Stage3 { writer in
            writer.defineSprite(id: 1, frameCount: 1) { $0.showFrame() }
            writer.place(1, depth: 1)
            writer.showFrame()
            writer.remove(depth: 1)
            writer.place(1, depth: 2)
            writer.showFrame()
        }
        _ = stage.run()
        let root = try stage.root()
        for type in ["removed", "added"] {
            let listener = stage.script(type) {
                let frame = try Self.frame(stage, root)
                #expect(frame == Value(Int32(type == "removed" ? 1 : 2)))
            }
            _ = try stage.call(root, "addEventListener", stage.machine.string(type).keep(stage), listener)
        }
        #expect(stage.run() == ["removed", "added"])
    }

    @Test("a rewound timeline makes a clip anew where its ratio tells another instance, and keeps it where it does not")
    func rewindByRatio() throws {
        for (ratio, isKept) in [(UInt16?.none, true), (3, false)] {
            let stage = try Stage3 { writer in
                writer.defineSprite(id: 1, frameCount: 1) { $0.showFrame() }
                writer.place(1, depth: 1)
                writer.showFrame()
                writer.remove(depth: 1)
                var place = PlaceObject(version: 2, depth: 1, action: .place(1))
                place.ratio = ratio
                writer.placeObject(place)
                writer.showFrame()
            }
            _ = stage.run(2)
            let root = try stage.root()
            let later = try stage.call(root, "getChildAt", Value(Int32(0)))
            #expect(try Self.frame(stage, root) == Value(Int32(2)))
            _ = try stage.call(root, "gotoAndStop", Value(Int32(1)))
            #expect(try (stage.call(root, "getChildAt", Value(Int32(0))) == later) == isKept)
        }
    }

    @Test("scenes: their labels count and those at the frames do not, the first and the last begin anew")
    func scenes() throws {
        let stage = try Stage3 { movie in
            movie.sceneAndFrameLabelData(
                scenes: [(0, "A"), (3, "B")], labels: [(1, "one"), (4, "one"), (5, "2")])
            movie.frameLabel("unheard")
            movie.showFrames(6)
        }
        _ = stage.run()
        let root = try stage.root()
        func goto(_ frame: Value, _ scene: String? = nil) throws -> Int {
            if let scene {
                _ = try stage.call(root, "gotoAndStop", frame, stage.machine.string(scene).keep(stage))
            } else {
                _ = try stage.call(root, "gotoAndStop", frame)
            }
            return try #require(stage.player.level(0)).currentFrame
        }
        func text(_ text: String) -> Value { stage.machine.string(text).keep(stage) }
        #expect(try stage.get(root, "currentLabel") == .null)
        #expect(try goto(text("one"), "B") == 5)
        #expect(try stage.get(root, "currentFrame") == Value(Int32(2)))
        #expect(try goto(text("one")) == 2)
        // A number as a text is a frame where a scene is named, and a label where none is.
        #expect(try goto(text("2"), "A") == 2)
        #expect(try goto(text("2")) == 6)
        _ = try stage.call(root, "nextScene")
        #expect(try stage.get(root, "currentFrame") == Value(Int32(1)))
        #expect(try goto(Value(Int32(3)), "A") == 3)
        #expect(try stage.machine.toString(stage.get(root, "currentLabel")).text == "one")
        _ = try stage.call(root, "prevScene")
        #expect(try stage.get(root, "currentFrame") == Value(Int32(1)))
        #expect(throws: (any Error).self) { _ = try goto(text("unheard")) }
    }

    /// Code with a class of a name that extends another: a class for a symbol.
    static func symbolClass(
        _ className: String = "Clip", extends baseName: String = "MovieClip", package: String = "flash.display"
    ) -> [UInt8] {
        var assembler = ABCAssembler()
        let (name, base) = (assembler.qname(className), assembler.qname(baseName, package: package))
        var initialization = ABCAssembler.Code()
        for code: UInt8 in [0xD0, 0x30, 0xD0] { initialization.op(code) }
        initialization.op(0x49, 0)  // constructsuper
        initialization.op(0x47)
        let initializer = assembler.method(locals: 1, initialization)
        var nothing = ABCAssembler.Code()
        nothing.op(0x47)
        let index = assembler.addClass(
            name: name, base: base, initializer: initializer,
            classInitializer: assembler.method(locals: 1, nothing), traits: [])
        var code = ABCAssembler.Code()
        code.op(0xD0)
        code.op(0x30)
        code.op(0xD0)
        code.op(0x60, base)  // getlex
        code.op(0x58, index)  // newclass
        code.op(0x68, name)  // initproperty
        code.op(0x47)
        assembler.script(
            initializer: assembler.method(locals: 1, code), traits: [.class(name: name, index: index)])
        return assembler.file()
    }

    @Test("a clip that a script makes does not advance in the frame that begins next; without a symbol it is on none")
    func madeByScript() throws {
        for hasSymbol in [true, false] {
            let stage = try Stage3 { movie in
                movie.defineSprite(id: 1) { $0.showFrames(3) }
                movie.doABC(Self.symbolClass())
                if hasSymbol { movie.symbolClass([(1, "Clip")]) }
                movie.showFrame()
            }
            _ = stage.run()
            let domain = try stage.get(stage.get(stage.root(), "loaderInfo"), "applicationDomain")
            let type = try stage.call(domain, "getDefinition", stage.machine.string("Clip").keep(stage))
            let clip = try stage.machine.construct(type).keep(stage)
            _ = try stage.call(stage.root(), "addChild", clip)
            var frames = [try Self.frame(stage, clip)]
            for _ in 0..<3 {
                _ = stage.run()
                frames.append(try Self.frame(stage, clip))
            }
            #expect(frames == (hasSymbol ? [1, 1, 2, 3] : [0, 0, 0, 0]).map { Value(Int32($0)) })
        }
    }

    @Test("the mouse goes through what lies on the root itself to the clips below")
    func mouseOnRoot() throws {
        let stage = try Stage3 { movie in
            movie.defineShape(id: 1, ShapePath.rectangle(x: 0, y: 0, width: 50, height: 50), fill: .solid(.black))
            movie.defineSprite(id: 2) {
                $0.place(1, depth: 1)
                $0.showFrame()
            }
            movie.place(2, depth: 1, name: "clip")
            movie.place(1, depth: 2)
            movie.showFrame()
        }
        _ = stage.run()
        let root = try stage.root()
        let clip = try stage.call(root, "getChildByName", stage.machine.string("clip").keep(stage))
        for type in ["mouseDown", "rightMouseDown"] {
            _ = try stage.call(
                clip, "addEventListener", stage.machine.string(type).keep(stage), stage.script(type))
        }
        stage.player.handle(.mouseDown(x: 10, y: 10, button: .left, clickIndex: 0))
        stage.player.handle(.mouseUp(x: 10, y: 10, button: .left))
        stage.player.handle(.mouseDown(x: 10, y: 10, button: .right, clickIndex: 0))
        #expect(stage.takeLog() == ["mouseDown", "rightMouseDown"])
    }

    @Test("what is not on the stage may have the focus until it has been there")
    func focusOffStage() throws {
        let stage = try Stage3 { $0.showFrame() }
        _ = stage.run()
        let root = try stage.root()
        let top = try stage.get(root, "stage")
        let sprite = try stage.new("flash.display.Sprite")
        try stage.machine.set(stage.machine.publicName("focus"), of: top, to: sprite)
        #expect(try stage.get(top, "focus") == sprite)
        _ = try stage.call(root, "addChild", sprite)
        #expect(try stage.get(top, "focus") == sprite)
        _ = try stage.call(root, "removeChild", sprite)
        #expect(try stage.get(top, "focus") == .null)
    }

    @Test("a frame far outside of an int goes where Flash's own arithmetic leads")
    func frameNumbers() throws {
        let (stage, root) = try Self.threeFrames()
        let rows: [(Double, Int32)] = [(0, 1), (999, 3), (2_147_483_648, 3), (-2_147_483_647, 1), (-1e20, 3)]
        for (number, frame) in rows {
            _ = try stage.call(root, "gotoAndStop", Value(double: number))
            #expect(try Self.frame(stage, root) == Value(frame), "\(number)")
        }
    }

    @Test("movies see the members that their version's player had")
    func versions() throws {
        let old = try Stage3(version: 10) { $0.showFrame() }
        _ = old.run()
        #expect(throws: (any Error).self) { _ = try old.machine.getStrictly("isPlaying", try old.root()) }
        let new = try Stage3(version: 13) { $0.showFrame() }
        _ = new.run()
        #expect(try new.get(new.root(), "isPlaying") == .false)
    }

    @Test("what is loaded from bytes: progress at once, content with the next frame, then INIT and COMPLETE")
    func loadBytes() throws {
        var inner = SWFWriter(version: 8, width: 10, height: 10)
        inner.doAction(tracing("inner"))
        inner.showFrame()
        let stage = try Stage3 { $0.showFrame() }
        _ = stage.run()
        let bytes = try stage.new("flash.utils.ByteArray")
        for byte in inner.file() { _ = try stage.call(bytes, "writeByte", Value(Int32(byte))) }
        let loader = try stage.new("flash.display.Loader")
        let info = try stage.get(loader, "contentLoaderInfo")
        for type in ["progress", "init", "complete"] {
            _ = try stage.call(info, "addEventListener", stage.machine.string(type).keep(stage), stage.script(type))
        }
        _ = try stage.call(loader, "loadBytes", bytes)
        #expect(stage.takeLog() == ["progress", "progress"])
        #expect(try stage.get(loader, "content") == .null)
        #expect(stage.run() == ["init", "complete"])
        // A movie of ActionScript 1 runs, and is one object for the others.
        #expect(stage.host.traced == ["inner"])
        let content = try stage.get(loader, "content")
        let traits = stage.machine.traits(of: try #require(content.object))
        #expect(traits.name.name.text == "AVM1Movie")
    }

    @Test("GraphicsPath gathers commands; triangles need whole corners")
    func graphics() throws {
        let stage = try Stage3 { $0.showFrame() }
        _ = stage.run()
        let path = try stage.new("flash.display.GraphicsPath")
        _ = try stage.call(path, "moveTo", Value(double: 1), Value(double: 2))
        _ = try stage.call(path, "wideLineTo", Value(double: 3), Value(double: 4))
        let data = try #require(try stage.get(path, "data").object?.native(as: VectorState.self))
        #expect(data.count == 6)
        let shape = try stage.new("flash.display.Shape")
        let graphics = try stage.get(shape, "graphics")
        let (vector, vertices) = try stage.machine.makeVector(of: .number, count: 0)
        for number in [0.0, 0, 10, 0, 0] { try vertices.append(Value(double: number), stage.machine) }
        #expect(throws: (any Error).self) { _ = try stage.call(graphics, "drawTriangles", Value(vector)) }
        try vertices.append(Value(double: 20), stage.machine)
        _ = try stage.call(graphics, "beginFill", Value(Int32(0)))
        _ = try stage.call(graphics, "drawTriangles", Value(vector))
        #expect(try stage.get(shape, "width") == Value(double: 10))
        #expect(try stage.get(shape, "height") == Value(double: 20))
    }
}

extension Value {
    /// Held by the stage's buffer until the test ends.
    func keep(_ stage: Stage3) -> Value { stage.hold(self) }
}

extension Stage3 {
    fileprivate func hold(_ value: Value) -> Value {
        held.append(value)
        return value
    }
}

extension AVM2Machine {
    /// A property that must be there. Fails on dynamic objects without it as well.
    fileprivate func getStrictly(_ name: StaticString, _ value: Value) throws -> Value {
        let found = try get(publicName(name), of: value)
        guard !found.isUndefined else { throw ScriptError.halted(.outOfMemory) }
        return found
    }
}
