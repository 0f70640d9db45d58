import Base

/// PlaceObject, PlaceObject2, PlaceObject3 and PlaceObject4 (codes 4, 26, 70, 94). A nil field was absent.
///
/// Spec: SWF 19, pp. 34–41.
public struct PlaceObject: Equatable, Sendable {
    /// 1 to 4: which of the tags it was.
    public var version: UInt8
    public var depth: Depth
    public var action: PlaceAction
    public var matrix: Matrix?
    public var colorTransform: ColorTransform?
    public var ratio: UInt16?
    public var name: SWFString?
    /// The clip masks the depths above its own up to and including this one.
    public var clipDepth: Depth?
    public var className: SWFString?
    public var filters: [Filter]?
    public var blendMode: BlendMode?
    public var bitmapCache: Bool?
    public var isVisible: Bool?
    /// Nil where absent; alpha is kept.
    public var backgroundColor: RGBA?
    /// The character is an image placed as such (PlaceObject3's HasImage).
    public var hasImage: Bool
    public var clipActions: [ClipAction]
    /// PlaceObject4: AMF3 data.
    public var amfData: Range<Int>?

    public init(version: UInt8, depth: Depth, action: PlaceAction) {
        self.version = version
        self.depth = depth
        self.action = action
        hasImage = false
        clipActions = []
    }
}

public enum PlaceAction: Equatable, Sendable {
    /// A new instance at an empty depth.
    case place(CharacterID)
    /// Changes what is at the depth.
    case modify
    /// Puts another character at the depth, keeping what is not given.
    case replace(CharacterID)
}

/// When a clip's actions run. Bits as in SWF 6 and later files (a 32-bit field).
///
/// Spec: SWF 19, "Clip event flags", p. 48.
public struct ClipEvents: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let load = ClipEvents(rawValue: 1 << 0)
    public static let enterFrame = ClipEvents(rawValue: 1 << 1)
    public static let unload = ClipEvents(rawValue: 1 << 2)
    public static let mouseMove = ClipEvents(rawValue: 1 << 3)
    public static let mouseDown = ClipEvents(rawValue: 1 << 4)
    public static let mouseUp = ClipEvents(rawValue: 1 << 5)
    public static let keyDown = ClipEvents(rawValue: 1 << 6)
    public static let keyUp = ClipEvents(rawValue: 1 << 7)
    public static let data = ClipEvents(rawValue: 1 << 8)
    public static let initialize = ClipEvents(rawValue: 1 << 9)
    public static let press = ClipEvents(rawValue: 1 << 10)
    public static let release = ClipEvents(rawValue: 1 << 11)
    public static let releaseOutside = ClipEvents(rawValue: 1 << 12)
    public static let rollOver = ClipEvents(rawValue: 1 << 13)
    public static let rollOut = ClipEvents(rawValue: 1 << 14)
    public static let dragOver = ClipEvents(rawValue: 1 << 15)
    public static let dragOut = ClipEvents(rawValue: 1 << 16)
    public static let keyPress = ClipEvents(rawValue: 1 << 17)
    public static let construct = ClipEvents(rawValue: 1 << 18)
}

public struct ClipAction: Equatable, Sendable {
    public var events: ClipEvents
    /// The key of a keyPress event.
    public var keyCode: UInt8?
    public var actions: Range<Int>
    public init(events: ClipEvents, keyCode: UInt8?, actions: Range<Int>) {
        self.events = events
        self.keyCode = keyCode
        self.actions = actions
    }
}

/// One filter of a FILTERLIST. Lengths are in pixels, angles in radians, strengths as factors.
///
/// Spec: SWF 19, "Filters", pp. 42–49.
public enum Filter: Equatable, Sendable {
    case dropShadow(DropShadowFilter)
    case blur(blurX: Double, blurY: Double, passes: UInt8)
    case glow(GlowFilter)
    case bevel(BevelFilter)
    case gradientGlow(GradientFilter)
    case convolution(ConvolutionFilter)
    /// 20 numbers, row by row: red, green, blue, alpha; offsets last in a row, 0...255.
    case colorMatrix([Float])
    case gradientBevel(GradientFilter)
    /// Only scripts can set one; no file holds it.
    case displacement(DisplacementFilter)
    /// Only scripts can set one; no file holds it.
    case shader(ShaderFilter)
}

/// A ShaderFilter as the display list keeps it.
public struct ShaderFilter: Equatable, Sendable {
    public var program: ProgramReference
    /// Pixels that the object's surface grows by.
    public var left, top, right, bottom: Int

    public init(program: ProgramReference, left: Int, top: Int, right: Int, bottom: Int) {
        self.program = program
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }
}

/// A DisplacementMapFilter as the display list keeps it.
public struct DisplacementFilter: Equatable, Sendable {
    public enum Mode: String, Sendable { case wrap, clamp, ignore, color }
    /// The player's name of the bitmap that is the map.
    public var map: UInt64
    /// Where the map lies on the object, in pixels.
    public var x, y: Double
    /// Channels of the map: 1 red, 2 green, 4 blue, 8 alpha; others move nothing.
    public var componentX, componentY: UInt32
    public var scaleX, scaleY: Double
    public var mode: Mode
    public var color: RGBA

    public init(
        map: UInt64, x: Double, y: Double, componentX: UInt32, componentY: UInt32, scaleX: Double, scaleY: Double,
        mode: Mode, color: RGBA
    ) {
        self.map = map
        self.x = x
        self.y = y
        self.componentX = componentX
        self.componentY = componentY
        self.scaleX = scaleX
        self.scaleY = scaleY
        self.mode = mode
        self.color = color
    }
}

public struct DropShadowFilter: Equatable, Sendable {
    public var color: RGBA
    public var blurX, blurY, angle, distance, strength: Double
    public var isInner, isKnockout, compositeSource: Bool
    public var passes: UInt8
    public init(
        color: RGBA, blurX: Double, blurY: Double, angle: Double, distance: Double, strength: Double, isInner: Bool,
        isKnockout: Bool, compositeSource: Bool, passes: UInt8
    ) {
        self.color = color
        self.blurX = blurX
        self.blurY = blurY
        self.angle = angle
        self.distance = distance
        self.strength = strength
        self.isInner = isInner
        self.isKnockout = isKnockout
        self.compositeSource = compositeSource
        self.passes = passes
    }
}

public struct GlowFilter: Equatable, Sendable {
    public var color: RGBA
    public var blurX, blurY, strength: Double
    public var isInner, isKnockout, compositeSource: Bool
    public var passes: UInt8
    public init(
        color: RGBA, blurX: Double, blurY: Double, strength: Double, isInner: Bool, isKnockout: Bool,
        compositeSource: Bool, passes: UInt8
    ) {
        self.color = color
        self.blurX = blurX
        self.blurY = blurY
        self.strength = strength
        self.isInner = isInner
        self.isKnockout = isKnockout
        self.compositeSource = compositeSource
        self.passes = passes
    }
}

public struct BevelFilter: Equatable, Sendable {
    public var shadowColor, highlightColor: RGBA
    public var blurX, blurY, angle, distance, strength: Double
    public var isInner, isKnockout, compositeSource, onTop: Bool
    public var passes: UInt8
    public init(
        shadowColor: RGBA, highlightColor: RGBA, blurX: Double, blurY: Double, angle: Double, distance: Double,
        strength: Double, isInner: Bool, isKnockout: Bool, compositeSource: Bool, onTop: Bool, passes: UInt8
    ) {
        self.shadowColor = shadowColor
        self.highlightColor = highlightColor
        self.blurX = blurX
        self.blurY = blurY
        self.angle = angle
        self.distance = distance
        self.strength = strength
        self.isInner = isInner
        self.isKnockout = isKnockout
        self.compositeSource = compositeSource
        self.onTop = onTop
        self.passes = passes
    }
}

public struct GradientFilter: Equatable, Sendable {
    public var colors: [RGBA]
    public var ratios: [UInt8]
    public var blurX, blurY, angle, distance, strength: Double
    public var isInner, isKnockout, compositeSource, onTop: Bool
    public var passes: UInt8
    public init(
        colors: [RGBA], ratios: [UInt8], blurX: Double, blurY: Double, angle: Double, distance: Double,
        strength: Double, isInner: Bool, isKnockout: Bool, compositeSource: Bool, onTop: Bool, passes: UInt8
    ) {
        self.colors = colors
        self.ratios = ratios
        self.blurX = blurX
        self.blurY = blurY
        self.angle = angle
        self.distance = distance
        self.strength = strength
        self.isInner = isInner
        self.isKnockout = isKnockout
        self.compositeSource = compositeSource
        self.onTop = onTop
        self.passes = passes
    }
}

public struct ConvolutionFilter: Equatable, Sendable {
    public var columns, rows: UInt8
    public var divisor, bias: Float
    /// `columns * rows` factors, row by row.
    public var matrix: [Float]
    public var defaultColor: RGBA
    public var clamp, preserveAlpha: Bool
    public init(
        columns: UInt8, rows: UInt8, divisor: Float, bias: Float, matrix: [Float], defaultColor: RGBA, clamp: Bool,
        preserveAlpha: Bool
    ) {
        self.columns = columns
        self.rows = rows
        self.divisor = divisor
        self.bias = bias
        self.matrix = matrix
        self.defaultColor = defaultColor
        self.clamp = clamp
        self.preserveAlpha = preserveAlpha
    }
}
