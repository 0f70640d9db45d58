import Glibc

/// One component of a register for all the vertices or pixels that are worked on together. Pixels: two rows of eight.
typealias Lanes = SIMD16<Float>
typealias LaneMask = SIMDMask<SIMD16<Int32>>

/// Sixteen floats on end, which a loop over all of them turns into a few vector instructions.
private typealias LanePointer = UnsafeMutablePointer<Float>

/// Registers of a shader in progress, and the program that runs on them.
///
/// All registers lie in one block, component by component; constants are the same for all lanes and lie apart.
/// Operations are loops over plain memory: a SIMD value that is taken apart lane by lane would be written out and read
/// back at each.
final class ShaderMachine {
    // Plain numbers, not `ProgramLimits.most`: a static constant that is computed is asked for at each use.
    private static var firstTemporary: Int { 4 * 16 }
    private static var firstOutput: Int { firstTemporary + 4 * 26 }
    private static var firstVarying: Int { firstOutput + 4 * 4 }
    private static var firstDepth: Int { firstVarying + 4 * 10 }
    private static var size: Int { firstDepth + 4 }
    private static var width: Int { 16 }
    private static var constantCount: Int { 250 }

    private let registers: UnsafeMutablePointer<Lanes>
    private let floats: LanePointer
    /// Results of an operation before they are stored, constants spread over the lanes, and intermediate values.
    private let results: LanePointer
    private let spread: LanePointer
    private let spare: LanePointer
    /// Operations on sixteen lanes that the frame may still take: what a movie asks for must end.
    var stepsLeft = 0
    /// Lanes that `kil` has ended.
    private(set) var killed = LaneMask(repeating: false)

    init() {
        let most = ProgramLimits.most
        assert(most.attributes == 16 && most.temporaries == 26 && most.outputs == 4 && most.varyings == 10)
        registers = .allocate(capacity: Self.size)
        registers.initialize(repeating: .zero, count: Self.size)
        floats = UnsafeMutableRawPointer(registers).assumingMemoryBound(to: Float.self)
        // Four results; two operands of up to four rows of four components; some values between.
        results = .allocate(capacity: Self.width * 44)
        results.initialize(repeating: 0, count: Self.width * 44)
        spread = results + Self.width * 4
        spare = spread + Self.width * 32
    }

    deinit {
        registers.deallocate()
        results.deallocate()
    }

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
        stepsLeft &-= shader.instructions.count
        shader.instructions.withUnsafeBufferPointer { instructions in
            guard let base = instructions.baseAddress else { return }
            var active = LaneMask(repeating: true)
            var blocks: [(outer: LaneMask, condition: LaneMask)] = []
            for index in 0..<instructions.count {
                let instruction = base + index
                switch instruction.pointee.opcode {
                case .ife, .ine, .ifg, .ifl:
                    let condition = condition(instruction, constants)
                    blocks.append((active, condition))
                    active = active .& condition
                case .els: if let block = blocks.last { active = block.outer .& .!block.condition }
                case .eif: if let block = blocks.popLast() { active = block.outer }
                default: execute(instruction, constants, samplers, blocks.isEmpty ? nil : active)
                }
            }
        }
    }

    private func condition(
        _ instruction: UnsafePointer<Instruction>, _ constants: UnsafePointer<SIMD4<Float>>
    ) -> LaneMask {
        let a = read(instruction.pointee.first, 0, 0, constants)
        let b = read(instruction.pointee.second, 0, 16, constants)
        var result = LaneMask(repeating: false)
        for lane in 0..<Self.width {
            result[lane] =
                switch instruction.pointee.opcode {
                case .ife: a[lane] == b[lane]
                case .ine: a[lane] != b[lane]
                case .ifg: a[lane] > b[lane]
                default: a[lane] < b[lane]
                }
        }
        return result
    }

    /// One component of a source operand. `place`: where a constant may be spread.
    @inline(__always)
    private func read(
        _ source: Source, _ component: Int, _ place: Int, _ constants: UnsafePointer<SIMD4<Float>>
    ) -> LanePointer {
        let picked = Int(source.swizzle[component])
        if source.kind != .constant {
            return floats + (Self.first(source.kind) + 4 * source.index + picked) * Self.width
        }
        let target = spread + (place + component) * Self.width
        if let indirect = source.indirect {
            gather(source, indirect, picked, target, constants)
        } else {
            target.update(repeating: constants[source.index][picked], count: Self.width)
        }
        return target
    }

    @inline(never)
    private func gather(
        _ source: Source, _ indirect: Source.Indirect, _ picked: Int, _ target: LanePointer,
        _ constants: UnsafePointer<SIMD4<Float>>
    ) {
        let register = floats + (Self.first(indirect.kind) + 4 * indirect.index + indirect.component) * Self.width
        for lane in 0..<Self.width {
            let number =
                indirect.kind == .constant ? constants[indirect.index][indirect.component] : register[lane]
            let index = source.index + Int(max(0, min(1024, number)))
            target[lane] = index < Self.constantCount ? constants[index][picked] : 0
        }
    }

    /// Makes the components of the result that are asked for, and stores them: sources may be the destination.
    @inline(__always)
    private func each(
        _ destination: Destination, _ active: LaneMask?, _ make: (Int, LanePointer) -> Void
    ) {
        for component in 0..<4 where destination.mask >> UInt8(component) & 1 == 1 {
            make(component, results + component * Self.width)
        }
        let first = Self.first(destination.kind) + 4 * destination.index
        for component in 0..<4 where destination.mask >> UInt8(component) & 1 == 1 {
            let source = results + component * Self.width
            let target = floats + (first + component) * Self.width
            if let active {
                for lane in 0..<Self.width where active[lane] { target[lane] = source[lane] }
            } else {
                target.update(from: source, count: Self.width)
            }
        }
    }

    private func execute(
        _ instruction: UnsafePointer<Instruction>, _ constants: UnsafePointer<SIMD4<Float>>,
        _ samplers: UnsafePointer<TextureView?>, _ active: LaneMask?
    ) {
        let width = Self.width
        let target = instruction.pointee.destination
        @inline(__always) func a(_ component: Int) -> LanePointer {
            read(instruction.pointee.first, component, 0, constants)
        }
        @inline(__always) func b(_ component: Int) -> LanePointer {
            read(instruction.pointee.second, component, 16, constants)
        }
        @inline(__always) func unary(_ function: (Float) -> Float) {
            each(target, active) { component, out in
                let x = a(component)
                for lane in 0..<width { out[lane] = function(x[lane]) }
            }
        }
        @inline(__always) func binary(_ function: (Float, Float) -> Float) {
            each(target, active) { component, out in
                let (x, y) = (a(component), b(component))
                for lane in 0..<width { out[lane] = function(x[lane], y[lane]) }
            }
        }
        /// The sum of products with `count` components of a row of the second operand.
        @inline(__always) func dot(_ row: Int, _ count: Int, _ out: LanePointer) {
            let other = instruction.pointee.second.row(row)
            out.update(repeating: 0, count: width)
            for component in 0..<count {
                let (x, y) = (a(component), read(other, component, 16 + 4 * row, constants))
                for lane in 0..<width { out[lane] += x[lane] * y[lane] }
            }
        }
        @inline(__always) func same(_ value: LanePointer) {
            each(target, active) { _, out in out.update(from: value, count: width) }
        }
        @inline(__always) func matrix(_ rows: Int, _ columns: Int) {
            each(target, active) { row, out in
                if row < rows { dot(row, columns, out) } else { out.update(repeating: 0, count: width) }
            }
        }
        switch instruction.pointee.opcode {
        case .mov: unary { $0 }
        case .add: binary { $0 + $1 }
        case .sub: binary { $0 - $1 }
        case .mul: binary { $0 * $1 }
        case .div: binary { $0 / $1 }
        case .rcp: unary { 1 / $0 }
        case .min: binary { $0 < $1 ? $0 : $1 }
        case .max: binary { $0 > $1 ? $0 : $1 }
        case .frc: unary { $0 - $0.rounded(.down) }
        case .sqt: unary { $0.squareRoot() }
        case .rsq: unary { 1 / $0.squareRoot() }
        case .pow: binary { powf($0, $1) }
        case .log: unary { log2f($0) }
        case .exp: unary { exp2f($0) }
        case .nrm:
            spare.update(repeating: 0, count: width)
            for component in 0..<3 {
                let x = a(component)
                for lane in 0..<width { spare[lane] += x[lane] * x[lane] }
            }
            for lane in 0..<width { spare[lane] = spare[lane].squareRoot() }
            each(target, active) { component, out in
                let x = a(component)
                for lane in 0..<width { out[lane] = x[lane] / spare[lane] }
            }
        case .sin: unary { sinf($0) }
        case .cos: unary { cosf($0) }
        case .crs:
            each(target, active) { component, out in
                let (next, other) = ((component + 1) % 3, (component + 2) % 3)
                let (p, q, r, s) = (a(next), b(other), a(other), b(next))
                for lane in 0..<width { out[lane] = p[lane] * q[lane] - r[lane] * s[lane] }
            }
        case .dp3:
            dot(0, 3, spare)
            same(spare)
        case .dp4:
            dot(0, 4, spare)
            same(spare)
        case .abs: unary { $0.magnitude }
        case .neg: unary { -$0 }
        case .sat: unary { $0 > 0 ? ($0 < 1 ? $0 : 1) : 0 }
        case .m33: matrix(3, 3)
        case .m44: matrix(4, 4)
        case .m34: matrix(3, 4)
        case .ddx:
            each(target, active) { component, out in
                let x = a(component)
                for lane in 0..<width { out[lane] = x[lane | 1] - x[lane & ~1] }
            }
        case .ddy:
            each(target, active) { component, out in
                let x = a(component)
                for lane in 0..<width { out[lane] = x[lane | 8] - x[lane & 7] }
            }
        case .sge: binary { $0 >= $1 ? 1 : 0 }
        case .slt: binary { $0 < $1 ? 1 : 0 }
        case .seq: binary { $0 == $1 ? 1 : 0 }
        case .sne: binary { $0 != $1 ? 1 : 0 }
        case .sgn: unary { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }
        case .kil:
            let x = a(0)
            for lane in 0..<width where x[lane] < 0 && active?[lane] != false { killed[lane] = true }
        case .tex:
            guard let use = instruction.pointee.sampler else { return }
            sample(samplers[use.index], a(0), a(1), a(2))
            each(target, active) { component, out in
                out.update(from: spare + component * width, count: width)
            }
        case .ife, .ine, .ifg, .ifl, .els, .eif: break
        }
    }

    /// Colours of a texture, red to alpha, go to the first four spare values. What has no texture is black and clear.
    private func sample(_ texture: TextureView?, _ u: LanePointer, _ v: LanePointer, _ w: LanePointer) {
        let width = Self.width
        guard let texture else { return spare.update(repeating: 0, count: width * 4) }
        let details = spare + width * 4
        details.update(repeating: 0, count: width)
        if texture.usesLevels {
            let size = texture.size
            for lane in 0..<width {
                let (right, left, below, above) = (lane | 1, lane & ~1, lane | 8, lane & 7)
                let (ux, vx) = ((u[right] - u[left]) * size.x, (v[right] - v[left]) * size.y)
                let (uy, vy) = ((u[below] - u[above]) * size.x, (v[below] - v[above]) * size.y)
                details[lane] = 0.5 * log2f(max(ux * ux + vx * vx, uy * uy + vy * vy, 1e-12))
            }
        }
        for lane in 0..<width {
            let color = texture.color(SIMD3(u[lane], v[lane], w[lane]), detail: details[lane])
            spare[lane] = color.x
            spare[width + lane] = color.y
            spare[width * 2 + lane] = color.z
            spare[width * 3 + lane] = color.w
        }
    }
}
