/// A length in twips, the unit SWF files store: 1/20 of a pixel.
///
/// Spec: SWF 19, "Coordinates and twips", p. 15.
public struct Twips: Hashable, Comparable, Sendable {
    public var raw: Int32

    @inline(__always)
    public init(_ raw: Int32) { self.raw = raw }

    /// The nearest length to `pixels`; clamped to what 32 bits hold, 0 for NaN.
    public init(pixels: Double) { raw = Int32(saturating: (pixels * 20).rounded(.toNearestOrAwayFromZero)) }

    public static let zero = Twips(0)

    /// This length in stage pixels.
    @inline(__always)
    public var pixels: Double { Double(raw) / 20 }

    public static func < (a: Twips, b: Twips) -> Bool { a.raw < b.raw }
    public static func + (a: Twips, b: Twips) -> Twips { Twips(a.raw &+ b.raw) }
    public static func - (a: Twips, b: Twips) -> Twips { Twips(a.raw &- b.raw) }
}

extension Int32 {
    /// `value` truncated, clamped to the ends of the range; 0 for NaN. Never traps.
    @inline(__always)
    public init(saturating value: Double) {
        if value >= 2_147_483_647 {
            self = .max
        } else if value <= -2_147_483_648 {
            self = .min
        } else if value.isNaN {
            self = 0
        } else {
            self = Int32(value)
        }
    }
}

/// A place in twips.
public struct TwipsPoint: Hashable, Sendable {
    public var x, y: Int32

    @inline(__always)
    public init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
    }

    public static let zero = TwipsPoint(x: 0, y: 0)
}

/// A rectangle in twips; empty where a maximum is not greater than its minimum.
///
/// Spec: SWF 19, "Rectangle record", p. 20.
public struct TwipsRect: Hashable, Sendable {
    public var xMin, xMax, yMin, yMax: Int32

    public init(xMin: Int32, xMax: Int32, yMin: Int32, yMax: Int32) {
        self.xMin = xMin
        self.xMax = xMax
        self.yMin = yMin
        self.yMax = yMax
    }

    /// The rectangle that holds nothing: the neutral element of ``union(_:)``.
    public static let empty = TwipsRect(xMin: .max, xMax: .min, yMin: .max, yMax: .min)

    /// Whether no point was ever added. A rectangle of width 0 is not empty in this sense: Flash keeps such bounds.
    public var isEmpty: Bool { xMin > xMax || yMin > yMax }

    public var width: Twips { Twips(xMax &- xMin) }
    public var height: Twips { Twips(yMax &- yMin) }

    public func contains(_ point: TwipsPoint) -> Bool {
        point.x >= xMin && point.x <= xMax && point.y >= yMin && point.y <= yMax
    }

    public func union(_ other: TwipsRect) -> TwipsRect {
        TwipsRect(
            xMin: min(xMin, other.xMin), xMax: max(xMax, other.xMax),
            yMin: min(yMin, other.yMin), yMax: max(yMax, other.yMax))
    }

    public func union(_ point: TwipsPoint) -> TwipsRect {
        union(TwipsRect(xMin: point.x, xMax: point.x, yMin: point.y, yMax: point.y))
    }
}

/// A rectangle of device pixels, right and bottom exclusive.
public struct PixelRect: Hashable, Sendable {
    public var left, top, right, bottom: Int

    @inline(__always)
    public init(left: Int, top: Int, right: Int, bottom: Int) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    public static let empty = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

    public var isEmpty: Bool { left >= right || top >= bottom }
    public var width: Int { max(0, right - left) }
    public var height: Int { max(0, bottom - top) }
    public var area: Int { width * height }

    public func intersection(_ other: PixelRect) -> PixelRect {
        PixelRect(
            left: max(left, other.left), top: max(top, other.top),
            right: min(right, other.right), bottom: min(bottom, other.bottom))
    }

    public func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelRect(
            left: min(left, other.left), top: min(top, other.top),
            right: max(right, other.right), bottom: max(bottom, other.bottom))
    }

    public func intersects(_ other: PixelRect) -> Bool { !intersection(other).isEmpty }
}
