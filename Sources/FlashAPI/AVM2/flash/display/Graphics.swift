import AVM
import AVM2
import Base
import Glibc
import Player
import Renderer

/// The native state of a `Graphics`: what it draws into.
final class GraphicsState: NativeState {
    let displayObject: DisplayObject
    /// The cell of the object whose graphics these are lives as long as they do.
    init(_ displayObject: DisplayObject) { self.displayObject = displayObject }
    override func visit(_ marker: inout Marker) { marker.visit(displayObject.object2) }
}

/// `flash.display.Graphics`.
enum GraphicsClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display.Graphics", .final)
        table.members = { members }
        return table
    }()

    /// `graphics` of Sprite and Shape.
    static let getter: NativeBody = { (call) throws(ScriptError) in
        let state = try call.state(DisplayState.self)
        if let known = state.graphicsObject { return Value(known) }
        guard let traits = call.machine.traits(named: "flash.display.Graphics") else { return .null }
        _ = try call.machine.classObject(traits)
        let made = call.machine.instantiate(traits)
        made.setNative(GraphicsState(state.displayObject))
        state.graphicsObject = made
        return Value(made)
    }

    private static let members: [NativeMember] = [
        NativeMember(method: "clear", "():void", command { drawing, _ in drawing.clear() }),
        NativeMember(method: "beginFill", "(color:uint, alpha:Number = 1):void", command(beginFill)),
        NativeMember(
            method: "beginGradientFill",
            "(type:String, colors:Array, alphas:Array, ratios:Array, matrix:flash.geom.Matrix = null, spreadMethod:String = \"pad\", interpolationMethod:String = \"rgb\", focalPointRatio:Number = 0):void",
            command(beginGradientFill)),
        NativeMember(
            method: "beginBitmapFill",
            "(bitmap:flash.display.BitmapData, matrix:flash.geom.Matrix = null, repeat:Boolean = true, smooth:Boolean = false):void",
            command(beginBitmapFill)),
        NativeMember(
            method: "beginShaderFill", "(shader:flash.display.Shader, matrix:flash.geom.Matrix = null):void",
            command(beginShaderFill)),
        NativeMember(
            method: "lineShaderStyle", "(shader:flash.display.Shader, matrix:flash.geom.Matrix = null):void",
            command(lineShaderStyle)),
        NativeMember(method: "endFill", "():void", command { drawing, _ in drawing.endFill() }),
        NativeMember(
            method: "lineStyle",
            "(thickness:Number = NaN, color:uint = 0, alpha:Number = 1, pixelHinting:Boolean = false, scaleMode:String = \"normal\", caps:String = null, joints:String = null, miterLimit:Number = 3):void",
            command(lineStyle)),
        NativeMember(
            method: "lineGradientStyle",
            "(type:String, colors:Array, alphas:Array, ratios:Array, matrix:flash.geom.Matrix = null, spreadMethod:String = \"pad\", interpolationMethod:String = \"rgb\", focalPointRatio:Number = 0):void",
            command(lineGradientStyle)),
        NativeMember(
            method: "lineBitmapStyle",
            "(bitmap:flash.display.BitmapData, matrix:flash.geom.Matrix = null, repeat:Boolean = true, smooth:Boolean = false):void",
            command(lineBitmapStyle)),
        NativeMember(method: "moveTo", "(x:Number, y:Number):void", command { $0.move(to: point($1, 0)) }),
        NativeMember(method: "lineTo", "(x:Number, y:Number):void", command { $0.line(to: point($1, 0)) }),
        NativeMember(
            method: "curveTo", "(controlX:Number, controlY:Number, anchorX:Number, anchorY:Number):void",
            command { $0.curve(to: point($1, 2), control: point($1, 0)) }),
        NativeMember(
            method: "cubicCurveTo",
            "(controlX1:Number, controlY1:Number, controlX2:Number, controlY2:Number, anchorX:Number, anchorY:Number):void",
            command { $0.cubic(to: point($1, 4), point($1, 0), point($1, 2)) }),
        NativeMember(
            method: "drawRect", "(x:Number, y:Number, width:Number, height:Number):void", command(drawRect)),
        NativeMember(
            method: "drawRoundRect",
            "(x:Number, y:Number, width:Number, height:Number, ellipseWidth:Number, ellipseHeight:Number = NaN):void",
            command(drawRoundRect)),
        NativeMember(
            method: "drawRoundRectComplex",
            "(x:Number, y:Number, width:Number, height:Number, topLeftRadius:Number, topRightRadius:Number, bottomLeftRadius:Number, bottomRightRadius:Number):void",
            command(drawRoundRectComplex)),
        NativeMember(method: "drawCircle", "(x:Number, y:Number, radius:Number):void", command(drawCircle)),
        NativeMember(
            method: "drawEllipse", "(x:Number, y:Number, width:Number, height:Number):void", command(drawEllipse)),
        NativeMember(
            method: "drawPath",
            "(commands:Vector.<int>, data:Vector.<Number>, winding:String = \"evenOdd\"):void", command(drawPath)),
        NativeMember(
            method: "drawTriangles",
            "(vertices:Vector.<Number>, indices:Vector.<int> = null, uvtData:Vector.<Number> = null, culling:String = \"none\"):void",
            command(drawTriangles)),
        NativeMember(
            method: "drawGraphicsData", "(graphicsData:Vector.<flash.display.IGraphicsData>):void", drawGraphicsData),
        NativeMember(
            method: "readGraphicsData", "(recurse:Boolean = true):Vector.<flash.display.IGraphicsData>",
            readGraphicsData),
        NativeMember(method: "copyFrom", "(sourceGraphics:flash.display.Graphics):void", command(copyFrom)),
    ]

    private static func command(
        _ body: @escaping @Sendable (Drawing, NativeCall) throws(ScriptError) -> Void
    ) -> NativeBody {
        { (call) throws(ScriptError) in
            let object = try call.state(GraphicsState.self).displayObject
            guard let drawing = object.drawing2 else { return .undefined }
            try body(drawing, call)
            object.player.invalidate()
            return .undefined
        }
    }

    private static func twips(_ number: Double) -> Int32 { Int32(saturating: (number.isFinite ? number : 0) * 20) }

    private static func point(_ call: NativeCall, _ index: Int) -> TwipsPoint {
        TwipsPoint(x: twips(call.number(index)), y: twips(call.number(index + 1)))
    }

    static func point(_ x: Double, _ y: Double) -> TwipsPoint { TwipsPoint(x: twips(x), y: twips(y)) }

    // MARK: Styles

    static func color(_ rgb: UInt32, _ alpha: Double) -> RGBA {
        var color = RGBA(rgb: rgb)
        color.alpha = UInt8(max(0, min(1, alpha.isNaN ? 0 : alpha)) * 255)
        return color
    }

    private static func beginFill(_ drawing: Drawing, _ call: NativeCall) {
        drawing.beginFill(.solid(color(call.uint(0), call.number(1))))
    }

    private static func beginGradientFill(_ drawing: Drawing, _ call: NativeCall) throws(ScriptError) {
        if let paint = try gradient(call) { drawing.beginFill(paint) }
    }

    private static func lineGradientStyle(_ drawing: Drawing, _ call: NativeCall) throws(ScriptError) {
        if let paint = try gradient(call) { drawing.linePaint(paint) }
    }

    private static func bitmapPaint(_ drawing: Drawing, _ call: NativeCall) throws(ScriptError) -> Paint? {
        guard let object = call.object(0) else { throw call.machine.makeError(.type, 2007, ["bitmap"]) }
        guard let bitmap = object.native(as: BitmapDataState2.self)?.bitmap else {
            throw call.machine.makeError(.argument, 2015)
        }
        var matrix = Affine(a: 20, d: 20)
        if let given = call.object(1) { matrix = call.machine.affine(given) * matrix }
        drawing.keep(bitmap)
        return .bitmap(bitmap.id, matrix, isSmoothed: call.bool(3), isRepeating: call.bool(2))
    }

    private static func beginBitmapFill(_ drawing: Drawing, _ call: NativeCall) throws(ScriptError) {
        if let paint = try bitmapPaint(drawing, call) { drawing.beginFill(paint) }
    }

    private static func lineBitmapStyle(_ drawing: Drawing, _ call: NativeCall) throws(ScriptError) {
        if let paint = try bitmapPaint(drawing, call) { drawing.linePaint(paint) }
    }

    private static func shaderPaint(_ call: NativeCall) throws(ScriptError) -> Paint? {
        guard let shader = call.object(0) else { throw call.machine.makeError(.type, 2007, ["shader"]) }
        guard let program = try ShaderRun.pixels(of: shader, openInputs: 0, call.machine) else { return nil }
        return .program(program, shaderMatrix(call.object(1), call.machine))
    }

    /// From a shader's coordinates, which are pixels, to twips.
    static func shaderMatrix(_ matrix: Object?, _ machine: AVM2Machine) -> Affine {
        (matrix.map { machine.affine($0) } ?? .identity) * Affine(a: 20, d: 20)
    }

    private static func beginShaderFill(_ drawing: Drawing, _ call: NativeCall) throws(ScriptError) {
        if let paint = try shaderPaint(call) { drawing.beginFill(paint) }
    }

    private static func lineShaderStyle(_ drawing: Drawing, _ call: NativeCall) throws(ScriptError) {
        if let paint = try shaderPaint(call) { drawing.linePaint(paint) }
    }

    /// `type, colors, alphas, ratios, matrix, spreadMethod, interpolationMethod, focalPointRatio`
    private static func gradient(_ call: NativeCall) throws(ScriptError) -> Paint? {
        let machine = call.machine
        let type = call.text(0)
        guard type == "linear" || type == "radial" else { throw machine.makeError(.argument, 2008, ["type"]) }
        guard let colors = call.object(1)?.native(as: ArrayState.self) else {
            throw machine.makeError(.type, 2007, ["colors"])
        }
        let alphas = call.object(2)?.native(as: ArrayState.self)
        let ratios = call.object(3)?.native(as: ArrayState.self)
        let count = min(Int(colors.length), 15)
        guard count > 0 else { return nil }
        var stops: [GradientStop] = []
        for index in 0..<count {
            let rgb = try machine.toUInt32(colors[index])
            let alpha =
                try alphas.map { (a) throws(ScriptError) in
                    index < a.length ? try machine.toNumber(a[index]) : 1
                } ?? 1
            let ratio =
                try ratios.map { (r) throws(ScriptError) in
                    index < r.length ? try machine.toNumber(r[index]) : 255
                } ?? Double(index * 255 / max(1, count - 1))
            stops.append(
                GradientStop(
                    ratio: UInt8(max(0, min(255, ratio.isNaN ? 0 : ratio))), color: color(rgb, alpha)))
        }
        stops.sort { $0.ratio < $1.ratio }
        let spread: GradientSpread =
            switch call.text(5) {
            case "reflect": .reflect
            case "repeat": .repeat
            default: .pad
            }
        let result = Gradient(
            stops: stops, spread: spread, interpolation: call.text(6) == "linearRGB" ? .linearRGB : .rgb)
        let matrix = call.object(4).map { machine.affine($0) } ?? Affine(a: 20.0 * 100 / 1638.4, d: 20.0 * 100 / 1638.4)
        if type == "linear" { return .linear(result, matrix) }
        let focal = call.number(7)
        return .radial(result, matrix, focalPoint: focal.isNaN ? 0 : max(-1, min(1, focal)))
    }

    private static func lineStyle(_ drawing: Drawing, _ call: NativeCall) throws(ScriptError) {
        let thickness = call.number(0)
        guard !thickness.isNaN else { return drawing.lineStyle(nil) }
        var stroke = Stroke(
            width: max(0, min(255, thickness)) * 20, paint: .solid(color(call.uint(1), call.number(2))))
        stroke.pixelHinting = call.bool(3)
        switch call.text(4) {
        case "none": (stroke.noHScale, stroke.noVScale) = (true, true)
        case "vertical": stroke.noVScale = true
        case "horizontal": stroke.noHScale = true
        default: break
        }
        let cap: LineCap =
            switch call.text(5) {
            case "none": .none
            case "square": .square
            default: .round
            }
        (stroke.startCap, stroke.endCap) = (cap, cap)
        switch call.text(6) {
        case "miter":
            let limit = call.number(7)
            stroke.join = .miter(limit: max(1, min(255, limit.isNaN ? 3 : limit)))
        case "bevel": stroke.join = .bevel
        default: break
        }
        drawing.lineStyle(stroke)
    }

    // MARK: Figures

    private static func drawRect(_ drawing: Drawing, _ call: NativeCall) {
        let (x, y, w, h) = (call.number(0), call.number(1), call.number(2), call.number(3))
        drawing.move(to: point(x, y))
        drawing.line(to: point(x + w, y))
        drawing.line(to: point(x + w, y + h))
        drawing.line(to: point(x, y + h))
        drawing.line(to: point(x, y))
    }

    private static func drawRoundRect(_ drawing: Drawing, _ call: NativeCall) {
        let (x, y, w, h) = (call.number(0), call.number(1), call.number(2), call.number(3))
        let ellipseWidth = call.number(4)
        let ellipseHeight = call.number(5).isNaN ? ellipseWidth : call.number(5)
        let rx = min(abs(ellipseWidth) / 2, abs(w) / 2)
        let ry = min(abs(ellipseHeight) / 2, abs(h) / 2)
        roundRect(drawing, x, y, w, h, [(rx, ry), (rx, ry), (rx, ry), (rx, ry)])
    }

    private static func drawRoundRectComplex(_ drawing: Drawing, _ call: NativeCall) {
        let (x, y, w, h) = (call.number(0), call.number(1), call.number(2), call.number(3))
        func radius(_ index: Int) -> (Double, Double) {
            let r = max(0, min(call.number(index), abs(w) / 2, abs(h) / 2))
            return (r, r)
        }
        roundRect(drawing, x, y, w, h, [radius(4), radius(5), radius(7), radius(6)])
    }

    /// `radii`: top left, top right, bottom right, bottom left. The pen starts at the right end of the bottom edge and
    /// goes round clockwise.
    private static func roundRect(
        _ drawing: Drawing, _ x: Double, _ y: Double, _ w: Double, _ h: Double, _ radii: [(Double, Double)]
    ) {
        let (tl, tr, br, bl) = (radii[0], radii[1], radii[2], radii[3])
        let right = x + w
        let bottom = y + h
        drawing.move(to: point(right, bottom - br.1))
        arc(drawing, right - br.0, bottom - br.1, br.0, br.1, from: 0)
        drawing.line(to: point(x + bl.0, bottom))
        arc(drawing, x + bl.0, bottom - bl.1, bl.0, bl.1, from: 2)
        drawing.line(to: point(x, y + tl.1))
        arc(drawing, x + tl.0, y + tl.1, tl.0, tl.1, from: 4)
        drawing.line(to: point(right - tr.0, y))
        arc(drawing, right - tr.0, y + tr.1, tr.0, tr.1, from: 6)
        drawing.line(to: point(right, bottom - br.1))
    }

    /// A quarter of an ellipse as two curves, from the eighth of the circle `start` on, clockwise on the screen.
    private static func arc(
        _ drawing: Drawing, _ cx: Double, _ cy: Double, _ rx: Double, _ ry: Double, from start: Int
    ) {
        guard rx > 0 || ry > 0 else { return }
        for step in start..<start + 2 { eighth(drawing, cx, cy, rx, ry, step) }
    }

    private static func eighth(
        _ drawing: Drawing, _ cx: Double, _ cy: Double, _ rx: Double, _ ry: Double, _ step: Int
    ) {
        let middle = (Double(step) + 0.5) * .pi / 4
        // The last one ends exactly where the first began.
        let end = Double((step + 1) % 8) * .pi / 4
        let reach = 1 / cos(Double.pi / 8)
        drawing.curve(
            to: point(cx + rx * cos(end), cy + ry * sin(end)),
            control: point(cx + rx * reach * cos(middle), cy + ry * reach * sin(middle)))
    }

    private static func ellipse(_ drawing: Drawing, _ cx: Double, _ cy: Double, _ rx: Double, _ ry: Double) {
        drawing.move(to: point(cx + rx, cy))
        for step in 0..<8 { eighth(drawing, cx, cy, rx, ry, step) }
    }

    private static func drawCircle(_ drawing: Drawing, _ call: NativeCall) {
        ellipse(drawing, call.number(0), call.number(1), call.number(2), call.number(2))
    }

    private static func drawEllipse(_ drawing: Drawing, _ call: NativeCall) {
        let (rx, ry) = (call.number(2) / 2, call.number(3) / 2)
        ellipse(drawing, call.number(0) + rx, call.number(1) + ry, rx, ry)
    }

    private static func drawPath(_ drawing: Drawing, _ call: NativeCall) throws(ScriptError) {
        guard let commands = call.object(0)?.native(as: VectorState.self),
            let data = call.object(1)?.native(as: VectorState.self)
        else { throw call.machine.makeError(.type, 2007, ["commands"]) }
        try checkWinding(call.string(2)?.text, call)
        // Without commands there is nothing to fit.
        if commands.count > 0, data.count % 2 != 0 { throw call.machine.makeError(.argument, 2004) }
        var next = 0
        func take() -> TwipsPoint? {
            guard next + 1 < data.count else { return nil }
            defer { next += 2 }
            return point(data.elements[next].unsafeNumber, data.elements[next + 1].unsafeNumber)
        }
        for index in 0..<commands.count {
            switch commands.elements[index].unsafeInt {
            case 1:
                guard let to = take() else { return }
                drawing.move(to: to)
            case 2:
                guard let to = take() else { return }
                drawing.line(to: to)
            case 3:
                guard let control = take(), let to = take() else { return }
                drawing.curve(to: to, control: control)
            case 4:
                guard take() != nil, let to = take() else { return }
                drawing.move(to: to)
            case 5:
                guard take() != nil, let to = take() else { return }
                drawing.line(to: to)
            case 6:
                guard let first = take(), let second = take(), let to = take() else { return }
                drawing.cubic(to: to, first, second)
            default: break
            }
        }
    }

    private static func copyFrom(_ drawing: Drawing, _ call: NativeCall) throws(ScriptError) {
        guard let other = call.object(0)?.native(as: GraphicsState.self)?.displayObject.drawing2 else {
            throw call.machine.makeError(.type, 2007, ["sourceGraphics"])
        }
        drawing.takeCopy(of: other)
    }
}

extension AVM2Machine {
    /// A Matrix object, its translation in twips.
    func affine(_ object: Object) -> Affine {
        func value(_ slot: Int) -> Double {
            let number = number(object, slot: slot)
            return number.isFinite ? number : 0
        }
        return Affine(a: value(0), b: value(1), c: value(2), d: value(3), tx: value(4) * 20, ty: value(5) * 20)
    }
}
