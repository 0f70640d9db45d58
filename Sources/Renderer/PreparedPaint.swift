import Base
import CPixels

/// A paint made ready for one draw call: its colours are premultiplied and transformed, its matrix leads from device
/// pixels to where the paint is defined. Plain data; what it points to lives at least as long as the call.
struct PreparedPaint {
    enum Kind { case solid, linear, radial, focal, bitmap, projected }

    var kind: Kind = .solid
    /// Of a solid paint, premultiplied.
    var color: UInt32 = 0
    var isOpaque = false
    /// 2^rampBits premultiplied colours of a gradient.
    var ramp: UnsafePointer<UInt32>?
    var rampBits = 8
    var spread = GradientSpread.pad
    var focalPoint = 0.0
    /// Device pixels to: 0...1 along a linear gradient, the unit circle of a radial one, pixels of a bitmap.
    var inverse = Affine.identity
    var bitmap: BitmapSource?
    /// In place of `inverse`, where perspective shows a bitmap.
    var projection = Projection(.identity)

    static func solid(_ color: RGBA) -> PreparedPaint {
        var paint = PreparedPaint()
        paint.color = color.premultiplied
        paint.isOpaque = color.alpha == 255
        return paint
    }

    static var clear: PreparedPaint { PreparedPaint() }
}

/// The pixels of a bitmap paint and how to read them.
struct BitmapSource {
    var pixels: UnsafePointer<UInt32>
    var width, height: Int
    var isSmoothed, isRepeating: Bool
    /// See ``Pixmap/mayExceedAlpha``.
    var mayExceedAlpha: Bool
    /// nil for the identity.
    var transform: ColorTransform?
}

extension BitmapSource {
    init(_ pixmap: Pixmap, isSmoothed: Bool, isRepeating: Bool, _ transform: ColorTransform) {
        self.init(
            pixels: pixmap.pixels, width: pixmap.width, height: pixmap.height, isSmoothed: isSmoothed,
            isRepeating: isRepeating, mayExceedAlpha: pixmap.mayExceedAlpha,
            transform: transform.isIdentity ? nil : transform)
    }
}

/// Paints read by pixel. What a pixel gets depends on its place alone, not on where a span starts: positions are
/// `row start + column * step` in integers, or doubles computed afresh for each pixel.
extension PreparedPaint {
    /// Writes the colours of `count` pixels from (x, y) on.
    func fetch(x: Int, y: Int, count: Int, into out: UnsafeMutablePointer<UInt32>) {
        switch kind {
        case .solid: out.update(repeating: color, count: count)
        case .linear: fetchLinear(x: x, y: y, count: count, into: out)
        case .radial: fetchRadial(x: x, y: y, count: count, into: out)
        case .focal: fetchFocal(x: x, y: y, count: count, into: out)
        case .bitmap: fetchBitmap(x: x, y: y, count: count, into: out)
        case .projected: fetchProjected(x: x, y: y, count: count, into: out)
        }
    }

    private func fetchLinear(x: Int, y: Int, count: Int, into out: UnsafeMutablePointer<UInt32>) {
        guard let ramp else { return }
        let step = Fixed.fraction32(inverse.a)
        let start = Fixed.fraction32(inverse.a * 0.5 + inverse.c * (Double(y) + 0.5) + inverse.tx)
        var position = start &+ Int64(x) &* step
        let shift = Int64(32 - rampBits)
        switch spread {
        case .pad: px_linear_pad(ramp, UInt32(rampBits), position, step, count, out)
        case .repeat:
            for index in 0..<count {
                out[index] = ramp[Int(truncatingIfNeeded: (position & 0xFFFF_FFFF) &>> shift)]
                position &+= step
            }
        case .reflect:
            for index in 0..<count {
                // Odd turns run backwards: the bit above the fraction, spread over all others, inverts it.
                let mirrored = position ^ ((position &<< 31) &>> 63)
                out[index] = ramp[Int(truncatingIfNeeded: (mirrored & 0xFFFF_FFFF) &>> shift)]
                position &+= step
            }
        }
    }

    private func fetchRadial(x: Int, y: Int, count: Int, into out: UnsafeMutablePointer<UInt32>) {
        guard let ramp else { return }
        // Places in steps of the ramp. First all indices, which vectorises, then all colours.
        let size = Double(1 &<< rampBits)
        let u0 = Float(size * (inverse.a * 0.5 + inverse.c * (Double(y) + 0.5) + inverse.tx))
        let v0 = Float(size * (inverse.b * 0.5 + inverse.d * (Double(y) + 0.5) + inverse.ty))
        let du = Float(size * inverse.a)
        let dv = Float(size * inverse.b)
        px_radial_steps(u0, v0, du, dv, Int32(truncatingIfNeeded: x), count, out)
        lookUp(ramp, count, out)
    }

    /// Puts the ramp's colours where steps along it stand, counted from its start.
    private func lookUp(_ ramp: UnsafePointer<UInt32>, _ count: Int, _ out: UnsafeMutablePointer<UInt32>) {
        let last = UInt32(1) &<< UInt32(rampBits) &- 1
        switch spread {
        case .pad: px_ramp_pad(ramp, last, count, out)
        case .repeat: for index in 0..<count { out[index] = ramp[Int(out[index] & last)] }
        case .reflect:
            for index in 0..<count {
                let turn = 0 &- (out[index] &>> UInt32(rampBits) & 1)
                out[index] = ramp[Int((out[index] ^ turn) & last)]
            }
        }
    }

    /// How far from the focal point a pixel lies, as a share of the ray from there through it to the circle.
    private func fetchFocal(x: Int, y: Int, count: Int, into out: UnsafeMutablePointer<UInt32>) {
        guard let ramp else { return }
        let u0 = inverse.a * 0.5 + inverse.c * (Double(y) + 0.5) + inverse.tx
        let v0 = inverse.b * 0.5 + inverse.d * (Double(y) + 0.5) + inverse.ty
        let focus = focalPoint
        let rest = 1 - focus * focus
        for index in 0..<count {
            let column = Double(x &+ index)
            let u = u0 + column * inverse.a - focus
            let v = v0 + column * inverse.b
            // |focus + s (u, v)| = 1 solved for 1/s, the share.
            let squared = u * u + v * v
            let along = u * focus
            let root = (max(0, along * along + squared * rest)).squareRoot()
            out[index] = ramp[rampIndex((along + root) / rest)]
        }
    }

    /// The ramp's entry for a place `t` on the gradient, 1 being its end.
    @inline(__always)
    private func rampIndex(_ t: Double) -> Int {
        // Beyond 2^20 turns there is nothing to tell apart; also catches NaN.
        let limited = t < 1_048_576 ? t : 1_048_576
        let position = Fixed.integer(limited * 16_777_216)
        let shift = Int64(24 &- rampBits)
        switch spread {
        case .pad: return Int(truncatingIfNeeded: max(0, min(0xFF_FFFF, position)) &>> shift)
        case .repeat: return Int(truncatingIfNeeded: (position & 0xFF_FFFF) &>> shift)
        case .reflect:
            let mirrored = position ^ ((position &<< 39) &>> 63)
            return Int(truncatingIfNeeded: (mirrored & 0xFF_FFFF) &>> shift)
        }
    }
}
