/// How fast a movie runs, as a person may choose it.
enum Speed {
    static let all = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]
    /// While the key for it is held.
    static let fastForward = 4.0

    /// The next one above or below.
    static func step(_ speed: Double, by steps: Int) -> Double {
        let place = all.firstIndex { $0 >= speed } ?? all.count - 1
        return all[min(all.count - 1, max(0, place + steps))]
    }

    static func label(_ speed: Double) -> String {
        let hundredths = Int((speed * 100).rounded())
        if hundredths % 100 == 0 { return "\(hundredths / 100)x" }
        return hundredths % 10 == 0 ? "\(hundredths / 100).\(hundredths % 100 / 10)x" : "\(fixed(speed))x"
    }
}
