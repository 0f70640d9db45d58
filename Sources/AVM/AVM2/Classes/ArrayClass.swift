import AVM

/// `Array`. ECMA-262 3rd ed. 15.4, with what came later. The functions of the prototype take any `this` with a length.
enum ArrayClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("Array", base: "Object", [.dynamic, .exotic], constructor: "(...rest)")
        table.makeState = { _, _ in ArrayState() }
        table.initialize = initialize
        table.call = { (call) throws(ScriptError) in
            Value(try call.machine.construct(call.machine.types.array, Array(call.arguments)))
        }
        table.members = { members + ArrayIteration.members + ArraySorting.members }
        table.staticMembers = {
            [
                .length(1),
                NativeMember(constant: "CASEINSENSITIVE", ":uint", .int(1)),
                NativeMember(constant: "DESCENDING", ":uint", .int(2)),
                NativeMember(constant: "UNIQUESORT", ":uint", .int(4)),
                NativeMember(constant: "RETURNINDEXEDARRAY", ":uint", .int(8)),
                NativeMember(constant: "NUMERIC", ":uint", .int(16)),
            ]
        }
        return table
    }()

    private static let members: [NativeMember] =
        NativeMember.shared("concat", "(...rest):Array", length: 1, concat)
        + NativeMember.shared("join", "(sep:* = undefined):String", length: 1, join)
        + NativeMember.shared("pop", "():*", length: 0, pop)
        + NativeMember.shared("push", "(...rest):uint", length: 1, push)
        + NativeMember.shared("reverse", "():Array", length: 0, reverse)
        + NativeMember.shared("shift", "():*", length: 0, shift)
        + NativeMember.shared("slice", "(A:* = 0, B:* = 4294967295):Array", length: 2, slice)
        + NativeMember.shared("unshift", "(...rest):uint", length: 0, unshift)
        + NativeMember.shared("splice", "(...rest):*", length: 2, splice)
        + NativeMember.shared("insertAt", "(index:int, element:*):void", length: 2, insertAt)
        + NativeMember.shared("removeAt", "(index:int):*", length: 1, removeAt)
        + [
            NativeMember(property: "length", ":uint", get: length, set: setLength),
            NativeMember(prototype: "toString", length: 0, toString),
            NativeMember(prototype: "toLocaleString", length: 0, toLocaleString),
        ]

    /// `new Array(length)` where there is one number, else the elements.
    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(ArrayState.self)
        if call.count == 1, call[0].isNumber {
            let length = call[0].unsafeNumber
            guard length >= 0, length <= 4_294_967_295, length == length.rounded(.towardZero) else {
                throw call.machine.makeError(.range, 1005, [try call.toText(0).text])
            }
            state.setLength(UInt32(length))
        } else {
            state.replace(call.arguments, call.heap)
        }
        return .undefined
    }

    private static func length(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(Int(try call.state(ArrayState.self).length))
    }

    private static func setLength(_ call: NativeCall) throws(ScriptError) -> Value {
        try call.state(ArrayState.self).setLength(call.uint(0))
        return .undefined
    }

    // MARK: Text

    private static func join(_ call: NativeCall) throws(ScriptError) -> Value {
        let separator = call[0].isUndefined ? [0x2C] : try call.toText(0).units
        return try joined(ArrayLike(call), separator) { (value) throws(ScriptError) in
            try call.machine.toString(value)
        }
    }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        try joined(ArrayLike(call), [0x2C]) { (value) throws(ScriptError) in try call.machine.toString(value) }
    }

    private static func toLocaleString(_ call: NativeCall) throws(ScriptError) -> Value {
        try joined(ArrayLike(call), [0x2C]) { (value) throws(ScriptError) in
            try call.machine.toString(try call.machine.callMethod("toLocaleString", of: value))
        }
    }

    private static func joined(
        _ array: ArrayLike, _ separator: [UInt16], _ text: (Value) throws(ScriptError) -> StringRef
    ) throws(ScriptError) -> Value {
        let machine = array.machine
        try machine.reserve(0)
        var units: [UInt16] = []
        let count = try array.length()
        guard count <= 1 << 28, count * separator.count <= StringRef.maximumCount else {
            throw machine.makeError(.error, 1000)
        }
        for index in 0..<count {
            if index > 0 { units += separator }
            let element = try array.get(index)
            if !element.isNullish { units += try text(element).units }
            guard units.count <= StringRef.maximumCount else { throw machine.makeError(.error, 1000) }
        }
        return Value(machine.heap.makeString(utf16: units))
    }

    // MARK: Ends

    private static func push(_ call: NativeCall) throws(ScriptError) -> Value {
        let array = ArrayLike(call)
        if let state = array.state {
            for argument in call.arguments { state.push(argument, call.heap) }
            return Value(Int(state.length))
        }
        var length = try array.length()
        for argument in call.arguments {
            try array.set(length, argument)
            length += 1
        }
        try array.setLength(length)
        return Value(length)
    }

    private static func pop(_ call: NativeCall) throws(ScriptError) -> Value {
        let array = ArrayLike(call)
        let length = try array.length()
        guard length > 0 else {
            try array.setLength(0)
            return .undefined
        }
        if let element = array.state?.popBeforeHoles() { return element }
        let last = try array.get(length - 1)
        try array.delete(length - 1)
        try array.setLength(length - 1)
        return last
    }

    private static func shift(_ call: NativeCall) throws(ScriptError) -> Value {
        let array = ArrayLike(call)
        let length = try array.length()
        guard length > 0 else {
            try array.setLength(0)
            return .undefined
        }
        let first = try array.get(0)
        if let state = array.state, state.denseCount == length {
            state.removeFirst()
            return first
        }
        try array.move(from: 1, to: 0, count: length - 1)
        try array.delete(length - 1)
        try array.setLength(length - 1)
        return first
    }

    private static func unshift(_ call: NativeCall) throws(ScriptError) -> Value {
        let array = ArrayLike(call)
        let length = try array.length()
        if let state = array.state, state.denseCount == length {
            let old = UnsafeBufferPointer(start: state.elements, count: length)
            state.replace(Array(call.arguments) + old, call.heap)
        } else {
            try array.move(from: 0, to: call.count, count: length)
            for (index, argument) in call.arguments.enumerated() { try array.set(index, argument) }
            try array.setLength(length + call.count)
        }
        return Value(length + call.count)
    }

    // MARK: Parts

    private static func concat(_ call: NativeCall) throws(ScriptError) -> Value {
        let result = call.machine.makeArray()
        guard let state = result.native(as: ArrayState.self) else { return .null }
        for value in [call.this] + call.arguments {
            let part = ArrayLike(value, call.machine)
            guard part.state != nil else {
                state.push(value, call.heap)
                continue
            }
            let start = Int(state.length)
            let count = try part.length()
            for index in try part.places(in: 0..<count) where start + index < Int(UInt32.max) {
                state.set(start + index, try part.get(index), call.heap)
            }
            state.setLength(UInt32(clamping: start + count))
        }
        return Value(result)
    }

    private static func slice(_ call: NativeCall) throws(ScriptError) -> Value {
        let array = ArrayLike(call)
        let length = try array.length()
        let start = NumberConversion.clampedIndex(try call.toNumber(0, or: 0), count: length)
        let end = NumberConversion.clampedIndex(try call.toNumber(1, or: .infinity), count: length)
        return Value(try slice(array, start, max(start, end)))
    }

    /// A part in which holes have become what the prototype has in their place.
    private static func slice(_ array: ArrayLike, _ start: Int, _ end: Int) throws(ScriptError) -> Object {
        guard let source = array.state, end <= source.denseCount,
            (start..<end).contains(where: { source.elements[$0] == ArrayState.hole })
        else { return try part(array, start, end) }
        let result = array.machine.makeArray()
        guard let state = result.native(as: ArrayState.self) else { return result }
        for index in start..<end { state.push(try array.get(index), array.machine.heap) }
        return result
    }

    private static func part(_ array: ArrayLike, _ start: Int, _ end: Int) throws(ScriptError) -> Object {
        let result = array.machine.makeArray()
        guard let state = result.native(as: ArrayState.self) else { return result }
        if let source = array.state, end <= source.denseCount {
            state.replace(UnsafeBufferPointer(start: source.elements + start, count: end - start), array.machine.heap)
            return result
        }
        for index in try array.places(in: start..<end) {
            state.set(index - start, try array.get(index), array.machine.heap)
        }
        state.setLength(UInt32(end - start))
        return result
    }

    private static func splice(_ call: NativeCall) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .undefined }
        let array = ArrayLike(call)
        let length = try array.length()
        let start = NumberConversion.clampedIndex(try call.toNumber(0), count: length)
        let wanted = call.count > 1 ? NumberConversion.toInteger(try call.toNumber(1)) : .infinity
        let count = Int(min(max(0, wanted), Double(length - start)))
        let inserted = call.count > 2 ? Array(call.arguments[2...]) : []
        let removed = try part(array, start, start + count)
        try replace(array, start, count, with: inserted, length: length)
        return Value(removed)
    }

    private static func replace(
        _ array: ArrayLike, _ start: Int, _ count: Int, with inserted: [Value], length: Int
    ) throws(ScriptError) {
        if let state = array.state, state.denseCount == length {
            var all = Array(UnsafeBufferPointer(start: state.elements, count: length))
            all.replaceSubrange(start..<(start + count), with: inserted)
            return state.replace(all, array.machine.heap)
        }
        try array.move(from: start + count, to: start + inserted.count, count: length - start - count)
        for (index, value) in inserted.enumerated() { try array.set(start + index, value) }
        let newLength = length - count + inserted.count
        if newLength < length, array.state == nil {
            for index in newLength..<length { try array.delete(index) }
        }
        try array.setLength(newLength)
    }

    private static func insertAt(_ call: NativeCall) throws(ScriptError) -> Value {
        let array = ArrayLike(call)
        let length = try array.length()
        let index = NumberConversion.clampedIndex(try call.toNumber(0, or: 0), count: length)
        try replace(array, index, 0, with: [call[1]], length: length)
        return .undefined
    }

    private static func removeAt(_ call: NativeCall) throws(ScriptError) -> Value {
        let array = ArrayLike(call)
        let length = try array.length()
        var index = Int(try call.machine.toInt32(call[0]))
        if index < 0 { index += length }
        guard index >= 0, index < length else { return .undefined }
        let removed = try array.get(index)
        try replace(array, index, 1, with: [], length: length)
        return removed
    }

    private static func reverse(_ call: NativeCall) throws(ScriptError) -> Value {
        let array = ArrayLike(call)
        let length = try array.length()
        if let state = array.state, state.denseCount == length {
            state.replace(Array(UnsafeBufferPointer(start: state.elements, count: length).reversed()), call.heap)
            return call.this
        }
        if let state = array.state {
            // Only what there is moves: lengths may be huge.
            let old = state.places(in: 0..<length).map { (place: $0, value: state[$0]) }
            for entry in old { _ = state.remove(entry.place) }
            for entry in old { state.set(length - 1 - entry.place, entry.value, call.heap) }
            return call.this
        }
        for index in 0..<(length / 2) { try array.exchange(index, length - 1 - index) }
        return call.this
    }
}
