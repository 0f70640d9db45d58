import CFriBidi

/// The order of text that runs to both sides, by the Unicode bidirectional algorithm (FriBidi's).
public enum Bidi {
    /// Levels of the units of a paragraph: odd ones are written from right to left. Nil: all of it runs to the right.
    public static func levels(of units: some Collection<UInt16>, isRightToLeft: Bool = false) -> [UInt8]? {
        guard isRightToLeft || units.contains(where: runsLeft) else { return nil }
        var scalars: [FriBidiChar] = []
        var scalarOfUnit: [Int] = []
        scalars.reserveCapacity(units.count)
        scalarOfUnit.reserveCapacity(units.count)
        for unit in units {
            if unit & 0xFC00 == 0xDC00, let high = scalars.last, high & 0xFFFF_FC00 == 0xD800 {
                scalars[scalars.count - 1] = 0x10000 + ((high & 0x3FF) << 10 | UInt32(unit & 0x3FF))
            } else {
                scalars.append(UInt32(unit))
            }
            scalarOfUnit.append(scalars.count - 1)
        }
        guard let count = Int32(exactly: scalars.count), count > 0 else { return nil }
        var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: scalars.count)
        var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
        var levels = [FriBidiLevel](repeating: 0, count: scalars.count)
        fribidi_get_bidi_types(scalars, count, &types)
        fribidi_get_bracket_types(scalars, count, types, &brackets)
        var direction = cfribidi_direction(isRightToLeft ? 1 : 0)
        guard fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, &levels) != 0 else { return nil }
        return scalarOfUnit.map { UInt8(clamping: max(0, levels[$0])) }
    }

    /// Units that only occur in writing that runs to the left, or that turn the direction.
    private static func runsLeft(_ unit: UInt16) -> Bool {
        switch unit {
        // Hebrew, Arabic and their neighbours; their forms for presentation.
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC: true
        // Marks, embeddings and isolates that run to the left.
        case 0x200F, 0x202B, 0x202E, 0x2067: true
        // The first halves of U+10800 to U+10FFF and of U+1E800 to U+1EFFF.
        case 0xD802...0xD803, 0xD83A...0xD83B: true
        default: false
        }
    }

    /// Indices of the runs of a line from left to right (rule L2).
    public static func visualOrder(_ levels: [UInt8]) -> [Int] {
        var order = Array(levels.indices)
        guard let highest = levels.max(), let lowest = levels.filter({ $0 & 1 == 1 }).min() else { return order }
        for level in stride(from: highest, through: lowest, by: -1) {
            var start = 0
            while start < order.count {
                guard levels[order[start]] >= level else {
                    start += 1
                    continue
                }
                var end = start + 1
                while end < order.count, levels[order[end]] >= level { end += 1 }
                order[start..<end].reverse()
                start = end
            }
        }
        return order
    }
}
