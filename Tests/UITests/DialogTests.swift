import Base
import Library
import Renderer
import Testing

@testable import UI

@Suite("Dialogs")
struct DialogTests {
    private let toolkit = UIToolkit(resources: RenderResources())

    private func prompt(width: Int = 800, height: Int = 600, scale: Double = 1, text: String = "?") -> PromptDialog {
        PromptDialog(
            title: "A question", text: text, answers: ["Deny", "Allow once", "Always allow"], safe: 0, width: width,
            height: height, scale: scale, toolkit: toolkit)
    }

    @Test("a question answers with what is safe to Enter and Esc, with others only on purpose")
    func prompting() {
        let dialog = prompt()
        #expect(dialog.handle(.key(.enter)) == .chosen(0))
        #expect(dialog.handle(.key(.text(" "))) == .stays)
        #expect(dialog.handle(.pressed(x: 5, y: 5)) == .stays)
        #expect(dialog.handle(.key(.right)) == .stays)
        #expect(dialog.handle(.key(.enter)) == .chosen(1))
        #expect(dialog.handle(.key(.escape)) == .chosen(0))
        _ = dialog.handle(.key(.left))
        _ = dialog.handle(.key(.left))
        #expect(dialog.handle(.key(.enter)) == .chosen(2))
    }

    static let windows = [(800, 600, 1.0), (1600, 1200, 2.0), (300, 200, 1.0), (240, 320, 1.0)]

    @Test("every answer of a question can be clicked, in windows of any size", arguments: windows)
    func clicking(_ window: (Int, Int, Double)) {
        let dialog = prompt(width: window.0, height: window.1, scale: window.2)
        var found: Set<Int> = []
        for y in stride(from: 0, to: window.1, by: 3) {
            for x in stride(from: 0, to: window.0, by: 3) {
                if case .chosen(let answer) = dialog.handle(.pressed(x: x, y: y)) { found.insert(answer) }
            }
        }
        #expect(found == [0, 1, 2])
    }

    @Test("text is broken between words, and inside those that are longer than a line")
    func wrapping() {
        let text = "one two three https://example.org/" + String(repeating: "long", count: 40)
        let lines = toolkit.wrapped(text, width: 120, size: 14)
        #expect(lines.count > 3)
        for line in lines { #expect(toolkit.width(of: line, size: 14) <= 120) }
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        #expect(toolkit.wrapped("a\n\nb", width: 100, size: 14) == ["a", "", "b"])
        #expect(toolkit.wrapped("ab", width: 1, size: 14) == ["a", "b"])
    }

    @Test("messages are searched by typing, copied, cleared, and bounded")
    func messages() {
        let log = MessageLog()
        log.add("one\ntwo", .trace)
        log.add("a Problem", .problem)
        let panel = ConsolePanel(log)
        #expect(panel.shown.map(\.text) == ["one", "two", "a Problem"])
        #expect(panel.handle(.key(.command("c"))) == .copied("one\ntwo\na Problem"))
        for letter in "PROB" { _ = panel.handle(.key(.text(String(letter)))) }
        #expect(panel.handle(.key(.command("c"))) == .copied("a Problem"))
        #expect(panel.handle(.key(.escape)) == .stays)
        #expect(panel.shown.count == 3)
        #expect(panel.handle(.key(.escape)) == .closed)
        _ = panel.handle(.key(.delete))
        #expect(panel.shown.isEmpty)
        for number in 0..<10_000 { log.add("\(number)", .trace) }
        log.add(String(repeating: "x", count: 1_000_000), .trace)
        #expect(log.lines.count <= 2 * MessageLog.most)
        #expect(log.lines.last?.text.count == MessageLog.longest)
        #expect(log.lines.dropLast().last?.text == "9999")
        var canvas = UICanvas(toolkit, scale: 1)
        panel.draw(&canvas, width: 400, height: 300)
        #expect(!panel.hasChanged)
        log.add("more", .trace)
        #expect(panel.hasChanged)
    }

    @Test("a toast comes and goes, and asks for one picture each time")
    func toast() {
        let toast = Toast()
        var canvas = UICanvas(toolkit, scale: 1)
        #expect(!toast.isShown && toast.end == nil)
        toast.show("Volume 50 %", now: 100)
        #expect(toast.hasChanged)
        toast.draw(&canvas, width: 400, height: 300)
        #expect(!toast.hasChanged && !canvas.commands.isEmpty)
        toast.advance(to: 200)
        #expect(toast.isShown && !toast.hasChanged)
        toast.advance(to: 60_000)
        #expect(!toast.isShown && toast.hasChanged && toast.end == nil)
    }

    @Test("the list of keys waits for a key, gives a row its own back, and closes")
    func keys() {
        let panel = KeysPanel([
            HelpOverlay.Row(keys: "F1", title: "Help"), HelpOverlay.Row(keys: "", title: "Nothing"),
        ])
        func handle(_ key: UIKey) -> KeysPanel.Outcome {
            panel.handle(.key(key), width: 800, height: 600, scale: 1)
        }
        #expect(handle(.down) == .stays && panel.chosen == 1)
        #expect(handle(.delete) == .reset(1))
        #expect(handle(.enter) == .stays && panel.isCapturing)
        panel.endCapture()
        #expect(!panel.isCapturing)
        #expect(handle(.escape) == .closed)
        #expect(panel.handle(.pressed(x: 1, y: 1), width: 800, height: 600, scale: 1) == .closed)
    }

    // MARK: - Saves

    private let area = PixelRect(left: 0, top: 0, right: 620, bottom: 540)

    @Test("a save is deleted with the second press alone, a state is gone back to, others are written out")
    func saves() {
        let entries = [
            SaveEntry(key: "a/x", generation: 0, bytes: 10), SaveEntry(key: "a/x", generation: 1, bytes: 1500),
            SaveEntry(key: "b/y", generation: 0, bytes: 2_500_000),
        ]
        let screen = SavesScreen(entries, of: "id", name: "Game")
        func press(_ key: UIKey) -> SavesScreen.Outcome { screen.handle(.key(key), in: area, scale: 1) }
        #expect(press(.delete) == .stays && screen.doomed == "a/x")
        // Looking at another one forgets it.
        _ = press(.down)
        #expect(press(.delete) == .stays && screen.doomed == nil)
        #expect(press(.enter) == .changes(.restore(key: "a/x", generation: 1)))
        #expect(press(.command("e")) == .changes(.export(key: "a/x", generation: 1)))
        _ = press(.up)
        #expect(press(.enter) == .stays)
        _ = press(.delete)
        #expect(press(.delete) == .changes(.delete(key: "a/x")))
        screen.show([entries[2]])
        #expect(screen.chosen == 0 && screen.doomed == nil)
        #expect(press(.command("i")) == .adds)
        #expect(press(.escape) == .closed)
        screen.show([])
        #expect(press(.delete) == .stays && press(.command("e")) == .stays)
        #expect([10, 1500, 2_500_000].map(SavesScreen.size) == ["10 B", "1.5 kB", "2.5 MB"])
    }

    @Test("the library opens saves from the settings and comes back to them with what was changed there")
    func savesFromSettings() {
        let screen = LibraryScreen(toolkit: toolkit, width: 800, height: 600, scale: 1, startFolder: "/")
        screen.show([LibraryItem(id: "i", name: "Game")], pictures: [:])
        _ = screen.handle(.key(.command("e")))
        _ = screen.handle(.key(.text("!")))
        #expect(screen.handle(.key(.command("g"))) == .saves("i"))
        screen.showSaves([SaveEntry(key: "k", generation: 0, bytes: 1)], of: "i")
        _ = screen.commands()
        #expect(screen.handle(.key(.command("e"))) == .changeSave(.export(key: "k", generation: 0), of: "i"))
        #expect(screen.handle(.key(.escape)) == nil)
        guard case .change(let item) = screen.handle(.key(.enter)) else {
            Issue.record("the settings are gone")
            return
        }
        #expect(item.name == "Game!")
    }

    // MARK: - The library

    @Test("list and pictures, three orders, a favourite by key: all by the keyboard")
    func views() {
        let screen = LibraryScreen(toolkit: toolkit, width: 800, height: 600, scale: 1, startFolder: "/")
        var items = ["b", "a", "c"].map { LibraryItem(id: $0, name: $0) }
        for (place, moment) in [10.0, 20, 30].enumerated() { items[place].added = moment }
        items[0].lastPlayed = 99
        screen.show(items, pictures: [:])
        #expect(screen.shown.map(\.id) == ["b", "c", "a"])
        _ = screen.handle(.key(.command("r")))
        #expect(screen.shown.map(\.id) == ["a", "b", "c"])
        _ = screen.handle(.key(.command("r")))
        #expect(screen.shown.map(\.id) == ["c", "a", "b"])
        _ = screen.handle(.key(.command("l")))
        #expect(screen.isList && screen.columns == 1)
        _ = screen.commands()
        _ = screen.handle(.key(.home))
        _ = screen.handle(.key(.down))
        #expect(screen.chosen == "a")
        guard case .change(let item) = screen.handle(.key(.command("b"))) else {
            Issue.record("nothing was changed")
            return
        }
        #expect(item.id == "a" && item.isFavourite)
        // In a list, too, a click on the row plays and one on its gear does not.
        let row = screen.tile(0)
        #expect(screen.handle(.pressed(x: row.left + 200, y: row.top + 20)) == .play("c"))
        let gear = screen.gear(of: row)
        #expect(screen.handle(.pressed(x: gear.left + 5, y: gear.top + 5)) == nil)
    }

    @Test("half an address is not kept: saving goes to it instead")
    func drafts() throws {
        let edit = EditScreen(LibraryItem(id: "x", name: "x"))
        let row = try #require(edit.rows.firstIndex { $0.title == "Base address" })
        for _ in 0..<row { _ = edit.key(.down) }
        for letter in "https" { _ = edit.key(.text(String(letter))) }
        _ = edit.key(.home)
        #expect(edit.key(.enter) == .stays)
        #expect(edit.chosen == row && edit.item.options.baseURL == nil)
        for letter in "://example.org/" { _ = edit.key(.text(String(letter))) }
        guard case .saved(let item) = edit.key(.enter) else {
            Issue.record("nothing was saved")
            return
        }
        #expect(item.options.baseURL == "https://example.org/")
    }

    @Test("parameters are pairs")
    func parameters() throws {
        let edit = EditScreen(LibraryItem(id: "x", name: "x"))
        let row = try #require(edit.rows.firstIndex { $0.title == "Movie parameters" })
        for _ in 0..<row { _ = edit.key(.down) }
        for letter in "a=1&b=x=y" { _ = edit.key(.text(String(letter))) }
        #expect(edit.item.options.parameters.map(\.name) == ["a", "b"])
        #expect(edit.item.options.parameters.map(\.value) == ["1", "x=y"])
        _ = edit.key(.delete)
        #expect(edit.item.options.parameters.isEmpty && edit.drafts.isEmpty)
    }
}
