/// A Pixel Bender program for Flash, as `Shader.byteCode` holds it.
public struct ShaderProgram: Sendable {
    public struct Parameter: Sendable {
        public var name: String
        public var type: ShaderType
        /// Given from outside; else the result.
        public var isInput: Bool
        public var metadata: [(name: String, value: ShaderValue)] = []
        /// What it is where a script says nothing: its `defaultValue`.
        public var standard: [Float] {
            for case ("defaultValue", .numbers(_, let numbers)) in metadata where numbers.count == type.count {
                return numbers
            }
            return Array(repeating: 0, count: type.count)
        }
        /// Where it lies: places of components, see ``ShaderRunner``.
        var places: [Int]
    }

    public struct Input: Sendable {
        public var name: String
        public var index: Int
        /// 1 … 4.
        public var channels: Int

        public init(name: String, index: Int, channels: Int) {
            self.name = name
            self.index = index
            self.channels = channels
        }
    }

    /// A parameter of this name is the pixel's middle.
    public static let coordinateName = "_OutCoord"

    public internal(set) var name = ""
    public internal(set) var metadata: [(name: String, value: ShaderValue)] = []
    public internal(set) var parameters: [Parameter] = []
    public internal(set) var inputs: [Input] = []
    var instructions: [Instruction] = []
    /// Components of all registers together.
    var componentCount = 0

    /// A program that is not there yet.
    public init() {}

    /// What it makes.
    public var output: Parameter? { parameters.first { !$0.isInput } }
    /// What scripts can set.
    public var settable: [Parameter] { parameters.filter { $0.isInput && $0.name != Self.coordinateName } }
}

/// Operations, by their numbers.
enum Operation: UInt8, Sendable {
    case nop, add, subtract, multiply, reciprocal, divide, arctangent2, power, modulo, minimum, maximum, step
    case sine, cosine, tangent, arcsine, arccosine, arctangent, exponential, exponential2, logarithm, logarithm2
    case squareRoot, reciprocalRoot, absolute, sign, floor, ceiling, fraction, move, floatToInt, intToFloat
    case multiplyMatrices, multiplyVectorByMatrix, multiplyMatrixByVector, normalize, length, distance, dot, cross
    case equal, notEqual, less, lessEqual, not, and, or, xor
    case sampleNearest, sampleLinear, load, select, `if`, `else`, endIf
    case floatToBool, boolToFloat, intToBool, boolToInt, vectorEqual, vectorNotEqual, any, all
}

struct Instruction: Sendable {
    var operation: Operation
    /// Places of components.
    var target: [Int] = []
    var source: [Int] = []
    /// `select`: the values to choose from.
    var first: [Int] = []
    var second: [Int] = []
    /// Side of the matrix in a product.
    var side = 0
    var texture = 0
    var constant: Float = 0
    var isWhole = false
}
