import AVM
import AVM2
import Player

/// Native state of a `flash.net.FileReference`.
final class FileReferenceState: EventTargetState {
    var file: PickedFile?
    var data = Value.null

    override func visit(_ marker: inout Marker) {
        super.visit(&marker)
        marker.visit(data)
    }
}

/// `flash.net.FileReference`: files that the person chooses.
enum FileReferenceClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.net.FileReference", base: "flash.events.EventDispatcher")
        table.members = { members }
        table.staticMembers = {
            [NativeMember(get: "permissionStatus", ":String") { (call) throws(ScriptError) in call.text("granted") }]
        }
        table.makeState = { _, _ in FileReferenceState() }
        return table
    }()

    /// Error #2037 while no file has been chosen.
    private static func file(_ call: NativeCall) throws(ScriptError) -> PickedFile {
        guard let file = try call.state(FileReferenceState.self).file else {
            throw call.machine.makeError(.error, 2037)
        }
        return file
    }

    private static func date(_ name: StaticString, _ time: @escaping @Sendable (PickedFile) -> Double?) -> NativeMember
    {
        NativeMember(get: name, ":Date") { (call) throws(ScriptError) in
            guard let time = time(try file(call)) else { return .null }
            return Value(try call.machine.make("Date", [Value(double: time)]))
        }
    }

    private static let members: [NativeMember] = [
        NativeMember(get: "name", ":String") { (call) throws(ScriptError) in call.text(try file(call).name) },
        NativeMember(get: "size", ":Number") { (call) throws(ScriptError) in
            Value(double: Double(try file(call).bytes.count))
        },
        NativeMember(get: "type", ":String") { (call) throws(ScriptError) in
            try file(call).type.map { call.text($0) } ?? .null
        },
        NativeMember(get: "creator", ":String") { (_) throws(ScriptError) in .null },
        date("creationDate") { $0.created }, date("modificationDate") { $0.modified },
        NativeMember(get: "data", ":flash.utils.ByteArray") { (call) throws(ScriptError) in
            try call.state(FileReferenceState.self).data
        },
        NativeMember(method: "browse", "(typeFilter:Array = null):Boolean", browse),
        NativeMember(method: "save", "(data:*, defaultFileName:String = null):void", save),
        NativeMember(method: "load", "():void", load),
        NativeMember(missing: "cancel", "():void"),
        NativeMember(missing: "requestPermission", "():void"),
        NativeMember(missing: "download", "(request:flash.net.URLRequest, defaultFileName:String = null):void"),
        NativeMember(
            missing: "upload",
            """
            (request:flash.net.URLRequest, uploadDataFieldName:String = \"Filedata\", testUpload:Boolean = false):void
            """),
        NativeMember(missing: "uploadUnencoded", "(request:flash.net.URLRequest):void"),
    ]

    /// The filters of an array of FileFilter: description and patterns.
    static func filters(_ value: Value, _ call: NativeCall) throws(ScriptError) -> [FileFilter] {
        var filters: [FileFilter] = []
        for element in FilterProperty.list(value) {
            guard let slots = element.object?.cell.slots else { throw call.machine.makeError(.argument, 2097) }
            filters.append(
                FileFilter(description: slots[0].string?.text ?? "", patterns: slots[1].string?.text ?? ""))
        }
        return filters
    }

    private static func browse(_ call: NativeCall) throws(ScriptError) -> Value {
        let object = try call.thisObject()
        let state = try call.state(FileReferenceState.self)
        let runtime = call.runtime
        let filters = try filters(call[0], call)
        runtime.services.retain(object)
        runtime.player.host.openFiles(filters, isMultiple: false) { [unowned runtime] files in
            runtime.services.release(object)
            runtime.perform { () throws(ScriptError) in
                guard let file = files.first else {
                    try runtime.send("cancel", to: object)
                    return
                }
                state.file = file
                state.data = .null
                try runtime.send("select", to: object)
            }
        }
        return .true
    }

    private static func save(_ call: NativeCall) throws(ScriptError) -> Value {
        let machine = call.machine
        guard !call[0].isNullish else { throw machine.makeError(.argument, 2007, ["data"]) }
        let bytes: [UInt8]
        if let array = call.object(0)?.native(as: ByteArrayState.self) {
            bytes = Array(array.storage.bytes)
        } else {
            bytes = Array(try machine.toString(call[0]).text.utf8)
        }
        let object = try call.thisObject()
        let state = try call.state(FileReferenceState.self)
        let runtime = call.runtime
        runtime.services.retain(object)
        runtime.player.host.chooseSaveFile(call.text(1)) { [unowned runtime] file in
            runtime.services.release(object)
            runtime.perform { () throws(ScriptError) in
                guard var file else {
                    try runtime.send("cancel", to: object)
                    return
                }
                runtime.player.host.save(bytes, to: file)
                file.bytes = bytes
                state.file = file
                try runtime.send("select", to: object)
                try runtime.send("open", to: object)
                try Fetching.sendProgress(bytes.count, of: bytes.count, to: object, runtime)
                try runtime.send("complete", to: object)
            }
        }
        return .undefined
    }

    private static func load(_ call: NativeCall) throws(ScriptError) -> Value {
        let file = try file(call)
        let object = try call.thisObject()
        let state = try call.state(FileReferenceState.self)
        let runtime = call.runtime
        _ = runtime.services.timers.add(
            interval: 0, repeats: false, now: runtime.player.milliseconds, held: [Value(object)]
        ) { [unowned runtime] in
            runtime.perform { () throws(ScriptError) in
                try runtime.send("open", to: object)
                try Fetching.sendProgress(0, of: file.bytes.count, to: object, runtime)
                state.data = Value(try URLLoaderClass.makeByteArray(file.bytes, runtime.machine))
                try Fetching.sendProgress(file.bytes.count, of: file.bytes.count, to: object, runtime)
                try runtime.send("complete", to: object)
            }
        }
        return .undefined
    }
}
