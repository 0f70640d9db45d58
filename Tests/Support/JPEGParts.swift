/// Takes a JPEG apart as the JPEGTables and DefineBits tags of one movie hold it.
public enum JPEGParts {
    private static let tableMarkers: Set<UInt8> = [0xDB, 0xC4]

    /// Start, quantisation and Huffman tables, end.
    public static func tables(of jpeg: [UInt8]) -> [UInt8] {
        let tables = segments(of: jpeg).filter { tableMarkers.contains(jpeg[$0.lowerBound + 1]) }
        return [0xFF, 0xD8] + tables.flatMap { jpeg[$0] } + [0xFF, 0xD9]
    }

    /// All but the tables.
    public static func picture(of jpeg: [UInt8]) -> [UInt8] {
        let kept = segments(of: jpeg).filter { !tableMarkers.contains(jpeg[$0.lowerBound + 1]) }
        return [0xFF, 0xD8] + kept.flatMap { jpeg[$0] }
    }

    /// Without the segments of `marker`.
    public static func removing(_ marker: UInt8, from jpeg: [UInt8]) -> [UInt8] {
        [0xFF, 0xD8] + segments(of: jpeg).filter { jpeg[$0.lowerBound + 1] != marker }.flatMap { jpeg[$0] }
    }

    /// The segments behind the start marker; the first scan and all behind it count as one.
    private static func segments(of jpeg: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var position = 2
        while position + 4 <= jpeg.count {
            let isScan = jpeg[position + 1] == 0xDA
            let length = isScan ? jpeg.count - position : 2 + Int(jpeg[position + 2]) << 8 + Int(jpeg[position + 3])
            ranges.append(position..<position + length)
            position += length
        }
        return ranges
    }
}
