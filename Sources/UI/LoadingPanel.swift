import Base
import Renderer

/// A movie that is on its way from the network: how much has come, and a way to give up.
final class LoadingPanel {
    enum Outcome: Equatable { case stays, cancelled }

    let url: String
    var received = 0
    /// Nil: the server does not say.
    var total: Int?

    init(url: String) { self.url = url }

    func handle(_ input: UIInput, in area: PixelRect, scale: Double) -> Outcome {
        switch input {
        case .key(.escape): return .cancelled
        case .pressed(let x, let y) where button(area, scale).holds(x, y): return .cancelled
        default: return .stays
        }
    }

    private func panel(_ area: PixelRect, _ scale: Double) -> PixelRect {
        let middle = (area.top + area.bottom) / 2
        let half = Int(80 * scale)
        return PixelRect(left: area.left, top: middle - half, right: area.right, bottom: middle + half)
    }

    private func button(_ area: PixelRect, _ scale: Double) -> PixelRect {
        let inner = panel(area, scale).inset(Int(20 * scale))
        return PixelRect(
            left: inner.right - Int(110 * scale), top: inner.bottom - Int(36 * scale), right: inner.right,
            bottom: inner.bottom)
    }

    /// How much has come, in a line.
    var text: String {
        func size(_ bytes: Int) -> String {
            bytes < 1_000_000 ? "\((bytes + 999) / 1000) kB" : "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
        }
        return total.map { "\(size(received)) of \(size($0))" } ?? size(received)
    }

    func draw(_ canvas: inout UICanvas, in area: PixelRect) {
        let panel = panel(area, canvas.scale)
        canvas.panel(panel, radius: 10, UIColors.blue)
        let inner = panel.inset(canvas.pixels(20))
        var line = PixelRect(
            left: inner.left, top: inner.top, right: inner.right, bottom: inner.top + canvas.pixels(24))
        canvas.write("Loading the movie", in: line, size: 18, isBold: true, UIColors.white)
        line = line.shifted(by: 0, canvas.pixels(28))
        canvas.write(url, in: line, size: 13, UIColors.paleBlue)
        let button = button(area, canvas.scale)
        line = PixelRect(left: inner.left, top: button.top, right: button.left, bottom: button.bottom)
        canvas.write(text, in: line, UIColors.orange)
        canvas.panel(button, radius: 6, UIColors.lightBlue)
        canvas.write("Cancel", in: button, align: .center, UIColors.white)
    }
}
