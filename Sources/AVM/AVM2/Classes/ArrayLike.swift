import AVM

/// What the functions of `Array.prototype` work on: an Array, or any value with a `length`.
struct ArrayLike {
    let machine: AVM2Machine
    let value: Value
    /// Of an Array; nil of anything else.
    let state: ArrayState?

    init(_ value: Value, _ machine: AVM2Machine) {
        self.machine = machine
        self.value = value
        state = value.object?.native(as: ArrayState.self)
    }

    init(_ call: NativeCall) { self.init(call.this, call.machine) }

    func length() throws(ScriptError) -> Int {
        if let state { return Int(state.length) }
        return Int(try machine.toUInt32(try machine.get(machine.publicName("length"), of: value)))
    }

    func setLength(_ length: Int) throws(ScriptError) {
        if let state { return state.setLength(UInt32(clamping: length)) }
        try machine.set(machine.publicName("length"), of: value, to: Value(length))
    }

    /// The element, undefined where there is none; a prototype may have it.
    func get(_ index: Int) throws(ScriptError) -> Value {
        try machine.noteStep()
        if let state {
            let element = state[index]
            if element != ArrayState.hole { return element }
        }
        return try machine.get(try machine.publicName(Value(index)), of: value)
    }

    /// Whether it has the element itself.
    func has(_ index: Int) throws(ScriptError) -> Bool {
        try machine.noteStep()
        if let state { return state[index] != ArrayState.hole }
        return try machine.hasOwn(try machine.publicName(Value(index)), in: value)
    }

    func set(_ index: Int, _ element: Value) throws(ScriptError) {
        try machine.noteStep()
        if let state, index < Int(UInt32.max) { return state.set(index, element, machine.heap) }
        try machine.set(try machine.publicName(Value(index)), of: value, to: element)
    }

    func delete(_ index: Int) throws(ScriptError) {
        try machine.noteStep()
        if let state {
            _ = state.remove(index)
        } else {
            _ = try machine.delete(try machine.publicName(Value(index)), of: value)
        }
    }

    /// The places within a range that have an element.
    func places(in range: Range<Int>) throws(ScriptError) -> [Int] {
        if let state { return state.places(in: range) }
        var places: [Int] = []
        for index in range where try has(index) { places.append(index) }
        return places
    }

    /// All elements, holes as undefined. Throws where it would be more than fits.
    func elements() throws(ScriptError) -> [Value] {
        let count = try length()
        guard count <= 1 << 26 else { throw machine.makeError(.error, 1000) }
        var result: [Value] = []
        result.reserveCapacity(count)
        for index in 0..<count { result.append(try get(index)) }
        return result
    }

    /// Swaps the elements of two places, holes included.
    func exchange(_ a: Int, _ b: Int) throws(ScriptError) {
        let x: Value? = try has(a) ? try get(a) : nil
        let y: Value? = try has(b) ? try get(b) : nil
        if let y { try set(a, y) } else { try delete(a) }
        if let x { try set(b, x) } else { try delete(b) }
    }

    /// Moves `count` elements from `source` to `target`, holes included.
    func move(from source: Int, to target: Int, count: Int) throws(ScriptError) {
        guard source != target, count > 0 else { return }
        if let state {
            // Only what there is moves: lengths may be huge.
            return state.move(source..<(source + count), by: target - source, machine.heap)
        }
        let isDown = target < source
        for step in 0..<max(0, count) {
            let offset = isDown ? step : count - 1 - step
            if try has(source + offset) {
                try set(target + offset, try get(source + offset))
            } else {
                try delete(target + offset)
            }
        }
    }
}

/// The order in which Flash sorts: its own quicksort, which shows where elements compare equal.
enum FlashSort {
    /// Sorts `order`, a list of what `compare` tells apart: negative, 0, positive.
    static func sort(
        _ order: inout [Int], count: Int, _ compare: (Int, Int) throws(ScriptError) -> Int
    ) throws(ScriptError) {
        var pending = [(low: 0, high: count - 1)]
        while let (low, high) = pending.popLast() {
            guard low < high else { continue }
            if high - low < 3 {
                try sortFew(&order, low, high, compare)
                continue
            }
            let (left, right) = try partition(&order, low, high, compare)
            let lower = (low: low, high: right - 1)
            let upper = (low: left, high: high)
            // The smaller part first: that bounds what is pending.
            if right - 1 - low >= high - left {
                pending += [lower, upper]
            } else {
                pending += [upper, lower]
            }
        }
    }

    private static func sortFew(
        _ order: inout [Int], _ low: Int, _ high: Int, _ compare: (Int, Int) throws(ScriptError) -> Int
    ) throws(ScriptError) {
        if try compare(order[low], order[low + 1]) > 0 { order.swapAt(low, low + 1) }
        guard high - low == 2 else { return }
        if try compare(order[low + 1], order[low + 2]) > 0 {
            order.swapAt(low + 1, low + 2)
            if try compare(order[low], order[low + 1]) > 0 { order.swapAt(low, low + 1) }
        }
    }

    private static func partition(
        _ order: inout [Int], _ low: Int, _ high: Int, _ compare: (Int, Int) throws(ScriptError) -> Int
    ) throws(ScriptError) -> (left: Int, right: Int) {
        order.swapAt(low + (high - low + 1) / 2, low)
        var left = low
        var right = high + 1
        while true {
            left += 1
            while left <= high {
                if try compare(order[left], order[low]) > 0 { break }
                left += 1
            }
            right -= 1
            while right > low {
                if try compare(order[right], order[low]) < 0 { break }
                right -= 1
            }
            if right < left { break }
            order.swapAt(left, right)
        }
        order.swapAt(low, right)
        return (left, right)
    }
}
