import AVM
import Glibc

/// A moment behind a `Date` object.
public final class DateState: NativeState {
    /// Milliseconds since 1970 in Universal Time; NaN where it is no date.
    public var time: Double
    public init(_ time: Double) { self.time = time }
}

/// `Date`. ECMA-262 3rd ed. 15.9, with Flash's own texts.
enum DateClass {
    private typealias Fields = DateMath.Fields

    static let table: NativeClassTable = {
        var table = NativeClassTable("Date", base: "Object", .dynamic, constructor: "(...rest)")
        table.makeState = { _, _ in DateState(.nan) }
        table.initialize = initialize
        table.call = { (call) throws(ScriptError) in
            call.text(text(DateMath.clip(call.machine.host.wallClock), .full, call.machine))
        }
        table.members = { DateFields.members + texts + others }
        table.staticMembers = {
            [
                .length(7),
                NativeMember(method: "parse", "(s:*):Number", parse, .as3),
                NativeMember(method: "parse", "(s:*):Number", parse),
                NativeMember(method: "UTC", "(...rest):Number", universal, .as3),
                NativeMember(method: "UTC", "(...rest):Number", universal),
            ]
        }
        return table
    }()

    // MARK: Making

    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(DateState.self)
        switch call.count {
        case 0: state.time = DateMath.clip(call.machine.host.wallClock)
        case 1:
            if let other = call[0].object?.native(as: DateState.self) {
                state.time = other.time
                break
            }
            let value = try call.machine.toPrimitive(call[0], .none)
            if let text = value.string {
                state.time = read(text, call.machine)
            } else {
                state.time = DateMath.clip(try call.machine.toNumber(value))
            }
        default:
            state.time = DateMath.clip(toUniversal(DateMath.moment(try fields(call)), call.machine))
        }
        return .undefined
    }

    /// Year, month, day, hours … of the arguments.
    private static func fields(_ call: NativeCall) throws(ScriptError) -> Fields {
        var year = try call.toNumber(0)
        // Years of two digits are those of the twentieth century.
        if year >= 0, year < 100 { year += 1900 }
        return Fields(
            year: year, month: try call.toNumber(1, or: 0), day: try call.toNumber(2, or: 1), weekday: 0,
            hours: try call.toNumber(3, or: 0), minutes: try call.toNumber(4, or: 0),
            seconds: try call.toNumber(5, or: 0), milliseconds: try call.toNumber(6, or: 0))
    }

    private static func universal(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(double: DateMath.clip(DateMath.moment(try fields(call))))
    }

    private static func parse(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(double: read(try call.toText(0), call.machine))
    }

    private static func read(_ text: StringRef, _ machine: AVM2Machine) -> Double {
        guard let reading = DateText.read(text.text) else { return .nan }
        return DateMath.clip(reading.isUniversal ? reading.time : toUniversal(reading.time, machine))
    }

    // MARK: Local time

    static func toLocal(_ time: Double, _ machine: AVM2Machine) -> Double {
        time.isFinite ? time + machine.host.localOffset(at: time) * 60_000 : time
    }

    static func toUniversal(_ local: Double, _ machine: AVM2Machine) -> Double {
        guard local.isFinite, abs(local) < 8.64e15 + 1e9 else { return .nan }
        let guess = local - machine.host.localOffset(at: local) * 60_000
        return local - machine.host.localOffset(at: guess) * 60_000
    }

    /// The moment that `this` is. What is no Date counts as one without a moment, and keeps none.
    static func state(_ call: NativeCall) throws(ScriptError) -> DateState {
        call.this.object?.native(as: DateState.self) ?? DateState(.nan)
    }

    // MARK: Text

    private static func text(_ time: Double, _ form: DateText.Form, _ machine: AVM2Machine) -> String {
        if form == .universal { return DateText.string(local: time, offset: 0, form) }
        let offset = time.isFinite ? machine.host.localOffset(at: time) : 0
        return DateText.string(local: toLocal(time, machine), offset: offset, form)
    }

    private static func method(_ name: StaticString, _ form: DateText.Form) -> [NativeMember] {
        NativeMember.shared(name, "():String", length: 0) { (call) throws(ScriptError) in
            call.text(text(try state(call).time, form, call.machine))
        }
    }

    private static let texts: [NativeMember] =
        method("toString", .full) + method("toDateString", .date) + method("toTimeString", .time)
        + method("toLocaleString", .locale) + method("toLocaleDateString", .date)
        + method("toLocaleTimeString", .localeTime) + method("toUTCString", .universal)
        + [
            NativeMember(prototype: "toJSON", length: 1) { (call) throws(ScriptError) in
                call.text(text(try state(call).time, .full, call.machine))
            }
        ]

    private static let others: [NativeMember] =
        NativeMember.shared("valueOf", "():Number", length: 0, time)
        + NativeMember.shared("getTime", "():Number", length: 0, time)
        + NativeMember.shared("setTime", "(t:* = undefined):Number", length: 1, setTime)
        + NativeMember.shared("getTimezoneOffset", "():Number", length: 0, zoneOffset)
        + [
            NativeMember(property: "time", ":Number", get: time, set: setTime),
            NativeMember(get: "timezoneOffset", ":Number", zoneOffset),
        ]

    private static func time(_ call: NativeCall) throws(ScriptError) -> Value { Value(double: try state(call).time) }

    private static func setTime(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try state(call)
        state.time = DateMath.clip(try call.toNumber(0))
        return Value(double: state.time)
    }

    private static func zoneOffset(_ call: NativeCall) throws(ScriptError) -> Value {
        let time = try state(call).time
        return Value(double: time.isFinite ? -call.machine.host.localOffset(at: time) : .nan)
    }
}
