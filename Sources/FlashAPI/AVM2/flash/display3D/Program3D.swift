import AVM
import AVM2
import Stage3D

final class ProgramState: NativeState {
    var program: Program?
    var profile = Profile.baseline
    var isDisposed = false
}

/// `flash.display3D.Program3D`.
enum Program3DClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display3D.Program3D", [.abstract, .final])
        table.since = 13
        table.makeState = { _, _ in ProgramState() }
        table.members = {
            [
                NativeMember(method: "dispose", "():void") { (call) throws(ScriptError) in
                    let state = try call.state(ProgramState.self)
                    state.program = nil
                    state.isDisposed = true
                    return .undefined
                },
                NativeMember(
                    method: "upload", "(p0:flash.utils.ByteArray, p1:flash.utils.ByteArray):void", upload),
            ]
        }
        return table
    }()

    private static let upload: NativeBody = { (call) throws(ScriptError) in
        let state = try call.state(ProgramState.self)
        if state.isDisposed { throw call.machine.makeError(.error, 3694) }
        let vertex = try program(call, 0, "vertexProgram")
        let fragment = try program(call, 1, "fragmentProgram")
        do throws(ProgramFault) {
            state.program = try Program(vertex: vertex, fragment: fragment, for: state.profile)
        } catch {
            throw call.machine.makeError(.error, error.number, error.parts)
        }
        return .undefined
    }

    private static func program(_ call: NativeCall, _ index: Int, _ name: String) throws(ScriptError) -> [UInt8] {
        let bytes = try call.bytes(index, name, from: 0, count: nil)
        // Quirk: these two are looked at before anything is read, and are other errors than those of the reader.
        if bytes.isEmpty { throw call.machine.makeError(.argument, 3615, [""]) }
        if let state = call[index].object?.native(as: ByteArrayState.self), !state.storage.isLittleEndian {
            throw call.machine.makeError(.argument, 3612)
        }
        return bytes
    }
}
