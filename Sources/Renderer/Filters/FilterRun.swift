import Base
import Glibc

/// Applies filters to a surface. The surface grows to hold what they carry beyond it.
public struct FilterRun {
    /// Premultiplied pixels.
    public internal(set) var pixmap: Pixmap
    /// Where the surface's first pixel lies, in the coordinates that it was given in.
    public private(set) var left: Int
    public private(set) var top: Int
    /// The object without what the surface has around it: places that filters name count from its corner, and what
    /// wraps, wraps at its sides.
    private(set) var object: PixelRect
    let resources: RenderResources

    /// Pixels that a surface may have: what would grow beyond them is cut.
    private static let maxArea = 1 << 24

    /// Takes over `pixmap`: it may be written to. `object`: nil for all of it.
    public init(_ pixmap: Pixmap, left: Int, top: Int, object: PixelRect? = nil, resources: RenderResources) {
        self.pixmap = pixmap
        self.left = left
        self.top = top
        self.resources = resources
        self.object =
            object ?? PixelRect(left: left, top: top, right: left + pixmap.width, bottom: top + pixmap.height)
    }

    private var bounds: PixelRect {
        PixelRect(left: left, top: top, right: left + pixmap.width, bottom: top + pixmap.height)
    }

    public mutating func apply(_ filter: PixelFilter) {
        let wanted = filter.reach(of: bounds)
        if wanted.area <= Self.maxArea { grow(to: wanted) }
        switch filter {
        case .blur(let box): blur(box)
        case .glow(let effect): apply(effect, isBevel: false)
        case .bevel(let effect): apply(effect, isBevel: true)
        case .colorMatrix(let matrix): apply(matrix)
        case .convolution(let convolution): apply(convolution)
        case .displacement(let displacement): apply(displacement)
        case .program(let program): apply(program)
        }
        object = filter.reach(of: object)
        pixmap.isOpaque = false
    }

    private mutating func grow(to rect: PixelRect) {
        if rect == bounds { return }
        let grown = Pixmap(width: rect.width, height: rect.height)
        for y in 0..<pixmap.height {
            let row = grown.pixels + (y + top - rect.top) * grown.width + (left - rect.left)
            row.update(from: pixmap.pixels + y * pixmap.width, count: pixmap.width)
        }
        pixmap = grown
        left = rect.left
        top = rect.top
    }

    // MARK: Blur

    private func blur(_ box: PixelFilter.BoxSize) {
        let count = pixmap.width * pixmap.height * 4
        let spare = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        defer { spare.deallocate() }
        pixmap.pixels.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
            BoxBlur.run(
                bytes, spare: spare, width: pixmap.width, height: pixmap.height, channels: 4, box: box)
        }
    }

    // MARK: Glow and bevel

    private func apply(_ effect: PixelFilter.EdgeEffect, isBevel: Bool) {
        let plane = AlphaPlane(pixmap)
        plane.blur(effect.box)
        let strength = Int32(min(255, max(0, effect.strength)) * 256)
        let shift = AlphaPlane.Shift(effect.dx, effect.dy)
        let opposite = AlphaPlane.Shift(-effect.dx, -effect.dy)
        effect.ramp.withUnsafeBufferPointer { ramp in
            for y in 0..<pixmap.height {
                let row = pixmap.pixels + y * pixmap.width
                for x in 0..<pixmap.width {
                    var value = plane.value(x, y, shift)
                    let place: Int32
                    if isBevel {
                        let difference = (value - plane.value(x, y, opposite)) &* strength / 256
                        place = (max(-255, min(255, difference)) + 256) / 2
                    } else {
                        if effect.side == .inner { value = 255 - value }
                        place = min(255, (value &* strength) &>> 8)
                    }
                    row[x] = Self.join(
                        ramp[Int(place)], row[x], effect.side, effect.isKnockout, effect.showsSource)
                }
            }
        }
    }

    /// Joins the colour of a glow or bevel to the pixel of the object.
    @inline(__always)
    private static func join(
        _ color: UInt32, _ source: UInt32, _ side: PixelFilter.Side, _ isKnockout: Bool, _ showsSource: Bool
    ) -> UInt32 {
        let alpha = source >> 24
        switch side {
        case .inner:
            let inside = scaled(color, alpha)
            if isKnockout || !showsSource { return inside }
            // The object keeps its own alpha, however clear it is.
            return inside &+ scaled(source, 255 - color >> 24)
        case .outer:
            if isKnockout { return scaled(color, 255 - alpha) }
            return showsSource ? Spans.over(source, color) : color
        case .full:
            return isKnockout || !showsSource ? color : Spans.over(color, source)
        }
    }

    @inline(__always)
    private static func scaled(_ pixel: UInt32, _ factor: UInt32) -> UInt32 {
        Spans.scaledBy255(pixel & Spans.evenMask, factor)
            | Spans.scaledBy255((pixel >> 8) & Spans.evenMask, factor) << 8
    }

    // MARK: Programs

    /// The object is what the program's first input reads; coordinates count from the object's corner.
    private mutating func apply(_ filter: PixelFilter.Program) {
        let result = Pixmap(width: pixmap.width, height: pixmap.height)
        let source = ProgramPicture(
            pixels: pixmap.pixels, width: pixmap.width, height: pixmap.height, stride: pixmap.width,
            left: Double(left), top: Double(top))
        filter.reference.program.run(bounds, place: .identity, pictures: [source], into: result.pixels)
        pixmap = result
    }

    // MARK: Colours

    private func apply(_ matrix: [Float]) {
        guard matrix.count == 20 else { return }
        func row(_ index: Int) -> (SIMD4<Float>, Float) {
            let start = index * 5
            return (
                SIMD4(matrix[start], matrix[start + 1], matrix[start + 2], matrix[start + 3]), matrix[start + 4]
            )
        }
        let (red, redOffset) = row(0)
        let (green, greenOffset) = row(1)
        let (blue, blueOffset) = row(2)
        let (alpha, alphaOffset) = row(3)
        let offsets = SIMD4(redOffset, greenOffset, blueOffset, alphaOffset)
        for index in 0..<pixmap.width * pixmap.height {
            let color = RGBA(premultiplied: pixmap.pixels[index])
            let value = SIMD4(Float(color.red), Float(color.green), Float(color.blue), Float(color.alpha))
            let sums =
                SIMD4((red * value).sum(), (green * value).sum(), (blue * value).sum(), (alpha * value).sum())
                + offsets
            pixmap.pixels[index] = Self.color(sums).premultiplied
        }
    }

    @inline(__always)
    private static func color(_ sums: SIMD4<Float>) -> RGBA {
        let bytes = SIMD4<Int32>(
            (sums + 0.5).clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255)))
        return RGBA(
            red: UInt8(truncatingIfNeeded: bytes.x), green: UInt8(truncatingIfNeeded: bytes.y),
            blue: UInt8(truncatingIfNeeded: bytes.z), alpha: UInt8(truncatingIfNeeded: bytes.w))
    }

    private mutating func apply(_ filter: PixelFilter.Convolution) {
        let count = filter.columns * filter.rows
        guard count > 0, filter.matrix.count >= count else { return }
        let result = Pixmap(width: pixmap.width, height: pixmap.height)
        let divisor = filter.divisor == 0 ? 1 : filter.divisor
        let centreX = filter.columns / 2
        let centreY = filter.rows / 2
        for y in 0..<pixmap.height {
            for x in 0..<pixmap.width {
                var sums = SIMD4<Float>(repeating: 0)
                for row in 0..<filter.rows {
                    for column in 0..<filter.columns {
                        let factor = filter.matrix[row * filter.columns + column]
                        if factor == 0 { continue }
                        let color = neighbour(x + column - centreX, y + row - centreY, filter)
                        sums +=
                            factor
                            * SIMD4(Float(color.red), Float(color.green), Float(color.blue), Float(color.alpha))
                    }
                }
                var color = Self.color(sums / divisor + filter.bias)
                if filter.preservesAlpha {
                    color.alpha = RGBA(premultiplied: pixmap.pixels[y * pixmap.width + x]).alpha
                }
                result.pixels[y * pixmap.width + x] = color.premultiplied
            }
        }
        pixmap = result
    }

    private func neighbour(_ x: Int, _ y: Int, _ filter: PixelFilter.Convolution) -> RGBA {
        if x >= 0 && y >= 0 && x < pixmap.width && y < pixmap.height {
            return RGBA(premultiplied: pixmap.pixels[y * pixmap.width + x])
        }
        guard filter.isClamped else { return filter.color }
        let nearX = max(0, min(pixmap.width - 1, x))
        let nearY = max(0, min(pixmap.height - 1, y))
        return RGBA(premultiplied: pixmap.pixels[nearY * pixmap.width + nearX])
    }
}

/// The alphas of a surface, blurred for glows.
private final class AlphaPlane {
    let width, height: Int
    private let values: UnsafeMutablePointer<UInt8>

    init(_ pixmap: Pixmap) {
        width = pixmap.width
        height = pixmap.height
        values = .allocate(capacity: width * height)
        for index in 0..<width * height {
            values[index] = UInt8(truncatingIfNeeded: pixmap.pixels[index] >> 24)
        }
    }

    deinit { values.deallocate() }

    func blur(_ box: PixelFilter.BoxSize) {
        let spare = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height)
        defer { spare.deallocate() }
        BoxBlur.run(values, spare: spare, width: width, height: height, channels: 1, box: box)
    }

    /// Quirk: shadows move by whole pixels.
    struct Shift {
        var x, y: Int

        init(_ dx: Double, _ dy: Double) {
            x = -Int(dx.isFinite ? max(-8192, min(8192, dx.rounded())) : 0)
            y = -Int(dy.isFinite ? max(-8192, min(8192, dy.rounded())) : 0)
        }
    }

    @inline(__always)
    private func at(_ x: Int, _ y: Int) -> Int32 {
        x >= 0 && y >= 0 && x < width && y < height ? Int32(values[y * width + x]) : 0
    }

    /// The value that the shift brings to (x, y).
    @inline(__always)
    func value(_ x: Int, _ y: Int, _ shift: Shift) -> Int32 { at(x + shift.x, y + shift.y) }
}
