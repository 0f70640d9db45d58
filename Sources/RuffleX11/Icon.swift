import Base
import Renderer
import UI

/// The program's icon, drawn by its own renderer: an orange play sign on a blue tile, with a ruffle under it.
enum Icon {
    private static let sides = [16, 24, 32, 48, 64, 128]

    /// Square pictures of all usual sizes, 0xAARRGGBB with straight alpha.
    static func pictures() -> [(side: Int, pixels: [UInt32])] {
        let resources = RenderResources()
        let tile = resources.add(tileShape)
        let sign = resources.add(signShape)
        let renderer = Renderer(resources: resources)
        return sides.map { side in
            let pixmap = Canvas(width: side, height: side)
            let matrix = Affine(a: Double(side) / 64 / 20, d: Double(side) / 64 / 20)
            renderer.draw(
                [.shape(tile, matrix, tint(StripColors.blue)), .shape(sign, matrix, tint(StripColors.orange))],
                into: pixmap.target, background: .clear, quality: .high, damage: [pixmap.target.bounds])
            let pixels = UnsafeBufferPointer(start: pixmap.pixels, count: side * side)
            return (side, pixels.map(straight))
        }
    }

    private static func tint(_ color: RGBA) -> ColorTransform {
        ColorTransform(
            redMultiplier: 0, greenMultiplier: 0, blueMultiplier: 0, redOffset: Int16(color.red),
            greenOffset: Int16(color.green), blueOffset: Int16(color.blue))
    }

    /// On a field of 64 by 64.
    private static var tileShape: VectorShape {
        var sketch = ShapeSketch()
        sketch.fillRounded(x: 2, y: 2, width: 60, height: 60, radius: 13)
        return sketch.shape
    }

    private static var signShape: VectorShape {
        var sketch = ShapeSketch(strokeWidth: 5)
        let corners = [(25.0, 14.0), (45.0, 26.0), (25.0, 38.0)]
        sketch.fill(corners)
        sketch.stroke(corners, isClosed: true)
        for x in stride(from: 14.0, to: 50, by: 12) {
            sketch.stroke((x, 50), (x + 3, 45), (x + 6, 50))
            sketch.stroke((x + 6, 50), (x + 9, 55), (x + 12, 50))
        }
        return sketch.shape
    }

    private static func straight(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 0 { return 0 }
        func channel(_ shift: UInt32) -> UInt32 {
            min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha) << shift
        }
        return alpha << 24 | channel(16) | channel(8) | channel(0)
    }
}
