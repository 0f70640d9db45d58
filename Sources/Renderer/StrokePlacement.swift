/// What strokes depend on besides shape and matrix.
enum StrokePlacement: Hashable {
    /// Where the outline says, whatever the place on the screen.
    case free
    /// With pixel hinting: where in a pixel the shape's origin lies.
    case hinted(SIMD2<Double>)
    /// For one sample a pixel, where there is no hinting.
    ///
    /// Quirk: a line that the scale has made thinner than a pixel covers the pixel whose corner is nearest to it, as if it
    /// ran half a pixel further right and down. What is a hairline from the start does not.
    case pointSampled

    var thinOffset: SIMD2<Double> { self == .pointSampled ? SIMD2(0.5, 0.5) : SIMD2() }
}
