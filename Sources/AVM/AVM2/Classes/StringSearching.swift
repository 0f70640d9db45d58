import AVM

/// The part of `String` that looks for texts and expressions in it.
enum StringSearching {
    static let members: [NativeMember] =
        NativeMember.shared("indexOf", "(s:String = \"undefined\", i:Number = 0):int", length: 2, indexOf)
        + NativeMember.shared(
            "lastIndexOf", "(s:String = \"undefined\", i:Number = 2147483647):int", length: 2, lastIndexOf)
        + NativeMember.shared("localeCompare", "(other:* = undefined):int", length: 2, localeCompare)
        + NativeMember.shared("match", "(p:* = undefined):Array", length: 1, match)
        + NativeMember.shared("replace", "(p:* = undefined, repl:* = undefined):String", length: 2, replace)
        + NativeMember.shared("search", "(p:* = undefined):int", length: 1, search)
        + NativeMember.shared("split", "(delim:* = undefined, limit:* = 4294967295):Array", length: 2, split)

    private static func indexOf(_ call: NativeCall) throws(ScriptError) -> Value {
        let text = try call.thisText().units
        if call.count > 0, call[0].isNullish { return Value(-1) }
        let part = try call.toText(0).units
        let start = min(max(0, NumberConversion.toInteger(try call.toNumber(1, or: 0))), Double(text.count))
        return Value(firstIndex(of: part, in: text, from: Int(start)) ?? -1)
    }

    static func firstIndex(of part: [UInt16], in text: [UInt16], from start: Int) -> Int? {
        guard let first = part.first else { return start }
        var place = start
        while place + part.count <= text.count {
            guard let next = text[place...(text.count - part.count)].firstIndex(of: first) else { return nil }
            if text[next..<(next + part.count)].elementsEqual(part) { return next }
            place = next + 1
        }
        return nil
    }

    private static func lastIndexOf(_ call: NativeCall) throws(ScriptError) -> Value {
        let text = try call.thisText().units
        if call.count > 0, call[0].isNullish { return Value(-1) }
        let part = try call.toText(0).units
        var start = call[1].isUndefined ? .infinity : try call.toNumber(1)
        if start.isNaN { start = .infinity }
        guard part.count <= text.count, start >= 0 || part.isEmpty else { return Value(-1) }
        var place = Int(min(max(0, NumberConversion.toInteger(start)), Double(text.count - part.count)))
        while place >= 0 {
            if text[place..<(place + part.count)].elementsEqual(part) { return Value(place) }
            place -= 1
        }
        return Value(-1)
    }

    /// Compares by units; the difference of the first that differ, or of the lengths.
    private static func localeCompare(_ call: NativeCall) throws(ScriptError) -> Value {
        let a = try call.thisText().units
        // Up to SWF 9, null equals all but the empty text.
        if call.machine.swfVersion < 10, call[0].isNullish { return Value(a.isEmpty ? Int32(1) : 0) }
        let b = try call.toText(0).units
        for (x, y) in zip(a, b) where x != y { return Value(Int(x) - Int(y)) }
        return Value(a.count - b.count)
    }

    /// The expression that an argument is or stands for.
    private static func expression(_ call: NativeCall) throws(ScriptError) -> RegExpState {
        if let state = call[0].object?.native(as: RegExpState.self) { return state }
        return RegExpState(try call.toText(0), flags: nil)
    }

    private static func match(_ call: NativeCall) throws(ScriptError) -> Value {
        let text = try call.thisText()
        return RegExpReplacing.match(text, try expression(call), call.machine)
    }

    private static func search(_ call: NativeCall) throws(ScriptError) -> Value {
        let text = try call.thisText()
        return Value(try expression(call).match(text, from: 0)?.whole.lowerBound ?? -1)
    }

    private static func replace(_ call: NativeCall) throws(ScriptError) -> Value {
        let text = try call.thisText()
        let isFunction = call.machine.isCallable(call[1])
        if let state = call[0].object?.native(as: RegExpState.self) {
            if isFunction { return try RegExpReplacing.replace(text, state, calling: call[1], call.machine) }
            return try RegExpReplacing.replace(text, state, with: try call.toText(1).units, call.machine)
        }
        let part = try call.toText(0)
        let units = text.units
        guard let index = firstIndex(of: part.units, in: units, from: 0) else { return Value(text) }
        let new =
            isFunction
            ? try call.machine.toString(
                try call.machine.call(call[1], this: .undefined, Value(part), Value(index), Value(text)))
            : try call.toText(1)
        return call.text(Array(units[..<index]) + new.units + units[(index + part.count)...])
    }

    private static func split(_ call: NativeCall) throws(ScriptError) -> Value {
        let text = try call.thisText()
        let limit = call.count < 2 || call[1].isUndefined ? Int(UInt32.max) : Int(try call.machine.toUInt32(call[1]))
        if call[0].isUndefined { return Value(call.machine.makeArray(limit > 0 ? [Value(text)] : [])) }
        if let state = call[0].object?.native(as: RegExpState.self) {
            return RegExpReplacing.split(text, state, limit: limit, call.machine)
        }
        let delimiter = try call.toText(0).units
        let units = text.units
        // The parts are not reachable until they are in the array.
        call.heap.pauseDepth += 1
        defer { call.heap.pauseDepth -= 1 }
        var parts: [Value] = []
        if delimiter.isEmpty, !units.isEmpty {
            parts = units.prefix(limit).map { Value(call.heap.strings.single($0)) }
            return Value(call.machine.makeArray(parts))
        }
        var start = 0
        while !delimiter.isEmpty, parts.count < limit, let next = firstIndex(of: delimiter, in: units, from: start) {
            parts.append(Value(call.heap.substring(text, start..<next)))
            start = next + delimiter.count
        }
        if parts.count < limit { parts.append(Value(call.heap.substring(text, start..<units.count))) }
        return Value(call.machine.makeArray(parts))
    }
}
