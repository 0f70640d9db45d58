import AVM
import AVM1
import Base
import Player
import Renderer

/// A script's BitmapData: its pixels, nil once it is disposed.
final class BitmapDataState: NativeState {
    var bitmap: Bitmap?
    init(_ bitmap: Bitmap?) { self.bitmap = bitmap }
    override var externalSize: Int { bitmap.map { $0.width * $0.height * 4 } ?? 0 }
}

/// `flash.display.BitmapData`. Methods answer -1 and lower numbers where they can do nothing, as Flash does.
enum BitmapDataClass {
    static func install(on runtime: AVM1Runtime) {
        let machine = runtime.machine!
        machine.heap.pauseDepth += 1
        defer { machine.heap.pauseDepth -= 1 }
        var owner = machine.global
        for step in ["flash", "display"] {
            let name = machine.atom(step)
            if let known = owner.ownValue(name)?.object {
                owner = known
            } else {
                let made = machine.makeObject()
                machine.heap.define(name, Value(made), .hidden, on: owner)
                owner = made
            }
        }
        var row = NativeClass("BitmapData", constructor: construct)
        row.methods = methods + BitmapDataDrawing.methods + BitmapDataEffects.methods
        row.properties = properties
        row.staticMethods = [NativeMethod("loadBitmap", loadBitmap)]
        row.staticConstants = [
            NativeConstant("RED_CHANNEL", .number(1), []), NativeConstant("GREEN_CHANNEL", .number(2), []),
            NativeConstant("BLUE_CHANNEL", .number(4), []), NativeConstant("ALPHA_CHANNEL", .number(8), []),
        ]
        machine.prototypes.others["BitmapData"] = machine.install(row, on: owner, []).prototype
    }

    // MARK: Making

    /// Largest side, and most pixels, that a bitmap may have in a movie of a version.
    static func isAllowed(width: Int, height: Int, swfVersion: UInt8) -> Bool {
        guard width > 0, height > 0 else { return false }
        if swfVersion < 10 { return width <= 2880 && height <= 2880 }
        return width <= 8191 && height <= 8191 && width * height <= 16_777_215
    }

    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, call.count > 1 else { return .null }
        let width = Int(try call.machine.toInt32(call[0]))
        let height = Int(try call.machine.toInt32(call[1]))
        let isTransparent = call.count > 2 ? call.machine.toBool(call[2]) : true
        let fill = call.count > 3 ? try call.machine.toUInt32(call[3]) : 0xFFFF_FFFF
        guard isAllowed(width: width, height: height, swfVersion: call.dialect.swfVersion) else { return .null }
        guard call.machine.heap.hasRoom(forExternal: width * height * 4) else { return .null }
        let pixmap = Pixmap(
            width: width, height: height, isOpaque: !isTransparent,
            fill: PixelColor(argb: fill).premultiplied(isOpaque: !isTransparent))
        let state = BitmapDataState(Bitmap(pixmap, player: call.player))
        this.setNative(state)
        call.machine.heap.noteExternal(of: state)
        return call.this
    }

    static func make(_ pixmap: Pixmap, _ call: Call) -> Value {
        let machine = call.machine
        guard machine.heap.hasRoom(forExternal: pixmap.width * pixmap.height * 4) else { return .undefined }
        let object = machine.heap.makeObject(proto: Value(orUndefined: machine.prototypes.others["BitmapData"]))
        let state = BitmapDataState(Bitmap(pixmap, player: call.player))
        object.setNative(state)
        machine.heap.noteExternal(of: state)
        return Value(object)
    }

    private static func loadBitmap(_ call: Call) throws(ScriptError) -> Value {
        let name = try call.machine.toString(call[0]).text
        guard let assets = call.runtime.currentAssets, let pixmap = assets.exportedBitmap(named: name) else {
            return .undefined
        }
        return make(pixmap.copy(), call)
    }

    // MARK: Calls

    /// A method of a bitmap that is not disposed; -1 for anything else.
    static func method(_ body: @escaping @Sendable (Bitmap, Call) throws(ScriptError) -> Value) -> NativeBody {
        { (call) throws(ScriptError) -> Value in
            guard let bitmap = call.this.object?.native(as: BitmapDataState.self)?.bitmap else { return Value(-1) }
            return try body(bitmap, call)
        }
    }

    /// Whether it is a BitmapData, disposed or not.
    static func isBitmapData(_ value: Value) -> Bool { value.object?.native(as: BitmapDataState.self) != nil }

    static func bitmap(_ value: Value) -> Bitmap? { value.object?.native(as: BitmapDataState.self)?.bitmap }

    /// A rectangle object in whole pixels, nil where it is no object or lacks a side.
    static func rectangle(_ value: Value, _ machine: Machine) throws(ScriptError) -> PixelRect? {
        guard let object = value.object else { return nil }
        for name in ["x", "y", "width", "height"] where !machine.hasProperty(object, machine.atom(name)) { return nil }
        func number(_ name: StaticString) throws(ScriptError) -> Int {
            Int(try machine.toInt32(try machine.get(object, name)))
        }
        let (x, y) = (try number("x"), try number("y"))
        return PixelRect(left: x, top: y, right: x + (try number("width")), bottom: y + (try number("height")))
    }

    static func point(_ value: Value, _ machine: Machine) throws(ScriptError) -> (x: Int, y: Int)? {
        guard let object = value.object else { return nil }
        return (
            Int(try machine.toInt32(try machine.get(object, "x"))),
            Int(try machine.toInt32(try machine.get(object, "y")))
        )
    }

    /// The same where anything will do: what is missing is 0.
    static func anyPoint(_ value: Value, _ machine: Machine) throws(ScriptError) -> (x: Int, y: Int) {
        try point(value, machine) ?? (0, 0)
    }

    /// Whether an object has both coordinates of a point.
    static func isPoint(_ value: Value, _ machine: Machine) -> Bool {
        guard let object = value.object else { return false }
        return machine.hasProperty(object, machine.atom("x")) && machine.hasProperty(object, machine.atom("y"))
    }

    static func makeRectangle(_ rect: PixelRect, _ machine: Machine) throws(ScriptError) -> Value {
        try MovieClipClass.make(
            ["flash", "geom", "Rectangle"],
            [Value(rect.left), Value(rect.top), Value(rect.width), Value(rect.height)], machine)
    }

    private static let properties: [NativeProperty] = [
        NativeProperty("width", get: method { bitmap, _ in Value(bitmap.width) }, []),
        NativeProperty("height", get: method { bitmap, _ in Value(bitmap.height) }, []),
        NativeProperty("transparent", get: method { bitmap, _ in Value(bitmap.isTransparent) }, []),
        NativeProperty(
            "rectangle",
            get: method { (bitmap, call) throws(ScriptError) in
                try makeRectangle(
                    PixelRect(left: 0, top: 0, right: bitmap.width, bottom: bitmap.height), call.machine)
            }, []),
    ]

    private static let methods: [NativeMethod] = [
        NativeMethod("getPixel", method(getPixel)),
        NativeMethod("getPixel32", method(getPixel32)),
        NativeMethod("setPixel", method(setPixel)),
        NativeMethod("setPixel32", method(setPixel32)),
        NativeMethod("fillRect", method(fillRect)),
        NativeMethod("floodFill", method(floodFill)),
        NativeMethod("scroll", method(scroll)),
        NativeMethod("getColorBoundsRect", method(getColorBoundsRect)),
        NativeMethod("hitTest", method(hitTest)),
        NativeMethod("compare", method(compare)),
        NativeMethod("clone", method { bitmap, call in make(bitmap.pixmap.copy(), call) }),
        NativeMethod(
            "dispose",
            { call in
                guard let state = call.this.object?.native(as: BitmapDataState.self) else { return .undefined }
                state.bitmap = nil
                call.machine.heap.noteExternal(of: state)
                return .undefined
            }),
    ]

    // MARK: Single pixels

    /// The place of the first two arguments, nil where it lies outside.
    private static func place(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> (x: Int, y: Int)? {
        let (x, y) = (Int(try call.machine.toInt32(call[0])), Int(try call.machine.toInt32(call[1])))
        return x >= 0 && y >= 0 && x < bitmap.width && y < bitmap.height ? (x, y) : nil
    }

    private static func getPixel(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        guard call.count > 1 else { return Value(-1) }
        guard let (x, y) = try place(bitmap, call) else { return .zero }
        return Value(Int(bitmap.pixmap.color(x, y).argb & 0xFF_FFFF))
    }

    private static func getPixel32(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        guard call.count > 1 else { return Value(-1) }
        guard let (x, y) = try place(bitmap, call) else { return .zero }
        return Value(Int32(bitPattern: bitmap.pixmap.color(x, y).argb))
    }

    /// The alpha stays as it is.
    private static func setPixel(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        guard call.count > 2 else { return Value(-1) }
        guard let (x, y) = try place(bitmap, call) else { return .zero }
        let alpha = bitmap.pixmap.color(x, y).argb & 0xFF00_0000
        bitmap.pixmap.set(x, y, PixelColor(argb: alpha | (try call.machine.toUInt32(call[2])) & 0xFF_FFFF))
        bitmap.didChange()
        return .zero
    }

    private static func setPixel32(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        guard call.count > 2 else { return Value(-1) }
        guard let (x, y) = try place(bitmap, call) else { return .zero }
        bitmap.pixmap.set(x, y, PixelColor(argb: try call.machine.toUInt32(call[2])))
        bitmap.didChange()
        return .zero
    }

    // MARK: Areas

    private static func fillRect(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        guard call.count > 1, let rect = try rectangle(call[0], call.machine) else { return Value(-1) }
        bitmap.pixmap.fill(rect, PixelColor(argb: try call.machine.toUInt32(call[1])))
        bitmap.didChange()
        return .zero
    }

    private static func floodFill(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        guard call.count > 2 else { return Value(-1) }
        guard let (x, y) = try place(bitmap, call) else { return .zero }
        bitmap.pixmap.floodFill(x, y, PixelColor(argb: try call.machine.toUInt32(call[2])))
        bitmap.didChange()
        return .zero
    }

    private static func scroll(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        guard call.count > 1 else { return Value(-1) }
        bitmap.pixmap.scroll(
            Int(try call.machine.toInt32(call[0])), Int(try call.machine.toInt32(call[1])))
        bitmap.didChange()
        return .zero
    }

    private static func getColorBoundsRect(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        guard call.count > 1 else { return Value(-1) }
        let mask = try call.machine.toUInt32(call[0])
        let color = try call.machine.toUInt32(call[1])
        let findsColor = call.count > 2 ? call.machine.toBool(call[2]) : true
        return try makeRectangle(bitmap.pixmap.bounds(mask: mask, color: color, isEqual: findsColor), call.machine)
    }

    /// `firstPoint, firstAlphaThreshold, second[, secondPoint, secondAlphaThreshold]`: against a point, a rectangle or
    /// another bitmap.
    private static func hitTest(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        let machine = call.machine
        guard call.count > 2 else { return Value(-1) }
        guard isPoint(call[0], machine), let first = try point(call[0], machine) else { return Value(-2) }
        func threshold(_ value: Value) throws(ScriptError) -> UInt8 {
            UInt8(clamping: try machine.toInt32(value))
        }
        let limit = try threshold(call[1])
        guard let other = call[2].object else { return Value(-3) }
        if let second = other.native(as: BitmapDataState.self) {
            guard let second = second.bitmap else { return Value(-3) }
            var place = (x: 0, y: 0)
            if call.count > 3 {
                guard isPoint(call[3], machine), let given = try point(call[3], machine) else { return Value(-4) }
                place = given
            }
            let secondLimit = call.count > 4 ? try threshold(call[4]) : 1
            return Value(
                bitmap.pixmap.hits(second.pixmap, dx: place.x - first.x, dy: place.y - first.y, limit, secondLimit))
        }
        if let rect = try rectangle(call[2], machine) {
            return Value(
                bitmap.pixmap.hits(
                    PixelRect(
                        left: rect.left - first.x, top: rect.top - first.y, right: rect.right - first.x,
                        bottom: rect.bottom - first.y), limit))
        }
        guard isPoint(call[2], machine), let spot = try point(call[2], machine) else { return Value(-3) }
        let (x, y) = (spot.x - first.x, spot.y - first.y)
        return Value(bitmap.pixmap.hits(PixelRect(left: x, top: y, right: x + 1, bottom: y + 1), limit))
    }

    /// 0: the same; -3 and -4: another width or height; else a bitmap of the differences.
    private static func compare(_ bitmap: Bitmap, _ call: Call) -> Value {
        guard call.count > 0 else { return Value(-1) }
        guard let state = call[0].object?.native(as: BitmapDataState.self), let other = state.bitmap else {
            return Value(-2)
        }
        if bitmap.width != other.width { return Value(-3) }
        if bitmap.height != other.height { return Value(-4) }
        return bitmap.pixmap.differences(from: other.pixmap).map { make($0, call) } ?? .zero
    }
}
