import AVM
import AVM1
import Player

/// `flash.external.ExternalInterface`: there is no page around the movie, so it is not available, or one that
/// knows its own address alone; its converters work.
enum ExternalInterfaceClass {
    static let package = "flash.external"

    static func install(on runtime: AVM1Runtime) {
        let machine = runtime.machine!
        let unowned = Unowned(runtime)
        var row = NativeClass("ExternalInterface", constructor: { call in call.this })
        row.staticMethods = [
            NativeMethod("addCallback", { _ in Value(unowned.runtime.player.mocksExternalInterface) }),
            NativeMethod("call") { (call) throws(ScriptError) -> Value in
                guard unowned.runtime.player.mocksExternalInterface else { return .null }
                let function = try call.machine.toString(call[0]).text
                let argument = call.count > 1 ? [try call.machine.toString(call[1]).text] : []
                let answer = unowned.runtime.player.mockPageAnswer(function, argument)
                return answer.map { call.machine.string($0) } ?? .undefined
            },
            NativeMethod("_escapeXML", escapeXML),
            NativeMethod("_unescapeXML", unescapeXML),
            NativeMethod("_jsQuoteString", quote),
            NativeMethod(
                "_toXML", { (call) throws(ScriptError) -> Value in call.machine.string(try xml(call[0], call)) }),
            NativeMethod(
                "_objectToXML",
                { (call) throws(ScriptError) -> Value in
                    call.machine.string(try objectXML(call[0], call))
                }),
            NativeMethod(
                "_arrayToXML",
                { (call) throws(ScriptError) -> Value in
                    call.machine.string(try arrayXML(call[0], call))
                }),
            NativeMethod("_argumentsToXML", argumentsXML),
        ]
        row.staticMethods += ExternalValues.methods
        let absent: [StaticString] = [
            "_arrayToJS", "_objectToJS", "_toJS",
            "_addCallback",
            "_callIn", "_callOut", "_evalJS", "_initJS", "_objectID",
        ]
        row.staticMethods += absent.map { SystemClass.missing("ExternalInterface.\($0)", as: $0) }
        row.staticProperties = [
            NativeProperty("available", get: { _ in Value(unowned.runtime.player.mocksExternalInterface) })
        ]
        machine.install(row, package: package)
    }

    private static func escaped(_ text: String, _ call: Call) -> String {
        String(
            decoding: XMLScanner.escape(Array(text.utf16)).flatMap { $0 == 0xA0 ? Array("\u{A0}".utf16) : [$0] },
            as: UTF16.self)
    }

    private static func escapeXML(_ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .null }
        let text = try call.machine.toString(call[0]).text
        if text.isEmpty { return .null }
        return call.machine.string(escaped(text, call))
    }

    private static func unescapeXML(_ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .null }
        let text = try call.machine.toString(call[0]).text
        if text.isEmpty { return .null }
        return call.machine.string(plain(text))
    }

    /// Without the five entities of XML; others stay as they are.
    private static func plain(_ text: String) -> String {
        let entities: [(String, Character)] = [
            ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
        ]
        var result = ""
        var rest = text[...]
        while let first = rest.first {
            if first == "&", let entity = entities.first(where: { rest.hasPrefix($0.0) }) {
                result.append(entity.1)
                rest = rest.dropFirst(entity.0.count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// A text as JavaScript writes it.
    private static func quote(_ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .null }
        let text = try call.machine.toString(call[0]).text
        if text.isEmpty { return .null }
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default: result.unicodeScalars.append(character)
            }
        }
        return call.machine.string(result)
    }

    // MARK: XML

    private static func xml(_ value: Value, _ call: Call) throws(ScriptError) -> String {
        if call.machine.isStackExhausted { throw .halted(.tooDeep) }
        if value.isUndefined { return "<undefined/>" }
        if value.isNull { return "<null/>" }
        if value.isBool { return value.unsafeBool ? "<true/>" : "<false/>" }
        if value.isNumber { return "<number>\(NumberConversion.avm1String(value.unsafeNumber))</number>" }
        if let string = value.string {
            return "<string>\(string.isEmpty ? "null" : escaped(string.text, call))</string>"
        }
        guard let object = value.object else { return "<null/>" }
        // What has a length is taken for an array.
        if call.machine.hasProperty(object, call.machine.names.length) { return try arrayXML(value, call) }
        return object.flags.contains(.callable) ? "<null/>" : try objectXML(value, call)
    }

    private static func objectXML(_ value: Value, _ call: Call) throws(ScriptError) -> String {
        var result = "<object>"
        if let object = value.object {
            for name in call.machine.enumerate(object) {
                let content = try xml(try call.machine.get(object, name), call)
                result += "<property id=\"\(name.text)\">\(content)</property>"
            }
        }
        return result + "</object>"
    }

    private static func arrayXML(_ value: Value, _ call: Call) throws(ScriptError) -> String {
        var result = "<array>"
        if let object = value.object {
            let count = min(1 << 16, max(0, try call.machine.toInt32(try call.machine.get(object, "length"))))
            for index in 0..<Int(count) {
                let content = try xml(try call.machine.get(object, call.machine.atom(String(index))), call)
                result += "<property id=\"\(index)\">\(content)</property>"
            }
        }
        return result + "</array>"
    }

    /// The arguments but the first, as `call` sends them.
    private static func argumentsXML(_ call: Call) throws(ScriptError) -> Value {
        var result = "<arguments>"
        if let object = call[0].object {
            let count = min(1 << 16, Int(try call.machine.toInt32(try call.machine.get(object, "length"))))
            for index in 1..<max(1, count) {
                result += try xml(try call.machine.get(object, call.machine.atom(String(index))), call)
            }
        }
        return call.machine.string(result + "</arguments>")
    }
}
