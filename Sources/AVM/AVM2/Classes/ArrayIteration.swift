import AVM

/// The part of `Array` that looks at every element: indexOf, forEach and its like.
enum ArrayIteration {
    static let members: [NativeMember] =
        NativeMember.shared("indexOf", "(searchElement:*, fromIndex:* = 0):int", length: 1, indexOf)
        + NativeMember.shared("lastIndexOf", "(searchElement:*, fromIndex:* = 2147483647):int", length: 2, lastIndexOf)
        + NativeMember.shared("every", "(callback:Function, thisObject:* = null):Boolean", length: 1, every)
        + NativeMember.shared("filter", "(callback:Function, thisObject:* = null):Array", length: 1, filter)
        + NativeMember.shared("forEach", "(callback:Function, thisObject:* = null):void", length: 1, forEach)
        + NativeMember.shared("map", "(callback:Function, thisObject:* = null):Array", length: 1, map)
        + NativeMember.shared("some", "(callback:Function, thisObject:* = null):Boolean", length: 1, some)

    private static func indexOf(_ call: NativeCall) throws(ScriptError) -> Value {
        let array = ArrayLike(call)
        let length = try array.length()
        let start = NumberConversion.clampedIndex(try call.toNumber(1, or: 0), count: length)
        if let state = array.state, !call[0].isUndefined {
            var index = start
            while index < state.denseCount {
                if try call.machine.strictlyEqual(state.elements[index], call[0]) { return Value(index) }
                index += 1
            }
            for index in state.sparse.keys.sorted() where Int(index) >= start {
                if try call.machine.strictlyEqual(state[Int(index)], call[0]) { return Value(Int(index)) }
            }
            return Value(-1)
        }
        for index in start..<max(start, length) where try call.machine.strictlyEqual(try array.get(index), call[0]) {
            return Value(index)
        }
        return Value(-1)
    }

    private static func lastIndexOf(_ call: NativeCall) throws(ScriptError) -> Value {
        let array = ArrayLike(call)
        let length = try array.length()
        var start = NumberConversion.toInteger(try call.toNumber(1, or: .infinity))
        // Before the first element means at it.
        if start < 0 { start = max(0, start + Double(length)) }
        var index = Int(min(start, Double(length - 1)))
        while index >= 0 {
            if try call.machine.strictlyEqual(try array.get(index), call[0]) { return Value(index) }
            index -= 1
        }
        return Value(-1)
    }

    /// Whether there is a function to call. Throws #1510 where a method is to run on another `this`.
    static func isReady(_ call: NativeCall) throws(ScriptError) -> Bool {
        guard let function = call[0].object, call.machine.isCallable(call[0]) else { return false }
        if !call[1].isNullish, let state = function.native(as: FunctionState.self), state.isBound {
            throw call.machine.makeError(.type, 1510)
        }
        return true
    }

    /// Calls the function with every element until `body`, given element and result, says stop.
    private static func run(
        _ call: NativeCall, _ body: (Value, Value) -> Bool
    ) throws(ScriptError) {
        guard try isReady(call) else { return }
        let array = ArrayLike(call)
        for index in 0..<(try array.length()) {
            let element = try array.get(index)
            if !body(element, try call.callBack(call[0], this: call[1], element, index, call.this)) { return }
        }
    }

    private static func every(_ call: NativeCall) throws(ScriptError) -> Value {
        var result = true
        try run(call) { _, answer in
            result = answer == .true
            return result
        }
        return Value(result)
    }

    private static func some(_ call: NativeCall) throws(ScriptError) -> Value {
        var result = false
        try run(call) { _, answer in
            result = answer == .true
            return !result
        }
        return Value(result)
    }

    private static func forEach(_ call: NativeCall) throws(ScriptError) -> Value {
        try run(call) { _, _ in true }
        return .undefined
    }

    private static func filter(_ call: NativeCall) throws(ScriptError) -> Value {
        let result = call.machine.makeArray()
        let state = result.native(as: ArrayState.self)
        try run(call) { element, answer in
            if answer == .true { state?.push(element, call.heap) }
            return true
        }
        return Value(result)
    }

    private static func map(_ call: NativeCall) throws(ScriptError) -> Value {
        let result = call.machine.makeArray()
        let state = result.native(as: ArrayState.self)
        try run(call) { _, answer in
            state?.push(answer, call.heap)
            return true
        }
        return Value(result)
    }
}
