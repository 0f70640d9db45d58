import AVM
import CPCRE2

/// A compiled regular expression over 16-bit units. PCRE2 does the work, as PCRE did Flash's.
///
/// Quirks of Flash's: a pattern that does not compile matches nothing; escapes without a meaning are their letter;
/// `\uXXXX` is a character.
public final class RegExpProgram {
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let global = Options(rawValue: 1)
        public static let ignoreCase = Options(rawValue: 2)
        public static let multiline = Options(rawValue: 4)
        public static let dotAll = Options(rawValue: 8)
        public static let extended = Options(rawValue: 16)

        private static let letters: [(UInt16, Options)] = [
            (0x67, .global), (0x69, .ignoreCase), (0x6D, .multiline), (0x73, .dotAll), (0x78, .extended),
        ]

        /// The options that letters name; others mean nothing.
        public init(letters text: some Sequence<UInt16>) {
            self = []
            for unit in text {
                if let option = Self.letters.first(where: { $0.0 == unit })?.1 { insert(option) }
            }
        }

        /// "gimsx", as far as they are set.
        public var text: [UInt16] { Self.letters.filter { contains($0.1) }.map { $0.0 } }
    }

    /// What matched: the whole and the groups up to the last that took part. Nil: a group that did not.
    public struct Match {
        public var groups: [Range<Int>?]
        public var whole: Range<Int> { groups[0] ?? 0..<0 }
    }

    private let code: OpaquePointer
    private let data: OpaquePointer
    private let context: OpaquePointer
    /// Named groups and their numbers.
    public let names: [(name: [UInt16], group: Int)]

    /// Steps that one match may take: a pattern must not hang the player.
    private static let matchLimit: UInt32 = 5_000_000
    /// Kibibytes that one match may use.
    private static let heapLimit: UInt32 = 64 << 10
    /// Groups that Flash reports, the whole match included.
    private static let maximumGroups = 33

    /// Nil: the pattern is no regular expression.
    public init?(_ pattern: [UInt16], _ options: Options) {
        var flags = UInt32(PCRE2_UTF) | UInt32(PCRE2_MATCH_INVALID_UTF)
        if options.contains(.ignoreCase) { flags |= UInt32(PCRE2_CASELESS) }
        if options.contains(.multiline) { flags |= UInt32(PCRE2_MULTILINE) }
        if options.contains(.dotAll) { flags |= UInt32(PCRE2_DOTALL) }
        if options.contains(.extended) { flags |= UInt32(PCRE2_EXTENDED) }
        guard let compiling = pcre2_compile_context_create_16(nil) else { return nil }
        defer { pcre2_compile_context_free_16(compiling) }
        pcre2_set_newline_16(compiling, UInt32(PCRE2_NEWLINE_LF))
        pcre2_set_parens_nest_limit_16(compiling, 1_000)
        pcre2_set_compile_extra_options_16(compiling, UInt32(PCRE2_EXTRA_BAD_ESCAPE_IS_LITERAL))
        let text = Self.withHexEscapes(pattern)
        var error: Int32 = 0
        var offset = 0
        guard
            let code = text.withUnsafeBufferPointer({
                pcre2_compile_16($0.baseAddress, $0.count, flags, &error, &offset, compiling)
            })
        else { return nil }
        guard let context = pcre2_match_context_create_16(nil),
            let data = pcre2_match_data_create_from_pattern_16(code, nil)
        else {
            pcre2_code_free_16(code)
            return nil
        }
        pcre2_set_match_limit_16(context, Self.matchLimit)
        pcre2_set_heap_limit_16(context, Self.heapLimit)
        self.code = code
        self.context = context
        self.data = data
        names = Self.readNames(code)
    }

    deinit {
        pcre2_match_data_free_16(data)
        pcre2_match_context_free_16(context)
        pcre2_code_free_16(code)
    }

    /// The first match in `text` at or after `start`. Nil: there is none, or it takes too long to find out.
    public func match(_ text: [UInt16], from start: Int) -> Match? {
        guard start >= 0, start <= text.count else { return nil }
        let count = text.withUnsafeBufferPointer {
            // An empty array has no address, which PCRE2 takes for an error.
            let place = $0.baseAddress ?? UnsafePointer(Self.emptyText)
            return pcre2_match_16(code, place, $0.count, start, 0, data, context)
        }
        guard count > 0, let ovector = pcre2_get_ovector_pointer_16(data) else { return nil }
        // Groups behind the last that took part are there as well.
        let groups = (0...groupCount).map { (group) -> Range<Int>? in
            guard group < Int(count) else { return nil }
            let low = ovector[2 * group]
            let high = ovector[2 * group + 1]
            // \K in a look-ahead may end a match before it starts.
            return low == Int.max || low < 0 || high < low || low == .max ? nil : low..<high
        }
        return groups[0] == nil ? nil : Match(groups: groups)
    }

    /// The groups that the pattern has.
    var groupCount: Int {
        var count: UInt32 = 0
        pcre2_pattern_info_16(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
        return min(Int(count), Self.maximumGroups - 1)
    }

    nonisolated(unsafe) private static let emptyText: UnsafeMutablePointer<UInt16> = {
        let place = UnsafeMutablePointer<UInt16>.allocate(capacity: 1)
        place.initialize(to: 0)
        return place
    }()

    private static func readNames(_ code: OpaquePointer) -> [(name: [UInt16], group: Int)] {
        var count: UInt32 = 0
        var size: UInt32 = 0
        var table: UnsafePointer<UInt16>?
        pcre2_pattern_info_16(code, UInt32(PCRE2_INFO_NAMECOUNT), &count)
        pcre2_pattern_info_16(code, UInt32(PCRE2_INFO_NAMEENTRYSIZE), &size)
        pcre2_pattern_info_16(code, UInt32(PCRE2_INFO_NAMETABLE), &table)
        guard let table else { return [] }
        return (0..<Int(count)).map { index in
            // A unit with the group's number, then the name and a zero.
            let entry = table + index * Int(size)
            var name: [UInt16] = []
            var place = 1
            while place < Int(size), entry[place] != 0 {
                name.append(entry[place])
                place += 1
            }
            return (name, Int(entry[0]))
        }
    }

    /// `\uXXXX` as PCRE2 writes it: `\x{XXXX}`.
    private static func withHexEscapes(_ pattern: [UInt16]) -> [UInt16] {
        guard pattern.contains(0x5C) else { return pattern }
        var result: [UInt16] = []
        result.reserveCapacity(pattern.count)
        var place = 0
        while place < pattern.count {
            guard pattern[place] == 0x5C, place + 1 < pattern.count else {
                result.append(pattern[place])
                place += 1
                continue
            }
            if pattern[place + 1] == 0x75, place + 5 < pattern.count,
                pattern[(place + 2)...(place + 5)].allSatisfy({ isHexDigit($0) })
            {
                result += [0x5C, 0x78, 0x7B] + pattern[(place + 2)...(place + 5)] + [0x7D]
                place += 6
            } else {
                result += pattern[place...(place + 1)]
                place += 2
            }
        }
        return result
    }

    private static func isHexDigit(_ unit: UInt16) -> Bool {
        switch unit {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
