import AVM

/// `JSON`. Flash Player 11 and SWF 13.
enum JSONClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("JSON", base: "Object", [.final, .abstract])
        table.since = 13
        table.staticMembers = {
            [
                .length(1),
                NativeMember(method: "parse", "(text:String, reviver:Function = null):Object", parse),
                NativeMember(
                    method: "stringify", "(value:Object, replacer:* = null, space:* = null):String", stringify),
            ]
        }
        return table
    }()

    private static func parse(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let text = call.string(0) else { throw call.machine.makeError(.syntax, 1132) }
        return try JSONReader.read(text, reviver: call[1].isNull ? nil : call[1], call.machine)
    }

    private static func stringify(_ call: NativeCall) throws(ScriptError) -> Value {
        let machine = call.machine
        var replacer: Value?
        var allowed: [Atom]?
        if let array = call[1].object?.native(as: ArrayState.self) {
            allowed = []
            for index in 0..<Int(array.length) where array[index].isString || array[index].isNumber {
                let name = machine.heap.strings.pinned(try machine.toString(array[index]))
                if allowed?.contains(name) == false { allowed?.append(name) }
            }
        } else if machine.isCallable(call[1]) {
            replacer = call[1]
        } else if !call[1].isNull {
            throw machine.makeError(.type, 1131)
        }
        var gap: [UInt16] = []
        if call[2].isNumber {
            gap = Array(repeating: 0x20, count: Int(max(0, min(10, NumberConversion.toInteger(call[2].unsafeNumber)))))
        } else if !call[2].isNullish {
            gap = Array(try call.toText(2).units.prefix(10))
        }
        let text = try JSONWriter.write(call[0], gap: gap, replacer: replacer, allowed: allowed, machine)
        return text.map { call.text($0) } ?? .null
    }
}
