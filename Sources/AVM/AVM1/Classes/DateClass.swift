import AVM
import Glibc

/// A moment behind a `Date` object.
public final class DateState: NativeState {
    /// Milliseconds since 1970 in Universal Time; NaN where it is no date.
    public var time: Double
    public init(_ time: Double) { self.time = time }
}

/// The `Date` class. ECMA-262 3rd ed. 15.9, with Flash's own texts.
enum DateClass {
    private typealias Fields = DateMath.Fields

    static func install(on machine: Machine) {
        var row = NativeClass("Date", constructor: construct)
        row.methods = getters + setters + others
        row.staticMethods = [NativeMethod("UTC", universal)]
        machine.prototypes.date = machine.install(row).prototype
    }

    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        let host = call.machine.host
        guard call.isConstructing, let this = call.this.object else {
            return call.machine.string(text(DateState(trunc(host.wallClock)), call))
        }
        let time: Double
        if call[0].isUndefined {
            time = trunc(host.wallClock)
        } else if call.count == 1 {
            time = try call.machine.toNumber(call[0])
        } else {
            time = toUniversal(DateMath.moment(try fields(call)), call)
        }
        this.setNative(DateState(time))
        return call.this
    }

    /// Year, month, day, hours … of the arguments.
    private static func fields(_ call: Call) throws(ScriptError) -> Fields {
        func argument(_ index: Int, _ missing: Double) throws(ScriptError) -> Double {
            index < call.count ? try call.machine.toNumber(call[index]) : missing
        }
        var year = try argument(0, .nan)
        // Years of two digits are those of the twentieth century.
        if year >= 0, year < 100 { year += 1900 }
        return Fields(
            year: year, month: try argument(1, 0), day: try argument(2, 1), weekday: 0, hours: try argument(3, 0),
            minutes: try argument(4, 0), seconds: try argument(5, 0), milliseconds: try argument(6, 0))
    }

    private static func universal(_ call: Call) throws(ScriptError) -> Value {
        call.count < 2 ? .undefined : Value(DateMath.moment(try fields(call)))
    }

    // MARK: Local time

    private static func toLocal(_ time: Double, _ call: Call) -> Double {
        time + call.machine.host.localOffset(at: time) * 60_000
    }

    private static func toUniversal(_ local: Double, _ call: Call) -> Double {
        guard local.isFinite else { return local }
        let guess = local - call.machine.host.localOffset(at: local) * 60_000
        return local - call.machine.host.localOffset(at: guess) * 60_000
    }

    // MARK: Getting

    /// A method that reads a field of the moment, in local or Universal Time. NaN where it is no date.
    private static func getter(
        _ name: StaticString, isUniversal: Bool = false, _ field: KeyPath<Fields, Double> & Sendable, less: Double = 0
    ) -> NativeMethod {
        NativeMethod(name) { (call) throws(ScriptError) -> Value in
            guard let state = call.this.object?.native(as: DateState.self) else { return .undefined }
            guard state.time.isFinite else { return .nan }
            let fields = DateMath.fields(isUniversal ? state.time : toLocal(state.time, call))
            return Value(fields[keyPath: field] - less)
        }
    }

    private static let getters: [NativeMethod] = [
        getter("getFullYear", \.year),
        getter("getYear", \.year, less: 1900),
        getter("getMonth", \.month),
        getter("getDate", \.day),
        getter("getDay", \.weekday),
        getter("getHours", \.hours),
        getter("getMinutes", \.minutes),
        getter("getSeconds", \.seconds),
        getter("getMilliseconds", \.milliseconds),
        getter("getUTCFullYear", isUniversal: true, \.year),
        getter("getUTCYear", isUniversal: true, \.year, less: 1900),
        getter("getUTCMonth", isUniversal: true, \.month),
        getter("getUTCDate", isUniversal: true, \.day),
        getter("getUTCDay", isUniversal: true, \.weekday),
        getter("getUTCHours", isUniversal: true, \.hours),
        getter("getUTCMinutes", isUniversal: true, \.minutes),
        getter("getUTCSeconds", isUniversal: true, \.seconds),
        getter("getUTCMilliseconds", isUniversal: true, \.milliseconds),
    ]

    // MARK: Setting

    /// A method that sets fields of the moment from its arguments, in their order; those that are missing stay. The
    /// result is the new moment.
    private static func setter(
        _ name: StaticString, isUniversal: Bool = false, isShortYear: Bool = false,
        _ fieldPaths: [WritableKeyPath<Fields, Double> & Sendable]
    ) -> NativeMethod {
        NativeMethod(name) { (call) throws(ScriptError) -> Value in
            guard let state = call.this.object?.native(as: DateState.self) else { return .undefined }
            guard call.count > 0 else {
                state.time = .nan
                return .nan
            }
            let isDate = state.time.isFinite
            // A year makes a date of what was none.
            guard isDate || fieldPaths.first == \Fields.year else { return .nan }
            let time = isDate ? state.time : 0
            var fields = DateMath.fields(isUniversal || !isDate ? time : toLocal(time, call))
            for (index, path) in fieldPaths.enumerated() where index < call.count {
                var number = try call.machine.toNumber(call[index])
                if isShortYear, number >= 0, number < 100 { number += 1900 }
                fields[keyPath: path] = number
            }
            let moment = DateMath.moment(fields)
            state.time = isUniversal ? moment : toUniversal(moment, call)
            return Value(state.time)
        }
    }

    private static let setters: [NativeMethod] = [
        setter("setFullYear", [\.year, \.month, \.day]),
        setter("setYear", isShortYear: true, [\.year, \.month, \.day]),
        setter("setMonth", [\.month, \.day]),
        setter("setDate", [\.day]),
        setter("setHours", [\.hours, \.minutes, \.seconds, \.milliseconds]),
        setter("setMinutes", [\.minutes, \.seconds, \.milliseconds]),
        setter("setSeconds", [\.seconds, \.milliseconds]),
        setter("setMilliseconds", [\.milliseconds]),
        setter("setUTCFullYear", isUniversal: true, [\.year, \.month, \.day]),
        setter("setUTCMonth", isUniversal: true, [\.month, \.day]),
        setter("setUTCDate", isUniversal: true, [\.day]),
        setter("setUTCHours", isUniversal: true, [\.hours, \.minutes, \.seconds, \.milliseconds]),
        setter("setUTCMinutes", isUniversal: true, [\.minutes, \.seconds, \.milliseconds]),
        setter("setUTCSeconds", isUniversal: true, [\.seconds, \.milliseconds]),
        setter("setUTCMilliseconds", isUniversal: true, [\.milliseconds]),
    ]

    // MARK: The moment itself

    private static let others: [NativeMethod] = [
        NativeMethod("getTime", getTime),
        NativeMethod("valueOf", getTime),
        NativeMethod("setTime", setTime),
        NativeMethod("getTimezoneOffset", getTimezoneOffset),
        NativeMethod("toString", toString),
    ]

    private static func getTime(_ call: Call) throws(ScriptError) -> Value {
        call.this.object?.native(as: DateState.self).map { Value($0.time) } ?? .undefined
    }

    private static func setTime(_ call: Call) throws(ScriptError) -> Value {
        guard let state = call.this.object?.native(as: DateState.self) else { return .undefined }
        let time = call.count > 0 ? try call.machine.toNumber(call[0]) : .nan
        state.time = time.isNaN ? time : trunc(time)
        return Value(state.time)
    }

    /// Minutes that Universal Time is ahead.
    private static func getTimezoneOffset(_ call: Call) throws(ScriptError) -> Value {
        guard let state = call.this.object?.native(as: DateState.self) else { return .undefined }
        return state.time.isFinite ? Value(-call.machine.host.localOffset(at: state.time)) : .nan
    }

    private static func toString(_ call: Call) throws(ScriptError) -> Value {
        guard let state = call.this.object?.native(as: DateState.self) else { return .undefined }
        return call.machine.string(text(state, call))
    }

    /// "Sat Feb 3 04:05:06 GMT+0545 2001".
    private static func text(_ state: DateState, _ call: Call) -> String {
        guard state.time.isFinite, abs(state.time) < 1e18 else { return "Invalid Date" }
        let fields = DateMath.fields(toLocal(state.time, call))
        let offset = call.machine.host.localOffset(at: state.time)
        let sign = offset < 0 ? "-" : "+"
        let zone = DateMath.padded(floor(abs(offset) / 60)) + DateMath.padded(fmod(abs(offset), 60))
        let clock = [fields.hours, fields.minutes, fields.seconds].map { DateMath.padded($0) }.joined(separator: ":")
        return "\(DateMath.weekdayNames[Int(fields.weekday)]) \(DateMath.monthNames[Int(fields.month)]) "
            + "\(Int(fields.day)) \(clock) GMT\(sign)\(zone) \(Int(fields.year))"
    }
}
