import AVM
import AVM2
import Stage3D

final class VertexBufferState: NativeState {
    var buffer: VertexBuffer?
    override var externalSize: Int { (buffer?.words.count ?? 0) * 4 }
}

/// `flash.display3D.VertexBuffer3D`.
enum VertexBuffer3DClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display3D.VertexBuffer3D", [.abstract])
        table.since = 13
        table.makeState = { _, _ in VertexBufferState() }
        table.members = {
            [
                NativeMember(method: "dispose", "():void") { (call) throws(ScriptError) in
                    try call.state(VertexBufferState.self).buffer = nil
                    return .undefined
                },
                NativeMember(
                    method: "uploadFromByteArray", "(p0:flash.utils.ByteArray, p1:int, p2:int, p3:int):void",
                    uploadBytes),
                NativeMember(method: "uploadFromVector", "(p0:Vector.<Number>, p1:int, p2:int):void", uploadVector),
            ]
        }
        return table
    }()

    /// The buffer, where `count` vertices from `first` on lie in it; else Error #3669.
    private static func buffer(
        _ call: NativeCall, _ first: Int, _ count: Int
    ) throws(ScriptError) -> VertexBuffer {
        let buffer = try call.resource(try call.state(VertexBufferState.self).buffer)
        guard first >= 0, count >= 0, first + count <= buffer.vertexCount else {
            throw call.machine.makeError(.error, 3669)
        }
        return buffer
    }

    private static let uploadBytes: NativeBody = { (call) throws(ScriptError) in
        let (first, count) = (Int(call.int(2)), Int(call.int(3)))
        let buffer = try buffer(call, first, count)
        let bytes = try call.bytes(
            0, "data", from: Int(call.int(1)), count: count * buffer.wordsPerVertex * 4)
        let words = stride(from: 0, to: bytes.count, by: 4).map { place in
            (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << UInt32($1 * 8) }
        }
        buffer.replace(fromVertex: first, with: words)
        return .undefined
    }

    private static let uploadVector: NativeBody = { (call) throws(ScriptError) in
        let (first, count) = (Int(call.int(1)), Int(call.int(2)))
        let buffer = try buffer(call, first, count)
        let numbers = try call.vector(0, "data")
        guard numbers.count >= count * buffer.wordsPerVertex else { throw call.machine.makeError(.error, 3669) }
        let words = numbers.prefix(count * buffer.wordsPerVertex).map { Float($0.number ?? .nan).bitPattern }
        buffer.replace(fromVertex: first, with: words)
        return .undefined
    }
}
