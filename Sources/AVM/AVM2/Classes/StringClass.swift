import AVM

/// `String`. ECMA-262 3rd ed. 15.5. The functions of the prototype take any `this`.
enum StringClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("String", base: "Object", .final, constructor: "(value:* = undefined)")
        table.members = { plainMembers + StringSearching.members }
        table.staticMembers = {
            [
                .length(1),
                NativeMember(method: "fromCharCode", "(...rest):String", fromCharCode, .as3),
                NativeMember(method: "fromCharCode", "(...rest):String", fromCharCode),
            ]
        }
        table.construct = convert
        table.call = convert
        return table
    }()

    private static let plainMembers: [NativeMember] =
        NativeMember.shared("charAt", "(i:Number = 0):String", length: 1, charAt)
        + NativeMember.shared("charCodeAt", "(i:Number = 0):Number", length: 1, charCodeAt)
        + NativeMember.shared("concat", "(...rest):String", length: 0, concat)
        + NativeMember.shared("slice", "(start:Number = 0, end:Number = 2147483647):String", length: 2, slice)
        + NativeMember.shared("substr", "(start:Number = 0, len:Number = 2147483647):String", length: 2, substr)
        + NativeMember.shared("substring", "(start:Number = 0, end:Number = 2147483647):String", length: 2, substring)
        + NativeMember.shared("toLowerCase", "():String", length: 0, lower)
        + NativeMember.shared("toLocaleLowerCase", "():String", length: 0, lower)
        + NativeMember.shared("toUpperCase", "():String", length: 0, upper)
        + NativeMember.shared("toLocaleUpperCase", "():String", length: 0, upper)
        + [
            NativeMember(get: "length", ":int") { (call) throws(ScriptError) in Value(try call.thisText().count) },
            NativeMember(method: "toString", "():String", { (call) throws(ScriptError) in call.this }, .as3),
            NativeMember(method: "valueOf", "():String", { (call) throws(ScriptError) in call.this }, .as3),
            NativeMember(prototype: "toString", length: 0) { (call) throws(ScriptError) in
                try text(call, "toString")
            },
            NativeMember(prototype: "valueOf", length: 0) { (call) throws(ScriptError) in try text(call, "valueOf") },
        ]

    private static func convert(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(call.count == 0 ? call.machine.names.empty.string : try call.toText(0))
    }

    /// `this`, which must be a string; the prototype counts as an empty one.
    private static func text(_ call: NativeCall, _ method: String) throws(ScriptError) -> Value {
        if call.this.isString { return call.this }
        guard call.this == call.machine.types.string.pointee.prototype else {
            throw call.incompatible("String.prototype.\(method)")
        }
        return Value(call.machine.names.empty.string)
    }

    private static func fromCharCode(_ call: NativeCall) throws(ScriptError) -> Value {
        if call.count == 1 {
            let unit = UInt16(truncatingIfNeeded: try call.machine.toInt32(call[0]))
            return Value(call.heap.strings.single(unit))
        }
        var units: [UInt16] = []
        for index in 0..<call.count {
            units.append(UInt16(truncatingIfNeeded: try call.machine.toInt32(call[index])))
        }
        return call.text(units)
    }

    private static func charAt(_ call: NativeCall) throws(ScriptError) -> Value {
        let text = try call.thisText()
        let index = NumberConversion.toInteger(try call.toNumber(0, or: 0))
        guard index >= 0, index < Double(text.count) else { return Value(call.machine.names.empty.string) }
        return Value(call.heap.strings.single(text[Int(index)]))
    }

    private static func charCodeAt(_ call: NativeCall) throws(ScriptError) -> Value {
        let text = try call.thisText()
        let index = NumberConversion.toInteger(try call.toNumber(0, or: 0))
        guard index >= 0, index < Double(text.count) else { return .nan }
        return Value(Int32(text[Int(index)]))
    }

    private static func concat(_ call: NativeCall) throws(ScriptError) -> Value {
        var text = Value(try call.thisText())
        for index in 0..<call.count {
            text = try call.machine.joined(text.unsafeString, try call.toText(index))
        }
        return text
    }

    private static func slice(_ call: NativeCall) throws(ScriptError) -> Value {
        let text = try call.thisText()
        let start = NumberConversion.clampedIndex(try call.toNumber(0, or: 0), count: text.count)
        let end = NumberConversion.clampedIndex(
            call[1].isUndefined ? .infinity : try call.toNumber(1), count: text.count)
        return Value(call.heap.substring(text, start..<max(start, end)))
    }

    private static func substr(_ call: NativeCall) throws(ScriptError) -> Value {
        let text = try call.thisText()
        let start = NumberConversion.clampedIndex(try call.toNumber(0, or: 0), count: text.count)
        let length = call[1].isUndefined ? .infinity : NumberConversion.toInteger(try call.toNumber(1))
        // A negative length takes that much off the whole text's, where the start lies below it: a quirk.
        if length < 0, Double(start) + length >= 0 { return Value(call.machine.names.empty.string) }
        let end = Double(start) + (length < 0 ? Double(text.count) + length : length)
        return Value(call.heap.substring(text, start..<Int(max(Double(start), min(end, Double(text.count))))))
    }

    private static func substring(_ call: NativeCall) throws(ScriptError) -> Value {
        let text = try call.thisText()
        let end = call[1].isUndefined ? .infinity : try call.toNumber(1)
        let a = NumberConversion.clampedIndex(max(0, try call.toNumber(0, or: 0)), count: text.count)
        let b = NumberConversion.clampedIndex(max(0, end), count: text.count)
        return Value(call.heap.substring(text, min(a, b)..<max(a, b)))
    }

    private static func lower(_ call: NativeCall) throws(ScriptError) -> Value {
        mapped(try call.thisText(), call) { CaseFolding.lower($0) }
    }

    private static func upper(_ call: NativeCall) throws(ScriptError) -> Value {
        mapped(try call.thisText(), call) { CaseFolding.upper($0) }
    }

    private static func mapped(_ text: StringRef, _ call: NativeCall, _ map: (UInt16) -> UInt16) -> Value {
        let units = text.units
        let changed = units.map(map)
        return changed == units ? Value(text) : call.text(changed)
    }
}
