import Base
import Player
import Renderer

/// The strip of controls along the top of the window: when it shows, what is under the pointer, what a click does.
///
/// It knows no window and no clock: the front tells it what happens and when, in milliseconds, and draws
/// ``commands()`` over the movie. While nothing moves and nothing fades, ``deadline`` is nil.
final class Strip {
    /// What the strip tells about the movie.
    struct Facts: Equatable {
        var isPlaying = true
        var scale = ScaleChoice(mode: .showAll)
        /// In percent.
        var volume = 100
        var isMuted = false
        var speed = 1.0
        var quality = Quality.high
        var isFullScreen = false
        var frame = 0
        var frameCount = 0
        /// The movie is in no library, and can be added.
        var canAdd = false
    }

    var facts = Facts() {
        didSet {
            if facts == oldValue { return }
            // Full screen is for the movie alone.
            if facts.isFullScreen && !oldValue.isFullScreen { hideAtOnce() }
            if (facts.frameCount > 1) != (oldValue.frameCount > 1) || facts.canAdd != oldValue.canAdd { layOut() }
            // The number of the frame shows on the timeline, and in words only while the movie is paused.
            var before = oldValue
            if facts.isPlaying && facts.frameCount <= 1 { before.frame = facts.frame }
            if facts != before && opacity > 0 { hasChanged = true }
        }
    }

    /// Whether ``commands()`` gives something else than before.
    private(set) var hasChanged = false
    private(set) var layout: StripLayout
    private(set) var menuLayout: MenuLayout
    private(set) var isMenuOpen = false
    /// What the pointer, or in the menu the keyboard, is at.
    private(set) var hovered: Action?
    private(set) var hoveredInMenu: Action?
    private(set) var pressed: Action?
    /// The slider that the pointer is at, or drags.
    private(set) var hoveredSlider: StripSlider?
    private var draggedSlider: StripSlider?
    private var slide: (slider: StripSlider, share: Double)?
    /// Whether a button that went down here is still down.
    private var isHoldingButton = false
    private var width: Int
    private var height: Int
    private var scale: Double
    /// The keys that the menu shows.
    var keys = KeyBindings() { didSet { if keys != oldValue { hasChanged = true } } }

    /// Where the opacity goes to, and when it set out from where.
    private var fade = (from: 0.0, to: 0.0, start: 0.0)
    private var opacity = 0.0
    private var hideTime: Double?
    let shapes: StripShapes

    /// Milliseconds that the pointer rests before the strip goes.
    static let restTime = 2500.0
    /// Milliseconds after the pointer has gone away.
    static let awayTime = 700.0
    private static let fadeTime = 130.0
    private static let fadeStep = 16.0
    /// How near the strip the pointer must come, in pixels of the design.
    private static let nearness = 16.0

    init(resources: RenderResources, width: Int, height: Int, scale: Double) {
        shapes = StripShapes(resources: resources)
        self.width = width
        self.height = height
        self.scale = scale
        layout = StripLayout(width: width, height: height, scale: scale)
        menuLayout = MenuLayout(under: layout, width: width, height: height)
    }

    func resize(width: Int, height: Int, scale: Double) {
        self.width = width
        self.height = height
        self.scale = scale
        layOut()
    }

    private func layOut() {
        layout = StripLayout(
            width: width, height: height, scale: scale, hasSeek: facts.frameCount > 1, canAdd: facts.canAdd)
        menuLayout = MenuLayout(under: layout, width: width, height: height, canAdd: facts.canAdd)
        hasChanged = true
    }

    /// Whether the strip can be seen well enough to be clicked.
    var isVisible: Bool { opacity > 0.3 && fade.to > 0 }

    // MARK: - The pointer

    /// Returns whether the pointer is the strip's rather than the movie's.
    @discardableResult
    func pointerMoved(x: Int, y: Int, now: Double) -> Bool {
        let isAtTop = y <= 0
        let reach = Double(layout.bar.bottom) + Self.nearness * layout.scale
        let isNear = fade.to > 0 || !facts.isFullScreen ? Double(y) < reach : isAtTop
        if isNear || isMenuOpen {
            show(now)
        } else if fade.to > 0 {
            hideTime = min(hideTime ?? .infinity, now + Self.awayTime)
        }
        if let draggedSlider {
            slide = (draggedSlider, layout.share(of: draggedSlider, atX: x))
        } else {
            hover(x: x, y: y)
        }
        return isHoldingButton || isInside(x: x, y: y)
    }

    func pointerLeft(now: Double) {
        setHovered(nil, inMenu: nil)
        if draggedSlider == nil { setSlider(nil) }
        if fade.to > 0 && !isMenuOpen { hideTime = now + Self.awayTime }
    }

    /// Returns whether the click is the strip's. What it does comes when the button comes up.
    func buttonDown(x: Int, y: Int, isLeft: Bool, now: Double) -> Bool {
        guard isInside(x: x, y: y) else {
            // A click outside closes the menu and does nothing else.
            if isMenuOpen { closeMenu(now) } else { return false }
            isHoldingButton = true
            return true
        }
        isHoldingButton = true
        show(now)
        hover(x: x, y: y)
        if isLeft {
            pressed = hoveredInMenu ?? hovered
            if pressed == nil, let slider = hoveredSlider {
                draggedSlider = slider
                slide = (slider, layout.share(of: slider, atX: x))
            }
        }
        hasChanged = true
        return true
    }

    /// Returns whether the button was pressed on the strip, and the action where it came up where it went down.
    func buttonUp(x: Int, y: Int, now: Double) -> (isTaken: Bool, action: Action?) {
        guard isHoldingButton else { return (false, nil) }
        isHoldingButton = false
        let wasPressed = pressed
        pressed = nil
        draggedSlider = nil
        hover(x: x, y: y)
        hasChanged = true
        guard let wasPressed, wasPressed == hoveredInMenu ?? hovered else { return (true, nil) }
        if hoveredInMenu != nil && !Self.staysOpen(wasPressed) { closeMenu(now) }
        return (true, wasPressed)
    }

    /// Forgets a button whose release will not come.
    func releaseButton() {
        isHoldingButton = false
        if pressed != nil { hasChanged = true }
        pressed = nil
        draggedSlider = nil
    }

    /// Where a slider has been dragged to since the last look, 0...1.
    func takeSlide() -> (slider: StripSlider, share: Double)? {
        defer { slide = nil }
        return slide
    }

    private func isInside(x: Int, y: Int) -> Bool {
        guard isVisible else { return false }
        return layout.bar.contains(x: x, y: y) || (isMenuOpen && menuLayout.panel.contains(x: x, y: y))
    }

    private func hover(x: Int, y: Int) {
        guard isVisible else { return setHovered(nil, inMenu: nil) }
        setSlider(isMenuOpen && menuLayout.panel.contains(x: x, y: y) ? nil : layout.slider(atX: x, y: y))
        let row = isMenuOpen ? menuLayout.row(atX: x, y: y) : nil
        setHovered(row == nil ? layout.control(atX: x, y: y) : nil, inMenu: row)
    }

    private func setSlider(_ slider: StripSlider?) {
        if slider != hoveredSlider { hasChanged = true }
        hoveredSlider = slider
    }

    private func setHovered(_ control: Action?, inMenu row: Action?) {
        if control == hovered && row == hoveredInMenu { return }
        hovered = control
        hoveredInMenu = row
        hasChanged = true
    }

    // MARK: - The menu

    /// What is chosen again and again.
    private static func staysOpen(_ action: Action) -> Bool { action == .cycleScale || action == .cycleQuality }

    func toggleMenu(now: Double) {
        if isMenuOpen { return closeMenu(now) }
        isMenuOpen = true
        hoveredInMenu = nil
        hasChanged = true
        show(now)
    }

    private func closeMenu(_ now: Double) {
        isMenuOpen = false
        hoveredInMenu = nil
        hasChanged = true
        hideTime = now + Self.restTime
    }

    /// Lets an open menu have a key. Returns whether it took it, and the action that was chosen.
    func keyDown(_ key: Key, now: Double) -> (isTaken: Bool, action: Action?) {
        guard isMenuOpen, !key.control, !key.alt else { return (false, nil) }
        let actions = menuLayout.rows.map(\.action)
        let place = hoveredInMenu.flatMap { actions.firstIndex(of: $0) }
        switch key.code {
        case 27: closeMenu(now)
        case 38: setHovered(nil, inMenu: actions[((place ?? actions.count) + actions.count - 1) % actions.count])
        case 40: setHovered(nil, inMenu: actions[((place ?? -1) + 1) % actions.count])
        case 13, 32:
            if key.isRepeat { break }
            let chosen = hoveredInMenu
            if chosen.map(Self.staysOpen) != true { closeMenu(now) }
            return (true, chosen)
        default:
            let holder = keys.holder(of: key)
            if holder == .toggleMenu || holder == .toggleFullScreen { return (false, nil) }
        }
        return (true, nil)
    }

    // MARK: - Showing and hiding

    private func show(_ now: Double) {
        hideTime = now + Self.restTime
        if fade.to < 1 { startFade(to: 1, now) }
    }

    private func hideAtOnce() {
        if opacity == 0 && fade.to == 0 { return }
        isMenuOpen = false
        fade = (0, 0, 0)
        opacity = 0
        hideTime = nil
        setHovered(nil, inMenu: nil)
        hasChanged = true
    }

    private func startFade(to target: Double, _ now: Double) {
        fade = (opacity, target, now)
        // Something is there from the first moment: a click that follows at once finds its control.
        if target > opacity { opacity = max(opacity, 0.4) }
        hasChanged = true
    }

    /// Lets time pass: hides what is due to be hidden and goes on fading.
    func advance(to now: Double) {
        if let hideTime, now >= hideTime {
            self.hideTime = nil
            if isMenuOpen || isHoldingButton {
                self.hideTime = isHoldingButton ? now + Self.restTime : nil
            } else {
                startFade(to: 0, now)
                setHovered(nil, inMenu: nil)
            }
        }
        guard opacity != fade.to else { return }
        let share = min(1, max(0, (now - fade.start) / Self.fadeTime))
        let faded = share >= 1 ? fade.to : fade.from + (fade.to - fade.from) * share
        let next = fade.to > fade.from ? max(opacity, faded) : faded
        if next != opacity { hasChanged = true }
        opacity = next
    }

    /// When ``advance(to:)`` has something to do, nil where never.
    func deadline(now: Double) -> Double? {
        if opacity != fade.to { return now + Self.fadeStep }
        return hideTime
    }

    /// What to draw over the movie.
    func commands() -> [RenderCommand] {
        hasChanged = false
        if opacity <= 0 { return [] }
        var canvas = StripCanvas(shapes: shapes, opacity: Int16(opacity * 256))
        drawBar(&canvas)
        if isMenuOpen { drawMenu(&canvas) }
        return canvas.commands
    }
}
