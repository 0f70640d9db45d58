import Base
import Renderer
import UI

/// The pictures on the strip's controls, 20 by 20 pixels at scale 1.
enum StripIcon: CaseIterable {
    case back, play, pause, rewind, stepBack, stepForward, scale, sound, silence, fullScreen, menu
    case keyboard, camera, settings, add

    static let side = 20.0

    var shape: VectorShape {
        var sketch = ShapeSketch(strokeWidth: 2)
        switch self {
        case .back:
            sketch.stroke([(17, 10), (3.5, 10)])
            sketch.stroke([(9.5, 4), (3.5, 10), (9.5, 16)])
        case .play:
            // The outline on top of the filling rounds the corners.
            let corners = [(5.5, 3.5), (16.5, 10.0), (5.5, 16.5)]
            sketch.fill(corners)
            sketch.stroke(corners, isClosed: true)
        case .pause:
            for x in [4.0, 11.5] { sketch.fillRounded(x: x, y: 2.5, width: 4.5, height: 15, radius: 1.2) }
        case .rewind:
            for x in [6.0, 12.5] {
                let corners = [(x + 5, 4.5), (x + 5, 15.5), (x, 10.0)]
                sketch.fill(corners)
                sketch.stroke(corners, isClosed: true)
            }
            sketch.stroke([(2.5, 4), (2.5, 16)])
        case .scale:
            sketch.stroke([(3, 7.5), (3, 4), (7, 4)])
            sketch.stroke([(13, 4), (17, 4), (17, 7.5)])
            sketch.stroke([(17, 12.5), (17, 16), (13, 16)])
            sketch.stroke([(7, 16), (3, 16), (3, 12.5)])
            sketch.fillRounded(x: 7, y: 7.5, width: 6, height: 5, radius: 1)
        case .stepBack, .stepForward:
            func x(_ x: Double) -> Double { self == .stepBack ? 20 - x : x }
            let corners = [(x(4), 4.0), (x(13), 10.0), (x(4), 16.0)]
            sketch.fill(corners)
            sketch.stroke(corners, isClosed: true)
            sketch.stroke([(x(16.5), 4), (x(16.5), 16)])
        case .sound, .silence:
            let corners = [(2.5, 7.5), (5.5, 7.5), (10, 3.5), (10, 16.5), (5.5, 12.5), (2.5, 12.5)]
            sketch.fill(corners)
            sketch.stroke(corners, isClosed: true)
            if self == .sound {
                sketch.stroke((13, 7), (15, 10), (13, 13))
                sketch.stroke((15.5, 4.5), (19.5, 10), (15.5, 15.5))
            } else {
                sketch.stroke([(13.5, 7.5), (18.5, 12.5)])
                sketch.stroke([(18.5, 7.5), (13.5, 12.5)])
            }
        case .fullScreen:
            sketch.stroke([(11.5, 3.5), (16.5, 3.5), (16.5, 8.5)])
            sketch.stroke([(16.5, 3.5), (11, 9)])
            sketch.stroke([(3.5, 11.5), (3.5, 16.5), (8.5, 16.5)])
            sketch.stroke([(3.5, 16.5), (9, 11)])
        case .keyboard:
            sketch.stroke([(2, 5), (18, 5), (18, 15), (2, 15)], isClosed: true)
            for x in [5.0, 8.3, 11.7, 15] { sketch.stroke([(x - 0.2, 8), (x + 0.2, 8)]) }
            sketch.stroke([(6, 12), (14, 12)])
        case .camera:
            sketch.stroke(
                [(2, 6), (6, 6), (7.5, 3.5), (12.5, 3.5), (14, 6), (18, 6), (18, 16), (2, 16)], isClosed: true)
            sketch.stroke([(10, 8), (12.6, 9.4), (12.6, 12.4), (10, 13.8), (7.4, 12.4), (7.4, 9.4)], isClosed: true)
        case .settings:
            for (y, knob) in [(5.0, 13.0), (10, 6.5), (15, 12)] {
                sketch.stroke([(3, y), (17, y)])
                sketch.fillRounded(x: knob - 2.2, y: y - 2.2, width: 4.4, height: 4.4, radius: 2.2)
            }
        case .add:
            // A plus above a shelf.
            sketch.stroke([(10, 2.5), (10, 12.5)])
            sketch.stroke([(5, 7.5), (15, 7.5)])
            sketch.stroke([(3, 13), (3, 17), (17, 17), (17, 13)])
        case .menu:
            for y in [5.0, 10.0, 15.0] { sketch.stroke([(3.5, y), (16.5, y)]) }
        }
        return sketch.shape
    }
}

/// The colours of the program's own controls.
enum StripColors {
    static let blue = RGBA(rgb: 0x37528C)
    static let orange = RGBA(rgb: 0xFFAD33)
    static let white = RGBA.white
    /// Under the pointer, and while pressed.
    static let lightBlue = RGBA(rgb: 0x4C6AA8)
    static let darkBlue = RGBA(rgb: 0x263B68)
    /// What matters less than white.
    static let paleBlue = RGBA(rgb: 0xBAC7E4)
    /// On orange.
    static let ink = RGBA(rgb: 0x1D2C4F)
}
