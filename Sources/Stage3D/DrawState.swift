/// Which sides of triangles something is about. `rawValue` of this and what follows: the name that scripts use.
public enum TriangleFace: String, Sendable {
    case none, front, back, frontAndBack

    func includes(isFront: Bool) -> Bool {
        switch self {
        case .none: false
        case .front: isFront
        case .back: !isFront
        case .frontAndBack: true
        }
    }
}

public enum CompareMode: String, Sendable {
    case always, never, less, lessEqual, equal, greaterEqual, greater, notEqual

    @inline(__always)
    func holds<Number: Comparable>(_ new: Number, _ old: Number) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .less: new < old
        case .lessEqual: new <= old
        case .equal: new == old
        case .greaterEqual: new >= old
        case .greater: new > old
        case .notEqual: new != old
        }
    }
}

public enum BlendFactor: String, Sendable {
    case zero, one, sourceColor, oneMinusSourceColor, sourceAlpha, oneMinusSourceAlpha, destinationColor
    case oneMinusDestinationColor, destinationAlpha, oneMinusDestinationAlpha

    /// What a colour is multiplied by; colours are red to alpha.
    @inline(__always)
    func factor(_ source: SIMD4<Float>, _ destination: SIMD4<Float>) -> SIMD4<Float> {
        switch self {
        case .zero: .zero
        case .one: .one
        case .sourceColor: source
        case .oneMinusSourceColor: 1 - source
        case .sourceAlpha: SIMD4(repeating: source.w)
        case .oneMinusSourceAlpha: SIMD4(repeating: 1 - source.w)
        case .destinationColor: destination
        case .oneMinusDestinationColor: 1 - destination
        case .destinationAlpha: SIMD4(repeating: destination.w)
        case .oneMinusDestinationAlpha: SIMD4(repeating: 1 - destination.w)
        }
    }
}

public enum StencilAction: String, Sendable {
    case keep, zero, set, invert, incrementSaturate, decrementSaturate, incrementWrap, decrementWrap

    func applied(to old: UInt8, reference: UInt8) -> UInt8 {
        switch self {
        case .keep: old
        case .zero: 0
        case .set: reference
        case .invert: ~old
        case .incrementSaturate: old == .max ? old : old + 1
        case .decrementSaturate: old == 0 ? old : old - 1
        case .incrementWrap: old &+ 1
        case .decrementWrap: old &- 1
        }
    }
}

/// What the stencil does for one side of triangles.
public struct StencilFace: Sendable {
    public var compare = CompareMode.always
    public var bothPass = StencilAction.keep
    public var depthFails = StencilAction.keep
    public var stencilFails = StencilAction.keep
    public init() {}
}

/// Pixels of a target, exclusive on the right and below.
public struct PixelArea: Equatable, Sendable {
    public var left, top, right, bottom: Int
    public init(left: Int, top: Int, right: Int, bottom: Int) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    func intersection(_ other: PixelArea) -> PixelArea {
        PixelArea(
            left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
            bottom: min(bottom, other.bottom))
    }
    public var isEmpty: Bool { left >= right || top >= bottom }
}

/// What scripts have set for the draws to come.
public struct DrawState: Sendable {
    public var culling = TriangleFace.none
    public var writesDepth = true
    public var depthCompare = CompareMode.less
    public var sourceFactor = BlendFactor.one
    public var destinationFactor = BlendFactor.zero
    /// Whether red, green, blue and alpha are written.
    public var colorMask = SIMDMask<SIMD4<Int32>>(repeating: true)
    public var frontStencil = StencilFace()
    public var backStencil = StencilFace()
    public var stencilReference: UInt8 = 0
    public var stencilReadMask: UInt8 = 255
    public var stencilWriteMask: UInt8 = 255
    /// Nil: all of the target.
    public var scissor: PixelArea?
    public init() {}
}
