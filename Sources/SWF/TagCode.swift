/// The tag codes of SWF 19, appendix A, and the undocumented ones that files hold. A code that is not here is skipped
/// by its length.
public enum TagCode: UInt16, CaseIterable, Sendable {
    case end = 0
    case showFrame = 1
    case defineShape = 2
    case placeObject = 4
    case removeObject = 5
    case defineBits = 6
    case defineButton = 7
    case jpegTables = 8
    case setBackgroundColor = 9
    case defineFont = 10
    case defineText = 11
    case doAction = 12
    case defineFontInfo = 13
    case defineSound = 14
    case startSound = 15
    case defineButtonSound = 17
    case soundStreamHead = 18
    case soundStreamBlock = 19
    case defineBitsLossless = 20
    case defineBitsJPEG2 = 21
    case defineShape2 = 22
    case defineButtonColorTransform = 23
    case protect = 24
    case placeObject2 = 26
    case removeObject2 = 28
    case defineShape3 = 32
    case defineText2 = 33
    case defineButton2 = 34
    case defineBitsJPEG3 = 35
    case defineBitsLossless2 = 36
    case defineEditText = 37
    case defineSprite = 39
    /// Undocumented: a name that the authoring tool gave a character.
    case nameCharacter = 40
    /// Undocumented: the compiler that made the file.
    case productInfo = 41
    case frameLabel = 43
    case soundStreamHead2 = 45
    case defineMorphShape = 46
    case defineFont2 = 48
    case exportAssets = 56
    case importAssets = 57
    case enableDebugger = 58
    case doInitAction = 59
    case defineVideoStream = 60
    case videoFrame = 61
    case defineFontInfo2 = 62
    /// Undocumented: matches the movie with its SWD file.
    case debugID = 63
    case enableDebugger2 = 64
    case scriptLimits = 65
    case setTabIndex = 66
    case fileAttributes = 69
    case placeObject3 = 70
    case importAssets2 = 71
    /// Undocumented: DoABC without flags and name.
    case doABC = 72
    case defineFontAlignZones = 73
    case csmTextSettings = 74
    case defineFont3 = 75
    case symbolClass = 76
    case metadata = 77
    case defineScalingGrid = 78
    case doABC2 = 82
    case defineShape4 = 83
    case defineMorphShape2 = 84
    case defineSceneAndFrameLabelData = 86
    case defineBinaryData = 87
    case defineFontName = 88
    case startSound2 = 89
    case defineBitsJPEG4 = 90
    case defineFont4 = 91
    case enableTelemetry = 93
    /// Undocumented: PlaceObject3 with AMF3 data behind it.
    case placeObject4 = 94
}
