import Glibc

/// Dates as ActionScript 3 writes and reads them.
public enum DateText {
    public enum Form: Sendable {
        /// "Sat Feb 3 04:05:06 GMT+0545 2001"
        case full
        /// "Sat Feb 3 2001"
        case date
        /// "04:05:06 GMT+0545"
        case time
        /// "Sat Feb 3 2001 04:05:06 AM"
        case locale
        /// "04:05:06 AM"
        case localeTime
        /// "Sat Feb 3 04:05:06 2001 UTC"
        case universal
    }

    /// `local` is milliseconds since 1970 in local time, which is `offset` minutes ahead of Universal Time.
    public static func string(local: Double, offset: Double, _ form: Form) -> String {
        guard local.isFinite else { return "Invalid Date" }
        let fields = DateMath.fields(local)
        let weekday = DateMath.weekdayNames[Int(fields.weekday)]
        let date = "\(weekday) \(DateMath.monthNames[Int(fields.month)]) \(Int(fields.day))"
        let year = String(Int(fields.year))
        let minutes = ":\(DateMath.padded(fields.minutes)):\(DateMath.padded(fields.seconds))"
        let time = DateMath.padded(fields.hours) + minutes
        switch form {
        case .full: return "\(date) \(time) \(zone(offset)) \(year)"
        case .date: return "\(date) \(year)"
        case .time: return "\(time) \(zone(offset))"
        case .locale: return "\(date) \(year) \(twelveHours(fields.hours, minutes))"
        case .localeTime: return twelveHours(fields.hours, minutes)
        case .universal: return "\(date) \(time) \(year) UTC"
        }
    }

    private static func zone(_ offset: Double) -> String {
        let minutes = abs(offset)
        return "GMT\(offset < 0 ? "-" : "+")\(DateMath.padded(floor(minutes / 60)))"
            + DateMath.padded(fmod(minutes, 60))
    }

    private static func twelveHours(_ hours: Double, _ minutes: String) -> String {
        let half = fmod(hours, 12)
        return "\(DateMath.padded(half == 0 ? 12 : half))\(minutes) \(hours < 12 ? "AM" : "PM")"
    }

    // MARK: Reading

    /// What a text says: a moment in local time, or in Universal Time where it names a zone.
    public struct Reading: Equatable, Sendable {
        /// Milliseconds since 1970.
        public var time: Double
        public var isUniversal: Bool
    }

    /// Reads "Sat Feb 3 04:05:06 GMT+0545 2001", "2/3/2001 4:05 PM", "Feb 3 2001" …; nil where it is no date.
    public static func read(_ text: String) -> Reading? {
        var fields = DateMath.Fields(year: .nan, month: .nan, day: .nan)
        var zone: Double?
        for word in text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" || $0 == "\n" }) {
            guard take(String(word), &fields, &zone) else { return nil }
        }
        guard fields.year.isFinite, fields.month.isFinite, fields.day.isFinite else { return nil }
        let time = DateMath.moment(fields)
        return Reading(time: zone.map { time - $0 * 60_000 } ?? time, isUniversal: zone != nil)
    }

    private static func take(_ word: String, _ fields: inout DateMath.Fields, _ zone: inout Double?) -> Bool {
        if let month = DateMath.monthNames.firstIndex(where: { word.lowercased().hasPrefix($0.lowercased()) }) {
            fields.month = Double(month)
            return true
        }
        if DateMath.weekdayNames.contains(where: { word.lowercased().hasPrefix($0.lowercased()) }) { return true }
        if word.contains(":") { return takeTime(word, &fields) }
        if word.contains("/") { return takeDate(word, &fields) }
        switch word.uppercased() {
        case "AM":
            guard (1...12).contains(fields.hours) else { return false }
            if fields.hours == 12 { fields.hours = 0 }
            return true
        case "PM":
            guard (1...12).contains(fields.hours) else { return false }
            if fields.hours < 12 { fields.hours += 12 }
            return true
        default: break
        }
        if let offset = zoneOffset(word.uppercased()) {
            zone = offset
            return true
        }
        guard let number = Int(word) else { return false }
        if fields.day.isNaN, (1...31).contains(number) {
            fields.day = Double(number)
        } else if fields.year.isNaN {
            fields.year = fullYear(number)
        } else {
            return false
        }
        return true
    }

    private static func fullYear(_ number: Int) -> Double {
        Double(number >= 0 && number < 100 ? number + 1900 : number)
    }

    private static func takeTime(_ word: String, _ fields: inout DateMath.Fields) -> Bool {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard parts.count == 2 || parts.count == 3, parts.allSatisfy({ $0 >= 0 }), parts[0] < 25, parts[1] < 60 else {
            return false
        }
        fields.hours = Double(parts[0])
        fields.minutes = Double(parts[1])
        if parts.count == 3 { fields.seconds = Double(parts[2]) }
        return fields.seconds < 60
    }

    /// Month/day/year, or year/month/day.
    private static func takeDate(_ word: String, _ fields: inout DateMath.Fields) -> Bool {
        let parts = word.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard parts.count == 3, parts.allSatisfy({ $0 >= 0 }) else { return false }
        let isYearFirst = parts[0] > 31
        let month = isYearFirst ? parts[1] : parts[0]
        let day = isYearFirst ? parts[2] : parts[1]
        guard (1...12).contains(month), (1...31).contains(day) else { return false }
        fields.year = fullYear(isYearFirst ? parts[0] : parts[2])
        fields.month = Double(month - 1)
        fields.day = Double(day)
        return true
    }

    /// Minutes that "GMT", "UTC+0545", "GMT-0800" are ahead of Universal Time.
    private static func zoneOffset(_ word: String) -> Double? {
        guard word.hasPrefix("GMT") || word.hasPrefix("UTC") else { return nil }
        let rest = word.dropFirst(3)
        if rest.isEmpty { return 0 }
        guard let sign = rest.first, sign == "+" || sign == "-", let number = Int(rest.dropFirst()) else { return nil }
        let minutes = rest.count <= 3 ? number * 60 : number / 100 * 60 + number % 100
        return Double(sign == "-" ? -minutes : minutes)
    }
}
