import AVM
import AVM1
import Player

/// The `SharedObject` class: data that the player keeps between runs.
enum SharedObjectClass {
    /// What a shared object is stored under.
    final class State: NativeState {
        let key: String
        let name: String
        init(key: String, name: String) {
            self.key = key
            self.name = name
        }
    }

    static func install(on runtime: AVM1Runtime) {
        let unowned = Unowned(runtime)
        var row = NativeClass("SharedObject", constructor: { _ in .undefined })
        row.staticMethods = [
            NativeMethod("getLocal") { (call) throws(ScriptError) -> Value in try getLocal(call, unowned.runtime) },
            SystemClass.missing("SharedObject.getRemote", as: "getRemote"),
            SystemClass.missing("SharedObject.deleteAll", as: "deleteAll"),
            SystemClass.missing("SharedObject.getDiskUsage", as: "getDiskUsage"),
        ]
        row.methods = [
            SystemClass.missing("SharedObject.connect", as: "connect"),
            SystemClass.missing("SharedObject.send", as: "send"),
            NativeMethod("flush") { (call) throws(ScriptError) -> Value in try flush(call, unowned.runtime) },
            NativeMethod("close", { _ in .undefined }),
            NativeMethod("getSize") { (call) throws(ScriptError) -> Value in
                guard let this = call.this.object, let state = this.native(as: State.self) else { return .undefined }
                return Value(try encode(this, state, unowned.runtime)?.count ?? 0)
            },
            NativeMethod("setFps", { _ in .undefined }),
            NativeMethod("clear") { (call) throws(ScriptError) -> Value in
                guard let this = call.this.object, let state = this.native(as: State.self) else { return .undefined }
                if let data = try call.machine.get(this, "data").object {
                    for name in call.machine.enumerateOwn(data) { _ = call.machine.delete(data, name) }
                }
                _ = unowned.runtime.player.host.store(nil, as: state.key)
                return .undefined
            },
        ]
        runtime.machine.install(row)
    }

    /// Characters that no name may have.
    private static let forbidden: Set<Character> = [
        "~", "%", "&", "\\", ";", ":", "\"", "'", ",", "<", ">", "?", "#", " ",
    ]

    /// `getLocal(name, path)`: the object of that name, made where there is none; null where the name will not do.
    private static func getLocal(_ call: Call, _ runtime: AVM1Runtime) throws(ScriptError) -> Value {
        let machine = call.machine
        let name = try machine.toString(call[0]).text
        if call.count == 0 || name.isEmpty || name.contains(where: { forbidden.contains($0) }) { return .null }
        let moviePath = URLReference.path(of: runtime.player.movieURL)
        var path = call[1].isNullish ? moviePath : try machine.toString(call[1]).text
        guard moviePath.hasPrefix(path) else { return .null }
        while path.hasSuffix("/") { path.removeLast() }
        let host = URLReference.host(of: runtime.player.movieURL)
        let key = (host.isEmpty ? "localhost" : host) + path + "/" + name
        if let known = runtime.keptObjects["SharedObject \(key)"] { return Value(known) }
        let made = try machine.construct(try machine.get(machine.global, "SharedObject"), [])
        guard let object = made.object else { return .null }
        let data = machine.makeObject()
        object.setNative(State(key: key, name: name))
        machine.define(object, "data", Value(data), [.dontDelete])
        runtime.keptObjects["SharedObject \(key)"] = object
        if let bytes = runtime.player.host.storedObject(key) { try decode(bytes, into: data, runtime) }
        let unowned = Unowned(runtime)
        runtime.player.keepsSharedObject(key) { storeAtEnd(key, unowned.runtime) }
        return made
    }

    private static func flush(_ call: Call, _ runtime: AVM1Runtime) throws(ScriptError) -> Value {
        guard let this = call.this.object, let state = this.native(as: State.self) else { return .undefined }
        guard let bytes = try encode(this, state, runtime) else { return .true }
        return Value(runtime.player.host.store(bytes, as: state.key))
    }

    /// Stores an object that no script flushes. One without anything in it leaves no file.
    private static func storeAtEnd(_ key: String, _ runtime: AVM1Runtime) {
        guard let object = runtime.keptObjects["SharedObject \(key)"], let state = object.native(as: State.self)
        else { return }
        runtime.perform { () throws(ScriptError) in
            let machine = runtime.machine!
            guard let data = try machine.get(object, "data").object, !machine.enumerateOwn(data).isEmpty,
                let bytes = try encode(object, state, runtime)
            else { return }
            _ = runtime.player.host.store(bytes, as: key)
        }
    }

    // MARK: The file

    /// The bytes of a `.sol` file; nil where there is nothing to store.
    ///
    ///     00 BF, length of what follows (32 bits), "TCSO", 00 04 00 00 00 00, name, AMF version (32 bits),
    ///     and for each property its name, its value and a 00
    private static func encode(_ object: Object, _ state: State, _ runtime: AVM1Runtime) throws(ScriptError) -> [UInt8]?
    {
        let machine = runtime.machine!
        guard let data = try machine.get(object, "data").object else { return nil }
        var encoder = AMFEncoder(machine, style: AMFStyle(hasStrictArrays: false)) { runtime.registeredName(of: $0) }
        try encoder.writeProperties(of: data) { $0.raw([0]) }
        var body = AMF0Writer()
        body.raw(Array("TCSO".utf8) + [0, 4, 0, 0, 0, 0])
        body.name(Array(state.name.utf8))
        body.u32(0)
        body.raw(encoder.writer.bytes)
        var file = AMF0Writer()
        file.raw([0x00, 0xBF])
        file.u32(UInt32(truncatingIfNeeded: body.bytes.count))
        file.raw(body.bytes)
        return file.bytes
    }

    private static func decode(_ bytes: [UInt8], into data: Object, _ runtime: AVM1Runtime) throws(ScriptError) {
        let machine = runtime.machine!
        guard bytes.count > 18, bytes[0] == 0, bytes[1] == 0xBF, bytes[6..<10].elementsEqual("TCSO".utf8) else {
            return
        }
        let start = 18 + (Int(bytes[16]) << 8 | Int(bytes[17])) + 4
        var decoder = AMFDecoder(bytes, from: start, machine) { (name) throws(ScriptError) in
            try runtime.makeInstance(ofRegistered: name)
        }
        while let name = try? decoder.input.name(), !name.isEmpty, let value = try decoder.read() {
            try machine.set(data, machine.heap.strings.intern(machine.heap.makeString(utf8: name)), value)
            _ = try? decoder.input.reader.u8()
        }
    }
}

extension AVM1Runtime {
    /// The name under which the class of an object is registered: of what the object says is its constructor, which
    /// scripts may forge.
    func registeredName(of object: Object) -> String? {
        // What is inherited does not count: `new` notes the class in the object.
        let names = [machine.names.constructor, machine.names.hiddenConstructor]
        guard
            let slot = names.lazy.compactMap({ object.slot(of: $0) }).first(where: { object.accessorCell($0) == nil }),
            let constructor = object.value(slot).object
        else { return nil }
        return lastName(ofRegistered: constructor)
    }

    /// A new object of a registered class; nil where there is none of that name.
    func makeInstance(ofRegistered name: String) throws(ScriptError) -> Object? {
        guard let constructor = registeredClasses.first(where: { $0.key.name == name })?.value else { return nil }
        return try machine.construct(Value(constructor), []).object
    }
}
