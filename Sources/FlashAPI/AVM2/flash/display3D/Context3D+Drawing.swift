import AVM
import AVM2
import Stage3D

/// `Context3D`: state, constants and drawing.
enum Context3DDrawing {
    private enum ProgramType: String {
        case vertex, fragment
        var kind: ShaderKind { self == .vertex ? .vertex : .fragment }
    }
    private enum Wrap: String {
        case clamp, `repeat`
        case clampURepeatV = "clamp_u_repeat_v"
        case repeatUClampV = "repeat_u_clamp_v"
    }
    private enum Filter: String {
        case nearest, linear, anisotropic2x, anisotropic4x, anisotropic8x, anisotropic16x
    }
    private enum MipFilter: String {
        case mipnone, mipnearest, miplinear
        var sampling: Sampling.MipFilter {
            switch self {
            case .mipnone: .none
            case .mipnearest: .nearest
            case .miplinear: .linear
            }
        }
    }

    static let members: [NativeMember] = [
        NativeMember(method: "drawTriangles", "(p0:flash.display3D.IndexBuffer3D, p1:int = 0, p2:int = -1):void", draw),
        state("setBlendFactors", "(p0:String, p1:String):void") { (call, state) throws(ScriptError) in
            let source = try call.choice(0, "sourceFactor", BlendFactor.self)
            state.destinationFactor = try call.choice(1, "destinationFactor")
            state.sourceFactor = source
        },
        state("setColorMask", "(p0:Boolean, p1:Boolean, p2:Boolean, p3:Boolean):void") { (call, state) in
            for channel in 0..<4 { state.colorMask[channel] = call.bool(channel) }
        },
        state("setCulling", "(p0:String):void") { (call, state) throws(ScriptError) in
            state.culling = try call.choice(0, "triangleFaceToCull")
        },
        state("setDepthTest", "(p0:Boolean, p1:String):void") { (call, state) throws(ScriptError) in
            state.depthCompare = try call.choice(1, "passCompareMode")
            state.writesDepth = call.bool(0)
        },
        state(
            "setStencilActions",
            """
            (p0:String = "frontAndBack", p1:String = "always", p2:String = "keep", p3:String = "keep", \
            p4:String = "keep"):void
            """
        ) { (call, state) throws(ScriptError) in
            let sides = try call.choice(0, "triangleFace", TriangleFace.self)
            var face = StencilFace()
            face.compare = try call.choice(1, "compareMode")
            face.bothPass = try call.choice(2, "actionOnBothPass")
            face.depthFails = try call.choice(3, "actionOnDepthFail")
            face.stencilFails = try call.choice(4, "actionOnDepthPassStencilFail")
            if sides == .front || sides == .frontAndBack { state.frontStencil = face }
            if sides == .back || sides == .frontAndBack { state.backStencil = face }
        },
        state("setStencilReferenceValue", "(p0:uint, p1:uint = 255, p2:uint = 255):void") { (call, state) in
            state.stencilReference = UInt8(truncatingIfNeeded: call.uint(0))
            state.stencilReadMask = UInt8(truncatingIfNeeded: call.uint(1))
            state.stencilWriteMask = UInt8(truncatingIfNeeded: call.uint(2))
        },
        NativeMember(method: "setScissorRectangle", "(p0:flash.geom.Rectangle):void", setScissor),
        NativeMember(method: "setProgram", "(p0:flash.display3D.Program3D):void") { (call) throws(ScriptError) in
            let program = call.object(0)?.native(as: ProgramState.self)
            if program?.isDisposed == true { throw call.machine.makeError(.error, 3694) }
            try Context3DClass.context(call).use(program?.program)
            return .undefined
        },
        NativeMember(
            method: "setProgramConstantsFromByteArray",
            "(p0:String, p1:int, p2:int, p3:flash.utils.ByteArray, p4:uint):void", setConstantBytes),
        NativeMember(
            method: "setProgramConstantsFromMatrix",
            "(p0:String, p1:int, p2:flash.geom.Matrix3D, p3:Boolean = false):void", setConstantMatrix),
        NativeMember(
            method: "setProgramConstantsFromVector", "(p0:String, p1:int, p2:Vector.<Number>, p3:int = -1):void",
            setConstantVector),
        NativeMember(method: "setSamplerStateAt", "(p0:int, p1:String, p2:String, p3:String):void", setSampler),
        NativeMember(
            method: "setTextureAt", "(p0:int, p1:flash.display3D.textures.TextureBase):void", setTexture),
        NativeMember(
            method: "setVertexBufferAt",
            "(p0:int, p1:flash.display3D.VertexBuffer3D, p2:int = 0, p3:String = \"float4\"):void", setStream),
    ]

    /// A method that changes the state of the draws to come.
    private static func state(
        _ name: StaticString, _ signature: StaticString,
        _ change: @escaping @Sendable (NativeCall, inout DrawState) throws(ScriptError) -> Void
    ) -> NativeMember {
        NativeMember(method: name, signature) { (call) throws(ScriptError) in
            let context = try Context3DClass.context(call)
            var state = context.state
            try change(call, &state)
            context.state = state
            return .undefined
        }
    }

    private static let setScissor: NativeBody = { (call) throws(ScriptError) in
        let context = try Context3DClass.context(call)
        guard let object = call.object(0) else {
            context.state.scissor = nil
            return .undefined
        }
        func side(_ slot: Int) -> Int {
            let number = call.machine.number(object, slot: slot)
            return number.isFinite ? Int(max(-1e6, min(1e6, number))) : 0
        }
        let (x, y, width, height) = (side(0), side(1), side(2), side(3))
        // Quirk: an empty rectangle is none.
        context.state.scissor =
            width > 0 && height > 0 ? PixelArea(left: x, top: y, right: x + width, bottom: y + height) : nil
        return .undefined
    }

    // MARK: Constants

    private static func setConstants(
        _ call: NativeCall, _ type: ProgramType, _ values: [SIMD4<Float>]
    ) throws(ScriptError) {
        let context = try Context3DClass.context(call)
        let profile = try call.state(Context3DState.self).profile
        let first = Int(call.int(1))
        guard first >= 0, first + values.count <= DrawContext.constantCount(type.kind, profile) else {
            throw call.machine.makeError(.argument, 3697)
        }
        context.setConstants(type.kind, from: first, values)
    }

    private static let setConstantBytes: NativeBody = { (call) throws(ScriptError) in
        let type = try call.choice(0, "programType", ProgramType.self)
        let count = max(0, Int(call.int(2)))
        guard count <= 256 else { throw call.machine.makeError(.argument, 3697) }
        let bytes = try call.bytes(3, "data", from: Int(call.uint(4)), count: count * 16)
        // The lowest byte comes first, whatever the ByteArray's endian says.
        var values: [SIMD4<Float>] = []
        for register in 0..<count {
            var value = SIMD4<Float>()
            for component in 0..<4 {
                var word: UInt32 = 0
                for place in 0..<4 {
                    let byte = bytes[register * 16 + component * 4 + 3 - place]
                    word = word << 8 | UInt32(byte)
                }
                value[component] = Float(bitPattern: word)
            }
            values.append(value)
        }
        try setConstants(call, type, values)
        return .undefined
    }

    private static let setConstantMatrix: NativeBody = { (call) throws(ScriptError) in
        let type = try call.choice(0, "programType", ProgramType.self)
        guard let matrix = try call.required(2, "matrix").native(as: Matrix3DState.self) else {
            throw call.machine.makeError(.type, 2007, ["matrix"])
        }
        let m = matrix.m
        let isTransposed = call.bool(3)
        // A Matrix3D lies by columns; a register holds a row of it unless it is to be transposed.
        var rows: [SIMD4<Float>] = []
        for row in 0..<4 {
            var value = SIMD4<Float>()
            for column in 0..<4 { value[column] = Float(m[isTransposed ? row + column * 4 : row * 4 + column]) }
            rows.append(value)
        }
        try setConstants(call, type, rows)
        return .undefined
    }

    private static let setConstantVector: NativeBody = { (call) throws(ScriptError) in
        let type = try call.choice(0, "programType", ProgramType.self)
        let numbers = try call.vector(2, "data")
        let wanted = Int(call.int(3))
        let count = wanted < 0 ? numbers.count / 4 : wanted
        guard count <= 256 else { throw call.machine.makeError(.argument, 3697) }
        guard count * 4 <= numbers.count else { throw call.machine.makeError(.argument, 3669) }
        var values: [SIMD4<Float>] = []
        for register in 0..<count {
            var value = SIMD4<Float>()
            for component in 0..<4 { value[component] = Float(numbers[register * 4 + component].number ?? .nan) }
            values.append(value)
        }
        try setConstants(call, type, values)
        return .undefined
    }

    // MARK: Inputs

    private static let setSampler: NativeBody = { (call) throws(ScriptError) in
        let context = try Context3DClass.context(call)
        let wrap = try call.choice(1, "wrap", Wrap.self)
        let filter = try call.choice(2, "filter", Filter.self)
        let mipFilter = try call.choice(3, "mipfilter", MipFilter.self)
        let index = Int(call.int(0))
        guard context.samplings.indices.contains(index) else { throw call.machine.makeError(.argument, 3699) }
        context.samplings[index] = Sampling(
            filter: filter == .nearest ? .nearest : .linear, mipFilter: mipFilter.sampling,
            repeatsU: wrap == .repeat || wrap == .repeatUClampV, repeatsV: wrap == .repeat || wrap == .clampURepeatV)
        return .undefined
    }

    private static let setTexture: NativeBody = { (call) throws(ScriptError) in
        let context = try Context3DClass.context(call)
        let index = Int(call.int(0))
        guard context.textures.indices.contains(index) else { throw call.machine.makeError(.argument, 3699) }
        guard let object = call.object(1) else {
            context.textures[index] = nil
            return .undefined
        }
        context.textures[index] = try call.resource(object.native(as: TextureState.self)?.texture)
        return .undefined
    }

    private static let setStream: NativeBody = { (call) throws(ScriptError) in
        let context = try Context3DClass.context(call)
        let index = Int(call.int(0))
        guard context.streams.indices.contains(index) else { throw call.machine.makeError(.argument, 3699) }
        guard let object = call.object(1) else {
            context.streams[index] = nil
            return .undefined
        }
        let format = try call.choice(3, "vertexStreamFormat", VertexFormat.self)
        let buffer = try call.resource(object.native(as: VertexBufferState.self)?.buffer)
        let offset = Int(call.int(2))
        guard offset >= 0, offset + format.wordCount <= buffer.wordsPerVertex else {
            throw call.machine.makeError(.argument, 3610)
        }
        context.streams[index] = VertexStream(buffer: buffer, offset: offset, format: format)
        return .undefined
    }

    // MARK: Drawing

    private static let draw: NativeBody = { (call) throws(ScriptError) in
        let state = try call.state(Context3DState.self)
        let context = try call.resource(state.context)
        let indices = try call.resource(try call.required(0, "indexBuffer").native(as: IndexBufferState.self)?.buffer)
        guard let program = context.program else { throw call.machine.makeError(.error, 3600) }
        if !context.rendersToTexture && !state.isCleared { throw call.machine.makeError(.error, 3692) }
        for index in context.streams.indices where program.vertex.attributes >> UInt32(index) & 1 == 1 {
            guard context.streams[index] != nil else { throw call.machine.makeError(.error, 3611, [String(index)]) }
        }
        let first = Int(call.int(1))
        let available = indices.indices.count
        let count = call.int(2) < 0 ? max(0, available - first) / 3 : Int(call.int(2))
        guard first >= 0, count >= 0 else {
            throw call.machine.makeError(.error, 3602, [String(count), String(first)])
        }
        guard first + count * 3 <= available else {
            throw call.machine.makeError(.error, 3603, [String(count), String(first), String(available)])
        }
        context.draw(indices, first: first, triangleCount: count)
        return .undefined
    }
}
