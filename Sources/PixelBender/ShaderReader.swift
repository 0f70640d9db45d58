/// What is wrong with the bytes of a program.
public enum ShaderFault: Error, Equatable, Sendable {
    /// They end too early.
    case truncated
    /// They mean nothing.
    case invalid
}

/// Reads the bytecode of Pixel Bender. Layout: the assembler of Pixel Bender for Flash, as the Haxe format library
/// documents it.
public struct ShaderReader {
    private let bytes: [UInt8]
    private var offset = 0
    private var program = ShaderProgram()
    /// Highest register in use, of either kind.
    private var last = 0

    /// Places of components: four to a register, floats before ints.
    static let registerCount = 1 << 15

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    public static func read(_ bytes: [UInt8]) throws(ShaderFault) -> ShaderProgram {
        var reader = ShaderReader(bytes)
        return try reader.read()
    }

    // MARK: Bytes

    private mutating func byte() throws(ShaderFault) -> UInt8 {
        guard offset < bytes.count else { throw .truncated }
        offset += 1
        return bytes[offset - 1]
    }

    private mutating func short() throws(ShaderFault) -> Int { Int(try byte()) | Int(try byte()) << 8 }
    private mutating func triple() throws(ShaderFault) -> Int { try short() | Int(try byte()) << 16 }

    /// The one thing that lies highest byte first.
    private mutating func float() throws(ShaderFault) -> Float {
        var bits: UInt32 = 0
        for _ in 0..<4 { bits = bits << 8 | UInt32(try byte()) }
        return Float(bitPattern: bits)
    }

    private mutating func text() throws(ShaderFault) -> String {
        var units: [UInt8] = []
        while true {
            let unit = try byte()
            if unit == 0 { return String(decoding: units, as: UTF8.self) }
            units.append(unit)
        }
    }

    private mutating func type() throws(ShaderFault) -> ShaderType {
        guard let type = ShaderType(rawValue: try byte()) else { throw .invalid }
        return type
    }

    private mutating func value(_ type: ShaderType) throws(ShaderFault) -> ShaderValue {
        if type == .string { return .text(try text()) }
        var numbers: [Float] = []
        for _ in 0..<type.count {
            numbers.append(type.isWhole ? Float(Int16(truncatingIfNeeded: try short())) : try float())
        }
        return .numbers(type, numbers)
    }

    // MARK: The program

    private mutating func read() throws(ShaderFault) -> ShaderProgram {
        while offset < bytes.count {
            let code = try byte()
            switch code {
            case 0xA0:
                let type = try type()
                let name = try text()
                program.metadata.append((name, try value(type)))
            case 0xA1: try readParameter()
            case 0xA2:
                let type = try type()
                let name = try text()
                let value = try value(type)
                guard !program.parameters.isEmpty else { throw .invalid }
                program.parameters[program.parameters.count - 1].metadata.append((name, value))
            case 0xA3:
                let index = Int(try byte())
                let channels = Int(try byte())
                guard (1...4).contains(channels) else { throw .invalid }
                program.inputs.append(.init(name: try text(), index: index, channels: channels))
            case 0xA4:
                var units: [UInt8] = []
                for _ in 0..<(try short()) { units.append(try byte()) }
                program.name = String(decoding: units, as: UTF8.self)
            case 0xA5: for _ in 0..<4 { _ = try byte() }
            default:
                guard let operation = Operation(rawValue: code) else { throw .invalid }
                program.instructions.append(try instruction(operation))
            }
        }
        guard program.output != nil else { throw .invalid }
        try checkBlocks()
        try layOut()
        return program
    }

    private mutating func readParameter() throws(ShaderFault) {
        let qualifier = try byte()
        let type = try type()
        let register = try short()
        let mask = try byte()
        let name = try text()
        guard type != .string else { throw .invalid }
        program.parameters.append(
            .init(
                name: name, type: type, isInput: qualifier != 2,
                places: type.side > 0 ? matrix(register, type.side) : target(register, mask)))
    }

    /// Components of a destination: the highest bit is the first.
    private mutating func target(_ register: Int, _ mask: UInt8) -> [Int] {
        last = max(last, register & 0x7FFF)
        return (0..<4).filter { mask & (8 >> UInt8($0)) != 0 }.map { register * 4 + $0 }
    }

    /// Components of a source: two bits each behind the register, the first highest.
    private mutating func source(_ field: Int, _ count: Int) -> [Int] {
        let register = field & 0xFFFF
        last = max(last, register & 0x7FFF)
        return (0..<count).map { register * 4 + (field >> (22 - 2 * $0)) & 3 }
    }

    /// What a branch or a choice depends on: a whole number.
    private mutating func condition() throws(ShaderFault) -> [Int] {
        let field = try triple()
        guard field & 0x8000 != 0 else { throw .invalid }
        return source(field, 1)
    }

    /// A matrix, column by column: 2×2 in one register, else a register a column.
    private mutating func matrix(_ register: Int, _ side: Int) -> [Int] {
        last = max(last, register & 0x7FFF + side)
        if side == 2 { return (0..<4).map { register * 4 + $0 } }
        return (0..<side * side).map { (register + $0 / side) * 4 + $0 % side }
    }

    private mutating func instruction(_ operation: Operation) throws(ShaderFault) -> Instruction {
        var result = Instruction(operation: operation)
        switch operation {
        case .nop, .else, .endIf: for _ in 0..<7 { _ = try byte() }
        case .if:
            _ = try triple()
            result.source = try condition()
            _ = try byte()
        case .load:
            let register = try short()
            let mask = try byte() >> 4
            result.target = target(register, mask)
            if register & 0x8000 != 0 {
                let low = try short()
                let high = try short()
                result.constant = Float(Int32(truncatingIfNeeded: low | high << 16))
            } else {
                result.constant = try float()
            }
        case .select:
            let register = try short()
            let mask = try byte()
            let count = Int(mask & 3) + 1
            result.target = target(register, mask >> 4)
            result.source = try condition()
            _ = try byte()
            result.first = source(try triple(), max(count, result.target.count))
            _ = try byte()
            result.second = source(try triple(), max(count, result.target.count))
            _ = try byte()
        default: try readOperands(&result)
        }
        return result
    }

    private mutating func readOperands(_ result: inout Instruction) throws(ShaderFault) {
        let register = try short()
        let flags = try byte()
        let field = try triple()
        let count = Int(flags & 3) + 1
        let side = Int(flags >> 2 & 3)
        let mask = flags >> 4
        result.isWhole = register & 0x8000 != 0
        if side > 0 {
            result.side = side + 1
            result.source =
                result.operation == .move && mask != 0
                ? source(field, count) : matrix(field & 0xFFFF, side + 1)
            result.target = mask == 0 ? matrix(register, side + 1) : target(register, mask)
        } else {
            result.source = source(field, count)
            result.target = target(register, mask)
        }
        let last = try byte()
        result.texture = Int(last)
        guard !result.target.isEmpty, !result.source.isEmpty else { throw .invalid }
        // From sine to fraction there are no whole numbers.
        let isOfFloats = (Operation.sine.rawValue...Operation.fraction.rawValue).contains(result.operation.rawValue)
        if isOfFloats && (result.isWhole || field & 0x8000 != 0) { throw .invalid }
        switch result.operation {
        case .sampleNearest, .sampleLinear:
            guard result.source.count >= 2, program.inputs.contains(where: { $0.index == Int(last) }) else {
                throw .invalid
            }
        case .cross:
            guard result.source.count == 3, result.target.count == 3 else { throw .invalid }
        case .multiplyMatrices:
            guard result.side > 0, result.source.count == result.target.count else { throw .invalid }
        case .multiplyMatrixByVector, .multiplyVectorByMatrix:
            guard result.side > 0, result.target.count == result.side else { throw .invalid }
        default: break
        }
    }

    private func checkBlocks() throws(ShaderFault) {
        var depth = 0
        for instruction in program.instructions {
            switch instruction.operation {
            case .if: depth += 1
            case .else: if depth == 0 { throw .invalid }
            case .endIf:
                if depth == 0 { throw .invalid }
                depth -= 1
            default: break
            }
        }
    }

    /// Registers of ints move right behind those of floats.
    private mutating func layOut() throws(ShaderFault) {
        let count = last + 1
        // Programs of real use have some dozens.
        guard count <= 4096 else { throw .invalid }
        func moved(_ places: [Int]) -> [Int] {
            places.map { place in
                let register = place >> 2
                return register >= Self.registerCount ? (register - Self.registerCount + count) * 4 + place & 3 : place
            }
        }
        for index in program.parameters.indices {
            program.parameters[index].places = moved(program.parameters[index].places)
        }
        for index in program.instructions.indices {
            program.instructions[index].target = moved(program.instructions[index].target)
            program.instructions[index].source = moved(program.instructions[index].source)
            program.instructions[index].first = moved(program.instructions[index].first)
            program.instructions[index].second = moved(program.instructions[index].second)
        }
        program.componentCount = count * 8
    }
}
