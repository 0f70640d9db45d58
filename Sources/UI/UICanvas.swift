import Base
import Renderer

/// Collects the commands of a screen. Positions are in device pixels; `scale` is what a pixel of the design is there.
public struct UICanvas {
    public private(set) var commands: [RenderCommand] = []
    public let toolkit: UIToolkit
    public let scale: Double

    /// Draws what another canvas has, over what is here.
    mutating func append(_ other: UICanvas) { commands += other.commands }

    public init(_ toolkit: UIToolkit, scale: Double) {
        self.toolkit = toolkit
        self.scale = scale
    }

    /// A length of the design in device pixels.
    public func pixels(_ length: Double) -> Int { Int((length * scale).rounded()) }

    public mutating func fill(_ rect: PixelRect, _ color: RGBA) {
        if !rect.isEmpty { commands.append(.rectangle(rect, color)) }
    }

    /// Fills a rectangle with round corners; `radius` is in pixels of the design.
    public mutating func panel(_ rect: PixelRect, radius: Double, _ color: RGBA) {
        if rect.isEmpty { return }
        let radius = min(pixels(radius), rect.width / 2, rect.height / 2)
        let shape = toolkit.panel(width: rect.width, height: rect.height, radius: radius)
        draw(shape, x: Double(rect.left), y: Double(rect.top), scale: 1, color)
    }

    /// Draws an icon in the middle of `rect`.
    public mutating func icon(_ icon: UIIcon, in rect: PixelRect, size: Double = 16, _ color: RGBA) {
        let side = size * scale
        let x = (Double(rect.left + rect.right) / 2 - side / 2).rounded()
        let y = (Double(rect.top + rect.bottom) / 2 - side / 2).rounded()
        draw(toolkit.icon(icon), x: x, y: y, scale: side / 16, color)
    }

    /// Shows a bitmap as large as it fits into `rect`, in its middle.
    public mutating func picture(_ id: BitmapID, in rect: PixelRect) {
        guard let pixmap = toolkit.resources.pixmap(id), !rect.isEmpty else { return }
        let fit = min(Double(rect.width) / Double(pixmap.width), Double(rect.height) / Double(pixmap.height))
        let x = Double(rect.left) + (Double(rect.width) - Double(pixmap.width) * fit) / 2
        let y = Double(rect.top) + (Double(rect.height) - Double(pixmap.height) * fit) / 2
        commands.append(
            .bitmap(id, Affine(a: fit, d: fit, tx: x.rounded(), ty: y.rounded()), .identity, isSmoothed: true))
    }

    /// Where text stands in its rectangle.
    public enum Alignment: Sendable { case left, center, right }

    /// Writes a line of text in the middle of `rect`'s height, cut to its width. `size` is in pixels of the design.
    public mutating func write(
        _ text: String, in rect: PixelRect, size: Double = 14, isBold: Bool = false, align: Alignment = .left,
        _ color: RGBA
    ) {
        let size = size * scale
        let shown = toolkit.fitted(text, width: Double(rect.width), size: size, isBold: isBold)
        let width = toolkit.width(of: shown, size: size, isBold: isBold)
        let x =
            switch align {
            case .left: Double(rect.left)
            case .center: (Double(rect.left + rect.right) - width) / 2
            case .right: Double(rect.right) - width
            }
        // The middle of capitals, which are about 0.72 of the size high.
        let baseline = (Double(rect.top + rect.bottom) / 2 + size * 0.36).rounded()
        toolkit.layOut(shown, x: x.rounded(), baseline: baseline, size: size, isBold: isBold, color) {
            commands.append($0)
        }
    }

    /// Draws what follows only inside `rect`, until ``endClip()``.
    public mutating func clip(_ rect: PixelRect) { commands.append(.clipPush(rect.isEmpty ? .empty : rect)) }
    public mutating func endClip() { commands.append(.clipPop) }

    private mutating func draw(_ shape: ShapeID, x: Double, y: Double, scale: Double, _ color: RGBA) {
        let tint = ColorTransform(
            redMultiplier: 0, greenMultiplier: 0, blueMultiplier: 0,
            alphaMultiplier: Int16((Int(color.alpha) * 256 + 127) / 255), redOffset: Int16(color.red),
            greenOffset: Int16(color.green), blueOffset: Int16(color.blue))
        commands.append(.shape(shape, Affine(a: scale / 20, d: scale / 20, tx: x, ty: y), tint))
    }
}
