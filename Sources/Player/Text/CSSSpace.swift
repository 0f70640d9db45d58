/// What stands between the words of a style sheet: white space and comments.
public enum CSSSpace {
    public static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || (0x09...0x0D).contains(unit) }

    /// Where the white space and the comments that begin at a unit end. A comment without an end takes all.
    public static func end(in units: [UInt16], from start: Int) -> Int {
        var position = start
        while position < units.count {
            if units[position] == 0x2F, position + 1 < units.count, units[position + 1] == 0x2A {
                position += 2
                while position + 1 < units.count, !(units[position] == 0x2A && units[position + 1] == 0x2F) {
                    position += 1
                }
                position = min(units.count, position + 2)
            } else if isSpace(units[position]) {
                position += 1
            } else {
                break
            }
        }
        return position
    }
}
