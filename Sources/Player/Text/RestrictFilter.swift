/// `TextField.restrict`: characters and ranges ("a-z"), "^" turns to what is forbidden, "\" takes one as it is.
struct RestrictFilter {
    private var allowed: [ClosedRange<UInt16>] = []
    private var forbidden: [ClosedRange<UInt16>] = []

    init(_ pattern: String) {
        var isAllowing = true
        var index = 0
        let units = Array(pattern.utf16)
        // A text that begins with "^" allows all but what follows.
        if units.first == 0x5E { allowed.append(0...0xFFFF) }
        func next() -> UInt16? {
            if index < units.count, units[index] == 0x5C { index += 1 }
            guard index < units.count else { return nil }
            defer { index += 1 }
            return units[index]
        }
        while index < units.count {
            if units[index] == 0x5E {
                isAllowing.toggle()
                index += 1
                continue
            }
            // A hyphen without a beginning starts from the first character of all.
            var low: UInt16 = 0
            if units[index] != 0x2D {
                guard let first = next() else { break }
                low = first
            }
            var high = low
            if index < units.count, units[index] == 0x2D {
                // Several hyphens are one. A range without an end, or that runs backwards, is its beginning.
                while index < units.count, units[index] == 0x2D { index += 1 }
                high = max(low, next() ?? low)
            }
            if isAllowing { allowed.append(low...high) } else { forbidden.append(low...high) }
        }
    }

    func allows(_ unit: UInt16) -> Bool {
        allowed.contains { $0.contains(unit) } && !forbidden.contains { $0.contains(unit) }
    }
}
