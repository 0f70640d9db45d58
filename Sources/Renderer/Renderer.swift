import Base

/// Draws command lists into memory. Keeps what it can reuse: flattened edges, gradient ramps, glyphs.
public final class Renderer {
    public let resources: RenderResources

    public init(resources: RenderResources) { self.resources = resources }

    /// Draws `commands` over `background` into `target`, but only within `damage` (which is clamped to the target);
    /// pixels outside it are left as they are.
    public func draw(
        _ commands: [RenderCommand], into target: PixelTarget, background: RGBA, quality: Quality, damage: [PixelRect]
    ) {
        for rect in damage {
            let part = rect.intersection(target.bounds)
            if part.isEmpty { continue }
            for y in part.top..<part.bottom {
                (target.pixels + y * target.stride + part.left).update(
                    repeating: background.premultiplied, count: part.width)
            }
        }
    }
}
