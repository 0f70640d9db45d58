import Base

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
        var index = 0
        while index < count {
            let length = min(4, count &- index)
            let startU = u &+ Int64(index) &* stepU
            let startV = v &+ Int64(index) &* stepV
            let last = Int64(length &- 1)
            // Positions run straight: where both ends are well inside the bitmap, all between are.
            if isInside(startU, width), isInside(startU &+ last &* stepU, width), isInside(startV, height),
                isInside(startV &+ last &* stepV, height)
            {
                fetchInside(startU, startV, stepU, stepV, length, out + index)
            } else {
                fetchAtBorder(startU, startV, stepU, stepV, length, out + index)
            }
            index &+= length
        }
    }

    /// Whether a position and its neighbour are both pixels of the bitmap.
    @inline(__always)
    private func isInside(_ position: Int64, _ size: Int) -> Bool {
        UInt64(bitPattern: position) < UInt64(bitPattern: Int64(size &- 1) &<< 32)
    }

    private func fetchInside(
        _ u: Int64, _ v: Int64, _ stepU: Int64, _ stepV: Int64, _ count: Int, _ out: UnsafeMutablePointer<UInt32>
    ) {
        var u = u
        var v = v
        for index in 0..<count {
            let fx = UInt32(truncatingIfNeeded: (u &>> 24) & 255)
            let fy = UInt32(truncatingIfNeeded: (v &>> 24) & 255)
            let above = pixels + (Int(truncatingIfNeeded: v &>> 32) &* width &+ Int(truncatingIfNeeded: u &>> 32))
            let below = above + width
            out[index] = Spans.mix(Spans.mix(above[0], above[1], fx), Spans.mix(below[0], below[1], fx), fy)
            u &+= stepU
            v &+= stepV
        }
    }

    private func fetchAtBorder(
        _ u: Int64, _ v: Int64, _ stepU: Int64, _ stepV: Int64, _ count: Int, _ out: UnsafeMutablePointer<UInt32>
    ) {
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
