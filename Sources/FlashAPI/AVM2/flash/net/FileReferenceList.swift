import AVM
import AVM2
import Player

/// `flash.net.FileReferenceList`: slot fileList.
enum FileReferenceListClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.net.FileReferenceList", base: "flash.events.EventDispatcher")
        table.members = {
            [
                NativeMember(slot: "fileList", ":Array", .internal),
                NativeMember(get: "fileList", ":Array") { (call) throws(ScriptError) in call.slot(0) },
                NativeMember(method: "browse", "(typeFilter:Array = null):Boolean", browse),
            ]
        }
        return table
    }()

    private static func browse(_ call: NativeCall) throws(ScriptError) -> Value {
        let object = try call.thisObject()
        let runtime = call.runtime
        let filters = try FileReferenceClass3.filters(call[0], call)
        object.cell.slots[0] = Value(call.machine.makeArray())
        runtime.services.retain(object)
        runtime.player.host.openFiles(filters, isMultiple: true) { [unowned runtime] files in
            runtime.services.release(object)
            runtime.perform { () throws(ScriptError) in
                guard !files.isEmpty else {
                    try runtime.send("cancel", to: object)
                    return
                }
                let list = ValueBuffer(runtime.machine.heap)
                for file in files {
                    let made = try runtime.machine.make("flash.net.FileReference")
                    made.native(as: FileReferenceState.self)?.file = file
                    list.append(Value(made))
                }
                object.cell.slots[0] = Value(runtime.machine.makeArray(Array(list.elements)))
                try runtime.send("select", to: object)
            }
        }
        return .true
    }
}
