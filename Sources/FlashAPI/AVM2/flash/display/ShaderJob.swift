import AVM
import AVM2
import PixelBender
import Player
import Renderer

/// `flash.display.ShaderJob`: runs a shader over a picture or numbers.
enum ShaderJobClass {
    private static let slots = (shader: 0, target: 1, width: 2, height: 3)

    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.display.ShaderJob", base: "flash.events.EventDispatcher",
            constructor: "(p0:flash.display.Shader = null, p1:Object = null, p2:int = 0, p3:int = 0)")
        table.initialize = { (call) throws(ScriptError) in
            for slot in 0..<4 { call.setSlot(slot, call[slot]) }
            return .undefined
        }
        table.members = {
            [
                slot("shader", ":flash.display.Shader", slots.shader), slot("target", ":Object", slots.target),
                slot("width", ":int", slots.width), slot("height", ":int", slots.height),
                NativeMember(slot: "shaderSlot", ":flash.display.Shader", .internal),
                NativeMember(slot: "targetSlot", ":Object", .internal),
                NativeMember(slot: "widthSlot", ":int", .internal),
                NativeMember(slot: "heightSlot", ":int", .internal),
                // A job is run whole.
                NativeMember(get: "progress", ":Number") { _ in Value(double: 0) },
                NativeMember(method: "cancel", "():void") { _ in .undefined },
                NativeMember(method: "start", "(p0:Boolean = false):void", start),
            ]
        }
        return table
    }()

    private static func slot(_ name: StaticString, _ type: StaticString, _ index: Int) -> NativeMember {
        NativeMember(
            property: name, type, get: { (call) throws(ScriptError) in call.slot(index) },
            set: { (call) throws(ScriptError) in
                call.setSlot(index, call[0])
                return .undefined
            })
    }

    private static let start: NativeBody = { (call) throws(ScriptError) in
        guard let shader = call.slot(slots.shader).object, let target = call.slot(slots.target).object else {
            throw call.machine.makeError(.argument, 2004)
        }
        let size = (width: Int(call.slot(slots.width).number ?? 0), height: Int(call.slot(slots.height).number ?? 0))
        try ShaderRun(shader, call.machine).run(into: target, size)
        guard !call.bool(0) else { return .undefined }
        // The event brings the target along.
        let runtime = call.runtime
        let job = try call.thisObject()
        runtime.services.retain(job)
        runtime.afterFrame {
            runtime.services.release(job)
            runtime.perform { () throws(ScriptError) in
                let target = job.cell.slots[slots.target]
                let object = target.object
                try runtime.send(
                    "flash.events.ShaderEvent", "complete", to: job,
                    [
                        object?.native(as: BitmapDataState2.self) == nil ? .null : target,
                        object?.native(as: ByteArrayState.self) == nil ? .null : target,
                        object?.native(as: VectorState.self) == nil ? .null : target,
                    ])
            }
        }
        return .undefined
    }
}
