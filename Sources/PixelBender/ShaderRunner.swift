import Glibc

/// Lanes as bits, the first lowest: pixels side by side.
private typealias LaneMask = UInt16
/// Sixteen floats on end: one component of a register for sixteen pixels.
private typealias LanePointer = UnsafeMutablePointer<Float>
private typealias Quad = SIMD4<Float>

/// Where pixels lie in the shader's coordinates.
public struct ShaderPlane: Sendable {
    public var origin: SIMD2<Float>
    /// From a pixel to the next one in its row, and to that in the next row.
    public var across, down: SIMD2<Float>

    public init(
        origin: SIMD2<Float> = SIMD2(0, 0), across: SIMD2<Float> = SIMD2(1, 0), down: SIMD2<Float> = SIMD2(0, 1)
    ) {
        self.origin = origin
        self.across = across
        self.down = down
    }

    @inline(__always)
    func place(_ column: Float, _ row: Float) -> SIMD2<Float> { origin + column * across + row * down }
}

/// Runs a program over a rectangle of pixels. Whole numbers and truths are kept as floats too: a shader that counts
/// beyond 2²⁴ has not been seen.
public struct ShaderRunner: Sendable {
    private let program: ShaderProgram
    /// What it reads, by the index of an input.
    public var pictures: [Int: ShaderPicture]
    /// Values of parameters before each pixel, by place.
    private var initial: [Float]

    /// `values`: by the name of a parameter; `pictures`: by the index of an input.
    public init(_ program: ShaderProgram, values: [String: [Float]], pictures: [Int: ShaderPicture]) {
        self.program = program
        self.pictures = pictures
        initial = Array(repeating: 0, count: program.componentCount)
        for parameter in program.parameters {
            guard let numbers = values[parameter.name] else { continue }
            for (place, number) in zip(parameter.places, numbers) {
                initial[place] = parameter.type.isWhole ? number.rounded(.towardZero) : number
            }
        }
    }

    /// The results, row by row, as many numbers a pixel as the output has components. `beforeRow` may end the run.
    public func run<Failure: Error>(
        width: Int, height: Int, plane: ShaderPlane = ShaderPlane(), beforeRow: () throws(Failure) -> Void
    ) throws(Failure) -> [Float] {
        guard let output = program.output else { return [] }
        let channels = output.places.count
        let coordinates = program.parameters.first { $0.name == ShaderProgram.coordinateName }?.places
        var results = [Float](repeating: 0, count: width * height * channels)
        let machine = PixelMachine(program, pictures)
        for y in 0..<height {
            try beforeRow()
            for x in stride(from: 0, to: width, by: PixelMachine.width) {
                machine.load(initial)
                if let coordinates, coordinates.count == 2 {
                    for lane in 0..<PixelMachine.width {
                        let middle = plane.place(Float(x + lane) + 0.5, Float(y) + 0.5)
                        machine.component(coordinates[0])[lane] = middle.x
                        machine.component(coordinates[1])[lane] = middle.y
                    }
                }
                machine.run()
                for lane in 0..<min(PixelMachine.width, width - x) {
                    for channel in 0..<channels {
                        results[((y * width) + x + lane) * channels + channel] =
                            machine.component(output.places[channel])[lane]
                    }
                }
            }
        }
        return results
    }

    public func run(width: Int, height: Int, plane: ShaderPlane = ShaderPlane()) -> [Float] {
        run(width: width, height: height, plane: plane) { () throws(Never) in }
    }
}

/// The registers of a program for sixteen pixels. Operations are loops over vectors of four, which the processor has.
private final class PixelMachine {
    static var width: Int { 16 }
    /// Components of the largest result, a matrix.
    private static var mostResults: Int { 16 }

    private let program: ShaderProgram
    private let pictures: [ShaderPicture?]
    private let vectors: UnsafeMutablePointer<Quad>
    private let block: LanePointer
    /// Results before they are stored: registers may be the same.
    private let results: LanePointer

    init(_ program: ShaderProgram, _ pictures: [Int: ShaderPicture]) {
        self.program = program
        self.pictures = (0..<256).map { pictures[$0] }
        let count = (program.componentCount + Self.mostResults) * Self.width / 4
        vectors = .allocate(capacity: count)
        vectors.initialize(repeating: .zero, count: count)
        block = UnsafeMutableRawPointer(vectors).assumingMemoryBound(to: Float.self)
        results = block + program.componentCount * Self.width
    }

    deinit { vectors.deallocate() }

    func component(_ place: Int) -> LanePointer { block + place * Self.width }

    func load(_ values: [Float]) {
        for place in 0..<values.count { component(place).update(repeating: values[place], count: Self.width) }
    }

    @inline(__always)
    private func quads(_ lanes: LanePointer) -> UnsafeMutablePointer<Quad> {
        UnsafeMutableRawPointer(lanes).assumingMemoryBound(to: Quad.self)
    }

    /// Runs the program once.
    func run() {
        var active = LaneMask.max
        var blocks: [(outer: LaneMask, condition: LaneMask)] = []
        program.instructions.withUnsafeBufferPointer { instructions in
            for index in 0..<instructions.count {
                let instruction = instructions.baseAddress.unsafelyUnwrapped + index
                switch instruction.pointee.operation {
                case .if:
                    let source = component(instruction.pointee.source[0])
                    var condition: LaneMask = 0
                    for lane in 0..<Self.width where source[lane] != 0 { condition |= 1 << LaneMask(lane) }
                    blocks.append((active, condition))
                    active &= condition
                case .else: if let block = blocks.last { active = block.outer & ~block.condition }
                case .endIf: if let block = blocks.popLast() { active = block.outer }
                default: execute(instruction, active)
                }
            }
        }
    }

    /// Stores lanes where they are asked for.
    @inline(__always)
    private func store(_ from: LanePointer, _ place: Int, _ active: LaneMask) {
        let to = component(place)
        if active == .max {
            to.update(from: from, count: Self.width)
        } else {
            for lane in 0..<Self.width where active >> LaneMask(lane) & 1 == 1 { to[lane] = from[lane] }
        }
    }

    private func execute(_ instruction: UnsafePointer<Instruction>, _ active: LaneMask) {
        let width = Self.width
        let targets = instruction.pointee.target.count
        let sources = instruction.pointee.source.count
        func target(_ index: Int) -> LanePointer { component(instruction.pointee.target[index]) }
        /// The component of the source that goes with one of the target.
        func source(_ index: Int) -> LanePointer { component(instruction.pointee.source[min(index, sources - 1)]) }
        @inline(__always) func each(_ make: (Int, LanePointer) -> Void) {
            for index in 0..<targets { make(index, results + index * width) }
            for index in 0..<targets { store(results + index * width, instruction.pointee.target[index], active) }
        }
        @inline(__always) func unary(_ function: (Quad) -> Quad) {
            each { index, out in
                let (x, out) = (quads(source(index)), quads(out))
                for part in 0..<4 { out[part] = function(x[part]) }
            }
        }
        @inline(__always) func binary(_ function: (Quad, Quad) -> Quad) {
            each { index, out in
                let (x, y, out) = (quads(target(index)), quads(source(index)), quads(out))
                for part in 0..<4 { out[part] = function(x[part], y[part]) }
            }
        }
        /// Functions that there are for single numbers only.
        @inline(__always) func single(_ function: (Float) -> Float) {
            each { index, out in
                let x = source(index)
                for lane in 0..<width { out[lane] = function(x[lane]) }
            }
        }
        @inline(__always) func pair(_ function: (Float, Float) -> Float) {
            each { index, out in
                let (x, y) = (target(index), source(index))
                for lane in 0..<width { out[lane] = function(x[lane], y[lane]) }
            }
        }
        /// Quirk: logic works on bits.
        @inline(__always) func bits(_ function: (Int32, Int32) -> Int32) {
            func whole(_ number: Float) -> Int32 { number.isNaN ? 0 : Int32(max(-2e9, min(2e9, number))) }
            pair { Float(function(whole($0), whole($1))) }
        }
        /// Comparisons go to the first int register, component by component.
        @inline(__always) func compare(_ holds: (Float, Float) -> Bool) {
            let count = min(4, targets)
            for index in 0..<count {
                let (x, y, out) = (target(index), source(index), results + index * width)
                for lane in 0..<width { out[lane] = holds(x[lane], y[lane]) ? 1 : 0 }
            }
            for index in 0..<count { store(results + index * width, program.componentCount / 2 + index, active) }
        }
        /// A sum of vectors goes to the first component of the target, through `finish`.
        @inline(__always) func sum(_ count: Int, _ finish: (Quad) -> Quad, _ part: (Int, Int) -> Quad) {
            let out = quads(results)
            for place in 0..<4 {
                var sum = Quad.zero
                for index in 0..<count { sum += part(index, place) }
                out[place] = finish(sum)
            }
            store(results, instruction.pointee.target[0], active)
        }
        /// Whether something holds of components, in the first component of the target or elsewhere.
        @inline(__always) func truth(_ place: Int, _ holds: (Int) -> Bool) {
            for lane in 0..<width { results[lane] = holds(lane) ? 1 : 0 }
            store(results, place, active)
        }
        switch instruction.pointee.operation {
        case .nop, .if, .else, .endIf: break
        case .add: binary { $0 + $1 }
        case .subtract: binary { $0 - $1 }
        case .multiply: binary { $0 * $1 }
        case .divide:
            if instruction.pointee.isWhole { pair { ($0 / $1).rounded(.towardZero) } } else { binary { $0 / $1 } }
        case .reciprocal: unary { 1 / $0 }
        case .arctangent2: pair { atan2f($0, $1) }
        case .power: pair { powf($0, $1) }
        case .modulo: pair { $0 - $1 * ($0 / $1).rounded(.down) }
        case .minimum: pair { $0 < $1 ? $0 : $1 }
        case .maximum: pair { $0 > $1 ? $0 : $1 }
        case .step: pair { $1 >= $0 ? 1 : 0 }
        case .sine: single { sinf($0) }
        case .cosine: single { cosf($0) }
        case .tangent: single { tanf($0) }
        case .arcsine: single { asinf($0) }
        case .arccosine: single { acosf($0) }
        case .arctangent: single { atanf($0) }
        case .exponential: single { expf($0) }
        case .exponential2: single { exp2f($0) }
        case .logarithm: single { logf($0) }
        case .logarithm2: single { log2f($0) }
        case .squareRoot: single { $0.squareRoot() }
        case .reciprocalRoot: single { 1 / $0.squareRoot() }
        case .absolute: single { abs($0) }
        case .sign: single { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }
        case .floor: single { $0.rounded(.down) }
        case .ceiling: single { $0.rounded(.up) }
        case .fraction: single { $0 - $0.rounded(.down) }
        case .move, .intToFloat: unary { $0 }
        case .boolToFloat, .boolToInt, .floatToBool, .intToBool: single { $0 != 0 ? 1 : 0 }
        case .floatToInt: single { $0.rounded(.towardZero) }
        case .multiplyMatrices, .multiplyVectorByMatrix, .multiplyMatrixByVector: multiply(instruction, active)
        case .normalize:
            each { index, out in
                let out = quads(out)
                for part in 0..<4 {
                    var sum = Quad.zero
                    for other in 0..<sources { sum += quads(source(other))[part] * quads(source(other))[part] }
                    out[part] = quads(source(index))[part] / sum.squareRoot()
                }
            }
        case .length: sum(sources, { $0.squareRoot() }) { quads(source($0))[$1] * quads(source($0))[$1] }
        case .distance:
            sum(targets, { $0.squareRoot() }) { index, part in
                let difference = quads(target(index))[part] - quads(source(index))[part]
                return difference * difference
            }
        case .dot: sum(targets, { $0 }) { quads(target($0))[$1] * quads(source($0))[$1] }
        case .cross:
            each { index, out in
                let (next, other) = ((index + 1) % 3, (index + 2) % 3)
                let (p, q, r, s) = (target(next), source(other), target(other), source(next))
                for lane in 0..<width { out[lane] = p[lane] * q[lane] - r[lane] * s[lane] }
            }
        case .equal: compare { $0 == $1 }
        case .notEqual: compare { $0 != $1 }
        case .less: compare { $0 < $1 }
        case .lessEqual: compare { $0 <= $1 }
        case .vectorEqual:
            truth(program.componentCount / 2) { lane in
                (0..<targets).allSatisfy { target($0)[lane] == source($0)[lane] }
            }
        case .vectorNotEqual:
            truth(program.componentCount / 2) { lane in
                (0..<targets).contains { target($0)[lane] != source($0)[lane] }
            }
        case .not: bits { _, y in ~y }
        case .and: bits { $0 & $1 }
        case .or: bits { $0 | $1 }
        case .xor: bits { $0 ^ $1 }
        case .any: truth(instruction.pointee.target[0]) { lane in (0..<sources).contains { source($0)[lane] != 0 } }
        case .all: truth(instruction.pointee.target[0]) { lane in (0..<sources).allSatisfy { source($0)[lane] != 0 } }
        case .load: each { _, out in out.update(repeating: instruction.pointee.constant, count: width) }
        case .select:
            // Quirk: only 1 counts as true here, where `if` takes all but 0.
            let condition = source(0)
            each { index, out in
                let first = component(instruction.pointee.first[index])
                let second = component(instruction.pointee.second[index])
                for lane in 0..<width { out[lane] = condition[lane] == 1 ? first[lane] : second[lane] }
            }
        case .sampleNearest: sample(instruction, active, isLinear: false)
        case .sampleLinear: sample(instruction, active, isLinear: true)
        }
    }

    /// Products with a matrix, which lies column by column.
    private func multiply(_ instruction: UnsafePointer<Instruction>, _ active: LaneMask) {
        let side = instruction.pointee.side
        let (target, source) = (instruction.pointee.target, instruction.pointee.source)
        for index in target.indices {
            let out = quads(results + index * Self.width)
            for part in 0..<4 {
                var sum = Quad.zero
                for place in 0..<side {
                    let (left, right) =
                        switch instruction.pointee.operation {
                        case .multiplyMatrices:
                            (target[place * side + index % side], source[index / side * side + place])
                        case .multiplyVectorByMatrix: (target[place], source[index * side + place])
                        default: (source[place * side + index], target[place])
                        }
                    sum += quads(component(left))[part] * quads(component(right))[part]
                }
                out[part] = sum
            }
        }
        for index in target.indices { store(results + index * Self.width, target[index], active) }
    }

    private func sample(_ instruction: UnsafePointer<Instruction>, _ active: LaneMask, isLinear: Bool) {
        let width = Self.width
        let target = instruction.pointee.target
        let x = component(instruction.pointee.source[0])
        let y = component(instruction.pointee.source[1])
        if let picture = pictures[instruction.pointee.texture] {
            picture.values.withUnsafeBufferPointer { values in
                guard let base = values.baseAddress else { return }
                for lane in 0..<width {
                    for channel in target.indices {
                        results[channel * width + lane] =
                            isLinear
                            ? picture.mixed(x[lane], y[lane], channel, base)
                            : picture.nearest(x[lane], y[lane], channel, base)
                    }
                }
            }
        } else {
            results.update(repeating: 0, count: width * target.count)
        }
        for channel in target.indices { store(results + channel * width, target[channel], active) }
    }
}
