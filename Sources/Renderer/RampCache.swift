import Base
import Glibc

/// The colours along a gradient, premultiplied.
final class Ramp {
    let colors: UnsafeMutablePointer<UInt32>
    /// The ramp has 2 to this power colours: so many that neighbours differ by about one level, as the ratios of stops
    /// alone (256) would show steps in a steep gradient.
    let bits: Int
    let isOpaque: Bool
    static let bitRange = 8...12

    /// The colour transform acts on the stops, before they are mixed.
    init(_ gradient: Gradient, _ transform: ColorTransform) {
        let stops = gradient.stops.map { GradientStop(ratio: $0.ratio, color: transform.apply($0.color)) }
        isOpaque = !stops.isEmpty && stops.allSatisfy { $0.color.alpha == 255 }
        let isLinear = gradient.interpolation == .linearRGB
        bits = Self.bits(stops, isLinear: isLinear)
        // As Flash has it: a colour for each ratio, fractions cut off …
        let table = (0..<256).map { Self.color(at: Double($0), stops, isLinear: isLinear) }
        let count = 1 << bits
        colors = .allocate(capacity: count)
        for index in 0..<count {
            // … and the ratios are the middles of 256 equal steps, with the colours between them mixed.
            let place = max(0, min(255, (Double(index) + 0.5) / Double(count) * 256 - 0.5))
            let low = Int(place)
            let share = place - Double(low)
            let color: RGBA
            if stops.count(where: { Int($0.ratio) == low }) > 1 {
                // Stops at one ratio make an edge, and it stays one.
                color = table[share < 0.5 ? low : min(255, low + 1)]
            } else {
                color = Self.mix(table[low], table[min(255, low + 1)], share)
            }
            colors[index] = (isLinear ? Self.faded(color) : color).premultiplied
        }
    }

    /// Quirk: mixed in linear light, colours are multiplied by their alpha once more than they should be.
    private static func faded(_ color: RGBA) -> RGBA {
        let pixel = color.premultiplied
        func channel(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: pixel >> shift) }
        return RGBA(red: channel(16), green: channel(8), blue: channel(0), alpha: color.alpha)
    }

    private static func mix(_ from: RGBA, _ to: RGBA, _ share: Double) -> RGBA {
        func channel(_ a: UInt8, _ b: UInt8) -> UInt8 {
            UInt8(max(0, min(255, (Double(a) + (Double(b) - Double(a)) * share).rounded())))
        }
        return RGBA(
            red: channel(from.red, to.red), green: channel(from.green, to.green),
            blue: channel(from.blue, to.blue), alpha: channel(from.alpha, to.alpha))
    }

    deinit { colors.deallocate() }

    private static func bits(_ stops: [GradientStop], isLinear: Bool) -> Int {
        // Levels a step of the ratio, at most; mixed in linear light the dark end changes faster.
        var steepest = 1
        for (from, to) in zip(stops, stops.dropFirst()) where to.ratio > from.ratio {
            let change = max(
                abs(Int(to.color.red) - Int(from.color.red)), abs(Int(to.color.green) - Int(from.color.green)),
                abs(Int(to.color.blue) - Int(from.color.blue)), abs(Int(to.color.alpha) - Int(from.color.alpha)))
            steepest = max(steepest, change * (isLinear ? 4 : 1) / Int(to.ratio - from.ratio) + 1)
        }
        var bits = bitRange.lowerBound
        while bits < bitRange.upperBound, 1 << (bits - 8) < steepest { bits += 1 }
        return bits
    }

    private static func color(at place: Double, _ stops: [GradientStop], isLinear: Bool) -> RGBA {
        guard let first = stops.first, let last = stops.last else { return .clear }
        if place <= Double(first.ratio) { return first.color }
        for index in stops.indices.dropFirst() where place <= Double(stops[index].ratio) {
            let from = stops[index - 1]
            let to = stops[index]
            let span = Double(to.ratio) - Double(from.ratio)
            if span <= 0 { return to.color }
            let share = (place - Double(from.ratio)) / span
            func mix(_ a: UInt8, _ b: UInt8, isLinear: Bool) -> UInt8 {
                if !isLinear { return UInt8(max(0, min(255, Double(a) + (Double(b) - Double(a)) * share))) }
                // Quirk: linear light has 256 levels too, fractions cut off.
                let low = (toLinear(a) * 255).rounded(.down)
                let high = (toLinear(b) * 255).rounded(.down)
                return fromLinear((low + (high - low) * share).rounded(.down) / 255)
            }
            return RGBA(
                red: mix(from.color.red, to.color.red, isLinear: isLinear),
                green: mix(from.color.green, to.color.green, isLinear: isLinear),
                blue: mix(from.color.blue, to.color.blue, isLinear: isLinear),
                alpha: mix(from.color.alpha, to.color.alpha, isLinear: false))
        }
        return last.color
    }

    // IEC 61966-2-1, the transfer function of sRGB.
    private static func toLinear(_ channel: UInt8) -> Double {
        let value = Double(channel) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func fromLinear(_ value: Double) -> UInt8 {
        let encoded = value <= 0.003_130_8 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
        return UInt8(max(0, min(255, encoded * 255 + 1e-6)))
    }
}

/// Ramps by gradient and colour transform.
final class RampCache {
    private struct Key: Hashable {
        var stops: [UInt64]
        var isLinear: Bool
        var transform: ColorTransform
    }

    private var entries: [Key: Ramp] = [:]
    /// A ramp and its key take up to 17 KiB.
    private static let maxCount = 1024

    func ramp(_ gradient: Gradient, _ transform: ColorTransform) -> Ramp {
        let key = Key(
            stops: gradient.stops.map { UInt64($0.ratio) << 32 | UInt64($0.color.rgb) | UInt64($0.color.alpha) << 24 },
            isLinear: gradient.interpolation == .linearRGB, transform: transform)
        if let entry = entries[key] { return entry }
        let entry = Ramp(gradient, transform)
        entries[key] = entry
        return entry
    }

    /// Ends a draw call: from here on its ramps may go.
    func endDraw() {
        if entries.count > Self.maxCount { entries.removeAll(keepingCapacity: true) }
    }
}
