import Base
import Player
import Renderer

/// How the strip and its menu look.
extension Strip {
    func drawBar(_ canvas: inout StripCanvas) {
        canvas.fill(layout.bar, StripColors.blue)
        for control in layout.controls {
            let isOpenMenu = control.action == .toggleMenu && isMenuOpen
            if control.action == hovered || isOpenMenu {
                drawHighlight(control.rect, isPressed: pressed == control.action || isOpenMenu, &canvas)
            }
            var place = control.rect
            if let textX = control.textX {
                place.right = textX
                canvas.write(
                    facts.scaleMode.label, x: Double(textX), in: 0..<layout.bar.bottom,
                    size: StripLayout.fontSize * layout.scale, StripColors.white)
            }
            canvas.draw(icon(of: control.action), in: place, scale: layout.scale, StripColors.orange)
        }
        drawLabel(&canvas)
    }

    private func drawHighlight(_ rect: PixelRect, isPressed: Bool, _ canvas: inout StripCanvas) {
        let inset = Int((3 * layout.scale).rounded())
        let width = max(1, rect.width - 2 * inset)
        let height = max(1, rect.height - 2 * inset)
        let radius = min(Int((6 * layout.scale).rounded()), min(width, height) / 2)
        canvas.draw(
            shapes.panel(width: width, height: height, radius: radius), x: Double(rect.left + inset),
            y: Double(rect.top + inset), scale: 1, isPressed ? StripColors.darkBlue : StripColors.lightBlue)
    }

    private func drawLabel(_ canvas: inout StripCanvas) {
        if layout.label.isEmpty { return }
        var text = ""
        if let hovered {
            text = title(of: hovered)
            if let key = hovered.keys.first { text += "   \(key.label)" }
        } else if !facts.isPlaying {
            text = "Paused at frame \(facts.frame) of \(facts.frameCount)"
        }
        let size = StripLayout.fontSize * layout.scale
        guard StrokeFont.width(of: text) * size <= Double(layout.label.width) else { return }
        canvas.write(
            text, x: Double(layout.label.left), in: layout.label.top..<layout.label.bottom, size: size,
            StripColors.white)
    }

    func drawMenu(_ canvas: inout StripCanvas) {
        let menu = menuLayout
        func pixels(_ length: Double) -> Int { max(1, Int((length * menu.scale).rounded())) }
        let frame = menu.panel
        canvas.fill(frame, StripColors.darkBlue)
        let line = pixels(1)
        canvas.fill(
            PixelRect(
                left: frame.left + line, top: frame.top, right: frame.right - line, bottom: frame.bottom - line),
            StripColors.blue)
        let size = StripLayout.fontSize * menu.scale
        for row in menu.rows {
            if row.hasLine {
                let y = row.rect.top - menu.lineOffset
                canvas.fill(
                    PixelRect(
                        left: frame.left + pixels(14), top: y, right: frame.right - pixels(14), bottom: y + line),
                    StripColors.lightBlue)
            }
            let isChosen = row.action == hoveredInMenu
            if isChosen {
                let inset = pixels(5)
                canvas.draw(
                    shapes.panel(
                        width: max(1, row.rect.width - 2 * inset), height: row.rect.height, radius: pixels(4)),
                    x: Double(row.rect.left + inset), y: Double(row.rect.top), scale: 1, StripColors.orange)
            }
            let rows = row.rect.top..<row.rect.bottom
            let ink = isChosen ? StripColors.ink : StripColors.white
            canvas.write(title(of: row.action), x: Double(frame.left + pixels(14)), in: rows, size: size, ink)
            let note = row.action == .cycleScale ? facts.scaleMode.label : row.action.keys.first?.label ?? ""
            let noteX = Double(frame.right - pixels(14)) - StrokeFont.width(of: note) * size
            canvas.write(note, x: noteX, in: rows, size: size, isChosen ? StripColors.ink : StripColors.paleBlue)
        }
    }

    private func icon(of action: Action) -> StripIcon {
        switch action {
        case .togglePause: facts.isPlaying ? .pause : .play
        case .rewind: .rewind
        case .cycleScale: .scale
        case .toggleMenu: .menu
        default: .back
        }
    }

    /// What the strip and the menu call an action.
    func title(of action: Action) -> String {
        switch action {
        case .back: "Close the movie"
        case .togglePause: facts.isPlaying ? "Pause" : "Play"
        case .rewind: "Rewind"
        case .stepForward: "Step forward"
        case .stepBack: "Step back"
        case .cycleScale: "Scale"
        case .toggleFullScreen: facts.isFullScreen ? "Leave full screen" : "Full screen"
        case .toggleMenu: "Menu"
        default: action.title
        }
    }
}

extension Action {
    /// What a menu and the help call the action.
    var title: String {
        switch self {
        case .back: "Close the movie"
        case .open: "Add a movie to the library"
        case .togglePause: "Play or pause"
        case .rewind: "Rewind"
        case .stepForward: "Step forward"
        case .stepBack: "Step back"
        case .cycleScale: "Scale"
        case .actualSize: "100 %"
        case .showAll: "Show all"
        case .lowQuality: "Low quality"
        case .mediumQuality: "Medium quality"
        case .highQuality: "High quality"
        case .mute: "Sound off or on"
        case .louder: "Louder"
        case .softer: "Softer"
        case .screenshot: "Save a picture"
        case .help: "Keys"
        case .toggleFullScreen: "Full screen"
        case .toggleMenu: "Menu"
        case .quit: "Quit"
        }
    }
}
