import AVM
import AVM2
import Base
import Player
import Renderer

/// The native state of a BitmapData of ActionScript 3: its pixels, nil once it is disposed.
public final class BitmapDataState2: NativeState {
    public var bitmap: Bitmap?
    init(_ bitmap: Bitmap?) { self.bitmap = bitmap }
    public override var externalSize: Int { bitmap.map { $0.width * $0.height * 4 } ?? 0 }
}

/// `flash.display.BitmapData`.
enum BitmapDataClass2 {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.display.BitmapData",
            constructor: "(width:int, height:int, transparent:Boolean = true, fillColor:uint = 0xFFFFFFFF)")
        table.interfaces = ["flash.display.IBitmapDrawable"]
        table.makeState = { _, _ in BitmapDataState2(nil) }
        table.initialize = initialize
        table.members = { members + drawingMembers }
        return table
    }()

    /// A BitmapData around pixels.
    static func make(_ pixmap: Pixmap, _ runtime: AVM2Runtime) throws(ScriptError) -> Object {
        guard let traits = runtime.machine.traits(named: "flash.display.BitmapData") else {
            throw runtime.machine.nullReference(.null)
        }
        _ = try runtime.machine.classObject(traits)
        try checkRoom(pixmap.width, pixmap.height, runtime.machine)
        let object = runtime.machine.instantiate(traits)
        if let state = object.native(as: BitmapDataState2.self) {
            state.bitmap = Bitmap(pixmap, player: runtime.player)
            runtime.machine.heap.noteExternal(of: state)
        }
        return object
    }

    /// A BitmapData of pixels that are shown already.
    static func object(around bitmap: Bitmap, _ runtime: AVM2Runtime) throws(ScriptError) -> Object {
        guard let traits = runtime.machine.traits(named: "flash.display.BitmapData") else {
            throw runtime.machine.nullReference(.null)
        }
        _ = try runtime.machine.classObject(traits)
        let object = runtime.machine.instantiate(traits)
        object.native(as: BitmapDataState2.self)?.bitmap = bitmap
        return object
    }

    private static let initialize: NativeBody = { (call) throws(ScriptError) in
        let state = try call.state(BitmapDataState2.self)
        // The class of a bitmap of the movie brings its pixels along.
        if let traits = call.this.object.map({ call.machine.traits(of: $0) }),
            let symbol = call.runtime.symbol(of: traits),
            let pixmap = symbol.assets.bitmap(symbol.id)
        {
            try checkRoom(pixmap.width, pixmap.height, call.machine)
            state.bitmap = Bitmap(pixmap.copy(), player: call.player)
            call.heap.noteExternal(of: state)
            return .undefined
        }
        let (width, height) = (Int(call.int(0)), Int(call.int(1)))
        guard isAllowed(width, height, call.machine.swfVersion) else { throw call.machine.makeError(.argument, 2015) }
        try checkRoom(width, height, call.machine)
        let isTransparent = call.bool(2)
        let pixmap = Pixmap(
            width: width, height: height, isOpaque: !isTransparent,
            fill: PixelColor(argb: call.uint(3)).premultiplied(isOpaque: !isTransparent))
        state.bitmap = Bitmap(pixmap, player: call.player)
        call.heap.noteExternal(of: state)
        return .undefined
    }

    /// More pixels than the movie may have in all are Error #1000.
    private static func checkRoom(_ width: Int, _ height: Int, _ machine: AVM2Machine) throws(ScriptError) {
        guard machine.heap.hasRoom(forExternal: width * height * 4) else { throw machine.makeError(.error, 1000) }
    }

    /// Largest side, and most pixels, that a bitmap may have in a movie of a version.
    private static func isAllowed(_ width: Int, _ height: Int, _ version: UInt8) -> Bool {
        guard width > 0, height > 0 else { return false }
        if version < 10 { return width <= 2880 && height <= 2880 }
        // Since Flash Player 11 only memory limits the sides.
        if version >= 13 { return width <= 32_767 && height <= 32_767 && width * height <= 1 << 28 }
        return width <= 8191 && height <= 8191 && width * height <= 16_777_215
    }

    // MARK: Arguments

    static func body(
        _ body: @escaping @Sendable (Bitmap, NativeCall) throws(ScriptError) -> Value
    ) -> NativeBody {
        { (call) throws(ScriptError) in
            guard let bitmap = try call.state(BitmapDataState2.self).bitmap else {
                throw call.machine.makeError(.argument, 2015)
            }
            return try body(bitmap, call)
        }
    }

    /// A method that writes pixels and gives nothing.
    static func writing(
        _ change: @escaping @Sendable (Bitmap, NativeCall) throws(ScriptError) -> Void
    ) -> NativeBody {
        body { (bitmap, call) throws(ScriptError) in
            try change(bitmap, call)
            bitmap.didChange()
            return .undefined
        }
    }

    static func source(_ call: NativeCall, _ index: Int, _ name: String) throws(ScriptError) -> Bitmap {
        guard let object = call.object(index) else { throw call.machine.makeError(.type, 2007, [name]) }
        guard let bitmap = object.native(as: BitmapDataState2.self)?.bitmap else {
            throw call.machine.makeError(.argument, 2015)
        }
        return bitmap
    }

    static func whole(_ number: Double) -> Int {
        Int(Int32(saturating: number.isFinite ? number.rounded(.down) : 0))
    }

    static func rect(_ call: NativeCall, _ index: Int, _ name: String) throws(ScriptError) -> PixelRect {
        guard let rect = try rectOrNull(call, index) else { throw call.machine.makeError(.type, 2007, [name]) }
        return rect
    }

    static func rectOrNull(_ call: NativeCall, _ index: Int) throws(ScriptError) -> PixelRect? {
        guard let object = call.object(index) else { return nil }
        func number(_ slot: Int) -> Double { call.machine.number(object, slot: slot) }
        // The sides are rounded, not the lengths; a half to the even number.
        func side(_ number: Double) -> Int { Int(Int32(saturating: number.rounded(.toNearestOrEven))) }
        return PixelRect(
            left: side(number(0)), top: side(number(1)), right: side(number(0) + number(2)),
            bottom: side(number(1) + number(3)))
    }

    static func place(
        _ call: NativeCall, _ index: Int, _ name: String
    ) throws(ScriptError) -> (x: Int, y: Int) {
        guard let place = placeOrNull(call, index) else { throw call.machine.makeError(.type, 2007, [name]) }
        return place
    }

    static func placeOrNull(_ call: NativeCall, _ index: Int) -> (x: Int, y: Int)? {
        guard let object = call.object(index) else { return nil }
        return (whole(call.machine.number(object, slot: 0)), whole(call.machine.number(object, slot: 1)))
    }

    static func makeRect(_ rect: PixelRect, _ call: NativeCall) throws(ScriptError) -> Value {
        Value(
            try call.machine.make(
                "flash.geom.Rectangle",
                [
                    Value(double: Double(rect.left)), Value(double: Double(rect.top)),
                    Value(double: Double(rect.width)),
                    Value(double: Double(rect.height)),
                ]))
    }

    static func isInside(_ bitmap: Bitmap, _ x: Int32, _ y: Int32) -> Bool {
        x >= 0 && y >= 0 && Int(x) < bitmap.width && Int(y) < bitmap.height
    }

    // MARK: Members

    private static let members: [NativeMember] = [
        NativeMember(get: "width", ":int", body { bitmap, _ in Value(bitmap.width) }),
        NativeMember(get: "height", ":int", body { bitmap, _ in Value(bitmap.height) }),
        NativeMember(get: "transparent", ":Boolean", body { bitmap, _ in Value(bitmap.isTransparent) }),
        NativeMember(
            get: "rect", ":flash.geom.Rectangle",
            body { (bitmap, call) throws(ScriptError) in
                try makeRect(PixelRect(left: 0, top: 0, right: bitmap.width, bottom: bitmap.height), call)
            }),
        NativeMember(
            method: "getPixel", "(x:int, y:int):uint",
            body { bitmap, call in
                guard isInside(bitmap, call.int(0), call.int(1)) else { return .zero }
                return Value(Int(bitmap.pixmap.color(Int(call.int(0)), Int(call.int(1))).argb & 0xFF_FFFF))
            }),
        NativeMember(
            method: "getPixel32", "(x:int, y:int):uint",
            body { bitmap, call in
                guard isInside(bitmap, call.int(0), call.int(1)) else { return .zero }
                return Value(Int(bitmap.pixmap.color(Int(call.int(0)), Int(call.int(1))).argb))
            }),
        NativeMember(
            method: "setPixel", "(x:int, y:int, color:uint):void",
            writing { bitmap, call in
                guard isInside(bitmap, call.int(0), call.int(1)) else { return }
                let (x, y) = (Int(call.int(0)), Int(call.int(1)))
                let alpha = bitmap.pixmap.color(x, y).argb & 0xFF00_0000
                bitmap.pixmap.set(x, y, PixelColor(argb: alpha | call.uint(2) & 0xFF_FFFF))
            }),
        NativeMember(
            method: "setPixel32", "(x:int, y:int, color:uint):void",
            writing { bitmap, call in
                guard isInside(bitmap, call.int(0), call.int(1)) else { return }
                bitmap.pixmap.set(Int(call.int(0)), Int(call.int(1)), PixelColor(argb: call.uint(2)))
            }),
        NativeMember(
            method: "fillRect", "(rect:flash.geom.Rectangle, color:uint):void",
            writing { (bitmap, call) throws(ScriptError) in
                bitmap.pixmap.fill(try rect(call, 0, "rect"), PixelColor(argb: call.uint(1)))
            }),
        NativeMember(
            method: "floodFill", "(x:int, y:int, color:uint):void",
            writing { bitmap, call in
                guard isInside(bitmap, call.int(0), call.int(1)) else { return }
                bitmap.pixmap.floodFill(Int(call.int(0)), Int(call.int(1)), PixelColor(argb: call.uint(2)))
            }),
        NativeMember(
            method: "scroll", "(x:int, y:int):void",
            writing { bitmap, call in bitmap.pixmap.scroll(Int(call.int(0)), Int(call.int(1))) }),
        NativeMember(
            method: "getColorBoundsRect", "(mask:uint, color:uint, findColor:Boolean = true):flash.geom.Rectangle",
            body { (bitmap, call) throws(ScriptError) in
                try makeRect(
                    bitmap.pixmap.bounds(mask: call.uint(0), color: call.uint(1), isEqual: call.bool(2)), call)
            }),
        NativeMember(
            method: "clone", "():flash.display.BitmapData",
            body { (bitmap, call) throws(ScriptError) in Value(try make(bitmap.pixmap.copy(), call.runtime)) }),
        NativeMember(method: "dispose", "():void") { (call) throws(ScriptError) in
            let state = try call.state(BitmapDataState2.self)
            state.bitmap = nil
            call.heap.noteExternal(of: state)
            return .undefined
        },
        NativeMember(method: "lock", "():void") { _ in .undefined },
        NativeMember(method: "unlock", "(changeRect:flash.geom.Rectangle = null):void") { _ in .undefined },
        NativeMember(
            method: "hitTest",
            "(firstPoint:flash.geom.Point, firstAlphaThreshold:uint, secondObject:Object, secondBitmapDataPoint:flash.geom.Point = null, secondAlphaThreshold:uint = 1):Boolean",
            body(hitTest)),
        NativeMember(method: "compare", "(otherBitmapData:flash.display.BitmapData):Object", body(compare)),
        NativeMember(
            method: "histogram", "(hRect:flash.geom.Rectangle = null):Vector.<Vector.<Number>>", body(histogram)),
        NativeMember(
            method: "getPixels", "(rect:flash.geom.Rectangle):flash.utils.ByteArray", body(getPixels)),
        NativeMember(
            method: "getVector", "(rect:flash.geom.Rectangle):Vector.<uint>", body(getVector)),
        NativeMember(
            method: "setVector", "(rect:flash.geom.Rectangle, inputVector:Vector.<uint>):void", writing(setVector)),
        NativeMember(
            method: "setPixels", "(rect:flash.geom.Rectangle, inputByteArray:flash.utils.ByteArray):void",
            writing(setPixels)),
        NativeMember(
            missing: "encode",
            "(rect:flash.geom.Rectangle, compressor:Object, byteArray:flash.utils.ByteArray = null):flash.utils.ByteArray"
        ),
        NativeMember(
            method: "copyPixelsToByteArray", "(rect:flash.geom.Rectangle, data:flash.utils.ByteArray):void",
            body(copyPixelsToByteArray)),
    ]

    private static let drawingMembers: [NativeMember] = [
        NativeMember(
            method: "draw",
            "(source:flash.display.IBitmapDrawable, matrix:flash.geom.Matrix = null, colorTransform:flash.geom.ColorTransform = null, blendMode:String = null, clipRect:flash.geom.Rectangle = null, smoothing:Boolean = false):void",
            body(draw)),
        NativeMember(
            method: "drawWithQuality",
            "(source:flash.display.IBitmapDrawable, matrix:flash.geom.Matrix = null, colorTransform:flash.geom.ColorTransform = null, blendMode:String = null, clipRect:flash.geom.Rectangle = null, smoothing:Boolean = false, quality:String = null):void",
            body(draw)),
        NativeMember(
            method: "copyPixels",
            "(sourceBitmapData:flash.display.BitmapData, sourceRect:flash.geom.Rectangle, destPoint:flash.geom.Point, alphaBitmapData:flash.display.BitmapData = null, alphaPoint:flash.geom.Point = null, mergeAlpha:Boolean = false):void",
            writing(copyPixels)),
        NativeMember(
            method: "copyChannel",
            "(sourceBitmapData:flash.display.BitmapData, sourceRect:flash.geom.Rectangle, destPoint:flash.geom.Point, sourceChannel:uint, destChannel:uint):void",
            writing { (bitmap, call) throws(ScriptError) in
                bitmap.pixmap.copyChannel(
                    from: try source(call, 0, "sourceBitmapData").pixmap, try rect(call, 1, "sourceRect"),
                    to: try place(call, 2, "destPoint"), Int(call.uint(3)), Int(call.uint(4)))
            }),
        NativeMember(
            method: "merge",
            "(sourceBitmapData:flash.display.BitmapData, sourceRect:flash.geom.Rectangle, destPoint:flash.geom.Point, redMultiplier:uint, greenMultiplier:uint, blueMultiplier:uint, alphaMultiplier:uint):void",
            writing { (bitmap, call) throws(ScriptError) in
                bitmap.pixmap.merge(
                    try source(call, 0, "sourceBitmapData").pixmap, try rect(call, 1, "sourceRect"),
                    to: try place(call, 2, "destPoint"),
                    (
                        red: Int(call.uint(3)), green: Int(call.uint(4)), blue: Int(call.uint(5)),
                        alpha: Int(call.uint(6))
                    ))
            }),
        NativeMember(
            method: "colorTransform", "(rect:flash.geom.Rectangle, colorTransform:flash.geom.ColorTransform):void",
            writing { (bitmap, call) throws(ScriptError) in
                guard let given = call.object(1) else {
                    throw call.machine.makeError(.type, 2007, ["colorTransform"])
                }
                bitmap.pixmap.transform(try rect(call, 0, "rect"), call.machine.colorTransform(given))
            }),
        NativeMember(
            method: "threshold",
            "(sourceBitmapData:flash.display.BitmapData, sourceRect:flash.geom.Rectangle, destPoint:flash.geom.Point, operation:String, threshold:uint, color:uint = 0, mask:uint = 0xFFFFFFFF, copySource:Boolean = false):uint",
            body(threshold)),
        NativeMember(
            method: "noise",
            "(randomSeed:int, low:uint = 0, high:uint = 255, channelOptions:uint = 7, grayScale:Boolean = false):void",
            writing { bitmap, call in
                bitmap.pixmap.noise(
                    seed: call.int(0), low: UInt8(clamping: call.uint(1)), high: UInt8(clamping: call.uint(2)),
                    channels: Int(call.uint(3)), isGray: call.bool(4))
            }),
        NativeMember(
            method: "perlinNoise",
            "(baseX:Number, baseY:Number, numOctaves:uint, randomSeed:int, stitch:Boolean, fractalNoise:Boolean, channelOptions:uint = 7, grayScale:Boolean = false, offsets:Array = null):void",
            writing(perlinNoise)),
        NativeMember(
            method: "paletteMap",
            "(sourceBitmapData:flash.display.BitmapData, sourceRect:flash.geom.Rectangle, destPoint:flash.geom.Point, redArray:Array = null, greenArray:Array = null, blueArray:Array = null, alphaArray:Array = null):void",
            writing(paletteMap)),
        NativeMember(
            method: "pixelDissolve",
            "(sourceBitmapData:flash.display.BitmapData, sourceRect:flash.geom.Rectangle, destPoint:flash.geom.Point, randomSeed:int = 0, numPixels:int = 0, fillColor:uint = 0):int",
            body(pixelDissolve)),
        NativeMember(
            method: "applyFilter",
            "(sourceBitmapData:flash.display.BitmapData, sourceRect:flash.geom.Rectangle, destPoint:flash.geom.Point, filter:flash.filters.BitmapFilter):void",
            writing(applyFilter)),
        NativeMember(
            method: "generateFilterRect",
            "(sourceRect:flash.geom.Rectangle, filter:flash.filters.BitmapFilter):flash.geom.Rectangle",
            body(generateFilterRect)),
    ]

    // MARK: Reading

    private static func hitTest(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) -> Value {
        let first = try place(call, 0, "firstPoint")
        // What is wholly transparent is never hit.
        let limit = max(1, UInt8(clamping: call.uint(1)))
        guard let other = call.object(2) else { throw call.machine.makeError(.type, 2007, ["secondObject"]) }
        if let state = other.native(as: BitmapDataState2.self) {
            guard let second = state.bitmap else { throw call.machine.makeError(.argument, 2015) }
            let spot = placeOrNull(call, 3) ?? (0, 0)
            let limit = UInt8(clamping: call.uint(1))
            return Value(
                bitmap.pixmap.hits(
                    second.pixmap, dx: spot.x - first.x, dy: spot.y - first.y, limit, UInt8(clamping: call.uint(4))))
        }
        let name = call.machine.describe(call.machine.traits(of: other).name).text
        if name == "flash.geom::Rectangle" {
            let area = try rect(call, 2, "secondObject")
            return Value(
                bitmap.pixmap.hits(
                    PixelRect(
                        left: area.left - first.x, top: area.top - first.y, right: area.right - first.x,
                        bottom: area.bottom - first.y), limit))
        }
        guard name == "flash.geom::Point" else { throw call.machine.makeError(.argument, 2005, ["2", "BitmapData"]) }
        let spot = try place(call, 2, "secondObject")
        let (x, y) = (spot.x - first.x, spot.y - first.y)
        return Value(bitmap.pixmap.hits(PixelRect(left: x, top: y, right: x + 1, bottom: y + 1), limit))
    }

    private static func compare(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) -> Value {
        let other = try source(call, 0, "otherBitmapData")
        if bitmap.width != other.width { return Value(Int32(-3)) }
        if bitmap.height != other.height { return Value(Int32(-4)) }
        guard let differences = bitmap.pixmap.differences(from: other.pixmap) else { return .zero }
        return Value(try make(differences, call.runtime))
    }

    private static func histogram(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) -> Value {
        let area = (try rectOrNull(call, 0) ?? bitmap.pixmap.bounds).intersection(bitmap.pixmap.bounds)
        var counts = [[Double]](repeating: [Double](repeating: 0, count: 256), count: 4)
        if !area.isEmpty {
            for y in area.top..<area.bottom {
                for x in area.left..<area.right {
                    let argb = bitmap.pixmap.color(x, y).argb
                    counts[0][Int(argb >> 16 & 255)] += 1
                    counts[1][Int(argb >> 8 & 255)] += 1
                    counts[2][Int(argb & 255)] += 1
                    counts[3][Int(argb >> 24)] += 1
                }
            }
        }
        let machine = call.machine
        guard let inner = machine.vectorTraits(of: .number) else { return .null }
        let (list, state) = try machine.makeVector(of: .instance(inner), count: 0)
        let held = ValueBuffer(call.heap)
        held.append(Value(list))
        for channel in counts {
            let (vector, numbers) = try machine.makeVector(of: .number, count: 256)
            for index in 0..<256 { numbers.elements[index] = Value(double: channel[index]) }
            try state.append(Value(vector), machine)
        }
        return Value(list)
    }

    /// Calls `body` with each pixel of an area, in rows; what lies outside of the bitmap is left out.
    static func forEach(_ bitmap: Bitmap, _ area: PixelRect, _ body: (Int, Int) -> Void) {
        let area = area.intersection(bitmap.pixmap.bounds)
        guard !area.isEmpty else { return }
        for y in area.top..<area.bottom {
            for x in area.left..<area.right { body(x, y) }
        }
    }

    private static func getVector(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) -> Value {
        let area = try rect(call, 0, "rect").intersection(bitmap.pixmap.bounds)
        let (object, state) = try call.machine.makeVector(of: .uint, count: area.isEmpty ? 0 : area.area)
        var index = 0
        forEach(bitmap, area) { x, y in
            state.elements[index] = Value(Int(bitmap.pixmap.color(x, y).argb))
            index += 1
        }
        return Value(object)
    }

    private static func setVector(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) {
        let area = try rect(call, 0, "rect").intersection(bitmap.pixmap.bounds)
        guard let values = call.object(1)?.native(as: VectorState.self) else {
            // Quirk: Flash misspells the name.
            throw call.machine.makeError(.type, 2007, ["imputVector"])
        }
        guard area.isEmpty || values.count >= area.area else { throw call.machine.makeError(.range, 2006) }
        var index = 0
        forEach(bitmap, area) { x, y in
            bitmap.pixmap.set(x, y, PixelColor(argb: UInt32(values.elements[index].unsafeNumber)))
            index += 1
        }
    }

    /// The pixels of an area, four bytes each.
    private static func bytes(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) -> [UInt8] {
        var bytes: [UInt8] = []
        forEach(bitmap, try rect(call, 0, "rect")) { x, y in
            let argb = bitmap.pixmap.color(x, y).argb
            bytes += [UInt8(argb >> 24), UInt8(argb >> 16 & 255), UInt8(argb >> 8 & 255), UInt8(argb & 255)]
        }
        return bytes
    }

    /// A new ByteArray that stands at its end.
    private static func getPixels(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) -> Value {
        let bytes = try bytes(bitmap, call)
        let object = try call.machine.make("flash.utils.ByteArray")
        try ByteArrayAccess.append(bytes, to: object, call.machine)
        return Value(object)
    }

    private static func copyPixelsToByteArray(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) -> Value {
        let bytes = try bytes(bitmap, call)
        guard let object = call.object(1) else { throw call.machine.makeError(.type, 2007, ["data"]) }
        try ByteArrayAccess.append(bytes, to: object, call.machine)
        return .undefined
    }

    private static func setPixels(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) {
        guard let object = call.object(1) else { throw call.machine.makeError(.type, 2007, ["inputByteArray"]) }
        let area = try rect(call, 0, "rect").intersection(bitmap.pixmap.bounds)
        guard !area.isEmpty else { return }
        // What there is goes in before the end is found out.
        let available = min(area.area, try ByteArrayAccess.available(in: object, call.machine) / 4)
        let bytes = try ByteArrayAccess.read(available * 4, from: object, call.machine)
        var index = 0
        forEach(bitmap, area) { x, y in
            guard index < bytes.count else { return }
            let argb =
                UInt32(bytes[index]) << 24 | UInt32(bytes[index + 1]) << 16 | UInt32(bytes[index + 2]) << 8
                | UInt32(bytes[index + 3])
            bitmap.pixmap.set(x, y, PixelColor(argb: argb))
            index += 4
        }
        if available < area.area {
            bitmap.didChange()
            _ = try ByteArrayAccess.read(4, from: object, call.machine)
        }
    }
}
