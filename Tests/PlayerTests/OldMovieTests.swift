import AVM
import AVM2
import Base
import Renderer
import SWF
import TestSupport
import Testing

@testable import Player

/// A movie of ActionScript 1 in a Loader of ActionScript 3: mouse, keys and messages.
@Suite struct OldMovieTests {
    private let stage: Stage3
    private let host: NullHost

    /// The old movie has a button of 20 by 20 pixels and covers 40 by 40.
    init() throws {
        var inner = SWFWriter(version: 8, width: 100, height: 100)
        inner.defineShape(id: 1, ShapePath.rectangle(x: 0, y: 0, width: 20, height: 20), fill: .solid(.black))
        inner.defineShape(id: 3, ShapePath.rectangle(x: 0, y: 0, width: 40, height: 40), fill: .solid(.white))
        inner.defineButton2(
            id: 2, [ButtonRecord(states: [.up, .over, .down, .hitTest], id: 1, depth: 1, matrix: .identity)],
            actions: [
                ButtonActionBytes(.overUpToOverDown, tracing("press")),
                ButtonActionBytes(.overDownToOverUp, tracing("release")),
            ])
        inner.defineSprite(id: 4) { $0.showFrame() }
        inner.place(3, depth: 1)
        inner.place(2, depth: 2, name: "button")
        inner.place(
            4, depth: 3, name: "clip",
            clipActions: [
                ClipActionBytes(.mouseDown, tracing("any press")), ClipActionBytes(.keyDown, tracing("key")),
            ])
        inner.doAction(
            actions { code in
                for name in ["this", "_root", "_parent"] {
                    code.push(.text(name))
                    code.op(.getVariable)
                    code.op(.trace)
                }
                code.push(.text("connection"), .int(0), .text("LocalConnection"))
                code.op(.newObject)
                code.op(.setVariable)
                code.push(.text("channel"), .int(1), .text("connection"))
                code.op(.getVariable)
                code.push(.text("connect"))
                code.op(.callMethod)
                code.op(.pop)
                code.push(.text("connection"))
                code.op(.getVariable)
                code.push(.text("hear"))
                code.function("", ["said"]) { inner in
                    inner.push(.text("said"))
                    inner.op(.getVariable)
                    inner.op(.trace)
                }
                code.op(.setMember)
            })
        inner.showFrame()
        stage = try Stage3 { $0.showFrame() }
        host = stage.host
        _ = stage.run()
        let bytes = try stage.new("flash.utils.ByteArray")
        for byte in inner.file() { _ = try stage.call(bytes, "writeByte", Value(Int32(byte))) }
        let loader = try stage.new("flash.display.Loader")
        _ = try stage.call(stage.root(), "addChild", loader)
        _ = try stage.call(loader, "loadBytes", bytes)
        _ = stage.run(2)
        let top = try stage.get(stage.root(), "stage")
        for type in ["mouseDown", "click", "keyDown"] {
            _ = try stage.call(top, "addEventListener", stage.machine.string(type).keep(stage), stage.script(type))
        }
    }

    private func click(_ x: Double, _ y: Double) -> [String] {
        let start = host.traced.count
        stage.player.handle(.mouseMove(x: x, y: y))
        stage.player.handle(.mouseDown(x: x, y: y, button: .left, clickIndex: 0))
        stage.player.handle(.mouseUp(x: x, y: y, button: .left))
        return Array(host.traced[start...]) + stage.takeLog()
    }

    @Test("it is alone in its world: it is its own root and has no parent")
    func root() { #expect(host.traced == ["_root", "_root", "undefined"]) }

    @Test("its buttons take the mouse, and ActionScript 3 does not hear of it; the rest of it goes to the Loader")
    func mouse() {
        #expect(click(10, 10) == ["any press", "press", "release"])
        #expect(click(30, 30) == ["any press", "mouseDown", "click"])
        #expect(click(60, 60) == ["any press", "mouseDown", "click"])
    }

    @Test("keys reach both")
    func keys() {
        stage.player.handle(.keyDown(keyCode: 65, character: 97))
        #expect(host.traced.last == "key")
        #expect(stage.takeLog() == ["keyDown"])
    }

    @Test("a LocalConnection reaches from one machine to the other")
    func connection() throws {
        let sender = try stage.new("flash.net.LocalConnection")
        _ = try stage.call(
            sender, "send", stage.machine.string("Channel").keep(stage), stage.machine.string("hear").keep(stage),
            stage.machine.string("hello").keep(stage))
        stage.player.advanceTimers(by: 10)
        #expect(host.traced.last == "hello")
        // The name is taken, for both.
        #expect(throws: (any Error).self) {
            try stage.call(sender, "connect", stage.machine.string("channel").keep(stage))
        }
    }

    @Test("the pointer is a hand over its button, as over those of ActionScript 3")
    func hand() throws {
        let player = stage.player
        player.handle(.mouseMove(x: 10, y: 10))
        #expect(player.pointerShape == .hand)
        player.handle(.mouseMove(x: 30, y: 30))
        #expect(player.pointerShape == .arrow)
        let sprite = try stage.new("flash.display.Sprite")
        let graphics = try stage.get(sprite, "graphics")
        _ = try stage.call(graphics, "beginFill", Value(Int32(0)))
        _ = try stage.call(
            graphics, "drawRect", Value(Int32(50)), Value(Int32(50)), Value(Int32(20)), Value(Int32(20)))
        _ = try stage.call(stage.root(), "addChild", sprite)
        player.handle(.mouseMove(x: 60, y: 60))
        #expect(player.pointerShape == .arrow)
        try stage.set(sprite, "buttonMode", .true)
        #expect(player.pointerShape == .hand)
        try stage.set(sprite, "useHandCursor", .false)
        #expect(player.pointerShape == .arrow)
    }

    @Test("Mouse.cursor: shapes by name, and pictures that the movie brings, drawn over everything")
    func cursor() throws {
        let player = stage.player
        let mouse = Value(try stage.machine.classObject(try #require(stage.machine.traits(named: "flash.ui.Mouse"))))
        try stage.set(mouse, "cursor", stage.machine.string("ibeam").keep(stage))
        #expect(player.pointerShape == .text)
        let name = stage.machine.string("mine").keep(stage)
        #expect(throws: (any Error).self) { try stage.set(mouse, "cursor", name) }
        let data = try stage.new("flash.ui.MouseCursorData")
        // Without a picture it is none.
        #expect(throws: (any Error).self) { try stage.call(mouse, "registerCursor", name, data) }
        let bitmap = try stage.new("flash.display.BitmapData", Value(Int32(4)), Value(Int32(4)))
        let traits = try #require(stage.machine.traits(named: "flash.display.BitmapData"))
        let (vector, pictures) = try stage.machine.makeVector(of: .instance(traits), count: 0)
        try pictures.append(bitmap, stage.machine)
        try stage.set(data, "data", Value(vector))
        try stage.set(data, "hotSpot", try stage.new("flash.geom.Point", Value(Int32(1)), Value(Int32(2))))
        _ = try stage.call(mouse, "registerCursor", name, data)
        try stage.set(mouse, "cursor", name)
        #expect(player.pointerShape == .hidden)
        player.handle(.mouseMove(x: 30, y: 40))
        guard case .bitmap(_, let place, _, _)? = player.renderCommands().last else {
            Issue.record("no bitmap on top")
            return
        }
        #expect(place.tx == 29 && place.ty == 38)
        try stage.set(mouse, "cursor", stage.machine.string("auto").keep(stage))
        #expect(player.pointerShape == .arrow)
        player.isPointerHidden = true
        #expect(player.pointerShape == .hidden)
        player.rewind()
        #expect(!player.isPointerHidden)
    }
}

extension Stage3 {
    func set(_ value: Value, _ name: StaticString, _ new: Value) throws {
        try machine.set(machine.publicName(name), of: value, to: new)
    }
}
