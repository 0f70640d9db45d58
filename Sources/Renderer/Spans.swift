import Base
import CPixels

/// The pixel loops: premultiplied 0xAARRGGBB, two channels at a time in the halves of 32-bit words. Nothing here knows
/// shapes, paints or surfaces. The loops that decide the speed stand in `Sources/CPixels`, by the same formulas.
///
/// Weights are 0...256, 256 for all of a pixel.
enum Spans {
    static let evenMask: UInt32 = 0x00FF_00FF

    // MARK: One pixel

    /// `value * factor / 255` in both halves, correctly rounded.
    @inline(__always)
    static func scaledBy255(_ halves: UInt32, _ factor: UInt32) -> UInt32 {
        let product = halves &* factor &+ 0x0080_0080
        return ((product &+ ((product &>> 8) & evenMask)) &>> 8) & evenMask
    }

    /// `pixel * weight / 256`, rounded. A channel never comes to exceed the alpha.
    @inline(__always)
    static func weighted(_ pixel: UInt32, _ weight: UInt32) -> UInt32 {
        let even = (((pixel & evenMask) &* weight &+ 0x0080_0080) &>> 8) & evenMask
        let odd = (((pixel &>> 8) & evenMask) &* weight &+ 0x0080_0080) & 0xFF00_FF00
        return even | odd
    }

    @inline(__always)
    static func over(_ source: UInt32, _ below: UInt32) -> UInt32 {
        let rest = 255 &- (source &>> 24)
        let even = scaledBy255(below & evenMask, rest)
        let odd = scaledBy255((below &>> 8) & evenMask, rest)
        return source &+ (even | odd &<< 8)
    }

    /// From `a` (fraction 0) to `b` (256).
    @inline(__always)
    static func mix(_ a: UInt32, _ b: UInt32, _ fraction: UInt32) -> UInt32 {
        let rest = 256 &- fraction
        let even = ((a & evenMask) &* rest &+ (b & evenMask) &* fraction &+ 0x0080_0080) &>> 8 & evenMask
        let odd =
            (((a &>> 8) & evenMask) &* rest &+ ((b &>> 8) & evenMask) &* fraction &+ 0x0080_0080) & 0xFF00_FF00
        return even | odd
    }

    /// ``over(_:_:)`` for a source whose channels may exceed its alpha.
    @inline(__always)
    static func overSaturated(_ source: UInt32, _ below: UInt32) -> UInt32 {
        let rest = 255 &- (source &>> 24)
        let even = (source & evenMask) &+ scaledBy255(below & evenMask, rest)
        let odd = ((source &>> 8) & evenMask) &+ scaledBy255((below &>> 8) & evenMask, rest)
        // A carry out of a channel becomes all ones in it.
        func held(_ halves: UInt32) -> UInt32 { (halves | ((halves &>> 8) & 0x0001_0001) &* 255) & evenMask }
        return held(even) | held(odd) &<< 8
    }

    // MARK: Runs

    /// One colour, one weight.
    @inline(__always)
    static func blend(_ out: UnsafeMutablePointer<UInt32>, _ count: Int, color: UInt32, weight: UInt32) {
        px_over_color(out, count, weight == 256 ? color : weighted(color, weight))
    }

    /// One colour, a weight for each pixel.
    @inline(__always)
    static func blend(
        _ out: UnsafeMutablePointer<UInt32>, _ count: Int, color: UInt32, weights: UnsafePointer<UInt16>
    ) { px_over_color_weights(out, count, color, weights) }

    /// A colour and a weight for each pixel.
    @inline(__always)
    static func blend(
        _ out: UnsafeMutablePointer<UInt32>, _ count: Int, pixels: UnsafePointer<UInt32>,
        weights: UnsafePointer<UInt16>
    ) { px_over_weights(out, pixels, count, weights) }

    /// A colour for each pixel, one weight.
    @inline(__always)
    static func blend(
        _ out: UnsafeMutablePointer<UInt32>, _ count: Int, pixels: UnsafePointer<UInt32>, weight: UInt32
    ) {
        if weight == 256 {
            px_over(out, 0, pixels, 0, count, 1)
        } else {
            px_over_weight(out, pixels, count, weight)
        }
    }

    /// The same for pixels whose channels may exceed their alpha.
    static func blendSaturated(
        _ out: UnsafeMutablePointer<UInt32>, _ count: Int, pixels: UnsafePointer<UInt32>, weight: UInt32
    ) {
        for index in 0..<count { out[index] = overSaturated(weighted(pixels[index], weight), out[index]) }
    }

    // MARK: Masks

    /// Weights seen through a mask of 0...255.
    static func mask(_ weights: UnsafeMutablePointer<UInt16>, _ count: Int, by mask: UnsafePointer<UInt8>) {
        for index in 0..<count {
            let value = UInt32(mask[index])
            weights[index] = UInt16(
                truncatingIfNeeded: (UInt32(weights[index]) &* (value &+ value &>> 7) &+ 128) &>> 8)
        }
    }

    /// A mask and one weight as weights.
    static func weights(
        _ weights: UnsafeMutablePointer<UInt16>, _ count: Int, of mask: UnsafePointer<UInt8>, weight: UInt32
    ) {
        for index in 0..<count {
            let value = UInt32(mask[index])
            weights[index] = UInt16(truncatingIfNeeded: (weight &* (value &+ value &>> 7) &+ 128) &>> 8)
        }
    }

    /// Adds coverage to a mask, as a colour is laid over another.
    static func cover(_ mask: UnsafeMutablePointer<UInt8>, _ count: Int, weights: UnsafePointer<UInt16>) {
        for index in 0..<count {
            let rest = 255 &- UInt32(mask[index])
            mask[index] = UInt8(truncatingIfNeeded: 255 &- (rest &* (256 &- UInt32(weights[index])) &+ 128) &>> 8)
        }
    }

    /// `mask` seen through `outer`.
    static func intersect(_ mask: UnsafeMutablePointer<UInt8>, _ count: Int, with outer: UnsafePointer<UInt8>) {
        for index in 0..<count {
            let product = UInt32(mask[index]) &* UInt32(outer[index]) &+ 128
            mask[index] = UInt8(truncatingIfNeeded: (product &+ product &>> 8) &>> 8)
        }
    }

    // MARK: Colour transform

    /// Applies a colour transform to premultiplied pixels: it is defined on straight colours.
    static func transform(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, _ transform: ColorTransform) {
        for index in 0..<count {
            pixels[index] = transform.apply(RGBA(premultiplied: pixels[index])).premultiplied
        }
    }
}
