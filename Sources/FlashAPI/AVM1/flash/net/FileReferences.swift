import AVM
import AVM1
import Player

/// `flash.net.FileReference`: a file that a person has picked, and sending and fetching it.
enum FileReferenceClass {
    final class State: NativeState {
        var file: PickedFile?
    }

    static let package = "flash.net"

    static func install(on runtime: AVM1Runtime) {
        let machine = runtime.machine!
        var row = NativeClass("FileReference") { call in
            guard let this = call.this.object else { return .undefined }
            prepare(this, State(), call.machine)
            call.machine.install(properties, on: this)
            call.machine.define(this, "postData", .undefined, .dontEnum)
            return .undefined
        }
        row.methods = [
            NativeMethod("browse", browse), NativeMethod("upload", upload), NativeMethod("download", download),
            NativeMethod("cancel", { _ in .undefined }),
            SystemClass.missing("FileReference.convertToPPT", as: "convertToPPT"),
            SystemClass.missing("FileReference.deleteConvertedPPT", as: "deleteConvertedPPT"),
        ]
        let made = machine.install(row, package: package)
        AsBroadcasterClass.initialize(made.prototype, machine)
        machine.prototypes.others["FileReference"] = made.prototype
        FileReferenceListClass.install(on: runtime)
    }

    private static func prepare(_ object: Object, _ state: State, _ machine: Machine) {
        object.setNative(state)
        machine.define(object, "_listeners", Value(machine.makeArray()), .dontEnum)
    }

    /// A reference to a file that has been picked.
    static func make(_ file: PickedFile, _ machine: Machine) -> Object {
        let object = machine.heap.makeObject(proto: Value(orUndefined: machine.prototypes.others["FileReference"]))
        let state = State()
        state.file = file
        prepare(object, state, machine)
        machine.install(properties, on: object)
        return object
    }

    private static func property(
        _ name: StaticString, _ body: @escaping @Sendable (PickedFile, Machine) -> Value
    ) -> NativeProperty {
        NativeProperty(
            name,
            get: { call in
                guard let file = call.this.object?.native(as: State.self)?.file else { return .undefined }
                return body(file, call.machine)
            }, .dontEnum)
    }

    private static let properties: [NativeProperty] = [
        property("creator", { _, _ in .undefined }),
        property("creationDate", { file, machine in date(file.created, machine) }),
        property("modificationDate", { file, machine in date(file.modified, machine) }),
        property("size", { file, _ in Value(file.bytes.count) }),
        property("type", { file, machine in file.type.map { machine.string($0) } ?? .undefined }),
        property("name", { file, machine in machine.string(file.name) }),
    ]

    private static func date(_ milliseconds: Double?, _ machine: Machine) -> Value {
        guard let milliseconds else { return .undefined }
        return (try? machine.construct((try? machine.get(machine.global, "Date")) ?? .undefined, [Value(milliseconds)]))
            ?? .undefined
    }

    // MARK: Picking

    /// The kinds of files that a dialog offers, from an array of objects with `description` and `extension`. Nil: what
    /// was given is none.
    static func filters(_ call: Call) throws(ScriptError) -> [FileFilter]? {
        guard call.count > 0 else { return [] }
        guard let list = call[0].object?.native(as: ArrayState.self), list.length > 0 else { return nil }
        // What is missing is no filter.
        guard list.length == list.elements.count else { return nil }
        var result: [FileFilter] = []
        for index in list.elements.indices {
            guard let object = list[index].object, let description = own(object, "description", call.machine),
                let pattern = own(object, "extension", call.machine)
            else { return nil }
            let text = try call.machine.toString(description)
            let types = try call.machine.toString(pattern)
            if let mac = own(object, "macType", call.machine) { _ = try call.machine.toString(mac) }
            if text.isEmpty || types.isEmpty { return nil }
            result.append(FileFilter(description: text.text, patterns: types.text))
        }
        return result
    }

    /// A property of the object itself. Nil where it is undefined or its getter throws.
    private static func own(_ object: Object, _ name: StaticString, _ machine: Machine) -> Value? {
        guard machine.hasOwnProperty(object, machine.heap.strings.pinned(name)),
            let value = try? machine.get(object, name), !value.isUndefined
        else { return nil }
        return value
    }

    private static func browse(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, let state = this.native(as: State.self),
            let filters = try filters(call)
        else { return .false }
        let runtime = call.runtime
        let held = HeldObject(this, runtime)
        runtime.player.host.openFiles(filters, isMultiple: false) { [unowned runtime] files in
            defer { held.release() }
            if let file = files.first { state.file = file }
            notify(held, files.isEmpty ? "onCancel" : "onSelect", runtime)
        }
        return .true
    }

    // MARK: Sending and fetching

    /// Tells the listeners of an event, of which the reference itself is the first argument.
    static func notify(_ held: HeldObject, _ name: StaticString, _ runtime: AVM1Runtime, _ more: [Value] = []) {
        guard let object = held.object else { return }
        runtime.perform { () throws(ScriptError) in
            try runtime.machine.broadcast(object, runtime.machine.heap.strings.pinned(name), [Value(object)] + more)
        }
        runtime.runQueue()
    }

    private static func address(_ call: Call) throws(ScriptError) -> String? {
        guard call.count > 0 else { return nil }
        let url = try call.machine.toString(call[0]).text
        return URLReference.scheme(of: url) == nil ? nil : url
    }

    /// `upload(url)`: as the one file of a form.
    private static func upload(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, let file = this.native(as: State.self)?.file,
            let url = try address(call)
        else { return .false }
        let runtime = call.runtime
        let held = HeldObject(this, runtime)
        var request = FetchRequest(url: url, method: .post)
        let boundary = "----------------------------\(runtime.nextRandom())"
        request.contentType = "multipart/form-data; boundary=\(boundary)"
        let head =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"Filedata\"; filename=\"\(file.name)\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\n"
        request.body = Array(head.utf8) + file.bytes + Array("\r\n--\(boundary)--\r\n".utf8)
        runtime.player.fetch(request) { [unowned runtime] result in
            defer { held.release() }
            notify(held, "onOpen", runtime)
            let size = Value(file.bytes.count)
            switch result {
            case .success:
                notify(held, "onProgress", runtime, [size, size])
                notify(held, "onComplete", runtime)
            case .failure(.badStatus(_, let status)):
                notify(held, "onProgress", runtime, [size, size])
                notify(held, "onHTTPError", runtime, [Value(status)])
            case .failure: notify(held, "onIOError", runtime)
            }
        }
        return .true
    }

    /// `download(url[, name])`: first asks where to, then fetches.
    private static func download(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, let state = this.native(as: State.self), let url = try address(call) else {
            return .false
        }
        let runtime = call.runtime
        let last = url.split(separator: "?").first?.split(separator: "/").last.map(String.init) ?? ""
        let proposed = call.count > 1 ? try call.machine.toString(call[1]).text : last
        let held = HeldObject(this, runtime)
        runtime.player.host.chooseSaveFile(proposed) { [unowned runtime] file in
            guard let file else {
                notify(held, "onCancel", runtime)
                return held.release()
            }
            state.file = file
            notify(held, "onSelect", runtime)
            runtime.player.fetch(FetchRequest(url: url)) { [unowned runtime] result in
                defer { held.release() }
                notify(held, "onOpen", runtime)
                switch result {
                case .success(let response):
                    runtime.player.host.save(response.body, to: file)
                    let size = Value(response.body.count)
                    notify(held, "onProgress", runtime, [size, size])
                    notify(held, "onComplete", runtime)
                case .failure:
                    runtime.player.host.trace("Error opening URL '\(url)'")
                    notify(held, "onIOError", runtime)
                    notify(held, "onProgress", runtime, [.zero, .zero])
                }
            }
        }
        return .true
    }
}

/// `flash.net.FileReferenceList`: several files picked at once.
enum FileReferenceListClass {
    static func install(on runtime: AVM1Runtime) {
        let machine = runtime.machine!
        var row = NativeClass("FileReferenceList") { call in
            guard let this = call.this.object else { return .undefined }
            call.machine.define(this, "_listeners", Value(call.machine.makeArray()), .dontEnum)
            return call.this
        }
        row.methods = [NativeMethod("browse", browse)]
        let made = machine.install(row, package: FileReferenceClass.package)
        AsBroadcasterClass.initialize(made.prototype, machine)
    }

    private static func browse(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, let filters = try FileReferenceClass.filters(call) else { return .false }
        let runtime = call.runtime
        let held = HeldObject(this, runtime)
        runtime.player.host.openFiles(filters, isMultiple: true) { [unowned runtime] files in
            defer { held.release() }
            let machine = runtime.machine!
            if !files.isEmpty, let list = held.object {
                let array = machine.makeArray()
                machine.define(list, "fileList", Value(array), .dontEnum)
                for file in files {
                    array.native(as: ArrayState.self)?.append(Value(FileReferenceClass.make(file, machine)))
                }
            }
            FileReferenceClass.notify(held, files.isEmpty ? "onCancel" : "onSelect", runtime)
        }
        return .true
    }
}
