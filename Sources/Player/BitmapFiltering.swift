import Base
import Renderer

extension Bitmap {
    /// `applyFilter`: what the filter makes of a part of `source`, with what it carries beyond that part, takes the
    /// place of the pixels here; the part's corner comes to lie at `x`, `y`.
    public func apply(_ filter: PixelFilter, to source: Bitmap, _ rect: PixelRect, x: Int, y: Int) {
        let asked = rect.intersection(source.pixmap.bounds)
        guard !asked.isEmpty else { return }
        // What lies around the part counts as well.
        var wanted = filter.reach(of: asked)
        var part = filter.reach(of: wanted).intersection(source.pixmap.bounds)
        // Quirk: a blur writes no pixel beyond those that it was asked for, and goes on beyond the bitmap's edges as if
        // their pixels were repeated.
        if case .blur = filter {
            part = wanted
            wanted = asked
        }
        let copy = source.pixmap.extended(part)
        var run = FilterRun(
            copy, left: x + part.left - rect.left, top: y + part.top - rect.top, resources: player.resources)
        run.apply(filter)
        let result = run.pixmap
        let target = PixelRect(
            left: run.left, top: run.top, right: run.left + result.width, bottom: run.top + result.height
        ).intersection(wanted.moved(by: x - rect.left, y - rect.top)).intersection(pixmap.bounds)
        guard !target.isEmpty else { return }
        for row in target.top..<target.bottom {
            let from = result.pixels + (row - run.top) * result.width + (target.left - run.left)
            let to = pixmap.pixels + row * width + target.left
            to.update(from: from, count: target.width)
        }
        // Quirk: an opaque bitmap takes over the alpha too.
        pixmap.hasStrayAlpha = !isTransparent
        didChange()
    }
}
