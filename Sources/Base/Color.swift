/// A colour with straight (not premultiplied) alpha, eight bits a channel.
public struct RGBA: Hashable, Sendable {
    public var red, green, blue, alpha: UInt8

    @inline(__always)
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// From 0xRRGGBB, opaque.
    public init(rgb: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
            blue: UInt8(truncatingIfNeeded: rgb))
    }

    public static let white = RGBA(red: 255, green: 255, blue: 255)
    public static let black = RGBA(red: 0, green: 0, blue: 0)
    public static let clear = RGBA(red: 0, green: 0, blue: 0, alpha: 0)

    /// 0xRRGGBB.
    public var rgb: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

    /// From a pixel of a surface. What is not there at all is clear black.
    @inline(__always)
    public init(premultiplied pixel: UInt32) {
        let alpha = pixel >> 24
        func straight(_ channel: UInt32) -> UInt8 {
            UInt8(truncatingIfNeeded: min(255, (channel &* 255 &+ alpha >> 1) / alpha))
        }
        self =
            alpha == 0
            ? .clear
            : RGBA(
                red: straight(pixel >> 16 & 255), green: straight(pixel >> 8 & 255), blue: straight(pixel & 255),
                alpha: UInt8(truncatingIfNeeded: alpha))
    }

    /// Premultiplied 0xAARRGGBB, the format of every surface.
    @inline(__always)
    public var premultiplied: UInt32 {
        func scaled(_ value: UInt8) -> UInt32 {
            let product = UInt32(value) &* UInt32(alpha) &+ 128
            return (product &+ product >> 8) >> 8
        }
        return UInt32(alpha) << 24 | scaled(red) << 16 | scaled(green) << 8 | scaled(blue)
    }
}

/// A colour transform as Flash stores it: factors in 8.8 fixed point (256 is 1.0), then offsets, channel by channel,
/// clamped to 0...255. It acts on straight, not premultiplied, colours.
///
/// Spec: SWF 19, "Color transform record", p. 24.
public struct ColorTransform: Hashable, Sendable {
    public var redMultiplier, greenMultiplier, blueMultiplier, alphaMultiplier: Int16
    public var redOffset, greenOffset, blueOffset, alphaOffset: Int16

    public init(
        redMultiplier: Int16 = 256, greenMultiplier: Int16 = 256, blueMultiplier: Int16 = 256,
        alphaMultiplier: Int16 = 256, redOffset: Int16 = 0, greenOffset: Int16 = 0, blueOffset: Int16 = 0,
        alphaOffset: Int16 = 0
    ) {
        self.redMultiplier = redMultiplier
        self.greenMultiplier = greenMultiplier
        self.blueMultiplier = blueMultiplier
        self.alphaMultiplier = alphaMultiplier
        self.redOffset = redOffset
        self.greenOffset = greenOffset
        self.blueOffset = blueOffset
        self.alphaOffset = alphaOffset
    }

    public static let identity = ColorTransform()

    public var isIdentity: Bool { self == .identity }

    /// The transform that applies `inner` (the child's) first and then `outer` (the parent's).
    public static func * (outer: ColorTransform, inner: ColorTransform) -> ColorTransform {
        func product(_ a: Int16, _ b: Int16) -> Int16 { Int16(truncatingIfNeeded: (Int32(a) &* Int32(b)) >> 8) }
        func offset(_ factor: Int16, _ inner: Int16, _ outer: Int16) -> Int16 {
            Int16(truncatingIfNeeded: (Int32(factor) &* Int32(inner)) >> 8 &+ Int32(outer))
        }
        return ColorTransform(
            redMultiplier: product(outer.redMultiplier, inner.redMultiplier),
            greenMultiplier: product(outer.greenMultiplier, inner.greenMultiplier),
            blueMultiplier: product(outer.blueMultiplier, inner.blueMultiplier),
            alphaMultiplier: product(outer.alphaMultiplier, inner.alphaMultiplier),
            redOffset: offset(outer.redMultiplier, inner.redOffset, outer.redOffset),
            greenOffset: offset(outer.greenMultiplier, inner.greenOffset, outer.greenOffset),
            blueOffset: offset(outer.blueMultiplier, inner.blueOffset, outer.blueOffset),
            alphaOffset: offset(outer.alphaMultiplier, inner.alphaOffset, outer.alphaOffset))
    }

    public func apply(_ color: RGBA) -> RGBA {
        func channel(_ value: UInt8, _ multiplier: Int16, _ offset: Int16) -> UInt8 {
            let sum = (Int32(value) &* Int32(multiplier)) >> 8 &+ Int32(offset)
            return UInt8(truncatingIfNeeded: max(0, min(255, sum)))
        }
        return RGBA(
            red: channel(color.red, redMultiplier, redOffset),
            green: channel(color.green, greenMultiplier, greenOffset),
            blue: channel(color.blue, blueMultiplier, blueOffset),
            alpha: channel(color.alpha, alphaMultiplier, alphaOffset))
    }
}

/// How a display object's pixels join those below it. Raw values are those of PlaceObject3 and DefineButton2.
///
/// Spec: SWF 19, "PlaceObject3", p. 39.
public enum BlendMode: UInt8, CaseIterable, Sendable {
    case normal = 1
    case layer, multiply, screen, lighten, darken, difference, add, subtract, invert, alpha, erase, overlay
    case hardLight = 14
}

/// How finely edges and bitmaps are drawn, `StageQuality` of ActionScript.
public enum Quality: String, CaseIterable, Sendable {
    case low, medium, high, best
    case high8x8 = "8x8"
    case high8x8linear = "8x8linear"
    case high16x16 = "16x16"
    case high16x16linear = "16x16linear"
}
