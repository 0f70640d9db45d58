import Base
import SWF

extension DefineMorphShape {
    /// The shape between start and end: 0 is the start, 65535 the end.
    ///
    /// Edges are paired in order. A line paired with a curve becomes a curve through its middle.
    /// Spec: SWF 19, "Morph shapes", p. 136.
    func shape(atRatio ratio: UInt16) -> DefineShape {
        let mix = Mix(ratio: ratio)
        let styles = ShapeStyles(
            fills: zip(start.fills, end.fills).map(mix.fill), lines: zip(start.lines, end.lines).map(mix.line))
        return DefineShape(
            version: 4, id: id, bounds: mix.rect(startBounds, endBounds),
            edgeBounds: mix.rect(startEdgeBounds, endEdgeBounds), usesFillWindingRule: false, styles: styles,
            records: mix.records(startRecords, endRecords))
    }
}

/// Weighs a start and an end value of a morph.
private struct Mix {
    /// Weight of the end, 0...1.
    let end: Double

    init(ratio: UInt16) { end = Double(ratio) / 65535 }

    func number(_ a: Double, _ b: Double) -> Double { a + (b - a) * end }
    func twips(_ a: Int32, _ b: Int32) -> Int32 { Int32(saturating: number(Double(a), Double(b)).rounded()) }
    func byte(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(number(Double(a), Double(b))) }
    func float(_ a: Float, _ b: Float) -> Float { Float(number(Double(a), Double(b))) }

    func rect(_ a: TwipsRect, _ b: TwipsRect) -> TwipsRect {
        TwipsRect(
            xMin: twips(a.xMin, b.xMin), xMax: twips(a.xMax, b.xMax), yMin: twips(a.yMin, b.yMin),
            yMax: twips(a.yMax, b.yMax))
    }

    func color(_ a: RGBA, _ b: RGBA) -> RGBA {
        RGBA(
            red: byte(a.red, b.red), green: byte(a.green, b.green), blue: byte(a.blue, b.blue),
            alpha: byte(a.alpha, b.alpha))
    }

    func matrix(_ a: Matrix, _ b: Matrix) -> Matrix {
        Matrix(
            a: float(a.a, b.a), b: float(a.b, b.b), c: float(a.c, b.c), d: float(a.d, b.d), tx: twips(a.tx, b.tx),
            ty: twips(a.ty, b.ty))
    }

    func gradient(_ a: Gradient, _ b: Gradient) -> Gradient {
        let stops = zip(a.stops, b.stops).map {
            GradientStop(ratio: byte($0.ratio, $1.ratio), color: color($0.color, $1.color))
        }
        return Gradient(stops: stops, spread: a.spread, interpolation: a.interpolation)
    }

    func fill(_ a: FillStyle, _ b: FillStyle) -> FillStyle {
        switch (a, b) {
        case (.solid(let from), .solid(let to)): return .solid(color(from, to))
        case (.linearGradient(let from, let m), .linearGradient(let to, let n)):
            return .linearGradient(gradient(from, to), matrix(m, n))
        case (.radialGradient(let from, let m), .radialGradient(let to, let n)):
            return .radialGradient(gradient(from, to), matrix(m, n))
        case (.focalGradient(let from, let m, let f), .focalGradient(let to, let n, let g)):
            return .focalGradient(gradient(from, to), matrix(m, n), focalPoint: number(f, g))
        case (.bitmap(let id, let m, let smooth, let repeats), .bitmap(_, let n, _, _)):
            return .bitmap(id, matrix(m, n), isSmoothed: smooth, isRepeating: repeats)
        default: return a
        }
    }

    func line(_ a: LineStyle, _ b: LineStyle) -> LineStyle {
        var line = a
        line.width = UInt16(number(Double(a.width), Double(b.width)))
        line.fill = fill(a.fill, b.fill)
        return line
    }

    func records(_ starts: [ShapeRecord], _ ends: [ShapeRecord]) -> [ShapeRecord] {
        var result: [ShapeRecord] = []
        result.reserveCapacity(starts.count)
        var (i, j) = (0, 0)
        // Where each outline stands, since moves are absolute while edges are relative.
        var (startPen, endPen) = (TwipsPoint.zero, TwipsPoint.zero)
        // Rounded places, so that the edges of an outline meet again.
        var pen = TwipsPoint.zero
        while i < starts.count {
            if case .styleChange(var change) = starts[i] {
                i += 1
                var moved = false
                if let point = change.moveTo {
                    startPen = point
                    moved = true
                }
                // The end outline has a move of its own only where it moves.
                if j < ends.count, case .styleChange(let endChange) = ends[j] {
                    j += 1
                    if let point = endChange.moveTo { endPen = point }
                    moved = moved || endChange.moveTo != nil
                } else if let point = change.moveTo {
                    endPen = point
                }
                if moved {
                    pen = TwipsPoint(x: twips(startPen.x, endPen.x), y: twips(startPen.y, endPen.y))
                    change.moveTo = pen
                }
                result.append(.styleChange(change))
                continue
            }
            if j < ends.count, case .styleChange(let endChange) = ends[j] {
                j += 1
                if let point = endChange.moveTo {
                    endPen = point
                    pen = TwipsPoint(x: twips(startPen.x, endPen.x), y: twips(startPen.y, endPen.y))
                    result.append(.styleChange(StyleChange(moveTo: pen)))
                }
                continue
            }
            // An end outline that is too short stays where it ended.
            let other = j < ends.count ? ends[j] : .line(dx: 0, dy: 0)
            edge(starts[i], other, &startPen, &endPen, &pen, into: &result)
            i += 1
            j += 1
        }
        return result
    }

    private func edge(
        _ a: ShapeRecord, _ b: ShapeRecord, _ startPen: inout TwipsPoint, _ endPen: inout TwipsPoint,
        _ pen: inout TwipsPoint, into result: inout [ShapeRecord]
    ) {
        let isLine = if case .line = a, case .line = b { true } else { false }
        let (startControl, startTo) = Self.points(a, from: startPen)
        let (endControl, endTo) = Self.points(b, from: endPen)
        let to = TwipsPoint(x: twips(startTo.x, endTo.x), y: twips(startTo.y, endTo.y))
        if isLine {
            result.append(.line(dx: to.x &- pen.x, dy: to.y &- pen.y))
        } else {
            let control = TwipsPoint(x: twips(startControl.x, endControl.x), y: twips(startControl.y, endControl.y))
            result.append(
                .curve(
                    controlDX: control.x &- pen.x, controlDY: control.y &- pen.y, anchorDX: to.x &- control.x,
                    anchorDY: to.y &- control.y))
        }
        (startPen, endPen, pen) = (startTo, endTo, to)
    }

    /// Control point and end of an edge that starts at `pen`.
    private static func points(_ record: ShapeRecord, from pen: TwipsPoint) -> (control: TwipsPoint, to: TwipsPoint) {
        switch record {
        case .line(let dx, let dy):
            return (
                TwipsPoint(x: pen.x &+ dx / 2, y: pen.y &+ dy / 2), TwipsPoint(x: pen.x &+ dx, y: pen.y &+ dy)
            )
        case .curve(let cx, let cy, let ax, let ay):
            let control = TwipsPoint(x: pen.x &+ cx, y: pen.y &+ cy)
            return (control, TwipsPoint(x: control.x &+ ax, y: control.y &+ ay))
        case .styleChange: return (pen, pen)
        }
    }
}
