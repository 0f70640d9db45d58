import AVM

/// The `Error` class.
enum ErrorClass {
    private static let methods: [NativeMethod] = [NativeMethod("toString", toString, [])]

    private static let constants: [NativeConstant] = [
        NativeConstant("name", .text("Error"), []),
        NativeConstant("message", .text("Error"), []),
    ]

    static func install(on machine: Machine) {
        var row = NativeClass("Error", constructor: construct)
        row.requiresNew = true
        row.methods = methods
        row.constants = constants
        machine.prototypes.error = machine.install(row).prototype
    }

    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        if !call[0].isUndefined { try call.machine.set(this, call.machine.names.message, call[0]) }
        return call.this
    }

    private static func toString(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        return try call.machine.get(this, call.machine.names.message)
    }
}
