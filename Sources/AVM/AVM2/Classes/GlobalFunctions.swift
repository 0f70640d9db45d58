import AVM

/// Functions outside of any class.
enum GlobalFunctions {
    static let functions: [NativeFunction] = [
        NativeFunction("trace", "(...rest):void", trace)
    ]

    static let trace: NativeBody = { (call) throws(ScriptError) in
        var text = call.machine.names.empty.string
        for (index, argument) in call.arguments.enumerated() {
            if index > 0, let spaced = call.heap.concatenate(text, call.heap.strings.single(32)) { text = spaced }
            if let joined = call.heap.concatenate(text, try call.machine.toString(argument)) { text = joined }
        }
        call.machine.host.trace(text)
        return .undefined
    }
}
