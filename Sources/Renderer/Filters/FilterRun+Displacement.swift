import Base

extension FilterRun {
    mutating func apply(_ filter: PixelFilter.Displacement) {
        guard let map = resources.pixmap(filter.map) else { return }
        let result = Pixmap(width: pixmap.width, height: pixmap.height)
        for y in 0..<pixmap.height {
            for x in 0..<pixmap.width {
                let index = y * pixmap.width + x
                let mapX = ((Double(x + left) + 0.5 - filter.originX) / filter.zoomX).rounded(.down)
                let mapY = ((Double(y + top) + 0.5 - filter.originY) / filter.zoomY).rounded(.down)
                guard mapX >= 0, mapY >= 0, mapX < Double(map.width), mapY < Double(map.height) else {
                    result.pixels[index] = pixmap.pixels[index]
                    continue
                }
                let color = RGBA(premultiplied: map.pixels[Int(mapY) * map.width + Int(mapX)])
                let bits =
                    UInt32(color.alpha) << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8
                    | UInt32(color.blue)
                func move(_ shift: UInt32?, _ scale: Double) -> Double {
                    guard let shift else { return 0 }
                    return (Double((bits >> shift) & 255) - 128) * scale / 256
                }
                result.pixels[index] = displaced(
                    Double(x + left) + move(filter.shiftX, filter.scaleX),
                    Double(y + top) + move(filter.shiftY, filter.scaleY), index, filter)
            }
        }
        pixmap = result
    }

    /// What lies at a place between pixels.
    private func displaced(_ x: Double, _ y: Double, _ index: Int, _ filter: PixelFilter.Displacement) -> UInt32 {
        let (column, row) = (x.rounded(.down), y.rounded(.down))
        let place = (x: Int(Int32(saturating: column)), y: Int(Int32(saturating: row)))
        let across = UInt32(max(0, min(255, (x - column) * 256)))
        let down = UInt32(max(0, min(255, (y - row) * 256)))
        // Where the place lies decides for all four pixels around it.
        let isInside =
            place.x >= object.left && place.y >= object.top && place.x < object.right && place.y < object.bottom
        if !isInside {
            if filter.mode == .ignore { return pixmap.pixels[index] }
            if filter.mode == .color { return filter.color.premultiplied }
        }
        let isWrapping = filter.mode == .wrap
        func pixel(_ x: Int, _ y: Int) -> UInt32 {
            let column = Self.place(x, object.left..<max(object.left + 1, object.right), isWrapping) - left
            let row = Self.place(y, object.top..<max(object.top + 1, object.bottom), isWrapping) - top
            guard column >= 0, row >= 0, column < pixmap.width, row < pixmap.height else { return 0 }
            return pixmap.pixels[row * pixmap.width + column]
        }
        if across == 0 && down == 0 { return pixel(place.x, place.y) }
        return Self.mixed(
            (pixel(place.x, place.y), pixel(place.x + 1, place.y)),
            (pixel(place.x, place.y + 1), pixel(place.x + 1, place.y + 1)), across, down)
    }

    private static func place(_ index: Int, _ range: Range<Int>, _ isWrapping: Bool) -> Int {
        let size = range.count
        let offset = index - range.lowerBound
        return range.lowerBound + (isWrapping ? ((offset % size) + size) % size : max(0, min(size - 1, offset)))
    }

    /// Quirk: the four weights are rounded down one by one, so that plain white comes out as 253 or 254.
    private static func mixed(
        _ above: (UInt32, UInt32), _ below: (UInt32, UInt32), _ across: UInt32, _ down: UInt32
    ) -> UInt32 {
        let weights = (
            ((256 - across) * (256 - down)) >> 8, (across * (256 - down)) >> 8, ((256 - across) * down) >> 8,
            (across * down) >> 8
        )
        func halves(_ shift: UInt32) -> UInt32 {
            func part(_ pixel: UInt32, _ weight: UInt32) -> UInt32 { ((pixel >> shift) & Spans.evenMask) * weight }
            let sum =
                part(above.0, weights.0) + part(above.1, weights.1) + part(below.0, weights.2)
                + part(below.1, weights.3)
            return (sum >> 8) & Spans.evenMask
        }
        return halves(0) | halves(8) << 8
    }
}
