import AVM
import Testing

@Suite("Dates as text")
struct DateTextTests {
    /// 3 February 2001, 16:05:06 in Nepal.
    private let local = 981_216_306_000.0

    @Test("forms")
    func forms() {
        func text(_ form: DateText.Form) -> String { DateText.string(local: local, offset: 345, form) }
        #expect(text(.full) == "Sat Feb 3 16:05:06 GMT+0545 2001")
        #expect(text(.date) == "Sat Feb 3 2001")
        #expect(text(.time) == "16:05:06 GMT+0545")
        #expect(text(.locale) == "Sat Feb 3 2001 04:05:06 PM")
        #expect(text(.localeTime) == "04:05:06 PM")
        #expect(text(.universal) == "Sat Feb 3 16:05:06 2001 UTC")
        #expect(DateText.string(local: .nan, offset: 0, .full) == "Invalid Date")
    }

    static let readings: [(String, Double, Bool)] = [
        ("Sat Feb 3 16:05:06 GMT+0545 2001", 981_216_306_000 - 345 * 60_000, true),
        ("Sat Feb 3 16:05:06 2001", 981_216_306_000, false), ("2/3/2001 4:05:06 PM", 981_216_306_000, false),
        ("2001/2/3 16:05:06", 981_216_306_000, false), ("Feb 3 2001", 981_158_400_000, false),
        ("3 February 2001 UTC", 981_158_400_000, true), ("Jan 1 70", 0, false),
    ]

    @Test("what is a date", arguments: Self.readings)
    func reading(text: String, time: Double, isUniversal: Bool) {
        let reading = DateText.read(text)
        #expect(reading?.time == time && reading?.isUniversal == isUniversal)
    }

    @Test("what is none", arguments: ["", "12", "Feb 2001", "Feb 3 2001 25:61", "x Feb 3 2001", "13:00 PM Feb 3 2001"])
    func noDate(text: String) { #expect(DateText.read(text) == nil) }
}
