import CX11
import Library
import Testing

@testable import RuffleX11

/// The program with a library of one item, open in a window that has the focus.
final class OpenLibrary {
    let screen: XServer
    let desk: Desk
    let program: RunningProgram
    let window: CX11.Window
    /// Between the items and at the right edge nothing lies over the background.
    static let background = 0x1D2C4F
    static let place = (x: 620, y: 300)

    /// `data`: the folder in which the library is. `name`: what the window is called once the chosen item plays; nil:
    /// nothing is played yet.
    init(data: String, playing name: String? = nil) throws {
        screen = try XServer()
        desk = try Desk(screen)
        program = try RunningProgram([], display: screen.display, data: data)
        window = try desk.window(of: program)
        desk.focus(window)
        #expect(showsLibrary())
        guard let name else { return }
        play()
        let plays = wait { title.contains(name) }
        #expect(plays)
    }

    /// What the window is called.
    var title: String { desk.text(window, "WM_NAME") }

    /// Whether the library is to be seen, with nothing over it.
    func showsLibrary() -> Bool { desk.sees(Self.background, window, Self.place.x, Self.place.y) }

    /// What is now where the library has its background.
    var color: Int? { desk.pixel(window, Self.place.x, Self.place.y) }

    /// Plays the chosen item.
    func play() { desk.type(["Return"]) }

    /// Ends the program by its key.
    func quit() throws -> RunningProgram.End {
        desk.type(["Control_L", "q"])
        return try program.end()
    }
}
