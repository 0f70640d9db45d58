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

    private static let height = 40.0
    private static let controlWidth = 42.0
    private static let margin = 4.0
    static let fontSize = 14.0

    init(width: Int, height: Int, scale wanted: Double) {
        // Five controls always fit, and the strip never takes more than a quarter of the window.
        let fitX = Double(width) / (5 * Self.controlWidth + 2 * Self.margin)
        let fitY = Double(height) / (4 * Self.height)
        scale = min(wanted, max(0.2, min(fitX, fitY)))
        let unit = scale
        // Rounded down, so that what fits still does.
        func pixels(_ length: Double) -> Int { Int(length * unit) }

        bar = PixelRect(left: 0, top: 0, right: width, bottom: min(height, pixels(Self.height)))
        let bottom = bar.bottom
        let step = pixels(Self.controlWidth)
        func control(_ action: Action, at x: Int, width: Int, textX: Int? = nil) -> Control {
            Control(action: action, rect: PixelRect(left: x, top: 0, right: x + width, bottom: bottom), textX: textX)
        }
        var left = pixels(Self.margin)
        var controls: [Control] = []
        for action in [Action.back, .togglePause, .rewind] {
            controls.append(control(action, at: left, width: step))
            left += step
        }
        var right = width - pixels(Self.margin)
        let menu = control(.toggleMenu, at: right - step, width: step)
        right -= step
        // The mode's name is written out where there is room for the longest one.
        let names = StageScaleMode.allCases.map { StrokeFont.width(of: $0.label) * Self.fontSize }
        let textWidth = pixels(names.max()! + 12)
        let hasText = right - left >= step + textWidth + step
        let scaleWidth = step + (hasText ? textWidth : 0)
        controls.append(
            control(.cycleScale, at: right - scaleWidth, width: scaleWidth, textX: hasText ? right - textWidth : nil))
        right -= scaleWidth
        controls.append(menu)
        self.controls = controls
        let labelRect = PixelRect(left: left + pixels(10), top: 0, right: right - pixels(10), bottom: bottom)
        label = labelRect.width > pixels(60) ? labelRect : .empty
    }

    func control(atX x: Int, y: Int) -> Action? {
        controls.first { $0.rect.contains(x: x, y: y) }?.action
    }
}

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
        [.togglePause, .rewind, .stepForward, .stepBack], [.toggleFullScreen, .cycleScale], [.quit],
    ]

    private static let rowHeight = 28.0
    private static let width = 236.0
    private static let padding = 6.0
    private static let gap = 9.0

    init(under strip: StripLayout, width: Int, height: Int) {
        let rowCount = Double(Self.groups.joined().count)
        let wanted = rowCount * Self.rowHeight + Double(Self.groups.count - 1) * Self.gap + 2 * Self.padding + 4
        let fitX = Double(width) / (Self.width + 8)
        let fitY = Double(height - strip.bar.bottom) / wanted
        scale = min(strip.scale, max(0.2, min(fitX, fitY)))
        let unit = scale
        // Rounded down, so that what fits still does.
        func pixels(_ length: Double) -> Int { Int(length * unit) }

        let right = width - pixels(4)
        let left = right - pixels(Self.width)
        let top = strip.bar.bottom
        var y = top + pixels(Self.padding)
        var rows: [Row] = []
        for (number, group) in Self.groups.enumerated() {
            for (place, action) in group.enumerated() {
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
