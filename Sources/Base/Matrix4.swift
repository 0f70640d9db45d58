/// A matrix of space, column by column, as `Matrix3D` of ActionScript has it.
public struct Matrix4: Hashable, Sendable {
    public var numbers: [Double]

    /// The caller gives sixteen numbers.
    public init(_ numbers: [Double]) {
        precondition(numbers.count == 16)
        self.numbers = numbers
    }

    public static let identity = Matrix4([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])

    /// A map of the plane z = 0 that leaves depths as they are.
    public init(_ map: Affine) {
        self.init([map.a, map.b, 0, 0, map.c, map.d, 0, 0, 0, 0, 1, 0, map.tx, map.ty, 0, 1])
    }

    /// The map that applies `inner` first and then `outer`.
    public static func * (outer: Matrix4, inner: Matrix4) -> Matrix4 {
        var result = [Double](repeating: 0, count: 16)
        for column in 0..<4 {
            for row in 0..<4 {
                var sum = 0.0
                for index in 0..<4 { sum += outer.numbers[index * 4 + row] * inner.numbers[column * 4 + index] }
                result[column * 4 + row] = sum
            }
        }
        return Matrix4(result)
    }

    /// The same with all lengths times `factor`: pixels to twips.
    public func scaledLengths(by factor: Double) -> Matrix4 {
        var result = self
        for index in 12..<15 { result.numbers[index] *= factor }
        return result
    }

    /// How the plane z = 0 looks to an eye at (`centre`, -`distance`) on a screen at z = 0.
    public func seen(from centre: SIMD2<Double>, distance: Double) -> Projection {
        let n = numbers
        // (X - cx) f / (f + Z) + cx, with W in place of 1.
        func row(_ index: Int, _ middle: Double) -> (Double, Double, Double) {
            func part(_ column: Int) -> Double {
                (n[column * 4 + index]) + middle / distance * n[column * 4 + 2]
            }
            return (part(0), part(1), part(3))
        }
        func weight(_ column: Int) -> Double { n[column * 4 + 3] + n[column * 4 + 2] / distance }
        let x = row(0, centre.x)
        let y = row(1, centre.y)
        return Projection(x.0, x.1, x.2, y.0, y.1, y.2, weight(0), weight(1), weight(3))
    }
}
