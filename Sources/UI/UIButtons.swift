import Base
import Renderer

extension PixelRect {
    /// Parts of equal width beside each other, `gap` apart.
    func columns(_ count: Int, gap: Int) -> [PixelRect] {
        let width = (self.width - gap * (count - 1)) / max(1, count)
        return (0..<count).map { place in
            let left = left + place * (width + gap)
            return PixelRect(left: left, top: top, right: left + width, bottom: bottom)
        }
    }
}

extension UICanvas {
    /// A button of a dialog, pale where it would do nothing now.
    mutating func button(_ label: String, in rect: PixelRect, isUsable: Bool) {
        panel(rect, radius: 6, isUsable ? UIColors.orange : UIColors.lightBlue)
        write(
            label, in: rect, size: 13, isBold: isUsable, align: .center, isUsable ? UIColors.ink : UIColors.paleBlue)
    }
}
