import Base
import Player

/// Where the strip's controls lie in a window, in device pixels.
struct StripLayout: Equatable {
    /// Device pixels a pixel of the design. Smaller than the desktop's scale where the window is small.
    let scale: Double
    let bar: PixelRect
    /// Left to right.
    let controls: [Control]
    /// Room for a line of text, empty in narrow windows.
    let label: PixelRect

    struct Control: Equatable {
        var action: Action
        var rect: PixelRect
        /// Where text stands beside the icon, nil where there is none.
        var textX: Int?
    }

    /// Sliders, where there is room for them.
    private(set) var volume = PixelRect.empty
    private(set) var seek = PixelRect.empty

    private static let height = 40.0
    private static let seekHeight = 16.0
    private static let controlWidth = 42.0
    private static let margin = 4.0
    private static let sliderWidth = 74.0
    private static let speedWidth = 52.0
    /// Below this a text is not worth its room.
    private static let labelWidth = 60.0
    static let fontSize = 14.0

    /// What is there in windows of any size.
    static let always: [Action] = [.back, .togglePause, .rewind, .cycleScale, .toggleMenu]

    /// `canAdd`: the movie is none of the library, and can become one.
    init(width: Int, height: Int, scale wanted: Double, hasSeek: Bool = false, canAdd: Bool = false) {
        // Five controls always fit, and the strip never takes more than a quarter of the window.
        let barHeight = Self.height + (hasSeek ? Self.seekHeight : 0)
        let fitX = Double(width) / (Double(Self.always.count) * Self.controlWidth + 2 * Self.margin)
        let fitY = Double(height) / (4 * barHeight)
        scale = min(wanted, max(0.2, min(fitX, fitY)))
        let unit = scale
        // Rounded down, so that what fits still does.
        func pixels(_ length: Double) -> Int { Int(length * unit) }

        bar = PixelRect(left: 0, top: 0, right: width, bottom: min(height, pixels(barHeight)))
        let bottom = min(bar.bottom, pixels(Self.height))
        let step = pixels(Self.controlWidth)
        // The mode's name is written out where there is room for the longest one.
        let names = ScaleChoice.all.map { StrokeFont.width(of: $0.label) * Self.fontSize }
        let textWidth = pixels(names.max()! + 12)

        // What there is room for, the most wanted first.
        var room = width - 2 * pixels(Self.margin) - Self.always.count * step
        func takes(_ length: Int) -> Bool {
            if room < length { return false }
            room -= length
            return true
        }
        let hasMute = takes(step)
        let hasText = takes(textWidth)
        let hasFullScreen = takes(step)
        let hasVolume = hasMute && takes(pixels(Self.sliderWidth))
        let hasSpeed = takes(pixels(Self.speedWidth))
        let hasSteps = takes(2 * step)
        // What has no settings yet can get some.
        let extras = [canAdd ? .addToLibrary : .itemSettings, Action.toggleKeyboard, .screenshot]
            .filter { _ in takes(step) }.reversed()

        var controls: [Control] = []
        var left = pixels(Self.margin)
        func place(_ action: Action, width: Int, textX: Int? = nil) {
            let rect = PixelRect(left: left, top: 0, right: left + width, bottom: bottom)
            controls.append(Control(action: action, rect: rect, textX: textX))
            left += width
        }
        for action in [Action.back, .togglePause, .rewind] { place(action, width: step) }
        if hasSteps { for action in [Action.stepBack, .stepForward] { place(action, width: step) } }
        let labelRect = PixelRect(
            left: left + pixels(10), top: 0, right: left + room - pixels(10), bottom: bottom)
        label = labelRect.width > pixels(Self.labelWidth) ? labelRect : .empty
        left += room
        if hasMute { place(.mute, width: step) }
        if hasVolume {
            volume = PixelRect(left: left, top: 0, right: left + pixels(Self.sliderWidth - 10), bottom: bottom)
            left += pixels(Self.sliderWidth)
        }
        if hasSpeed { place(.chooseSpeed, width: pixels(Self.speedWidth)) }
        place(.cycleScale, width: step + (hasText ? textWidth : 0), textX: hasText ? left + step : nil)
        for action in extras { place(action, width: step) }
        if hasFullScreen { place(.toggleFullScreen, width: step) }
        left = width - pixels(Self.margin) - step
        place(.toggleMenu, width: step)
        self.controls = controls
        if hasSeek {
            seek = PixelRect(
                left: pixels(Self.margin + 8), top: bottom, right: width - pixels(Self.margin + 8), bottom: bar.bottom)
            if seek.isEmpty { seek = .empty }
        }
    }

    func control(atX x: Int, y: Int) -> Action? {
        controls.first { $0.rect.contains(x: x, y: y) }?.action
    }

    /// The slider at a place.
    func slider(atX x: Int, y: Int) -> StripSlider? {
        if volume.contains(x: x, y: y) { return .volume }
        return seek.contains(x: x, y: y) ? .seek : nil
    }

    func rect(of slider: StripSlider) -> PixelRect { slider == .volume ? volume : seek }

    /// What the place `x` of a slider means, 0...1.
    func share(of slider: StripSlider, atX x: Int) -> Double {
        let rect = rect(of: slider)
        return min(1, max(0, Double(x - rect.left) / Double(max(1, rect.width - 1))))
    }
}

/// What is dragged rather than clicked.
enum StripSlider: Equatable { case volume, seek }

/// Where the rows of the menu lie, in device pixels.
struct MenuLayout: Equatable {
    let scale: Double
    let panel: PixelRect
    let rows: [Row]

    struct Row: Equatable {
        var action: Action
        var rect: PixelRect
        /// A thin line above, to part groups.
        var hasLine: Bool
    }

    /// The menu's actions, in groups.
    static let groups: [[Action]] = [
        [.togglePause, .rewind, .stepForward, .stepBack], [.faster, .slower],
        [.toggleFullScreen, .cycleScale, .cycleQuality, .zoomIn, .zoomOut],
        [.screenshot, .toggleKeyboard, .itemSettings, .console, .editKeys, .help], [.quit],
    ]

    private static let rowHeight = 28.0
    private static let width = 248.0
    private static let padding = 6.0
    private static let gap = 9.0

    init(under strip: StripLayout, width: Int, height: Int, canAdd: Bool = false) {
        let rowCount = Double(Self.groups.joined().count)
        let wanted = rowCount * Self.rowHeight + Double(Self.groups.count - 1) * Self.gap + 2 * Self.padding + 4
        let fitX = Double(width) / (Self.width + 8)
        let fitY = Double(height - strip.bar.bottom) / wanted
        scale = min(strip.scale, max(0.05, min(fitX, fitY)))
        let unit = scale
        // Rounded down, so that what fits still does.
        func pixels(_ length: Double) -> Int { Int(length * unit) }

        let right = width - pixels(4)
        let left = right - pixels(Self.width)
        let top = strip.bar.bottom
        var y = top + pixels(Self.padding)
        var rows: [Row] = []
        for (number, group) in Self.groups.enumerated() {
            for (place, each) in group.enumerated() {
                let action = canAdd && each == .itemSettings ? .addToLibrary : each
                let hasLine = number > 0 && place == 0
                if hasLine { y += pixels(Self.gap) }
                let rect = PixelRect(left: left, top: y, right: right, bottom: y + pixels(Self.rowHeight))
                rows.append(Row(action: action, rect: rect, hasLine: hasLine))
                y = rect.bottom
            }
        }
        self.rows = rows
        panel = PixelRect(left: left, top: top, right: right, bottom: y + pixels(Self.padding))
    }

    func row(atX x: Int, y: Int) -> Action? { rows.first { $0.rect.contains(x: x, y: y) }?.action }

    /// How far below the top of a row its line is drawn.
    var lineOffset: Int { Int((Self.gap * scale / 2).rounded()) }
}

extension PixelRect {
    func contains(x: Int, y: Int) -> Bool { x >= left && x < right && y >= top && y < bottom }
}
