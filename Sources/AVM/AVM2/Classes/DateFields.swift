import AVM

/// The part of `Date` that reads and writes its fields: methods and properties, local and universal.
enum DateFields {
    private typealias Fields = DateMath.Fields

    static let members: [NativeMember] =
        getter("getFullYear", "getUTCFullYear", \.year) + getter("getMonth", "getUTCMonth", \.month)
        + getter("getDate", "getUTCDate", \.day) + getter("getDay", "getUTCDay", \.weekday)
        + getter("getHours", "getUTCHours", \.hours) + getter("getMinutes", "getUTCMinutes", \.minutes)
        + getter("getSeconds", "getUTCSeconds", \.seconds)
        + getter("getMilliseconds", "getUTCMilliseconds", \.milliseconds)
        + setter("setFullYear", "setUTCFullYear", threeArguments, [\.year, \.month, \.day])
        + setter("setMonth", "setUTCMonth", twoArguments, [\.month, \.day])
        + setter("setDate", "setUTCDate", oneArgument, [\.day])
        + setter("setHours", "setUTCHours", fourArguments, [\.hours, \.minutes, \.seconds, \.milliseconds])
        + setter("setMinutes", "setUTCMinutes", threeArguments, [\.minutes, \.seconds, \.milliseconds])
        + setter("setSeconds", "setUTCSeconds", twoArguments, [\.seconds, \.milliseconds])
        + setter("setMilliseconds", "setUTCMilliseconds", oneArgument, [\.milliseconds])
        + property("fullYear", "fullYearUTC", \.year) + property("month", "monthUTC", \.month)
        + property("date", "dateUTC", \.day) + property("hours", "hoursUTC", \.hours)
        + property("minutes", "minutesUTC", \.minutes) + property("seconds", "secondsUTC", \.seconds)
        + property("milliseconds", "millisecondsUTC", \.milliseconds)
        + [
            NativeMember(get: "day", ":Number", reading(false, \.weekday)),
            NativeMember(get: "dayUTC", ":Number", reading(true, \.weekday)),
        ]

    private static let oneArgument: StaticString = "(a:* = undefined):Number"
    private static let twoArguments: StaticString = "(a:* = undefined, b:* = undefined):Number"
    private static let threeArguments: StaticString = "(a:* = undefined, b:* = undefined, c:* = undefined):Number"
    private static let fourArguments: StaticString =
        "(a:* = undefined, b:* = undefined, c:* = undefined, d:* = undefined):Number"

    private static func reading(_ isUniversal: Bool, _ field: KeyPath<Fields, Double> & Sendable) -> NativeBody {
        { (call) throws(ScriptError) in
            let time = try DateClass.state(call).time
            guard time.isFinite else { return .nan }
            let fields = DateMath.fields(isUniversal ? time : DateClass.toLocal(time, call.machine))
            return Value(double: fields[keyPath: field])
        }
    }

    private static func getter(
        _ local: StaticString, _ universal: StaticString, _ field: KeyPath<Fields, Double> & Sendable
    ) -> [NativeMember] {
        NativeMember.shared(local, "():Number", length: 0, reading(false, field))
            + NativeMember.shared(universal, "():Number", length: 0, reading(true, field))
    }

    /// Sets fields from the arguments, in their order; those that are missing stay. Gives the new moment.
    private static func writing(
        _ isUniversal: Bool, _ paths: [WritableKeyPath<Fields, Double> & Sendable]
    ) -> NativeBody {
        { (call) throws(ScriptError) in
            let state = try DateClass.state(call)
            // What was no date counts as the first of January 1970.
            let time = state.time.isFinite ? state.time : 0
            let isLocal = !isUniversal && state.time.isFinite
            var fields = DateMath.fields(isLocal ? DateClass.toLocal(time, call.machine) : time)
            for (index, path) in paths.enumerated() where index == 0 || index < call.count && !call[index].isUndefined {
                fields[keyPath: path] = try call.toNumber(index)
            }
            // A moment without a date has none of its fields but the year to begin with.
            guard state.time.isFinite || paths[0] == \Fields.year else { return .nan }
            let moment = DateMath.moment(fields)
            state.time = DateMath.clip(isUniversal ? moment : DateClass.toUniversal(moment, call.machine))
            return Value(double: state.time)
        }
    }

    private static func setter(
        _ local: StaticString, _ universal: StaticString, _ signature: StaticString,
        _ paths: [WritableKeyPath<Fields, Double> & Sendable]
    ) -> [NativeMember] {
        NativeMember.shared(local, signature, length: paths.count, writing(false, paths))
            + NativeMember.shared(universal, signature, length: paths.count, writing(true, paths))
    }

    private static func property(
        _ local: StaticString, _ universal: StaticString, _ field: WritableKeyPath<Fields, Double> & Sendable
    ) -> [NativeMember] {
        [
            NativeMember(property: local, ":Number", get: reading(false, field), set: writing(false, [field])),
            NativeMember(property: universal, ":Number", get: reading(true, field), set: writing(true, [field])),
        ]
    }
}
