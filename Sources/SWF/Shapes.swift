import Base

/// DefineShape, 2, 3 and 4 (codes 2, 22, 32, 83).
///
/// Spec: SWF 19, "Shapes", pp. 116–135.
public struct DefineShape: Equatable, Sendable {
    /// 1 to 4.
    public var version: UInt8
    public var id: CharacterID
    /// Bounds with strokes.
    public var bounds: TwipsRect
    /// Bounds without strokes; the same as `bounds` before DefineShape4.
    public var edgeBounds: TwipsRect
    public var usesFillWindingRule: Bool
    public var styles: ShapeStyles
    public var records: [ShapeRecord]

    public init(
        version: UInt8, id: CharacterID, bounds: TwipsRect, edgeBounds: TwipsRect, usesFillWindingRule: Bool,
        styles: ShapeStyles, records: [ShapeRecord]
    ) {
        self.version = version
        self.id = id
        self.bounds = bounds
        self.edgeBounds = edgeBounds
        self.usesFillWindingRule = usesFillWindingRule
        self.styles = styles
        self.records = records
    }
}

/// Fill and line styles that edge records number from 1; 0 means none.
public struct ShapeStyles: Equatable, Sendable {
    public var fills: [FillStyle]
    public var lines: [LineStyle]
    public init(fills: [FillStyle] = [], lines: [LineStyle] = []) {
        self.fills = fills
        self.lines = lines
    }
}

public enum ShapeRecord: Equatable, Sendable {
    case styleChange(StyleChange)
    /// Deltas in twips from the current point.
    case line(dx: Int32, dy: Int32)
    /// Deltas of the control point from the current point and of the anchor from the control point.
    case curve(controlDX: Int32, controlDY: Int32, anchorDX: Int32, anchorDY: Int32)
}

/// A nil field leaves what was.
public struct StyleChange: Equatable, Sendable {
    public var moveTo: TwipsPoint?
    public var fill0, fill1, line: UInt32?
    public var newStyles: ShapeStyles?
    public init(
        moveTo: TwipsPoint? = nil, fill0: UInt32? = nil, fill1: UInt32? = nil, line: UInt32? = nil,
        newStyles: ShapeStyles? = nil
    ) {
        self.moveTo = moveTo
        self.fill0 = fill0
        self.fill1 = fill1
        self.line = line
        self.newStyles = newStyles
    }
}

public enum FillStyle: Equatable, Sendable {
    case solid(RGBA)
    /// The matrix maps the gradient square (-16384...16384 twips) to the shape.
    case linearGradient(Gradient, Matrix)
    case radialGradient(Gradient, Matrix)
    /// `focalPoint` is -1...1 along the x axis of the gradient square.
    case focalGradient(Gradient, Matrix, focalPoint: Double)
    /// The matrix maps bitmap pixels to twips of the shape (so 20 is a pixel to a pixel).
    case bitmap(CharacterID, Matrix, isSmoothed: Bool, isRepeating: Bool)
}

/// LINESTYLE and LINESTYLE2.
public struct LineStyle: Equatable, Sendable {
    /// In twips.
    public var width: UInt16
    public var fill: FillStyle
    public var startCap: LineCap = .round
    public var endCap: LineCap = .round
    public var join: LineJoin = .round
    /// The width does not grow with horizontal, or vertical, scale.
    public var noHScale = false
    public var noVScale = false
    public var pixelHinting = false
    public var noClose = false

    public init(width: UInt16, fill: FillStyle) {
        self.width = width
        self.fill = fill
    }
}

/// DefineMorphShape and DefineMorphShape2 (codes 46 and 84). Start and end styles have equal counts.
///
/// Spec: SWF 19, "Morph shapes", pp. 136–146.
public struct DefineMorphShape: Equatable, Sendable {
    /// 1 or 2.
    public var version: UInt8
    public var id: CharacterID
    public var startBounds, endBounds: TwipsRect
    public var startEdgeBounds, endEdgeBounds: TwipsRect
    public var start, end: ShapeStyles
    public var startRecords, endRecords: [ShapeRecord]

    public init(
        version: UInt8, id: CharacterID, startBounds: TwipsRect, endBounds: TwipsRect, startEdgeBounds: TwipsRect,
        endEdgeBounds: TwipsRect, start: ShapeStyles, end: ShapeStyles, startRecords: [ShapeRecord],
        endRecords: [ShapeRecord]
    ) {
        self.version = version
        self.id = id
        self.startBounds = startBounds
        self.endBounds = endBounds
        self.startEdgeBounds = startEdgeBounds
        self.endEdgeBounds = endEdgeBounds
        self.start = start
        self.end = end
        self.startRecords = startRecords
        self.endRecords = endRecords
    }
}
