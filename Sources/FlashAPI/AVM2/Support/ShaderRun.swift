import AVM
import AVM2
import Base
import PixelBender
import Player
import Renderer

/// A shader with the values and pictures that a script has given it.
struct ShaderRun {
    private let machine: AVM2Machine
    private let program: ShaderProgram
    private let runner: ShaderRunner

    /// Most pixels that a run makes.
    private static let mostPixels = 1 << 26

    /// Reads what the shader's data holds. Errors #2004 for values that are none, #2163 … #2166 for inputs.
    init(_ shader: Object, _ machine: AVM2Machine) throws(ScriptError) {
        self.machine = machine
        guard let data = ShaderClass.data(of: shader), let state = data.native(as: ShaderDataState.self) else {
            throw machine.makeError(.argument, 2004)
        }
        program = state.program
        var values: [String: [Float]] = [:]
        for parameter in program.settable {
            values[parameter.name] = try Self.values(of: parameter, data, machine)
        }
        var pictures: [Int: ShaderPicture] = [:]
        for input in program.inputs { pictures[input.index] = try Self.picture(input, data, machine) }
        runner = ShaderRunner(program, values: values, pictures: pictures)
    }

    /// The shader as it is now, for drawing: the first inputs, so many as `openInputs`, are given when it runs. Nil
    /// where it holds no program that makes colours. Error #2004 for values that are none.
    static func pixels(
        of shader: Object, openInputs: Int, _ machine: AVM2Machine
    ) throws(ScriptError) -> ProgramReference? {
        guard let data = ShaderClass.data(of: shader), let state = data.native(as: ShaderDataState.self),
            let output = state.program.output, output.type == .float3 || output.type == .float4
        else { return nil }
        var values: [String: [Float]] = [:]
        for parameter in state.program.settable {
            values[parameter.name] = try Self.values(of: parameter, data, machine)
        }
        var pictures: [Int: ShaderPicture] = [:]
        for input in state.program.inputs.dropFirst(openInputs) {
            pictures[input.index] = try picture(input, data, machine)
        }
        return ProgramReference(
            ShaderPixels(state.program, ShaderRunner(state.program, values: values, pictures: pictures)))
    }

    private static func property(_ name: String, _ data: Object, _ machine: AVM2Machine) throws(ScriptError) -> Value {
        let atom = machine.heap.strings.intern(machine.heap.makeString(name))
        return try machine.get(machine.publicName(atom), of: Value(data))
    }

    /// What a script has put in the parameter's place counts for nothing: the standard value holds then.
    private static func values(
        of parameter: ShaderProgram.Parameter, _ data: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> [Float] {
        let held = try property(parameter.name, data, machine)
        guard let state = held.object?.native(as: ShaderParameterState.self),
            let array = state.value.object?.native(as: ArrayState.self)
        else { return parameter.standard }
        // Numbers that are missing are 0; truths are no numbers.
        var numbers: [Float] = []
        for index in 0..<min(array.denseCount, parameter.type.count) {
            guard let number = array.elements[index].number else { throw machine.makeError(.argument, 2004) }
            numbers.append(Float(number))
        }
        return numbers
    }

    private static func picture(
        _ input: ShaderProgram.Input, _ data: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> ShaderPicture? {
        func fault(_ number: Int) -> ScriptError { machine.makeError(.argument, number, [input.name]) }
        guard let state = try property(input.name, data, machine).object?.native(as: ShaderInputState.self),
            let source = state.source.object
        else { throw fault(2164) }
        if let bitmap = source.native(as: BitmapDataState2.self) {
            guard let pixmap = bitmap.bitmap?.pixmap else { throw fault(2164) }
            if input.channels < 3 { throw fault(2163) }
            return ShaderPictures.picture(of: pixmap, channels: input.channels)
        }
        let (width, height) = (state.width, state.height)
        guard width > 0, height > 0 else { throw fault(2166) }
        let (pixels, hasOverflow) = width.multipliedReportingOverflow(by: height)
        guard !hasOverflow, pixels <= mostPixels else { throw fault(2166) }
        let count = pixels * input.channels
        if let bytes = source.native(as: ByteArrayState.self)?.storage {
            guard bytes.count / 4 >= count, let base = bytes.base else { throw fault(2165) }
            let raw = UnsafeRawPointer(base)
            return ShaderPicture(
                width: width, height: height, channels: input.channels,
                values: (0..<count).map {
                    Float(bitPattern: raw.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
                })
        }
        if let vector = source.native(as: VectorState.self), vector.type.kind == .number {
            guard vector.count >= count else { throw fault(2165) }
            return ShaderPicture(
                width: width, height: height, channels: input.channels,
                values: (0..<count).map { Float(vector.elements[$0].number ?? 0) })
        }
        throw fault(2164)
    }

    // MARK: Running

    /// What the shader makes, within the time that scripts have.
    private func results(_ width: Int, _ height: Int) throws(ScriptError) -> [Float] {
        try runner.run(width: width, height: height) { () throws(ScriptError) in try machine.checkTime() }
    }

    /// Fills a BitmapData, a ByteArray or a Vector of numbers. `size`: of the latter two.
    func run(into target: Object, _ size: (width: Int, height: Int)) throws(ScriptError) {
        guard let output = program.output else { throw machine.makeError(.argument, 2004) }
        if let state = target.native(as: BitmapDataState2.self) {
            guard let bitmap = state.bitmap else { throw machine.makeError(.argument, 2015) }
            guard output.type == .float3 || output.type == .float4 else { throw machine.makeError(.argument, 2162) }
            let results = try results(bitmap.width, bitmap.height)
            ShaderPictures.write(results, channels: output.type.count, to: bitmap.pixmap)
            return bitmap.didChange()
        }
        let bytes = target.native(as: ByteArrayState.self)
        let vector = target.native(as: VectorState.self)
        guard bytes != nil || vector?.type.kind == .number else { throw machine.makeError(.argument, 2004) }
        let (pixels, hasOverflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard size.width > 0, size.height > 0, !hasOverflow, pixels <= Self.mostPixels,
            machine.heap.hasRoom(forExternal: pixels * output.type.count * 8)
        else { throw machine.makeError(.argument, 2004) }
        let results = try results(size.width, size.height)
        if bytes != nil {
            var packed: [UInt8] = []
            packed.reserveCapacity(results.count * 4)
            for number in results {
                for shift in 0..<4 { packed.append(UInt8(truncatingIfNeeded: number.bitPattern >> UInt32(shift * 8))) }
            }
            try ByteArrayAccess.write(packed, to: target, machine)
        } else if let vector {
            for (index, number) in results.enumerated() {
                if index < vector.count {
                    vector.elements[index] = Value(double: Double(number))
                } else {
                    try vector.append(Value(double: Double(number)), machine)
                }
            }
        }
    }
}

/// Pixels as a shader's numbers and back: red to alpha, 0 … 1, multiplied by their alpha.
enum ShaderPictures {
    static func picture(of pixmap: Pixmap, channels: Int) -> ShaderPicture {
        let whole = ProgramPicture(
            pixels: pixmap.pixels, width: pixmap.width, height: pixmap.height, stride: pixmap.width, left: 0, top: 0)
        return picture(of: whole, channels: channels)
    }

    static func picture(of source: ProgramPicture, channels: Int) -> ShaderPicture {
        let shifts: [UInt32] = [16, 8, 0, 24]
        let values = [Float](unsafeUninitializedCapacity: source.width * source.height * channels) { out, count in
            for y in 0..<source.height {
                let row = source.pixels + y * source.stride
                for x in 0..<source.width {
                    for channel in 0..<channels {
                        out.initializeElement(at: count, to: Float(row[x] >> shifts[channel] & 255) / 255)
                        count += 1
                    }
                }
            }
        }
        var picture = ShaderPicture(width: source.width, height: source.height, channels: channels, values: values)
        picture.left = Float(source.left)
        picture.top = Float(source.top)
        return picture
    }

    static func write(_ numbers: [Float], channels: Int, to pixmap: Pixmap) {
        write(
            numbers, channels: channels, count: pixmap.width * pixmap.height, isOpaque: pixmap.isOpaque,
            to: pixmap.pixels)
    }

    static func write(
        _ numbers: [Float], channels: Int, count: Int, isOpaque: Bool, to pixels: UnsafeMutablePointer<UInt32>
    ) {
        func byte(_ number: Float) -> UInt32 { number.isNaN ? 0 : UInt32(max(0, min(1, number)) * 255 + 0.5) }
        for index in 0..<count {
            let start = index * channels
            let alpha = channels > 3 && !isOpaque ? byte(numbers[start + 3]) : 255
            func channel(_ number: Int) -> UInt32 { min(alpha, byte(numbers[start + number])) }
            pixels[index] = alpha << 24 | channel(0) << 16 | channel(1) << 8 | channel(2)
        }
    }
}
