import AVM
import AVM2
import Player
import Renderer
import Stage3D

/// Behind textures of all kinds.
final class TextureState: EventTargetState {
    var texture: Texture?
    var format = TextureFormat.bgra
    override var externalSize: Int { texture?.byteCount ?? 0 }
}

/// `flash.display3D.textures.TextureBase`.
enum TextureBaseClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.display3D.textures.TextureBase", base: "flash.events.EventDispatcher", .abstract)
        table.since = 13
        table.makeState = { _, _ in TextureState() }
        table.members = {
            [
                NativeMember(method: "dispose", "():void") { (call) throws(ScriptError) in
                    try call.state(TextureState.self).texture = nil
                    return .undefined
                }
            ]
        }
        return table
    }()

    /// A class of textures.
    static func table(
        _ name: StaticString, since: UInt8, _ members: @escaping @Sendable () -> [NativeMember]
    ) -> NativeClassTable {
        var table = NativeClassTable(
            name, base: "flash.display3D.textures.TextureBase", [.abstract, .final])
        table.since = since
        table.makeState = { _, _ in TextureState() }
        table.members = members
        return table
    }

    // MARK: Uploads

    private static func image(_ call: NativeCall, _ side: Int, _ level: Int) throws(ScriptError) -> TextureImage {
        let state = try call.state(TextureState.self)
        let texture = try call.resource(state.texture)
        guard side < (texture.isCube ? 6 : 1) else { throw call.machine.makeError(.error, 3673) }
        guard level < texture.levelCount else { throw call.machine.makeError(.error, 3674) }
        let image = texture.image(face: side, level: level)
        call.heap.noteExternal(of: state)
        return image
    }

    /// Pixels of a BitmapData, as they are: multiplied by their alpha.
    static func uploadBitmap(_ call: NativeCall, side: Int, level: Int) throws(ScriptError) -> Value {
        guard let bitmap = try call.required(0, "source").native(as: BitmapDataState2.self)?.bitmap else {
            throw call.machine.makeError(.argument, 2015)
        }
        let image = try image(call, side, level)
        // A bitmap of another size fills what it can.
        let columns = min(image.width, bitmap.width)
        for row in 0..<min(image.height, bitmap.height) {
            (image.pixels + row * image.width).update(from: bitmap.pixmap.pixels + row * bitmap.width, count: columns)
        }
        return .undefined
    }

    static func uploadBytes(_ call: NativeCall, side: Int, level: Int) throws(ScriptError) -> Value {
        let format = try call.state(TextureState.self).format
        let image = try image(call, side, level)
        guard let size = format.bytesPerTexel else { throw call.machine.makeError(.error, 3675) }
        let bytes = try call.bytes(
            0, "data", from: Int(call.uint(1)), count: image.width * image.height * size)
        bytes.withUnsafeBufferPointer { image.fill($0, format) }
        return .undefined
    }

    /// An ATF. `async`: `textureReady` follows once the call is over; it is read at once all the same.
    static let uploadCompressed: NativeBody = { (call) throws(ScriptError) in
        let state = try call.state(TextureState.self)
        let texture = try call.resource(state.texture)
        let bytes = try call.bytes(0, "data", from: Int(call.uint(1)), count: nil)
        do throws(ATFReader.Fault) {
            var reader = try ATFReader(bytes)
            let fits = reader.width == texture.width && reader.height == texture.height
            if !fits { throw .sizeMismatch }
            if reader.isCube != texture.isCube || !accepts(state.format, reader.format) { throw .formatMismatch }
            try reader.fill(texture)
            call.heap.noteExternal(of: state)
        } catch {
            switch error {
            case .damaged: throw call.machine.makeError(.error, 3677)
            case .sizeMismatch: throw call.machine.makeError(.error, 3679)
            case .formatMismatch: throw call.machine.makeError(.error, 3675)
            case .unsupported: call.runtime.missing("ATF textures packed with JPEG XR")
            }
        }
        return .undefined
    }

    private static func accepts(_ format: TextureFormat, _ packed: ATFReader.Format) -> Bool {
        switch packed {
        case .rgb, .rgba: format == .bgra
        case .compressed, .rawCompressed: format == .compressed
        case .compressedAlpha, .rawCompressedAlpha: format == .compressedAlpha
        }
    }
}
