import Base

/// `BitmapData.threshold`'s comparisons.
public enum ThresholdOperation: String, Sendable {
    case less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">=", equal = "==", notEqual = "!="

    @inline(__always)
    func holds(_ a: UInt32, _ b: UInt32) -> Bool {
        switch self {
        case .less: a < b
        case .lessOrEqual: a <= b
        case .greater: a > b
        case .greaterOrEqual: a >= b
        case .equal: a == b
        case .notEqual: a != b
        }
    }
}

/// A stretch that both source and destination have.
private struct Transfer {
    var sourceX, sourceY, x, y, width, height: Int

    init?(_ rect: PixelRect, in source: Pixmap, to place: (x: Int, y: Int), in destination: Pixmap) {
        // What of the rectangle lies left of or above the source moves the place as well.
        let left = max(0, max(-rect.left, -place.x))
        let top = max(0, max(-rect.top, -place.y))
        (sourceX, sourceY, x, y) = (rect.left + left, rect.top + top, place.x + left, place.y + top)
        width = min(min(rect.right, source.width) - sourceX, destination.width - x)
        height = min(min(rect.bottom, source.height) - sourceY, destination.height - y)
        if width <= 0 || height <= 0 { return nil }
    }
}

extension Pixmap {
    /// Calls `body` for each pair of pixels: the source's colour and the place here. The source is read as it was.
    private func transfer(
        _ source: Pixmap, _ rect: PixelRect, to place: (x: Int, y: Int), _ body: (UInt32, Int) -> Void
    ) {
        guard let area = Transfer(rect, in: source, to: place, in: self) else { return }
        let from = source === self ? source.copy() : source
        for row in 0..<area.height {
            let start = (area.sourceY + row) * from.width + area.sourceX
            let target = (area.y + row) * width + area.x
            for column in 0..<area.width { body(from.pixels[start + column], target + column) }
        }
    }

    /// Copies pixels, through the alpha of another pixmap where one is given. `mergesAlpha`: over what is there.
    public func copy(
        from source: Pixmap, _ rect: PixelRect, to place: (x: Int, y: Int),
        alpha: (pixmap: Pixmap, x: Int, y: Int)?, mergesAlpha: Bool
    ) {
        guard let area = Transfer(rect, in: source, to: place, in: self) else { return }
        // Quirk: an opaque bitmap given for its alpha counts as none, its size included.
        let alpha = alpha.flatMap { $0.pixmap.isOpaque ? nil : $0 }
        let isPlain = alpha == nil && !mergesAlpha
        let from = source === self && !isPlain ? source.copy() : source
        guard let alpha else {
            // Within one bitmap the rows that are read go ahead of those that are written.
            let isUpwards = from === self && area.y > area.sourceY
            for step in 0..<area.height {
                let row = isUpwards ? area.height - 1 - step : step
                let source = from.pixels + (area.sourceY + row) * from.width + area.sourceX
                let target = pixels + (area.y + row) * width + area.x
                if mergesAlpha {
                    Self.merge(source, over: target, count: area.width)
                } else {
                    target.update(from: source, count: area.width)
                }
                if isOpaque { for column in 0..<area.width { target[column] |= 0xFF00_0000 } }
            }
            return
        }
        for row in 0..<area.height {
            // The alpha bitmap starts where the rectangle asked for starts.
            let y = alpha.y + area.sourceY - rect.top + row
            guard y >= 0, y < alpha.pixmap.height else { continue }
            let source = from.pixels + (area.sourceY + row) * from.width + area.sourceX
            let target = pixels + (area.y + row) * width + area.x
            let alphas = alpha.pixmap.pixels + y * alpha.pixmap.width
            for column in 0..<area.width {
                let x = alpha.x + area.sourceX - rect.left + column
                guard x >= 0, x < alpha.pixmap.width else { continue }
                let pixel = Self.scaled(source[column], alphas[x] >> 24, isOpaque: from.isOpaque)
                target[column] = mergesAlpha ? Self.over(target[column], pixel) : pixel
                if isOpaque { target[column] |= 0xFF00_0000 }
            }
        }
    }

    /// ``over(_:_:)`` for a row, four pixels at a time.
    private static func merge(
        _ source: UnsafePointer<UInt32>, over target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        let bytes = SIMD4<UInt32>(repeating: 0x00FF_00FF)
        /// Two channels of each pixel, in 16 bits each.
        func mix(_ below: SIMD4<UInt32>, _ above: SIMD4<UInt32>, _ inverse: SIMD8<UInt16>) -> SIMD4<UInt32> {
            let product = unsafeBitCast(below, to: SIMD8<UInt16>.self) &* inverse
            // What 255 goes into the product, exact for all products of two bytes.
            let part = (product &+ (product &>> 8) &+ 1) &>> 8
            let sum = unsafeBitCast(above, to: SIMD8<UInt16>.self) &+ part
            // At most 255: a sum of 256 and more has bit 8 set.
            return unsafeBitCast(sum | (0 &- (sum &>> 8)), to: SIMD4<UInt32>.self) & bytes
        }
        var index = 0
        while index + 4 <= count {
            let above = UnsafeRawPointer(source + index).loadUnaligned(as: SIMD4<UInt32>.self)
            let below = UnsafeRawPointer(target + index).loadUnaligned(as: SIMD4<UInt32>.self)
            let alpha = 255 &- (above &>> 24)
            let inverse = unsafeBitCast(alpha | (alpha &<< 16), to: SIMD8<UInt16>.self)
            let even = mix(below & bytes, above & bytes, inverse)
            let odd = mix(below &>> 8 & bytes, above &>> 8 & bytes, inverse)
            UnsafeMutableRawPointer(target + index).storeBytes(of: even | odd &<< 8, as: SIMD4<UInt32>.self)
            index += 4
        }
        while index < count {
            target[index] = over(target[index], source[index])
            index += 1
        }
    }

    private static func scaled(_ pixel: UInt32, _ alpha: UInt32, isOpaque: Bool) -> UInt32 {
        func part(_ value: UInt32) -> UInt32 { (value &* alpha &* 2 &+ 255) / 510 }
        return part(pixel >> 24) << 24 | part(pixel >> 16 & 255) << 16 | part(pixel >> 8 & 255) << 8 | part(pixel & 255)
    }

    private static func over(_ below: UInt32, _ above: UInt32) -> UInt32 {
        let inverse = 255 &- above >> 24
        func part(_ shift: UInt32) -> UInt32 {
            let sum = (above >> shift & 255) &+ ((below >> shift & 255) &* inverse) / 255
            return min(255, sum) << shift
        }
        return part(24) | part(16) | part(8) | part(0)
    }

    /// Copies one channel into another. Channels: 1 red, 2 green, 4 blue, 8 alpha.
    public func copyChannel(from source: Pixmap, _ rect: PixelRect, to place: (x: Int, y: Int), _ from: Int, _ to: Int)
    {
        let shifts: [Int: UInt32] = [1: 16, 2: 8, 4: 0, 8: 24]
        let (fromShift, toShift) = (shifts[from], shifts[to])
        transfer(source, rect, to: place) { pixel, index in
            guard let toShift else { return }
            // A channel that is none, or several, counts as 0.
            let value = fromShift.map { PixelColor(premultiplied: pixel).argb >> $0 & 255 } ?? 0
            let old = PixelColor(premultiplied: pixels[index]).argb
            pixels[index] = PixelColor(argb: old & ~(255 << toShift) | value << toShift).premultiplied(
                isOpaque: isOpaque)
        }
    }

    /// Mixes channel by channel; a factor of 256 takes the source's.
    public func merge(
        _ source: Pixmap, _ rect: PixelRect, to place: (x: Int, y: Int),
        _ factors: (red: Int, green: Int, blue: Int, alpha: Int)
    ) {
        func factor(_ value: Int) -> UInt32 { UInt32(max(0, min(256, value))) }
        let (r, g, b, a) = (factor(factors.red), factor(factors.green), factor(factors.blue), factor(factors.alpha))
        func mix(_ source: UInt32, _ here: UInt32, _ factor: UInt32) -> UInt32 {
            (source &* factor &+ here &* (256 &- factor)) / 256
        }
        transfer(source, rect, to: place) { pixel, index in
            let (from, here) = (PixelColor(premultiplied: pixel), PixelColor(premultiplied: pixels[index]))
            pixels[index] = PixelColor(
                alpha: mix(from.alpha, here.alpha, a), red: mix(from.red, here.red, r),
                green: mix(from.green, here.green, g), blue: mix(from.blue, here.blue, b)
            ).premultiplied(isOpaque: isOpaque)
        }
    }

    /// Gives pixels that pass a comparison a colour. Returns how many passed.
    public func threshold(
        _ source: Pixmap, _ rect: PixelRect, to place: (x: Int, y: Int), _ operation: ThresholdOperation,
        _ limit: UInt32, color: PixelColor, mask: UInt32, copiesSource: Bool
    ) -> Int {
        var count = 0
        // Quirk: an opaque bitmap keeps the alpha of the colour too.
        let new = color.premultiplied(isOpaque: false)
        hasStrayAlpha = isOpaque
        transfer(source, rect, to: place) { pixel, index in
            // Flash compares what it keeps, which is premultiplied.
            if operation.holds(pixel & mask, limit & mask) {
                count += 1
                pixels[index] = new
            } else if copiesSource {
                pixels[index] = pixel
            }
        }
        return count
    }

    /// Each channel's value is looked up, and the four answers are added.
    public func paletteMap(
        _ source: Pixmap, _ rect: PixelRect, to place: (x: Int, y: Int), red: [UInt32], green: [UInt32],
        blue: [UInt32], alpha: [UInt32]
    ) {
        transfer(source, rect, to: place) { pixel, index in
            let from = PixelColor(premultiplied: pixel)
            let sum = red[Int(from.red)] &+ green[Int(from.green)] &+ blue[Int(from.blue)] &+ alpha[Int(from.alpha)]
            pixels[index] = PixelColor(argb: sum).premultiplied(isOpaque: isOpaque)
        }
    }

    /// Applies a colour transform to straight colours.
    public func transform(_ rect: PixelRect, _ transform: ColorTransform) {
        let rect = rect.intersection(bounds)
        guard !rect.isEmpty, !transform.isIdentity else { return }
        // Quirk: where only alpha is asked to grow, nothing happens.
        var rest = transform
        rest.alphaMultiplier = 256
        if rest.isIdentity, transform.alphaMultiplier > 256 { return }
        for y in rect.top..<rect.bottom {
            for x in rect.left..<rect.right {
                let old = color(x, y)
                var rgba = RGBA(rgb: old.argb & 0xFF_FFFF)
                rgba.alpha = UInt8(truncatingIfNeeded: old.alpha)
                let new = transform.apply(rgba)
                set(x, y, PixelColor(argb: UInt32(new.alpha) << 24 | new.rgb))
            }
        }
    }

    /// Copies (or, onto itself, fills) so many pixels of a rectangle in an order that the seed decides. Returns the
    /// seed with which the next call goes on: a maximal shift register passes every place but the first once.
    public func pixelDissolve(
        _ source: Pixmap, _ rect: PixelRect, to place: (x: Int, y: Int), seed: Int32, count: Int, fill: PixelColor,
        isSame: Bool
    ) -> Int32 {
        guard let area = Transfer(rect, in: source, to: place, in: self) else { return seed }
        let total = area.width * area.height
        let bits = max(2, Int.bitWidth - (total - 1).leadingZeroBitCount)
        let feedback = Self.feedback[min(bits, Self.feedback.count - 1)]
        // Quirk: an opaque bitmap takes over the source's alpha too.
        hasStrayAlpha = isOpaque
        let pixel = fill.premultiplied(isOpaque: isOpaque)
        func dissolve(_ place: Int) {
            let (x, y) = (place % area.width, place / area.width)
            let target = (area.y + y) * width + area.x + x
            pixels[target] =
                isSame ? pixel : source.pixels[(area.sourceY + y) * source.width + area.sourceX + x]
        }
        // Quirk: the first pixel, which the register never reaches, is copied by every call and not counted.
        dissolve(0)
        if count == 0 || total == 1 { return seed }
        // The seed is not cut to the register's length: its high bits run through it first.
        var state = UInt32(bitPattern: seed)
        func advance() { state = state & 1 != 0 ? state >> 1 ^ feedback : state >> 1 }
        if state == 0 { state = feedback }
        while Int(state) >= total { advance() }
        // A round passes all places; what is asked for beyond it draws nothing new and only turns the register.
        let round = total - 1
        for _ in 0..<(count > round ? round + count % round : count) {
            dissolve(Int(state))
            repeat { advance() } while Int(state) >= total
        }
        return Int32(bitPattern: state)
    }

    /// Feedback masks of maximal shift registers by their length in bits.
    private static let feedback: [UInt32] = [
        0, 0, 0x3, 0x6, 0xC, 0x14, 0x30, 0x60, 0xB8, 0x110, 0x240, 0x500, 0xCA0, 0x1B00, 0x3500, 0x6000, 0xB400,
        0x12000, 0x20400, 0x72000, 0x90000, 0x14_0000, 0x30_0000, 0x42_0000, 0xD8_0000, 0x120_0000,
    ]
}
