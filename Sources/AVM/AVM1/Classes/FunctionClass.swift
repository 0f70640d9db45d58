import AVM

/// The `Function` class.
enum FunctionClass {
    private static let methods: [NativeMethod] = [
        NativeMethod("call", call, [.hidden, .version6]),
        NativeMethod("apply", apply, [.hidden, .version6]),
    ]

    static func install(on machine: Machine) {
        // `Function(f)` gives back what it is given.
        var row = NativeClass(
            "Function",
            constructor: { call in
                if call.count > 0 { return call[0] }
                // Of nothing it makes an object that is nothing's.
                return call.isConstructing ? call.this : Value(call.heap.makeObject(proto: .undefined))
            })
        row.methods = methods
        machine.install(row, prototype: machine.prototypes.function, [.dontEnum, .version6])
    }

    /// `f.call(this, …)`. Without a `this` the global object is it.
    private static func call(_ call: Call) throws(ScriptError) -> Value {
        try call.machine.call(call.this, this: try receiver(call), Array(call.arguments.dropFirst()))
    }

    /// `f.apply(this, array)`.
    private static func apply(_ call: Call) throws(ScriptError) -> Value {
        let arguments = ValueBuffer(call.heap)
        if let array = call[1].object {
            let machine = call.machine
            let count = Int(try machine.toInt32(try machine.get(array, machine.names.length)))
            for index in 0..<max(0, min(count, 65_536)) {
                arguments.append(try machine.get(array, machine.atom(String(index))))
            }
        }
        return try call.machine.call(call.this, this: try receiver(call), arguments.elements)
    }

    private static func receiver(_ call: Call) throws(ScriptError) -> Value {
        if call[0].isObject { return call[0] }
        return Value(try call.machine.makeBox(of: call[0]) ?? call.machine.global)
    }
}
