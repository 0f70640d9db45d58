import AVM
import AVM2
import PixelBender

/// `flash.display.ShaderParameter`.
enum ShaderParameterClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display.ShaderParameter", [.dynamic, .final])
        table.makeState = { _, _ in ShaderParameterState() }
        table.members = {
            [
                NativeMember(get: "index", ":int") { (call) throws(ScriptError) in
                    Value(try call.state(ShaderParameterState.self).index)
                },
                NativeMember(get: "type", ":String") { (call) throws(ScriptError) in
                    call.text(try call.state(ShaderParameterState.self).type.name)
                },
                NativeMember(
                    property: "value", ":Array",
                    get: { (call) throws(ScriptError) in try call.state(ShaderParameterState.self).value },
                    set: { (call) throws(ScriptError) in
                        try call.state(ShaderParameterState.self).value = call[0]
                        return .undefined
                    }),
            ]
        }
        return table
    }()
}
