import Base
import Foundation
import Library
import Renderer
import Testing

@testable import UI

@Suite("The library screen")
struct LibraryScreenTests {
    private func screen(_ names: [String], width: Int = 800, height: Int = 600) -> LibraryScreen {
        let screen = LibraryScreen(
            toolkit: UIToolkit(resources: RenderResources()), width: width, height: height, scale: 1,
            startFolder: "/")
        screen.show(names.map { LibraryItem(id: "id-\($0)", name: $0) }, pictures: [:])
        _ = screen.commands()
        return screen
    }

    private func type(_ text: String, _ screen: LibraryScreen) {
        for character in text { _ = screen.handle(.key(.text(String(character)))) }
    }

    @Test("the first movie is chosen, arrows choose others, Enter plays")
    func keys() {
        let screen = screen(["a", "b", "c", "d", "e", "f"])
        #expect(screen.columns == 3)
        #expect(screen.chosen == "id-a")
        _ = screen.handle(.key(.right))
        #expect(screen.chosen == "id-b")
        _ = screen.handle(.key(.down))
        #expect(screen.chosen == "id-e")
        _ = screen.handle(.key(.left))
        _ = screen.handle(.key(.up))
        _ = screen.handle(.key(.up))
        #expect(screen.chosen == "id-a")
        _ = screen.handle(.key(.end))
        #expect(screen.handle(.key(.enter)) == .play("id-f"))
        #expect(screen.handle(.key(.delete)) == .trash("id-f"))
        #expect(screen.handle(.key(.command("z"))) == .undo)
        #expect(screen.handle(.key(.command("q"))) == .quit)
    }

    @Test("typing searches names and tags; Esc ends it")
    func searching() {
        let screen = screen(["Ape", "Bee", "Cat"])
        var tagged = LibraryItem(id: "t", name: "Dog")
        tagged.tags = ["APES"]
        screen.show(
            [LibraryItem(id: "a", name: "Ape"), LibraryItem(id: "b", name: "Bee"), tagged], pictures: [:])
        type("ape", screen)
        #expect(Set(screen.shown.map(\.name)) == ["Ape", "Dog"])
        _ = screen.handle(.key(.backspace))
        #expect(screen.search == "ap")
        type("zzz", screen)
        #expect(screen.shown.isEmpty && screen.chosen == nil)
        #expect(screen.handle(.key(.enter)) == nil)
        _ = screen.commands()
        _ = screen.handle(.key(.escape))
        #expect(screen.shown.count == 3 && screen.chosen != nil)
    }

    @Test("favourites come first, then what was played last")
    func order() {
        let screen = screen([])
        var items = ["a", "b", "c"].map { LibraryItem(id: $0, name: $0) }
        items[1].lastPlayed = 5
        items[2].isFavourite = true
        screen.show(items, pictures: [:])
        #expect(screen.shown.map(\.id) == ["c", "b", "a"])
    }

    @Test("a click plays, the gear opens the settings, which are saved with Enter")
    func clicks() throws {
        let screen = screen(["a", "b"])
        // The first tile begins at (106, 68): three of 196 pixels in the middle of 800.
        #expect(screen.handle(.pressed(x: 150, y: 120)) == .play("id-a"))
        #expect(screen.handle(.pressed(x: 106 + 196 - 28, y: 68 + 184 - 40)) == nil)
        type("!", screen)
        _ = screen.handle(.key(.down))
        type("fun, hard", screen)
        // Below are picture and keys, which open something.
        for _ in 0..<4 { _ = screen.handle(.key(.down)) }
        _ = screen.handle(.key(.text(" ")))
        guard case .change(let item) = screen.handle(.key(.enter)) else {
            Issue.record("nothing was saved")
            return
        }
        #expect(item.name == "a!" && item.isFavourite && item.tags == ["fun", "hard"])
        // The dialog is gone.
        #expect(screen.handle(.key(.enter)) == .play("id-a"))
    }

    @Test("every setting steps through its values and back to the default")
    func settings() {
        let edit = EditScreen(LibraryItem(id: "x", name: "x"))
        for _ in 1..<edit.rows.count {
            _ = edit.key(.down)
            if edit.rows[edit.chosen].isText || edit.rows[edit.chosen].opens != nil { continue }
            let before = edit.item
            _ = edit.key(.right)
            // Beyond the loudest there is nothing: the volume goes down first.
            if edit.item == before { _ = edit.key(.left) }
            #expect(edit.item != before, "\(edit.rows[edit.chosen].title)")
            _ = edit.key(edit.item.volume != nil && before.volume == nil ? .right : .left)
        }
        #expect(edit.item.options.quality == nil && edit.item.options.frameRate == nil)
    }

    @Test("help covers everything until a key is pressed")
    func help() {
        let screen = screen(["a"])
        let before = screen.commands().count
        _ = screen.handle(.key(.help))
        #expect(screen.hasChanged)
        #expect(screen.commands().count > before + 50)
        #expect(screen.handle(.key(.enter)) == nil)
        #expect(screen.handle(.key(.enter)) == .play("id-a"))
    }

    @Test("of 5000 movies only those that can be seen are drawn, within a frame")
    func many() {
        let screen = screen((0..<5000).map { "Movie \($0)" })
        let start = Date()
        for _ in 0..<20 {
            _ = screen.handle(.wheel(lines: -3))
            #expect(screen.commands().count < 1500)
        }
        #expect(Date().timeIntervalSince(start) < 20 * 0.3)
    }

    @Test("no size of the window traps", arguments: [1, 5, 40, 150, 4000])
    func sizes(_ side: Int) {
        let screen = screen(["a", "b", "c"], width: side, height: side)
        for key in [UIKey.help, .enter, .command("i"), .escape, .command("e"), .down] {
            _ = screen.handle(.key(key))
            _ = screen.commands()
        }
        screen.resize(width: 1, height: 3000, scale: 2)
        _ = screen.commands()
    }
}

@Suite("The file browser")
struct FileBrowserTests {
    private func folder() throws -> String {
        let path = NSTemporaryDirectory() + "browser-" + UUID().uuidString
        for name in ["games", "bundle"] {
            try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
        }
        for name in ["a.swf", "B.RUF", "notes.txt", ".hidden.swf", "games/inner.spl", "bundle/ruffle-bundle.toml"] {
            try Data().write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        }
        return path
    }

    @Test("shows folders and movies, goes in and up, and picks")
    func walking() throws {
        let path = try folder()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let browser = FileBrowser(folder: path)
        #expect(browser.entries.map(\.name) == ["..", "bundle", "games", "B.RUF", "a.swf"])
        #expect(browser.key(.text("games")) == .stays)
        #expect(browser.entries.map(\.name) == ["games"])
        #expect(browser.key(.enter) == .stays)
        #expect(browser.folder == path + "/games")
        #expect(browser.entries.map(\.name) == ["..", "inner.spl"])
        #expect(browser.key(.backspace) == .stays)
        #expect(browser.folder == path)
        _ = browser.key(.end)
        #expect(browser.key(.enter) == .picked(path + "/a.swf"))
        _ = browser.key(.home)
        _ = browser.key(.down)
        #expect(browser.key(.enter) == .picked(path + "/bundle"))
        #expect(browser.key(.escape) == .cancelled)
    }

    @Test("a folder that cannot be read is told of")
    func unreadable() {
        let browser = FileBrowser(folder: "/no such folder")
        #expect(browser.problem != nil)
        #expect(browser.entries.map(\.name) == [".."])
    }
}

@Suite("Pop-up menus")
struct PopUpMenuTests {
    private func menu(x: Int = 10, y: Int = 10) -> PopUpMenu {
        PopUpMenu(
            [
                PopUpMenu.Row("One", note: "Ctrl+1"), PopUpMenu.Row("Two", isEnabled: false),
                PopUpMenu.Row("Three", isChecked: true, hasLine: true),
            ], x: x, y: y, width: 400, height: 300, scale: 1, toolkit: UIToolkit(resources: RenderResources()))
    }

    @Test("keys walk over what can be chosen")
    func keys() {
        let menu = menu()
        #expect(menu.handle(.key(.enter)) == .stays)
        _ = menu.handle(.key(.down))
        _ = menu.handle(.key(.down))
        #expect(menu.hovered == 2)
        #expect(menu.handle(.key(.enter)) == .chosen(2))
        _ = menu.handle(.key(.down))
        #expect(menu.hovered == 0)
        #expect(menu.handle(.key(.escape)) == .closed)
    }

    @Test("clicks choose, or close it outside")
    func clicks() {
        let menu = menu()
        #expect(menu.handle(.pressed(x: 40, y: 10 + 6 + 14)) == .chosen(0))
        #expect(menu.handle(.pressed(x: 40, y: 10 + 6 + 28 + 14)) == .stays)
        #expect(menu.handle(.pressed(x: 5, y: 5)) == .closed)
    }

    @Test("all of it is in the window")
    func place() {
        let frame = menu(x: 399, y: 299).frame
        #expect(frame.right <= 400 && frame.bottom <= 300)
    }
}
