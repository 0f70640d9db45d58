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
                    facts.scale.label, x: Double(textX), in: control.rect.top..<control.rect.bottom,
                    size: StripLayout.fontSize * layout.scale, StripColors.white)
            }
            if control.action == .chooseSpeed {
                drawSpeed(in: control.rect, &canvas)
            } else {
                canvas.draw(icon(of: control.action), in: place, scale: layout.scale, StripColors.orange)
            }
        }
        drawSlider(layout.volume, share: facts.isMuted ? 0 : Double(facts.volume) / 100, .volume, &canvas)
        if facts.frameCount > 1 {
            drawSlider(
                layout.seek, share: Double(facts.frame - 1) / Double(facts.frameCount - 1), .seek, &canvas)
        }
        drawLabel(&canvas)
    }

    private func drawSpeed(in rect: PixelRect, _ canvas: inout StripCanvas) {
        let text = Speed.label(facts.speed)
        let size = StripLayout.fontSize * layout.scale
        let x = Double(rect.left + rect.right) / 2 - StrokeFont.width(of: text) * size / 2
        canvas.write(text, x: x.rounded(), in: rect.top..<rect.bottom, size: size, StripColors.orange)
    }

    /// A groove, filled up to a knob.
    private func drawSlider(
        _ rect: PixelRect, share: Double, _ slider: StripSlider, _ canvas: inout StripCanvas
    ) {
        if rect.isEmpty { return }
        let share = min(1, max(0, share))
        func pixels(_ length: Double) -> Int { max(1, Int((length * layout.scale).rounded())) }
        let thickness = pixels(4)
        let top = (rect.top + rect.bottom - thickness) / 2
        let x = rect.left + Int((Double(rect.width - 1) * share).rounded())
        let groove = PixelRect(left: rect.left, top: top, right: rect.right, bottom: top + thickness)
        var filled = groove
        filled.right = x
        canvas.fill(groove, StripColors.darkBlue)
        canvas.fill(filled, StripColors.orange)
        let side = pixels(slider == hoveredSlider ? 14 : 10)
        canvas.draw(
            shapes.panel(width: side, height: side, radius: side / 2), x: Double(x - side / 2),
            y: Double((rect.top + rect.bottom - side) / 2), scale: 1,
            slider == hoveredSlider ? StripColors.white : StripColors.orange)
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
            if let key = keys[hovered].first { text += "   \(key.label)" }
        } else if hoveredSlider == .volume {
            text = facts.isMuted ? "Sound is off" : "Volume \(facts.volume) %"
        } else if hoveredSlider == .seek {
            text = "Frame \(facts.frame) of \(facts.frameCount)"
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
            let note =
                switch row.action {
                case .cycleScale: facts.scale.label
                case .cycleQuality: facts.quality.label
                default: keys[row.action].first?.label ?? ""
                }
            let noteX = Double(frame.right - pixels(14)) - StrokeFont.width(of: note) * size
            // Keys of the person's own may be long: the words come first.
            let titleEnd = Double(frame.left + pixels(24)) + StrokeFont.width(of: title(of: row.action)) * size
            guard titleEnd <= noteX else { continue }
            canvas.write(note, x: noteX, in: rows, size: size, isChosen ? StripColors.ink : StripColors.paleBlue)
        }
    }

    private func icon(of action: Action) -> StripIcon {
        switch action {
        case .togglePause: facts.isPlaying ? .pause : .play
        case .rewind: .rewind
        case .cycleScale: .scale
        case .stepBack: .stepBack
        case .stepForward: .stepForward
        case .mute: facts.isMuted || facts.volume == 0 ? .silence : .sound
        case .toggleFullScreen: .fullScreen
        case .toggleMenu: .menu
        case .toggleKeyboard: .keyboard
        case .screenshot: .camera
        case .itemSettings: .settings
        case .addToLibrary: .add
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
        case .mute: facts.isMuted ? "Sound on" : "Sound off"
        default: action.title
        }
    }
}
