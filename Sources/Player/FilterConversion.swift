import Base
import Glibc
import Renderer
import SWF

extension PixelFilter {
    /// A filter of the display list as the renderer takes it.
    ///
    /// Filters work on the screen: how large the stage is shown scales them, how the object is placed does not.
    public init(_ filter: Filter, scale: SIMD2<Double> = SIMD2(1, 1)) {
        func box(_ x: Double, _ y: Double, _ passes: UInt8) -> BoxSize {
            BoxSize(x: x * scale.x, y: y * scale.y, passes: Int(passes))
        }
        func offset(_ angle: Double, _ distance: Double) -> SIMD2<Double> {
            SIMD2(cos(angle), sin(angle)) * distance * scale
        }
        func side(_ isInner: Bool, _ onTop: Bool = false) -> Side { onTop ? .full : isInner ? .inner : .outer }
        switch filter {
        case .blur(let x, let y, let passes): self = .blur(box(x, y, passes))
        case .glow(let f):
            self = .glow(
                EdgeEffect(
                    ramp: Self.ramp(f.color), box: box(f.blurX, f.blurY, f.passes), strength: f.strength,
                    side: side(f.isInner), isKnockout: f.isKnockout, showsSource: f.compositeSource))
        case .dropShadow(let f):
            let d = offset(f.angle, f.distance)
            self = .glow(
                EdgeEffect(
                    ramp: Self.ramp(f.color), box: box(f.blurX, f.blurY, f.passes), strength: f.strength, dx: d.x,
                    dy: d.y, side: side(f.isInner), isKnockout: f.isKnockout, showsSource: f.compositeSource))
        case .gradientGlow(let f):
            let d = offset(f.angle, f.distance)
            self = .glow(
                EdgeEffect(
                    ramp: Self.ramp(f.colors, f.ratios), box: box(f.blurX, f.blurY, f.passes), strength: f.strength,
                    dx: d.x, dy: d.y, side: side(f.isInner, f.onTop), isKnockout: f.isKnockout,
                    showsSource: f.compositeSource))
        case .bevel(let f):
            let d = offset(f.angle, f.distance)
            self = .bevel(
                EdgeEffect(
                    ramp: Self.ramp(highlight: f.highlightColor, shadow: f.shadowColor),
                    box: box(f.blurX, f.blurY, f.passes), strength: f.strength, dx: d.x, dy: d.y,
                    side: side(f.isInner, f.onTop), isKnockout: f.isKnockout))
        case .gradientBevel(let f):
            let d = offset(f.angle, f.distance)
            self = .bevel(
                EdgeEffect(
                    ramp: Self.ramp(f.colors, f.ratios), box: box(f.blurX, f.blurY, f.passes), strength: f.strength,
                    dx: d.x, dy: d.y, side: side(f.isInner, f.onTop), isKnockout: f.isKnockout))
        case .colorMatrix(let matrix): self = .colorMatrix(matrix)
        case .displacement(let f):
            self = .displacement(
                Displacement(
                    map: BitmapID(number: f.map), shiftX: Self.shift(f.componentX), shiftY: Self.shift(f.componentY),
                    scaleX: f.scaleX * scale.x, scaleY: f.scaleY * scale.y, originX: f.x * scale.x,
                    originY: f.y * scale.y, zoomX: scale.x, zoomY: scale.y, mode: Self.mode(f.mode), color: f.color))
        case .shader(let f):
            self = .program(Program(f.program, left: f.left, top: f.top, right: f.right, bottom: f.bottom))
        case .convolution(let f):
            self = .convolution(
                Convolution(
                    columns: Int(f.columns), rows: Int(f.rows), matrix: f.matrix, divisor: f.divisor, bias: f.bias,
                    preservesAlpha: f.preserveAlpha, isClamped: f.clamp, color: f.defaultColor))
        }
    }

    /// How far right the byte of a channel lies in a pixel.
    private static func shift(_ component: UInt32) -> UInt32? {
        switch component {
        case 1: 16
        case 2: 8
        case 4: 0
        case 8: 24
        default: nil
        }
    }

    private static func mode(_ mode: DisplacementFilter.Mode) -> Displacement.Mode {
        switch mode {
        case .wrap: .wrap
        case .clamp: .clamp
        case .ignore: .ignore
        case .color: .color
        }
    }

    private static func faded(_ color: RGBA, _ strength: Int) -> UInt32 {
        var color = color
        color.alpha = UInt8((Int(color.alpha) * strength + 127) / 255)
        return color.premultiplied
    }

    /// A colour that fades in.
    private static func ramp(_ color: RGBA) -> [UInt32] { (0..<256).map { faded(color, $0) } }

    private static func ramp(highlight: RGBA, shadow: RGBA) -> [UInt32] {
        (0..<256).map {
            $0 < 128 ? faded(highlight, min(255, (128 - $0) * 2)) : faded(shadow, ($0 - 128) * 2 + $0 / 255)
        }
    }

    /// The colours between those given at their ratios.
    private static func ramp(_ colors: [RGBA], _ ratios: [UInt8]) -> [UInt32] {
        let stops = Array(zip(colors, ratios))
        guard let first = stops.first, let last = stops.last else { return Array(repeating: 0, count: 256) }
        return (0..<256).map { place in
            if place <= Int(first.1) { return first.0.premultiplied }
            guard let next = stops.firstIndex(where: { Int($0.1) >= place }) else { return last.0.premultiplied }
            let (from, to) = (stops[next - 1], stops[next])
            let span = Int(to.1) - Int(from.1)
            let part = span > 0 ? place - Int(from.1) : 0
            func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
                UInt8((Int(a) * (max(1, span) - part) + Int(b) * part) / max(1, span))
            }
            return RGBA(
                red: mix(from.0.red, to.0.red), green: mix(from.0.green, to.0.green),
                blue: mix(from.0.blue, to.0.blue), alpha: mix(from.0.alpha, to.0.alpha)
            ).premultiplied
        }
    }
}
