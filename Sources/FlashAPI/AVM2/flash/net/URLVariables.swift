import AVM
import AVM2

/// `flash.net.URLVariables`.
enum URLVariablesClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.net.URLVariables", .dynamic, constructor: "(source:String = null)")
        table.members = {
            [
                NativeMember(method: "decode", "(source:String):void", decode),
                NativeMember(method: "toString", "():String", toString),
            ]
        }
        table.initialize = { (call) throws(ScriptError) in
            if call[0].isString { _ = try decode(call) }
            return .undefined
        }
        return table
    }()

    /// `a=1&b=2`. A name that comes again makes an array. Error #2101 where a part is no pair.
    private static func decode(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let source = call.string(0) else { throw call.machine.makeError(.type, 2007, ["source"]) }
        try decode(source.text, into: try call.thisObject(), call.machine)
        return .undefined
    }

    static func decode(_ source: String, into object: Object, _ machine: AVM2Machine) throws(ScriptError) {
        guard !source.isEmpty else { return }
        for pair in source.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else {
                throw machine.makeError(.error, 2101)
            }
            let name = unescaped(pair[..<equals])
            let value = machine.string(unescaped(pair[pair.index(after: equals)...]))
            let property = try machine.publicName(machine.string(name))
            let owner = Value(object)
            guard try machine.hasOwn(property, in: owner) else {
                try machine.set(property, of: owner, to: value)
                continue
            }
            let known = try machine.get(property, of: owner)
            if let list = known.object?.native(as: ArrayState.self) {
                list.push(value, machine.heap)
            } else {
                try machine.set(property, of: owner, to: Value(machine.makeArray([known, value])))
            }
        }
    }

    private static func unescaped(_ text: Substring.UTF8View) -> String {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        let machine = call.machine
        let object = try call.thisObject()
        var parts: [String] = []
        for name in object.ownNames {
            guard let value = object.ownValue(name) else { continue }
            let key = escaped(name.text)
            if let list = value.object?.native(as: ArrayState.self) {
                for index in 0..<min(Int(list.length), 65536) {
                    parts.append(key + "=" + escaped(try machine.toString(list[index]).text))
                }
            } else {
                parts.append(key + "=" + escaped(try machine.toString(value).text))
            }
        }
        return call.text(parts.joined(separator: "&"))
    }

    /// Letters, digits and `-_.` stay, all else becomes %XX.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: result.unicodeScalars.append(.init(byte))
            default:
                result += "%"
                if byte < 16 { result += "0" }
                result += String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
