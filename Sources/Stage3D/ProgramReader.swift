/// How much a profile of Stage3D allows.
public struct ProgramLimits: Sendable {
    public var version: UInt32
    var attributes, vertexConstants, fragmentConstants, temporaries, varyings, samplers, outputs: Int

    static let baseline = ProgramLimits(
        version: 1, attributes: 8, vertexConstants: 128, fragmentConstants: 28, temporaries: 8, varyings: 8,
        samplers: 8, outputs: 1)
    static let standard = ProgramLimits(
        version: 2, attributes: 8, vertexConstants: 250, fragmentConstants: 64, temporaries: 26, varyings: 10,
        samplers: 16, outputs: 4)
    static let extended = ProgramLimits(
        version: 3, attributes: 16, vertexConstants: 250, fragmentConstants: 200, temporaries: 26, varyings: 10,
        samplers: 16, outputs: 4)

    /// Of all profiles together: registers are kept for so many.
    static let most = ProgramLimits.extended

    func count(_ kind: RegisterKind, in shader: ShaderKind) -> Int {
        switch kind {
        case .attribute: attributes
        case .constant: shader == .vertex ? vertexConstants : fragmentConstants
        case .temporary: temporaries
        case .output: shader == .vertex ? 1 : outputs
        case .varying: varyings
        case .sampler: samplers
        case .depth: shader == .fragment && version >= 2 ? 1 : 0
        }
    }
}

/// Reads and checks AGAL. The layout of its tokens: Adobe, "ActionScript 3.0 Reference", `Program3D.upload`.
struct ProgramReader {
    static let headerSize = 7
    static let tokenSize = 24
    /// Nested `if`s that a program may have.
    static let mostBlocks = 16

    private let bytes: [UInt8]
    private let kind: ShaderKind
    private var limits: ProgramLimits
    private var written: [UInt8] = Array(repeating: 0, count: ProgramLimits.most.temporaries)
    private var attributes: UInt32 = 0
    private var samplers: [SamplerUse] = []
    /// The token being read, counted from 1, as messages count.
    private var token = 0

    init(_ bytes: [UInt8], _ kind: ShaderKind, _ limits: ProgramLimits) {
        self.bytes = bytes
        self.kind = kind
        self.limits = limits
    }

    private func fault(_ number: Int) -> ProgramFault { ProgramFault(number, String(token), kind.name) }
    private func operandFault(_ number: Int, _ operand: Int) -> ProgramFault {
        ProgramFault(number, String(operand), String(token), kind.name)
    }

    private func word(_ offset: Int) -> UInt32 {
        UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]) << 16
            | UInt32(bytes[offset + 3]) << 24
    }

    mutating func read() throws(ProgramFault) -> Shader {
        guard bytes.count >= Self.headerSize + Self.tokenSize else { throw ProgramFault(3615, kind.name) }
        guard bytes[0] == 0xA0 else { throw ProgramFault(3616, kind.name) }
        let version = word(1)
        guard version >= 1, version <= limits.version else {
            throw ProgramFault(3617, kind.name, String(limits.version))
        }
        guard bytes[5] == 0xA1 else { throw ProgramFault(3618, kind.name) }
        guard bytes[6] == (kind == .vertex ? 0 : 1) else { throw ProgramFault(3619, kind.name) }
        // An older program has no more than its own time's registers.
        if version == 1 { limits = .baseline }
        var instructions: [Instruction] = []
        var depth = 0
        var offset = Self.headerSize
        while offset + Self.tokenSize <= bytes.count {
            token += 1
            let instruction = try instruction(at: offset, version)
            switch instruction.opcode {
            case .ife, .ine, .ifg, .ifl:
                depth += 1
                if depth > Self.mostBlocks { throw fault(3624) }
            case .els: if depth == 0 { throw fault(3623) }
            case .eif:
                if depth == 0 { throw fault(3623) }
                depth -= 1
            default: break
            }
            instructions.append(instruction)
            offset += Self.tokenSize
        }
        return Shader(kind: kind, instructions: instructions, attributes: attributes, samplers: samplers)
    }

    private mutating func instruction(at offset: Int, _ version: UInt32) throws(ProgramFault) -> Instruction {
        let code = word(offset)
        guard code <= Opcode.last else { throw operandFault(3620, Int(code)) }
        guard let opcode = Opcode(rawValue: code), !opcode.needsVersion2 || version >= 2 else {
            throw operandFault(3621, Int(code))
        }
        if opcode.isFragmentOnly && kind == .vertex { throw operandFault(3622, Int(code)) }
        let field = word(offset + 4)
        if !opcode.writes && field != 0 { throw operandFault(3627, Int(code)) }
        let destination =
            opcode.writes
            ? try destination(field, opcode) : Destination(kind: .temporary, index: 0, mask: 0)
        var sources: [Source] = []
        var sampler: SamplerUse?
        for operand in 0..<opcode.sourceCount {
            let low = word(offset + 8 + operand * 8)
            let high = word(offset + 12 + operand * 8)
            if opcode == .tex && operand == 1 {
                sampler = try readSampler(low, high)
            } else {
                sources.append(try source(low, high, operand + 1, opcode))
            }
        }
        if sources.count == 2, sources.allSatisfy({ $0.kind == .constant && $0.indirect == nil }) { throw fault(3625) }
        if sources.count == 2, sources.allSatisfy({ $0.indirect != nil }) { throw operandFault(3626, Int(code)) }
        if destination.kind == .temporary && opcode.writes { written[destination.index] |= destination.mask }
        let nothing = Source(kind: .temporary, index: 0, swizzle: SIMD4(0, 1, 2, 3))
        return Instruction(
            opcode: opcode, destination: destination, first: sources.first ?? nothing,
            second: sources.count > 1 ? sources[1] : nothing, sampler: sampler)
    }

    private func destination(_ field: UInt32, _ opcode: Opcode) throws(ProgramFault) -> Destination {
        guard let type = RegisterKind(rawValue: UInt8(field >> 24 & 15)) else { throw fault(3655) }
        let mask = UInt8(field >> 16 & 15)
        switch type {
        case .sampler: throw fault(3649)
        case .varying: if kind == .fragment { throw fault(3650) }
        case .attribute: throw fault(3651)
        case .constant: throw fault(3652)
        default: break
        }
        if mask == 0 { throw fault(3653) }
        if opcode.hasThreeComponents && mask & 8 != 0 { throw operandFault(3628, Int(opcode.rawValue)) }
        let index = Int(field & 0xFFFF)
        if index >= limits.count(type, in: kind) { throw outOfBounds(type, "destination operand") }
        return Destination(kind: type, index: index, mask: mask)
    }

    private func outOfBounds(_ type: RegisterKind, _ operand: String) -> ProgramFault {
        let number =
            switch type {
            case .sampler: 3656
            case .varying: 3657
            case .attribute: 3658
            case .constant: 3659
            case .output: 3660
            case .temporary: 3661
            case .depth: 3749
            }
        return ProgramFault(number, operand, String(token), kind.name)
    }

    private mutating func source(
        _ low: UInt32, _ high: UInt32, _ operand: Int, _ opcode: Opcode
    ) throws(ProgramFault) -> Source {
        guard let type = RegisterKind(rawValue: UInt8(high & 15)) else { throw fault(3655) }
        let index = Int(low & 0xFFFF)
        let bits = low >> 24
        let swizzle = SIMD4(
            UInt8(bits & 3), UInt8(bits >> 2 & 3), UInt8(bits >> 4 & 3), UInt8(bits >> 6 & 3))
        var indirect: Source.Indirect?
        if high >> 31 == 1 {
            if kind == .fragment { throw operandFault(3639, operand) }
            if type != .constant { throw operandFault(3640, operand) }
            guard let by = RegisterKind(rawValue: UInt8(high >> 8 & 15)),
                [.attribute, .constant, .temporary].contains(by),
                index < limits.count(by, in: kind)
            else { throw operandFault(3641, operand) }
            if by == .attribute { attributes |= 1 << UInt32(index) }
            indirect = Source.Indirect(kind: by, index: index, component: Int(high >> 16 & 3))
            return Source(kind: type, index: Int(low >> 16 & 0xFF), swizzle: swizzle, indirect: indirect)
        }
        switch type {
        case .sampler: throw operandFault(3638, operand)
        case .varying: if kind == .vertex { throw operandFault(3643, operand) }
        case .attribute: if kind == .fragment { throw operandFault(3644, operand) }
        case .output: throw operandFault(3646, operand)
        default: break
        }
        // A matrix is read from so many registers on end.
        let rows = operand == 2 ? opcode.rowCount : 1
        if index + rows > limits.count(type, in: kind) || type == .depth {
            throw outOfBounds(type, "source operand \(operand)")
        }
        if type == .attribute {
            for row in 0..<rows { attributes |= 1 << UInt32(index + row) }
        }
        if type == .temporary, (index..<index + rows).contains(where: { written[$0] == 0 }) {
            throw operandFault(3647, operand)
        }
        return Source(kind: type, index: index, swizzle: swizzle)
    }

    private mutating func readSampler(_ low: UInt32, _ high: UInt32) throws(ProgramFault) -> SamplerUse {
        guard high & 15 == UInt32(RegisterKind.sampler.rawValue) else { throw fault(3632) }
        let index = Int(low & 0xFFFF)
        if index >= limits.samplers { throw outOfBounds(.sampler, "source operand 2") }
        let dimension = high >> 12 & 15
        guard dimension <= 1 else { throw fault(3664) }
        let filter = high >> 28
        // Anything above 1 is some degree of anisotropy.
        guard filter <= 5 else { throw fault(3665) }
        guard let mipFilter = Sampling.MipFilter(rawValue: UInt8(high >> 24 & 15)) else { throw fault(3666) }
        let wrap = high >> 20 & 15
        guard wrap <= 3 else { throw fault(3667) }
        let special = high >> 16 & 15
        var sampling = Sampling(
            filter: filter == 0 ? .nearest : .linear, mipFilter: mipFilter, repeatsU: wrap == 1 || wrap == 3,
            repeatsV: wrap == 1 || wrap == 2)
        sampling.bias = Float(Int8(truncatingIfNeeded: low >> 16)) / 8
        let use = SamplerUse(
            index: index, isCube: dimension == 1, sampling: sampling, ignoresSampling: special & 4 != 0)
        if let other = samplers.first(where: { $0.index == index }) {
            guard other == use else { throw fault(3696) }
        } else {
            samplers.append(use)
        }
        return use
    }
}
