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
        case .buttonUp, .keyUp, .viewable, .closeRequested, .destroyed, .fullScreen, .focus, .shown, .pasted, .dropped:
            return false
        default: break
        }
        guard let input = UIInput(event) else { return true }
        switch menu.handle(input) {
        case .stays: break
        case .closed: closeMenu()
        case .chosen(let row):
            let action = menuActions[row]
            closeMenu()
            perform(action)
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
        menuActions = []
        redraw()
    }

    /// Whether a right click opens the menu rather than going to the movie. ActionScript 3 can hear right clicks.
    var opensMenu: Bool { buttonsInMovie.isEmpty && (player.runsAVM1 || player.showsMenu) }

    func openMenu(x: Int, y: Int) {
        var rows: [PopUpMenu.Row] = []
        var actions: [Action] = []
        func add(_ action: Action, _ title: String? = nil, isChecked: Bool = false, hasLine: Bool = false) {
            rows.append(
                PopUpMenu.Row(
                    title ?? action.title, note: settings.keys[action].first?.label ?? "", isChecked: isChecked,
                    hasLine: hasLine))
            actions.append(action)
        }
        if let field = player.focus.text, field.isSelectable || field.isEditable {
            if field.isEditable { add(.cut, hasLine: false) }
            add(.copy)
            if field.isEditable { add(.paste) }
            add(.selectAll)
        }
        // A movie that hides its menu keeps the person from playing with its timeline, not from leaving it.
        if player.showsMenu && host.wantsMenu {
            add(.togglePause, player.isPlaying ? "Pause" : "Play", hasLine: !rows.isEmpty)
            if player.totalFrames > 1 {
                add(.rewind)
                add(.stepForward, "Forward")
                add(.stepBack, "Back")
            }
            add(.zoomIn, hasLine: true)
            add(.zoomOut)
            add(.actualSize, isChecked: player.viewport.choice == ScaleChoice(mode: .noScale))
            add(.showAll, isChecked: player.viewport.choice == ScaleChoice(mode: .showAll))
            add(.lowQuality, isChecked: player.quality == .low, hasLine: true)
            add(.mediumQuality, isChecked: player.quality == .medium)
            add(.highQuality, isChecked: player.quality == .high)
        }
        add(.toggleFullScreen, window.isFullScreen ? "Leave full screen" : nil, hasLine: !rows.isEmpty)
        add(.screenshot)
        if launch.pictureFile != nil { add(.usePicture) }
        add(.console)
        add(.help)
        add(.back, hasLine: true)
        menuActions = actions
        menu = PopUpMenu(
            rows, x: x, y: y, width: window.width, height: window.height, scale: window.scale, toolkit: toolkit)
    }

    /// What to draw over movie and strip.
    func overlayCommands() -> [RenderCommand] {
        let hasDialog = prompt != nil || console != nil || keysPanel != nil
        if menu == nil && !showsHelp && !hasDialog && !toast.isShown {
            toast.wasDrawn()
            return []
        }
        var canvas = UICanvas(toolkit, scale: window.scale)
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
            try Disk().write(try ItemPicture.encoded(moviePicture()), to: path)
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
