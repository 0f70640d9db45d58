import Base

/// A filter on premultiplied pixels. Lengths are in pixels of the surface that it is applied to.
///
/// Source: "ActionScript 3.0 Reference", package flash.filters; how wide a box is and where it rounds: measured.
public enum PixelFilter: Hashable, Sendable {
    case blur(BoxSize)
    /// A glow, a drop shadow, or either with a gradient.
    case glow(EdgeEffect)
    /// Light on one side of the edges, shadow on the other. It always shows the object.
    case bevel(EdgeEffect)
    /// 20 numbers, row by row: red, green, blue, alpha; offsets last in a row, 0...255.
    case colorMatrix([Float])
    case convolution(Convolution)
    case displacement(Displacement)
    case program(Program)

    /// A program that makes a picture of the object's.
    public struct Program: Hashable, Sendable {
        public var reference: ProgramReference
        /// Pixels that the surface grows by on each side.
        public var left, top, right, bottom: Int

        public init(_ reference: ProgramReference, left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) {
            func limited(_ extent: Int) -> Int { max(0, min(4096, extent)) }
            self.reference = reference
            self.left = limited(left)
            self.top = limited(top)
            self.right = limited(right)
            self.bottom = limited(bottom)
        }
    }

    /// Boxes of a blur: how wide and high, and how often one after the other.
    public struct BoxSize: Hashable, Sendable {
        public var x, y: Double
        public var passes: Int
        public init(x: Double, y: Double, passes: Int) {
            self.x = x.isNaN ? 0 : max(0, min(255, x))
            self.y = y.isNaN ? 0 : max(0, min(255, y))
            self.passes = max(0, min(15, passes))
        }
    }

    /// Which side of an edge a filter works on.
    public enum Side: Hashable, Sendable { case inner, outer, full }

    /// What the blurred alpha of an object makes of its edges.
    public struct EdgeEffect: Hashable, Sendable {
        /// 256 premultiplied colours. Of a glow by how strong it is: of one colour, that colour fading in. Of a bevel
        /// the highlight at full strength first, what is flat in the middle, the shadow last.
        public var ramp: [UInt32]
        public var box: BoxSize
        /// 0...255.
        public var strength: Double
        public var dx, dy: Double
        public var side: Side
        public var isKnockout: Bool
        /// Whether the object itself shows.
        public var showsSource: Bool
        public init(
            ramp: [UInt32], box: BoxSize, strength: Double, dx: Double = 0, dy: Double = 0, side: Side,
            isKnockout: Bool, showsSource: Bool = true
        ) {
            self.ramp = ramp
            self.box = box
            self.strength = strength
            self.dx = dx
            self.dy = dy
            self.side = side
            self.isKnockout = isKnockout
            self.showsSource = showsSource
        }
    }

    public struct Convolution: Hashable, Sendable {
        public var columns, rows: Int
        /// `columns * rows` factors, row by row.
        public var matrix: [Float]
        public var divisor, bias: Float
        public var preservesAlpha: Bool
        /// Beyond the edge the edge goes on; else there is `color`.
        public var isClamped: Bool
        public var color: RGBA
        public init(
            columns: Int, rows: Int, matrix: [Float], divisor: Float, bias: Float, preservesAlpha: Bool,
            isClamped: Bool, color: RGBA
        ) {
            self.columns = columns
            self.rows = rows
            self.matrix = matrix
            self.divisor = divisor
            self.bias = bias
            self.preservesAlpha = preservesAlpha
            self.isClamped = isClamped
            self.color = color
        }
    }

    public struct Displacement: Hashable, Sendable {
        public enum Mode: Hashable, Sendable { case wrap, clamp, ignore, color }
        /// A channel of the map: how far its byte lies to the right in 0xAARRGGBB; nil: none moves.
        public var map: BitmapID
        public var shiftX, shiftY: UInt32?
        public var scaleX, scaleY: Double
        /// Where the map's origin lies on the surface, and how large a pixel of it is there.
        public var originX, originY: Double
        public var zoomX, zoomY: Double
        public var mode: Mode
        public var color: RGBA
        public init(
            map: BitmapID, shiftX: UInt32?, shiftY: UInt32?, scaleX: Double, scaleY: Double, originX: Double,
            originY: Double, zoomX: Double = 1, zoomY: Double = 1, mode: Mode, color: RGBA
        ) {
            self.map = map
            self.shiftX = shiftX
            self.shiftY = shiftY
            self.scaleX = scaleX
            self.scaleY = scaleY
            self.originX = originX
            self.originY = originY
            self.zoomX = zoomX
            self.zoomY = zoomY
            self.mode = mode
            self.color = color
        }
    }

    /// How far pixels can be carried beyond a rectangle.
    public func reach(of rect: PixelRect) -> PixelRect {
        switch self {
        case .blur(let box): return rect.grown(box.reachX, box.reachY)
        case .glow(let effect), .bevel(let effect):
            if effect.side == .inner { return rect }
            // The blurred edges have to be there before they move either way.
            let grown = rect.grown(effect.box.reachX, effect.box.reachY)
            return grown.union(grown.moved(effect.dx, effect.dy)).union(grown.moved(-effect.dx, -effect.dy))
        case .colorMatrix, .convolution: return rect
        case .program(let program):
            return PixelRect(
                left: rect.left - program.left, top: rect.top - program.top, right: rect.right + program.right,
                bottom: rect.bottom + program.bottom)
        case .displacement(let map):
            return rect.grown(Self.pixels(abs(map.scaleX) / 2), Self.pixels(abs(map.scaleY) / 2))
        }
    }

    private static func pixels(_ length: Double) -> Int {
        length.isFinite ? Int(min(8192, length.rounded(.up))) : 0
    }
}

extension PixelFilter.BoxSize {
    /// Pixels that all passes together carry to each side.
    var reachX: Int { passes * BoxBlur.Kernel(size: x).reach }
    var reachY: Int { passes * BoxBlur.Kernel(size: y).reach }
}

extension PixelRect {
    public func grown(_ x: Int, _ y: Int) -> PixelRect {
        PixelRect(left: left - x, top: top - y, right: right + x, bottom: bottom + y)
    }

    /// Moved by a length that may be broken: all pixels that are touched.
    func moved(_ dx: Double, _ dy: Double) -> PixelRect {
        let x = dx.isFinite ? max(-8192, min(8192, dx)) : 0
        let y = dy.isFinite ? max(-8192, min(8192, dy)) : 0
        return PixelRect(
            left: left + Int(x.rounded(.down)), top: top + Int(y.rounded(.down)), right: right + Int(x.rounded(.up)),
            bottom: bottom + Int(y.rounded(.up)))
    }

    public func moved(by x: Int, _ y: Int) -> PixelRect {
        PixelRect(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
    }
}
