import AVM
import AVM2
import Player

/// Properties of NetStream that scripts set and read back: what they ask of a server or of a graphics card has no effect
/// on files.
extension NetStreamClass3 {
    /// What each is before a script sets it.
    private static let keptNumbers: [(name: StaticString, value: Double)] = [
        ("backBufferTime", 30), ("bufferTimeMax", 0), ("maxPauseBufferTime", 30),
    ]
    private static let keptFlags: [(name: StaticString, value: Bool)] = [
        ("audioReliable", true), ("audioSampleAccess", false), ("checkPolicyFile", false), ("dataReliable", true),
        ("inBufferSeek", false), ("useHardwareDecoder", true), ("useJitterBuffer", false), ("videoReliable", true),
        ("videoSampleAccess", false),
    ]

    static let settings: [NativeMember] =
        keptNumbers.map { row in
            NativeMember(
                property: row.name, ":Number",
                get: { (call) throws(ScriptError) in
                    Value(double: try call.state(NetStreamState.self).numbers["\(row.name)"] ?? row.value)
                },
                set: { (call) throws(ScriptError) in
                    try call.state(NetStreamState.self).numbers["\(row.name)"] = call.number(0)
                    return .undefined
                })
        }
        + keptFlags.map { row in
            NativeMember(
                property: row.name, ":Boolean",
                get: { (call) throws(ScriptError) in
                    Value(try call.state(NetStreamState.self).flags["\(row.name)"] ?? row.value)
                },
                set: { (call) throws(ScriptError) in
                    try call.state(NetStreamState.self).flags["\(row.name)"] = call.bool(0)
                    return .undefined
                })
        } + [
            // What has been played of a file stays: one goes back to it by seeking.
            NativeMember(get: "backBufferLength", ":Number") { (_) throws(ScriptError) in .zero },
            NativeMember(get: "liveDelay", ":Number") { (_) throws(ScriptError) in .zero },
            NativeMember(get: "info", ":flash.net.NetStreamInfo", info),
        ]

    /// `info`: how much has come, and how much of it waits.
    private static func info(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(NetStreamState.self)
        let facts = state.stream?.facts ?? MediaStream.Facts()
        let rate = facts.seconds > 0 ? Double(facts.bytes) / facts.seconds : 0
        let share = { (part: Int) in facts.seconds > 0 ? Double(part) / facts.seconds : 0 }
        let numbers: [Double] = [
            rate, Double(facts.bytes), rate, Double(facts.soundBytes), share(facts.soundBytes),
            Double(facts.videoBytes), share(facts.videoBytes), Double(facts.dataBytes), share(facts.dataBytes), rate,
            0, 0, 0, 0, facts.waiting, facts.waiting, 0, 0, 0, 0,
        ]
        let held = ValueBuffer(call.heap)
        for number in numbers { held.append(Value(double: number)) }
        for _ in 0..<2 { held.append(.null) }
        let name = state.resource.map { call.text($0) } ?? .null
        for value in [name, name, .false] { held.append(value) }
        return Value(try call.machine.make("flash.net.NetStreamInfo", Array(held.elements)))
    }
}
