/// Conversions to fixed point that compile to plain arithmetic: `Int32(Double)` carries a range check that traps and
/// keeps loops from being vectorised, adding a large constant does not.
enum Fixed {
    /// Pixels to 24.8 fixed point, the device coordinates of the rasteriser, to the nearest 1/256.
    ///
    /// 1.5·2^44 has its unit in the last place at 2^-8, so that the sum holds `value * 256` in its low bits.
    /// Wraps beyond ±2^23 pixels; callers stay within ``guardPixels``.
    @inline(__always)
    static func coordinate(_ value: Double) -> Int32 {
        Int32(truncatingIfNeeded: (value + 26_388_279_066_624.0).bitPattern)
    }

    /// The nearest integer; meaningless beyond ±2^51, never a trap.
    @inline(__always)
    static func integer(_ value: Double) -> Int64 {
        let magic = 6_755_399_441_055_744.0
        return Int64(bitPattern: (value + magic).bitPattern &- magic.bitPattern)
    }

    /// `value` with 32 fraction bits, clamped to ±2^18 first so that stepping over a row stays far from overflow.
    @inline(__always)
    static func fraction32(_ value: Double) -> Int64 {
        let limited = value > -262_144 ? (value < 262_144 ? value : 262_144) : -262_144
        return integer(limited * 4_294_967_296)
    }

    /// Edges are cut to this many pixels around the origin before they become fixed point. Larger than any surface,
    /// small enough for 64-bit products of coordinates with slopes.
    static let guardPixels = 32_000.0
}

/// Floor of `value` as an index, clamped to `range`; the lower bound for NaN.
@inline(__always)
func clampedIndex(_ value: Double, _ lower: Int, _ upper: Int) -> Int {
    if !(value > Double(lower)) { return lower }
    if value >= Double(upper) { return upper }
    return Int(value)
}
