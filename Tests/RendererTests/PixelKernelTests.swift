import Base
import CPixels
import Testing

@testable import Renderer

/// The kernels against the formulas they stand for, pixel by pixel, for runs of every length up to a few steps.
@Suite("Kernels")
struct PixelKernelTests {
    private static let lengths = Array(1...21) + [32, 37, 63]

    private struct Noise {
        var state: UInt64
        mutating func next() -> UInt32 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt32(truncatingIfNeeded: state >> 33)
        }

        /// Premultiplied; now and then clear or opaque.
        mutating func pixel() -> UInt32 {
            let kind = next() & 7
            let alpha: UInt8 = kind == 0 ? 0 : kind < 3 ? 255 : UInt8(truncatingIfNeeded: next())
            return RGBA(rgb: next() & 0xFF_FFFF | UInt32(alpha) << 24).premultiplied
                | (alpha == 255 ? 0xFF00_0000 : 0)
        }

        mutating func pixels(_ count: Int) -> [UInt32] { (0..<count).map { _ in pixel() } }
        mutating func weights(_ count: Int) -> [UInt16] { (0..<count).map { _ in UInt16(next() % 257) } }
    }

    private static func product(_ a: Int, _ b: Int) -> Int { (a * b * 2 + 255) / 510 }

    /// A mode by its formula for one channel of colour.
    private static func blend(
        _ above: UInt32, _ below: UInt32, _ mix: (_ s: Int, _ d: Int, _ sa: Int, _ da: Int) -> Int
    ) -> UInt32 {
        let (sa, da) = (Int(above >> 24), Int(below >> 24))
        let alpha = sa + da - product(sa, da)
        return [16, 8, 0].reduce(UInt32(alpha) << 24) { pixel, shift in
            let (s, d) = (Int(above >> UInt32(shift)) & 255, Int(below >> UInt32(shift)) & 255)
            return pixel | UInt32(max(0, min(alpha, mix(s, d, sa, da)))) << UInt32(shift)
        }
    }

    @Test("a colour, pixels and weights lie over what is there", arguments: lengths)
    func over(count: Int) {
        var noise = Noise(state: UInt64(count))
        let (below, above) = (noise.pixels(count), noise.pixels(count))
        let weights = noise.weights(count)
        let color = noise.pixel()
        var out = below
        px_over_color(&out, count, color)
        #expect(out == below.map { Spans.over(color, $0) })
        out = below
        px_over(&out, 0, above, 0, count, 1)
        #expect(out == zip(above, below).map { Spans.over($0, $1) })
        out = below
        px_over_color_weights(&out, count, color, weights)
        #expect(out == zip(weights, below).map { Spans.over(Spans.weighted(color, UInt32($0)), $1) })
        out = below
        px_over_weights(&out, above, count, weights)
        #expect(
            out == (0..<count).map { Spans.over(Spans.weighted(above[$0], UInt32(weights[$0])), below[$0]) })
        out = below
        px_over_weight(&out, above, count, UInt32(weights[0]))
        #expect(out == zip(above, below).map { Spans.over(Spans.weighted($0, UInt32(weights[0])), $1) })
    }

    @Test("the modes do what their formulas say, on opaque and on other ground", arguments: lengths)
    func modes(count: Int) {
        var noise = Noise(state: UInt64(count) &+ 77)
        let above = noise.pixels(count)
        let product = Self.product
        func alone(_ s: Int, _ d: Int, _ sa: Int, _ da: Int) -> Int { product(s, 255 - da) + product(d, 255 - sa) }
        for below in [noise.pixels(count), noise.pixels(count).map { $0 | 0xFF00_0000 }] {
            func check(_ mode: BlendMode, _ mix: (Int, Int, Int, Int) -> Int) {
                var out = below
                Blend.row(&out, above, count, mode, mask: nil)
                #expect(out == zip(above, below).map { Self.blend($0, $1, mix) }, "\(mode)")
            }
            check(.add) { s, d, _, _ in s + d }
            check(.screen) { s, d, _, _ in s + d - product(s, d) }
            check(.multiply) { product($0, $1) + alone($0, $1, $2, $3) }
            check(.lighten) { max(product($0, $3), product($1, $2)) + alone($0, $1, $2, $3) }
            check(.darken) { min(product($0, $3), product($1, $2)) + alone($0, $1, $2, $3) }
            check(.difference) { $0 + $1 - 2 * min(product($0, $3), product($1, $2)) }
            check(.subtract) { max(0, product($1, $2) - product($0, $3)) + alone($0, $1, $2, $3) }
        }
    }

    @Test("a mask mixes the blend with what is there", arguments: [1, 63, 64, 65, 200])
    func masked(count: Int) {
        var noise = Noise(state: UInt64(count) &+ 5)
        let (below, above) = (noise.pixels(count), noise.pixels(count))
        let mask = (0..<count).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
        var blended = below
        Blend.row(&blended, above, count, .multiply, mask: nil)
        var out = below
        Blend.row(&out, above, count, .multiply, mask: mask)
        let expected = (0..<count).map { index in
            Spans.mix(below[index], blended[index], UInt32(mask[index]) + UInt32(mask[index]) / 128)
        }
        #expect(out == expected)
    }

    @Test("cells become weights by their running sum, and are cleared", arguments: [true, false], [4, 8, 12, 40])
    func take(isNonZero: Bool, count: Int) {
        for sampling in [Sampling.area, .grid(.square4), .grid(.point)] {
            var rule = px_rule(isNonZero: isNonZero, sampling)
            var noise = Noise(state: UInt64(count))
            let full = rule.full
            var cells = (0..<count).map { _ in Int32(noise.next() % UInt32(full * 2 + 1)) - full }
            var weights = [UInt16](repeating: 0, count: count)
            var sum = full
            let expected = cells.map { cell -> UInt16 in
                sum += cell
                let turns = Double(abs(sum)) / Double(full)
                let coverage = isNonZero ? min(turns, 1) : 1 - abs(turns.truncatingRemainder(dividingBy: 2) - 1)
                return UInt16((coverage * 256).rounded())
            }
            #expect(px_take(&cells, count, full, &rule, &weights) == sum)
            #expect(weights == expected)
            #expect(cells.allSatisfy { $0 == 0 })
        }
    }

    @Test("bilinear: between four pixels, in 1/256 of the way", arguments: lengths)
    func bilinear(count: Int) {
        var noise = Noise(state: UInt64(count) &+ 9)
        let (width, height) = (70, 70)
        let pixels = noise.pixels(width * height)
        let (u, v) = (Int64(2) << 32 + 123_456_789, Int64(66) << 32 + 987_654_321)
        let (stepU, stepV) = (Int64(3_900_000_000), Int64(-4_000_000_001))
        let expected = (0..<count).map { index -> UInt32 in
            let (x, y) = (u + Int64(index) * stepU, v + Int64(index) * stepV)
            let at = Int(y >> 32) * width + Int(x >> 32)
            let (fx, fy) = (UInt32(x >> 24 & 255), UInt32(y >> 24 & 255))
            return Spans.mix(
                Spans.mix(pixels[at], pixels[at + 1], fx),
                Spans.mix(pixels[at + width], pixels[at + width + 1], fx), fy)
        }
        var out = [UInt32](repeating: 0, count: count)
        px_bilinear(pixels, width, u, v, stepU, stepV, count, &out)
        #expect(out == expected)
        out = [UInt32](repeating: 0, count: count)
        px_bilinear_clamped(pixels, Int32(width), Int32(height), u, v, stepU, stepV, count, &out)
        #expect(out == expected)
    }

    static let ramps: [(position: Double, step: Double)] = [
        (-0.5, 0.11), (-3, 0.01), (0.2, 0), (-0.2, 0), (1.2, 0), (1.6, -0.09), (0.3, -0.5), (0.999, 0.001), (2, 1),
        (-2, -1),
    ]

    @Test("a linear ramp keeps its ends on both sides", arguments: ramps)
    func linear(position: Double, step: Double) {
        let ramp = (0..<256).map { UInt32($0) }
        let start = Int64(position * 4_294_967_296)
        let pace = Int64(step * 4_294_967_296)
        var out = [UInt32](repeating: 999, count: 40)
        px_linear_pad(ramp, 8, start, pace, 40, &out)
        let expected = (0..<40).map { index -> UInt32 in
            UInt32(max(0, min(0xFFFF_FFFF, start + Int64(index) * pace)) >> 24)
        }
        #expect(out == expected)
    }
}
