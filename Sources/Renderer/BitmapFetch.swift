import Base
import CPixels

extension PreparedPaint {
    func fetchBitmap(x: Int, y: Int, count: Int, into out: UnsafeMutablePointer<UInt32>) {
        guard let source = bitmap else {
            out.update(repeating: 0, count: count)
            return
        }
        let half = source.isSmoothed ? 0.5 : 0
        let middle = Double(y) + 0.5
        let stepU = Fixed.fraction32(inverse.a)
        let stepV = Fixed.fraction32(inverse.b)
        let u = Fixed.fraction32(inverse.a * 0.5 + inverse.c * middle + inverse.tx - half) &+ Int64(x) &* stepU
        let v = Fixed.fraction32(inverse.b * 0.5 + inverse.d * middle + inverse.ty - half) &+ Int64(x) &* stepV
        if source.isSmoothed {
            source.fetchSmooth(u, v, stepU, stepV, count, out)
        } else {
            source.fetchNearest(u, v, stepU, stepV, count, out)
        }
        if let transform = source.transform { Spans.transform(out, count, transform) }
    }
}

extension PreparedPaint {
    /// Every pixel is looked up for itself: in perspective nothing runs straight.
    func fetchProjected(x: Int, y: Int, count: Int, into out: UnsafeMutablePointer<UInt32>) {
        guard let source = bitmap else {
            out.update(repeating: 0, count: count)
            return
        }
        let half = source.isSmoothed ? 0.5 : 0
        for index in 0..<count {
            let place = projection.apply(x: Double(x &+ index) + 0.5, y: Double(y) + 0.5)
            let u = Fixed.fraction32(place.x / place.w - half)
            let v = Fixed.fraction32(place.y / place.w - half)
            if source.isSmoothed {
                source.fetchSmooth(u, v, 0, 0, 1, out + index)
            } else {
                source.fetchNearest(u, v, 0, 0, 1, out + index)
            }
        }
        if let transform = source.transform { Spans.transform(out, count, transform) }
    }
}

extension BitmapSource {
    /// `index` moved into `0..<size`, by wrapping or by clamping.
    @inline(__always)
    private static func place(_ index: Int, _ size: Int, _ isRepeating: Bool) -> Int {
        if index >= 0 && index < size { return index }
        if !isRepeating { return index < 0 ? 0 : size &- 1 }
        let rest = index % size
        return rest < 0 ? rest &+ size : rest
    }

    fileprivate func fetchNearest(
        _ u: Int64, _ v: Int64, _ stepU: Int64, _ stepV: Int64, _ count: Int, _ out: UnsafeMutablePointer<UInt32>
    ) {
        var u = u
        var v = v
        if stepV == 0 {
            let row = pixels + Self.place(Int(truncatingIfNeeded: v &>> 32), height, isRepeating) &* width
            for index in 0..<count {
                out[index] = row[Self.place(Int(truncatingIfNeeded: u &>> 32), width, isRepeating)]
                u &+= stepU
            }
            return
        }
        for index in 0..<count {
            let column = Self.place(Int(truncatingIfNeeded: u &>> 32), width, isRepeating)
            let row = Self.place(Int(truncatingIfNeeded: v &>> 32), height, isRepeating)
            out[index] = pixels[row &* width &+ column]
            u &+= stepU
            v &+= stepV
        }
    }

    fileprivate func fetchSmooth(
        _ u: Int64, _ v: Int64, _ stepU: Int64, _ stepV: Int64, _ count: Int, _ out: UnsafeMutablePointer<UInt32>
    ) {
        let inside = insideRun(u, stepU, width, count).clamped(to: insideRun(v, stepV, height, count))
        if inside.isEmpty { return fetchAtBorder(u, v, stepU, stepV, count, out) }
        let (first, end) = (Int64(inside.lowerBound), Int64(inside.upperBound))
        if first > 0 { fetchAtBorder(u, v, stepU, stepV, inside.lowerBound, out) }
        px_bilinear(
            pixels, width, u &+ first &* stepU, v &+ first &* stepV, stepU, stepV, inside.count, out + inside.lowerBound
        )
        if inside.upperBound < count {
            fetchAtBorder(
                u &+ end &* stepU, v &+ end &* stepV, stepU, stepV, count &- inside.upperBound, out + inside.upperBound)
        }
    }

    private static let farOut: UInt64 = 1 << 61

    /// Those of `count` positions in a row that are pixels of the bitmap, with their neighbours too. As positions run
    /// straight, there is one run of them at most.
    private func insideRun(_ start: Int64, _ step: Int64, _ size: Int, _ count: Int) -> Range<Int> {
        let end = Int64(size &- 1) &<< 32
        let (span, isTooLong) = step.multipliedReportingOverflow(by: Int64(count &- 1))
        // So far out that positions may have wrapped, no run can be told.
        if isTooLong || max(start.magnitude, span.magnitude) > Self.farOut { return 0..<0 }
        if isInside(start, size), isInside(start &+ span, size) { return 0..<count }
        if step == 0 || end <= 0 { return 0..<0 }
        // Where the positions enter and leave 0..<end, running upwards.
        let (from, pace) = step > 0 ? (start, step) : (end &- 1 &- start, 0 &- step)
        let entry = from >= 0 ? 0 : (pace &- 1 &- from) / pace
        let leave = from >= end ? 0 : (end &- from &+ pace &- 1) / pace
        let last = min(Int64(count), max(0, leave))
        return Int(min(entry, last))..<Int(last)
    }

    /// Whether a position and its neighbour are both pixels of the bitmap.
    @inline(__always)
    private func isInside(_ position: Int64, _ size: Int) -> Bool {
        UInt64(bitPattern: position) < UInt64(bitPattern: Int64(size &- 1) &<< 32)
    }

    private func fetchAtBorder(
        _ u: Int64, _ v: Int64, _ stepU: Int64, _ stepV: Int64, _ count: Int, _ out: UnsafeMutablePointer<UInt32>
    ) {
        if !isRepeating {
            return px_bilinear_clamped(
                pixels, Int32(truncatingIfNeeded: width), Int32(truncatingIfNeeded: height), u, v, stepU, stepV, count,
                out)
        }
        var u = u
        var v = v
        for index in 0..<count {
            let column = Int(truncatingIfNeeded: u &>> 32)
            let row = Int(truncatingIfNeeded: v &>> 32)
            let fx = UInt32(truncatingIfNeeded: (u &>> 24) & 255)
            let fy = UInt32(truncatingIfNeeded: (v &>> 24) & 255)
            let left = Self.place(column, width, isRepeating)
            let right = Self.place(column &+ 1, width, isRepeating)
            let above = pixels + Self.place(row, height, isRepeating) &* width
            let below = pixels + Self.place(row &+ 1, height, isRepeating) &* width
            out[index] = Spans.mix(
                Spans.mix(above[left], above[right], fx), Spans.mix(below[left], below[right], fx), fy)
            u &+= stepU
            v &+= stepV
        }
    }
}
