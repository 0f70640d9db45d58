import Base

/// DefineSprite (code 39): a timeline of its own.
public struct DefineSprite: Equatable, Sendable {
    public var id: CharacterID
    public var frameCount: UInt16
    public var tags: [TagRecord]
    public init(id: CharacterID, frameCount: UInt16, tags: [TagRecord]) {
        self.id = id
        self.frameCount = frameCount
        self.tags = tags
    }
}

// MARK: Buttons

public struct ButtonStates: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let up = ButtonStates(rawValue: 1)
    public static let over = ButtonStates(rawValue: 2)
    public static let down = ButtonStates(rawValue: 4)
    public static let hitTest = ButtonStates(rawValue: 8)
}

/// Spec: SWF 19, "Button record", p. 196.
public struct ButtonRecord: Equatable, Sendable {
    public var states: ButtonStates
    public var id: CharacterID
    public var depth: Depth
    public var matrix: Matrix
    public var colorTransform: ColorTransform
    public var filters: [Filter]
    public var blendMode: BlendMode
    public init(
        states: ButtonStates, id: CharacterID, depth: Depth, matrix: Matrix, colorTransform: ColorTransform = .identity,
        filters: [Filter] = [], blendMode: BlendMode = .normal
    ) {
        self.states = states
        self.id = id
        self.depth = depth
        self.matrix = matrix
        self.colorTransform = colorTransform
        self.filters = filters
        self.blendMode = blendMode
    }
}

/// The transitions on which a button's actions run: BUTTONCONDACTION's flags, the key code in the top seven bits.
///
/// Spec: SWF 19, p. 199.
public struct ButtonConditions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    public static let idleToOverUp = ButtonConditions(rawValue: 1 << 0)
    public static let overUpToIdle = ButtonConditions(rawValue: 1 << 1)
    public static let overUpToOverDown = ButtonConditions(rawValue: 1 << 2)
    public static let overDownToOverUp = ButtonConditions(rawValue: 1 << 3)
    public static let overDownToOutDown = ButtonConditions(rawValue: 1 << 4)
    public static let outDownToOverDown = ButtonConditions(rawValue: 1 << 5)
    public static let outDownToIdle = ButtonConditions(rawValue: 1 << 6)
    public static let idleToOverDown = ButtonConditions(rawValue: 1 << 7)
    public static let overDownToIdle = ButtonConditions(rawValue: 1 << 8)
    public var keyCode: UInt8 { UInt8(rawValue >> 9) }
}

public struct ButtonAction: Equatable, Sendable {
    public var conditions: ButtonConditions
    public var actions: Range<Int>
    public init(conditions: ButtonConditions, actions: Range<Int>) {
        self.conditions = conditions
        self.actions = actions
    }
}

/// DefineButton and DefineButton2 (codes 7 and 34). DefineButton's actions get the condition overDownToOverUp.
public struct DefineButton: Equatable, Sendable {
    /// 1 or 2.
    public var version: UInt8
    public var id: CharacterID
    public var trackAsMenu: Bool
    public var records: [ButtonRecord]
    public var actions: [ButtonAction]
    public init(
        version: UInt8, id: CharacterID, trackAsMenu: Bool, records: [ButtonRecord], actions: [ButtonAction]
    ) {
        self.version = version
        self.id = id
        self.trackAsMenu = trackAsMenu
        self.records = records
        self.actions = actions
    }
}

/// The four sounds of a button; a nil one is silent.
public struct DefineButtonSound: Equatable, Sendable {
    public var id: CharacterID
    public var overToUp, upToOver, overToDown, downToOver: ButtonSound?
    public init(id: CharacterID) { self.id = id }
}

public struct ButtonSound: Equatable, Sendable {
    public var sound: CharacterID
    public var info: SoundInfo
    public init(sound: CharacterID, info: SoundInfo) {
        self.sound = sound
        self.info = info
    }
}

// MARK: Bitmaps

/// DefineBitsJPEG2, 3 and 4 (codes 21, 35, 90). Despite the name the data may be PNG or GIF.
public struct DefineBitsJPEG: Equatable, Sendable {
    /// 2 to 4.
    public var version: UInt8
    public var id: CharacterID
    public var image: Range<Int>
    /// zlib stream of one alpha byte a pixel; nil in version 2.
    public var alpha: Range<Int>?
    /// Strength of the deblocking filter, version 4 only.
    public var deblocking: Double
    public init(version: UInt8, id: CharacterID, image: Range<Int>, alpha: Range<Int>?, deblocking: Double) {
        self.version = version
        self.id = id
        self.image = image
        self.alpha = alpha
        self.deblocking = deblocking
    }
}

public enum LosslessFormat: UInt8, Sendable { case palette8 = 3, rgb15 = 4, rgb24 = 5 }

/// DefineBitsLossless and 2 (codes 20 and 36).
public struct DefineBitsLossless: Equatable, Sendable {
    public var id: CharacterID
    public var hasAlpha: Bool
    public var format: LosslessFormat
    public var width, height: UInt16
    /// Number of palette entries (1...256) of a palette image, else 0.
    public var paletteCount: Int
    /// zlib stream: palette, then rows padded to four bytes.
    public var data: Range<Int>
    public init(
        id: CharacterID, hasAlpha: Bool, format: LosslessFormat, width: UInt16, height: UInt16, paletteCount: Int,
        data: Range<Int>
    ) {
        self.id = id
        self.hasAlpha = hasAlpha
        self.format = format
        self.width = width
        self.height = height
        self.paletteCount = paletteCount
        self.data = data
    }
}

// MARK: Fonts and text

/// DefineFont, 2 and 3 (codes 10, 48, 75). Glyphs are shapes on an em square of 1024 units (20480 in DefineFont3).
public struct DefineFont: Equatable, Sendable {
    /// 1 to 3.
    public var version: UInt8
    public var id: CharacterID
    public var name: SWFString
    public var language: UInt8
    public var isBold, isItalic, isSmallText, isShiftJIS, isANSI: Bool
    public var glyphs: [FontGlyph]
    public var layout: FontLayout?
    public init(version: UInt8, id: CharacterID, name: SWFString, glyphs: [FontGlyph], layout: FontLayout? = nil) {
        self.version = version
        self.id = id
        self.name = name
        language = 0
        isBold = false
        isItalic = false
        isSmallText = false
        isShiftJIS = false
        isANSI = false
        self.glyphs = glyphs
        self.layout = layout
    }
}

public struct FontGlyph: Equatable, Sendable {
    public var records: [ShapeRecord]
    /// UTF-16 unit (or the font's own code page); 0 in DefineFont, whose codes come with DefineFontInfo.
    public var code: UInt16
    /// In em-square units; nil without layout. The specification has it signed; Flash reads it without a sign.
    public var advance: UInt16?
    public var bounds: TwipsRect?
    public init(records: [ShapeRecord], code: UInt16, advance: UInt16? = nil, bounds: TwipsRect? = nil) {
        self.records = records
        self.code = code
        self.advance = advance
        self.bounds = bounds
    }
}

public struct FontLayout: Equatable, Sendable {
    public var ascent, descent: UInt16
    public var leading: Int16
    public var kerning: [KerningRecord]
    public init(ascent: UInt16, descent: UInt16, leading: Int16, kerning: [KerningRecord]) {
        self.ascent = ascent
        self.descent = descent
        self.leading = leading
        self.kerning = kerning
    }
}

public struct KerningRecord: Equatable, Sendable {
    public var left, right: UInt16
    public var adjustment: Int16
    public init(left: UInt16, right: UInt16, adjustment: Int16) {
        self.left = left
        self.right = right
        self.adjustment = adjustment
    }
}

/// DefineFontInfo and 2 (codes 13 and 62): the code of each glyph of a DefineFont.
public struct DefineFontInfo: Equatable, Sendable {
    public var version: UInt8
    public var id: CharacterID
    public var name: SWFString
    public var isSmallText, isShiftJIS, isANSI, isItalic, isBold: Bool
    public var language: UInt8
    public var codes: [UInt16]
    public init(version: UInt8, id: CharacterID, name: SWFString, codes: [UInt16]) {
        self.version = version
        self.id = id
        self.name = name
        isSmallText = false
        isShiftJIS = false
        isANSI = false
        isItalic = false
        isBold = false
        language = 0
        self.codes = codes
    }
}

public struct DefineFontAlignZones: Equatable, Sendable {
    public var id: CharacterID
    /// 0 thin, 1 medium, 2 thick.
    public var tableHint: UInt8
    public var zones: [GlyphAlignZone]
    public init(id: CharacterID, tableHint: UInt8, zones: [GlyphAlignZone]) {
        self.id = id
        self.tableHint = tableHint
        self.zones = zones
    }
}

/// Two zones of a glyph, each a place and a size in em units (half-float in the file).
public struct GlyphAlignZone: Equatable, Sendable {
    public var coordinates: [Float]
    public var ranges: [Float]
    public var hasX, hasY: Bool
    public init(coordinates: [Float], ranges: [Float], hasX: Bool, hasY: Bool) {
        self.coordinates = coordinates
        self.ranges = ranges
        self.hasX = hasX
        self.hasY = hasY
    }
}

/// DefineFont4 (code 91): an OpenType font with CFF outlines, or none.
public struct DefineFont4: Equatable, Sendable {
    public var id: CharacterID
    public var name: SWFString
    public var isBold, isItalic: Bool
    public var data: Range<Int>?
    public init(id: CharacterID, name: SWFString, isBold: Bool, isItalic: Bool, data: Range<Int>?) {
        self.id = id
        self.name = name
        self.isBold = isBold
        self.isItalic = isItalic
        self.data = data
    }
}

/// DefineText and 2 (codes 11 and 33).
public struct DefineText: Equatable, Sendable {
    public var version: UInt8
    public var id: CharacterID
    public var bounds: TwipsRect
    public var matrix: Matrix
    public var records: [TextRecord]
    public init(version: UInt8, id: CharacterID, bounds: TwipsRect, matrix: Matrix, records: [TextRecord]) {
        self.version = version
        self.id = id
        self.bounds = bounds
        self.matrix = matrix
        self.records = records
    }
}

/// A run of glyphs; a nil field leaves what the record before had.
public struct TextRecord: Equatable, Sendable {
    public var font: CharacterID?
    /// Twips an em.
    public var height: UInt16?
    public var color: RGBA?
    public var xOffset, yOffset: Int16?
    public var glyphs: [TextGlyph]
    public init(
        font: CharacterID? = nil, height: UInt16? = nil, color: RGBA? = nil, xOffset: Int16? = nil,
        yOffset: Int16? = nil, glyphs: [TextGlyph]
    ) {
        self.font = font
        self.height = height
        self.color = color
        self.xOffset = xOffset
        self.yOffset = yOffset
        self.glyphs = glyphs
    }
}

public struct TextGlyph: Equatable, Sendable {
    public var index: UInt32
    /// In twips.
    public var advance: Int32
    public init(index: UInt32, advance: Int32) {
        self.index = index
        self.advance = advance
    }
}

/// The flags of DefineEditText, as the 16 bits of the file read big-endian (HasText is the top bit).
///
/// Spec: SWF 19, "DefineEditText", p. 181.
public struct EditTextFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    public static let hasText = EditTextFlags(rawValue: 1 << 15)
    public static let wordWrap = EditTextFlags(rawValue: 1 << 14)
    public static let multiline = EditTextFlags(rawValue: 1 << 13)
    public static let password = EditTextFlags(rawValue: 1 << 12)
    public static let readOnly = EditTextFlags(rawValue: 1 << 11)
    public static let hasTextColor = EditTextFlags(rawValue: 1 << 10)
    public static let hasMaxLength = EditTextFlags(rawValue: 1 << 9)
    public static let hasFont = EditTextFlags(rawValue: 1 << 8)
    public static let hasFontClass = EditTextFlags(rawValue: 1 << 7)
    public static let autoSize = EditTextFlags(rawValue: 1 << 6)
    public static let hasLayout = EditTextFlags(rawValue: 1 << 5)
    public static let noSelect = EditTextFlags(rawValue: 1 << 4)
    public static let border = EditTextFlags(rawValue: 1 << 3)
    public static let wasStatic = EditTextFlags(rawValue: 1 << 2)
    public static let html = EditTextFlags(rawValue: 1 << 1)
    public static let useOutlines = EditTextFlags(rawValue: 1 << 0)
}

/// DefineEditText (code 37). A nil field was absent.
public struct DefineEditText: Equatable, Sendable {
    public var id: CharacterID
    public var bounds: TwipsRect
    public var flags: EditTextFlags
    public var font: CharacterID?
    public var fontClass: SWFString?
    /// In twips.
    public var fontHeight: UInt16?
    public var color: RGBA?
    public var maxLength: UInt16?
    public var layout: EditTextLayout?
    public var variableName: SWFString
    public var initialText: SWFString?
    public init(id: CharacterID, bounds: TwipsRect, flags: EditTextFlags, variableName: SWFString) {
        self.id = id
        self.bounds = bounds
        self.flags = flags
        self.variableName = variableName
    }
}

public struct EditTextLayout: Equatable, Sendable {
    /// 0 left, 1 right, 2 centre, 3 justify.
    public var align: UInt8
    /// In twips.
    public var leftMargin, rightMargin, indent: UInt16
    public var leading: Int16
    public init(align: UInt8, leftMargin: UInt16, rightMargin: UInt16, indent: UInt16, leading: Int16) {
        self.align = align
        self.leftMargin = leftMargin
        self.rightMargin = rightMargin
        self.indent = indent
        self.leading = leading
    }
}

/// CSMTextSettings (code 74).
public struct CSMTextSettings: Equatable, Sendable {
    public var id: CharacterID
    public var usesAdvancedAntiAliasing: Bool
    /// 0 none, 1 pixel, 2 subpixel.
    public var gridFit: UInt8
    public var thickness, sharpness: Float
    public init(id: CharacterID, usesAdvancedAntiAliasing: Bool, gridFit: UInt8, thickness: Float, sharpness: Float) {
        self.id = id
        self.usesAdvancedAntiAliasing = usesAdvancedAntiAliasing
        self.gridFit = gridFit
        self.thickness = thickness
        self.sharpness = sharpness
    }
}
