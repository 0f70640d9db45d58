/// Which of the two shaders of a program.
public enum ShaderKind: Sendable {
    case vertex, fragment

    /// As error messages call it.
    public var name: String { self == .vertex ? "vertex" : "fragment" }
}

/// Why bytes are no program: a number of Flash's errors, and what its text is filled in with.
public struct ProgramFault: Error, Equatable, Sendable {
    public let number: Int
    public let parts: [String]
    init(_ number: Int, _ parts: String...) {
        self.number = number
        self.parts = parts
    }
}

/// Kinds of registers, by their numbers in the bytecode.
enum RegisterKind: UInt8, Sendable {
    case attribute, constant, temporary, output, varying, sampler, depth
}

/// A source operand. `swizzle`: the component that each of x, y, z, w is read from.
struct Source: Sendable {
    var kind: RegisterKind
    var index: Int
    var swizzle: SIMD4<UInt8>
    /// For indirect reads: the register, and its component, that is added to `index`.
    var indirect: Indirect?

    struct Indirect: Sendable {
        var kind: RegisterKind
        var index: Int
        var component: Int
    }
}

struct Destination: Sendable {
    var kind: RegisterKind
    var index: Int
    /// Bits 0 … 3: x, y, z, w are written.
    var mask: UInt8
}

/// How `tex` reads a texture.
public struct Sampling: Equatable, Sendable {
    public enum Filter: UInt8, Sendable {
        case nearest, linear
    }
    public enum MipFilter: UInt8, Sendable {
        case none, nearest, linear
    }
    public var filter: Filter
    public var mipFilter: MipFilter
    public var repeatsU: Bool
    public var repeatsV: Bool
    /// Added to the level of detail.
    public var bias: Float = 0

    public init(filter: Filter, mipFilter: MipFilter, repeatsU: Bool, repeatsV: Bool) {
        self.filter = filter
        self.mipFilter = mipFilter
        self.repeatsU = repeatsU
        self.repeatsV = repeatsV
    }
}

struct SamplerUse: Equatable, Sendable {
    var index: Int
    var isCube: Bool
    var sampling: Sampling
    /// `ignoresampler`: what `setSamplerStateAt` says holds.
    var ignoresSampling: Bool
}

struct Instruction: Sendable {
    var opcode: Opcode
    var destination: Destination
    var first: Source
    var second: Source
    var sampler: SamplerUse?
}

/// A shader that has been checked.
public struct Shader: Sendable {
    public let kind: ShaderKind
    let instructions: [Instruction]
    /// Attributes that a vertex shader reads, a bit each.
    public let attributes: UInt32
    /// Samplers that are used, in order of their first use.
    let samplers: [SamplerUse]

    /// The samplers' registers.
    public var samplerIndices: [Int] { samplers.map(\.index) }
    /// Varying registers that it reads.
    let varyings: [Int]
    let writesDepth: Bool
    /// The instructions as they are run.
    let steps: [ShaderStep]
    /// Constant registers that are read, but for those read by an index.
    let constants: [Int]
    /// What running it takes of a frame's steps. Reading a texture takes as long as several other operations.
    let cost: Int

    init(kind: ShaderKind, instructions: [Instruction], attributes: UInt32, samplers: [SamplerUse]) {
        self.kind = kind
        self.instructions = instructions
        self.attributes = attributes
        self.samplers = samplers
        let sources = instructions.flatMap { [$0.first, $0.second] }
        varyings = Set(sources.filter { $0.kind == .varying }.map(\.index)).sorted()
        writesDepth = instructions.contains { $0.destination.kind == .depth }
        steps = ShaderStep.steps(of: instructions)
        var constants: Set<Int> = []
        for instruction in instructions {
            for (source, rows) in [(instruction.first, 1), (instruction.second, instruction.opcode.rowCount)]
            where source.kind == .constant && source.indirect == nil {
                constants.formUnion(source.index..<source.index + rows)
            }
        }
        self.constants = constants.sorted()
        cost = instructions.reduce(0) { $0 + ($1.opcode == .tex ? 8 : 1) }
    }
}
