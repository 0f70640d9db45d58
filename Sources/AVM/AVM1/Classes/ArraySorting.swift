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

    /// `sort()`, `sort(options)`, `sort(function)`, `sort(function, options)`.
    static func sort(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let machine = call.machine
        var options: Options = []
        var function: Value?
        if call[0].object?.flags.contains(.callable) == true {
            function = call[0]
            if call.count > 1 { options = Options(rawValue: try machine.toInt32(call[1])) }
        } else if call.count > 1, !call[1].isUndefined {
            // Two arguments are a function and options, even where the first is no function.
            guard call[0].isNumber || call[0].isObject else { return .undefined }
            options = Options(rawValue: try machine.toInt32(call[1]))
        } else if call.count > 0 {
            // Options that are neither number nor object sort nothing.
            guard call[0].isNumber || call[0].isObject else { return .undefined }
            options = Options(rawValue: try machine.toInt32(call[0]))
        }
        let compare: Comparison
        if let function {
            compare = { (a, b) throws(ScriptError) -> Int in
                let order = try machine.toNumber(try machine.call(function, this: .undefined, [a, b]))
                return order > 0 ? 1 : order < 0 ? -1 : 0
            }
        } else {
            compare = { (a, b) throws(ScriptError) -> Int in try Self.compare(a, b, options, machine) }
        }
        return try sort(this, options, machine, compare)
    }

    /// `sortOn(name or names, options or options of each)`.
    static func sortOn(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, call.count > 0 else { return .undefined }
        let machine = call.machine
        var names: [Atom] = []
        // An atom that nothing holds goes like any string.
        let heldNames = ValueBuffer(machine.heap)
        func add(_ name: Atom) {
            heldNames.append(Value(name.string))
            names.append(name)
        }
        var fieldOptions: [Options] = []
        if let list = call[0].object, list.flags.contains(.array) {
            let values = try ArrayClass.elements(list, machine)
            for index in 0..<values.count { add(try machine.toAtom(values[index])) }
        } else {
            add(try machine.toAtom(call[0]))
        }
        if let list = call[1].object, list.flags.contains(.array) {
            let values = try ArrayClass.elements(list, machine)
            if values.count == names.count {
                for value in values.elements { fieldOptions.append(Options(rawValue: try machine.toInt32(value))) }
            }
        } else if call.count > 1 {
            fieldOptions = Array(repeating: Options(rawValue: try machine.toInt32(call[1])), count: names.count)
        }
        if fieldOptions.isEmpty { fieldOptions = Array(repeating: [], count: names.count) }
        let options = fieldOptions.first ?? []
        return try sort(this, options, machine, isFieldwise: true) { (a, b) throws(ScriptError) -> Int in
            for (name, own) in zip(names, fieldOptions) {
                let order = try Self.compare(field(a, name, machine), field(b, name, machine), own, machine)
                if order != 0 { return own.contains(.descending) ? -order : order }
            }
            return 0
        }
    }

    /// A field as it is stored: of primitives there is none, and no getter runs.
    private static func field(_ value: Value, _ name: Atom, _ machine: Machine) -> Value {
        guard let object = value.object else { return .undefined }
        if let (holder, slot) = machine.holder(of: name, from: object) {
            return holder.accessorCell(slot)?.pointee.stored ?? holder.value(slot)
        }
        guard object.flags.contains(.exotic), let state = object.native(as: ArrayState.self) else { return .undefined }
        if name == machine.names.length { return Value(state.signedLength) }
        return name.arrayIndex.map { state[$0] } ?? .undefined
    }

    /// As text, or as numbers where that is asked for and both are.
    private static func compare(
        _ a: Value, _ b: Value, _ options: Options, _ machine: Machine
    ) throws(ScriptError) -> Int {
        if options.contains(.numeric), a.isNumber, b.isNumber {
            let (x, y) = (a.unsafeNumber, b.unsafeNumber)
            return x < y ? -1 : x > y ? 1 : 0
        }
        let x = try text(a, machine)
        let y = try text(b, machine)
        guard options.contains(.caseInsensitive) else { return x.compare(y) }
        let (s, t) = (x.units.map(CaseFolding.lower), y.units.map(CaseFolding.lower))
        return s.lexicographicallyPrecedes(t) ? -1 : t.lexicographicallyPrecedes(s) ? 1 : 0
    }

    private static func text(_ value: Value, _ machine: Machine) throws(ScriptError) -> StringRef {
        value.isUndefined ? machine.names.undefined.string : try machine.toString(value)
    }

    /// Sorts in place, or gives the indices; 0 where elements must differ and do not.
    private static func sort(
        _ array: Object, _ options: Options, _ machine: Machine, isFieldwise: Bool = false, _ compare: Comparison
    ) throws(ScriptError) -> Value {
        let elements = try ArrayClass.elements(array, machine)
        var order = Array(0..<elements.count)
        let isDescending = options.contains(.descending) && !isFieldwise
        var hasEqual = false
        try quickSort(&order) { (i, j) throws(ScriptError) -> Int in
            // Elements in order, or all alike, cost the square of their number.
            try machine.countAction()
            let result = try compare(elements[i], elements[j])
            if result == 0 && i != j { hasEqual = true }
            return isDescending ? -result : result
        }
        if options.contains(.unique) && hasEqual { return .zero }
        if options.contains(.returnIndices) { return Value(machine.makeArray(order.map { Value($0) })) }
        try ArrayClass.replace(array, order.map { elements[$0] }, machine)
        return Value(array)
    }

    /// Flash sorts by a quick sort that begins with the first element, so equal elements end up in its order.
    private static func quickSort(
        _ items: inout [Int], _ compare: (Int, Int) throws(ScriptError) -> Int
    ) throws(ScriptError) {
        var pending = [(0, items.count - 1)]
        while let (low, high) = pending.popLast() {
            guard low < high else { continue }
            if high - low == 1 {
                if try compare(items[low], items[high]) > 0 { items.swapAt(low, high) }
                continue
            }
            let pivot = items[low]
            var left = low + 1
            var right = high
            while true {
                while left <= high, try compare(pivot, items[left]) > 0 { left += 1 }
                while right > low, try compare(pivot, items[right]) <= 0 { right -= 1 }
                if left >= right { break }
                items.swapAt(left, right)
            }
            items.swapAt(low, right)
            pending.append((right + 1, high))
            pending.append((low, right - 1))
        }
    }
}
