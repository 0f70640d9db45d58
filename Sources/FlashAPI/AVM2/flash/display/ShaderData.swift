import AVM
import AVM2
import PixelBender

/// Behind a ShaderData: the program.
final class ShaderDataState: NativeState {
    var program = ShaderProgram()
}

/// `flash.display.ShaderData`: what a program says of itself, its inputs and its parameters, as dynamic properties.
enum ShaderDataClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.display.ShaderData", [.dynamic, .final], constructor: "(p0:flash.utils.ByteArray)")
        table.makeState = { _, _ in ShaderDataState() }
        table.members = {
            [NativeMember(method: "_setByteCode", "(p0:flash.utils.ByteArray):void", setByteCode, .internal)]
        }
        table.initialize = { (call) throws(ScriptError) in
            try call.machine.callHidden("_setByteCode", of: try call.thisObject(), call[0])
        }
        return table
    }()

    private static let setByteCode: NativeBody = { (call) throws(ScriptError) in
        guard let code = try call.required(0, "code").native(as: ByteArrayState.self) else {
            throw call.machine.makeError(.type, 2007, ["code"])
        }
        let bytes = Array(UnsafeBufferPointer(start: code.storage.base, count: code.storage.count))
        let program: ShaderProgram
        do throws(ShaderFault) { program = try ShaderReader.read(bytes) } catch {
            switch error {
            case .truncated: throw call.machine.makeError(.error, 2030)
            case .invalid: throw call.machine.makeError(.argument, 2004)
            }
        }
        try call.state(ShaderDataState.self).program = program
        try fill(try call.thisObject(), program, call.machine)
        return .undefined
    }

    private static func fill(_ data: Object, _ program: ShaderProgram, _ machine: AVM2Machine) throws(ScriptError) {
        func set(_ name: String, _ value: Value, on object: Object) {
            machine.setDynamic(machine.heap.strings.intern(machine.heap.makeString(name)), value, on: object)
        }
        set("name", machine.string(program.name), on: data)
        for (name, value) in program.metadata { set(name, plain(value, machine), on: data) }
        for input in program.inputs {
            let object = try machine.makeResource("flash.display.ShaderInput")
            set(input.name, Value(object), on: data)
            object.native(as: ShaderInputState.self)?.input = input
            set("name", machine.string(input.name), on: object)
        }
        for (index, parameter) in program.settable.enumerated() {
            let object = try machine.makeResource("flash.display.ShaderParameter")
            set(parameter.name, Value(object), on: data)
            guard let state = object.native(as: ShaderParameterState.self) else { continue }
            state.index = index
            state.type = parameter.type
            state.value = Value(machine.makeArray(values(parameter.standard, parameter.type)))
            set("name", machine.string(parameter.name), on: object)
            for (name, value) in parameter.metadata { set(name, listed(value, machine), on: object) }
        }
    }

    private static func values(_ numbers: [Float], _ type: ShaderType) -> [Value] {
        numbers.map { Value(Double($0)) }
    }

    /// Metadata of a program: a number is one.
    private static func plain(_ value: ShaderValue, _ machine: AVM2Machine) -> Value {
        if case .numbers(_, let numbers) = value, numbers.count == 1 { return Value(Double(numbers[0])) }
        return listed(value, machine)
    }

    /// Metadata of a parameter: numbers are always listed.
    private static func listed(_ value: ShaderValue, _ machine: AVM2Machine) -> Value {
        switch value {
        case .text(let text): machine.string(text)
        case .numbers(let type, let numbers): Value(machine.makeArray(values(numbers, type)))
        }
    }
}

/// Behind a ShaderInput.
final class ShaderInputState: NativeState {
    var input = ShaderProgram.Input(name: "", index: 0, channels: 4)
    var source = Value.null
    var (width, height) = (0, 0)

    override func visit(_ marker: inout Marker) { marker.visit(source) }
}

/// Behind a ShaderParameter.
final class ShaderParameterState: NativeState {
    var index = 0
    var type = ShaderType.float
    /// An Array of numbers, or null.
    var value = Value.null

    override func visit(_ marker: inout Marker) { marker.visit(value) }
}
