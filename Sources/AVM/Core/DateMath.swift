import Glibc

/// The calendar of ECMA-262 (3rd ed. 15.9.1): milliseconds since 1970 to fields and back, proleptic Gregorian.
public enum DateMath {
    public static let millisecondsPerDay = 86_400_000.0

    /// A moment by its fields. Month from 0, day of the month from 1, weekday from 0 (Sunday).
    public struct Fields: Equatable, Sendable {
        public var year, month, day, weekday, hours, minutes, seconds, milliseconds: Double

        public init(
            year: Double, month: Double = 0, day: Double = 1, weekday: Double = 0, hours: Double = 0,
            minutes: Double = 0, seconds: Double = 0, milliseconds: Double = 0
        ) {
            self.year = year
            self.month = month
            self.day = day
            self.weekday = weekday
            self.hours = hours
            self.minutes = minutes
            self.seconds = seconds
            self.milliseconds = milliseconds
        }
    }

    /// The fields of a finite number of milliseconds.
    public static func fields(_ time: Double) -> Fields {
        let days = floor(time / millisecondsPerDay)
        let rest = time - days * millisecondsPerDay
        let (year, month, day) = civil(days)
        var weekday = fmod(days + 4, 7)
        if weekday < 0 { weekday += 7 }
        return Fields(
            year: year, month: month, day: day, weekday: weekday, hours: floor(rest / 3_600_000),
            minutes: floor(fmod(rest, 3_600_000) / 60_000), seconds: floor(fmod(rest, 60_000) / 1000),
            milliseconds: floor(fmod(rest, 1000)))
    }

    /// Days since 1970 to year, month (from 0) and day, counted in eras of 400 years that begin in March.
    private static func civil(_ days: Double) -> (year: Double, month: Double, day: Double) {
        let shifted = days + 719_468
        let era = floor(shifted / 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = floor(
            (dayOfEra - floor(dayOfEra / 1460) + floor(dayOfEra / 36_524) - floor(dayOfEra / 146_096)) / 365)
        let dayOfYear = dayOfEra - (365 * yearOfEra + floor(yearOfEra / 4) - floor(yearOfEra / 100))
        let monthFromMarch = floor((5 * dayOfYear + 2) / 153)
        let day = dayOfYear - floor((153 * monthFromMarch + 2) / 5) + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 2 : monthFromMarch - 10
        return (yearOfEra + era * 400 + (month <= 1 ? 1 : 0), month, day)
    }

    /// ECMA-262 15.9.1.12: days since 1970 of a day; month and day may lie outside of their ranges.
    public static func day(year: Double, month: Double, day: Double) -> Double {
        guard year.isFinite, month.isFinite, day.isFinite else { return .nan }
        let month = trunc(month)
        let wholeYear = trunc(year) + floor(month / 12)
        guard abs(wholeYear) < 1e8 else { return .nan }
        let monthOfYear = month - floor(month / 12) * 12
        let shiftedYear = monthOfYear <= 1 ? wholeYear - 1 : wholeYear
        let era = floor(shiftedYear / 400)
        let yearOfEra = shiftedYear - era * 400
        let monthFromMarch = monthOfYear >= 2 ? monthOfYear - 2 : monthOfYear + 10
        let dayOfYear = floor((153 * monthFromMarch + 2) / 5)
        let dayOfEra = yearOfEra * 365 + floor(yearOfEra / 4) - floor(yearOfEra / 100) + dayOfYear
        return era * 146_097 + dayOfEra - 719_468 + trunc(day) - 1
    }

    /// ECMA-262 15.9.1.11: milliseconds into a day.
    public static func time(hours: Double, minutes: Double, seconds: Double, milliseconds: Double) -> Double {
        trunc(hours) * 3_600_000 + trunc(minutes) * 60_000 + trunc(seconds) * 1000 + trunc(milliseconds)
    }

    /// The moment of some fields; those out of range carry over. NaN where one is not finite.
    public static func moment(_ fields: Fields) -> Double {
        let day = day(year: fields.year, month: fields.month, day: fields.day)
        let time = time(
            hours: fields.hours, minutes: fields.minutes, seconds: fields.seconds, milliseconds: fields.milliseconds)
        return day * millisecondsPerDay + time
    }

    /// ECMA-262 15.9.1.14: whole milliseconds, NaN beyond what a Date can hold.
    public static func clip(_ time: Double) -> Double {
        abs(time) <= 8.64e15 ? trunc(time) + 0 : .nan
    }

    public static let weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    public static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Two digits at least.
    public static func padded(_ number: Double, _ width: Int = 2) -> String {
        let text = String(Int(number))
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
