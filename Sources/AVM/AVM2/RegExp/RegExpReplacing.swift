import AVM

/// What `String` does with regular expressions: split, match, replace.
enum RegExpReplacing {
    /// `String.match`. A global expression gives all matches up to the first that is empty.
    static func match(_ text: StringRef, _ state: RegExpState, _ machine: AVM2Machine) -> Value {
        guard state.isGlobal else {
            return state.execute(text).map { Value(machine.makeMatchArray($0, state, text)) } ?? .null
        }
        let before = state.lastIndex
        var found: [Value] = []
        var place = 0
        machine.heap.pauseDepth += 1
        defer { machine.heap.pauseDepth -= 1 }
        while true {
            let match = state.match(text, from: place)
            let end = match?.whole.upperBound ?? 0
            guard let match, end != place else {
                place = end
                break
            }
            found.append(Value(machine.heap.substring(text, match.whole)))
            place = end
        }
        state.lastIndex = Int32(clamping: place)
        if state.lastIndex == before { state.lastIndex &+= 1 }
        return Value(machine.makeArray(found))
    }

    /// `String.split`. An expression that matches nothing ends it, unless it is empty itself.
    static func split(_ text: StringRef, _ state: RegExpState, limit: Int, _ machine: AVM2Machine) -> Value {
        var parts: [Value] = []
        var start = 0
        machine.heap.pauseDepth += 1
        defer { machine.heap.pauseDepth -= 1 }
        while limit > 0, let match = state.match(text, from: start) {
            var whole = match.whole
            if whole.isEmpty {
                let next = start + characterLength(text, at: start)
                whole = next..<next
                if !state.source.isEmpty { break }
            }
            if whole.upperBound > text.count {
                start = whole.upperBound
                break
            }
            parts.append(Value(machine.heap.substring(text, start..<whole.lowerBound)))
            // Groups may fill the list up to the limit, and then one more part is taken: a quirk.
            if parts.count >= limit { return Value(machine.makeArray(parts)) }
            for group in match.groups.dropFirst() where parts.count < limit {
                parts.append(group.map { Value(machine.heap.substring(text, $0)) } ?? .undefined)
            }
            start = whole.upperBound
        }
        if parts.count < limit, start <= text.count {
            parts.append(Value(machine.heap.substring(text, start..<text.count)))
        }
        return Value(machine.makeArray(parts))
    }

    /// `String.replace` with a text in which `$1`, `$&` … stand for parts of the match.
    static func replace(
        _ text: StringRef, _ state: RegExpState, with replacement: [UInt16], _ machine: AVM2Machine
    ) throws(ScriptError) -> Value {
        let units = state.units(of: text)
        return try replace(text, state, machine, whileBelow: units.count + 1) { (match, result) throws(ScriptError) in
            expand(replacement, match, units, into: &result)
        }
    }

    /// `String.replace` with a function of the match, its groups, where it is and the text.
    static func replace(
        _ text: StringRef, _ state: RegExpState, calling function: Value, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value {
        let units = state.units(of: text)
        return try replace(text, state, machine, whileBelow: units.count) { (match, result) throws(ScriptError) in
            let arguments = ValueBuffer(machine.heap)
            for group in match.groups {
                arguments.append(Value(group.map { machine.heap.substring(text, $0) } ?? machine.names.empty.string))
            }
            arguments.append(Value(utf8Offset(units, match.whole.lowerBound)))
            arguments.append(Value(text))
            let answer = try machine.call(
                function, this: .undefined, window: arguments.window)
            result += try machine.toString(answer).units
        }
    }

    /// Quirk: where a match is, is told in bytes of UTF-8.
    private static func utf8Offset(_ units: [UInt16], _ index: Int) -> Int {
        units[..<index].reduce(0) { count, unit in
            switch unit {
            case ..<0x80: count + 1
            case ..<0x800: count + 2
            // A pair makes four bytes.
            case 0xD800...0xDFFF: count + 2
            default: count + 3
            }
        }
    }

    private static func replace(
        _ text: StringRef, _ state: RegExpState, _ machine: AVM2Machine, whileBelow end: Int,
        _ body: (RegExpProgram.Match, inout [UInt16]) throws(ScriptError) -> Void
    ) throws(ScriptError) -> Value {
        let units = state.units(of: text)
        guard let program = state.program else { return Value(text) }
        var result: [UInt16] = []
        var place = 0
        var isChanged = false
        while place < end, let match = program.match(units, from: place) {
            isChanged = true
            result += units[place..<match.whole.lowerBound]
            try body(match, &result)
            place = match.whole.upperBound
            guard state.isGlobal else { break }
            if match.whole.isEmpty {
                guard place < units.count else {
                    place += 1
                    break
                }
                let next = min(units.count, place + characterLength(text, at: place))
                result += units[place..<next]
                place = next
            }
        }
        guard isChanged else { return Value(text) }
        if place < units.count { result += units[place...] }
        guard result.count <= StringRef.maximumCount else { throw machine.makeError(.error, 1000) }
        return Value(machine.heap.makeString(utf16: result))
    }

    private static func expand(
        _ replacement: [UInt16], _ match: RegExpProgram.Match, _ units: [UInt16], into result: inout [UInt16]
    ) {
        var place = 0
        while place < replacement.count {
            guard replacement[place] == 0x24, place + 1 < replacement.count else {
                result.append(replacement[place])
                place += 1
                continue
            }
            switch replacement[place + 1] {
            case 0x24:
                result.append(0x24)
                place += 2
            case 0x26:
                result += units[match.whole]
                place += 2
            case 0x60:
                result += units[..<match.whole.lowerBound]
                place += 2
            case 0x27:
                result += units[match.whole.upperBound...]
                place += 2
            case 0x30...0x39:
                let (group, length) = groupReference(replacement, at: place, groupCount: match.groups.count - 1)
                if let group {
                    if let range = match.groups[group] { result += units[range] }
                } else {
                    result.append(0x24)
                }
                place += length
            default:
                result.append(0x24)
                place += 1
            }
        }
    }

    /// The group that "$1" or "$12" at `place` means, and how many units that takes; no group: "$" alone is taken.
    private static func groupReference(
        _ text: [UInt16], at place: Int, groupCount: Int
    ) -> (group: Int?, length: Int) {
        var number = Int(text[place + 1]) - 0x30
        if place + 2 < text.count, (0x30...0x39).contains(text[place + 2]) {
            let longer = number * 10 + Int(text[place + 2]) - 0x30
            if longer <= groupCount { number = longer }
        }
        guard number >= 1, number <= groupCount else { return (nil, 1) }
        return (number, number >= 10 ? 3 : 2)
    }

    /// Units of the character at `index`: a pair of surrogates is one.
    private static func characterLength(_ text: StringRef, at index: Int) -> Int {
        guard index + 1 < text.count, (0xD800...0xDBFF).contains(text[index]),
            (0xDC00...0xDFFF).contains(text[index + 1])
        else { return 1 }
        return 2
    }
}
