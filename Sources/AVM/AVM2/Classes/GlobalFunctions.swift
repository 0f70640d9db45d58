import AVM

/// Functions outside of any class. ECMA-262 3rd ed. 15.1.2.
enum GlobalFunctions {
    static let functions: [NativeFunction] = [
        NativeFunction("trace", "(...rest):void", trace),
        NativeFunction("parseInt", "(s:String = \"NaN\", radix:int = 0):Number") { (call) throws(ScriptError) in
            Value(NumberConversion.parseInt(units(call), radix: call.int(1)))
        },
        NativeFunction("parseFloat", "(str:String = \"NaN\"):Number") { (call) throws(ScriptError) in
            Value(NumberConversion.parseFloat(units(call), joinsPoints: call.machine.swfVersion < 11))
        },
        NativeFunction("isNaN", "(n:Number = NaN):Boolean") { (call) throws(ScriptError) in
            Value(call.number(0).isNaN)
        },
        NativeFunction("isFinite", "(n:Number = NaN):Boolean") { (call) throws(ScriptError) in
            Value(call.number(0).isFinite)
        },
        NativeFunction("escape", "(s:String = \"undefined\"):String") { (call) throws(ScriptError) in
            call.text(URICoding.escape(units(call)))
        },
        NativeFunction("unescape", "(s:String = \"undefined\"):String") { (call) throws(ScriptError) in
            call.text(URICoding.unescape(units(call)))
        },
        NativeFunction("encodeURI", "(uri:String = \"undefined\"):String") { (call) throws(ScriptError) in
            try checked(URICoding.encode(units(call), isComponent: false), "encodeURI", call)
        },
        NativeFunction("encodeURIComponent", "(uri:String = \"undefined\"):String") { (call) throws(ScriptError) in
            try checked(URICoding.encode(units(call), isComponent: true), "encodeURIComponent", call)
        },
        NativeFunction("decodeURI", "(uri:String = \"undefined\"):String") { (call) throws(ScriptError) in
            try checked(URICoding.decode(units(call), isComponent: false), "decodeURI", call)
        },
        NativeFunction("decodeURIComponent", "(uri:String = \"undefined\"):String") { (call) throws(ScriptError) in
            try checked(URICoding.decode(units(call), isComponent: true), "decodeURIComponent", call)
        },
        NativeFunction("isXMLName", "(str:* = undefined):Boolean") { (call) throws(ScriptError) in
            if call[0].isNullish { return .false }
            return Value(XMLText.isName(try call.toText(0).units))
        },
    ]

    /// The first argument's units; "null" for null.
    private static func units(_ call: NativeCall) -> [UInt16] {
        call.string(0)?.units ?? call.machine.names.null.string.units
    }

    private static func checked(
        _ text: [UInt16]?, _ function: String, _ call: NativeCall
    ) throws(ScriptError) -> Value {
        guard let text else { throw call.machine.makeError(.uri, 1052, [function]) }
        return call.text(text)
    }

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
