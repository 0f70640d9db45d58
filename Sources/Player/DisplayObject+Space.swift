import Base
import Glibc

/// Where an object lies in space, as scripts see it: a matrix, and the numbers that it was made of.
public struct SpacePlacement: Equatable, Sendable {
    /// Lengths in pixels.
    public private(set) var matrix: Matrix4
    private var scale: [Double]
    /// About the three axes, in degrees.
    private var rotation: [Double]

    /// Scripts have given the matrix.
    public init(_ matrix: Matrix4) {
        self.matrix = matrix
        (scale, rotation) = Self.parts(matrix)
    }

    /// What lies in the plane as `placement` says, at a place in pixels.
    init(_ matrix: Matrix, _ placement: Placement2D) {
        self.init(
            Matrix4(
                [
                    Double(matrix.a), Double(matrix.b), 0, 0, Double(matrix.c), Double(matrix.d), 0, 0, 0, 0, 1, 0,
                    Double(matrix.tx) / 20, Double(matrix.ty) / 20, 0, 1,
                ]))
        scale = [placement.scaleX / 100, placement.scaleY / 100, 1]
        rotation = [0, 0, placement.rotation]
    }

    public var position: [Double] { Array(matrix.numbers[12..<15]) }
    public func position(_ axis: Int) -> Double { matrix.numbers[12 + axis] }
    public mutating func setPosition(_ axis: Int, _ value: Double) { matrix.numbers[12 + axis] = value }

    public func scale(_ axis: Int) -> Double { scale[axis] }
    public mutating func setScale(_ axis: Int, _ value: Double) {
        scale[axis] = value
        compose()
    }

    public func rotation(_ axis: Int) -> Double { rotation[axis] }
    public mutating func setRotation(_ axis: Int, _ value: Double) {
        rotation[axis] = value
        compose()
    }

    /// First scaled, then turned about x, y and z, then moved.
    private mutating func compose() {
        let angles = rotation.map { ($0.isFinite ? $0 : 0) * .pi / 180 }
        let (cx, cy, cz) = (cos(angles[0]), cos(angles[1]), cos(angles[2]))
        let (sx, sy, sz) = (sin(angles[0]), sin(angles[1]), sin(angles[2]))
        let axes = [
            [cy * cz, cy * sz, -sy], [sx * sy * cz - cx * sz, sx * sy * sz + cx * cz, sx * cy],
            [cx * sy * cz + sx * sz, cx * sy * sz - sx * cz, cx * cy],
        ]
        for column in 0..<3 {
            for row in 0..<3 { matrix.numbers[column * 4 + row] = axes[column][row] * scale[column] }
        }
    }

    private static func parts(_ matrix: Matrix4) -> (scale: [Double], rotation: [Double]) {
        let n = matrix.numbers
        var axes = (0..<3).map { SIMD3(n[$0 * 4], n[$0 * 4 + 1], n[$0 * 4 + 2]) }
        var scale = [0.0, 0, 0]
        for index in 0..<3 {
            for other in 0..<index { axes[index] -= axes[other] * (axes[index] * axes[other]).sum() }
            scale[index] = (axes[index] * axes[index]).sum().squareRoot()
            if scale[index] != 0 { axes[index] /= scale[index] }
        }
        let cross = SIMD3(
            axes[1].y * axes[2].z - axes[1].z * axes[2].y, axes[1].z * axes[2].x - axes[1].x * axes[2].z,
            axes[1].x * axes[2].y - axes[1].y * axes[2].x)
        if (axes[0] * cross).sum() < 0 {
            scale[2] = -scale[2]
            axes[2] = -axes[2]
        }
        let y = asin(max(-1, min(1, -axes[0].z)))
        let isUpright = abs(axes[0].z) == 1
        let x = isUpright ? 0 : atan2(axes[1].z, axes[2].z)
        let z = isUpright ? atan2(-axes[1].x, axes[1].y) : atan2(axes[0].y, axes[0].x)
        return (scale, [x, y, z].map { $0 * 180 / .pi })
    }

    /// The plane's part of it: what bounds and the mouse go by.
    var flat: Matrix {
        let n = matrix.numbers
        func entry(_ number: Double) -> Float { number.isFinite ? Float(number) : 0 }
        return Matrix(
            a: entry(n[0]), b: entry(n[1]), c: entry(n[4]), d: entry(n[5]), tx: Twips(pixels: n[12]).raw,
            ty: Twips(pixels: n[13]).raw)
    }
}

/// How an object and what is in it are seen where they leave the plane.
public struct Perspective: Equatable, Sendable {
    /// In degrees.
    public var fieldOfView: Double
    /// In pixels of the object that has it.
    public var centreX, centreY: Double
    /// Half the width that the field of view takes in, in pixels.
    public var halfWidth: Double

    public init(fieldOfView: Double = 55, centreX: Double = 250, centreY: Double = 250, halfWidth: Double = 250) {
        self.fieldOfView = fieldOfView
        self.centreX = centreX
        self.centreY = centreY
        self.halfWidth = halfWidth
    }

    /// From the eye to the screen, in pixels. Quirk: in single precision from the cotangent on.
    public var focalLength: Double { Double(Float(halfWidth) * Float(1 / tan(fieldOfView * .pi / 360))) }
}

extension DisplayObject {
    /// Scripts have set where it lies in space; nil: it lies in the plane.
    public var space: SpacePlacement? {
        get { extras?.space }
        set {
            if newValue == nil && extras == nil { return }
            isTransformedByScript = true
            makeExtras().space = newValue
            if let newValue {
                scriptPlacement = nil
                matrix = newValue.flat
            } else {
                player.invalidate()
            }
        }
    }

    /// The perspective that scripts have given it.
    public var perspective: Perspective? {
        get { extras?.perspective }
        set {
            if newValue == nil && extras == nil { return }
            makeExtras().perspective = newValue
            player.invalidate()
        }
    }

    private func makeExtras() -> SpaceExtras {
        if let extras { return extras }
        let made = SpaceExtras()
        extras = made
        return made
    }

    /// What it would have in space, though it lies in the plane.
    public var spaceOrFlat: SpacePlacement { space ?? SpacePlacement(matrix, scriptPlacement ?? Placement2D(matrix)) }

    /// Changes one number of its place in space; from then on it is there.
    public func setInSpace(_ change: (inout SpacePlacement) -> Void) {
        var placement = spaceOrFlat
        change(&placement)
        space = placement
    }

    /// Half the width that goes with its field of view: the stage's; nil for the stage itself.
    public var perspectiveHalfWidth: Double? { self is StageObject ? nil : Double(player.stageSize.width) / 2 }

    /// The perspective in force for it where no script has given one: that of the movie's root, or the standard.
    public var standardPerspective: Perspective? {
        if self is StageObject { return Perspective() }
        guard parent is StageObject else { return nil }
        let size = player.stageSize
        let half = (x: Double(size.width) / 2, y: Double(size.height) / 2)
        return Perspective(centreX: half.x, centreY: half.y, halfWidth: half.x)
    }
}

/// What few objects have, in memory of its own.
final class SpaceExtras {
    var space: SpacePlacement?
    var perspective: Perspective?
}
