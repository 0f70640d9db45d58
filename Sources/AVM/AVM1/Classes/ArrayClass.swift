import AVM

/// The `Array` class.
enum ArrayClass {
    private static let methods: [NativeMethod] = [
        NativeMethod("push", push),
        NativeMethod("pop", pop),
        NativeMethod("concat", concat),
        NativeMethod("shift", shift),
        NativeMethod("unshift", unshift),
        NativeMethod("slice", slice),
        NativeMethod("join", join),
        NativeMethod("splice", splice),
        NativeMethod("toString", toString),
        NativeMethod("sort", ArraySorting.sort),
        NativeMethod("reverse", reverse),
        NativeMethod("sortOn", ArraySorting.sortOn),
    ]

    private static let constants: [NativeConstant] = [
        NativeConstant("CASEINSENSITIVE", .number(1)),
        NativeConstant("DESCENDING", .number(2)),
        NativeConstant("UNIQUESORT", .number(4)),
        NativeConstant("RETURNINDEXEDARRAY", .number(8)),
        NativeConstant("NUMERIC", .number(16)),
    ]

    static func install(on machine: Machine) {
        var row = NativeClass("Array", constructor: construct)
        row.methods = methods
        row.staticConstants = constants
        machine.prototypes.array = machine.install(row).prototype
    }

    /// One number is a length; anything else are the elements.
    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        let state: ArrayState
        if call.count == 1, call[0].isNumber {
            state = ArrayState()
            state.signedLength = NumberConversion.toInt32(call[0].unsafeNumber)
        } else {
            state = ArrayState(Array(call.arguments))
        }
        let array = call.isConstructing ? call.this.object ?? call.machine.makeArray() : call.machine.makeArray()
        array.setNative(state)
        array.flags.insert([.exotic, .array])
        return Value(array)
    }

    // MARK: Elements of anything

    /// `length` of an array or of anything that has one.
    static func length(_ object: Object, _ machine: Machine) throws(ScriptError) -> Int {
        if let array = object.native(as: ArrayState.self) { return array.length }
        return max(0, Int(try machine.toInt32(try machine.get(object, machine.names.length))))
    }

    static func element(_ object: Object, _ index: Int, _ machine: Machine) throws(ScriptError) -> Value {
        if let array = object.native(as: ArrayState.self), array.hasElement(index) { return array[index] }
        if object.slotCount == 0 { return .undefined }
        // Own values only: neither prototypes nor getters are asked.
        guard let slot = object.slot(of: machine.atom(String(index))), object.accessorCell(slot) == nil else {
            return .undefined
        }
        return object.value(slot)
    }

    static func setElement(_ object: Object, _ index: Int, _ value: Value, _ machine: Machine) throws(ScriptError) {
        if let array = object.native(as: ArrayState.self), array.set(index, value) { return }
        try machine.set(object, machine.atom(String(index)), value)
    }

    static func setLength(_ object: Object, _ length: Int, _ machine: Machine) throws(ScriptError) {
        try machine.set(object, machine.names.length, Value(length))
    }

    /// The elements as they are now, held whatever scripts do to the array meanwhile.
    static func elements(_ object: Object, _ machine: Machine) throws(ScriptError) -> ValueBuffer {
        if let array = object.native(as: ArrayState.self) {
            // So many at most: a script may have set any length.
            let count = min(array.length, 1 << 22)
            let buffer = ValueBuffer(machine.heap, capacity: count)
            for index in 0..<count { buffer.append(array[index]) }
            return buffer
        }
        let buffer = ValueBuffer(machine.heap)
        for index in 0..<min(try length(object, machine), 1 << 20) {
            buffer.append(try element(object, index, machine))
        }
        return buffer
    }

    // MARK: Methods

    private static func push(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let start = try length(this, call.machine)
        for index in 0..<call.count { try setElement(this, start + index, call[index], call.machine) }
        try setLength(this, start + call.count, call.machine)
        return Value(start + call.count)
    }

    private static func pop(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let count = try length(this, call.machine)
        guard count > 0 else { return .undefined }
        let last = try element(this, count - 1, call.machine)
        _ = call.machine.delete(this, call.machine.atom(String(count - 1)))
        try setLength(this, count - 1, call.machine)
        return last
    }

    private static func shift(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let elements = try elements(this, call.machine)
        guard !elements.isEmpty else { return .undefined }
        try replace(this, Array(elements.elements.dropFirst()), call.machine)
        return elements[0]
    }

    private static func unshift(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let old = try elements(this, call.machine)
        try replace(this, Array(call.arguments) + old.elements, call.machine)
        return Value(call.count + old.count)
    }

    /// Gives an array, or anything like one, other elements.
    static func replace(_ object: Object, _ elements: [Value], _ machine: Machine) throws(ScriptError) {
        if let array = object.native(as: ArrayState.self) { return array.replaceAll(elements) }
        for (index, value) in elements.enumerated() { try setElement(object, index, value, machine) }
        try setLength(object, elements.count, machine)
    }

    private static func concat(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let result = try elements(this, call.machine)
        for index in 0..<call.count {
            if let array = call[index].object, array.flags.contains(.array) {
                for value in try elements(array, call.machine).elements { result.append(value) }
            } else {
                result.append(call[index])
            }
        }
        return Value(call.machine.makeArray(result.elements))
    }

    private static func slice(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let elements = try elements(this, call.machine)
        let count = elements.count
        func place(_ value: Value, _ missing: Int) throws(ScriptError) -> Int {
            if value.isUndefined { return missing }
            let index = Int(try call.machine.toInt32(value))
            return index < 0 ? max(0, index + count) : min(index, count)
        }
        let start = try place(call[0], 0)
        let end = try place(call[1], count)
        return Value(call.machine.makeArray(start < end ? Array(elements.elements[start..<end]) : []))
    }

    private static func splice(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, !call[0].isUndefined else { return .undefined }
        let elements = try elements(this, call.machine)
        var start = Int(try call.machine.toInt32(call[0]))
        start = start < 0 ? max(0, start + elements.count) : min(start, elements.count)
        let rest = elements.count - start
        let wanted = call.count > 1 ? Int(try call.machine.toInt32(call[1])) : rest
        if wanted < 0 { return .undefined }
        if call.count > 1 && call[1].isUndefined { return .undefined }
        let count = min(wanted, rest)
        var left = Array(elements.elements)
        left.replaceSubrange(start..<start + count, with: call.arguments.dropFirst(2))
        try replace(this, left, call.machine)
        return Value(call.machine.makeArray(Array(elements.elements[start..<start + count])))
    }

    private static func reverse(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        // Pair by pair from the outside: the order in which elements come to be shows in `for … in`.
        let count = min(try length(this, call.machine), 1 << 22)
        for low in 0..<count / 2 {
            let high = count - 1 - low
            let a = try element(this, low, call.machine)
            let b = try element(this, high, call.machine)
            if let array = this.native(as: ArrayState.self) {
                array.removeElement(low)
                array.removeElement(high)
            }
            try setElement(this, low, b, call.machine)
            try setElement(this, high, a, call.machine)
        }
        return call.this
    }

    private static func join(_ call: Call) throws(ScriptError) -> Value {
        let separator = call.count > 0 && !call[0].isUndefined ? try call.machine.toString(call[0]).units : [0x2C]
        return try join(call, separator)
    }

    private static func toString(_ call: Call) throws(ScriptError) -> Value { try join(call, [0x2C]) }

    private static func join(_ call: Call, _ separator: [UInt16]) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        var units: [UInt16] = []
        for index in 0..<min(try length(this, call.machine), 1 << 20) {
            if index > 0 { units += separator }
            let value = try element(this, index, call.machine)
            // An undefined element is written in full, whatever the version.
            units +=
                value.isUndefined ? call.machine.names.undefined.string.units : try call.machine.toString(value).units
            if units.count > StringRef.maximumCount { throw .halted(.outOfMemory) }
        }
        return Value(call.heap.makeString(utf16: units))
    }
}
