import AVM
import AVM2
import PixelBender

/// `flash.display.Shader`.
enum ShaderClass {
    static let precisions = ["full", "fast"]
    private static let slots = (data: 0, precision: 1)

    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display.Shader", constructor: "(p0:flash.utils.ByteArray = null)")
        table.initialize = { (call) throws(ScriptError) in
            call.setSlot(slots.data, .null)
            call.setSlot(slots.precision, call.text("full"))
            if call[0].isObject {
                try call.machine.set(call.machine.publicName("byteCode"), of: call.this, to: call[0])
            }
            return .undefined
        }
        table.members = { members }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(slot: "shaderData", ":flash.display.ShaderData", .internal),
        NativeMember(slot: "precision", ":String", .internal),
        NativeMember(
            property: "byteCode", ":flash.utils.ByteArray", get: { _ in .null },
            set: { (call) throws(ScriptError) in
                let data = try call.machine.make("flash.display.ShaderData", [call[0]])
                call.setSlot(slots.data, Value(data))
                return .undefined
            }),
        NativeMember(
            property: "data", ":flash.display.ShaderData",
            get: { (call) throws(ScriptError) in call.slot(slots.data) },
            set: { (call) throws(ScriptError) in
                call.setSlot(slots.data, Value(try call.required(0, "data")))
                return .undefined
            }),
        NativeMember(
            property: "precisionHint", ":String",
            get: { (call) throws(ScriptError) in call.slot(slots.precision) },
            set: { (call) throws(ScriptError) in
                guard precisions.contains(try call.requiredText(0, "precisionHint").text) else {
                    throw call.machine.makeError(.argument, 2008, ["precisionHint"])
                }
                call.setSlot(slots.precision, call[0])
                return .undefined
            }),
    ]

    /// The data of a Shader object.
    static func data(of shader: Object) -> Object? { shader.cell.slots[slots.data].object }
}
