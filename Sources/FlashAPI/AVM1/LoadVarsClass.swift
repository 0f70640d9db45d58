import AVM
import AVM1
import Player

/// The `LoadVars` class: variables that are sent to and read from a server.
enum LoadVarsClass {
    private static let methods: [NativeMethod] = [
        NativeMethod("decode", decode),
        NativeMethod("toString", toString),
        NativeMethod("getBytesLoaded", DataLoading.getBytesLoaded),
        NativeMethod("getBytesTotal", DataLoading.getBytesTotal),
        NativeMethod("addRequestHeader", DataLoading.addRequestHeader),
        NativeMethod("onData", onData),
        NativeMethod("onLoad", { _ in .undefined }),
    ]

    static func install(on runtime: AVM1Runtime) {
        let machine = runtime.machine!
        var row = NativeClass("LoadVars", constructor: { call in call.this })
        row.requiresNew = true
        row.methods = methods
        let prototype = machine.install(row).prototype
        machine.install(
            DataLoading.methods(runtime) { (this, machine) throws(ScriptError) in
                try machine.urlEncodedVariables(of: this)
            }, on: prototype)
        machine.define(prototype, "contentType", machine.string("application/x-www-form-urlencoded"), .hidden)
    }

    private static func decode(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        guard call.count > 0 else { return .false }
        try call.machine.decodeVariables(try call.machine.toString(call[0]).text, into: this)
        return .undefined
    }

    private static func toString(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        return call.machine.string(try call.machine.urlEncodedVariables(of: this))
    }

    private static func onData(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let isLoaded = !call[0].isUndefined
        if isLoaded { try call.machine.callMethod(this, "decode", [call[0]]) }
        try call.machine.set(this, "loaded", Value(isLoaded))
        try call.machine.callMethod(this, "onLoad", [Value(isLoaded)])
        return .undefined
    }
}
