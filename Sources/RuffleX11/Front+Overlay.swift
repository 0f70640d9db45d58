import Base
import Glibc
import Library
import Media
import Player
import Renderer
import UI

/// What lies over the movie for a moment: its menu and the help.
extension Front {
    /// Lets the menu or the help have an event. Returns whether the movie gets nothing of it.
    func overlayTakes(_ event: WindowEvent) -> Bool {
        if let isTaken = dialogTakes(event) { return isTaken }
        if showsHelp { return helpTakes(event) }
        guard let menu else { return false }
        switch event {
        case .resized, .focus(false):
            closeMenu()
            return false
        // What went down in the movie comes up there.
        case .buttonUp, .keyUp, .viewable, .closeRequested, .destroyed, .fullScreen, .focus, .shown, .pasted, .dropped,
            .composing:
            return false
        default: break
        }
        guard let input = UIInput(event) else { return true }
        switch menu.handle(input) {
        case .stays: break
        case .closed: closeMenu()
        case .chosen(let row):
            let choice = menuChoices[row]
            closeMenu()
            switch choice {
            case .action(let action): perform(action)
            case .movie(let menu, let item): player.choose(item, of: menu)
            }
        }
        return true
    }

    private func helpTakes(_ event: WindowEvent) -> Bool {
        switch event {
        case .keyDown, .buttonDown:
            showsHelp = false
            redraw()
            return true
        case .pointerMoved, .wheel: return true
        default: return false
        }
    }

    private func closeMenu() {
        menu = nil
        menuChoices = []
        redraw()
    }

    /// Whether a right click opens the menu rather than going to the movie. ActionScript 3 can hear right clicks.
    var opensMenu: Bool { buttonsInMovie.isEmpty && (player.runsAVM1 || player.showsMenu) }

    /// What a row of the menu does.
    enum MenuChoice {
        case action(Action)
        /// An item that the movie has put there.
        case movie(MovieMenu, Int)
    }

    func openMenu(x: Int, y: Int) {
        // What the menu holds is that of the place below the pointer.
        isPointerInMovie = true
        give(.mouseMove(x: Double(x), y: Double(y)))
        let isWanted = player.showsMenu && host.wantsMenu
        let movie = player.openMovieMenu()
        var rows = MenuRows(settings.keys)
        addTextRows(&rows)
        if let movie, !movie.items.isEmpty {
            for (index, item) in movie.items.enumerated() {
                rows.add(
                    .movie(movie, index),
                    PopUpMenu.Row(
                        item.caption, isEnabled: item.isEnabled, hasLine: item.hasLine || (index == 0 && !rows.isEmpty)
                    ))
            }
        }
        // A movie that hides its menu keeps the person from playing with its timeline, not from leaving it.
        addMovieRows(&rows, isWanted ? movie?.builtIns ?? .all : [])
        rows.add(.toggleFullScreen, window.isFullScreen ? "Leave full screen" : nil, hasLine: !rows.isEmpty)
        rows.add(.screenshot)
        if launch.pictureFile != nil { rows.add(.usePicture) }
        if canAdd { rows.add(.addToLibrary) }
        if launch.itemID != nil { rows.add(.itemSettings) }
        rows.add(.console)
        rows.add(.help)
        rows.add(.about)
        rows.add(.back, hasLine: true)
        menuChoices = rows.choices
        menu = PopUpMenu(
            rows.rows, x: x, y: y, width: window.width, height: window.height, scale: window.scale, toolkit: toolkit)
    }

    private func addTextRows(_ rows: inout MenuRows) {
        guard let field = player.focus.text, field.isSelectable || field.isEditable else { return }
        let isMarked = field.selection.map { !$0.range.isEmpty } ?? false
        if field.isEditable { rows.add(.cut, isEnabled: isMarked && !field.isPassword) }
        rows.add(.copy, isEnabled: isMarked && !field.isPassword)
        if field.isEditable { rows.add(.paste) }
        rows.add(.selectAll)
    }

    private func addMovieRows(_ rows: inout MenuRows, _ shown: MovieMenu.BuiltIns) {
        var isFirst = true
        /// Whether a row begins a group.
        func line() -> Bool {
            defer { isFirst = false }
            return isFirst && !rows.isEmpty
        }
        if shown.contains(.play) {
            rows.add(.togglePause, player.isPlaying ? "Pause" : "Play", hasLine: line())
        }
        if player.totalFrames > 1 {
            if shown.contains(.loop) { rows.add(.toggleLoop, isChecked: player.loopsRoot, hasLine: line()) }
            if shown.contains(.rewind) { rows.add(.rewind, hasLine: line()) }
            if shown.contains(.forwardAndBack) {
                rows.add(.stepForward, "Forward", hasLine: line())
                rows.add(.stepBack, "Back", hasLine: line())
            }
        }
        if shown.contains(.zoom) {
            rows.add(.zoomIn, hasLine: !rows.isEmpty)
            rows.add(.zoomOut)
            rows.add(.actualSize, isChecked: player.viewport.choice == ScaleChoice(mode: .noScale))
            rows.add(.showAll, isChecked: player.viewport.choice == ScaleChoice(mode: .showAll))
        }
        if shown.contains(.quality) {
            rows.add(.lowQuality, isChecked: player.quality == .low, hasLine: !rows.isEmpty)
            rows.add(.mediumQuality, isChecked: player.quality == .medium)
            rows.add(.highQuality, isChecked: player.quality == .high)
        }
    }

    /// What to draw over movie and strip.
    func overlayCommands() -> [RenderCommand] {
        let hasDialog = prompt != nil || console != nil || keysPanel != nil || keyboard != nil
        if menu == nil && !showsHelp && !hasDialog && !toast.isShown {
            toast.wasDrawn()
            return []
        }
        var canvas = UICanvas(toolkit, scale: window.scale)
        keyboard?.draw(&canvas, width: window.width, height: window.height)
        menu?.draw(&canvas)
        if showsHelp {
            HelpOverlay.draw(
                helpRows, title: "Keys", &canvas, width: window.width, height: window.height)
        }
        console?.draw(&canvas, width: window.width, height: window.height)
        keysPanel?.draw(&canvas, width: window.width, height: window.height)
        toast.draw(&canvas, width: window.width, height: window.height)
        prompt?.draw(&canvas)
        return canvas.commands
    }

    // MARK: - Sound

    func toggleMute() {
        if let before = volumeBeforeMuting {
            player.soundTransform.volume = before
            volumeBeforeMuting = nil
            tell("Volume \(before) %")
        } else {
            volumeBeforeMuting = player.soundTransform.volume
            player.soundTransform.volume = 0
            tell("Sound off")
        }
    }

    func changeVolume(by percent: Int32) {
        let now = volumeBeforeMuting ?? player.soundTransform.volume
        volumeBeforeMuting = nil
        player.soundTransform.volume = min(100, max(0, now + percent))
        tell("Volume \(player.soundTransform.volume) %")
    }

    // MARK: - Pictures

    /// What the movie shows now, without what lies over it.
    private func moviePicture() -> Pixmap {
        let pixmap = Pixmap(width: window.width, height: window.height)
        renderer.draw(
            player.renderCommands(), into: pixmap.target, background: player.backgroundColor,
            quality: player.quality, damage: [pixmap.target.bounds])
        return pixmap
    }

    /// Makes what the movie shows the picture of its item in the library.
    func usePicture() {
        guard let path = launch.pictureFile else { return tell("The movie is not in the library") }
        do throws(LibraryProblem) {
            try Disk().write(try ItemPicture.encoded(moviePicture()), to: path, below: launch.itemFolder)
            tell("This is its picture in the library now")
        } catch {
            tell(error.message)
        }
        redraw()
    }

    /// Writes what the movie shows into the person's folder of pictures, or where there is none into the home.
    func takeScreenshot() {
        let pixmap = moviePicture()
        let pixels = UnsafeBufferPointer(start: pixmap.pixels, count: pixmap.width * pixmap.height)
        redraw()
        guard let png = PNGEncoder.encode(width: pixmap.width, height: pixmap.height, pixels: pixels) else {
            return tell("There is not enough memory for the picture")
        }
        let disk = Disk()
        let home = getenv("HOME").map { String(cString: $0) } ?? "."
        let folder = disk.kind(of: "\(home)/Pictures") == .folder ? "\(home)/Pictures" : home
        let name = launch.name.split(separator: "/").joined(separator: "-")
        var number = 1
        while disk.kind(of: "\(folder)/\(name)-\(number).png") != nil { number += 1 }
        let path = "\(folder)/\(name)-\(number).png"
        do throws(LibraryProblem) {
            try disk.write(png, to: path)
            print("picture: \(path)")
            tell("Saved as \(path)")
        } catch {
            report(error.message)
            tell(error.message)
        }
    }
}

/// Rows of a menu with what each does.
struct MenuRows {
    private(set) var rows: [PopUpMenu.Row] = []
    private(set) var choices: [Front.MenuChoice] = []
    private let keys: KeyBindings

    init(_ keys: KeyBindings) { self.keys = keys }

    var isEmpty: Bool { rows.isEmpty }

    mutating func add(_ choice: Front.MenuChoice, _ row: PopUpMenu.Row) {
        rows.append(row)
        choices.append(choice)
    }

    mutating func add(
        _ action: Action, _ title: String? = nil, isChecked: Bool = false, isEnabled: Bool = true, hasLine: Bool = false
    ) {
        add(
            .action(action),
            PopUpMenu.Row(
                title ?? action.title, note: keys[action].first?.label ?? "", isChecked: isChecked,
                isEnabled: isEnabled, hasLine: hasLine))
    }
}
