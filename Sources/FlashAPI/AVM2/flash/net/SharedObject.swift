import AVM
import AVM2
import Player

/// Native state of a `flash.net.SharedObject`.
final class SharedObjectState: EventTargetState {
    /// What it is stored under; "" for one that is not stored.
    var key = ""
    var name = ""
    var data = Value.null
    var client = Value.null
    /// 0 or 3: the version of AMF.
    var objectEncoding: UInt32 = 3

    override func visit(_ marker: inout Marker) {
        super.visit(&marker)
        marker.visit(data)
        marker.visit(client)
    }
}

/// `flash.net.SharedObject`: data that the player keeps between runs.
enum SharedObjectClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.net.SharedObject", base: "flash.events.EventDispatcher", .abstract)
        table.members = { members }
        table.staticMembers = {
            [
                NativeMember(
                    method: "getLocal",
                    "(name:String, localPath:String = null, secure:Boolean = false):flash.net.SharedObject", getLocal),
                NativeMember(
                    missing: "getRemote",
                    """
                    (name:String, remotePath:String = null, persistence:Object = false, \
                    secure:Boolean = false):flash.net.SharedObject
                    """),
                NativeMember(missing: "deleteAll", "(url:String):int"),
                NativeMember(missing: "getDiskUsage", "(url:String):int"),
                NativeMember(property: "defaultObjectEncoding", ":uint", get: defaultEncoding, set: setDefaultEncoding),
                NativeMember(missingProperty: "preventBackup", ":Boolean"),
            ]
        }
        table.makeState = { _, _ in SharedObjectState() }
        return table
    }()

    private static let encodingKey = "flash.net.SharedObject.defaultObjectEncoding"

    private static let members: [NativeMember] = [
        NativeMember(get: "data", ":Object") { (call) throws(ScriptError) in
            try call.state(SharedObjectState.self).data
        },
        NativeMember(get: "size", ":uint") { (call) throws(ScriptError) in
            Value(try encode(try call.state(SharedObjectState.self), call.machine)?.count ?? 0)
        },
        NativeMember(
            property: "objectEncoding", ":uint",
            get: { (call) throws(ScriptError) in Value(Int(try call.state(SharedObjectState.self).objectEncoding)) },
            set: { (call) throws(ScriptError) in
                let encoding = call.uint(0)
                guard encoding == 0 || encoding == 3 else {
                    throw call.machine.makeError(.argument, 2008, ["objectEncoding"])
                }
                try call.state(SharedObjectState.self).objectEncoding = encoding
                return .undefined
            }),
        NativeMember(
            property: "client", ":Object",
            get: { (call) throws(ScriptError) in
                let client = try call.state(SharedObjectState.self).client
                return client.isNull ? call.this : client
            },
            set: { (call) throws(ScriptError) in
                try call.state(SharedObjectState.self).client = call[0]
                return .undefined
            }),
        NativeMember(method: "clear", "():void", clear),
        NativeMember(method: "close", "():void") { (_) throws(ScriptError) in .undefined },
        NativeMember(method: "flush", "(minDiskSpace:int = 0):String", flush),
        NativeMember(method: "setProperty", "(propertyName:String, value:Object = null):void") {
            (call) throws(ScriptError) in
            let data = try call.state(SharedObjectState.self).data
            try call.machine.set(try call.machine.publicName(call[0]), of: data, to: call[1])
            return .undefined
        },
        NativeMember(method: "setDirty", "(propertyName:String):void") { (_) throws(ScriptError) in .undefined },
        NativeMember(missing: "connect", "(myConnection:flash.net.NetConnection, params:String = null):void"),
        NativeMember(missing: "send", "(...rest):void"),
        NativeMember(missingProperty: "fps", ":Number"),
    ]

    private static func defaultEncoding(_ call: NativeCall) throws(ScriptError) -> Value {
        call.machine.keptValues[encodingKey] ?? Value(Int32(3))
    }

    private static func setDefaultEncoding(_ call: NativeCall) throws(ScriptError) -> Value {
        guard call.uint(0) == 0 || call.uint(0) == 3 else {
            throw call.machine.makeError(.argument, 2008, ["objectEncoding"])
        }
        call.machine.keptValues[encodingKey] = call[0]
        return .undefined
    }

    /// Characters that no name may have.
    private static let forbidden: Set<Character> = [
        "~", "%", "&", "\\", ";", ":", "\"", "'", ",", "<", ">", "?", "#", " ",
    ]

    /// The object of a name, made where there is none. Error #2134 where the name will not do, #2130 for a path that is
    /// not the movie's.
    private static func getLocal(_ call: NativeCall) throws(ScriptError) -> Value {
        let machine = call.machine
        guard let name = call.string(0)?.text else { throw machine.makeError(.type, 2007, ["name"]) }
        guard !name.isEmpty, !name.contains(where: { forbidden.contains($0) }) else {
            throw machine.makeError(.error, 2134)
        }
        let url = URLOfMovie.current(call)
        let moviePath = URLReference.path(of: url)
        var path = call.string(1)?.text ?? moviePath
        guard moviePath.hasPrefix(path) else { throw machine.makeError(.error, 2134) }
        while path.hasSuffix("/") { path.removeLast() }
        let host = URLReference.host(of: url)
        let key = (host.isEmpty ? "localhost" : host) + path + "/" + name
        let kept = "flash.net.SharedObject " + key
        if let known = machine.keptValues[kept] { return known }
        guard let traits = machine.traits(named: "flash.net.SharedObject") else { return .null }
        _ = try machine.classObject(traits)
        let made = machine.instantiate(traits)
        machine.keptValues[kept] = Value(made)
        let state = made.native(as: SharedObjectState.self)
        state?.key = key
        state?.name = name
        state?.data = Value(machine.makeObject())
        state?.objectEncoding = try machine.toUInt32(machine.keptValues[encodingKey] ?? Value(Int32(3)))
        if let state, let bytes = call.player.host.storedObject(key) { try decode(bytes, into: state, machine) }
        if let state { keep(state, call.player, machine) }
        return Value(made)
    }

    private static func flush(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(SharedObjectState.self)
        guard let bytes = try encode(state, call.machine) else { return call.text("flushed") }
        guard call.player.host.store(bytes, as: state.key) else { throw call.machine.makeError(.error, 2130) }
        return call.text("flushed")
    }

    private static func clear(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(SharedObjectState.self)
        if let data = state.data.object {
            for name in data.ownNames { _ = try call.machine.delete(call.machine.publicName(name), of: Value(data)) }
        }
        _ = call.player.host.store(nil, as: state.key)
        return .undefined
    }

    /// Lets the player store the object when the movie ends without `flush()`.
    private static func keep(_ state: SharedObjectState, _ player: Player, _ machine: AVM2Machine) {
        player.keepsSharedObject(state.key) { [unowned player, unowned machine] in
            // What cannot be written as AMF, `flush()` tells the script of; here there is nobody to tell.
            guard let bytes = try? encode(state, machine) else { return }
            _ = player.host.store(bytes, as: state.key)
        }
    }

    // MARK: The file

    /// The bytes of a `.sol` file; nil where there is nothing to store.
    ///
    ///     00 BF, length of what follows (32 bits), "TCSO", 00 04 00 00 00 00, name, AMF version (32 bits),
    ///     and for each property its name, its value and a 00
    private static func encode(_ state: SharedObjectState, _ machine: AVM2Machine) throws(ScriptError) -> [UInt8]? {
        guard let data = state.data.object, !state.key.isEmpty else { return nil }
        var properties: [(name: StringRef, value: Value)] = []
        for name in data.ownNames {
            if let value = data.ownValue(name) { properties.append((name.string, value)) }
        }
        if properties.isEmpty { return nil }
        let name = Array(state.name.utf8)
        var body: [UInt8] = Array("TCSO".utf8) + [0, 4, 0, 0, 0, 0]
        body += [UInt8(truncatingIfNeeded: name.count >> 8), UInt8(truncatingIfNeeded: name.count)] + name
        body += [0, 0, 0, UInt8(state.objectEncoding)]
        body += try machine.amfProperties(properties, version: state.objectEncoding)
        let count = UInt32(truncatingIfNeeded: body.count)
        return [0x00, 0xBF] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - $0 * 8)) } + body
    }

    private static func decode(
        _ bytes: [UInt8], into state: SharedObjectState, _ machine: AVM2Machine
    ) throws(ScriptError) {
        guard bytes.count > 18, bytes[0] == 0, bytes[1] == 0xBF, bytes[6..<10].elementsEqual("TCSO".utf8) else {
            return
        }
        let start = 18 + (Int(bytes[16]) << 8 | Int(bytes[17]))
        guard bytes.count >= start + 4 else { return }
        state.objectEncoding = bytes[start + 3] == 3 ? 3 : 0
        try machine.readAMFProperties(bytes[(start + 4)...], version: state.objectEncoding) {
            (name, value) throws(ScriptError) in
            try machine.set(
                try machine.publicName(Value(machine.heap.makeString(utf16: name))), of: state.data, to: value)
        }
    }
}
