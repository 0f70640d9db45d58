import Base

/// FILTERLIST. Spec: SWF 19, pp. 42–49.
extension ByteReader {
    mutating func filterList() throws(DecodeError) -> [Filter] {
        let count = Int(try u8())
        var filters: [Filter] = []
        for _ in 0..<count { filters.append(try filter()) }
        return filters
    }

    private mutating func filter() throws(DecodeError) -> Filter {
        let offset = position
        let kind = try u8()
        switch kind {
        case 0: return .dropShadow(try dropShadowFilter())
        case 1: return .blur(blurX: try fixed(), blurY: try fixed(), passes: try u8() >> 3)
        case 2: return .glow(try glowFilter())
        case 3: return .bevel(try bevelFilter())
        case 4: return .gradientGlow(try gradientFilter())
        case 5: return .convolution(try convolutionFilter())
        case 6: return .colorMatrix(try floats(20))
        case 7: return .gradientBevel(try gradientFilter())
        default: throw .badValue(field: "FilterID", value: Int(kind), offset: offset)
        }
    }

    private mutating func floats(_ count: Int) throws(DecodeError) -> [Float] {
        var values: [Float] = []
        for _ in 0..<count { values.append(try float()) }
        return values
    }

    private mutating func dropShadowFilter() throws(DecodeError) -> DropShadowFilter {
        let color = try rgba()
        let (blurX, blurY, angle, distance) = (try fixed(), try fixed(), try fixed(), try fixed())
        let strength = try fixed8()
        let flags = FilterFlags(rawValue: try u8())
        return DropShadowFilter(
            color: color, blurX: blurX, blurY: blurY, angle: angle, distance: distance, strength: strength,
            isInner: flags.contains(.inner), isKnockout: flags.contains(.knockout),
            compositeSource: flags.contains(.compositeSource), passes: flags.rawValue & 0x1F)
    }

    private mutating func glowFilter() throws(DecodeError) -> GlowFilter {
        let color = try rgba()
        let (blurX, blurY, strength) = (try fixed(), try fixed(), try fixed8())
        let flags = FilterFlags(rawValue: try u8())
        return GlowFilter(
            color: color, blurX: blurX, blurY: blurY, strength: strength, isInner: flags.contains(.inner),
            isKnockout: flags.contains(.knockout), compositeSource: flags.contains(.compositeSource),
            passes: flags.rawValue & 0x1F)
    }

    /// The highlight stands first in files, though the specification has it second.
    private mutating func bevelFilter() throws(DecodeError) -> BevelFilter {
        let highlight = try rgba()
        let shadow = try rgba()
        let (blurX, blurY, angle, distance) = (try fixed(), try fixed(), try fixed(), try fixed())
        let strength = try fixed8()
        let flags = FilterFlags(rawValue: try u8())
        return BevelFilter(
            shadowColor: shadow, highlightColor: highlight, blurX: blurX, blurY: blurY, angle: angle,
            distance: distance, strength: strength, isInner: flags.contains(.inner),
            isKnockout: flags.contains(.knockout), compositeSource: flags.contains(.compositeSource),
            onTop: flags.contains(.onTop), passes: flags.rawValue & 0x0F)
    }

    private mutating func gradientFilter() throws(DecodeError) -> GradientFilter {
        let count = Int(try u8())
        var colors: [RGBA] = []
        for _ in 0..<count { colors.append(try rgba()) }
        let ratios = Array(bytes[try range(count: count)])
        let (blurX, blurY, angle, distance) = (try fixed(), try fixed(), try fixed(), try fixed())
        let strength = try fixed8()
        let flags = FilterFlags(rawValue: try u8())
        return GradientFilter(
            colors: colors, ratios: ratios, blurX: blurX, blurY: blurY, angle: angle, distance: distance,
            strength: strength, isInner: flags.contains(.inner), isKnockout: flags.contains(.knockout),
            compositeSource: flags.contains(.compositeSource), onTop: flags.contains(.onTop),
            passes: flags.rawValue & 0x0F)
    }

    private mutating func convolutionFilter() throws(DecodeError) -> ConvolutionFilter {
        let (columns, rows) = (try u8(), try u8())
        let (divisor, bias) = (try float(), try float())
        let matrix = try floats(Int(columns) * Int(rows))
        let color = try rgba()
        let flags = try u8()
        return ConvolutionFilter(
            columns: columns, rows: rows, divisor: divisor, bias: bias, matrix: matrix, defaultColor: color,
            clamp: flags & 2 != 0, preserveAlpha: flags & 1 != 0)
    }
}

/// The byte at the end of most filters. Where there is no `onTop`, its bit belongs to the number of passes.
private struct FilterFlags: OptionSet {
    let rawValue: UInt8
    static let inner = FilterFlags(rawValue: 0x80)
    static let knockout = FilterFlags(rawValue: 0x40)
    static let compositeSource = FilterFlags(rawValue: 0x20)
    static let onTop = FilterFlags(rawValue: 0x10)
}
