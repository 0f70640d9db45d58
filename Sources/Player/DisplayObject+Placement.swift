import Base
import Glibc

/// Position, scale and rotation as scripts see them. A matrix holds less than they do (a scale of 0 loses the
/// rotation), so the numbers that scripts set are kept beside it.
extension DisplayObject {
    public var x: Double {
        get { space?.position(0) ?? Double(matrix.tx &+ originOffset.x) / 20 }
        set {
            isTransformedByScript = true
            if space != nil { return setInSpace { $0.setPosition(0, newValue) } }
            matrix.tx = Self.wholeTwips(newValue) &- originOffset.x
        }
    }

    /// Quirk: a place that a script sets loses what is less than a twip; it is not rounded.
    private static func wholeTwips(_ pixels: Double) -> Int32 { Int32(saturating: pixels * 20) }

    public var y: Double {
        get { space?.position(1) ?? Double(matrix.ty &+ originOffset.y) / 20 }
        set {
            isTransformedByScript = true
            if space != nil { return setInSpace { $0.setPosition(1, newValue) } }
            matrix.ty = Self.wholeTwips(newValue) &- originOffset.y
        }
    }

    /// Its place as a script gives it.
    public func setTransformMatrix(_ matrix: Matrix) {
        isTransformedByScript = true
        // What scripts have been told of scale and rotation stays as it was.
        scriptPlacement = scriptPlacement ?? Placement2D(self.matrix)
        self.matrix = matrix
        player.invalidate()
    }

    /// Its colours and those of all that it is in.
    public var stageColorTransform: ColorTransform {
        var result = colorTransform
        var ancestor = parent
        while let object = ancestor {
            result = object.colorTransform * result
            ancestor = object.parent
        }
        return result
    }

    /// In percent.
    public var scaleX: Double {
        get { space.map { $0.scale(0) * 100 } ?? placement.scaleX }
        set {
            if space != nil { return setInSpace { $0.setScale(0, newValue / 100) } }
            setPlacement { $0.scaleX = newValue }
        }
    }

    public var scaleY: Double {
        get { space.map { $0.scale(1) * 100 } ?? placement.scaleY }
        set {
            if space != nil { return setInSpace { $0.setScale(1, newValue / 100) } }
            setPlacement { $0.scaleY = newValue }
        }
    }

    /// In degrees, −180 ... 180.
    public var rotation: Double {
        get { space?.rotation(2) ?? placement.rotation }
        set {
            if space != nil { return setInSpace { $0.setRotation(2, newValue) } }
            var degrees = newValue.truncatingRemainder(dividingBy: 360)
            if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
            setPlacement { $0.rotation = degrees }
        }
    }

    /// 0 ... 1, in 256 steps.
    public var alpha: Double {
        get { Double(colorTransform.alphaMultiplier) / 256 }
        set {
            isTransformedByScript = true
            colorTransform.alphaMultiplier = Int16(clamping: Int32(saturating: newValue * 256))
        }
    }

    /// In pixels, in the parent's space.
    public var width: Double {
        get {
            let bounds = matrix.apply(bounds)
            return bounds.isEmpty ? 0 : bounds.width.pixels
        }
        set { resize(to: newValue, height: nil) }
    }

    public var height: Double {
        get {
            let bounds = matrix.apply(bounds)
            return bounds.isEmpty ? 0 : bounds.height.pixels
        }
        set { resize(to: nil, height: newValue) }
    }

    /// From its origin to the place that scripts take for it: a text field's is the corner of its box.
    private var originOffset: TwipsPoint {
        guard let field = self as? EditText else { return .zero }
        field.applyAutoSize()
        var turn = field.matrix
        (turn.tx, turn.ty) = (0, 0)
        return turn.apply(TwipsPoint(x: field.box.xMin, y: field.box.yMin))
    }

    /// Scales so that the rotated bounds get one side's length, as Flash computes it.
    private func resize(to width: Double?, height: Double?) {
        if let field = self as? EditText { return field.resizeBox(width: width, height: height) }
        let own = bounds
        guard !own.isEmpty else {
            // There is nothing to scale: ActionScript 1 and 2 are left with a scale of nothing.
            if player.runsAVM1 {
                setPlacement {
                    $0.scaleX = 0
                    $0.scaleY = 0
                }
            }
            return
        }
        let (ownWidth, ownHeight) = (own.width.pixels, own.height.pixels)
        let aspect = ownHeight / ownWidth
        let wanted = width ?? height!
        // Without a side there is nothing to scale by.
        var (targetX, targetY): (Double, Double)
        if width != nil {
            targetX = ownWidth != 0 ? wanted / ownWidth : 0
            targetY = aspect.isFinite && ownHeight != 0 ? wanted / ownHeight : 0
        } else {
            targetY = ownHeight != 0 ? wanted / ownHeight : 0
            targetX = ownWidth != 0 ? wanted / ownWidth : 0
        }
        let old = placement
        let radians = old.rotation * .pi / 180
        let (c, s) = (abs(cos(radians)), abs(sin(radians)))
        let (sx, sy) = (old.scaleX / 100, old.scaleY / 100)
        var newX: Double
        var newY: Double
        if width != nil {
            newX = aspect * (c * targetX + s * targetY) / ((c + aspect * s) * (aspect * c + s))
            newY = (s * sx + aspect * c * sy) / (aspect * c + s)
            // Unrotated the other side stays as it is.
            if s < 1e-12 { (newX, newY) = (targetX, sy) }
        } else {
            newX = (aspect * c * sx + s * sy) / (aspect * c + s)
            newY = aspect * (s * targetX + c * targetY) / ((c + aspect * s) * (aspect * c + s))
            if s < 1e-12 { (newX, newY) = (sx, targetY) }
        }
        if !newX.isFinite { newX = 0 }
        if !newY.isFinite { newY = 0 }
        setPlacement {
            $0.scaleX = newX * 100
            $0.scaleY = newY * 100
        }
    }

    /// Scale and rotation, from what a script has set or else from the matrix.
    private var placement: Placement2D { scriptPlacement ?? Placement2D(matrix) }

    private func setPlacement(_ change: (inout Placement2D) -> Void) {
        isTransformedByScript = true
        var placement = placement
        change(&placement)
        scriptPlacement = placement
        placement.write(to: &matrix)
    }
}

/// Scale in percent, rotation and skew in degrees.
struct Placement2D {
    var scaleX, scaleY, rotation: Double
    /// Angle between the y axis and where the rotation alone would put it, in radians.
    var skew: Double

    init(_ matrix: Matrix) {
        let (a, b, c, d) = (Double(matrix.a), Double(matrix.b), Double(matrix.c), Double(matrix.d))
        let angleX = atan2(b, a)
        let angleY = atan2(-c, d)
        scaleX = sqrt(a * a + b * b) * 100
        scaleY = sqrt(c * c + d * d) * 100
        rotation = angleX * 180 / .pi
        skew = angleY - angleX
    }

    /// A rotation that is no number leaves the matrix as it is, such a scale is 0 there.
    func write(to matrix: inout Matrix) {
        if rotation.isNaN { return }
        let angleX = rotation * .pi / 180
        let angleY = angleX + skew
        // Scripts may set a scale without bounds and a rotation that is no number; a matrix has neither.
        func entry(_ number: Double) -> Float {
            number.isFinite ? Float(number) : number.isNaN ? 0 : Float(number > 0 ? 32_767 : -32_768)
        }
        // The axes are exact: there is no cosine of 1e-17.
        func exact(_ part: Double) -> Double { abs(part) < 1e-12 ? 0 : part }
        matrix.a = entry(scaleX / 100 * exact(cos(angleX)))
        matrix.b = entry(scaleX / 100 * exact(sin(angleX)))
        matrix.c = entry(-scaleY / 100 * exact(sin(angleY)))
        matrix.d = entry(scaleY / 100 * exact(cos(angleY)))
    }
}
