import CX11
import Foundation
import Library
import Testing

extension WindowTests {
    /// The library in its window, with a person in front of it.
    @Suite("Library") struct LibraryTests {}
}

extension WindowTests.LibraryTests {
    private static let background = 0x1D2C4F
    private static let bar = 0x37528C

    private func temporaryFolder() -> String { NSTemporaryDirectory() + "library-front-" + UUID().uuidString }

    @Test("Enter plays an item, Ctrl+W comes back, Delete and Ctrl+Z take it out and bring it back, Ctrl+Q quits")
    func playing() throws {
        let data = temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: data) }
        let library = try MovieLibrary(root: data + "/ruffle-x11")
        _ = try library.add(movie: Movies.still(), fileName: "still.swf")
        let server = try XServer()
        let desk = try Desk(server)
        desk.movePointer(639, 479)
        let program = try RunningProgram([], display: server.display, data: data)
        let window = try desk.window(of: program)
        desk.focus(window)
        #expect(desk.sees(Self.background, window, 620, 300))
        #expect(desk.sees(Self.bar, window, 120, 5))
        desk.type(["Return"])
        #expect(desk.sees(Movies.red, window, 160, 200))
        #expect(desk.sees(Movies.blue, window, 480, 200))
        desk.type(["Control_L", "w"])
        #expect(desk.sees(Self.background, window, 620, 300))
        #expect(try MovieLibrary(root: data + "/ruffle-x11").items.first?.lastPlayed != nil)
        desk.type(["Delete"])
        #expect(wait { (try? MovieLibrary(root: data + "/ruffle-x11").items.isEmpty) == true })
        desk.type(["Control_L", "z"])
        #expect(wait { (try? MovieLibrary(root: data + "/ruffle-x11").items.count) == 1 })
        // Its picture is made by itself.
        let item = try #require(try MovieLibrary(root: data + "/ruffle-x11").items.first)
        #expect(wait(seconds: 20) { FileManager.default.fileExists(atPath: library.picture(of: item.id)) })
        desk.type(["Control_L", "q"])
        let end = try program.end()
        #expect(end.status == 0 && end.errors == "")
    }

    @Test("settings that are wrong are told of, and the library opens all the same")
    func wrongSettings() throws {
        let data = temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: data) }
        let folder = data + "/config/ruffle-x11"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "[desktop]\nkeep_awake = 1\n".write(
            toFile: folder + "/settings.toml", atomically: true, encoding: .utf8)
        let library = try OpenLibrary(data: data)
        let end = try library.quit()
        #expect(end.status == 0 && end.errors.contains("desktop.keep_awake must be true or false"), "\(end.errors)")
    }

    @Test("F1 shows the keys over a movie, any key hides them again")
    func help() throws {
        let scene = try WindowTests.Scene(Movies.still(width: 600, height: 460))
        #expect(scene.sees(Movies.red, 10, 200))
        scene.desk.type(["F1"])
        // The shade leaves little of the colour.
        #expect(wait { scene.desk.pixel(scene.window, 10, 200) != Movies.red })
        scene.desk.type(["a"])
        #expect(scene.sees(Movies.red, 10, 200))
    }
}
