import AVM

/// `Array.sort` and `Array.sortOn`.
enum ArraySorting {
    struct Options: OptionSet {
        let rawValue: Int32
        static let caseInsensitive = Options(rawValue: 1)
        static let descending = Options(rawValue: 2)
        static let unique = Options(rawValue: 4)
        static let returnIndices = Options(rawValue: 8)
        static let numeric = Options(rawValue: 16)
    }

    typealias Comparison = (Value, Value) throws(ScriptError) -> Int

    static let members: [NativeMember] =
        NativeMember.shared("sort", "(...rest):*", length: 0, sort)
        + NativeMember.shared("sortOn", "(names:* = undefined, options:* = 0, ...rest):*", length: 2, sortOn)

    // MARK: sort

    /// `sort()`, `sort(options)`, `sort(function)`, `sort(function, options)`.
    private static func sort(_ call: NativeCall) throws(ScriptError) -> Value {
        let machine = call.machine
        var options: Options = []
        var function: Value?
        if machine.isCallable(call[0]) {
            function = call[0]
            if call.count > 1 { options = Options(rawValue: try machine.toInt32(call[1])) }
        } else if call[0].isNumber {
            options = Options(rawValue: try machine.toInt32(call[0]))
        } else if !call[0].isUndefined {
            throw machine.makeError(.type, 1034, [try machine.toString(call[0]).text, "Function"])
        }
        let array = ArrayLike(call)
        let elements = try array.elements()
        // Making texts and asking for them allocates.
        let kept = ValueBuffer(machine.heap, capacity: elements.count)
        let keys = ValueBuffer(machine.heap, capacity: elements.count)
        for value in elements {
            kept.append(value)
            keys.append(value)
        }
        let compare = comparison(options, function, machine)
        guard function == nil else { return try sort(array, elements, by: elements, options, compare) }
        if options.contains(.numeric) {
            try checkNumbers(elements, machine)
            return try sort(array, elements, by: elements, options, compare)
        }
        // The text of a number is made once, not at each comparison. That of an object is asked for each time, which
        // its script sees.
        for (index, value) in elements.enumerated() where value.isNumber {
            keys[index] = Value(try machine.toString(value))
        }
        return try sort(array, elements, by: Array(keys.elements), options, compare)
    }

    /// How two elements compare, by a script's function or by what the options say.
    static func comparison(_ options: Options, _ function: Value?, _ machine: AVM2Machine) -> Comparison {
        guard let function else {
            return { (a, b) throws(ScriptError) -> Int in try compare(a, b, options, machine) }
        }
        let sign = options.contains(.descending) ? -1 : 1
        return { (a, b) throws(ScriptError) -> Int in
            let order = try machine.toNumber(try machine.call(function, this: .undefined, a, b))
            return order > 0 ? sign : order < 0 ? -sign : 0
        }
    }

    /// Elements that are no numbers cannot be sorted as such: Error #1034.
    static func checkNumbers(_ elements: [Value], _ machine: AVM2Machine) throws(ScriptError) {
        for element in elements.reversed() where !element.isNumber {
            if try machine.toNumber(element).isNaN {
                throw machine.cannotConvert(element, machine.types.number)
            }
        }
    }

    static func compare(
        _ a: Value, _ b: Value, _ options: Options, _ machine: AVM2Machine
    ) throws(ScriptError) -> Int {
        try machine.noteStep()
        let order: Int
        if options.contains(.numeric) {
            let x = try machine.toNumber(a)
            let y = try machine.toNumber(b)
            order = x < y ? -1 : x > y ? 1 : x == y ? 0 : !y.isNaN ? 1 : !x.isNaN ? -1 : 0
        } else {
            let x = try machine.toString(a)
            let y = try machine.toString(b)
            order = options.contains(.caseInsensitive) ? compareFolded(x, y) : x.compare(y)
        }
        return options.contains(.descending) ? -order : order
    }

    private static func compareFolded(_ a: StringRef, _ b: StringRef) -> Int {
        for index in 0..<min(a.count, b.count) {
            let x = CaseFolding.lower(a[index])
            let y = CaseFolding.lower(b[index])
            if x != y { return Int(x) - Int(y) }
        }
        return a.count - b.count
    }

    /// Sorts an array by keys of its elements. Undefined keys come last, in no order; holes after them.
    private static func sort(
        _ array: ArrayLike, _ elements: [Value], by keys: [Value], _ options: Options, _ compare: Comparison
    ) throws(ScriptError) -> Value {
        let machine = array.machine
        guard !elements.isEmpty else {
            return options.contains(.returnIndices) ? Value(machine.makeArray()) : array.value
        }
        // Scripts that compare may do anything to the array: its values are kept where the collector sees them.
        let kept = ValueBuffer(machine.heap, capacity: elements.count + keys.count)
        for value in elements { kept.append(value) }
        for value in keys { kept.append(value) }
        var order = Array(elements.indices)
        var defined = elements.count
        var present = elements.count
        var index = elements.count - 1
        while index >= 0 {
            if keys[index].isUndefined {
                defined -= 1
                let moved = order[index]
                order[index] = order[defined]
                if try !array.has(index) {
                    present -= 1
                    order[defined] = order[present]
                    order[present] = moved
                } else {
                    order[defined] = moved
                }
            }
            index -= 1
        }
        try FlashSort.sort(&order, count: defined) { (a, b) throws(ScriptError) in try compare(keys[a], keys[b]) }
        if options.contains(.unique) {
            for place in 0..<(order.count - 1) where try compare(keys[order[place]], keys[order[place + 1]]) == 0 {
                return .zero
            }
        }
        if options.contains(.returnIndices) { return Value(machine.makeArray(order.map { Value($0) })) }
        for place in 0..<present { try array.set(place, elements[order[place]]) }
        for place in present..<elements.count { try array.delete(place) }
        return array.value
    }

    // MARK: sortOn

    private static func sortOn(_ call: NativeCall) throws(ScriptError) -> Value {
        let machine = call.machine
        guard call.count > 0, !call[0].isNullish else { return call.this }
        var names: [Atom] = []
        if let list = call[0].object, list.native(as: ArrayState.self) != nil {
            for name in try ArrayLike(call[0], machine).elements() {
                names.append(machine.heap.strings.pinned(try machine.toString(name)))
            }
        } else {
            names = [machine.heap.strings.pinned(try call.toText(0))]
        }
        var options = Array(repeating: Options(), count: names.count)
        if let list = call[1].object, list.native(as: ArrayState.self) != nil {
            let values = try ArrayLike(call[1], machine).elements()
            if values.count == names.count {
                for (index, value) in values.enumerated() {
                    options[index] = Options(rawValue: try machine.toInt32(value))
                }
            }
        } else if call.count > 1 {
            options = Array(repeating: Options(rawValue: try machine.toInt32(call[1])), count: names.count)
        }
        let array = ArrayLike(call)
        let elements = try array.elements()
        guard let first = options.first else { return call.this }
        if names.count == 1 {
            // Getters may make what nothing else holds.
            let keys = ValueBuffer(machine.heap, capacity: elements.count)
            for element in elements { keys.append(try field(names[0], of: element, machine)) }
            return try sort(array, elements, by: Array(keys.elements), first, comparison(first, nil, machine))
        }
        return try sort(array, elements, by: elements, first) { (a, b) throws(ScriptError) in
            try compareFields(a, b, names, options, machine)
        }
    }

    private static func field(_ name: Atom, of value: Value, _ machine: AVM2Machine) throws(ScriptError) -> Value {
        value.isObject ? try machine.get(machine.publicName(name), of: value) : .undefined
    }

    /// By one field after the other, until they differ. Undefined ones come last.
    private static func compareFields(
        _ a: Value, _ b: Value, _ names: [Atom], _ options: [Options], _ machine: AVM2Machine
    ) throws(ScriptError) -> Int {
        for (name, options) in zip(names, options) {
            let x = try field(name, of: a, machine)
            let y = try field(name, of: b, machine)
            if x.isUndefined || y.isUndefined {
                if x.isUndefined != y.isUndefined { return x.isUndefined ? 1 : -1 }
                continue
            }
            let order = try compare(x, y, options, machine)
            if order != 0 { return order }
        }
        return 0
    }
}
