import AVM
import AVM1
import Base
import Player
import SWF

/// Filters between scripts (objects of `flash.filters`) and the display list.
enum ScriptFilters {
    /// A new array of filter objects.
    static func array(_ filters: [Filter], _ machine: Machine) throws(ScriptError) -> Value {
        let values = ValueBuffer(machine.heap)
        for filter in filters {
            let made = try object(filter, machine)
            if !made.isUndefined { values.append(made) }
        }
        return Value(machine.makeArray(values.elements))
    }

    /// The filters of an array; what is none is left out.
    static func read(_ value: Value, _ machine: Machine) throws(ScriptError) -> [Filter] {
        guard let list = value.object?.native(as: ArrayState.self) else { return [] }
        var filters: [Filter] = []
        for index in 0..<min(list.length, 256) {
            guard let object = list[index].object, let filter = try filter(object, machine) else { continue }
            filters.append(filter)
        }
        return filters
    }

    private static func type(_ quality: (inner: Bool, outer: Bool)) -> String {
        quality.outer ? (quality.inner ? "full" : "outer") : "inner"
    }

    private static func object(_ filter: Filter, _ machine: Machine) throws(ScriptError) -> Value {
        func make(_ name: StaticString, _ values: [Value]) throws(ScriptError) -> Value {
            try MovieClipClass.make(["flash", "filters", name], values, machine)
        }
        func color(_ color: RGBA) -> [Value] { [Value(Int(color.rgb)), Value(Double(color.alpha) / 255)] }
        func array(_ numbers: [Double]) -> Value { Value(machine.makeArray(numbers.map { Value($0) })) }
        switch filter {
        // Its map is a bitmap that scripts may have let go of.
        case .displacement, .shader: return .undefined
        case .blur(let x, let y, let passes): return try make("BlurFilter", [Value(x), Value(y), Value(Int(passes))])
        case .dropShadow(let f):
            return try make(
                "DropShadowFilter",
                [Value(f.distance), Value(f.angle * 180 / .pi)] + color(f.color)
                    + [
                        Value(f.blurX), Value(f.blurY), Value(f.strength), Value(Int(f.passes)), Value(f.isInner),
                        Value(f.isKnockout), Value(!f.compositeSource),
                    ])
        case .glow(let f):
            return try make(
                "GlowFilter",
                color(f.color) + [
                    Value(f.blurX), Value(f.blurY), Value(f.strength), Value(Int(f.passes)), Value(f.isInner),
                    Value(f.isKnockout),
                ])
        case .bevel(let f):
            return try make(
                "BevelFilter",
                [Value(f.distance), Value(f.angle * 180 / .pi)] + color(f.highlightColor) + color(f.shadowColor)
                    + [
                        Value(f.blurX), Value(f.blurY), Value(f.strength), Value(Int(f.passes)),
                        machine.string(f.onTop ? "full" : f.isInner ? "inner" : "outer"), Value(f.isKnockout),
                    ])
        case .gradientGlow(let f): return try gradient("GradientGlowFilter", f, machine)
        case .gradientBevel(let f): return try gradient("GradientBevelFilter", f, machine)
        case .colorMatrix(let matrix): return try make("ColorMatrixFilter", [array(matrix.map { Double($0) })])
        case .convolution(let f):
            return try make(
                "ConvolutionFilter",
                [
                    Value(Int(f.columns)), Value(Int(f.rows)), array(f.matrix.map { Double($0) }),
                    Value(Double(f.divisor)), Value(Double(f.bias)), Value(f.preserveAlpha), Value(f.clamp),
                ] + color(f.defaultColor))
        }
    }

    private static func gradient(
        _ name: StaticString, _ f: GradientFilter, _ machine: Machine
    ) throws(ScriptError) -> Value {
        let colors = Value(machine.makeArray(f.colors.map { Value(Int($0.rgb)) }))
        let alphas = Value(machine.makeArray(f.colors.map { Value(Double($0.alpha) / 255) }))
        let ratios = Value(machine.makeArray(f.ratios.map { Value(Int($0)) }))
        return try MovieClipClass.make(
            ["flash", "filters", name],
            [
                Value(f.distance), Value(f.angle * 180 / .pi), colors, alphas, ratios, Value(f.blurX), Value(f.blurY),
                Value(f.strength), Value(Int(f.passes)),
                machine.string(f.onTop ? "full" : f.isInner ? "inner" : "outer"), Value(f.isKnockout),
            ], machine)
    }

    // MARK: Reading

    /// Reads the properties that scripts see, whatever holds them.
    private struct Reader {
        let object: Object
        let machine: Machine

        func number(_ name: StaticString) throws(ScriptError) -> Double {
            let number = try machine.toNumber(try machine.get(object, name))
            return number.isFinite ? number : 0
        }

        func flag(_ name: StaticString) throws(ScriptError) -> Bool { machine.toBool(try machine.get(object, name)) }
        func passes() throws(ScriptError) -> UInt8 { UInt8(max(0, min(15, try number("quality")))) }
        func radians(_ name: StaticString) throws(ScriptError) -> Double { try number(name) * .pi / 180 }

        func color(_ color: StaticString, _ alpha: StaticString) throws(ScriptError) -> RGBA {
            var result = RGBA(rgb: try machine.toUInt32(try machine.get(object, color)))
            result.alpha = UInt8(max(0, min(255, (try number(alpha) * 255).rounded())))
            return result
        }

        func numbers(_ name: StaticString) throws(ScriptError) -> [Double] {
            guard let list = try machine.get(object, name).object?.native(as: ArrayState.self) else { return [] }
            var result: [Double] = []
            for index in 0..<min(list.length, 1024) { result.append(try machine.toNumber(list[index])) }
            return result
        }
    }

    static func filter(_ object: Object, _ machine: Machine) throws(ScriptError) -> Filter? {
        guard let package = try machine.get(machine.global, "flash").object,
            let filters = try machine.get(package, "filters").object
        else { return nil }
        func isA(_ name: StaticString) throws(ScriptError) -> Bool {
            guard let constructor = try machine.get(filters, name).object else { return false }
            return try machine.isInstance(Value(object), of: constructor)
        }
        let from = Reader(object: object, machine: machine)
        if try isA("DisplacementMapFilter") { return try displacement(from, machine) }
        if try isA("BlurFilter") {
            return .blur(blurX: try from.number("blurX"), blurY: try from.number("blurY"), passes: try from.passes())
        }
        if try isA("DropShadowFilter") {
            return .dropShadow(
                DropShadowFilter(
                    color: try from.color("color", "alpha"), blurX: try from.number("blurX"),
                    blurY: try from.number("blurY"), angle: try from.radians("angle"),
                    distance: try from.number("distance"), strength: try from.number("strength"),
                    isInner: try from.flag("inner"), isKnockout: try from.flag("knockout"),
                    compositeSource: !(try from.flag("hideObject")), passes: try from.passes()))
        }
        if try isA("GlowFilter") {
            return .glow(
                GlowFilter(
                    color: try from.color("color", "alpha"), blurX: try from.number("blurX"),
                    blurY: try from.number("blurY"), strength: try from.number("strength"),
                    isInner: try from.flag("inner"), isKnockout: try from.flag("knockout"), compositeSource: true,
                    passes: try from.passes()))
        }
        if try isA("BevelFilter") { return .bevel(try bevel(from)) }
        if try isA("GradientGlowFilter") { return .gradientGlow(try gradient(from)) }
        if try isA("GradientBevelFilter") { return .gradientBevel(try gradient(from)) }
        if try isA("ColorMatrixFilter") {
            let numbers = try from.numbers("matrix").map { Float($0) }
            return .colorMatrix(Array((numbers + [Float](repeating: 0, count: 20)).prefix(20)))
        }
        if try isA("ConvolutionFilter") { return .convolution(try convolution(from)) }
        return nil
    }

    private static func bevel(_ from: Reader) throws(ScriptError) -> BevelFilter {
        let type = try from.machine.toString(try from.machine.get(from.object, "type")).text
        return BevelFilter(
            shadowColor: try from.color("shadowColor", "shadowAlpha"),
            highlightColor: try from.color("highlightColor", "highlightAlpha"), blurX: try from.number("blurX"),
            blurY: try from.number("blurY"), angle: try from.radians("angle"), distance: try from.number("distance"),
            strength: try from.number("strength"), isInner: type == "inner", isKnockout: try from.flag("knockout"),
            compositeSource: true, onTop: type == "full", passes: try from.passes())
    }

    private static func gradient(_ from: Reader) throws(ScriptError) -> GradientFilter {
        let type = try from.machine.toString(try from.machine.get(from.object, "type")).text
        let alphas = try from.numbers("alphas")
        var colors: [RGBA] = []
        for (index, number) in try from.numbers("colors").enumerated() {
            var color = RGBA(rgb: UInt32(truncatingIfNeeded: Int64(number.isFinite ? number : 0)))
            color.alpha = index < alphas.count ? UInt8(max(0, min(255, alphas[index] * 255))) : 255
            colors.append(color)
        }
        return GradientFilter(
            colors: colors, ratios: try from.numbers("ratios").map { UInt8(max(0, min(255, $0.isNaN ? 0 : $0))) },
            blurX: try from.number("blurX"), blurY: try from.number("blurY"), angle: try from.radians("angle"),
            distance: try from.number("distance"), strength: try from.number("strength"), isInner: type == "inner",
            isKnockout: try from.flag("knockout"), compositeSource: true, onTop: type == "full",
            passes: try from.passes())
    }

    private static func convolution(_ from: Reader) throws(ScriptError) -> ConvolutionFilter {
        let columns = UInt8(max(0, min(15, try from.number("matrixX"))))
        let rows = UInt8(max(0, min(15, try from.number("matrixY"))))
        let count = Int(columns) * Int(rows)
        let numbers = try from.numbers("matrix").map { Float($0) }
        return ConvolutionFilter(
            columns: columns, rows: rows, divisor: Float(try from.number("divisor")),
            bias: Float(try from.number("bias")),
            matrix: Array((numbers + [Float](repeating: 0, count: count)).prefix(count)),
            defaultColor: try from.color("color", "alpha"), clamp: try from.flag("clamp"),
            preserveAlpha: try from.flag("preserveAlpha"))
    }

    /// Nil where it has no map.
    private static func displacement(_ from: Reader, _ machine: Machine) throws(ScriptError) -> Filter? {
        guard let map = BitmapDataClass.bitmap(try machine.get(from.object, "mapBitmap")) else { return nil }
        let place = try BitmapDataClass.point(try machine.get(from.object, "mapPoint"), machine) ?? (0, 0)
        func component(_ name: StaticString) throws(ScriptError) -> UInt32 {
            UInt32(bitPattern: try machine.toInt32(machine.get(from.object, name)))
        }
        let mode = try machine.toString(machine.get(from.object, "mode")).text
        return .displacement(
            DisplacementFilter(
                map: map.id.number, x: Double(place.x), y: Double(place.y), componentX: try component("componentX"),
                componentY: try component("componentY"), scaleX: try from.number("scaleX"),
                scaleY: try from.number("scaleY"), mode: DisplacementFilter.Mode(rawValue: mode) ?? .wrap,
                color: try from.color("color", "alpha")))
    }
}
