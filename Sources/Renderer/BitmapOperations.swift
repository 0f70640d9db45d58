import Base

/// A colour that is not premultiplied, 0xAARRGGBB, as scripts see pixels.
public struct PixelColor: Equatable, Sendable {
    public var argb: UInt32
    @inline(__always)
    public init(argb: UInt32) { self.argb = argb }

    @inline(__always)
    init(alpha: UInt32, red: UInt32, green: UInt32, blue: UInt32) {
        argb = alpha << 24 | red << 16 | green << 8 | blue
    }

    @inline(__always) var alpha: UInt32 { argb >> 24 }
    @inline(__always) var red: UInt32 { argb >> 16 & 255 }
    @inline(__always) var green: UInt32 { argb >> 8 & 255 }
    @inline(__always) var blue: UInt32 { argb & 255 }

    /// As a surface keeps it. An opaque one keeps the colour and drops the alpha.
    @inline(__always)
    public func premultiplied(isOpaque: Bool) -> UInt32 {
        if isOpaque { return argb | 0xFF00_0000 }
        let a = alpha
        if a == 255 { return argb }
        func scaled(_ value: UInt32) -> UInt32 { (value &* a &* 2 &+ 255) / 510 }
        return a << 24 | scaled(red) << 16 | scaled(green) << 8 | scaled(blue)
    }

    /// From a surface's pixel.
    @inline(__always)
    public init(premultiplied pixel: UInt32) {
        let a = pixel >> 24
        if a == 255 || a == 0 {
            self.init(argb: a == 0 ? 0 : pixel)
            return
        }
        // Quirk: Flash multiplies by a reciprocal in 256ths, which is cut off, and rounds a half of the product down.
        let reciprocal = 65280 / a
        func plain(_ value: UInt32) -> UInt32 { min(255, (value &* reciprocal &+ 127) >> 8) }
        self.init(alpha: a, red: plain(pixel >> 16 & 255), green: plain(pixel >> 8 & 255), blue: plain(pixel & 255))
    }
}

extension Pixmap {
    public var bounds: PixelRect { PixelRect(left: 0, top: 0, right: width, bottom: height) }

    public func copy() -> Pixmap {
        let result = Pixmap(width: width, height: height, isOpaque: isOpaque)
        result.mayExceedAlpha = mayExceedAlpha
        result.hasStrayAlpha = hasStrayAlpha
        result.pixels.update(from: pixels, count: width * height)
        return result
    }

    /// A part as a pixmap of its own; beyond the edges the nearest pixels are repeated.
    public func extended(_ rect: PixelRect) -> Pixmap {
        let result = Pixmap(width: max(1, rect.width), height: max(1, rect.height))
        for y in 0..<result.height {
            let row = pixels + max(0, min(height - 1, rect.top + y)) * width
            let out = result.pixels + y * result.width
            for x in 0..<result.width { out[x] = row[max(0, min(width - 1, rect.left + x))] }
        }
        return result
    }

    /// Takes over a part of a pixmap of the same size.
    public func take(_ other: Pixmap, _ rect: PixelRect) {
        let rect = rect.intersection(bounds).intersection(other.bounds)
        guard !rect.isEmpty else { return }
        for y in rect.top..<rect.bottom {
            (pixels + y * width + rect.left).update(from: other.pixels + y * other.width + rect.left, count: rect.width)
        }
    }

    /// The pixel at a place that lies inside.
    @inline(__always)
    public func color(_ x: Int, _ y: Int) -> PixelColor {
        // An opaque one gives what it holds, alpha and all.
        isOpaque ? PixelColor(argb: pixels[y * width + x]) : PixelColor(premultiplied: pixels[y * width + x])
    }

    @inline(__always)
    public func set(_ x: Int, _ y: Int, _ color: PixelColor) {
        pixels[y * width + x] = color.premultiplied(isOpaque: isOpaque)
    }

    public func fill(_ rect: PixelRect, _ color: PixelColor) {
        let rect = rect.intersection(bounds)
        guard !rect.isEmpty else { return }
        let pixel = color.premultiplied(isOpaque: isOpaque)
        for y in rect.top..<rect.bottom {
            (pixels + y * width + rect.left).update(repeating: pixel, count: rect.width)
        }
    }

    /// Fills all pixels of one colour that hang together with the one at a place.
    public func floodFill(_ x: Int, _ y: Int, _ color: PixelColor) {
        let old = pixels[y * width + x]
        let new = color.premultiplied(isOpaque: isOpaque)
        guard old != new else { return }
        var pending = [(x, y)]
        while let (x, y) = pending.popLast() {
            let row = pixels + y * width
            guard row[x] == old else { continue }
            var (left, right) = (x, x)
            while left > 0, row[left - 1] == old { left -= 1 }
            while right + 1 < width, row[right + 1] == old { right += 1 }
            for column in left...right { row[column] = new }
            for next in [y - 1, y + 1] where next >= 0 && next < height {
                var isInRun = false
                for column in left...right {
                    let matches = pixels[next * width + column] == old
                    if matches && !isInRun { pending.append((column, next)) }
                    isInRun = matches
                }
            }
        }
    }

    /// Moves the picture; what is uncovered stays as it was.
    public func scroll(_ dx: Int, _ dy: Int) {
        guard abs(dx) < width, abs(dy) < height, dx != 0 || dy != 0 else { return }
        let source = copy()
        for y in max(0, dy)..<min(height, height + dy) {
            let count = width - abs(dx)
            (pixels + y * width + max(0, dx)).update(from: source.pixels + (y - dy) * width + max(0, -dx), count: count)
        }
    }

    /// A rectangle around all pixels whose masked colour is `color` (or is not).
    public func bounds(mask: UInt32, color: UInt32, isEqual: Bool) -> PixelRect {
        var result = PixelRect(left: width, top: height, right: 0, bottom: 0)
        for y in 0..<height {
            for x in 0..<width where (self.color(x, y).argb & mask == color) == isEqual {
                result.left = min(result.left, x)
                result.top = min(result.top, y)
                result.right = max(result.right, x + 1)
                result.bottom = max(result.bottom, y + 1)
            }
        }
        return result.isEmpty ? .empty : result
    }

    /// Whether a pixel of a rectangle is at least so opaque.
    public func hits(_ rect: PixelRect, _ threshold: UInt8) -> Bool {
        let rect = rect.intersection(bounds)
        guard !rect.isEmpty else { return false }
        for y in rect.top..<rect.bottom {
            for x in rect.left..<rect.right where pixels[y * width + x] >> 24 >= UInt32(threshold) { return true }
        }
        return false
    }

    /// Whether both have a pixel at one place that is at least so opaque. The other one lies at an offset.
    public func hits(_ other: Pixmap, dx: Int, dy: Int, _ threshold: UInt8, _ otherThreshold: UInt8) -> Bool {
        let area = PixelRect(left: dx, top: dy, right: dx + other.width, bottom: dy + other.height).intersection(bounds)
        guard !area.isEmpty else { return false }
        for y in area.top..<area.bottom {
            for x in area.left..<area.right
            where pixels[y * width + x] >> 24 >= UInt32(threshold)
                && other.pixels[(y - dy) * other.width + x - dx] >> 24 >= UInt32(otherThreshold)
            {
                return true
            }
        }
        return false
    }

    /// The differences from a pixmap of the same size, nil where there are none: in colour, with full alpha; in alpha
    /// only, white with the difference as alpha.
    public func differences(from other: Pixmap) -> Pixmap? {
        let result = Pixmap(width: width, height: height)
        var differs = false
        for y in 0..<height {
            for x in 0..<width {
                let (a, b) = (color(x, y), other.color(x, y))
                if a == b { continue }
                differs = true
                func minus(_ p: UInt32, _ q: UInt32) -> UInt32 { (p &- q) & 255 }
                let (red, green, blue) = (minus(a.red, b.red), minus(a.green, b.green), minus(a.blue, b.blue))
                if red | green | blue != 0 {
                    result.set(x, y, PixelColor(alpha: 255, red: red, green: green, blue: blue))
                } else {
                    result.set(x, y, PixelColor(alpha: minus(a.alpha, b.alpha), red: 255, green: 255, blue: 255))
                }
            }
        }
        return differs ? result : nil
    }
}
