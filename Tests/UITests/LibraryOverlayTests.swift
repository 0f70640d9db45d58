import Base
import Foundation
import Library
import Renderer
import Testing

@testable import UI

@Suite("What the library shows over itself")
struct LibraryOverlayTests {
    private func screen(_ items: [LibraryItem] = [LibraryItem(id: "i", name: "Game")], folder: String = "/")
        -> LibraryScreen
    {
        let screen = LibraryScreen(
            toolkit: UIToolkit(resources: RenderResources()), width: 800, height: 600, scale: 1, startFolder: folder)
        screen.show(items, pictures: [:])
        _ = screen.commands()
        return screen
    }

    @Test("Ctrl+A in the browser adds all of a folder; the import shows how far it is, stops once, and closes")
    func importing() {
        let screen = screen(folder: "/usr")
        _ = screen.handle(.key(.command("i")))
        #expect(screen.handle(.key(.command("a"))) == .importFolder("/usr"))
        var progress = ImportProgress(folder: "/usr")
        screen.showImport(progress)
        guard case .importing(let panel) = screen.overlay else {
            Issue.record("no import is shown")
            return
        }
        #expect(panel.text == "Looking for movies")
        (progress.done, progress.total, progress.rate) = (5, 20, 10)
        screen.showImport(progress)
        #expect(screen.hasChanged && panel.text == "5 of 20, 10 a second")
        _ = screen.commands()
        screen.showImport(progress)
        #expect(!screen.hasChanged)
        // Enter does not stop by mistake.
        #expect(screen.handle(.key(.enter)) == nil)
        #expect(screen.handle(.key(.escape)) == .stopImport)
        #expect(screen.handle(.key(.escape)) == nil)
        progress.result = ImportProgress.Result(
            added: 4, known: 1, problems: ["x is no movie"], problemCount: 1, isCancelled: true)
        screen.showImport(progress)
        #expect(panel.text == "4 added, 1 there already, 1 could not be added; stopped")
        _ = screen.commands()
        #expect(screen.handle(.key(.enter)) == nil)
        guard case .none = screen.overlay else {
            Issue.record("the import is still shown")
            return
        }
    }

    @Test("a movie that is on its way shows how much has come, and can be given up")
    func loading() {
        let screen = screen()
        screen.showLoading("http://example.org/a.swf", received: 1500, total: 2_500_000)
        guard case .loading(let panel) = screen.overlay else { return }
        #expect(panel.text == "2 kB of 2.5 MB")
        _ = screen.commands()
        #expect(screen.handle(.key(.escape)) == .cancelLoading)
        screen.endLoading()
        #expect(screen.handle(.key(.enter)) == .play("i"))
    }

    @Test("keys are paired by pressing, taken out again, and come in presets")
    func keys() throws {
        let screen = screen()
        _ = screen.handle(.key(.command("e")))
        _ = screen.handle(.key(.command("k")))
        #expect(!screen.isCapturing)
        // The only row is the one that adds.
        _ = screen.handle(.key(.enter))
        #expect(screen.isCapturing)
        screen.captured("W")
        #expect(screen.isCapturing)
        screen.captured("Up")
        #expect(!screen.isCapturing)
        // Giving up half-way adds nothing.
        _ = screen.handle(.key(.down))
        _ = screen.handle(.key(.enter))
        screen.captured("Q")
        screen.captured(nil)
        // The first preset.
        _ = screen.handle(.key(.down))
        _ = screen.handle(.key(.enter))
        _ = screen.commands()
        _ = screen.handle(.key(.home))
        _ = screen.handle(.key(.down))
        _ = screen.handle(.key(.delete))
        _ = screen.handle(.key(.escape))
        guard case .change(let item)? = screen.handle(.key(.enter)) else {
            Issue.record("nothing is saved")
            return
        }
        #expect(
            item.keys == [
                KeyAssignment(pressed: "W", given: "Up"), KeyAssignment(pressed: "S", given: "Down"),
                KeyAssignment(pressed: "D", given: "Right"),
            ])
    }

    @Test("the left mouse button cannot be taken away by mistake")
    func leftButton() {
        let keys = MovieKeysScreen([], name: "m")
        _ = keys.handle(.key(.enter), in: PixelRect(left: 0, top: 0, right: 100, bottom: 100), scale: 1)
        keys.captured("MouseLeft")
        #expect(keys.capture == .none && keys.keys.isEmpty)
    }

    @Test("a picture is chosen from a file, or made from the movie again")
    func pictures() throws {
        let path = NSTemporaryDirectory() + "pictures-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        for name in ["a.PNG", "b.swf"] { try Data([1]).write(to: URL(fileURLWithPath: "\(path)/\(name)")) }
        let screen = screen(folder: path)
        _ = screen.handle(.key(.command("e")))
        _ = screen.handle(.key(.command("p")))
        _ = screen.commands()
        _ = screen.handle(.key(.end))
        #expect(screen.handle(.key(.enter)) == .setPicture(path: "\(path)/a.PNG", of: "i"))
        // Back in the settings: the row below.
        for _ in 0..<3 { _ = screen.handle(.key(.down)) }
        #expect(screen.handle(.key(.text(" "))) == .makePicture("i"))
    }

    @Test("the shelf reads what is to be seen, a few at a time, and lets go what was seen longest ago")
    func shelf() {
        let resources = RenderResources()
        var read: [String] = []
        let shelf = PictureShelf(resources: resources, limit: 3) { id in
            read.append(id)
            return id == "none" ? .none : .picture(Pixmap(width: 2, height: 2))
        }
        var looks = 0
        let first = shelf.fill(["a", "b", "none", "c"]) {
            looks += 1
            return looks > 1
        }
        #expect(first.hasChanged && !first.isDone && read == ["a", "b"])
        let second = shelf.fill(["a", "b", "none", "c"]) { false }
        #expect(second.hasChanged && second.isDone && read == ["a", "b", "none", "c"])
        #expect(shelf.isMissing("none"))
        #expect(shelf.fill(["a", "b", "none", "c"]) { false } == (false, true))
        let a = shelf.pictures["a"]
        _ = shelf.fill(["d", "e"]) { false }
        #expect(Set(shelf.pictures.keys) == ["c", "d", "e"])
        #expect(a.flatMap { resources.pixmap($0) } == nil)
        shelf.forget("none")
        _ = shelf.fill(["none"]) { false }
        #expect(read.filter { $0 == "none" }.count == 2)
    }

    @Test("a picture is made smaller by the mean of its pixels")
    func shrinking() {
        let large = Pixmap(width: 4, height: 2)
        for (place, value) in [0, 100, 10, 20, 50, 50, 30, 40].enumerated() {
            large.pixels[place] = 0xFF00_0000 | UInt32(value) << 16 | UInt32(255 - value)
        }
        let small = large.shrunk(toFit: 2, 9)
        #expect((small.width, small.height) == (2, 1))
        #expect(small.pixels[0] == 0xFF32_00CD && small.pixels[1] == 0xFF19_00E6)
        #expect(large.shrunk(toFit: 10, 10) === large)
    }

    @Test("thousands of items are sorted and shown at once, and only those in view want a picture")
    func thousands() {
        let items = (0..<5000).map { number in
            var item = LibraryItem(id: "\(number)", name: "Movie \(number % 700)")
            item.added = Double(number % 3)
            item.isFavourite = number == 4321
            return item
        }
        let screen = screen(items)
        #expect(screen.shown.count == 5000 && screen.shown[0].id == "4321")
        #expect(screen.shown.dropFirst().first?.added == 2)
        #expect(screen.itemsInView.count < 60 && screen.itemsInView.first == "4321")
        for _ in 0..<400 { _ = screen.handle(.wheel(lines: -3)) }
        _ = screen.commands()
        #expect(!screen.itemsInView.contains("4321") && !screen.itemsInView.isEmpty)
    }

    @Test("a save is looked into: branches open and close, and Esc goes back to the saves")
    func saveTree() {
        let screen = screen()
        screen.showSaves([SaveEntry(key: "a/slot", generation: 0, bytes: 9)], of: "i")
        #expect(
            screen.handle(.key(.right)) == .lookIntoSave(key: "a/slot", generation: 0, of: "i"))
        var bytes: [UInt8] =
            [0x00, 0xBF, 0, 0, 0, 0] + Array("TCSO".utf8) + [0, 4, 0, 0, 0, 0, 0, 1, 0x61, 0, 0, 0, 0]
        // {o: {in: null}, end: true}
        bytes += [0, 1, 0x6F, 0x03, 0, 2, 0x69, 0x6E, 0x05, 0, 0, 9, 0, 0, 3, 0x65, 0x6E, 0x64, 0x01, 1, 0]
        screen.showSaveTree(SaveTree(bytes), named: "slot")
        guard case .saveTree(let panel, _) = screen.overlay else {
            Issue.record("no tree is shown")
            return
        }
        #expect(panel.tree.problem == nil && panel.shown == [0, 1, 2])
        _ = screen.commands()
        _ = screen.handle(.key(.down))
        _ = screen.handle(.key(.left))
        #expect(panel.chosen == 0)
        _ = screen.handle(.key(.left))
        #expect(panel.shown == [0, 2])
        _ = screen.handle(.key(.enter))
        #expect(panel.shown == [0, 1, 2])
        _ = screen.commands()
        _ = screen.handle(.key(.escape))
        guard case .saves = screen.overlay else {
            Issue.record("the saves are not shown again")
            return
        }
    }

    @Test("a deleted save can be fetched back, and those of other players can be asked for")
    func deletedSave() {
        let screen = screen()
        screen.showSaves(
            [
                SaveEntry(key: "slot", generation: 0, bytes: 0, isDeleted: true),
                SaveEntry(key: "slot", generation: 1, bytes: 5),
            ], of: "i")
        _ = screen.commands()
        #expect(screen.handle(.key(.right)) == nil && screen.handle(.key(.delete)) == nil)
        #expect(screen.handle(.key(.enter)) == .changeSave(.restore(key: "slot", generation: 1), of: "i"))
        #expect(screen.handle(.key(.command("f"))) == .findSaves(of: "i"))
    }

    @Test("the trash shows what is in it, brings it back, and is emptied by the second press alone")
    func trash() {
        let screen = screen()
        #expect(screen.handle(.key(.command("t"))) == .showTrash)
        screen.showTrash([MovieLibrary.TrashedItem(id: "a", name: "A"), MovieLibrary.TrashedItem(id: "b", name: "B")])
        _ = screen.commands()
        _ = screen.handle(.key(.down))
        #expect(screen.handle(.key(.enter)) == .restore("b"))
        screen.showTrash([MovieLibrary.TrashedItem(id: "a", name: "A")])
        #expect(screen.handle(.key(.delete)) == nil)
        // A move in between takes the first press back.
        _ = screen.handle(.key(.up))
        #expect(screen.handle(.key(.delete)) == nil)
        #expect(screen.handle(.key(.delete)) == .emptyTrash)
        screen.showTrash([])
        _ = screen.commands()
        #expect(screen.handle(.key(.delete)) == nil && screen.handle(.key(.enter)) == nil)
        _ = screen.handle(.key(.escape))
        #expect(!screen.isEditing)
        // The word at the lower edge opens it too.
        #expect(screen.handle(.pressed(x: 780, y: 590)) == .showTrash)
    }
}
