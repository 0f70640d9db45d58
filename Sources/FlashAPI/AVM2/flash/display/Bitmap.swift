import AVM
import AVM2
import Player

/// `flash.display.Bitmap`.
enum BitmapClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.display.Bitmap", base: "flash.display.DisplayObject",
            constructor:
                "(bitmapData:flash.display.BitmapData = null, pixelSnapping:String = \"auto\", smoothing:Boolean = false)"
        )
        table.makeState = { machine, traits in
            (machine.host as? AVM2Runtime)?.makeDisplayState(traits) { $0.makeBitmap() }
        }
        table.initialize = { (call) throws(ScriptError) in
            guard let bitmap = try call.display() as? BitmapObject else { return .undefined }
            if let data = call.object(0) {
                try set(data, on: bitmap, call)
            } else if bitmap.data2 == nil, let traits = try call.runtime.bitmapDataTraits(of: bitmap) {
                // What the class of a timeline's bitmap is made with; the size is that of its pixels all the same.
                let data = try call.machine.construct(traits, [Value(Int32(1)), Value(Int32(1))])
                try set(data, on: bitmap, call)
            }
            if call.string(1) != nil { bitmap.pixelSnapping = call.text(1) }
            bitmap.isSmoothed = call.bool(2)
            return .undefined
        }
        table.members = { members }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(
            property: "bitmapData", ":flash.display.BitmapData",
            get: { (call) throws(ScriptError) in
                guard let bitmap = try call.display() as? BitmapObject else { return .null }
                if bitmap.data2 == nil, let pixels = bitmap.bitmap {
                    bitmap.data2 = try BitmapDataClass2.object(around: pixels, call.runtime)
                }
                return Value(orNull: bitmap.data2)
            },
            set: { (call) throws(ScriptError) in
                guard let bitmap = try call.display() as? BitmapObject else { return .undefined }
                try set(call.object(0), on: bitmap, call)
                return .undefined
            }),
        NativeMember(
            property: "pixelSnapping", ":String",
            get: { (call) throws(ScriptError) in
                call.text((try call.display() as? BitmapObject)?.pixelSnapping ?? "auto")
            },
            set: { (call) throws(ScriptError) in
                guard ["auto", "always", "never"].contains(call.text(0)) else {
                    throw call.machine.makeError(.argument, 2008, ["pixelSnapping"])
                }
                (try call.display() as? BitmapObject)?.pixelSnapping = call.text(0)
                return .undefined
            }),
        NativeMember(
            property: "smoothing", ":Boolean",
            get: { (call) throws(ScriptError) in Value((try call.display() as? BitmapObject)?.isSmoothed ?? false) },
            set: { (call) throws(ScriptError) in
                (try call.display() as? BitmapObject)?.isSmoothed = call.bool(0)
                return .undefined
            }),
    ]

    private static func set(_ data: Object?, on bitmap: BitmapObject, _ call: NativeCall) throws(ScriptError) {
        bitmap.data2 = data
        bitmap.bitmap = data?.native(as: BitmapDataState2.self)?.bitmap
        // A bitmap that is given other pixels is no longer smoothed.
        bitmap.isSmoothed = false
    }
}
