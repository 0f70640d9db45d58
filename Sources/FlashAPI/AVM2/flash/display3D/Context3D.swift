import AVM
import AVM2
import Player
import Renderer
import Stage3D

/// Behind a Context3D: what draws, and the picture that the stage shows.
final class Context3DState: EventTargetState {
    var profile = Profile.baseline
    var context: DrawContext? = DrawContext()
    var checksErrors = false
    /// Whether there was a `clear` since the last `present`.
    var isCleared = false
    /// Where the picture is shown.
    weak var layer: Stage3DState?
    override var externalSize: Int { context?.byteCount ?? 0 }
}

/// `flash.display3D.Context3D`.
enum Context3DClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.display3D.Context3D", base: "flash.events.EventDispatcher", [.abstract, .final])
        table.since = 13
        table.makeState = { _, _ in Context3DState() }
        table.members = { targets + Context3DResources.members + Context3DDrawing.members }
        table.staticMembers = { [NativeMember(get: "supportsVideoTexture", ":Boolean") { _ in .false }] }
        return table
    }()

    /// What draws; Error #3694 after `dispose`.
    static func context(_ call: NativeCall) throws(ScriptError) -> DrawContext {
        try call.resource(try call.state(Context3DState.self).context)
    }

    private static let targets: [NativeMember] = [
        NativeMember(get: "backBufferHeight", ":int") { (call) throws(ScriptError) in
            Value(try context(call).backBufferSize?.height ?? 0)
        },
        NativeMember(get: "backBufferWidth", ":int") { (call) throws(ScriptError) in
            Value(try context(call).backBufferSize?.width ?? 0)
        },
        NativeMember(get: "driverInfo", ":String") { (call) throws(ScriptError) in
            call.text(try call.state(Context3DState.self).context == nil ? "Disposed" : "Software Hw_disabled=explicit")
        },
        NativeMember(
            property: "enableErrorChecking", ":Boolean",
            get: { (call) throws(ScriptError) in Value(try call.state(Context3DState.self).checksErrors) },
            set: { (call) throws(ScriptError) in
                try call.state(Context3DState.self).checksErrors = call.bool(0)
                return .undefined
            }),
        largest("maxBackBufferHeight"), largest("maxBackBufferWidth"),
        NativeMember(get: "profile", ":String") { (call) throws(ScriptError) in
            call.text(try call.state(Context3DState.self).profile.rawValue)
        },
        NativeMember(
            method: "configureBackBuffer",
            "(p0:int, p1:int, p2:int, p3:Boolean = true, p4:Boolean = false, p5:Boolean = false):void", configure),
        NativeMember(
            method: "clear",
            """
            (p0:Number = 0, p1:Number = 0, p2:Number = 0, p3:Number = 1, p4:Number = 1, p5:uint = 0, \
            p6:uint = 4294967295):void
            """, clear),
        NativeMember(method: "present", "():void", present),
        NativeMember(method: "dispose", "(p0:Boolean = true):void", dispose),
        NativeMember(method: "drawToBitmapData", "(p0:flash.display.BitmapData):void", drawToBitmapData),
        NativeMember(method: "setRenderToBackBuffer", "():void") { (call) throws(ScriptError) in
            try context(call).renderToBackBuffer()
            return .undefined
        },
        NativeMember(
            method: "setRenderToTexture",
            """
            (p0:flash.display3D.textures.TextureBase, p1:Boolean = false, p2:int = 0, p3:int = 0, \
            p4:int = 0):void
            """, renderToTexture),
    ]

    private static func largest(_ name: StaticString) -> NativeMember {
        NativeMember(
            property: name, ":int", get: { _ in Value(Int32(DrawContext.largestTarget)) }, set: { _ in .undefined })
    }

    /// Smallest side of a back buffer.
    private static let smallestTarget = 32
    /// Most pixels of a back buffer: there is no use in more than two large screens' worth.
    private static let mostPixels = 1 << 25

    private static let configure: NativeBody = { (call) throws(ScriptError) in
        let state = try call.state(Context3DState.self)
        let context = try call.resource(state.context)
        let (width, height) = (Int(call.int(0)), Int(call.int(1)))
        let allowed = smallestTarget...DrawContext.largestTarget
        let bounds = [String(allowed.lowerBound), String(allowed.upperBound)]
        // Newer movies are told which side is wrong.
        let isNew = call.machine.swfVersion >= 30
        // Quirk of the older ones: nothing at all is asked for, and nothing happens.
        if !isNew, width == 0, height == 0, call.int(2) == 0, !call.bool(3) { return .undefined }
        if !allowed.contains(width) { throw call.machine.makeError(.error, isNew ? 3780 : 3669, isNew ? bounds : []) }
        if !allowed.contains(height) { throw call.machine.makeError(.error, isNew ? 3781 : 3669, isNew ? bounds : []) }
        guard width * height <= mostPixels, call.heap.hasRoom(forExternal: width * height * 36) else {
            throw call.machine.makeError(.error, 3691)
        }
        context.configure(width: width, height: height, isSmoothed: call.int(2) > 1, hasDepth: call.bool(3))
        call.heap.noteExternal(of: state)
        return .undefined
    }

    private static let clear: NativeBody = { (call) throws(ScriptError) in
        let state = try call.state(Context3DState.self)
        let context = try call.resource(state.context)
        func part(_ index: Int) -> Float { Float(max(0, min(1, call.number(index)))) }
        context.clear(
            SIMD4(part(0), part(1), part(2), part(3)), depth: part(4), stencil: UInt8(truncatingIfNeeded: call.uint(5)),
            ClearMask(rawValue: call.uint(6)))
        if !context.rendersToTexture { state.isCleared = true }
        return .undefined
    }

    private static let present: NativeBody = { (call) throws(ScriptError) in
        let state = try call.state(Context3DState.self)
        let context = try call.resource(state.context)
        if context.rendersToTexture { throw call.machine.makeError(.error, 3701) }
        if let size = context.backBufferSize {
            state.layer?.show(context, width: size.width, height: size.height, call.player)
        }
        if !context.finishFrame() { call.runtime.missing("Stage3D frames that ask for too much") }
        state.isCleared = false
        return .undefined
    }

    private static let dispose: NativeBody = { (call) throws(ScriptError) in
        let state = try call.state(Context3DState.self)
        state.context = nil
        state.layer?.forget()
        return .undefined
    }

    private static let drawToBitmapData: NativeBody = { (call) throws(ScriptError) in
        let context = try context(call)
        guard let bitmap = try call.required(0, "destination").native(as: BitmapDataState2.self)?.bitmap else {
            throw call.machine.makeError(.argument, 2015)
        }
        guard let size = context.backBufferSize else { return .undefined }
        let picture = Pixmap(width: size.width, height: size.height)
        context.copyPicture(to: picture.pixels)
        let columns = min(size.width, bitmap.width)
        for row in 0..<min(size.height, bitmap.height) {
            let line = bitmap.pixmap.pixels + row * bitmap.width
            line.update(from: picture.pixels + row * size.width, count: columns)
            if bitmap.pixmap.isOpaque { for column in 0..<columns { line[column] |= 0xFF00_0000 } }
        }
        bitmap.didChange()
        return .undefined
    }

    private static let renderToTexture: NativeBody = { (call) throws(ScriptError) in
        let context = try context(call)
        guard let state = try call.required(0, "texture").native(as: TextureState.self) else {
            throw call.machine.makeError(.type, 2007, ["texture"])
        }
        let texture = try call.resource(state.texture)
        let side = Int(call.int(3))
        guard (0..<(texture.isCube ? 6 : 1)).contains(side) else { throw call.machine.makeError(.error, 3673) }
        if call.int(4) != 0 { call.runtime.missing("Context3D.setRenderToTexture: several outputs") }
        context.renderToTexture(texture, face: side, hasDepth: call.bool(1))
        call.heap.noteExternal(of: state)
        return .undefined
    }
}
