import Library
import Player
import UI

/// How the movie is shown and how fast: magnification, scale, speed, the strip's sliders; and what goes to and fro
/// between it and other programs.
extension Front {
    static let zoomStep = 1.25
    private static let zooms = 0.25...16.0

    var isMagnified: Bool { player.viewport.zoom != 1 }

    /// Magnifies by `factor`; what is at `x`, `y` stays there.
    func zoom(by factor: Double, aroundX x: Int, y: Int) {
        let old = player.viewport.zoom
        var zoom = min(Self.zooms.upperBound, max(Self.zooms.lowerBound, old * factor))
        // Steps that do not meet 1 again by rounding would never.
        if abs(zoom - 1) < 0.01 { zoom = 1 }
        func moved(_ place: Int, _ side: Int, _ pan: Double) -> Double {
            let distance = Double(place) - Double(side) / 2
            return distance - (distance - pan) * zoom / old
        }
        var viewport = player.viewport
        viewport.panX = moved(x, window.width, viewport.panX)
        viewport.panY = moved(y, window.height, viewport.panY)
        viewport.zoom = zoom
        if zoom == 1 { (viewport.panX, viewport.panY) = (0, 0) }
        player.viewport = viewport
        tell("Zoom \(Int((zoom * 100).rounded())) %")
    }

    func setScale(_ choice: ScaleChoice) {
        player.viewport.choice = choice
        tell(choice.label)
    }

    func setSpeed(_ value: Double) {
        speed = value
        restartClock()
        tell("Speed \(Speed.label(value))")
    }

    /// Does what a slider of the strip has been dragged to.
    func followSlider() {
        guard let (slider, share) = strip?.takeSlide() else { return }
        switch slider {
        case .volume:
            volumeBeforeMuting = nil
            player.soundTransform.volume = Int32((share * 100).rounded())
        case .seek:
            let frame = 1 + Int((share * Double(player.totalFrames - 1)).rounded())
            if frame != player.currentFrame, mayDo(.seek(frame)) {
                player.seek(toFrame: frame)
                restartClock()
            }
        }
    }

    var pointerShape: PointerShape {
        if panStart != nil { return .grip }
        guard isPointerInMovie, prompt == nil, keysPanel == nil, menu == nil else { return .arrow }
        return player.pointerShape
    }

    // MARK: - Text

    /// What `key` does to the text that has the focus.
    func textControl(for key: Key) -> TextKey? {
        // What an input method has made is text, whatever key ended it.
        guard !key.isComposed, let field = player.focus.text, field.selection != nil || field.isEditable else {
            return nil
        }
        return TextKey(key)
    }

    func perform(_ key: TextKey) {
        switch key {
        case .control(let control): give(.textControl(control))
        case .paste: perform(Action.paste)
        }
    }

    /// Tells the input method where the person types.
    func showCaretToInputMethod() {
        guard window.input.composition.isTold, let field = player.focus.text, field.isEditable,
            let caret = field.caretBox
        else { return }
        let place = player.devicePoint(
            ofX: Double(caret.x), y: Double(caret.top + caret.height), in: field)
        window.input.setSpot(x: Int(place.x), y: Int(place.y))
    }

    /// Lets other programs have with their middle button what is marked in the movie.
    func offerMarkedText() {
        guard let field = player.focus.text, !field.isPassword, let range = field.selection?.range, !range.isEmpty,
            range.upperBound <= field.content.count
        else { return }
        let units = field.content.units[range].map { $0 == 0x0D ? 0x0A : $0 }
        window.selections.own(String(decoding: units, as: UTF16.self), asPrimary: true)
    }

    // MARK: - Files

    /// Plays the first of the files that were dropped.
    func open(dropped places: [String]) {
        guard let place = places.first else { return }
        guard let path = DroppedPlace.path(of: place) else {
            return tell("“\(place)” is not on this machine")
        }
        let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do throws(Complaint) {
            outcome = .dropped(try Launch(opening: path, name: name, options))
            isDone = true
        } catch {
            host.warn(error.message)
            tell(error.message)
        }
    }
}

/// A key of text editing.
enum TextKey: Equatable {
    case control(TextControl)
    /// The text is another program's and comes later.
    case paste

    init?(_ key: Key) {
        if key.alt { return nil }
        if key.control, let control = Self.commands[key.code] {
            self = .control(control)
            return
        }
        switch (key.code, key.control, key.shift) {
        case (90, true, let isRedo): self = .control(isRedo ? .redo : .undo)
        case (86, true, _), (45, false, true): self = .paste
        case (45, true, false): self = .control(.copy)
        case (46, false, true): self = .control(.cut)
        case (8, let isWord, _): self = .control(isWord ? .backspaceWord : .backspace)
        case (46, let isWord, _): self = .control(isWord ? .deleteWord : .delete)
        case (13, false, _): self = .control(.enter)
        case (37, let isWord, let selects):
            self = .control(selects ? (isWord ? .selectLeftWord : .selectLeft) : isWord ? .moveLeftWord : .moveLeft)
        case (39, let isWord, let selects):
            self = .control(
                selects ? (isWord ? .selectRightWord : .selectRight) : isWord ? .moveRightWord : .moveRight)
        case (36, let isAll, let selects):
            self = .control(
                selects
                    ? (isAll ? .selectLeftDocument : .selectLeftLine) : isAll ? .moveLeftDocument : .moveLeftLine)
        case (35, let isAll, let selects):
            self = .control(
                selects
                    ? (isAll ? .selectRightDocument : .selectRightLine)
                    : isAll ? .moveRightDocument : .moveRightLine)
        case (38, false, let selects): self = .control(selects ? .selectUp : .moveUp)
        case (40, false, let selects): self = .control(selects ? .selectDown : .moveDown)
        case (33, false, let selects): self = .control(selects ? .selectPageUp : .movePageUp)
        case (34, false, let selects): self = .control(selects ? .selectPageDown : .movePageDown)
        default: return nil
        }
    }

    private static let commands: [UInt8: TextControl] = [65: .selectAll, 67: .copy, 88: .cut, 89: .redo]
}

/// What other programs call a file.
enum DroppedPlace {
    /// The path as bytes that end in 0; nil for what is no file of this machine.
    static func path(of place: String) -> [CChar]? {
        var bytes = Array(place.utf8)
        if place.lowercased().hasPrefix("file:") {
            bytes.removeFirst("file:".utf8.count)
            if bytes.starts(with: Array("//".utf8)) {
                // The machine's name, which is this one or left out.
                guard let slash = bytes.dropFirst(2).firstIndex(of: UInt8(ascii: "/")) else { return nil }
                bytes.removeFirst(slash)
            }
            bytes = decoded(bytes)
        }
        guard bytes.first == UInt8(ascii: "/"), !bytes.contains(0) else { return nil }
        return bytes.map { CChar(bitPattern: $0) } + [0]
    }

    private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        func digit(_ byte: UInt8) -> UInt8? {
            switch byte {
            case 48...57: byte - 48
            case 65...70: byte - 55
            case 97...102: byte - 87
            default: nil
            }
        }
        var decoded: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count, let high = digit(bytes[place + 1]),
                let low = digit(bytes[place + 2])
            {
                decoded.append(high << 4 | low)
                place += 3
            } else {
                decoded.append(bytes[place])
                place += 1
            }
        }
        return decoded
    }
}
