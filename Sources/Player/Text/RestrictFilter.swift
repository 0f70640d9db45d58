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
            guard index < units.count else { return nil }
            if units[index] == 0x5C, index + 1 < units.count { index += 1 }
            defer { index += 1 }
            return units[index]
        }
        while index < units.count {
            if units[index] == 0x5E {
                isAllowing.toggle()
                index += 1
                continue
            }
            var low: UInt16 = 0
            if units[index] != 0x2D { low = next() ?? 0 }
            var high = low
            if index < units.count, units[index] == 0x2D {
                index += 1
                // A range without an end is its beginning; one that runs backwards is its end.
                high = next() ?? low
                low = min(low, high)
            }
            if isAllowing { allowed.append(low...high) } else { forbidden.append(low...high) }
        }
    }

    func allows(_ unit: UInt16) -> Bool {
        allowed.contains { $0.contains(unit) } && !forbidden.contains { $0.contains(unit) }
    }
}
