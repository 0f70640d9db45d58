import AVM
import AVM1
import Player

/// What `XML` and `LoadVars` share: `load`, `send`, `sendAndLoad`, headers and byte counts.
enum DataLoading {
    /// What is sent for an object: its text.
    typealias Writer = @Sendable (Object, Machine) throws(ScriptError) -> String

    static func methods(_ runtime: AVM1Runtime, writer: @escaping Writer) -> [NativeMethod] {
        let player = Unowned(runtime)
        return [
            NativeMethod("load") { (call) throws(ScriptError) -> Value in
                guard let this = call.this.object, call.count > 0, !call[0].isUndefined else { return .false }
                let url = try call.machine.toString(call[0]).text
                try start(FetchRequest(url: url), into: this, player.runtime, call.machine)
                return .true
            },
            NativeMethod("sendAndLoad") { (call) throws(ScriptError) -> Value in
                guard let this = call.this.object, call.count > 1, let target = call[1].object else { return .false }
                let url = try call.machine.toString(call[0]).text
                let request = try request(url, method: call[2], this, call, writer)
                try start(request, into: target, player.runtime, call.machine)
                return .true
            },
            NativeMethod("send") { (call) throws(ScriptError) -> Value in
                guard let this = call.this.object, call.count > 0 else { return .false }
                let url = try call.machine.toString(call[0]).text
                let target = call.count > 1 && !call[1].isUndefined ? try call.machine.toString(call[1]).text : ""
                let request = try request(url, method: call[2], this, call, writer)
                player.runtime.player.host.navigate(absolute(request, player.runtime), target: target)
                return .true
            },
        ]
    }

    /// The request that carries an object's text: in the body (POST, the default) or behind the URL.
    private static func request(
        _ url: String, method: Value, _ this: Object, _ call: Call, _ writer: Writer
    ) throws(ScriptError) -> FetchRequest {
        let machine = call.machine
        let text = try writer(this, machine)
        let verb = method.isUndefined ? "" : try machine.toString(method).text.lowercased()
        let isGet = verb == "get"
        var request = FetchRequest(url: url)
        if isGet {
            request.url += (url.contains("?") ? "&" : "?") + text
        } else {
            request.method = .post
            request.body = Array(text.utf8)
            let type = try machine.get(this, "contentType")
            if let type = type.string, !type.isEmpty { request.contentType = type.text }
        }
        request.headers = try headers(of: this, machine)
        return request
    }

    private static func absolute(_ request: FetchRequest, _ runtime: AVM1Runtime) -> FetchRequest {
        var request = request
        request.url = URLReference.resolve(request.url, base: runtime.player.movieURL)
        return request
    }

    // MARK: Loading

    private static func start(
        _ request: FetchRequest, into target: Object, _ runtime: AVM1Runtime, _ machine: Machine
    ) throws(ScriptError) {
        machine.define(target, "_bytesLoaded", .zero, .hidden)
        machine.define(target, "_bytesTotal", .undefined, .hidden)
        try machine.set(target, "loaded", .false)
        let held = HeldObject(target, runtime)
        let clip = machine.target.map { HeldObject($0, runtime) }
        let progress: (FetchProgress) -> Void = { [unowned runtime] part in
            guard let target = held.object else { return }
            runtime.machine.define(target, "_bytesLoaded", Value(part.received), .hidden)
            if let total = part.total { runtime.machine.define(target, "_bytesTotal", Value(total), .hidden) }
        }
        runtime.player.fetch(absolute(request, runtime), progress: progress) { [unowned runtime] result in
            defer {
                held.release()
                clip?.release()
            }
            runtime.perform { () throws(ScriptError) in
                guard let target = held.object else { return }
                try runtime.machine.asCode(of: clip?.object) { () throws(ScriptError) in
                    try finish(result, target, runtime.machine)
                }
            }
            runtime.runQueue()
        }
    }

    private static func finish(
        _ result: Result<FetchResponse, FetchError>, _ target: Object, _ machine: Machine
    ) throws(ScriptError) {
        switch result {
        case .success(let response):
            let length = Value(response.body.count)
            machine.define(target, "_bytesLoaded", length, .hidden)
            machine.define(target, "_bytesTotal", length, .hidden)
            try machine.callMethod(target, "onHTTPStatus", [Value(response.status)])
            let text = machine.decodeText(response.body)
            try machine.callMethod(target, "onData", [text])
        case .failure(let error):
            var status = 0
            if case .badStatus(_, let code) = error { status = code }
            try machine.callMethod(target, "onHTTPStatus", [Value(status)])
            try machine.callMethod(target, "onData", [.undefined])
        }
    }

    // MARK: Byte counts, headers

    static func getBytesLoaded(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        return try call.machine.get(this, "_bytesLoaded")
    }

    static func getBytesTotal(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        return try call.machine.get(this, "_bytesTotal")
    }

    /// `addRequestHeader(name, value)` or `addRequestHeader([name, value, …])`: kept in `_customHeaders`.
    static func addRequestHeader(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let machine = call.machine
        var list = try machine.get(this, "_customHeaders").object
        if list == nil {
            let made = machine.makeArray()
            machine.define(this, "_customHeaders", Value(made), .hidden)
            list = made
        }
        guard let headers = list?.native(as: ArrayState.self) else { return .undefined }
        if let pairs = call[0].object?.native(as: ArrayState.self) {
            // The list may be that of the headers themselves.
            let count = pairs.elements.count
            var index = 0
            while index + 1 < count {
                if pairs[index].isString && pairs[index + 1].isString {
                    headers.append(pairs[index])
                    headers.append(pairs[index + 1])
                }
                index += 2
            }
        } else if call[0].isString && call[1].isString {
            headers.append(call[0])
            headers.append(call[1])
        }
        return .undefined
    }

    private static func headers(of this: Object, _ machine: Machine) throws(ScriptError) -> [(
        name: String, value: String
    )] {
        guard let list = try machine.get(this, "_customHeaders").object?.native(as: ArrayState.self) else { return [] }
        var result: [(name: String, value: String)] = []
        var index = 0
        while index + 1 < list.elements.count {
            if let name = list[index].string, let value = list[index + 1].string {
                result.append((name.text, value.text))
            }
            index += 2
        }
        return result
    }
}
