import Library
import Player

/// The movie on the desktop: media keys and controls see and steer it, and the screen stays on while it plays.
extension Front {
    func serveDesktop(_ now: Double) {
        for command in desktop.takeCommands() { perform(command) }
        desktop.show(mediaState)
        desktop.setBusy(player.isPlaying && window.isViewable && host.asks)
        if desktop.isResetDue(now) { window.resetScreenSaver() }
    }

    /// The window has lost the keyboard, or has it back.
    func backgroundChanged() {
        if isFocusElsewhere {
            switch launch.background {
            case .plays: return
            case .silent where volumeBeforeMuting == nil: toggleMute()
            case .pauses where player.isPlaying: perform(Action.togglePause)
            case .silent, .pauses: return
            }
            backgroundEffect = launch.background
        } else {
            // What the person has changed meanwhile stays as they want it.
            switch backgroundEffect {
            case .silent where volumeBeforeMuting != nil: toggleMute()
            case .pauses where !player.isPlaying: perform(Action.togglePause)
            default: break
            }
            backgroundEffect = nil
        }
    }

    private var mediaState: MediaControl.State {
        var state = MediaControl.State()
        state.status = player.isPlaying ? .playing : .paused
        state.title = launch.name
        state.url = launch.baseURL
        state.picture = launch.pictureFile.flatMap { hasPictureFile ? $0 : nil }
        if player.totalFrames > 1 {
            state.length = time(ofFrame: player.totalFrames + 1)
            state.position = time(ofFrame: player.currentFrame)
        }
        state.loops = player.loopsRoot
        state.volume = Double(volumeBeforeMuting == nil ? player.soundTransform.volume : 0) / 100
        state.rate = speed
        state.isFullScreen = window.isFullScreen
        return state
    }

    /// When a frame of the root begins, in microseconds.
    private func time(ofFrame frame: Int) -> Int64 {
        Int64((Double(max(1, frame) - 1) * 1_000_000 / max(0.01, player.frameRate)).rounded())
    }

    private func perform(_ command: MediaControl.Command) {
        switch command {
        case .raise: window.activate()
        case .quit: isDone = true
        case .play: if !player.isPlaying { perform(Action.togglePause) }
        case .pause: if player.isPlaying { perform(Action.togglePause) }
        case .playPause: perform(Action.togglePause)
        case .stop:
            perform(Action.rewind)
            if player.isPlaying { perform(Action.togglePause) }
        case .seek(let place):
            let frame = 1 + Int((Double(place) * player.frameRate / 1_000_000).rounded(.down))
            guard mayDo(.seek(min(player.totalFrames, frame))) else { break }
            player.seek(toFrame: min(player.totalFrames, frame))
            restartClock()
            desktop.show(mediaState, hasMoved: true)
        case .setVolume(let volume):
            volumeBeforeMuting = nil
            player.soundTransform.volume = Int32((volume * 100).rounded())
        case .setRate(let rate): setSpeed(rate)
        case .setLoops(let loops): if player.loopsRoot != loops { perform(Action.toggleLoop) }
        case .setFullScreen(let isFull): window.setFullScreen(isFull)
        case .open(let place): open(dropped: [place])
        }
    }
}
