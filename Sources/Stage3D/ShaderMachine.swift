import Glibc

/// Lanes as bits, the first lowest. Pixels: two rows of eight.
typealias LaneMask = UInt16

/// Sixteen floats on end.
typealias LanePointer = UnsafeMutablePointer<Float>
private typealias Quad = SIMD4<Float>

/// Registers of a shader in progress, and the program that runs on them.
///
/// All lies in one block, see ``RegisterBlock``. Operations are loops over four vectors of four floats: a loop over
/// sixteen floats is unrolled into as many single operations, and a vector of sixteen is no vector of the processor.
final class ShaderMachine {
    private let block: LanePointer
    /// Operations on sixteen lanes that the frame may still take: what a movie asks for must end.
    var stepsLeft = 0
    /// Lanes that `kil` has ended.
    private(set) var killed: LaneMask = 0
    /// Lanes whose textures are read: those wanted, and those that these take their differences to.
    private var sampled = LaneMask.max
    /// The blocks of `ife` … `eif` that the shader is in.
    private var blocks: [(outer: LaneMask, condition: LaneMask)] = []

    init() {
        let most = ProgramLimits.most
        assert(
            most.attributes == 16 && most.temporaries == 26 && most.outputs == 4 && most.varyings == 10
                && most.vertexConstants == RegisterBlock.constantCount)
        let vectors = UnsafeMutablePointer<Quad>.allocate(capacity: RegisterBlock.count / 4)
        vectors.initialize(repeating: .zero, count: RegisterBlock.count / 4)
        block = UnsafeMutableRawPointer(vectors).assumingMemoryBound(to: Float.self)
    }

    deinit { quads(block).deallocate() }

    /// The components of a register, sixteen floats each.
    func attribute(_ index: Int) -> LanePointer { block + index * RegisterBlock.register }
    func output(_ index: Int) -> LanePointer { block + RegisterBlock.outputs + index * RegisterBlock.register }
    func varying(_ index: Int) -> LanePointer { block + RegisterBlock.varyings + index * RegisterBlock.register }
    var depth: LanePointer { block + RegisterBlock.depth }

    /// Spreads the constants that a shader reads over the lanes. To be done before it runs, once a draw.
    func load(_ constants: UnsafePointer<SIMD4<Float>>, of shader: Shader) {
        for index in shader.constants {
            let register = block + RegisterBlock.constants + index * RegisterBlock.register
            for component in 0..<4 {
                (register + component * RegisterBlock.width).update(
                    repeating: constants[index][component], count: RegisterBlock.width)
            }
        }
    }

    /// Runs a shader. `constants`: those of its kind, for reads by an index; `samplers` by register; `wanted`: lanes
    /// whose results are asked for.
    func run(
        _ shader: Shader, _ constants: UnsafePointer<SIMD4<Float>>, _ samplers: UnsafePointer<TextureView?>,
        wanted: LaneMask = .max
    ) {
        killed = 0
        sampled = Self.withNeighbours(wanted)
        stepsLeft &-= shader.cost
        blocks.removeAll(keepingCapacity: true)
        shader.steps.withUnsafeBufferPointer { steps in
            guard let base = steps.baseAddress else { return }
            var active = LaneMask.max
            var index = 0
            while index < steps.count {
                let step = base + index
                index += 1
                switch step.pointee.opcode {
                case .ife, .ine, .ifg, .ifl:
                    let condition = condition(step, constants)
                    blocks.append((active, condition))
                    active &= condition
                case .els: if let block = blocks.last { active = block.outer & ~block.condition }
                case .eif: if let block = blocks.popLast() { active = block.outer }
                default:
                    execute(step, constants, samplers, active)
                    continue
                }
                if active == 0 {
                    let end = Int(step.pointee.end)
                    stepsLeft &+= end - index
                    index = end
                } else if active != .max {
                    spread(active)
                }
            }
        }
    }

    /// The lanes of all squares of two by two pixels that have one in a mask.
    private static func withNeighbours(_ mask: LaneMask) -> LaneMask {
        let columns = (mask | mask >> 8) & 0xFF
        let pairs = (columns | columns >> 1) & 0x55
        let both = pairs | pairs << 1
        return both | both << 8
    }

    /// Makes vectors of a mask, to choose by: all bits of the lanes that are in it.
    private func spread(_ mask: LaneMask) {
        for part in 0..<4 {
            let bits = SIMD4<Int32>(repeating: Int32(mask >> LaneMask(part * 4) & 15))
            activeQuads[part] = SIMD4<Int32>.zero.replacing(with: -1, where: bits & Self.laneBits .!= 0)
        }
    }

    private static var laneBits: SIMD4<Int32> { SIMD4(1, 2, 4, 8) }
    private var activeQuads: UnsafeMutablePointer<SIMD4<Int32>> {
        UnsafeMutableRawPointer(block + RegisterBlock.active).assumingMemoryBound(to: SIMD4<Int32>.self)
    }

    // The library's pointwise ones are calls, and go lane by lane.
    @inline(__always)
    private func smaller(_ x: Quad, _ y: Quad) -> Quad { y.replacing(with: x, where: x .< y) }
    @inline(__always)
    private func larger(_ x: Quad, _ y: Quad) -> Quad { y.replacing(with: x, where: x .> y) }

    /// The root, not a number for what is below zero. The processor's own never sees that: its library would be asked.
    @inline(__always)
    private func root(_ x: Quad) -> Quad {
        let isGood = x .>= 0
        return Quad(repeating: .nan).replacing(
            with: Quad.zero.replacing(with: x, where: isGood).squareRoot(), where: isGood)
    }

    /// Sixteen floats as four vectors.
    @inline(__always)
    private func quads(_ lanes: LanePointer) -> UnsafeMutablePointer<Quad> {
        UnsafeMutableRawPointer(lanes).assumingMemoryBound(to: Quad.self)
    }

    private func gather(_ step: UnsafePointer<ShaderStep>, _ constants: UnsafePointer<SIMD4<Float>>) {
        if let source = step.pointee.gathersFirst { gather(source, 0, RegisterBlock.gathered, constants) }
        if let source = step.pointee.gathersSecond {
            for row in 0..<step.pointee.opcode.rowCount {
                gather(source, row, RegisterBlock.gathered + (1 + row) * RegisterBlock.register, constants)
            }
        }
    }

    private func gather(_ source: Source, _ row: Int, _ place: Int, _ constants: UnsafePointer<SIMD4<Float>>) {
        guard let indirect = source.indirect else { return }
        let register =
            block + RegisterBlock.start(indirect.kind) + indirect.index * RegisterBlock.register
            + indirect.component * RegisterBlock.width
        for lane in 0..<RegisterBlock.width {
            let number =
                indirect.kind == .constant ? constants[indirect.index][indirect.component] : register[lane]
            let index = source.index + row + Int(max(0, min(1024, number)))
            let value = index < RegisterBlock.constantCount ? constants[index] : .zero
            for component in 0..<4 {
                block[place + component * RegisterBlock.width + lane] = value[Int(source.swizzle[component])]
            }
        }
    }

    private func condition(
        _ step: UnsafePointer<ShaderStep>, _ constants: UnsafePointer<SIMD4<Float>>
    ) -> LaneMask {
        gather(step, constants)
        let (a, b) = (quads(block + Int(step.pointee.first[0])), quads(block + Int(step.pointee.second[0])))
        var result: LaneMask = 0
        for part in 0..<4 {
            let (x, y) = (a[part], b[part])
            let holds: SIMDMask<SIMD4<Int32>> =
                switch step.pointee.opcode {
                case .ife: x .== y
                case .ine: x .!= y
                case .ifg: x .> y
                default: x .< y
                }
            let bits = SIMD4<Int32>.zero.replacing(with: Self.laneBits, where: holds)
            result |= LaneMask(truncatingIfNeeded: bits.wrappedSum()) << LaneMask(part * 4)
        }
        return result
    }

    /// Makes the components of the result that are asked for, and stores them.
    @inline(__always)
    private func each(
        _ step: UnsafePointer<ShaderStep>, _ active: LaneMask, _ make: (Int, LanePointer) -> Void
    ) {
        let width = RegisterBlock.width
        let mask = step.pointee.mask
        let target = block + Int(step.pointee.target)
        let isDirect = step.pointee.isInPlace && active == .max
        let place = isDirect ? target : block + RegisterBlock.results
        for component in 0..<4 where mask >> UInt8(component) & 1 == 1 { make(component, place + component * width) }
        if isDirect { return }
        for component in 0..<4 where mask >> UInt8(component) & 1 == 1 {
            let (from, to) = (place + component * width, target + component * width)
            if active == .max {
                to.update(from: from, count: width)
            } else {
                let (from, to) = (quads(from), quads(to))
                for part in 0..<4 { to[part].replace(with: from[part], where: activeQuads[part] .!= 0) }
            }
        }
    }

    private func execute(
        _ step: UnsafePointer<ShaderStep>, _ constants: UnsafePointer<SIMD4<Float>>,
        _ samplers: UnsafePointer<TextureView?>, _ active: LaneMask
    ) {
        let width = RegisterBlock.width
        let spare = block + RegisterBlock.spare
        if step.pointee.gathersFirst != nil || step.pointee.gathersSecond != nil { gather(step, constants) }
        @inline(__always) func a(_ component: Int) -> LanePointer { block + Int(step.pointee.first[component]) }
        @inline(__always) func b(_ component: Int) -> LanePointer { block + Int(step.pointee.second[component]) }
        @inline(__always) func unary(_ function: (Quad) -> Quad) {
            each(step, active) { component, out in
                let (x, out) = (quads(a(component)), quads(out))
                for part in 0..<4 { out[part] = function(x[part]) }
            }
        }
        @inline(__always) func binary(_ function: (Quad, Quad) -> Quad) {
            each(step, active) { component, out in
                let (x, y, out) = (quads(a(component)), quads(b(component)), quads(out))
                for part in 0..<4 { out[part] = function(x[part], y[part]) }
            }
        }
        /// A function that there is for single numbers only.
        @inline(__always) func single(_ function: (Float) -> Float) {
            each(step, active) { component, out in
                let x = a(component)
                for lane in 0..<width { out[lane] = function(x[lane]) }
            }
        }
        @inline(__always) func compare(_ holds: (Quad, Quad) -> SIMDMask<SIMD4<Int32>>) {
            binary { Quad.zero.replacing(with: 1, where: holds($0, $1)) }
        }
        /// The sum of products with `count` components of a row of the second operand.
        @inline(__always) func dot(_ row: Int, _ count: Int, _ out: LanePointer) {
            let out = quads(out)
            for part in 0..<4 {
                var sum = Quad.zero
                for component in 0..<count {
                    let y = b(component) + row * RegisterBlock.register
                    sum += quads(a(component))[part] * quads(y)[part]
                }
                out[part] = sum
            }
        }
        @inline(__always) func spread(_ value: LanePointer) {
            each(step, active) { _, out in out.update(from: value, count: width) }
        }
        @inline(__always) func matrix(_ rows: Int, _ columns: Int) {
            each(step, active) { row, out in
                if row < rows { dot(row, columns, out) } else { out.update(repeating: 0, count: width) }
            }
        }
        switch step.pointee.opcode {
        case .mov: unary { $0 }
        case .add: binary { $0 + $1 }
        case .sub: binary { $0 - $1 }
        case .mul: binary { $0 * $1 }
        case .div: binary { $0 / $1 }
        case .rcp: unary { 1 / $0 }
        case .min: binary { smaller($0, $1) }
        case .max: binary { larger($0, $1) }
        case .frc: unary { $0 - $0.rounded(.down) }
        case .sqt: unary { root($0) }
        case .rsq: unary { 1 / root($0) }
        case .pow:
            each(step, active) { component, out in
                let (x, y) = (a(component), b(component))
                for lane in 0..<width { out[lane] = powf(x[lane], y[lane]) }
            }
        case .log: single { log2f($0) }
        case .exp: single { exp2f($0) }
        case .nrm:
            let (x, y, z, length) = (quads(a(0)), quads(a(1)), quads(a(2)), quads(spare))
            for part in 0..<4 {
                length[part] = root(x[part] * x[part] + y[part] * y[part] + z[part] * z[part])
            }
            each(step, active) { component, out in
                let (x, out) = (quads(a(component)), quads(out))
                for part in 0..<4 { out[part] = x[part] / length[part] }
            }
        case .sin: single { sinf($0) }
        case .cos: single { cosf($0) }
        case .crs:
            each(step, active) { component, out in
                let (next, other) = ((component + 1) % 3, (component + 2) % 3)
                let (p, q, r, s) = (quads(a(next)), quads(b(other)), quads(a(other)), quads(b(next)))
                let out = quads(out)
                for part in 0..<4 { out[part] = p[part] * q[part] - r[part] * s[part] }
            }
        case .dp3:
            dot(0, 3, spare)
            spread(spare)
        case .dp4:
            dot(0, 4, spare)
            spread(spare)
        case .abs: unary { larger($0, -$0) }
        case .neg: unary { -$0 }
        case .sat: unary { larger(smaller($0, .one), .zero) }
        case .m33: matrix(3, 3)
        case .m44: matrix(4, 4)
        case .m34: matrix(3, 4)
        case .ddx:
            each(step, active) { component, out in
                let x = a(component)
                for lane in 0..<width { out[lane] = x[lane | 1] - x[lane & ~1] }
            }
        case .ddy:
            each(step, active) { component, out in
                let x = a(component)
                for lane in 0..<width { out[lane] = x[lane | 8] - x[lane & 7] }
            }
        case .sge: compare { $0 .>= $1 }
        case .slt: compare { $0 .< $1 }
        case .seq: compare { $0 .== $1 }
        case .sne: compare { $0 .!= $1 }
        case .sgn: single { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }
        case .kil:
            let x = a(0)
            for lane in 0..<width where x[lane] < 0 { killed |= active & 1 << LaneMask(lane) }
        case .tex:
            sample(samplers[Int(step.pointee.sampler)], a(0), a(1), a(2), spare, active & sampled)
            each(step, active) { component, out in out.update(from: spare + component * width, count: width) }
        case .ife, .ine, .ifg, .ifl, .els, .eif: break
        }
    }

    /// Colours of a texture, red to alpha, for the lanes of a mask go to `colors`. What has no texture is black and clear.
    private func sample(
        _ texture: TextureView?, _ u: LanePointer, _ v: LanePointer, _ w: LanePointer, _ colors: LanePointer,
        _ mask: LaneMask
    ) {
        let width = RegisterBlock.width
        guard let texture else { return colors.update(repeating: 0, count: width * 4) }
        let details = colors + width * 4
        if texture.usesLevels {
            let size = texture.size
            for lane in 0..<width {
                let (right, left, below, above) = (lane | 1, lane & ~1, lane | 8, lane & 7)
                let (ux, vx) = ((u[right] - u[left]) * size.x, (v[right] - v[left]) * size.y)
                let (uy, vy) = ((u[below] - u[above]) * size.x, (v[below] - v[above]) * size.y)
                details[lane] = 0.5 * log2f(max(ux * ux + vx * vx, uy * uy + vy * vy, 1e-12))
            }
        } else {
            details.update(repeating: 0, count: width)
        }
        var rest = mask
        while rest != 0 {
            let lane = rest.trailingZeroBitCount
            rest &= rest &- 1
            let color = texture.color(SIMD3(u[lane], v[lane], w[lane]), detail: details[lane])
            colors[lane] = color.x
            colors[width + lane] = color.y
            colors[width * 2 + lane] = color.z
            colors[width * 3 + lane] = color.w
        }
    }
}
