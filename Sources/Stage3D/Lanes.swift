import Glibc

/// One component of a register for all the vertices or pixels that are worked on together. Pixels: two rows of eight.
typealias Lanes = SIMD16<Float>
typealias LaneMask = SIMDMask<SIMD16<Int32>>

extension SIMD16 where Scalar == Float {
    @inline(__always)
    func map(_ function: (Float) -> Float) -> Lanes {
        var result = Lanes()
        for lane in 0..<16 { result[lane] = function(self[lane]) }
        return result
    }

    /// Differences to the neighbour on the right, the same for both of a pair.
    @inline(__always)
    var differencesAcross: Lanes {
        let even = evenHalf
        let difference = oddHalf - even
        var result = Lanes()
        result.evenHalf = difference
        result.oddHalf = difference
        return result
    }

    /// Differences to the neighbour below, the same for both.
    @inline(__always)
    var differencesDown: Lanes {
        let difference = highHalf - lowHalf
        return Lanes(lowHalf: difference, highHalf: difference)
    }
}

/// Registers of a shader in progress, and the program that runs on them.
///
/// All registers lie in one block, component by component; constants are the same for all lanes and lie apart.
final class ShaderMachine {
    private static let most = ProgramLimits.most
    private static let firstTemporary = 4 * most.attributes
    private static let firstOutput = firstTemporary + 4 * most.temporaries
    private static let firstVarying = firstOutput + 4 * most.outputs
    private static let firstDepth = firstVarying + 4 * most.varyings
    private static let size = firstDepth + 4

    private let registers: UnsafeMutablePointer<Lanes>
    /// Lanes that `kil` has ended.
    private(set) var killed = LaneMask(repeating: false)

    init() {
        registers = .allocate(capacity: Self.size)
        registers.initialize(repeating: .zero, count: Self.size)
    }

    deinit { registers.deallocate() }

    @inline(__always)
    private static func first(_ kind: RegisterKind) -> Int {
        switch kind {
        case .attribute, .constant, .sampler: 0
        case .temporary: firstTemporary
        case .output: firstOutput
        case .varying: firstVarying
        case .depth: firstDepth
        }
    }

    func attribute(_ index: Int) -> UnsafeMutablePointer<Lanes> { registers + 4 * index }
    func output(_ index: Int) -> UnsafeMutablePointer<Lanes> { registers + Self.firstOutput + 4 * index }
    func varying(_ index: Int) -> UnsafeMutablePointer<Lanes> { registers + Self.firstVarying + 4 * index }
    var depth: Lanes { registers[Self.firstDepth] }

    /// Runs a shader. `constants`: those of its kind, `samplers` by register.
    func run(
        _ shader: Shader, _ constants: UnsafePointer<SIMD4<Float>>, _ samplers: UnsafePointer<TextureView?>
    ) {
        killed = LaneMask(repeating: false)
        shader.instructions.withUnsafeBufferPointer { instructions in
            var active = LaneMask(repeating: true)
            var blocks: [(outer: LaneMask, condition: LaneMask)] = []
            for instruction in instructions {
                switch instruction.opcode {
                case .ife, .ine, .ifg, .ifl:
                    let a = read(instruction.first, 0, constants)
                    let b = read(instruction.second, 0, constants)
                    let condition =
                        switch instruction.opcode {
                        case .ife: a .== b
                        case .ine: a .!= b
                        case .ifg: a .> b
                        default: a .< b
                        }
                    blocks.append((active, condition))
                    active = active .& condition
                case .els: if let block = blocks.last { active = block.outer .& .!block.condition }
                case .eif: if let block = blocks.popLast() { active = block.outer }
                default: execute(instruction, constants, samplers, blocks.isEmpty ? nil : active)
                }
            }
        }
    }

    /// One component of a source operand.
    @inline(__always)
    private func read(_ source: Source, _ component: Int, _ constants: UnsafePointer<SIMD4<Float>>) -> Lanes {
        let place = Int(source.swizzle[component])
        if let indirect = source.indirect { return gather(source, indirect, place, constants) }
        if source.kind == .constant { return Lanes(repeating: constants[source.index][place]) }
        return registers[Self.first(source.kind) + 4 * source.index + place]
    }

    @inline(never)
    private func gather(
        _ source: Source, _ indirect: Source.Indirect, _ place: Int, _ constants: UnsafePointer<SIMD4<Float>>
    ) -> Lanes {
        let indices: Lanes =
            indirect.kind == .constant
            ? Lanes(repeating: constants[indirect.index][indirect.component])
            : registers[Self.first(indirect.kind) + 4 * indirect.index + indirect.component]
        return indices.map { number in
            let index = source.index + Int(max(0, min(1024, number)))
            return index < Self.most.vertexConstants ? constants[index][place] : 0
        }
    }

    /// Stores a component of the result, where it is asked for.
    @inline(__always)
    private func write(_ value: Lanes, _ component: Int, _ destination: Destination, _ active: LaneMask?) {
        let place = registers + Self.first(destination.kind) + 4 * destination.index + component
        if let active { place.pointee.replace(with: value, where: active) } else { place.pointee = value }
    }

    @inline(__always)
    private func each(_ destination: Destination, _ active: LaneMask?, _ value: (Int) -> Lanes) {
        // Sources may be the destination: all is read before anything is written.
        var results = (Lanes(), Lanes(), Lanes(), Lanes())
        if destination.mask & 1 != 0 { results.0 = value(0) }
        if destination.mask & 2 != 0 { results.1 = value(1) }
        if destination.mask & 4 != 0 { results.2 = value(2) }
        if destination.mask & 8 != 0 { results.3 = value(3) }
        if destination.mask & 1 != 0 { write(results.0, 0, destination, active) }
        if destination.mask & 2 != 0 { write(results.1, 1, destination, active) }
        if destination.mask & 4 != 0 { write(results.2, 2, destination, active) }
        if destination.mask & 8 != 0 { write(results.3, 3, destination, active) }
    }

    private func execute(
        _ instruction: Instruction, _ constants: UnsafePointer<SIMD4<Float>>,
        _ samplers: UnsafePointer<TextureView?>, _ active: LaneMask?
    ) {
        let target = instruction.destination
        @inline(__always) func a(_ component: Int) -> Lanes { read(instruction.first, component, constants) }
        @inline(__always) func b(_ component: Int) -> Lanes { read(instruction.second, component, constants) }
        @inline(__always) func unary(_ function: (Float) -> Float) {
            each(target, active) { a($0).map(function) }
        }
        @inline(__always) func chosen(_ mask: LaneMask) -> Lanes {
            Lanes.zero.replacing(with: Lanes(repeating: 1), where: mask)
        }
        @inline(__always) func dot(_ other: Source, _ count: Int) -> Lanes {
            var sum = a(0) * read(other, 0, constants)
            for component in 1..<count { sum += a(component) * read(other, component, constants) }
            return sum
        }
        @inline(__always) func matrix(_ rows: Int, _ columns: Int) {
            each(target, active) { row in
                row < rows ? dot(instruction.second.row(row), columns) : .zero
            }
        }
        switch instruction.opcode {
        case .mov: each(target, active) { a($0) }
        case .add: each(target, active) { a($0) + b($0) }
        case .sub: each(target, active) { a($0) - b($0) }
        case .mul: each(target, active) { a($0) * b($0) }
        case .div: each(target, active) { a($0) / b($0) }
        case .rcp: each(target, active) { 1 / a($0) }
        case .min: each(target, active) { pointwiseMin(a($0), b($0)) }
        case .max: each(target, active) { pointwiseMax(a($0), b($0)) }
        case .frc:
            each(target, active) {
                let x = a($0); return x - x.rounded(.down)
            }
        case .sqt: each(target, active) { a($0).squareRoot() }
        case .rsq: each(target, active) { 1 / a($0).squareRoot() }
        case .pow:
            each(target, active) {
                let (x, y) = (a($0), b($0))
                var result = Lanes()
                for lane in 0..<16 { result[lane] = powf(x[lane], y[lane]) }
                return result
            }
        case .log: unary { log2f($0) }
        case .exp: unary { exp2f($0) }
        case .nrm:
            let length = (a(0) * a(0) + a(1) * a(1) + a(2) * a(2)).squareRoot()
            each(target, active) { a($0) / length }
        case .sin: unary { sinf($0) }
        case .cos: unary { cosf($0) }
        case .crs:
            each(target, active) {
                let (next, other) = (($0 + 1) % 3, ($0 + 2) % 3)
                return a(next) * b(other) - a(other) * b(next)
            }
        case .dp3:
            let value = dot(instruction.second, 3)
            each(target, active) { _ in value }
        case .dp4:
            let value = dot(instruction.second, 4)
            each(target, active) { _ in value }
        case .abs: each(target, active) { pointwiseMax(a($0), -a($0)) }
        case .neg: each(target, active) { -a($0) }
        case .sat: each(target, active) { a($0).clamped(lowerBound: .zero, upperBound: .one) }
        case .m33: matrix(3, 3)
        case .m44: matrix(4, 4)
        case .m34: matrix(3, 4)
        case .ddx: each(target, active) { a($0).differencesAcross }
        case .ddy: each(target, active) { a($0).differencesDown }
        case .sge: each(target, active) { chosen(a($0) .>= b($0)) }
        case .slt: each(target, active) { chosen(a($0) .< b($0)) }
        case .seq: each(target, active) { chosen(a($0) .== b($0)) }
        case .sne: each(target, active) { chosen(a($0) .!= b($0)) }
        case .sgn: each(target, active) { chosen(a($0) .> .zero) - chosen(a($0) .< .zero) }
        case .kil:
            let below = a(0) .< .zero
            killed = killed .| (active.map { $0 .& below } ?? below)
        case .tex:
            guard let use = instruction.sampler else { return }
            let colors = sample(samplers[use.index], a(0), a(1), a(2), isCube: use.isCube)
            each(target, active) { component in
                switch component {
                case 0: colors.0
                case 1: colors.1
                case 2: colors.2
                default: colors.3
                }
            }
        case .ife, .ine, .ifg, .ifl, .els, .eif: break
        }
    }

    /// Colours of a texture, red to alpha. What has no texture is black and clear.
    private func sample(
        _ texture: TextureView?, _ u: Lanes, _ v: Lanes, _ w: Lanes, isCube: Bool
    ) -> (Lanes, Lanes, Lanes, Lanes) {
        guard let texture else { return (.zero, .zero, .zero, .zero) }
        var details = Lanes()
        if texture.usesLevels {
            let size = texture.size
            func length(_ x: Lanes, _ y: Lanes) -> Lanes { x * x * (size.x * size.x) + y * y * (size.y * size.y) }
            let across = length(u.differencesAcross, v.differencesAcross)
            let down = length(u.differencesDown, v.differencesDown)
            details = pointwiseMax(across, down).map { 0.5 * log2f(max($0, 1e-12)) }
        }
        var result = (Lanes(), Lanes(), Lanes(), Lanes())
        for lane in 0..<16 {
            let color = texture.color(SIMD3(u[lane], v[lane], w[lane]), detail: details[lane])
            result.0[lane] = color.x
            result.1[lane] = color.y
            result.2[lane] = color.z
            result.3[lane] = color.w
        }
        return result
    }
}
