import Base
import Renderer
import UI

/// Collects the strip's commands. Positions are in device pixels; everything gets the strip's opacity.
struct StripCanvas {
    private(set) var commands: [RenderCommand] = []
    let shapes: StripShapes
    /// 0...256.
    let opacity: Int16

    mutating func fill(_ rect: PixelRect, _ color: RGBA) {
        if rect.isEmpty { return }
        var color = color
        color.alpha = UInt8(truncatingIfNeeded: Int(color.alpha) * Int(opacity) / 256)
        commands.append(.rectangle(rect, color))
    }

    /// Draws a shape, made in pixels, with its origin at `x`, `y` and `scale` times as large.
    mutating func draw(_ shape: ShapeID, x: Double, y: Double, scale: Double, _ color: RGBA) {
        // The shapes are white: take the colour from the offsets.
        let tint = ColorTransform(
            redMultiplier: 0, greenMultiplier: 0, blueMultiplier: 0, alphaMultiplier: opacity,
            redOffset: Int16(color.red), greenOffset: Int16(color.green), blueOffset: Int16(color.blue))
        commands.append(.shape(shape, Affine(a: scale / 20, d: scale / 20, tx: x, ty: y), tint))
    }

    /// Draws an icon in the middle of `rect`.
    mutating func draw(_ icon: StripIcon, in rect: PixelRect, scale: Double, _ color: RGBA) {
        let half = StripIcon.side * scale / 2
        // Whole pixels keep the straight edges sharp.
        let x = (Double(rect.left + rect.right) / 2 - half).rounded()
        let y = (Double(rect.top + rect.bottom) / 2 - half).rounded()
        draw(shapes.icon(icon), x: x, y: y, scale: scale, color)
    }

    /// Writes `text` from `x` on, its capitals in the middle of `top..<bottom`. `size` is the font's, in pixels.
    mutating func write(_ text: String, x: Double, in rows: Range<Int>, size: Double, _ color: RGBA) {
        let middle = Double(rows.lowerBound + rows.upperBound) / 2
        let baseline = (middle + StrokeFont.capitalHeight * size / 2).rounded()
        var pen = x
        for letter in text {
            let glyph = shapes.glyph(letter)
            if let shape = glyph.shape { draw(shape, x: pen, y: baseline, scale: size / 100, color) }
            pen += glyph.advance * size
        }
    }
}

/// The strip's shapes in the renderer's resources, each made when first used.
final class StripShapes {
    private let resources: RenderResources
    private var icons: [StripIcon: ShapeID] = [:]
    private var glyphs: [Character: (shape: ShapeID?, advance: Double)] = [:]
    private var panels: [Panel: ShapeID] = [:]

    private struct Panel: Hashable { var width, height, radius: Int }

    init(resources: RenderResources) { self.resources = resources }

    func icon(_ icon: StripIcon) -> ShapeID {
        if let id = icons[icon] { return id }
        let id = resources.add(icon.shape)
        icons[icon] = id
        return id
    }

    /// The letter at a font size of 100 pixels, and the step to the next as a share of the size.
    func glyph(_ letter: Character) -> (shape: ShapeID?, advance: Double) {
        if let glyph = glyphs[letter] { return glyph }
        let made = StrokeFont.glyph(letter)
        let glyph = (shape: made.shape.map { resources.add($0) }, advance: made.advance)
        glyphs[letter] = glyph
        return glyph
    }

    /// A rectangle with round corners, in pixels. There are only a few sizes at a time.
    func panel(width: Int, height: Int, radius: Int) -> ShapeID {
        let panel = Panel(width: width, height: height, radius: radius)
        if let id = panels[panel] { return id }
        if panels.count >= 16 {
            for id in panels.values { resources.remove(id) }
            panels = [:]
        }
        var sketch = ShapeSketch()
        sketch.fillRounded(
            x: 0, y: 0, width: Double(width), height: Double(height), radius: Double(radius))
        let id = resources.add(sketch.shape)
        panels[panel] = id
        return id
    }
}
