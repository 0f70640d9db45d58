import Renderer

extension Pixmap {
    /// The picture made so much smaller that it fits, each pixel the mean of those that it stands for; itself where it
    /// fits already.
    public func shrunk(toFit width: Int, _ height: Int) -> Pixmap {
        let fit = min(Double(width) / Double(self.width), Double(height) / Double(self.height))
        guard fit < 1, fit > 0 else { return self }
        let small = Pixmap(
            width: max(1, Int((Double(self.width) * fit).rounded())),
            height: max(1, Int((Double(self.height) * fit).rounded())))
        for y in 0..<small.height {
            let top = y * self.height / small.height
            let bottom = max(top + 1, (y + 1) * self.height / small.height)
            for x in 0..<small.width {
                let left = x * self.width / small.width
                let right = max(left + 1, (x + 1) * self.width / small.width)
                // Two channels a sum, each with 32 bits: room for 16 million pixels.
                var (redBlue, alphaGreen): (UInt64, UInt64) = (0, 0)
                for row in top..<bottom {
                    for column in left..<right {
                        let pixel = UInt64(pixels[row * self.width + column])
                        redBlue &+= (pixel & 0xFF) | (pixel & 0xFF0000) << 16
                        alphaGreen &+= (pixel >> 8 & 0xFF) | (pixel >> 8 & 0xFF0000) << 16
                    }
                }
                let count = UInt64((bottom - top) * (right - left))
                func mean(_ sum: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: (sum + count / 2) / count) }
                small.pixels[y * small.width + x] =
                    mean(redBlue & 0xFFFF_FFFF) | mean(redBlue >> 32) << 16
                    | mean(alphaGreen & 0xFFFF_FFFF) << 8 | mean(alphaGreen >> 32) << 24
            }
        }
        return small
    }
}
