/// Puts AGAL together for tests: a token an operation.
struct ShaderAssembler {
    enum Register: UInt64 {
        case attribute, constant, temporary, output, varying, sampler, depth
    }

    private(set) var bytes: [UInt8]

    init(isVertex: Bool, version: UInt32 = 1) {
        bytes = [0xA0, UInt8(version), 0, 0, 0, 0xA1, isVertex ? 0 : 1]
    }

    private mutating func append(_ word: UInt64, _ count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(index * 8))) }
    }

    /// Components in order, two bits each: x y z w.
    static let straight: UInt64 = 0xE4

    static func source(_ kind: Register, _ index: UInt64 = 0, swizzle: UInt64 = straight) -> UInt64 {
        index | swizzle << 24 | kind.rawValue << 32
    }

    /// `constant[register.component + offset]`.
    static func indirect(_ by: Register, _ index: UInt64, component: UInt64, offset: UInt64) -> UInt64 {
        index | offset << 16 | straight << 24 | Register.constant.rawValue << 32 | by.rawValue << 40
            | component << 48 | 1 << 63
    }

    static func sampler(_ index: UInt64, isLinear: Bool = false, repeats: Bool = false, levels: UInt64 = 0) -> UInt64 {
        index | Register.sampler.rawValue << 32 | (repeats ? 1 : 0) << 52 | levels << 56 | (isLinear ? 1 : 0) << 60
    }

    mutating func op(
        _ code: UInt64, _ kind: Register?, at index: UInt64 = 0, mask: UInt64 = 15, _ first: UInt64 = 0,
        _ second: UInt64 = 0
    ) {
        append(code, 4)
        append(kind.map { index | mask << 16 | $0.rawValue << 24 } ?? 0, 4)
        append(first, 8)
        append(second, 8)
    }

    /// Position from attribute 0, varying 0 from attribute 1.
    static var plainVertex: [UInt8] {
        var assembler = ShaderAssembler(isVertex: true)
        assembler.op(0, .output, source(.attribute, 0))
        assembler.op(0, .varying, source(.attribute, 1))
        return assembler.bytes
    }

    /// Varying 0 is the colour.
    static var plainFragment: [UInt8] {
        var assembler = ShaderAssembler(isVertex: false)
        assembler.op(0, .output, source(.varying, 0))
        return assembler.bytes
    }
}
