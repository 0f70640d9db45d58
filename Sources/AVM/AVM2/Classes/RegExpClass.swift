import AVM

/// `RegExp`. ECMA-262 3rd ed. 15.10, with flags `s` and `x` and named groups.
enum RegExpClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "RegExp", base: "Object", .dynamic, constructor: "(pattern:* = undefined, options:* = undefined, ...rest)")
        table.initialize = initialize
        table.call = { (call) throws(ScriptError) in
            if call[0].object?.native(as: RegExpState.self) != nil, call[1].isUndefined { return call[0] }
            guard let owner = call.owner else { return .undefined }
            return Value(try call.machine.construct(owner, Array(call.arguments.prefix(2))))
        }
        table.members = {
            [
                NativeMember(get: "source", ":String") { (call) throws(ScriptError) in
                    Value(try state(call, "source").source)
                },
                flag("global", .global), flag("ignoreCase", .ignoreCase), flag("multiline", .multiline),
                flag("dotall", .dotAll), flag("extended", .extended),
                NativeMember(property: "lastIndex", ":int", get: lastIndex, set: setLastIndex),
                NativeMember(prototype: "toString", length: 0, toString),
            ]
                + NativeMember.shared("exec", "(s:String = \"\"):*", length: 1, execute)
                + NativeMember.shared("test", "(s:String = \"\"):Boolean", length: 1, test)
        }
        table.staticMembers = { [.length(1)] }
        return table
    }()

    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        if let other = call[0].object?.native(as: RegExpState.self) {
            guard call[1].isUndefined else { throw call.machine.makeError(.type, 1100) }
            this.setNative(RegExpState(copying: other))
            return .undefined
        }
        let pattern = call[0].isUndefined ? call.machine.names.empty.string : try call.toText(0)
        let flags = call[1].isUndefined ? nil : try call.toText(1).units
        this.setNative(RegExpState(pattern, flags: flags))
        return .undefined
    }

    static func state(_ call: NativeCall, _ method: String) throws(ScriptError) -> RegExpState {
        guard let state = call.this.object?.native(as: RegExpState.self) else {
            throw call.incompatible("RegExp.prototype.\(method)")
        }
        return state
    }

    private static func flag(_ name: StaticString, _ option: RegExpProgram.Options) -> NativeMember {
        NativeMember(get: name, ":Boolean") { (call) throws(ScriptError) in
            Value(try state(call, "flags").options.contains(option))
        }
    }

    private static func lastIndex(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(try state(call, "lastIndex").lastIndex)
    }

    private static func setLastIndex(_ call: NativeCall) throws(ScriptError) -> Value {
        try state(call, "lastIndex").lastIndex = call.int(0)
        return .undefined
    }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        // The prototype is no expression itself.
        guard call.this.object?.native(as: RegExpState.self) != nil else {
            if call.this == call.machine.types.regExp?.pointee.prototype { return call.text("/(?:)/") }
            throw call.incompatible("RegExp.prototype.toString")
        }
        let state = try state(call, "toString")
        return call.text([0x2F] + state.source.units + [0x2F] + state.options.text)
    }

    private static func subject(_ call: NativeCall) throws(ScriptError) -> StringRef {
        call.count == 0 ? call.machine.names.empty.string : try call.toText(0)
    }

    private static func execute(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try state(call, "exec")
        let text = try subject(call)
        return state.execute(text).map { Value(call.machine.makeMatchArray($0, state, text)) } ?? .null
    }

    private static func test(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(try state(call, "test").execute(try subject(call)) != nil)
    }
}
