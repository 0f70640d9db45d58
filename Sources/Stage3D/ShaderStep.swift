/// Where registers lie in the block of a ``ShaderMachine``: sixteen floats a component, four components a register.
enum RegisterBlock {
    // Plain numbers, not `ProgramLimits.most`: a static constant that is computed is asked for at each use.
    static var width: Int { 16 }
    static var register: Int { 4 * width }
    static var temporaries: Int { 16 * register }
    static var outputs: Int { temporaries + 26 * register }
    static var varyings: Int { outputs + 4 * register }
    static var depth: Int { varyings + 10 * register }
    /// Constants, each spread over the lanes.
    static var constants: Int { depth + register }
    /// Operands that are read by an index each: a first one, and up to four rows of a second.
    static var gathered: Int { constants + constantCount * register }
    /// A result that must not yet be where it goes.
    static var results: Int { gathered + 5 * register }
    /// Values between.
    static var spare: Int { results + register }
    /// All bits of the lanes that are written.
    static var active: Int { spare + 2 * register }
    static var count: Int { active + width }
    static var constantCount: Int { 250 }

    static func start(_ kind: RegisterKind) -> Int {
        switch kind {
        case .attribute, .sampler: 0
        case .constant: constants
        case .temporary: temporaries
        case .output: outputs
        case .varying: varyings
        case .depth: depth
        }
    }
}

/// An instruction with the places of its operands in the block.
struct ShaderStep: Sendable {
    var opcode: Opcode
    /// Bits 0 … 3: components that are written.
    var mask: UInt8
    /// The register of a sampler, −1 for none.
    var sampler: Int8
    /// Whether a component of the result may be written while others are still to be made.
    var isInPlace: Bool
    /// Of `ife` … `ifl` and `els`: the step that the block's next part begins with.
    var end: Int32 = 0
    /// The result's first component.
    var target: Int32
    /// What stands for x, y, z, w of the operands. Further rows of a matrix lie a register on each.
    var first: SIMD4<Int32>
    var second: SIMD4<Int32>
    /// Operands of which each lane reads a constant of its own.
    var gathersFirst: Source?
    var gathersSecond: Source?

    init(_ instruction: Instruction) {
        opcode = instruction.opcode
        mask = instruction.destination.mask
        sampler = Int8(instruction.sampler?.index ?? -1)
        target = Int32(
            RegisterBlock.start(instruction.destination.kind) + instruction.destination.index * RegisterBlock.register)
        first = Self.places(instruction.first, RegisterBlock.gathered)
        second = Self.places(instruction.second, RegisterBlock.gathered + RegisterBlock.register)
        gathersFirst = instruction.first.indirect == nil ? nil : instruction.first
        gathersSecond = instruction.second.indirect == nil ? nil : instruction.second
        isInPlace = false
        isInPlace = staysClear()
    }

    /// The steps of a shader.
    static func steps(of instructions: [Instruction]) -> [ShaderStep] {
        var steps = instructions.map { ShaderStep($0) }
        var open: [Int] = []
        for (index, step) in steps.enumerated() {
            switch step.opcode {
            case .ife, .ine, .ifg, .ifl: open.append(index)
            case .els, .eif:
                if let start = open.popLast() { steps[start].end = Int32(index) }
                if step.opcode == .els { open.append(index) }
            default: break
            }
        }
        // A block need not end.
        for start in open { steps[start].end = Int32(steps.count) }
        return steps
    }

    private static func places(_ source: Source, _ gathered: Int) -> SIMD4<Int32> {
        var result = SIMD4<Int32>()
        for component in 0..<4 {
            if source.indirect != nil {
                result[component] = Int32(gathered + component * RegisterBlock.width)
            } else {
                result[component] = Int32(
                    RegisterBlock.start(source.kind) + source.index * RegisterBlock.register
                        + Int(source.swizzle[component]) * RegisterBlock.width)
            }
        }
        return result
    }

    /// Whether no component is written that a later one reads.
    private func staysClear() -> Bool {
        let written = (0..<4).filter { mask >> UInt8($0) & 1 == 1 }
        let width = Int32(RegisterBlock.width)
        for component in written {
            let place = target + Int32(component) * width
            switch opcode {
            case .crs, .m33, .m34, .m44, .ddx, .ddy:
                // These read more than the component that they write.
                let rows = (0..<4).map { second &+ SIMD4(repeating: $0 * Int32(RegisterBlock.register)) }
                for operand in [first] + rows where (0..<4).contains(where: { operand[$0] == place }) { return false }
            default:
                for later in written where later > component {
                    if first[later] == place || second[later] == place { return false }
                }
            }
        }
        return true
    }
}
