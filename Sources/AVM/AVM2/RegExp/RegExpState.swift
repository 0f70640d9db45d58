import AVM

/// What a `RegExp` object is.
public final class RegExpState: NativeState {
    public private(set) var source: StringRef
    public private(set) var options: RegExpProgram.Options
    /// Nil: the pattern does not compile, so nothing matches.
    public private(set) var program: RegExpProgram?
    public var lastIndex: Int32 = 0
    /// The text of the last match as units: loops match the same text again and again.
    private var subject: StringRef?
    private var subjectUnits: [UInt16] = []

    /// Without flags of its own, a pattern may carry them behind a second slash.
    public init(_ source: StringRef, flags: [UInt16]?) {
        self.source = source
        let units = source.units
        options = .init(letters: flags ?? Self.trailingFlags(units))
        program = RegExpProgram(units, options)
    }

    public init(copying other: RegExpState) {
        source = other.source
        options = other.options
        program = other.program
    }

    private static func trailingFlags(_ pattern: [UInt16]) -> [UInt16] {
        var slashes = 0
        for (index, unit) in pattern.enumerated() where unit == 0x2F && (index == 0 || pattern[index - 1] != 0x5C) {
            slashes += 1
            if slashes == 2 { return Array(pattern[(index + 1)...]) }
        }
        return []
    }

    public var isGlobal: Bool { options.contains(.global) }

    public override func visit(_ marker: inout Marker) {
        marker.visit(source)
        marker.visit(subject)
    }

    /// The units of `text`, kept for the next time.
    func units(of text: StringRef) -> [UInt16] {
        if let subject, subject.identity == text.identity { return subjectUnits }
        subject = text
        subjectUnits = text.units
        return subjectUnits
    }

    func match(_ text: StringRef, from start: Int) -> RegExpProgram.Match? {
        program?.match(units(of: text), from: start)
    }

    /// `RegExp.exec` without the array: a global expression goes on where it was.
    func execute(_ text: StringRef) -> RegExpProgram.Match? {
        let found = match(text, from: isGlobal ? Int(lastIndex) : 0)
        if isGlobal { lastIndex = Int32(clamping: found?.whole.upperBound ?? 0) }
        return found
    }
}

extension AVM2Machine {
    /// The array of a match: the groups, `index`, `input`, and named groups, "" where they did not take part.
    func makeMatchArray(_ match: RegExpProgram.Match, _ state: RegExpState, _ text: StringRef) -> Object {
        // The parts are held by nothing until they are in the array.
        heap.pauseDepth += 1
        defer { heap.pauseDepth -= 1 }
        let values = match.groups.map { group -> Value in
            group.map { Value(heap.substring(text, $0)) } ?? .undefined
        }
        let array = makeArray(values)
        heap.define(names.index, Value(match.whole.lowerBound), on: array)
        heap.define(names.input, Value(text), on: array)
        for (name, group) in state.program?.names ?? [] {
            let range = group < match.groups.count ? match.groups[group] : nil
            let value = range.map { heap.substring(text, $0) } ?? names.empty.string
            heap.define(heap.strings.intern(heap.makeString(utf16: name)), Value(value), on: array)
        }
        return array
    }
}
