import Base
import Player

/// Who gets what a person does: the program's own keys, the strip, or the movie.
extension Front {
    func handle(_ event: WindowEvent) {
        if overlayTakes(event) { return }
        switch event {
        case .resized(let width, let height):
            if isReplaying { break }
            player.viewport.width = width
            player.viewport.height = height
            player.stageDidResize()
            strip?.resize(width: width, height: height, scale: window.scale)
            redraw()
        case .viewable(let isViewable): if isViewable { redraw() } else { releaseButtons() }
        case .closeRequested: isDone = true
        case .destroyed: isWindowLost = true
        case .fullScreen(let isFull):
            player.viewport.hasLetterbox = launch.hasLetterbox(inFullScreen: isFull)
            if mayDo(.fullScreen(isFull)) { player.setFullScreen(isFull) }
            redraw()
        case .focus(let hasFocus):
            isFocusElsewhere = !hasFocus
            if !hasFocus {
                (isControlHeld, isFastForwarding) = (false, false)
                releaseAllMapped()
            }
            give(hasFocus ? .focusGained : .focusLost)
        case .pointerMoved(let x, let y):
            // The mouse, unless it is the echo of a stick.
            if let place = padPointer, abs(place.x - Double(x)) + abs(place.y - Double(y)) > 24 { padPointer = nil }
            pointerMoved(x: x, y: y)
        case .pointerLeft:
            strip?.pointerLeft(now: Clock.now)
            leaveMovie()
        case .buttonDown(let button, let x, let y, let time): buttonDown(button, x: x, y: y, time: time)
        case .buttonUp(let button, let x, let y): buttonUp(button, x: x, y: y)
        case .wheel(let x, let y, let notches):
            if isControlHeld && !passesKeys {
                zoom(by: notches > 0 ? Self.zoomStep : 1 / Self.zoomStep, aroundX: x, y: y)
            } else if giveMapped(notches > 0 ? .wheelUp : .wheelDown) {
                _ = releaseMapped(notches > 0 ? .wheelUp : .wheelDown)
            } else if isPointerInMovie {
                give(.mouseWheel(x: Double(x), y: Double(y), lines: Double(notches * Self.linesPerNotch)))
            }
        case .keyDown(let key): keyDown(key)
        case .composing(let text, let caret): give(.imePreedit(text, cursor: caret..<caret))
        case .pasted(let text):
            guard mayDo(.clipboard(text)) else { break }
            host.takePasted(text)
            give(.textControl(.paste))
        case .dropped(let places): open(dropped: places)
        case .keyUp(let key):
            if key.code == Self.controlKey { isControlHeld = false }
            if settings.keys[.fastForward].contains(where: { $0.code == key.code }) { isFastForwarding = false }
            if releaseMapped(.key(key.code)) { break }
            if keysInMovie.remove(key.code) != nil { give(.keyUp(keyCode: key.code, character: 0)) }
        case .shown: pictureShown()
        }
    }

    /// What one notch of a wheel scrolls, as desktops have it and as Flash reports it.
    private static let linesPerNotch = 3

    // MARK: - The pointer

    func pointerMoved(x: Int, y: Int) {
        pointer = (x, y)
        if let keyboard, buttonsInMovie.isEmpty, panStart == nil,
            keyboard.pointerMoved(x: x, y: y, width: window.width, height: window.height, scale: window.scale)
        {
            strip?.pointerLeft(now: Clock.now)
            return leaveMovie()
        }
        if let start = panStart {
            player.viewport.panX = start.panX + Double(x - start.x)
            player.viewport.panY = start.panY + Double(y - start.y)
            return
        }
        // What was pressed in the movie is dragged in the movie, wherever it goes.
        let isStrips = buttonsInMovie.isEmpty && strip?.pointerMoved(x: x, y: y, now: Clock.now) == true
        followSlider()
        if isStrips { return leaveMovie() }
        isPointerInMovie = true
        give(.mouseMove(x: Double(x), y: Double(y)))
    }

    private func leaveMovie() {
        if !isPointerInMovie { return }
        isPointerInMovie = false
        give(.mouseLeave)
    }

    private func buttonDown(_ button: MouseButton, x: Int, y: Int, time: UInt32) {
        if buttonsInMovie.isEmpty, keyboardTakesPress(button, x: x, y: y) { return leaveMovie() }
        if buttonsInMovie.isEmpty,
            strip?.buttonDown(x: x, y: y, isLeft: button == .left, now: Clock.now) == true
        {
            followSlider()
            return leaveMovie()
        }
        pointer = (x, y)
        if giveMapped(.button(button)) { return }
        // A magnified stage is dragged with the middle button, or with Ctrl held.
        if isMagnified && (button == .middle || (button == .left && isControlHeld)) {
            panStart = (x, y, player.viewport.panX, player.viewport.panY)
            return
        }
        if button == .middle && player.isPointerOverText {
            if let pasted = window.selections.requestText(fromPrimary: true) { handle(pasted) }
        }
        if button == .right && opensMenu { return openMenu(x: x, y: y) }
        isPointerInMovie = true
        buttonsInMovie.insert(button)
        let index = clicks.press(button, x: x, y: y, time: time)
        give(.mouseDown(x: Double(x), y: Double(y), button: button, clickIndex: index))
    }

    private func buttonUp(_ button: MouseButton, x: Int, y: Int) {
        if button == .left, let key = keyboard?.release() { return handle(.keyUp(Key(key))) }
        if releaseMapped(.button(button)) {
            return
        } else if panStart != nil && button != .right {
            panStart = nil
        } else if buttonsInMovie.remove(button) != nil {
            give(.mouseUp(x: Double(x), y: Double(y), button: button))
            if button == .left { offerMarkedText() }
            // The pointer was held here by the button alone.
            let isInside = x >= 0 && y >= 0 && x < window.width && y < window.height
            if buttonsInMovie.isEmpty && !isInside { leaveMovie() }
        } else if let action = strip?.buttonUp(x: x, y: y, now: Clock.now).action {
            perform(action)
        }
    }

    /// A window that goes away never hears of buttons that come up afterwards.
    private func releaseButtons() {
        strip?.releaseButton()
        panStart = nil
        for button in buttonsInMovie { give(.mouseUp(x: -1, y: -1, button: button)) }
        buttonsInMovie = []
        leaveMovie()
    }

    // MARK: - Keys

    func keyDown(_ key: Key) {
        if key.code == Self.controlKey { isControlHeld = true }
        if let (isTaken, action) = strip?.keyDown(key, now: Clock.now), isTaken {
            if let action { perform(action) }
        } else if key.code == Self.escape && window.isFullScreen {
            window.setFullScreen(false)
        } else if let control = textControl(for: key) {
            giveToMovie(key)
            perform(control)
        } else if isOwn(key) {
            if let action = settings.keys.action(of: key) { perform(action) }
        } else {
            giveToMovie(key)
        }
    }

    private static let escape: UInt8 = 27
    private static let controlKey: UInt8 = 17

    /// Whether `key` is the program's rather than the movie's.
    private func isOwn(_ key: Key) -> Bool {
        guard let action = settings.keys.holder(of: key) else { return false }
        // The person can always leave, and have the keys back.
        if (host.trapsAllKeys || passesKeys) && action != .quit && action != .passKeys { return false }
        return strip != nil || action != .toggleMenu
    }

    private func giveToMovie(_ key: Key) {
        if key.code != 0, giveMapped(.key(key.code)) { return }
        if key.code != 0 {
            keysInMovie.insert(key.code)
            give(.keyDown(keyCode: key.code, character: key.text.utf16.first ?? 0))
        }
        let isTyping = key.text.unicodeScalars.contains { $0.value >= 32 && $0.value != 127 }
        if isTyping { give(key.isComposed ? .imeCommit(key.text) : .textInput(key.text)) }
    }

    // MARK: - Actions

    func perform(_ action: Action) {
        if InputLog.actions.contains(action), !mayDo(.action(action)) { return }
        switch action {
        case .quit: isDone = true
        case .back: leave(.library)
        case .open: leave(.adding)
        case .togglePause:
            player.isPlaying.toggle()
            player.storeSharedObjects()
            restartClock()
        case .rewind:
            player.rewind()
            player.runFrame()
            restartClock()
        case .stepForward: player.step(by: 1)
        case .stepBack: player.step(by: -1)
        case .toggleLoop:
            player.loopsRoot.toggle()
            tell(player.loopsRoot ? "The movie begins anew at its end" : "The movie stops at its end")
        case .cycleScale: setScale(player.viewport.choice.next)
        case .actualSize: setScale(ScaleChoice(mode: .noScale))
        case .showAll: setScale(ScaleChoice(mode: .showAll))
        case .wholeScale: setScale(ScaleChoice(mode: .showAll, isWhole: true))
        case .exactFit: setScale(ScaleChoice(mode: .exactFit))
        case .noBorder: setScale(ScaleChoice(mode: .noBorder))
        case .zoomIn: zoom(by: Self.zoomStep, aroundX: window.width / 2, y: window.height / 2)
        case .zoomOut: zoom(by: 1 / Self.zoomStep, aroundX: window.width / 2, y: window.height / 2)
        case .faster: setSpeed(Speed.step(speed, by: 1))
        case .slower: setSpeed(Speed.step(speed, by: -1))
        case .normalSpeed: setSpeed(1)
        case .chooseSpeed: setSpeed(speed >= Speed.all.last! ? Speed.all[0] : Speed.step(speed, by: 1))
        case .fastForward:
            isFastForwarding = true
            restartClock()
        case .cut: give(.textControl(.cut))
        case .copy: give(.textControl(.copy))
        case .paste: if let pasted = window.selections.requestText() { handle(pasted) }
        case .selectAll: give(.textControl(.selectAll))
        case .passKeys:
            passesKeys.toggle()
            let key = settings.keys[.passKeys].first?.label ?? ""
            tell(passesKeys ? "All keys go to the movie. \(key) ends that." : "The program has its keys again")
        case .console: toggleConsole()
        case .editKeys: openKeysPanel()
        case .lowQuality: player.quality = .low
        case .mediumQuality: player.quality = .medium
        case .highQuality: player.quality = .high
        case .cycleQuality:
            let all: [Quality] = [.low, .medium, .high, .best]
            let place = all.firstIndex(of: player.quality) ?? 2
            player.quality = all[(place + 1) % all.count]
            tell("Quality \(player.quality.label)")
        case .toggleKeyboard: toggleKeyboard()
        case .itemSettings:
            guard let id = launch.itemID else {
                let key = settings.keys[.addToLibrary].first.map { " \($0.label) adds it." } ?? ""
                return tell("Only movies of the library have settings.\(key)")
            }
            leave(.settings(id))
        case .about: tell("RuffleX11 \(Options.version): Flash movies without a graphics card. MIT licence.")
        case .addToLibrary: addToLibrary()
        case .mute: toggleMute()
        case .louder: changeVolume(by: 10)
        case .softer: changeVolume(by: -10)
        case .screenshot: takeScreenshot()
        case .usePicture: usePicture()
        case .help:
            showsHelp.toggle()
            redraw()
        case .toggleFullScreen: window.setFullScreen(!window.isFullScreen)
        case .toggleMenu: strip?.toggleMenu(now: Clock.now)
        }
    }

    private func leave(_ outcome: Outcome) {
        self.outcome = outcome
        isDone = true
    }
}
