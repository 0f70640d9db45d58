/// How a gradient goes on beyond its ends. Raw values are those of SWF files.
public enum GradientSpread: UInt8, Sendable { case pad, reflect, `repeat` }
/// The space in which a gradient's colours are mixed.
public enum GradientInterpolation: UInt8, Sendable { case rgb, linearRGB }

public struct GradientStop: Equatable, Sendable {
    /// 0...255 along the gradient.
    public var ratio: UInt8
    public var color: RGBA
    public init(ratio: UInt8, color: RGBA) {
        self.ratio = ratio
        self.color = color
    }
}

/// The colours of a gradient along 0...255, sorted as the file has them.
///
/// Spec: SWF 19, "Gradients", p. 135.
public struct Gradient: Equatable, Sendable {
    public var stops: [GradientStop]
    public var spread: GradientSpread
    public var interpolation: GradientInterpolation
    public init(stops: [GradientStop], spread: GradientSpread = .pad, interpolation: GradientInterpolation = .rgb) {
        self.stops = stops
        self.spread = spread
        self.interpolation = interpolation
    }
}

/// The end of an open stroke. Raw values are those of SWF files.
public enum LineCap: UInt8, Sendable { case round, none, square }

/// The corner of a stroke.
public enum LineJoin: Hashable, Sendable {
    case round
    case bevel
    /// How far a corner may reach, in half widths.
    case miter(limit: Double)
}
