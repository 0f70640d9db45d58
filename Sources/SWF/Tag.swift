import Base

/// A text of a SWF file, undecoded: UTF-8 from SWF 6 on, the author's code page before.
public struct SWFString: Hashable, Sendable {
    public var bytes: [UInt8]
    public init(_ bytes: [UInt8]) { self.bytes = bytes }
    public init(_ text: String) { bytes = Array(text.utf8) }
}

/// Identifies a character of a movie's dictionary.
public typealias CharacterID = UInt16
/// A place in the display list; higher is nearer to the viewer.
public typealias Depth = UInt16

/// One decoded tag. A tag that holds code or media keeps its byte range in ``Movie/bytes`` and is decoded when used.
public enum Tag: Equatable, Sendable {
    // Control
    case end
    case showFrame
    case setBackgroundColor(RGBA)
    case frameLabel(SWFString, isAnchor: Bool)
    case protect(password: SWFString?)
    case fileAttributes(FileAttributes)
    case metadata(SWFString)
    case exportAssets([ExportedAsset])
    case importAssets(url: SWFString, [ExportedAsset])
    case enableDebugger(password: SWFString)
    case enableDebugger2(password: SWFString)
    case debugID(Range<Int>)
    case scriptLimits(maxRecursionDepth: UInt16, timeoutSeconds: UInt16)
    case setTabIndex(depth: Depth, index: UInt16)
    case symbolClass([SymbolClass])
    case defineSceneAndFrameLabelData(scenes: [SceneRecord], labels: [FrameLabelRecord])
    case enableTelemetry(passwordHash: Range<Int>?)
    case productInfo(ProductInfo)
    case nameCharacter(id: CharacterID, name: SWFString)

    // Display list
    case placeObject(PlaceObject)
    /// RemoveObject gives a character too; RemoveObject2 only a depth.
    case removeObject(depth: Depth, character: CharacterID?)

    // Code: byte ranges
    case doAction(Range<Int>)
    case doInitAction(sprite: CharacterID, Range<Int>)
    /// DoABC (72) has flags 0 and an empty name; DoABC2 (82) brings both.
    case doABC(flags: UInt32, name: SWFString, Range<Int>)

    // Characters
    case defineShape(DefineShape)
    case defineMorphShape(DefineMorphShape)
    case defineSprite(DefineSprite)
    case defineButton(DefineButton)
    case defineButtonColorTransform(id: CharacterID, [ColorTransform])
    case defineButtonSound(DefineButtonSound)
    case defineBits(id: CharacterID, jpeg: Range<Int>)
    case jpegTables(Range<Int>)
    case defineBitsJPEG(DefineBitsJPEG)
    case defineBitsLossless(DefineBitsLossless)
    case defineFont(DefineFont)
    case defineFontInfo(DefineFontInfo)
    case defineFontAlignZones(DefineFontAlignZones)
    case defineFontName(id: CharacterID, name: SWFString, copyright: SWFString)
    case defineFont4(DefineFont4)
    case defineText(DefineText)
    case defineEditText(DefineEditText)
    case csmTextSettings(CSMTextSettings)
    case defineSound(DefineSound)
    case startSound(StartSound)
    case soundStreamHead(SoundStreamHead)
    case soundStreamBlock(Range<Int>)
    case defineVideoStream(DefineVideoStream)
    case videoFrame(stream: CharacterID, frame: UInt16, data: Range<Int>)
    case defineBinaryData(id: CharacterID, data: Range<Int>)
    case defineScalingGrid(id: CharacterID, TwipsRect)

    case unknown(code: UInt16, Range<Int>)
}

/// Spec: SWF 19, "FileAttributes", p. 57.
public struct FileAttributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let useNetwork = FileAttributes(rawValue: 1)
    public static let actionScript3 = FileAttributes(rawValue: 8)
    public static let hasMetadata = FileAttributes(rawValue: 16)
    public static let useGPU = FileAttributes(rawValue: 32)
    public static let useDirectBlit = FileAttributes(rawValue: 64)
}

public struct ExportedAsset: Equatable, Sendable {
    public var id: CharacterID
    public var name: SWFString
    public init(id: CharacterID, name: SWFString) {
        self.id = id
        self.name = name
    }
}

public struct SymbolClass: Equatable, Sendable {
    public var id: CharacterID
    public var className: SWFString
    public init(id: CharacterID, className: SWFString) {
        self.id = id
        self.className = className
    }
}

public struct SceneRecord: Equatable, Sendable {
    /// First frame of the scene, from 0.
    public var startFrame: UInt32
    public var name: SWFString
    public init(startFrame: UInt32, name: SWFString) {
        self.startFrame = startFrame
        self.name = name
    }
}

public struct FrameLabelRecord: Equatable, Sendable {
    /// From 0.
    public var frame: UInt32
    public var label: SWFString
    public init(frame: UInt32, label: SWFString) {
        self.frame = frame
        self.label = label
    }
}

public struct ProductInfo: Equatable, Sendable {
    public var productID, edition: UInt32
    public var majorVersion, minorVersion: UInt8
    public var build, compilationDate: UInt64
    public init(
        productID: UInt32, edition: UInt32, majorVersion: UInt8, minorVersion: UInt8, build: UInt64,
        compilationDate: UInt64
    ) {
        self.productID = productID
        self.edition = edition
        self.majorVersion = majorVersion
        self.minorVersion = minorVersion
        self.build = build
        self.compilationDate = compilationDate
    }
}
