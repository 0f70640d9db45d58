import Base

/// Joins the pixels of a layer to those below it. All on premultiplied channels: where `s` and `d` are source and
/// backdrop with alphas `sa` and `da`, a mode that mixes straight colours by B gives
/// `s(1 - da) + d(1 - sa) + sa·da·B(d/da, s/sa)`.
enum Blend {
    static func row(
        _ out: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, _ count: Int, _ mode: BlendMode,
        mask: UnsafePointer<UInt8>?
    ) {
        switch mode {
        case .normal, .layer: each(out, source, count, mask) { Spans.over($0, $1) }
        case .multiply:
            each(out, source, count, mask) { s, d in
                channels(s, d) { s, d, sa, da in product(s, d) + product(s, 255 - da) + product(d, 255 - sa) }
            }
        case .screen:
            each(out, source, count, mask) { s, d in channels(s, d) { s, d, _, _ in s + d - product(s, d) } }
        case .lighten:
            each(out, source, count, mask) { s, d in
                channels(s, d) { s, d, sa, da in
                    max(product(s, da), product(d, sa)) + product(s, 255 - da) + product(d, 255 - sa)
                }
            }
        case .darken:
            each(out, source, count, mask) { s, d in
                channels(s, d) { s, d, sa, da in
                    min(product(s, da), product(d, sa)) + product(s, 255 - da) + product(d, 255 - sa)
                }
            }
        case .difference:
            each(out, source, count, mask) { s, d in
                channels(s, d) { s, d, sa, da in s + d - 2 * min(product(s, da), product(d, sa)) }
            }
        case .add: each(out, source, count, mask) { s, d in channels(s, d) { s, d, _, _ in s + d } }
        case .subtract:
            each(out, source, count, mask) { s, d in
                channels(s, d) { s, d, sa, da in
                    max(0, product(d, sa) - product(s, da)) + product(s, 255 - da) + product(d, 255 - sa)
                }
            }
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
