/// Operations of AGAL, Adobe's shader bytecode, by their numbers.
enum Opcode: UInt32, Sendable {
    case mov = 0x00
    case add, sub, mul, div, rcp, min, max, frc, sqt, rsq, pow, log, exp, nrm, sin, cos, crs, dp3, dp4, abs, neg, sat
    case m33, m44, m34
    case ddx, ddy, ife, ine, ifg, ifl, els, eif
    case kil = 0x27
    case tex, sge, slt, sgn, seq, sne

    /// No opcode lies above this number.
    static let last: UInt32 = 0x2D

    /// How many source operands it reads.
    var sourceCount: Int {
        switch self {
        case .add, .sub, .mul, .div, .min, .max, .pow, .crs, .dp3, .dp4, .m33, .m44, .m34, .tex, .sge, .slt, .seq, .sne,
            .ife, .ine, .ifg, .ifl:
            2
        case .els, .eif: 0
        default: 1
        }
    }

    /// Registers on end that the second operand is read from: rows of a matrix.
    var rowCount: Int {
        switch self {
        case .m44: 4
        case .m33, .m34: 3
        default: 1
        }
    }

    var writes: Bool {
        switch self {
        case .kil, .els, .eif, .ife, .ine, .ifg, .ifl: false
        default: true
        }
    }

    /// What came with the second version of the language.
    var needsVersion2: Bool {
        switch self {
        case .ddx, .ddy, .ife, .ine, .ifg, .ifl, .els, .eif: true
        default: false
        }
    }

    var isFragmentOnly: Bool {
        switch self {
        case .kil, .tex, .ddx, .ddy: true
        default: false
        }
    }

    /// The result has three components: `w` cannot be asked for.
    var hasThreeComponents: Bool {
        switch self {
        case .crs, .nrm, .m33, .m34: true
        default: false
        }
    }
}
