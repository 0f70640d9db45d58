import Base
import Fonts

/// What flash.text.engine does with a line that is broken: its runs are set on their baselines, and what follows tabs at
/// their stops.
extension TextLayout.Line {
    /// The run with the largest font, which the others are set by.
    var tallestRun: TextLayout.Run? {
        runs.max { ($0.format.size ?? 12) < ($1.format.size ?? 12) }
    }

    /// Moves runs up and down so that their baselines lie on those of the largest font, and the whole so that `zero` lies
    /// at the origin. Gives how far below the letters' own line that is, in pixels.
    mutating func setOnBaselines(zero: EngineLook.Baseline) -> Double {
        guard let tallest = tallestRun else { return 0 }
        let size = tallest.format.size ?? 12
        let origin = zero.offset(tallest.font) * size
        let isPlain = runs.allSatisfy { $0.format.engine.map { $0.baseline == .roman && $0.shift == 0 } ?? true }
        if isPlain && origin == 0 { return 0 }
        (ascent, descent) = (.min, .min)
        for index in runs.indices {
            let run = runs[index]
            let own = run.format.size ?? 12
            let baseline = run.format.engine?.baseline ?? .roman
            let moved = baseline.offset(tallest.font) * size - baseline.offset(run.font) * own
            let drop = LineBreaker.twips(moved + (run.format.engine?.shift ?? 0) - origin)
            runs[index].drop = drop
            ascent = max(ascent, LineBreaker.twips(run.font.typographic.ascent * own) &- drop)
            descent = max(descent, LineBreaker.twips(run.font.typographic.descent * own) &+ drop)
        }
        return origin
    }

    /// Gives each tab of the line the way to its stop, which what follows begins at, ends at, or is set about.
    mutating func alignTabs(_ stops: [EngineTabStop], _ units: [UInt16]) {
        guard !stops.isEmpty else { return }
        var x = 0
        for run in runs.indices {
            for unit in runs[run].range {
                let offset = unit - runs[run].range.lowerBound
                if units[unit] == 0x09, let stop = stops.first(where: { LineBreaker.twips($0.position) > x }) {
                    let wanted = LineBreaker.twips(stop.position) - lead(of: unit + 1, before: stop, units)
                    runs[run].advances[offset] = max(0, wanted - x)
                }
                x += runs[run].advances[offset]
            }
        }
        let old = width
        width = x
        textWidth += width - old
        placeRuns()
    }

    /// How much of what follows a tab stands before its stop.
    private func lead(of start: Int, before stop: EngineTabStop, _ units: [UInt16]) -> Int {
        if stop.alignment == .start { return 0 }
        var taken = 0
        for run in runs where run.range.upperBound > start {
            for (unit, advance) in zip(run.range, run.advances) where unit >= start {
                if units[unit] == 0x09 { return stop.alignment == .center ? taken / 2 : taken }
                if stop.alignment == .decimal, !stop.sign.isEmpty, units[unit...].starts(with: stop.sign) {
                    return taken
                }
                taken += advance
            }
        }
        return stop.alignment == .center ? taken / 2 : taken
    }
}

/// What `ElementFormat.getFontMetrics` tells of a font, in pixels.
public struct EngineFontMetrics {
    public var ascent, descent, size, leading: Double
    /// Offset and thickness.
    public var strikethrough, underline: (offset: Double, thickness: Double)
    /// Offset, and a part of the size.
    public var lower, upper: (offset: Double, scale: Double)
}

extension Player {
    /// The metrics of a font as lines of flash.text.engine use it.
    public func engineMetrics(
        _ name: String, isBold: Bool, isItalic: Bool, size: Double, isEmbedded: Bool, in assets: MovieAssets
    ) -> EngineFontMetrics {
        let embedded = isEmbedded ? embeddedCFF(named: name, isBold: isBold, isItalic: isItalic, in: assets) : nil
        let font: any TextFont = embedded ?? deviceFont(family: name, isBold: isBold, isItalic: isItalic)
        let face = (font as? DeviceFont)?.face
        func pixels(_ pair: (offset: Double, thickness: Double)) -> (offset: Double, thickness: Double) {
            (pair.offset * size, pair.thickness * size)
        }
        func script(_ pair: (offset: Double, scale: Double)) -> (offset: Double, scale: Double) {
            (pair.offset * size, pair.scale)
        }
        return EngineFontMetrics(
            ascent: font.typographic.ascent * size, descent: font.typographic.descent * size, size: size,
            leading: font.leading * size, strikethrough: pixels(face?.strikethrough ?? (-0.25, 0.05)),
            underline: pixels(face?.underline ?? (0.1, 0.05)), lower: script(face?.subscripts ?? (0.15, 0.6)),
            upper: script(face?.superscripts ?? (-0.35, 0.6)))
    }

    /// Whether the system has a font of that name (`FontDescription.isDeviceFontCompatible`).
    public func hasDeviceFont(_ name: String) -> Bool {
        guard let fonts = host.deviceFonts else { return false }
        if GenericFamily(name) != nil { return true }
        let wanted = name.lowercased()
        return fonts.familyNames.contains { $0.lowercased() == wanted }
    }
}
