import Library
import UI

/// The library on the desktop: media controls, the desktop's own file dialog, game pads.
extension LibraryFront {
    /// Media controls see that nothing plays, and may open something.
    func serveDesktop() {
        desktop.setBusy(false)
        desktop.show(MediaControl.State())
        for command in desktop.takeCommands() {
            switch command {
            case .raise: window.activate()
            case .quit: outcome = .quit
            case .setFullScreen(let isFull): window.setFullScreen(isFull)
            case .open(let place):
                addPlace(place)
                showItems()
            case .play, .pause, .playPause, .stop, .seek, .setVolume, .setRate, .setLoops: break
            }
        }
    }

    /// Lets the person choose files in the desktop's own dialog, or else in the program's.
    func chooseFiles() {
        desktop.chooseFiles(for: window.number) { [weak self] places in
            // The person may have gone on to a movie meanwhile.
            guard let self else { return }
            guard let places else { return screen.beginAdding() }
            for place in places { addPlace(place) }
            showItems()
        }
    }

    /// A pad leads through the library, and its buttons can be named by pressing them.
    func takePadEvents() {
        for event in desktop.gamepads.take() {
            switch event {
            case .connected(let pad, let name): screen.tell("Game pad \(pad): \(name)")
            case .disconnected(let pad, let name): screen.tell("Game pad \(pad) is gone: \(name)")
            case .pressed where isFocusElsewhere: break
            case .pressed(let pad, let control) where screen.isCapturing:
                screen.captured(PadName.text(pad, control.rawValue))
            case .pressed(_, let control):
                if let code = control.menuKey { handle(.keyDown(Key(code: code))) }
            case .released, .moved: break
            }
        }
        if let note = desktop.gamepads.takeNote() { report(note) }
    }
}
