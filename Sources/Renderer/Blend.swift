import Base
import CPixels

/// Joins the pixels of a layer to those below it. All on premultiplied channels: where `s` and `d` are source and
/// backdrop with alphas `sa` and `da`, a mode that mixes straight colours by B gives
/// `s(1 - da) + d(1 - sa) + sa·da·B(d/da, s/sa)`.
enum Blend {
    static func row(
        _ out: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, _ count: Int, _ mode: BlendMode,
        mask: UnsafePointer<UInt8>?
    ) {
        rows(out, 0, source, 0, width: count, height: 1, mode, mask: mask, 0)
    }

    /// Several rows. `apart`, `sourceApart` and `maskApart`: elements from one row to the next.
    static func rows(
        _ out: UnsafeMutablePointer<UInt32>, _ apart: Int, _ source: UnsafePointer<UInt32>, _ sourceApart: Int,
        width: Int, height: Int, _ mode: BlendMode, mask: UnsafePointer<UInt8>?, _ maskApart: Int
    ) {
        if let kernel = kernel(mode) {
            if mask == nil { return kernel(out, apart, source, sourceApart, width, height) }
            for y in 0..<height {
                masked(out + y &* apart, source + y &* sourceApart, width, mask.map { $0 + y &* maskApart }, kernel)
            }
            return
        }
        for y in 0..<height {
            byPixel(
                out + y &* apart, source + y &* sourceApart, width, mode, mask: mask.map { $0 + y &* maskApart })
        }
    }

    private typealias Kernel = (
        UnsafeMutablePointer<UInt32>?, Int, UnsafePointer<UInt32>?, Int, Int, Int
    ) -> Void

    /// The modes that have a kernel.
    private static func kernel(_ mode: BlendMode) -> Kernel? {
        switch mode {
        case .normal, .layer: px_over
        case .multiply: px_multiply
        case .screen: px_screen
        case .lighten: px_lighten
        case .darken: px_darken
        case .difference: px_difference
        case .add: px_add
        case .subtract: px_subtract
        case .invert, .alpha, .erase, .overlay, .hardLight: nil
        }
    }

    private static func byPixel(
        _ out: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, _ count: Int, _ mode: BlendMode,
        mask: UnsafePointer<UInt8>?
    ) {
        switch mode {
        case .normal, .layer, .multiply, .screen, .lighten, .darken, .difference, .add, .subtract: break
        case .invert: each(out, source, count, mask) { s, d in inverted(d, s >> 24) }
        case .alpha:
            // Quirk: where the layer is wholly clear, what is below stays as it is.
            each(out, source, count, mask) { s, d in s >> 24 == 0 ? d : scaled(d, s >> 24) }
        case .erase: each(out, source, count, mask) { s, d in scaled(d, 255 - (s >> 24)) }
        case .overlay:
            each(out, source, count, mask) { s, d in
                channels(s, d) { s, d, sa, da in
                    hard(over: 2 * d <= da, s, d, sa, da) + product(s, 255 - da) + product(d, 255 - sa)
                }
            }
        case .hardLight:
            each(out, source, count, mask) { s, d in
                channels(s, d) { s, d, sa, da in
                    hard(over: 2 * s <= sa, s, d, sa, da) + product(s, 255 - da) + product(d, 255 - sa)
                }
            }
        }
    }

    /// Keeps as much of what is below as the source has alpha.
    static func keep(
        _ out: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, _ count: Int,
        mask: UnsafePointer<UInt8>?
    ) { each(out, source, count, mask) { s, d in scaled(d, s >> 24) } }

    /// A mask moves the result from the backdrop towards the blend.
    private static func masked(
        _ out: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, _ count: Int,
        _ mask: UnsafePointer<UInt8>?, _ kernel: Kernel
    ) {
        guard let mask else { return }
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: maskedRun) { blended in
            guard let blended = blended.baseAddress else { return }
            for first in stride(from: 0, to: count, by: maskedRun) {
                let length = min(maskedRun, count &- first)
                blended.update(from: out + first, count: length)
                kernel(blended, 0, source + first, 0, length, 1)
                for index in 0..<length {
                    let value = UInt32(mask[first &+ index])
                    out[first &+ index] = Spans.mix(out[first &+ index], blended[index], value &+ value &>> 7)
                }
            }
        }
    }

    /// Pixels that are blended aside before a mask mixes them in.
    private static let maskedRun = 64

    /// Blends pixel by pixel; a mask moves the result from the backdrop towards the blend.
    @inline(__always)
    private static func each(
        _ out: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, _ count: Int,
        _ mask: UnsafePointer<UInt8>?, _ blend: (UInt32, UInt32) -> UInt32
    ) {
        if let mask {
            for index in 0..<count {
                let value = UInt32(mask[index])
                if value == 0 { continue }
                out[index] = Spans.mix(out[index], blend(source[index], out[index]), value &+ value &>> 7)
            }
        } else {
            for index in 0..<count { out[index] = blend(source[index], out[index]) }
        }
    }

    /// Each colour channel by `mix`, alpha by the union; results are clamped to the alpha.
    @inline(__always)
    private static func channels(
        _ source: UInt32, _ below: UInt32, _ mix: (Int32, Int32, Int32, Int32) -> Int32
    ) -> UInt32 {
        let sa = Int32(truncatingIfNeeded: source >> 24)
        let da = Int32(truncatingIfNeeded: below >> 24)
        let alpha = sa &+ da &- product(sa, da)
        func channel(_ shift: UInt32) -> UInt32 {
            let s = Int32(truncatingIfNeeded: (source &>> shift) & 255)
            let d = Int32(truncatingIfNeeded: (below &>> shift) & 255)
            return UInt32(truncatingIfNeeded: max(0, min(alpha, mix(s, d, sa, da)))) &<< shift
        }
        return UInt32(truncatingIfNeeded: alpha) &<< 24 | channel(16) | channel(8) | channel(0)
    }

    /// The backdrop turned towards its opposite as far as the source is opaque. Only what is there can be turned.
    @inline(__always)
    private static func inverted(_ pixel: UInt32, _ strength: UInt32) -> UInt32 {
        let alpha = pixel &>> 24
        let opposite = alpha &<< 24 | ((alpha &* 0x01_0101) &- (pixel & 0xFF_FFFF))
        return scaled(pixel, 255 &- strength) &+ scaled(opposite, strength)
    }

    /// Multiply below the middle, screen above it: the body of overlay and hard light.
    @inline(__always)
    private static func hard(over isLow: Bool, _ s: Int32, _ d: Int32, _ sa: Int32, _ da: Int32) -> Int32 {
        isLow ? 2 &* product(s, d) : product(sa, da) &- 2 &* product(sa &- s, da &- d)
    }

    @inline(__always)
    private static func product(_ a: Int32, _ b: Int32) -> Int32 {
        let value = a &* b &+ 128
        return (value &+ value &>> 8) &>> 8
    }

    @inline(__always)
    private static func scaled(_ pixel: UInt32, _ factor: UInt32) -> UInt32 {
        Spans.scaledBy255(pixel & Spans.evenMask, factor)
            | Spans.scaledBy255((pixel &>> 8) & Spans.evenMask, factor) &<< 8
    }
}
