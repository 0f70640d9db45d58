import AVM

/// The `String` class.
enum StringClass {
    private static let methods: [NativeMethod] = [
        NativeMethod("valueOf", valueOf),
        NativeMethod("toString", valueOf),
        NativeMethod("toUpperCase", toUpperCase),
        NativeMethod("toLowerCase", toLowerCase),
        NativeMethod("charAt", charAt),
        NativeMethod("charCodeAt", charCodeAt),
        NativeMethod("concat", concat),
        NativeMethod("indexOf", indexOf),
        NativeMethod("lastIndexOf", lastIndexOf),
        NativeMethod("slice", slice),
        NativeMethod("substring", substring),
        NativeMethod("split", split),
        NativeMethod("substr", substr),
    ]

    private static let staticMethods: [NativeMethod] = [NativeMethod("fromCharCode", fromCharCode)]

    static func install(on machine: Machine) {
        var row = NativeClass("String", constructor: construct)
        row.methods = methods
        row.staticMethods = staticMethods
        machine.prototypes.string = machine.install(row).prototype
    }

    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        let string = call.count == 0 ? call.heap.emptyString : try call.machine.toString(call[0])
        guard call.isConstructing, let this = call.this.object else { return Value(string) }
        this.setNative(BoxedPrimitive(Value(string)))
        call.heap.define(call.machine.names.length, Value(string.count), .hidden, on: this)
        return call.this
    }

    /// The text that a call is made on: that of a string object, else what the value is as a string.
    private static func text(_ call: Call) throws(ScriptError) -> StringRef {
        if let string = call.this.string { return string }
        if let string = call.this.object?.native(as: BoxedPrimitive.self)?.value.string { return string }
        return try call.machine.toString(call.this)
    }

    private static func valueOf(_ call: Call) throws(ScriptError) -> Value {
        if call.this.isString { return call.this }
        if let string = call.this.object?.native(as: BoxedPrimitive.self)?.value.string { return Value(string) }
        if let boxed = call.this.object?.native(as: BoxedPrimitive.self)?.value {
            return Value(try call.machine.toString(boxed))
        }
        // Of anything else the text, unless that would ask here again.
        if call.this.object.map({ call.machine.host.isClip($0) || $0.flags.contains(.callable) }) ?? true {
            return Value(try call.machine.toString(call.this))
        }
        return call.machine.string("[object Object]")
    }

    private static func toUpperCase(_ call: Call) throws(ScriptError) -> Value {
        Value(call.heap.makeString(utf16: try text(call).units.map(CaseFolding.upper)))
    }

    private static func toLowerCase(_ call: Call) throws(ScriptError) -> Value {
        Value(call.heap.makeString(utf16: try text(call).units.map(CaseFolding.lower)))
    }

    private static func charAt(_ call: Call) throws(ScriptError) -> Value {
        let string = try text(call)
        let index = Int(try call.machine.toInt32(call[0]))
        guard index >= 0, index < string.count else { return Value(call.heap.emptyString) }
        return Value(call.heap.strings.single(string[index]))
    }

    private static func charCodeAt(_ call: Call) throws(ScriptError) -> Value {
        let string = try text(call)
        let index = Int(try call.machine.toInt32(call[0]))
        guard index >= 0, index < string.count else { return .nan }
        return Value(Int32(string[index]))
    }

    private static func concat(_ call: Call) throws(ScriptError) -> Value {
        var result = try text(call)
        for index in 0..<call.count {
            let joined = try call.machine.join(result, try call.machine.toString(call[index]))
            result = joined.unsafeString
        }
        return Value(result)
    }

    private static func indexOf(_ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .undefined }
        let units = try text(call).units
        let wanted = try call.machine.toString(call[0]).units
        let start = max(0, Int(try call.machine.toInt32(call[1])))
        guard start <= units.count, wanted.count <= units.count - start else { return Value(-1) }
        for place in start...(units.count - wanted.count) where units[place...].starts(with: wanted) {
            return Value(place)
        }
        return Value(-1)
    }

    private static func lastIndexOf(_ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .undefined }
        let units = try text(call).units
        let wanted = try call.machine.toString(call[0]).units
        let start = call.count > 1 && !call[1].isUndefined ? Int(try call.machine.toInt32(call[1])) : units.count
        if start < 0 { return Value(-1) }
        var place = min(start, units.count - wanted.count)
        while place >= 0 {
            if units[place...].starts(with: wanted) { return Value(place) }
            place -= 1
        }
        return Value(-1)
    }

    /// From a start to an end, both counted from the end where negative.
    private static func slice(_ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .undefined }
        let string = try text(call)
        func place(_ value: Value) throws(ScriptError) -> Int {
            let index = Int(try call.machine.toInt32(value))
            return index < 0 ? max(0, index + string.count) : min(index, string.count)
        }
        let start = try place(call[0])
        let end = call.count < 2 || call[1].isUndefined ? string.count : try place(call[1])
        return Value(start < end ? call.heap.substring(string, start..<end) : call.heap.emptyString)
    }

    /// Between two places, whichever comes first.
    private static func substring(_ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .undefined }
        let string = try text(call)
        let a = max(0, min(Int(try call.machine.toInt32(call[0])), string.count))
        let isOpen = call.count < 2 || call[1].isUndefined
        let b = isOpen ? string.count : max(0, min(Int(try call.machine.toInt32(call[1])), string.count))
        return Value(call.heap.substring(string, min(a, b)..<max(a, b)))
    }

    private static func substr(_ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .undefined }
        let string = try text(call)
        var start = Int(try call.machine.toInt32(call[0]))
        start = start < 0 ? max(0, start + string.count) : min(start, string.count)
        var end = string.count
        if call.count > 1 && !call[1].isUndefined {
            let length = Int(try call.machine.toInt32(call[1]))
            // An end before the start of the text counts from its end.
            end = start + length
            end = end < 0 ? end + string.count : min(string.count, end)
        }
        return Value(start < end ? call.heap.substring(string, start..<end) : call.heap.emptyString)
    }

    private static func split(_ call: Call) throws(ScriptError) -> Value {
        let string = try text(call)
        let limit = call.count > 1 && !call[1].isUndefined ? max(0, Int(try call.machine.toInt32(call[1]))) : Int.max
        let parts = ValueBuffer(call.heap)
        if call.count == 0 || call[0].isUndefined && !call.dialect.splitsByUndefined {
            parts.append(Value(string))
            return Value(call.machine.makeArray(parts.elements))
        }
        let separator = try call.machine.toString(call[0]).units
        let units = string.units
        if separator.isEmpty {
            for index in 0..<min(units.count, limit) { parts.append(Value(call.heap.strings.single(units[index]))) }
            return Value(call.machine.makeArray(parts.elements))
        }
        var start = 0
        var place = 0
        while place + separator.count <= units.count, parts.count < limit {
            if units[place...].starts(with: separator) {
                parts.append(Value(call.heap.substring(string, start..<place)))
                place += separator.count
                start = place
            } else {
                place += 1
            }
        }
        // An empty text is one part, whatever the limit.
        if parts.count < limit || units.isEmpty {
            parts.append(Value(call.heap.substring(string, start..<units.count)))
        }
        return Value(call.machine.makeArray(parts.elements))
    }

    private static func fromCharCode(_ call: Call) throws(ScriptError) -> Value {
        var units: [UInt16] = []
        for index in 0..<call.count {
            let code = UInt32(bitPattern: try call.machine.toInt32(call[index]))
            if call.dialect.hasUTF8Strings {
                let unit = UInt16(truncatingIfNeeded: code)
                // A unit of 0 ends the text.
                if unit == 0 { break }
                units.append(unit)
            } else {
                // Before SWF 6 a code above 255 is two bytes.
                let (high, low) = (UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code))
                if high != 0 { units.append(UInt16(high)) }
                if low == 0 && high == 0 { break }
                units.append(UInt16(low))
            }
        }
        return Value(call.heap.makeString(utf16: units))
    }
}
