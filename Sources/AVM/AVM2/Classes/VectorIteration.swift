import AVM

/// The part of `Vector.<T>` that looks at every element.
enum VectorIteration {
    static let members: [NativeMember] =
        NativeMember.shared("indexOf", "(searchElement:*, fromIndex:Number = 0):int", length: 2, indexOf)
        + NativeMember.shared(
            "lastIndexOf", "(searchElement:*, fromIndex:Number = 2147483647):int", length: 2, lastIndexOf)
        + NativeMember.shared("every", "(callback:Function, thisObject:Object = null):Boolean", length: 1, every)
        + NativeMember.shared("filter", "(callback:Function, thisObject:Object = null):*", length: 1, filter)
        + NativeMember.shared("forEach", "(callback:Function, thisObject:Object = null):void", length: 1, forEach)
        + NativeMember.shared("map", "(callback:Function, thisObject:Object = null):*", length: 1, map)
        + NativeMember.shared("some", "(callback:Function, thisObject:Object = null):Boolean", length: 1, some)

    private static func indexOf(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try VectorClass.state(call, "indexOf")
        let start = NumberConversion.clampedIndex(try call.toNumber(1, or: 0), count: state.count)
        for index in start..<max(start, state.count)
        where try call.machine.strictlyEqual(state.elements[index], call[0]) { return Value(index) }
        return Value(-1)
    }

    private static func lastIndexOf(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try VectorClass.state(call, "lastIndexOf")
        var start = NumberConversion.toInteger(try call.toNumber(1, or: .infinity))
        if start < 0 { start += Double(state.count) }
        var index = Int(max(-1, min(start, Double(state.count - 1))))
        while index >= 0 {
            if try call.machine.strictlyEqual(state.elements[index], call[0]) { return Value(index) }
            index -= 1
        }
        return Value(-1)
    }

    private static func run(
        _ call: NativeCall, _ method: String, _ body: (Value, Value) throws(ScriptError) -> Bool
    ) throws(ScriptError) {
        let state = try VectorClass.state(call, method)
        guard try ArrayIteration.isReady(call) else { return }
        var index = 0
        while index < state.count {
            let element = state.elements[index]
            let answer = try call.callBack(call[0], this: call[1], element, index, call.this)
            if !(try body(element, answer)) { return }
            index += 1
        }
    }

    private static func every(_ call: NativeCall) throws(ScriptError) -> Value {
        var result = true
        try run(call, "every") { (_, answer) throws(ScriptError) in
            result = answer == .true
            return result
        }
        return Value(result)
    }

    private static func some(_ call: NativeCall) throws(ScriptError) -> Value {
        var result = false
        try run(call, "some") { (_, answer) throws(ScriptError) in
            result = answer == .true
            return !result
        }
        return Value(result)
    }

    private static func forEach(_ call: NativeCall) throws(ScriptError) -> Value {
        try run(call, "forEach") { (_, _) throws(ScriptError) in true }
        return .undefined
    }

    private static func filter(_ call: NativeCall) throws(ScriptError) -> Value {
        let (result, part) = try call.machine.makeVector(
            of: try VectorClass.state(call, "filter").type, count: 0)
        try run(call, "filter") { (element, answer) throws(ScriptError) in
            if answer == .true { try part.append(element, call.machine) }
            return true
        }
        return Value(result)
    }

    private static func map(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try VectorClass.state(call, "map")
        let type = state.type
        // As long as the source from the start: without a function the elements stay what new ones are.
        let (result, mapped) = try call.machine.makeVector(of: type, count: state.count)
        var index = 0
        try run(call, "map") { (_, answer) throws(ScriptError) in
            let element = try call.machine.coerce(answer, to: type)
            if index < mapped.count { mapped.elements[index] = element }
            index += 1
            return true
        }
        return Value(result)
    }
}
