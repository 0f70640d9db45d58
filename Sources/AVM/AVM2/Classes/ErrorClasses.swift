import AVM

/// `Error` and the classes derived from it. ECMA-262 3rd ed. 15.11.
enum ErrorClasses {
    static let derived: [StaticString] = [
        "ArgumentError", "DefinitionError", "EvalError", "RangeError", "ReferenceError", "SecurityError", "SyntaxError",
        "TypeError", "URIError", "UninitializedError", "VerifyError",
    ]

    /// Package `flash.errors`: class, its name without the package, and base.
    static let packaged: [(StaticString, StaticString, StaticString)] = [
        ("flash.errors.IOError", "IOError", "Error"), ("flash.errors.EOFError", "EOFError", "flash.errors.IOError"),
        ("flash.errors.IllegalOperationError", "IllegalOperationError", "Error"),
        ("flash.errors.InvalidSWFError", "InvalidSWFError", "Error"),
        ("flash.errors.MemoryError", "MemoryError", "Error"),
        ("flash.errors.ScriptTimeoutError", "ScriptTimeoutError", "Error"),
        ("flash.errors.StackOverflowError", "StackOverflowError", "Error"),
        ("flash.errors.PermissionError", "PermissionError", "Error"),
    ]

    static let tables: [NativeClassTable] =
        [error] + derived.map { table($0, shortName: $0, base: "Error") }
        + packaged.map { table($0.0, shortName: $0.1, base: $0.2) } + [rights]

    /// The class of `name`, whose prototype carries `shortName`.
    static func table(_ name: StaticString, shortName: StaticString, base: StaticString) -> NativeClassTable {
        var table = NativeClassTable(
            name, base: base, .dynamic, constructor: "(message:* = \"\", id:* = 0)")
        table.initialize = initialize
        table.members = { [NativeMember(prototype: "name", value: shortName)] }
        table.staticMembers = { [.length(1)] }
        table.call = make
        return table
    }

    static let error: NativeClassTable = {
        var table = ErrorClasses.table("Error", shortName: "Error", base: "Object")
        table.members = {
            [
                NativeMember(slot: "message", ":*"),
                NativeMember(slot: "name", ":*"),
                NativeMember(slot: "_errorID", ":int", .internal),
                NativeMember(slot: "_stackTrace", ":String", .internal),
                NativeMember(get: "errorID", ":int") { (call) throws(ScriptError) in slot(call.this, 2) },
                NativeMember(method: "getStackTrace", "():String") { (call) throws(ScriptError) in
                    guard call.machine.host.isDebugger else { return .null }
                    // The error may say of itself what it likes by then; the calls are those of its making.
                    let head = try call.machine.toString(try call.machine.callMethod("toString", of: call.this))
                    return call.text(head.text + (slot(call.this, 3).string?.text ?? ""))
                },
                NativeMember(prototype: "toString", length: 0, toString),
                NativeMember(prototype: "name", value: "Error"),
                NativeMember(prototype: "message", value: "Error"),
            ]
        }
        table.staticMembers = {
            [
                .length(1),
                NativeMember(method: "getErrorMessage", "(index:int):String") { (call) throws(ScriptError) in
                    call.text(ErrorMessages.message(Int(call.int(0)), isDebugger: call.machine.host.isDebugger))
                },
                NativeMember(method: "throwError", "(type:Class, index:uint, ...rest):*", throwError),
            ]
        }
        return table
    }()

    /// `DRMManagerError`, with a second number.
    private static let rights: NativeClassTable = {
        var table = NativeClassTable(
            "flash.errors.DRMManagerError", base: "Error", .dynamic,
            constructor: "(message:String, id:int, subErrorID:int)")
        table.initialize = { (call) throws(ScriptError) in
            _ = try initialize(call)
            call.this.object?.cell.slots[4] = call[2]
            return .undefined
        }
        table.members = {
            [
                NativeMember(slot: "_subErrorID", ":int", .internal),
                NativeMember(get: "subErrorID", ":int") { (call) throws(ScriptError) in slot(call.this, 4) },
                NativeMember(method: "toString", "():String") { (call) throws(ScriptError) in
                    let parts = try [0, 2, 4].map { (index) throws(ScriptError) in
                        try call.machine.toString(slot(call.this, index)).text
                    }
                    return call.text("DRMManagerError: '\(parts[0])', error ID:'\(parts[1])', subErrorID:'\(parts[2])'")
                },
                NativeMember(prototypeUndefined: "name"), NativeMember(prototypeUndefined: "message"),
            ]
        }
        return table
    }()

    /// A slot of an Error: message, name, number, stack trace.
    private static func slot(_ value: Value, _ index: Int) -> Value {
        value.object.map { $0.cell.slots[index] } ?? .undefined
    }

    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let object = call.this.object, let owner = call.owner else { return .undefined }
        object.cell.slots[0] = call[0]
        // Those of packages go by the name of Error.
        let isOfLanguage = owner.name.namespace == .public
        let name = isOfLanguage ? owner.name.name.string : call.machine.types.error.name.name.string
        object.cell.slots[1] = Value(name)
        object.cell.slots[2] = Value(try call.machine.toInt32(call[1]))
        if call.machine.host.isDebugger {
            object.cell.slots[3] = call.text(call.machine.stackTrace())
        }
        return .undefined
    }

    /// Called as a function, an error class makes an error all the same.
    private static func make(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let owner = call.owner else { return .undefined }
        return Value(try call.machine.construct(owner, Array(call.arguments)))
    }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        let message = try call.machine.get(call.machine.publicName("message"), of: call.this)
        let name = try call.machine.get(call.machine.publicName("name"), of: call.this)
        let text = try call.machine.toString(message)
        if text.isEmpty { return Value(try call.machine.toString(name)) }
        return call.text(try call.machine.toString(name).units + Array(": ".utf16) + text.units)
    }

    private static func throwError(_ call: NativeCall) throws(ScriptError) -> Value {
        // Flash puts no more than six texts in.
        let texts = try call.arguments.dropFirst(2).prefix(6).map { (value) throws(ScriptError) in
            try call.machine.toString(value).text
        }
        let number = Int(call.uint(1))
        let message = ErrorMessages.message(number, texts, isDebugger: call.machine.host.isDebugger)
        throw .thrown(try call.machine.construct(call[0], [call.text(message), Value(number)]))
    }
}
