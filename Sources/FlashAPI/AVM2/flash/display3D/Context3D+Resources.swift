import AVM
import AVM2
import Stage3D

/// `Context3D`: what makes buffers, programs and textures.
enum Context3DResources {
    private enum Usage: String {
        case staticDraw, dynamicDraw
    }

    /// Vertices and indices that a buffer may have.
    private static let mostVertices = 65_535
    private static let mostIndices = 983_040
    private static let mostWords = 64

    static let members: [NativeMember] = [
        NativeMember(
            method: "createCubeTexture",
            "(p0:int, p1:String, p2:Boolean, p3:int = 0):flash.display3D.textures.CubeTexture", createCube),
        NativeMember(
            method: "createIndexBuffer", "(p0:int, p1:String = \"staticDraw\"):flash.display3D.IndexBuffer3D",
            createIndices),
        NativeMember(method: "createProgram", "():flash.display3D.Program3D", createProgram),
        NativeMember(
            method: "createRectangleTexture",
            "(p0:int, p1:int, p2:String, p3:Boolean):flash.display3D.textures.RectangleTexture", createRectangle),
        NativeMember(
            method: "createTexture",
            "(p0:int, p1:int, p2:String, p3:Boolean, p4:int = 0):flash.display3D.textures.Texture", createTexture),
        NativeMember(
            method: "createVertexBuffer",
            "(p0:int, p1:int, p2:String = \"staticDraw\"):flash.display3D.VertexBuffer3D", createVertices),
        NativeMember(missing: "createVideoTexture", "():flash.display3D.textures.VideoTexture"),
    ]

    private static let createVertices: NativeBody = { (call) throws(ScriptError) in
        _ = try Context3DClass.context(call)
        let (count, words) = (Int(call.int(0)), Int(call.int(1)))
        guard count > 0, words > 0 else { throw call.machine.makeError(.argument, 3671) }
        guard count <= mostVertices, words <= mostWords else { throw call.machine.makeError(.argument, 3670) }
        _ = try call.choice(2, "bufferUsage", Usage.self)
        try checkRoom(count * words * 4, call)
        let object = try call.machine.makeResource("flash.display3D.VertexBuffer3D")
        if let state = object.native(as: VertexBufferState.self) {
            state.buffer = VertexBuffer(vertexCount: count, wordsPerVertex: words)
            call.heap.noteExternal(of: state)
        }
        return Value(object)
    }

    private static let createIndices: NativeBody = { (call) throws(ScriptError) in
        _ = try Context3DClass.context(call)
        let count = Int(call.int(0))
        guard count > 0 else { throw call.machine.makeError(.argument, 3671) }
        guard count <= mostIndices else { throw call.machine.makeError(.argument, 3670) }
        _ = try call.choice(1, "bufferUsage", Usage.self)
        try checkRoom(count * 2, call)
        let object = try call.machine.makeResource("flash.display3D.IndexBuffer3D")
        if let state = object.native(as: IndexBufferState.self) {
            state.buffer = IndexBuffer(count: count)
            call.heap.noteExternal(of: state)
        }
        return Value(object)
    }

    private static let createProgram: NativeBody = { (call) throws(ScriptError) in
        _ = try Context3DClass.context(call)
        let object = try call.machine.makeResource("flash.display3D.Program3D")
        object.native(as: ProgramState.self)?.profile = try call.state(Context3DState.self).profile
        return Value(object)
    }

    private static let createTexture: NativeBody = { (call) throws(ScriptError) in
        let format = try call.choice(2, "textureFormat", TextureFormat.self)
        let (width, height) = (Int(call.int(0)), Int(call.int(1)))
        try check([width, height], mustBePower: true, call)
        return try make(
            "flash.display3D.textures.Texture", Texture(width: width, height: height), format, call)
    }

    private static let createCube: NativeBody = { (call) throws(ScriptError) in
        let format = try call.choice(1, "textureFormat", TextureFormat.self)
        let size = Int(call.int(0))
        try check([size], mustBePower: true, call)
        return try make(
            "flash.display3D.textures.CubeTexture", Texture(width: size, height: size, isCube: true), format, call)
    }

    private static let createRectangle: NativeBody = { (call) throws(ScriptError) in
        let format = try call.choice(2, "textureFormat", TextureFormat.self)
        let (width, height) = (Int(call.int(0)), Int(call.int(1)))
        try check([width, height], mustBePower: false, call)
        return try make(
            "flash.display3D.textures.RectangleTexture", Texture(width: width, height: height, hasLevels: false),
            format, call)
    }

    private static func check(_ sides: [Int], mustBePower: Bool, _ call: NativeCall) throws(ScriptError) {
        _ = try Context3DClass.context(call)
        let largest = try call.state(Context3DState.self).profile.largestTexture
        for side in sides {
            if side <= 0 { throw call.machine.makeError(.argument, 3681) }
            if side > largest { throw call.machine.makeError(.argument, 3683, [String(largest)]) }
            if mustBePower && side & (side - 1) != 0 { throw call.machine.makeError(.argument, 3682) }
        }
    }

    private static func make(
        _ name: String, _ texture: Texture, _ format: TextureFormat, _ call: NativeCall
    ) throws(ScriptError) -> Value {
        // Its pictures come with the uploads, but must find room.
        try checkRoom(texture.width * texture.height * (texture.isCube ? 32 : 6), call)
        let object = try call.machine.makeResource(name)
        if let state = object.native(as: TextureState.self) {
            state.texture = texture
            state.format = format
        }
        return Value(object)
    }

    /// Error #3691 where there is no room for so many bytes more.
    private static func checkRoom(_ bytes: Int, _ call: NativeCall) throws(ScriptError) {
        guard call.heap.hasRoom(forExternal: bytes) else { throw call.machine.makeError(.error, 3691) }
    }
}
