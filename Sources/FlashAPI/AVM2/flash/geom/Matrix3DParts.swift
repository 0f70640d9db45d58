import AVM
import AVM2
import Glibc

/// A Matrix3D taken apart: translation, rotation in one of three forms, scale.
struct Matrix3DParts {
    enum Style: String { case eulerAngles, axisAngle, quaternion }

    var translation: [Float] = [0, 0, 0]
    /// Four numbers; the last is an angle or the quaternion's real part.
    var rotation: [Float] = [0, 0, 0, 0]
    var scale: [Float] = [1, 1, 1]

    init() {}

    init(_ matrix: Matrix3DState, _ style: Style) {
        var n = matrix.m
        translation = Array(n[12..<15])
        // The axes made square to each other, one after the other: what is left of each is the scale.
        func dot(_ a: Int, _ b: Int) -> Float {
            n[a * 4] * n[b * 4] + n[a * 4 + 1] * n[b * 4 + 1] + n[a * 4 + 2] * n[b * 4 + 2]
        }
        for axis in 0..<3 {
            for other in 0..<axis {
                let share = dot(axis, other)
                for row in 0..<3 { n[axis * 4 + row] -= share * n[other * 4 + row] }
            }
            scale[axis] = dot(axis, axis).squareRoot()
            if scale[axis] != 0 {
                for row in 0..<3 { n[axis * 4 + row] /= scale[axis] }
            }
        }
        let determinant =
            n[0] * (n[5] * n[10] - n[6] * n[9]) - n[4] * (n[1] * n[10] - n[2] * n[9])
            + n[8] * (n[1] * n[6] - n[2] * n[5])
        if determinant < 0 {
            scale[2] = -scale[2]
            for row in 8..<11 { n[row] = -n[row] }
        }
        switch style {
        case .eulerAngles:
            rotation[1] = asinf(max(-1, min(1, -n[2])))
            if n[2] != 1 && n[2] != -1 {
                rotation[0] = atan2f(n[6], n[10])
                rotation[2] = atan2f(n[1], n[0])
            } else {
                rotation[0] = 0
                rotation[2] = atan2f(-n[4], n[5])
            }
        case .axisAngle:
            rotation[3] = acosf((n[0] + n[5] + n[10] - 1) / 2)
            let x = n[6] - n[9]
            let y = n[8] - n[2]
            let z = n[1] - n[4]
            let length = (x * x + y * y + z * z).squareRoot()
            if length != 0 { rotation = [x / length, y / length, z / length, rotation[3]] }
        case .quaternion: rotation = Self.quaternion(n)
        }
    }

    private static func quaternion(_ n: [Float]) -> [Float] {
        let trace = n[0] + n[5] + n[10]
        if trace > 0 {
            let w = (1 + trace).squareRoot() / 2
            return [(n[6] - n[9]) / (4 * w), (n[8] - n[2]) / (4 * w), (n[1] - n[4]) / (4 * w), w]
        }
        if n[0] > n[5] && n[0] > n[10] {
            let x = (1 + n[0] - n[5] - n[10]).squareRoot() / 2
            return [x, (n[4] + n[1]) / (4 * x), (n[8] + n[2]) / (4 * x), (n[6] - n[9]) / (4 * x)]
        }
        if n[5] > n[10] {
            let y = (1 + n[5] - n[0] - n[10]).squareRoot() / 2
            return [(n[1] + n[4]) / (4 * y), y, (n[6] + n[9]) / (4 * y), (n[8] - n[2]) / (4 * y)]
        }
        let z = (1 + n[10] - n[0] - n[5]).squareRoot() / 2
        return [(n[8] + n[2]) / (4 * z), (n[6] + n[9]) / (4 * z), z, (n[1] - n[4]) / (4 * z)]
    }

    /// The matrix that the parts make.
    func matrix(_ style: Style) -> [Float] {
        var n = Matrix3DState.identity.map { Double($0) }
        let rotation = self.rotation.map { Double($0) }
        switch style {
        case .eulerAngles:
            let (cx, cy, cz) = (cos(rotation[0]), cos(rotation[1]), cos(rotation[2]))
            let (sx, sy, sz) = (sin(rotation[0]), sin(rotation[1]), sin(rotation[2]))
            n[0] = cy * cz
            n[1] = cy * sz
            n[2] = -sy
            n[4] = sx * sy * cz - cx * sz
            n[5] = sx * sy * sz + cx * cz
            n[6] = sx * cy
            n[8] = cx * sy * cz + sx * sz
            n[9] = cx * sy * sz - sx * cz
            n[10] = cx * cy
        case .axisAngle, .quaternion:
            var (x, y, z, w) = (rotation[0], rotation[1], rotation[2], rotation[3])
            if style == .axisAngle {
                let half = sin(w / 2)
                x *= half
                y *= half
                z *= half
                w = cos(w / 2)
            }
            n[0] = 1 - 2 * y * y - 2 * z * z
            n[1] = 2 * x * y + 2 * w * z
            n[2] = 2 * x * z - 2 * w * y
            n[4] = 2 * x * y - 2 * w * z
            n[5] = 1 - 2 * x * x - 2 * z * z
            n[6] = 2 * y * z + 2 * w * x
            n[8] = 2 * x * z + 2 * w * y
            n[9] = 2 * y * z - 2 * w * x
            n[10] = 1 - 2 * x * x - 2 * y * y
        }
        for axis in 0..<3 {
            for row in 0..<3 { n[axis * 4 + row] *= Double(scale[axis]) }
        }
        n.replaceSubrange(12..<15, with: translation.map { Double($0) })
        return n.map { Float($0) }
    }

    /// The parts between two sets of them that hold quaternions.
    static func between(_ a: Matrix3DParts, _ b: Matrix3DParts, _ share: Float) -> Matrix3DParts {
        var result = Matrix3DParts()
        for axis in 0..<3 {
            result.translation[axis] = a.translation[axis] + (b.translation[axis] - a.translation[axis]) * share
            result.scale[axis] = a.scale[axis] + (b.scale[axis] - a.scale[axis]) * share
        }
        var cosine = (0..<4).reduce(Float(0)) { $0 + a.rotation[$1] * b.rotation[$1] }
        // The shorter way round.
        let sign: Float = cosine < 0 ? -1 : 1
        cosine *= sign
        var (p, q) = (1 - share, share)
        if cosine < 0.9995 {
            let angle = acosf(cosine)
            p = sinf((1 - share) * angle) / sinf(angle)
            q = sinf(share * angle) / sinf(angle)
        }
        let turn = (0..<4).map { a.rotation[$0] * p + b.rotation[$0] * q * sign }
        let length = turn.reduce(Float(0)) { $0 + $1 * $1 }.squareRoot()
        result.rotation = length == 0 ? [0, 0, 0, 1] : turn.map { $0 / length }
        return result
    }
}
