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
        let part = filter.reach(of: wanted).intersection(source.pixmap.bounds)
        // Quirk: a blur writes no pixel beyond those that it was asked for.
        if case .blur = filter { wanted = asked }
        let copy = Pixmap(width: part.width, height: part.height)
        for row in 0..<part.height {
            (copy.pixels + row * part.width).update(
                from: source.pixmap.pixels + (row + part.top) * source.width + part.left, count: part.width)
        }
        var run = FilterRun(
            copy, left: x + part.left - rect.left, top: y + part.top - rect.top, resources: player.resources)
        run.apply(filter)
        let result = run.pixmap
        let target = PixelRect(
            left: run.left, top: run.top, right: run.left + result.width, bottom: run.top + result.height
        ).intersection(wanted.moved(by: x - rect.left, y - rect.top)).intersection(pixmap.bounds)
        for row in target.top..<max(target.top, target.bottom) {
            let from = result.pixels + (row - run.top) * result.width + (target.left - run.left)
            let to = pixmap.pixels + row * width + target.left
            for column in 0..<target.width {
                to[column] = isTransparent ? from[column] : from[column] | 0xFF00_0000
            }
        }
        didChange()
    }
}
