import AVM
import AVM2
import Player

/// Native state of a `flash.net.URLLoader`: which load is the current one.
final class URLLoaderState: EventTargetState {
    var load = 0
}

/// `flash.net.URLLoader`: slots dataFormat, data, bytesLoaded, bytesTotal.
enum URLLoaderClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.net.URLLoader", base: "flash.events.EventDispatcher",
            constructor: "(request:flash.net.URLRequest = null)")
        table.members = {
            [
                NativeMember(slot: "dataFormat", ":String"),
                NativeMember(slot: "data", ":*"),
                NativeMember(slot: "bytesLoaded", ":uint"),
                NativeMember(slot: "bytesTotal", ":uint"),
                NativeMember(method: "load", "(request:flash.net.URLRequest):void", load),
                NativeMember(method: "close", "():void") { (call) throws(ScriptError) in
                    try call.state(URLLoaderState.self).load += 1
                    return .undefined
                },
            ]
        }
        table.makeState = { _, _ in URLLoaderState() }
        table.initialize = { (call) throws(ScriptError) in
            call.setSlot(0, call.text("text"))
            if call[0].isObject { _ = try load(call) }
            return .undefined
        }
        return table
    }()

    private static func load(_ call: NativeCall) throws(ScriptError) -> Value {
        let request = try URLRequestClass.request(try call.required(0, "request"), call)
        let object = try call.thisObject()
        let state = try call.state(URLLoaderState.self)
        state.load += 1
        let number = state.load
        let runtime = call.runtime
        object.cell.slots[2] = .zero
        object.cell.slots[3] = .zero
        var isOpen = false
        func open() throws(ScriptError) {
            if isOpen { return }
            isOpen = true
            try runtime.send("open", to: object)
        }
        Fetching.start(
            request, for: object, runtime, isCurrent: { state.load == number },
            progress: { (part) throws(ScriptError) in
                try open()
                object.cell.slots[2] = Value(part.received)
                object.cell.slots[3] = Value(part.total ?? 0)
                try Fetching.sendProgress(part.received, of: part.total ?? 0, to: object, runtime)
            }
        ) { (response) throws(ScriptError) in
            try open()
            object.cell.slots[2] = Value(response.body.count)
            object.cell.slots[3] = Value(response.body.count)
            try Fetching.sendProgress(response.body.count, of: response.body.count, to: object, runtime)
            try Fetching.sendStatus(
                response.status, response.url, wasRedirected: response.wasRedirected, to: object, runtime)
            object.cell.slots[1] = try data(response.body, as: object.cell.slots[0].string?.text ?? "", runtime.machine)
            try runtime.send("complete", to: object)
        }
        return .undefined
    }

    /// What came, in the form that is asked for.
    private static func data(
        _ bytes: [UInt8], as format: String, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value {
        switch format {
        case "binary": return Value(try makeByteArray(bytes, machine))
        case "variables":
            let variables = try machine.make("flash.net.URLVariables")
            try URLVariablesClass.decode(text(bytes), into: variables, machine)
            return Value(variables)
        default: return machine.string(text(bytes))
        }
    }

    /// UTF-8, or UTF-16 where a byte order mark says so.
    static func text(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        if bytes.count >= 2, bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            let high = bytes[0] == 0xFE ? 0 : 1
            let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
                UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
            }
            return String(decoding: units, as: UTF16.self)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func makeByteArray(_ bytes: [UInt8], _ machine: AVM2Machine) throws(ScriptError) -> Object {
        let object = try machine.make("flash.utils.ByteArray")
        if let state = object.native(as: ByteArrayState.self) {
            do throws(ByteStorage.Fault) { try state.storage.replace(bytes) } catch {
                throw machine.makeError(.memory, 1000)
            }
            state.storage.position = 0
        }
        return object
    }
}
