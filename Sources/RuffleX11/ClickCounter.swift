import Player

/// Tells double clicks from single ones.
struct ClickCounter {
    private var last: (button: MouseButton, x: Int, y: Int, time: UInt32)?
    private var index = 0

    /// Milliseconds and pixels within which a click goes on from the one before.
    private static let longestPause: UInt32 = 400
    private static let farthest = 4

    /// 0 for a single click, 1 for the second of a double click, and so on. `time` is the server's, in milliseconds.
    mutating func press(_ button: MouseButton, x: Int, y: Int, time: UInt32) -> Int {
        let goesOn =
            last.map {
                $0.button == button && time &- $0.time <= Self.longestPause && abs($0.x - x) <= Self.farthest
                    && abs($0.y - y) <= Self.farthest
            } ?? false
        index = goesOn ? index + 1 : 0
        last = (button, x, y, time)
        return index
    }
}
