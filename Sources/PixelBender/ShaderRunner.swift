import Glibc

/// One component of a register for sixteen pixels of a row.
typealias Lanes = SIMD16<Float>
typealias LaneMask = SIMDMask<SIMD16<Int32>>

/// Runs a program over a rectangle of pixels. Whole numbers and truths are kept as floats too: a shader that counts
/// beyond 2²⁴ has not been seen.
public struct ShaderRunner {
    private let program: ShaderProgram
    private let pictures: [Int: ShaderPicture]
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

    /// The results, row by row, as many numbers a pixel as the output has components.
    public func run(width: Int, height: Int) -> [Float] { run(left: 0, top: 0, width: width, height: height) }

    /// The same for a part of the picture.
    public func run(left: Int, top: Int, width: Int, height: Int) -> [Float] {
        guard let output = program.output else { return [] }
        let channels = output.places.count
        let coordinates = program.parameters.first { $0.name == ShaderProgram.coordinateName }?.places
        return [Float](unsafeUninitializedCapacity: width * height * channels) { results, count in
            count = width * height * channels
            withUnsafeTemporaryAllocation(of: Lanes.self, capacity: program.componentCount) { registers in
                guard let base = registers.baseAddress else { return }
                let columns = Lanes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
                for y in 0..<height {
                    for x in stride(from: 0, to: width, by: 16) {
                        for (place, number) in initial.enumerated() {
                            (base + place).initialize(to: Lanes(repeating: number))
                        }
                        if let coordinates, coordinates.count == 2 {
                            base[coordinates[0]] = columns + (Float(left + x) + 0.5)
                            base[coordinates[1]] = Lanes(repeating: Float(top + y) + 0.5)
                        }
                        run(base)
                        for lane in 0..<min(16, width - x) {
                            for channel in 0..<channels {
                                results[((y * width) + x + lane) * channels + channel] =
                                    base[output.places[channel]][lane]
                            }
                        }
                    }
                }
            }
        }
    }

    /// Runs the program for sixteen pixels.
    private func run(_ registers: UnsafeMutablePointer<Lanes>) {
        var active = LaneMask(repeating: true)
        var blocks: [(outer: LaneMask, condition: LaneMask)] = []
        program.instructions.withUnsafeBufferPointer { instructions in
            for instruction in instructions {
                switch instruction.operation {
                case .if:
                    let condition = registers[instruction.source[0]] .!= .zero
                    blocks.append((active, condition))
                    active = active .& condition
                case .else: if let block = blocks.last { active = block.outer .& .!block.condition }
                case .endIf: if let block = blocks.popLast() { active = block.outer }
                default: execute(instruction, registers, blocks.isEmpty ? nil : active)
                }
            }
        }
    }

    private func execute(
        _ instruction: Instruction, _ registers: UnsafeMutablePointer<Lanes>, _ active: LaneMask?
    ) {
        let target = instruction.target
        let source = instruction.source
        func write(_ place: Int, _ value: Lanes) {
            if let active { registers[place].replace(with: value, where: active) } else { registers[place] = value }
        }
        /// The component of the source that goes with one of the target.
        @inline(__always) func operand(_ index: Int) -> Lanes { registers[source[min(index, source.count - 1)]] }
        /// All is read before anything is written: registers may be the same.
        @inline(__always) func each(_ value: (Int) -> Lanes) {
            var results: [Lanes] = []
            results.reserveCapacity(target.count)
            for index in target.indices { results.append(value(index)) }
            for index in target.indices { write(target[index], results[index]) }
        }
        @inline(__always) func unary(_ function: (Float) -> Float) {
            each { index in
                let x = operand(index)
                var result = Lanes()
                for lane in 0..<16 { result[lane] = function(x[lane]) }
                return result
            }
        }
        @inline(__always) func binary(_ function: (Float, Float) -> Float) {
            each { index in
                let (x, y) = (registers[target[index]], operand(index))
                var result = Lanes()
                for lane in 0..<16 { result[lane] = function(x[lane], y[lane]) }
                return result
            }
        }
        func number(_ mask: LaneMask, _ number: Float) -> Lanes {
            Lanes.zero.replacing(with: Lanes(repeating: number), where: mask)
        }
        func truth(_ mask: LaneMask) -> Lanes { number(mask, 1) }
        /// Quirk: logic works on bits.
        func whole(_ number: Float) -> Int32 { number.isNaN ? 0 : Int32(max(-2e9, min(2e9, number))) }
        @inline(__always) func bits(_ function: (Int32, Int32) -> Int32) {
            binary { Float(function(whole($0), whole($1))) }
        }
        /// Comparisons go to the first int register, component by component.
        @inline(__always) func compare(_ holds: (Lanes, Lanes) -> LaneMask) {
            let place = program.componentCount / 2
            var results: [Lanes] = []
            for index in target.indices { results.append(truth(holds(registers[target[index]], operand(index)))) }
            for index in 0..<min(4, results.count) { write(place + index, results[index]) }
        }
        func sum(_ count: Int, _ part: (Int) -> Lanes) -> Lanes {
            (0..<count).reduce(Lanes.zero) { $0 + part($1) }
        }
        switch instruction.operation {
        case .nop, .if, .else, .endIf: break
        case .add: each { registers[target[$0]] + operand($0) }
        case .subtract: each { registers[target[$0]] - operand($0) }
        case .multiply: each { registers[target[$0]] * operand($0) }
        case .divide:
            each {
                let quotient = registers[target[$0]] / operand($0)
                return instruction.isWhole ? quotient.rounded(.towardZero) : quotient
            }
        case .reciprocal: each { 1 / operand($0) }
        case .arctangent2: binary { atan2f($0, $1) }
        case .power: binary { powf($0, $1) }
        case .modulo: binary { $0 - $1 * ($0 / $1).rounded(.down) }
        case .minimum: each { pointwiseMin(registers[target[$0]], operand($0)) }
        case .maximum: each { pointwiseMax(registers[target[$0]], operand($0)) }
        case .step: each { number(operand($0) .>= registers[target[$0]], 1) }
        case .sine: unary { sinf($0) }
        case .cosine: unary { cosf($0) }
        case .tangent: unary { tanf($0) }
        case .arcsine: unary { asinf($0) }
        case .arccosine: unary { acosf($0) }
        case .arctangent: unary { atanf($0) }
        case .exponential: unary { expf($0) }
        case .exponential2: unary { exp2f($0) }
        case .logarithm: unary { logf($0) }
        case .logarithm2: unary { log2f($0) }
        case .squareRoot: each { operand($0).squareRoot() }
        case .reciprocalRoot: each { 1 / operand($0).squareRoot() }
        case .absolute: unary { abs($0) }
        case .sign: unary { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }
        case .floor: each { operand($0).rounded(.down) }
        case .ceiling: each { operand($0).rounded(.up) }
        case .fraction: each { operand($0) - operand($0).rounded(.down) }
        case .move, .intToFloat: each { operand($0) }
        case .boolToFloat, .boolToInt: each { number(operand($0) .!= .zero, 1) }
        case .floatToInt: each { operand($0).rounded(.towardZero) }
        case .floatToBool, .intToBool: each { truth(operand($0) .!= .zero) }
        case .multiplyMatrices:
            let side = instruction.side
            each { index in
                sum(side) { registers[target[$0 * side + index % side]] * registers[source[index / side * side + $0]] }
            }
        case .multiplyVectorByMatrix:
            let side = instruction.side
            each { column in sum(side) { registers[target[$0]] * registers[source[column * side + $0]] } }
        case .multiplyMatrixByVector:
            let side = instruction.side
            each { row in sum(side) { registers[source[$0 * side + row]] * registers[target[$0]] } }
        case .normalize:
            let length = sum(source.count) { operand($0) * operand($0) }.squareRoot()
            each { operand($0) / length }
        case .length: write(target[0], sum(source.count) { operand($0) * operand($0) }.squareRoot())
        case .distance:
            let square = sum(target.count) { index in
                let difference = registers[target[index]] - operand(index)
                return difference * difference
            }
            write(target[0], square.squareRoot())
        case .dot: write(target[0], sum(target.count) { registers[target[$0]] * operand($0) })
        case .cross:
            each { index in
                let (next, other) = ((index + 1) % 3, (index + 2) % 3)
                return registers[target[next]] * operand(other) - registers[target[other]] * operand(next)
            }
        case .equal: compare { $0 .== $1 }
        case .notEqual: compare { $0 .!= $1 }
        case .less: compare { $0 .< $1 }
        case .lessEqual: compare { $0 .<= $1 }
        case .vectorEqual, .vectorNotEqual:
            var same = LaneMask(repeating: true)
            for index in target.indices { same = same .& (registers[target[index]] .== operand(index)) }
            write(
                program.componentCount / 2, truth(instruction.operation == .vectorEqual ? same : .!same))
        case .not: bits { _, y in ~y }
        case .and: bits { $0 & $1 }
        case .or: bits { $0 | $1 }
        case .xor: bits { $0 ^ $1 }
        case .any:
            var found = LaneMask(repeating: false)
            for index in source.indices { found = found .| (operand(index) .!= .zero) }
            write(target[0], truth(found))
        case .all:
            var found = LaneMask(repeating: true)
            for index in source.indices { found = found .& (operand(index) .!= .zero) }
            write(target[0], truth(found))
        case .load: each { _ in Lanes(repeating: instruction.constant) }
        case .select:
            // Quirk: only 1 counts as true here, where `if` takes all but 0.
            let condition = registers[source[0]] .== Lanes(repeating: 1)
            each {
                registers[instruction.second[$0]].replacing(with: registers[instruction.first[$0]], where: condition)
            }
        case .sampleNearest, .sampleLinear:
            let isLinear = instruction.operation == .sampleLinear
            let (x, y) = (operand(0), operand(1))
            guard let picture = pictures[instruction.texture] else { return each { _ in .zero } }
            each { sample(picture, x, y, $0, isLinear) }
        }
    }

    private func sample(_ picture: ShaderPicture, _ x: Lanes, _ y: Lanes, _ channel: Int, _ isLinear: Bool) -> Lanes {
        picture.values.withUnsafeBufferPointer { values in
            guard let base = values.baseAddress else { return .zero }
            func whole(_ number: Float) -> Int { number.isFinite ? Int(max(-1e9, min(1e9, number))) : -1 }
            var result = Lanes()
            for lane in 0..<16 {
                if !isLinear {
                    result[lane] = picture.value(
                        whole(x[lane].rounded(.down)), whole(y[lane].rounded(.down)), channel, base)
                    continue
                }
                let left = (x[lane] - 0.5).rounded(.down)
                let top = (y[lane] - 0.5).rounded(.down)
                let (column, row) = (whole(left), whole(top))
                let across = x[lane] - 0.5 - left
                let down = y[lane] - 0.5 - top
                let a = picture.value(column, row, channel, base)
                let b = picture.value(column + 1, row, channel, base)
                let c = picture.value(column, row + 1, channel, base)
                let d = picture.value(column + 1, row + 1, channel, base)
                let upper = a + (b - a) * across
                result[lane] = upper + (c + (d - c) * across - upper) * down
            }
            return result
        }
    }
}
