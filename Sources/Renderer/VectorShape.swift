import Base

/// A stretch of outline: a line, or a quadratic curve through its control point. Twips of the shape's own space.
public struct ShapeEdge: Equatable, Sendable {
    public var from: TwipsPoint
    /// Meaningful where ``isCurve``.
    public var control: TwipsPoint
    public var to: TwipsPoint
    public var isCurve: Bool
    /// Fill on the left and on the right of the direction of travel (y grows downwards): fillStyle0 and fillStyle1.
    /// An index into the layer's fills from 1; 0 is none.
    public var fill0, fill1: UInt16
    /// An index into the layer's strokes from 1; 0 is none.
    public var line: UInt16

    public init(
        from: TwipsPoint, to: TwipsPoint, control: TwipsPoint? = nil, fill0: UInt16 = 0, fill1: UInt16 = 0,
        line: UInt16 = 0
    ) {
        self.from = from
        self.control = control ?? from
        self.to = to
        isCurve = control != nil
        self.fill0 = fill0
        self.fill1 = fill1
        self.line = line
    }
}

/// What an area is filled with.
public enum Paint: Equatable, Sendable {
    case solid(RGBA)
    /// The matrix maps the gradient square (-16384...16384 both ways) to the shape's twips.
    case linear(Gradient, Affine)
    /// `focalPoint` is -1...1 along the square's x axis; 0 for a plain radial gradient.
    case radial(Gradient, Affine, focalPoint: Double)
    /// The matrix maps bitmap pixels to the shape's twips.
    case bitmap(BitmapID, Affine, isSmoothed: Bool, isRepeating: Bool)
    /// A bitmap in perspective. The projection leads from the shape's twips to bitmap pixels.
    case projected(BitmapID, Projection, isSmoothed: Bool, isRepeating: Bool)
    /// The matrix maps the program's coordinates to the shape's twips.
    case program(ProgramReference, Affine)
}

/// How an outline is drawn.
public struct Stroke: Equatable, Sendable {
    /// In twips; 0 is a hairline. A stroke is never thinner than a pixel on the screen.
    public var width: Double
    public var paint: Paint
    public var startCap: LineCap = .round
    public var endCap: LineCap = .round
    public var join: LineJoin = .round
    /// The width keeps its size whatever the horizontal, or vertical, scale.
    public var noHScale = false
    public var noVScale = false
    public var pixelHinting = false
    /// The ends of a closed outline are not joined.
    public var noClose = false

    public init(width: Double, paint: Paint) {
        self.width = width
        self.paint = paint
    }
}

/// Edges that share one set of styles. Its fills are drawn first, all together, and then its strokes.
public struct ShapeLayer: Equatable, Sendable {
    public var fills: [Paint]
    public var strokes: [Stroke]
    /// In the order of the file: neighbours that meet and have the same line are one stroke path.
    public var edges: [ShapeEdge]

    public init(fills: [Paint] = [], strokes: [Stroke] = [], edges: [ShapeEdge] = []) {
        self.fills = fills
        self.strokes = strokes
        self.edges = edges
    }
}

/// A picture made of outlines: layers, lowest first.
public struct VectorShape: Equatable, Sendable {
    public var layers: [ShapeLayer]
    /// Bounds in twips, strokes included.
    public var bounds: TwipsRect
    /// Overlaps are filled by winding number instead of by even and odd (DefineShape4, `drawPath`).
    public var isNonZero: Bool
    /// Units of its coordinates that are a pixel where it is drawn in its own size.
    public var unitsPerPixel = 20.0

    public init(layers: [ShapeLayer], bounds: TwipsRect, isNonZero: Bool = false) {
        self.layers = layers
        self.bounds = bounds
        self.isNonZero = isNonZero
    }
}
