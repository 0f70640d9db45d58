import AVM

/// `Vector.<T>`: what all of them share. Elements are kept in the form of their type, see ``VectorState``.
enum VectorClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "__AS3__.vec.Vector", base: "Object", [.final, .exotic],
            constructor: "(length:uint = 0, fixed:Boolean = false)")
        table.makeState = { _, traits in VectorState(traits.details.elementType ?? .any) }
        table.initialize = { (call) throws(ScriptError) in
            let state = try call.state(VectorState.self)
            try state.resize(Int(call.uint(0)), call.machine)
            state.isFixed = call.bool(1)
            return .undefined
        }
        table.call = convert
        table.members = { members + VectorIteration.members }
        return table
    }()

    private static let members: [NativeMember] =
        [
            NativeMember(property: "length", ":uint", get: length, set: setLength),
            NativeMember(property: "fixed", ":Boolean", get: isFixed, set: setFixed),
        ]
        + NativeMember.shared("push", "(...rest):uint", length: 1, push)
        + NativeMember.shared("pop", "():*", length: 0, pop)
        + NativeMember.shared("shift", "():*", length: 0, shift)
        + NativeMember.shared("unshift", "(...rest):uint", length: 1, unshift)
        + NativeMember.shared("concat", "(...rest):*", length: 1, concat)
        + NativeMember.shared("slice", "(start:Number = 0, end:Number = 2147483647):*", length: 2, slice)
        + NativeMember.shared(
            "splice", "(start:Number, deleteLen:Number = 4294967295, ...rest):*", length: 2, splice)
        + NativeMember.shared("insertAt", "(index:int, element:*):void", length: 2, insertAt)
        + NativeMember.shared("removeAt", "(index:int):*", length: 1, removeAt)
        + NativeMember.shared("reverse", "():*", length: 0, reverse)
        + NativeMember.shared("sort", "(comparefn:*):*", length: 1, sort)
        + NativeMember.shared("join", "(separator:String = \",\"):String", length: 1, join)
        + NativeMember.shared("toString", "():String", length: 0, toString)
        + NativeMember.shared("toLocaleString", "():String", length: 0, toLocaleString)

    /// `this`, which must be a Vector.
    static func state(_ call: NativeCall, _ method: String) throws(ScriptError) -> VectorState {
        guard let state = call.this.object?.native(as: VectorState.self) else {
            throw call.incompatible("Vector.prototype.\(method)")
        }
        return state
    }

    /// `Vector.<T>(list)`: the same where it is one already, else a copy with its elements converted.
    private static func convert(_ call: NativeCall) throws(ScriptError) -> Value {
        guard call.count == 1 else { throw call.machine.makeError(.argument, 1112, [String(call.count)]) }
        guard let side = call.this.object, let traits = call.machine.traits(of: side).details.instanceSide,
            let element = traits.details.elementType
        else { return call[0] }
        guard let object = call[0].object else {
            throw call.machine.cannotConvert(call[0], traits)
        }
        if call.machine.traits(of: object) == traits { return call[0] }
        let source: [Value]
        if let vector = object.native(as: VectorState.self) {
            source = Array(UnsafeBufferPointer(start: vector.elements, count: vector.count))
        } else {
            source = try ArrayLike(call[0], call.machine).elements()
        }
        let held = ValueBuffer(call.heap, capacity: source.count)
        for value in source { held.append(value) }
        let (result, state) = try call.machine.makeVector(of: element, count: 0)
        for value in source { try state.append(try call.machine.coerce(value, to: element), call.machine) }
        return Value(result)
    }

    // MARK: Length

    private static func length(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(try state(call, "length").count)
    }

    private static func setLength(_ call: NativeCall) throws(ScriptError) -> Value {
        try state(call, "length").setCount(Int(call.uint(0)), call.machine)
        return .undefined
    }

    private static func isFixed(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(try state(call, "fixed").isFixed)
    }

    private static func setFixed(_ call: NativeCall) throws(ScriptError) -> Value {
        try state(call, "fixed").isFixed = call.bool(0)
        return .undefined
    }

    private static func checkLengthMayChange(_ state: VectorState, _ call: NativeCall) throws(ScriptError) {
        if state.isFixed { throw call.machine.makeError(.range, 1126) }
    }

    // MARK: Ends

    private static func push(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try state(call, "push")
        try checkLengthMayChange(state, call)
        for argument in call.arguments {
            try state.append(try call.machine.coerce(argument, to: state.type), call.machine)
        }
        return Value(state.count)
    }

    private static func pop(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try state(call, "pop")
        try checkLengthMayChange(state, call)
        guard state.count > 0 else { return state.emptyElement }
        let last = state.elements[state.count - 1]
        try state.setCount(state.count - 1, call.machine)
        return last
    }

    private static func shift(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try state(call, "shift")
        try checkLengthMayChange(state, call)
        guard state.count > 0 else { return state.emptyElement }
        let first = state.elements[0]
        try replace(state, 0, 1, with: [], call)
        return first
    }

    private static func unshift(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try state(call, "unshift")
        try checkLengthMayChange(state, call)
        try replace(state, 0, 0, with: Array(call.arguments), call)
        return Value(state.count)
    }

    // MARK: Parts

    /// Puts `inserted`, converted, in the place of `count` elements.
    private static func replace(
        _ state: VectorState, _ start: Int, _ count: Int, with inserted: [Value], _ call: NativeCall
    ) throws(ScriptError) {
        // The new elements are made before the old ones move: converting them may call a script.
        let fitting = ValueBuffer(call.heap, capacity: inserted.count)
        for value in inserted { fitting.append(try call.machine.coerce(value, to: state.type)) }
        let start = min(start, state.count)
        let count = min(count, state.count - start)
        let tail = state.count - start - count
        let grown = state.count - count + fitting.count
        if grown > state.count { try state.setCount(grown, call.machine) }
        let elements = state.elements
        (elements + start + fitting.count).update(from: elements + start + count, count: tail)
        for index in 0..<fitting.count { elements[start + index] = fitting[index] }
        if grown < state.count { try state.setCount(grown, call.machine) }
    }

    private static func concat(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try state(call, "concat")
        let (result, all) = try call.machine.makeVector(of: state.type, count: 0)
        // Up to SWF 10, the last argument comes first.
        let parts = call.machine.swfVersion < 11 ? call.arguments.reversed() : Array(call.arguments)
        for value in [call.this] + parts {
            guard let object = value.object, let part = object.native(as: VectorState.self) else {
                if value.isNullish { throw call.machine.nullReference(value) }
                throw call.machine.cannotConvert(value, call.machine.traits(of: call.this) ?? call.machine.types.object)
            }
            // Numbers of one kind do not go with those of another.
            guard part.type.kind == state.type.kind || !part.type.isNumeric && !state.type.isNumeric else {
                throw call.machine.cannotConvert(value, call.machine.traits(of: call.this) ?? call.machine.types.object)
            }
            for index in 0..<part.count {
                try all.append(try call.machine.coerce(part.elements[index], to: state.type), call.machine)
            }
        }
        return Value(result)
    }

    private static func copy(
        _ state: VectorState, _ range: Range<Int>, _ call: NativeCall
    ) throws(ScriptError) -> Object {
        let (result, part) = try call.machine.makeVector(of: state.type, count: range.count)
        part.elements.update(from: state.elements + range.lowerBound, count: range.count)
        return result
    }

    private static func slice(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try state(call, "slice")
        let start = NumberConversion.clampedIndex(try call.toNumber(0, or: 0), count: state.count)
        let end = NumberConversion.clampedIndex(try call.toNumber(1, or: .infinity), count: state.count)
        return Value(try copy(state, start..<max(start, end), call))
    }

    private static func splice(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try state(call, "splice")
        let start = NumberConversion.clampedIndex(try call.toNumber(0), count: state.count)
        let wanted = NumberConversion.toInteger(try call.toNumber(1, or: .infinity))
        // A negative count says where to stop, from the end.
        let last = Double(state.count - start)
        let count = Int(min(max(0, wanted < 0 ? last + wanted : wanted), last))
        let inserted = call.count > 2 ? Array(call.arguments[2...]) : []
        // Quirk: a fixed vector is spliced all the same.
        let isFixed = state.isFixed
        state.isFixed = false
        defer { state.isFixed = isFixed }
        let removed = try copy(state, start..<(start + count), call)
        try replace(state, start, count, with: inserted, call)
        return Value(removed)
    }

    private static func insertAt(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try state(call, "insertAt")
        try checkLengthMayChange(state, call)
        let index = NumberConversion.clampedIndex(try call.toNumber(0, or: 0), count: state.count)
        try replace(state, index, 0, with: [call[1]], call)
        return .undefined
    }

    private static func removeAt(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try state(call, "removeAt")
        try checkLengthMayChange(state, call)
        let given = Int(try call.machine.toInt32(call[0]))
        // Too far from the end means the first.
        let index = given < 0 ? max(0, given + state.count) : given
        guard index < state.count else {
            throw call.machine.makeError(.range, 1125, [String(given), String(state.count)])
        }
        let removed = state.elements[index]
        try replace(state, index, 1, with: [], call)
        return removed
    }

    private static func reverse(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try state(call, "reverse")
        for index in 0..<(state.count / 2) {
            let other = state.count - 1 - index
            (state.elements[index], state.elements[other]) = (state.elements[other], state.elements[index])
        }
        return call.this
    }

    private static func sort(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try state(call, "sort")
        let machine = call.machine
        var options: ArraySorting.Options = []
        var function: Value?
        if machine.isCallable(call[0]) {
            function = call[0]
        } else {
            options = ArraySorting.Options(rawValue: try machine.toInt32(call[0]))
        }
        let elements = Array(UnsafeBufferPointer(start: state.elements, count: state.count))
        // Scripts that compare may do anything to the vector.
        let kept = ValueBuffer(machine.heap, capacity: elements.count)
        for element in elements { kept.append(element) }
        var order = Array(elements.indices)
        let compare = ArraySorting.comparison(options, function, machine)
        try FlashSort.sort(&order, count: order.count) { (a, b) throws(ScriptError) in
            try compare(elements[a], elements[b])
        }
        if options.contains(.unique) {
            for place in 0..<max(0, order.count - 1)
            where try compare(elements[order[place]], elements[order[place + 1]]) == 0 { return .zero }
        }
        if options.contains(.returnIndices) { return Value(machine.makeArray(order.map { Value($0) })) }
        for (place, index) in order.prefix(state.count).enumerated() { state.elements[place] = elements[index] }
        return call.this
    }

    // MARK: Text

    private static func join(_ call: NativeCall) throws(ScriptError) -> Value {
        let separator = call[0].isUndefined ? [0x2C] : try call.toText(0).units
        return try joined(try state(call, "join"), separator, call) { (value) throws(ScriptError) in
            try call.machine.toString(value)
        }
    }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        try joined(try state(call, "toString"), [0x2C], call) { (value) throws(ScriptError) in
            try call.machine.toString(value)
        }
    }

    private static func toLocaleString(_ call: NativeCall) throws(ScriptError) -> Value {
        try joined(try state(call, "toLocaleString"), [0x2C], call) { (value) throws(ScriptError) in
            try call.machine.toString(try call.machine.callMethod("toLocaleString", of: value))
        }
    }

    private static func joined(
        _ state: VectorState, _ separator: [UInt16], _ call: NativeCall,
        _ text: (Value) throws(ScriptError) -> StringRef
    ) throws(ScriptError) -> Value {
        try call.machine.reserve(0)
        var units: [UInt16] = []
        var index = 0
        while index < state.count {
            try call.machine.noteStep()
            if index > 0 { units += separator }
            let element = state.elements[index]
            // Other than an Array's, a null is written out.
            if !element.isUndefined { units += try element.isNull ? Array("null".utf16) : text(element).units }
            guard units.count <= StringRef.maximumCount else { throw call.machine.makeError(.error, 1000) }
            index += 1
        }
        return call.text(units)
    }
}

extension VectorState {
    /// What `pop` and `shift` give where there is nothing.
    var emptyElement: Value {
        switch type.kind {
        case .int, .uint, .number: .zero
        default: .undefined
        }
    }
}
