import Testing

@testable import PixelBender

/// Puts Pixel Bender bytecode together.
struct ShaderBytes {
    private(set) var bytes: [UInt8] = [0xA5, 1, 0, 0, 0, 0xA4, 1, 0, 0x6B]

    private mutating func short(_ number: Int) { bytes += [UInt8(number & 255), UInt8(number >> 8 & 255)] }

    private mutating func text(_ text: String) { bytes += Array(text.utf8) + [0] }

    mutating func parameter(_ name: String, _ type: UInt8, register: Int, mask: UInt8, isOutput: Bool = false) {
        bytes += [0xA1, isOutput ? 2 : 1, type]
        short(register)
        bytes.append(mask)
        text(name)
    }

    mutating func standard(_ type: UInt8, _ numbers: [Float]) {
        bytes += [0xA2, type]
        text("defaultValue")
        for number in numbers {
            for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> UInt32(shift))) }
        }
    }

    mutating func input(_ index: UInt8, channels: UInt8) {
        bytes += [0xA3, index, channels]
        text("src")
    }

    /// An operation on as many components as the mask has; the swizzle takes two bits each, the first highest.
    mutating func op(
        _ code: UInt8, _ target: Int, mask: UInt8, _ source: Int, swizzle: UInt8, side: UInt8 = 0, last: UInt8 = 0
    ) {
        bytes.append(code)
        short(target)
        bytes.append(mask << 4 | side << 2 | UInt8(max(1, mask.nonzeroBitCount) - 1))
        short(source)
        bytes += [swizzle, last]
    }

    mutating func load(_ target: Int, mask: UInt8, _ number: Float) {
        bytes.append(0x32)
        short(target)
        bytes.append(mask << 4)
        let bits = target & 0x8000 == 0 ? number.bitPattern.byteSwapped : UInt32(bitPattern: Int32(number))
        for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(shift))) }
    }

    mutating func when(_ source: Int, swizzle: UInt8) {
        bytes += [0x34, 0, 0, 0]
        short(source)
        bytes += [swizzle, 0]
    }

    mutating func mark(_ code: UInt8) { bytes += [code, 0, 0, 0, 0, 0, 0, 0] }

    /// The result, four floats in register 0.
    static func withOutput() -> ShaderBytes {
        var shader = ShaderBytes()
        shader.parameter("dst", 4, register: 0, mask: 15, isOutput: true)
        return shader
    }
}

@Suite struct ShaderTests {
    /// x y z w in order.
    private static let straight: UInt8 = 0x1B

    private static func pixel(
        _ shader: ShaderBytes, values: [String: [Float]] = [:], pictures: [Int: ShaderPicture] = [:]
    ) throws -> [Float] {
        ShaderRunner(try ShaderReader.read(shader.bytes), values: values, pictures: pictures).run(width: 1, height: 1)
    }

    @Test("what a program says of itself")
    func description() throws {
        var shader = ShaderBytes.withOutput()
        shader.parameter("_OutCoord", 2, register: 1, mask: 12)
        shader.parameter("radius", 1, register: 1, mask: 2)
        shader.standard(1, [25])
        shader.input(0, channels: 4)
        let program = try ShaderReader.read(shader.bytes)
        #expect(program.name == "k")
        #expect(program.settable.map(\.name) == ["radius"])
        #expect(program.settable.first?.standard == [25])
        #expect(program.inputs.map(\.channels) == [4])
    }

    @Test(
        "operations of two operands, the first being the target",
        arguments: [
            (1, [5, 7, 9, 11]), (2, [-3, -3, -3, -3]), (3, [4, 10, 18, 28]), (5, [0.25, 0.4, 0.5, 4 / 7]),
            (9, [1, 2, 3, 4]), (10, [4, 5, 6, 7]), (11, [1, 1, 1, 1]), (8, [1, 2, 3, 4]),
        ] as [(UInt8, [Float])])
    func binary(code: UInt8, result: [Float]) throws {
        var shader = ShaderBytes.withOutput()
        shader.parameter("a", 4, register: 0, mask: 15)
        shader.parameter("b", 4, register: 1, mask: 15)
        shader.op(code, 0, mask: 15, 1, swizzle: Self.straight)
        #expect(try Self.pixel(shader, values: ["a": [1, 2, 3, 4], "b": [4, 5, 6, 7]]) == result)
    }

    @Test("scalars of vectors go to the first component of the target")
    func scalars() throws {
        var shader = ShaderBytes.withOutput()
        shader.parameter("v", 2, register: 1, mask: 12)
        shader.parameter("w", 2, register: 1, mask: 3)
        shader.op(0x1D, 0, mask: 12, 1, swizzle: 0x10)
        // Distance of (0, 0).xy to zw.
        shader.op(0x25, 0, mask: 12, 1, swizzle: 0xB0)
        #expect(try Self.pixel(shader, values: ["v": [1, 1], "w": [4, 5]])[0] == 5)
    }

    @Test("a matrix times a vector, column by column")
    func matrices() throws {
        var shader = ShaderBytes.withOutput()
        shader.parameter("m", 5, register: 1, mask: 4)
        shader.parameter("v", 2, register: 0, mask: 12)
        shader.op(0x22, 0, mask: 12, 1, swizzle: 0, side: 1)
        let result = try Self.pixel(shader, values: ["m": [1, 2, 3, 4], "v": [10, 100]])
        #expect(Array(result.prefix(2)) == [310, 420])
    }

    @Test("branches by pixel", arguments: [(Float(0), Float(2)), (1, 1), (-1, 1)])
    func branches(value: Float, result: Float) throws {
        var shader = ShaderBytes.withOutput()
        shader.parameter("c", 8, register: 0x8001, mask: 8)
        shader.when(0x8001, swizzle: 0)
        shader.load(0, mask: 8, 1)
        shader.mark(0x35)
        shader.load(0, mask: 8, 2)
        shader.mark(0x36)
        #expect(try Self.pixel(shader, values: ["c": [value]])[0] == result)
    }

    @Test("logic works on bits")
    func logic() throws {
        var shader = ShaderBytes.withOutput()
        shader.parameter("c", 8, register: 0x8001, mask: 8)
        shader.op(0x2C, 0x8002, mask: 8, 0x8001, swizzle: 0)
        shader.op(0x1F, 0, mask: 8, 0x8002, swizzle: 0)
        #expect(try Self.pixel(shader, values: ["c": [1]])[0] == -2)
    }

    @Test("pixels are where they are, and beyond the edge the edge goes on")
    func sampling() throws {
        var shader = ShaderBytes.withOutput()
        shader.parameter("_OutCoord", 2, register: 1, mask: 12)
        shader.input(0, channels: 1)
        shader.op(0x30, 0, mask: 8, 1, swizzle: 0x10)
        // Two columns further right.
        shader.load(2, mask: 8, 2)
        shader.op(1, 1, mask: 8, 2, swizzle: 0)
        shader.op(0x30, 0, mask: 4, 1, swizzle: 0x10)
        var bytes = shader.bytes
        // A sample takes two components of its source, whatever it writes.
        for index in bytes.indices where bytes[index] == 0x30 { bytes[index + 3] |= 1 }
        let picture = ShaderPicture(width: 3, height: 1, channels: 1, values: [10, 20, 30])
        let results = ShaderRunner(try ShaderReader.read(bytes), values: [:], pictures: [0: picture])
            .run(width: 3, height: 1)
        #expect(results[0] == 10 && results[4] == 20 && results[8] == 30)
    }

    @Test("what is no program is refused")
    func faults() throws {
        #expect(throws: ShaderFault.invalid) { try ShaderReader.read([0xA5, 1, 0, 0, 0]) }
        var cut = ShaderBytes.withOutput().bytes
        cut += [0x01, 0]
        #expect(throws: ShaderFault.truncated) { try ShaderReader.read(cut) }
        var whole = ShaderBytes.withOutput()
        whole.op(0x1B, 0x8001, mask: 8, 0, swizzle: 0)
        #expect(throws: ShaderFault.invalid) { try ShaderReader.read(whole.bytes) }
    }

    @Test("bytes at random are refused or run")
    func noise() throws {
        var good = ShaderBytes.withOutput()
        good.parameter("_OutCoord", 2, register: 1, mask: 12)
        good.input(0, channels: 4)
        for code in UInt8(1)...0x3E where ![0x20, 0x21, 0x22, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36].contains(code) {
            good.op(code, 0, mask: 14, 1, swizzle: Self.straight)
        }
        var state: UInt64 = 7
        func next() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33)
        }
        var ran = 0
        for _ in 0..<20_000 {
            var bytes = good.bytes
            for _ in 0..<4 { bytes[next() % bytes.count] = UInt8(truncatingIfNeeded: next()) }
            guard let program = try? ShaderReader.read(bytes) else { continue }
            ran += 1
            _ = ShaderRunner(program, values: [:], pictures: [:]).run(width: 2, height: 2)
        }
        #expect(ran > 100)
    }
}
