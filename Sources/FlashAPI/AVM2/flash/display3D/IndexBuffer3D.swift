import AVM
import AVM2
import Stage3D

final class IndexBufferState: NativeState {
    var buffer: IndexBuffer?
    override var externalSize: Int { (buffer?.indices.count ?? 0) * 2 }
}

/// `flash.display3D.IndexBuffer3D`.
enum IndexBuffer3DClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display3D.IndexBuffer3D", [.abstract, .final])
        table.since = 13
        table.makeState = { _, _ in IndexBufferState() }
        table.members = {
            [
                NativeMember(method: "dispose", "():void") { (call) throws(ScriptError) in
                    try call.state(IndexBufferState.self).buffer = nil
                    return .undefined
                },
                NativeMember(
                    method: "uploadFromByteArray", "(p0:flash.utils.ByteArray, p1:int, p2:int, p3:int):void",
                    uploadBytes),
                NativeMember(method: "uploadFromVector", "(p0:Vector.<uint>, p1:int, p2:int):void", uploadVector),
            ]
        }
        return table
    }()

    /// The buffer, where `count` indices from `first` on lie in it; else Error #3669.
    private static func buffer(_ call: NativeCall, _ first: Int, _ count: Int) throws(ScriptError) -> IndexBuffer {
        let buffer = try call.resource(try call.state(IndexBufferState.self).buffer)
        guard first >= 0, count >= 0, first + count <= buffer.indices.count else {
            throw call.machine.makeError(.error, 3669)
        }
        return buffer
    }

    private static let uploadBytes: NativeBody = { (call) throws(ScriptError) in
        let (first, count) = (Int(call.int(2)), Int(call.int(3)))
        let buffer = try buffer(call, first, count)
        let bytes = try call.bytes(0, "data", from: Int(call.int(1)), count: count * 2)
        buffer.replace(
            from: first,
            with: stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 })
        return .undefined
    }

    private static let uploadVector: NativeBody = { (call) throws(ScriptError) in
        let (first, count) = (Int(call.int(1)), Int(call.int(2)))
        let buffer = try buffer(call, first, count)
        let numbers = try call.vector(0, "data")
        guard numbers.count >= count else { throw call.machine.makeError(.error, 3669) }
        buffer.replace(
            from: first,
            with: numbers.prefix(count).map { UInt16(truncatingIfNeeded: Int(max(0, min(1e9, $0.number ?? 0)))) })
        return .undefined
    }
}
