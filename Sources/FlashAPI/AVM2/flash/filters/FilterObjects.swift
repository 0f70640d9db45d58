import AVM
import AVM2
import Base
import Player
import SWF

/// Filters between scripts (objects of `flash.filters`) and the display list.
public enum FilterObjects {
    /// What an array of filter objects says: `filters` for drawing (what has no form there is left out), and `kept`,
    /// copies of the objects. Error #2005 where an element is no filter.
    public static func read(
        _ value: Value, _ machine: AVM2Machine
    ) throws(ScriptError) -> (filters: [Filter], kept: [Value]) {
        guard let base = machine.traits(named: "flash.filters.BitmapFilter") else { return ([], []) }
        var filters: [Filter] = []
        let kept = ValueBuffer(machine.heap)
        for element in FilterProperty.list(value) {
            guard let object = element.object, machine.isInstance(element, of: base) else {
                throw machine.makeError(.argument, 2005, ["0", "Filter"])
            }
            let copy = try machine.callMethod("clone", of: element)
            if let object = copy.object {
                try limitPrecision(of: object, machine)
                kept.append(copy)
            }
            if let filter = try filter(object, machine) { filters.append(filter) }
        }
        return (filters, Array(kept.elements))
    }

    /// Numbers as the display list holds them: strengths in 1/256, some in single precision, points in whole pixels.
    private static func limitPrecision(of object: Object, _ machine: AVM2Machine) throws(ScriptError) {
        let slots = object.cell.slots
        func fixed(_ index: Int) {
            slots[index] = Value(double: ((slots[index].number ?? 0) * 256).rounded(.down) / 256)
        }
        func single(_ index: Int) { slots[index] = Value(double: Double(Float(slots[index].number ?? 0))) }
        func singles(_ index: Int) throws(ScriptError) {
            let numbers = ValueBuffer(machine.heap)
            for value in FilterProperty.list(slots[index]) {
                numbers.append(Value(double: Double(Float(try machine.toNumber(value)))))
            }
            slots[index] = Value(machine.makeArray(Array(numbers.elements)))
        }
        switch machine.traits(of: object).name.name.text {
        case "DropShadowFilter": fixed(6)
        case "GlowFilter": fixed(4)
        case "BevelFilter": fixed(8)
        case "GradientGlowFilter", "GradientBevelFilter":
            fixed(7)
            // There are as many of each as there are colours.
            let count = FilterProperty.list(slots[2]).count
            for index in 3...4 {
                slots[index] = Value(machine.makeArray(FilterProperty.list(slots[index]).prefix(count)))
            }
        case "ColorMatrixFilter": try singles(0)
        case "ConvolutionFilter":
            try singles(2)
            single(3)
            single(4)
        case "DisplacementMapFilter":
            single(4)
            single(5)
            if let point = slots[1].object {
                let place = NumberSlots(slots: point.cell.slots)
                slots[1] = Value(
                    try machine.makePoint(place[0].rounded(.towardZero), place[1].rounded(.towardZero)))
            }
        default: break
        }
    }

    /// Copies of kept filter objects, in a new array.
    public static func array(kept: [Value], _ machine: AVM2Machine) throws(ScriptError) -> Value {
        let copies = ValueBuffer(machine.heap)
        for value in kept { copies.append(try machine.callMethod("clone", of: value)) }
        return Value(machine.makeArray(Array(copies.elements)))
    }

    // MARK: To the display list

    /// Reads the slots of a filter object.
    private struct Reader {
        let slots: UnsafeMutablePointer<Value>
        let machine: AVM2Machine

        func number(_ index: Int) -> Double {
            let number = slots[index].number ?? 0
            return number.isFinite ? number : 0
        }
        func flag(_ index: Int) -> Bool { slots[index] == .true }
        func passes(_ index: Int) -> UInt8 { UInt8(max(0, min(15, number(index)))) }
        func radians(_ index: Int) -> Double { number(index) * .pi / 180 }
        func color(_ index: Int, alpha: Int) -> RGBA {
            var color = RGBA(rgb: UInt32(max(0, min(16_777_215, number(index)))))
            color.alpha = UInt8(max(0, min(255, (number(alpha) * 255).rounded())))
            return color
        }
        func numbers(_ index: Int) throws(ScriptError) -> [Double] {
            var numbers: [Double] = []
            for value in FilterProperty.list(slots[index]) { numbers.append(try machine.toNumber(value)) }
            return numbers
        }
        func isKind(_ index: Int, _ kind: StaticString) -> Bool { slots[index].string?.equals(kind) ?? false }
    }

    /// The bitmap that a DisplacementMapFilter holds.
    private static func slotsBitmap(_ object: Object) -> Bitmap? {
        object.cell.slots[0].object?.native(as: BitmapDataState2.self)?.bitmap
    }

    /// The filter that an object stands for; nil where the display list has none of its kind.
    public static func filter(_ object: Object, _ machine: AVM2Machine) throws(ScriptError) -> Filter? {
        let from = Reader(slots: object.cell.slots, machine: machine)
        func isA(_ name: String) -> Bool {
            machine.traits(named: name).map { machine.isInstance(Value(object), of: $0) } ?? false
        }
        if isA("flash.filters.DisplacementMapFilter") {
            guard let map = slotsBitmap(object), let place = object.cell.slots[1].object else { return nil }
            let point = NumberSlots(slots: place.cell.slots)
            let mode = object.cell.slots[6].string?.text ?? ""
            return .displacement(
                DisplacementFilter(
                    map: map.id.number, x: point[0], y: point[1], componentX: UInt32(max(0, min(255, from.number(2)))),
                    componentY: UInt32(max(0, min(255, from.number(3)))), scaleX: from.number(4),
                    scaleY: from.number(5), mode: DisplacementFilter.Mode(rawValue: mode) ?? .wrap,
                    color: from.color(7, alpha: 8)))
        }
        if isA("flash.filters.BlurFilter") {
            return .blur(blurX: from.number(0), blurY: from.number(1), passes: from.passes(2))
        }
        if isA("flash.filters.DropShadowFilter") {
            return .dropShadow(
                DropShadowFilter(
                    color: from.color(2, alpha: 3), blurX: from.number(4), blurY: from.number(5),
                    angle: from.radians(1), distance: from.number(0), strength: from.number(6),
                    isInner: from.flag(8), isKnockout: from.flag(9), compositeSource: !from.flag(10),
                    passes: from.passes(7)))
        }
        if isA("flash.filters.GlowFilter") {
            return .glow(
                GlowFilter(
                    color: from.color(0, alpha: 1), blurX: from.number(2), blurY: from.number(3),
                    strength: from.number(4), isInner: from.flag(6), isKnockout: from.flag(7), compositeSource: true,
                    passes: from.passes(5)))
        }
        if isA("flash.filters.BevelFilter") {
            return .bevel(
                BevelFilter(
                    shadowColor: from.color(4, alpha: 5), highlightColor: from.color(2, alpha: 3),
                    blurX: from.number(6), blurY: from.number(7), angle: from.radians(1), distance: from.number(0),
                    strength: from.number(8), isInner: from.isKind(10, "inner"), isKnockout: from.flag(11),
                    compositeSource: true, onTop: from.isKind(10, "full"), passes: from.passes(9)))
        }
        if isA("flash.filters.GradientGlowFilter") { return .gradientGlow(try gradient(from)) }
        if isA("flash.filters.GradientBevelFilter") { return .gradientBevel(try gradient(from)) }
        if isA("flash.filters.ColorMatrixFilter") {
            let numbers = try from.numbers(0).map { Float($0) }
            return .colorMatrix(Array((numbers + [Float](repeating: 0, count: 20)).prefix(20)))
        }
        if isA("flash.filters.ShaderFilter") {
            guard let shader = object.cell.slots[0].object,
                let program = try ShaderRun.pixels(of: shader, openInputs: 1, machine)
            else { return nil }
            return .shader(
                ShaderFilter(
                    program: program, left: Int(from.number(1)), top: Int(from.number(3)),
                    right: Int(from.number(2)), bottom: Int(from.number(4))))
        }
        if isA("flash.filters.ConvolutionFilter") { return .convolution(try convolution(from)) }
        return nil
    }

    private static func gradient(_ from: Reader) throws(ScriptError) -> GradientFilter {
        let alphas = try from.numbers(3)
        var colors: [RGBA] = []
        for (index, number) in try from.numbers(2).enumerated() {
            var color = RGBA(rgb: UInt32(bitPattern: NumberConversion.toInt32(number)) & 0xFF_FFFF)
            let alpha = index < alphas.count ? alphas[index] : 1
            color.alpha = UInt8(max(0, min(255, alpha.isNaN ? 0 : (alpha * 255).rounded())))
            colors.append(color)
        }
        return GradientFilter(
            colors: colors, ratios: try from.numbers(4).map { UInt8(max(0, min(255, $0.isNaN ? 0 : $0))) },
            blurX: from.number(5), blurY: from.number(6), angle: from.radians(1), distance: from.number(0),
            strength: from.number(7), isInner: from.isKind(9, "inner"), isKnockout: from.flag(10),
            compositeSource: true, onTop: from.isKind(9, "full"), passes: from.passes(8))
    }

    private static func convolution(_ from: Reader) throws(ScriptError) -> ConvolutionFilter {
        let count = Int(from.passes(0)) * Int(from.passes(1))
        let numbers = try from.numbers(2).map { Float($0) }
        return ConvolutionFilter(
            columns: from.passes(0), rows: from.passes(1), divisor: Float(from.number(3)),
            bias: Float(from.number(4)),
            matrix: Array((numbers + [Float](repeating: 0, count: count)).prefix(count)),
            defaultColor: from.color(7, alpha: 8), clamp: from.flag(6), preserveAlpha: from.flag(5))
    }

    // MARK: From the display list

    /// New objects for the filters of a display object: what its `filters` property gives.
    public static func objects(_ filters: [Filter], _ machine: AVM2Machine) throws(ScriptError) -> [Value] {
        let made = ValueBuffer(machine.heap)
        for filter in filters { made.append(Value(try object(filter, machine))) }
        return made.elements
    }

    private static func object(_ filter: Filter, _ machine: AVM2Machine) throws(ScriptError) -> Object {
        func color(_ color: RGBA) -> [Value] { [Value(Int(color.rgb)), Value(Double(color.alpha) / 255)] }
        func list(_ numbers: [Double]) -> Value { Value(machine.makeArray(numbers.map { Value($0) })) }
        func degrees(_ radians: Double) -> Value { Value(radians * 180 / .pi) }
        switch filter {
        // No file holds one, so none without its object comes here.
        case .displacement: return try machine.make("flash.filters.DisplacementMapFilter", [])
        case .shader: return try machine.make("flash.filters.ShaderFilter", [])
        case .blur(let x, let y, let passes):
            return try machine.make("flash.filters.BlurFilter", [Value(x), Value(y), Value(Int(passes))])
        case .dropShadow(let f):
            let head = [Value(f.distance), degrees(f.angle)] + color(f.color)
            return try machine.make(
                "flash.filters.DropShadowFilter",
                head + [
                    Value(f.blurX), Value(f.blurY), Value(f.strength), Value(Int(f.passes)), Value(f.isInner),
                    Value(f.isKnockout), Value(!f.compositeSource),
                ])
        case .glow(let f):
            return try machine.make(
                "flash.filters.GlowFilter",
                color(f.color) + [
                    Value(f.blurX), Value(f.blurY), Value(f.strength), Value(Int(f.passes)), Value(f.isInner),
                    Value(f.isKnockout),
                ])
        case .bevel(let f):
            let head = [Value(f.distance), degrees(f.angle)] + color(f.highlightColor) + color(f.shadowColor)
            return try machine.make(
                "flash.filters.BevelFilter",
                head + [
                    Value(f.blurX), Value(f.blurY), Value(f.strength), Value(Int(f.passes)),
                    kind(f.onTop, f.isInner, machine), Value(f.isKnockout),
                ])
        case .gradientGlow(let f): return try gradient("flash.filters.GradientGlowFilter", f, machine)
        case .gradientBevel(let f): return try gradient("flash.filters.GradientBevelFilter", f, machine)
        case .colorMatrix(let matrix):
            return try machine.make("flash.filters.ColorMatrixFilter", [list(matrix.map { Double($0) })])
        case .convolution(let f):
            return try machine.make(
                "flash.filters.ConvolutionFilter",
                [
                    Value(Int(f.columns)), Value(Int(f.rows)), list(f.matrix.map { Double($0) }),
                    Value(Double(f.divisor)), Value(Double(f.bias)), Value(f.preserveAlpha), Value(f.clamp),
                ] + color(f.defaultColor))
        }
    }

    private static func kind(_ onTop: Bool, _ isInner: Bool, _ machine: AVM2Machine) -> Value {
        machine.string(onTop ? "full" : isInner ? "inner" : "outer")
    }

    private static func gradient(
        _ name: String, _ f: GradientFilter, _ machine: AVM2Machine
    ) throws(ScriptError) -> Object {
        let held = ValueBuffer(machine.heap)
        held.append(Value(machine.makeArray(f.colors.map { Value(Int($0.rgb)) })))
        held.append(Value(machine.makeArray(f.colors.map { Value(Double($0.alpha) / 255) })))
        held.append(Value(machine.makeArray(f.ratios.map { Value(Int($0)) })))
        return try machine.make(
            name,
            [
                Value(f.distance), Value(f.angle * 180 / .pi), held[0], held[1], held[2], Value(f.blurX),
                Value(f.blurY), Value(f.strength), Value(Int(f.passes)), kind(f.onTop, f.isInner, machine),
                Value(f.isKnockout),
            ])
    }
}
