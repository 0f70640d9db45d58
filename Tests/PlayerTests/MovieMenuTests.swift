import AVM
import AVM2
import Base
import FlashAPI
import SWF
import TestSupport
import Testing

@testable import Player

/// What movies put into the menu of a right click, in both machines.
@Suite struct MovieMenuTests {
    /// A movie that sets `_root.menu`: items of these captions, each of which traces what it is.
    private func stage(_ captions: [String], hides: Bool = false) throws -> Stage {
        try Stage { movie in
            movie.doAction(
                actions { code in
                    code.newVariable("cm", "ContextMenu")
                    code.pushVariable("cm")
                    code.push(.text("onSelect"))
                    code.function("", ["o", "m"]) { code in
                        code.push(.text("opens "), .text("o"))
                        code.op(.getVariable)
                        code.op(.add2)
                        code.op(.trace)
                    }
                    code.op(.setMember)
                    if hides {
                        code.callMethod("cm", "hideBuiltInItems")
                        code.op(.pop)
                    }
                    for (index, caption) in captions.enumerated() {
                        code.pushVariable("cm")
                        code.push(.text("customItems"))
                        code.op(.getMember)
                        code.push(.int(Int32(index)))
                        code.push(.bool(index % 2 == 0))
                        code.function("", ["o", "item"]) { code in
                            code.push(.text("chose "))
                            code.pushVariable("item")
                            code.push(.text("caption"))
                            code.op(.getMember)
                            code.op(.add2)
                            code.op(.trace)
                        }
                        code.push(.text(caption), .int(3), .text("ContextMenuItem"))
                        code.op(.newObject)
                        code.op(.setMember)
                    }
                    code.pushVariable("_root")
                    code.push(.text("menu"))
                    code.pushVariable("cm")
                    code.op(.setMember)
                })
            movie.showFrame()
        }
    }

    @Test("ActionScript 2: items of the root's menu show, and tell their scripts that they were chosen")
    func oldMachine() throws {
        let stage = try stage(["Say\nhi", "Zoom In", "My settings", "Two"])
        _ = stage.run()
        stage.player.handle(.mouseMove(x: 50, y: 50))
        let menu = try #require(stage.player.openMovieMenu())
        #expect(stage.host.traced == ["opens _level0"])
        // Captions of the player's own are left out, and line ends in others.
        #expect(menu.items.map(\.caption) == ["Sayhi", "Two"])
        #expect(menu.items.map(\.hasLine) == [true, false])
        #expect(menu.builtIns == .all)
        stage.player.choose(1, of: menu)
        stage.player.choose(7, of: menu)
        #expect(stage.host.traced.last == "chose Two" && stage.host.traced.count == 2)
    }

    @Test("ActionScript 2: what is hidden of the player's own menu is hidden, and a movie without a menu has none")
    func hiding() throws {
        let hidden = try stage([], hides: true)
        _ = hidden.run()
        #expect(try #require(hidden.player.openMovieMenu()).builtIns.isEmpty)
        let plain = try Stage { $0.showFrame() }
        _ = plain.run()
        #expect(plain.player.openMovieMenu() == nil)
    }

    @Test("more items than Flash shows are cut")
    func many() throws {
        let stage = try stage((0..<20).map { "Item \($0)" })
        _ = stage.run()
        #expect(stage.player.openMovieMenu()?.items.count == MovieMenu.mostItems)
    }

    @Test("ActionScript 3: the menu hears that it opens, an item that it was chosen")
    func newMachine() throws {
        let stage = try Stage3 { $0.showFrame() }
        _ = stage.run()
        let root = try stage.root()
        let machine = stage.machine
        func text(_ text: String) -> Value { machine.string(text).keep(stage) }
        let menu = try stage.new("flash.ui.ContextMenu")
        let item = try stage.new("flash.ui.ContextMenuItem", text("Jump"), .true)
        let faint = try stage.new("flash.ui.ContextMenuItem", text("Faint"), .false, .false)
        let unseen = try stage.new("flash.ui.ContextMenuItem", text("Unseen"), .false, .true, .false)
        for one in [item, faint, unseen] { _ = try stage.call(stage.get(menu, "customItems"), "push", one) }
        _ = try stage.call(menu, "hideBuiltInItems")
        try machine.set(
            machine.publicName("quality"), of: stage.get(menu, "builtInItems"), to: .true)
        _ = try stage.call(menu, "addEventListener", text("menuSelect"), stage.script("opens"))
        _ = try stage.call(item, "addEventListener", text("menuItemSelect"), stage.script("jumps"))
        try machine.set(machine.publicName("contextMenu"), of: root, to: menu)
        stage.player.handle(.mouseMove(x: 50, y: 50))
        let opened = try #require(stage.player.openMovieMenu())
        #expect(stage.takeLog() == ["opens"])
        #expect(opened.items.map(\.caption) == ["Jump", "Faint"])
        #expect(opened.items[0].hasLine && !opened.items[1].isEnabled)
        #expect(opened.builtIns == .quality)
        stage.player.choose(1, of: opened)
        #expect(stage.takeLog() == [])
        stage.player.choose(0, of: opened)
        #expect(stage.takeLog() == ["jumps"])
    }

    @Test("a main timeline that is not to loop stays at its end, in both machines")
    func looping() throws {
        let old = try Stage { for _ in 0..<3 { $0.showFrame() } }
        old.player.loopsRoot = false
        _ = old.run(7)
        #expect(old.player.currentFrame == 3)
        old.player.loopsRoot = true
        _ = old.run()
        #expect(old.player.currentFrame == 1)
        let new = try Stage3 { $0.showFrames(3) }
        new.player.loopsRoot = false
        _ = new.run(7)
        #expect(new.player.currentFrame == 3)
    }
}
