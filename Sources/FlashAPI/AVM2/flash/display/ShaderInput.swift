import AVM
import AVM2
import PixelBender

/// `flash.display.ShaderInput`.
enum ShaderInputClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display.ShaderInput", [.dynamic, .final])
        table.makeState = { _, _ in ShaderInputState() }
        table.members = {
            [
                NativeMember(get: "channels", ":int") { (call) throws(ScriptError) in
                    Value(try call.state(ShaderInputState.self).input.channels)
                },
                side("height", \.height),
                NativeMember(get: "index", ":int") { (call) throws(ScriptError) in
                    Value(try call.state(ShaderInputState.self).input.index)
                },
                NativeMember(
                    property: "input", ":Object",
                    get: { (call) throws(ScriptError) in try call.state(ShaderInputState.self).source },
                    set: { (call) throws(ScriptError) in
                        try call.state(ShaderInputState.self).source = call[0]
                        return .undefined
                    }),
                side("width", \.width),
            ]
        }
        return table
    }()

    private static func side(
        _ name: StaticString, _ path: ReferenceWritableKeyPath<ShaderInputState, Int> & Sendable
    ) -> NativeMember {
        NativeMember(
            property: name, ":int",
            get: { (call) throws(ScriptError) in Value(try call.state(ShaderInputState.self)[keyPath: path]) },
            set: { (call) throws(ScriptError) in
                try call.state(ShaderInputState.self)[keyPath: path] = Int(call.int(0))
                return .undefined
            })
    }
}
