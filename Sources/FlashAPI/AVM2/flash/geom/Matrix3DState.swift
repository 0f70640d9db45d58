import AVM
import AVM2
import Base
import Glibc
import Player

/// The numbers of a `flash.geom.Matrix3D`, column by column, single precision as Flash keeps them.
public final class Matrix3DState: NativeState {
    public var m = Matrix3DState.identity { didSet { owner?.space = SpacePlacement(matrix4) } }
    /// The object whose matrix this is: it goes where the matrix says.
    weak var owner: DisplayObject?

    var matrix4: Matrix4 { Matrix4(m.map { Double($0) }) }

    static let identity: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

    /// `a` after `b`.
    static func product(_ a: [Float], _ b: [Float]) -> [Float] {
        var result = [Float](repeating: 0, count: 16)
        for column in 0..<4 {
            for row in 0..<4 {
                var sum: Float = 0
                for index in 0..<4 { sum += a[index * 4 + row] * b[column * 4 + index] }
                result[column * 4 + row] = sum
            }
        }
        return result
    }

    static func translation(_ x: Double, _ y: Double, _ z: Double) -> [Float] {
        var result = identity
        result[12] = Float(x)
        result[13] = Float(y)
        result[14] = Float(z)
        return result
    }

    static func scale(_ x: Double, _ y: Double, _ z: Double) -> [Float] {
        var result = identity
        result[0] = Float(x)
        result[5] = Float(y)
        result[10] = Float(z)
        return result
    }

    /// A turn about an axis through a point.
    static func rotation(
        degrees: Double, _ axisX: Double, _ axisY: Double, _ axisZ: Double, pivot: (Double, Double, Double)
    ) -> [Float] {
        var (x, y, z) = (axisX, axisY, axisZ)
        let squared = x * x + y * y + z * z
        if squared != 0 {
            let length = squared.squareRoot()
            x /= length
            y /= length
            z /= length
        }
        let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        let t = 1 - c
        let numbers = [
            t * x * x + c, t * x * y + s * z, t * x * z - s * y, 0, t * x * y - s * z, t * y * y + c, t * y * z + s * x,
            0, t * x * z + s * y, t * y * z - s * x, t * z * z + c, 0, 0, 0, 0, 1,
        ]
        let turn = numbers.map { Float($0) }
        let (px, py, pz) = pivot
        if px == 0 && py == 0 && pz == 0 { return turn }
        return product(translation(px, py, pz), product(turn, translation(-px, -py, -pz)))
    }

    var determinant: Double {
        let n = m.map { Double($0) }
        let a = (n[0] * n[5] - n[4] * n[1]) * (n[10] * n[15] - n[14] * n[11])
        let b = (n[0] * n[9] - n[8] * n[1]) * (n[6] * n[15] - n[14] * n[7])
        let c = (n[0] * n[13] - n[12] * n[1]) * (n[6] * n[11] - n[10] * n[7])
        let d = (n[4] * n[9] - n[8] * n[5]) * (n[2] * n[15] - n[14] * n[3])
        let e = (n[4] * n[13] - n[12] * n[5]) * (n[2] * n[11] - n[10] * n[3])
        let f = (n[8] * n[13] - n[12] * n[9]) * (n[2] * n[7] - n[6] * n[3])
        return Double(Float(a - b + c + d - e + f))
    }

    /// False where there is none: the matrix stays as it is.
    func invert() -> Bool {
        var inverse = [Float](repeating: 0, count: 16)
        for column in 0..<4 {
            for row in 0..<4 {
                let minor = Self.minor(m, skipping: column, row)
                inverse[row * 4 + column] = (row + column) & 1 == 0 ? minor : -minor
            }
        }
        let determinant = Float(self.determinant)
        guard determinant.magnitude > 1e-11 else { return false }
        m = inverse.map { $0 * (1 / determinant) }
        return true
    }

    private static func minor(_ n: [Float], skipping column: Int, _ row: Int) -> Float {
        var k: [Float] = []
        for c in 0..<4 where c != column {
            for r in 0..<4 where r != row { k.append(n[c * 4 + r]) }
        }
        return k[0] * (k[4] * k[8] - k[5] * k[7]) - k[3] * (k[1] * k[8] - k[2] * k[7])
            + k[6] * (k[1] * k[5] - k[2] * k[4])
    }

    func transpose() { m = (0..<16).map { m[($0 & 3) * 4 + $0 >> 2] } }

    /// The matrix's effect on a point, or with `w` 0 on a direction.
    func transform(_ x: Double, _ y: Double, _ z: Double, w: Double) -> (Double, Double, Double, Double) {
        let v = [Float(x), Float(y), Float(z), Float(w)]
        func row(_ index: Int) -> Double {
            Double(m[index] * v[0] + m[index + 4] * v[1] + m[index + 8] * v[2] + m[index + 12] * v[3])
        }
        return (row(0), row(1), row(2), row(3))
    }
}
