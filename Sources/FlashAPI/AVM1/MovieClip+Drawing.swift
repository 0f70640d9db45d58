import AVM
import AVM1
import Base
import Glibc
import Player
import Renderer

/// MovieClip's drawing methods.
extension MovieClipClass {
    static let drawingMethods: [NativeMethod] = [
        NativeMethod("beginFill", command(beginFill), [.hidden, .version6]),
        NativeMethod("beginGradientFill", command(beginGradientFill), [.hidden, .version6]),
        NativeMethod("beginBitmapFill", command(beginBitmapFill), [.hidden, .version8]),
        NativeMethod("moveTo", command(moveTo), [.hidden, .version6]),
        NativeMethod("lineTo", command(lineTo), [.hidden, .version6]),
        NativeMethod("curveTo", command(curveTo), [.hidden, .version6]),
        NativeMethod("lineStyle", command(lineStyle), [.hidden, .version6]),
        NativeMethod("lineGradientStyle", command(lineGradientStyle), [.hidden, .version8]),
        NativeMethod("endFill", command { clip, _ in clip.drawing.endFill() }, [.hidden, .version6]),
        NativeMethod("clear", command(clear), [.hidden, .version6]),
    ]

    private static func clear(_ clip: MovieClip, _ call: Call) {
        clip.drawing.clear()
        clip.player.invalidate()
    }

    /// A pair of arguments as a point. Nil where one is missing; what is no finite number counts as 0.
    private static func point(_ call: Call, _ index: Int) throws(ScriptError) -> TwipsPoint? {
        guard call.count > index + 1 else { return nil }
        let x = try call.machine.toNumber(call[index])
        let y = try call.machine.toNumber(call[index + 1])
        return TwipsPoint(
            x: Twips(pixels: x.isFinite ? x : 0).raw, y: Twips(pixels: y.isFinite ? y : 0).raw)
    }

    private static func moveTo(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        guard let point = try point(call, 0) else { return }
        clip.drawing.move(to: point)
    }

    private static func lineTo(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        guard let point = try point(call, 0) else { return }
        clip.drawing.line(to: point)
        clip.player.invalidate()
    }

    private static func curveTo(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        guard let control = try point(call, 0), let anchor = try point(call, 2) else { return }
        clip.drawing.curve(to: anchor, control: control)
        clip.player.invalidate()
    }

    // MARK: Fills

    /// 0…100 as 0…255; `missing` where there is no such argument.
    private static func alpha(_ value: Value, _ machine: Machine) throws(ScriptError) -> UInt8 {
        if value.isUndefined { return 255 }
        let percent = try machine.toNumber(value)
        return UInt8(max(0, min(100, percent.isNaN ? 0 : percent)) / 100 * 255)
    }

    private static func color(_ rgb: Value, _ alpha: Value, _ machine: Machine) throws(ScriptError) -> RGBA {
        var color = RGBA(rgb: try machine.toUInt32(rgb))
        color.alpha = try self.alpha(alpha, machine)
        return color
    }

    private static func beginFill(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        guard call.count > 0 else { return clip.drawing.endFill() }
        clip.drawing.beginFill(.solid(try color(call[0], call[1], call.machine)))
    }

    private static func beginGradientFill(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        guard call.count >= 5 else { return clip.drawing.endFill() }
        guard let paint = try gradient(call) else { return }
        clip.drawing.beginFill(paint)
    }

    private static func beginBitmapFill(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        guard let state = call[0].object?.native(as: BitmapDataState.self), let bitmap = state.bitmap else { return }
        var matrix = Affine(a: 20, d: 20)
        if let object = call[1].object { matrix = try ScriptMatrix.read(object, call.machine) * matrix }
        let repeats = call.count > 2 ? call.machine.toBool(call[2]) : true
        clip.drawing.beginFill(
            .bitmap(bitmap.id, matrix, isSmoothed: call.machine.toBool(call[3]), isRepeating: repeats))
        clip.drawing.keep(bitmap)
    }

    /// `type, colors, alphas, ratios, matrix[, spreadMethod, interpolationMethod, focalPointRatio]`
    private static func gradient(_ call: Call) throws(ScriptError) -> Paint? {
        let machine = call.machine
        let type = try machine.toString(call[0]).text
        guard type == "linear" || type == "radial", let colors = call[1].object, let alphas = call[2].object,
            let ratios = call[3].object, let box = call[4].object
        else { return nil }
        let count = Int(try machine.toInt32(try machine.get(colors, machine.names.length)))
        guard count > 0, count <= 255 else { return nil }
        var stops: [GradientStop] = []
        for index in 0..<count {
            let name = machine.atom(String(index))
            let ratio = try machine.toNumber(try machine.get(ratios, name))
            stops.append(
                GradientStop(
                    ratio: UInt8(max(0, min(255, ratio.isNaN ? 0 : ratio))),
                    color: try color(try machine.get(colors, name), try machine.get(alphas, name), machine)))
        }
        stops.sort { $0.ratio < $1.ratio }
        let spread: GradientSpread =
            switch call[5].isUndefined ? "pad" : try machine.toString(call[5]).text {
            case "reflect": .reflect
            case "repeat": .repeat
            default: .pad
            }
        let isLinearRGB = call[6].isUndefined ? false : try machine.toString(call[6]).text == "linearRGB"
        let result = Gradient(stops: stops, spread: spread, interpolation: isLinearRGB ? .linearRGB : .rgb)
        let matrix = try gradientMatrix(box, machine)
        if type == "linear" { return .linear(result, matrix) }
        let focalPoint = call[7].isUndefined ? 0 : try machine.toNumber(call[7])
        return .radial(result, matrix, focalPoint: focalPoint.isNaN ? 0 : max(-1, min(1, focalPoint)))
    }

    /// From the gradient square to twips: a matrix, a box with a rotation, or a matrix of nine numbers `a`…`i` that
    /// maps a unit square.
    private static func gradientMatrix(_ box: Object, _ machine: Machine) throws(ScriptError) -> Affine {
        func number(_ name: StaticString) throws(ScriptError) -> Double {
            let value = try machine.toNumber(try machine.get(box, name))
            return value.isFinite ? value : 0
        }
        let type = try machine.get(box, "matrixType")
        if let text = type.string, text.equals("box") {
            let (width, height) = (try number("w"), try number("h"))
            let matrix = ScriptMatrix.gradientBox(
                width: width, height: height, rotation: try number("r"), x: try number("x"), y: try number("y"))
            return matrix
        }
        if machine.hasProperty(box, machine.atom("tx")) { return try ScriptMatrix.read(box, machine) }
        // A unit square around the origin becomes the gradient square of 32,768 twips.
        let unit = 20.0 / 32_768
        return Affine(
            a: try number("a") * unit, b: try number("b") * unit, c: try number("d") * unit, d: try number("e") * unit,
            tx: try number("g") * 20, ty: try number("h") * 20)
    }

    // MARK: Lines

    /// `thickness, rgb, alpha, pixelHinting, noScale, capsStyle, jointStyle, miterLimit`
    private static func lineStyle(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        let machine = call.machine
        guard !call[0].isUndefined else { return clip.drawing.lineStyle(nil) }
        let thickness = try machine.toNumber(call[0])
        let width = max(0, min(255, thickness.isNaN ? 0 : thickness)) * 20
        let color = call.count > 1 ? try color(call[1], call[2], machine) : RGBA.black
        var stroke = Stroke(width: width, paint: .solid(color))
        stroke.pixelHinting = machine.toBool(call[3])
        switch call[4].isUndefined ? "normal" : try machine.toString(call[4]).text {
        case "none": (stroke.noHScale, stroke.noVScale) = (true, true)
        case "vertical": stroke.noVScale = true
        case "horizontal": stroke.noHScale = true
        default: break
        }
        let cap: LineCap =
            switch call[5].isUndefined ? "round" : try machine.toString(call[5]).text {
            case "none": .none
            case "square": .square
            default: .round
            }
        (stroke.startCap, stroke.endCap) = (cap, cap)
        switch call[6].isUndefined ? "round" : try machine.toString(call[6]).text {
        case "miter":
            let limit = call[7].isUndefined ? 3 : try machine.toNumber(call[7])
            stroke.join = .miter(limit: max(1, min(255, limit.isNaN ? 3 : limit)))
        case "bevel": stroke.join = .bevel
        default: break
        }
        clip.drawing.lineStyle(stroke)
    }

    private static func lineGradientStyle(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        guard call.count >= 5, let paint = try gradient(call) else { return }
        clip.drawing.linePaint(paint)
    }
}

/// A script's matrix object: factors `a`…`d`, and `tx`, `ty` in pixels.
enum ScriptMatrix {
    /// The same with the translation in twips.
    static func read(_ object: Object, _ machine: Machine) throws(ScriptError) -> Affine {
        func number(_ name: StaticString) throws(ScriptError) -> Double {
            let value = try machine.toNumber(try machine.get(object, name))
            return value.isFinite ? value : 0
        }
        return Affine(
            a: try number("a"), b: try number("b"), c: try number("c"), d: try number("d"),
            tx: try number("tx") * 20, ty: try number("ty") * 20)
    }

    /// What `Matrix.createGradientBox` makes, in twips. Lengths in pixels, the rotation in radians.
    static func gradientBox(width: Double, height: Double, rotation: Double, x: Double, y: Double) -> Affine {
        let (c, s) = (cos(rotation), sin(rotation))
        let (scaleX, scaleY) = (width / 1638.4, height / 1638.4)
        return Affine(
            a: c * scaleX, b: s * scaleY, c: -s * scaleX, d: c * scaleY, tx: (x + width / 2) * 20,
            ty: (y + height / 2) * 20)
    }
}
