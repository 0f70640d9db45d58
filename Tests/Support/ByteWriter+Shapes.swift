import Base
import SWF

/// Shapes, styles and their records. Spec: SWF 19, pp. 116–146.
extension ByteWriter {
    // MARK: Styles

    mutating func shapeStyles(_ styles: ShapeStyles, _ version: UInt8) {
        styleCount(styles.fills.count, isLong: version >= 2)
        for fill in styles.fills { fillStyle(fill, version) }
        styleCount(styles.lines.count, isLong: version >= 2)
        for line in styles.lines { lineStyle(line, version) }
    }

    private mutating func styleCount(_ count: Int, isLong: Bool) {
        if isLong && count >= 0xFF {
            u8(0xFF)
            u16(UInt16(count))
        } else {
            u8(UInt8(count))
        }
    }

    private mutating func color(_ color: RGBA, _ version: UInt8) {
        if version >= 3 { rgba(color) } else { rgb(color) }
    }

    private mutating func fillStyle(_ fill: FillStyle, _ version: UInt8) {
        u8(fill.kind)
        switch fill {
        case .solid(let color): self.color(color, version)
        case .linearGradient(let gradient, let matrix), .radialGradient(let gradient, let matrix):
            self.matrix(matrix)
            self.gradient(gradient, version)
        case .focalGradient(let gradient, let matrix, let focalPoint):
            self.matrix(matrix)
            self.gradient(gradient, version)
            fixed8(focalPoint)
        case .bitmap(let id, let matrix, _, _):
            u16(id)
            self.matrix(matrix)
        }
    }

    private mutating func gradient(_ gradient: Gradient, _ version: UInt8) {
        gradientHead(gradient)
        for stop in gradient.stops {
            u8(stop.ratio)
            color(stop.color, version)
        }
    }

    private mutating func gradientHead(_ gradient: Gradient) {
        align()
        ubits(UInt32(gradient.spread.rawValue), 2)
        ubits(UInt32(gradient.interpolation.rawValue), 2)
        ubits(UInt32(gradient.stops.count), 4)
    }

    private mutating func lineStyle(_ line: LineStyle, _ version: UInt8) {
        u16(line.width)
        if version >= 4 { lineFlags(line) }
        if case .solid(let color) = line.fill {
            self.color(color, version)
        } else {
            fillStyle(line.fill, version)
        }
    }

    /// LINESTYLE2's flags and miter limit.
    private mutating func lineFlags(_ line: LineStyle) {
        var hasFill = true
        if case .solid = line.fill { hasFill = false }
        ubits(UInt32(line.startCap.rawValue), 2)
        switch line.join {
        case .round: ubits(0, 2)
        case .bevel: ubits(1, 2)
        case .miter: ubits(2, 2)
        }
        for flag in [hasFill, line.noHScale, line.noVScale, line.pixelHinting] { bit(flag) }
        ubits(0, 5)
        bit(line.noClose)
        ubits(UInt32(line.endCap.rawValue), 2)
        if case .miter(let limit) = line.join { u16(UInt16(limit * 256)) }
    }

    // MARK: Morph styles

    mutating func morphStyles(_ morph: DefineMorphShape) {
        styleCount(morph.start.fills.count, isLong: true)
        for (start, end) in zip(morph.start.fills, morph.end.fills) { morphFillStyle(start, end) }
        styleCount(morph.start.lines.count, isLong: true)
        for (start, end) in zip(morph.start.lines, morph.end.lines) { morphLineStyle(start, end, morph.version) }
    }

    private mutating func morphFillStyle(_ start: FillStyle, _ end: FillStyle) {
        u8(start.kind)
        switch (start, end) {
        case (.solid(let first), .solid(let second)):
            rgba(first)
            rgba(second)
        case (.linearGradient(let first, let firstMatrix), .linearGradient(let second, let secondMatrix)),
            (.radialGradient(let first, let firstMatrix), .radialGradient(let second, let secondMatrix)):
            matrix(firstMatrix)
            matrix(secondMatrix)
            morphGradient(first, second)
        case (
            .focalGradient(let first, let firstMatrix, let focal), .focalGradient(let second, let secondMatrix, let end)
        ):
            matrix(firstMatrix)
            matrix(secondMatrix)
            morphGradient(first, second)
            fixed8(focal)
            fixed8(end)
        case (.bitmap(let id, let firstMatrix, _, _), .bitmap(_, let secondMatrix, _, _)):
            u16(id)
            matrix(firstMatrix)
            matrix(secondMatrix)
        default: preconditionFailure("a morph keeps the kind of its fills")
        }
    }

    private mutating func morphGradient(_ start: Gradient, _ end: Gradient) {
        gradientHead(start)
        for (first, second) in zip(start.stops, end.stops) {
            u8(first.ratio)
            rgba(first.color)
            u8(second.ratio)
            rgba(second.color)
        }
    }

    private mutating func morphLineStyle(_ start: LineStyle, _ end: LineStyle, _ version: UInt8) {
        u16(start.width)
        u16(end.width)
        if version >= 2 { lineFlags(start) }
        if case (.solid(let first), .solid(let second)) = (start.fill, end.fill) {
            rgba(first)
            rgba(second)
        } else {
            morphFillStyle(start.fill, end.fill)
        }
    }

    // MARK: Records

    /// Widths of the style numbers, records and the end record.
    mutating func shapeRecords(_ records: [ShapeRecord], _ styles: ShapeStyles, _ version: UInt8) {
        align()
        var widths = styleWidths(styles)
        for record in records {
            switch record {
            case .line(let dx, let dy): line(dx, dy)
            case .curve(let controlDX, let controlDY, let anchorDX, let anchorDY):
                curve(controlDX, controlDY, anchorDX, anchorDY)
            case .styleChange(let change): styleChange(change, &widths, version)
            }
        }
        ubits(0, 6)
        align()
    }

    /// A glyph: no styles, but one bit for «filled».
    mutating func glyphRecords(_ records: [ShapeRecord]) {
        shapeRecords(records, ShapeStyles(fills: [.solid(.black)]), 1)
    }

    private mutating func styleWidths(_ styles: ShapeStyles) -> (fill: Int, line: Int) {
        let widths = (fill: Self.width(UInt32(styles.fills.count)), line: Self.width(UInt32(styles.lines.count)))
        ubits(UInt32(widths.fill), 4)
        ubits(UInt32(widths.line), 4)
        return widths
    }

    private mutating func styleChange(
        _ change: StyleChange, _ widths: inout (fill: Int, line: Int), _ version: UInt8
    ) {
        let flags = [
            false, change.newStyles != nil, change.line != nil, change.fill1 != nil, change.fill0 != nil,
            change.moveTo != nil,
        ]
        for flag in flags { bit(flag) }
        if let point = change.moveTo {
            let width = Self.width(point.x, point.y)
            ubits(UInt32(width), 5)
            sbits(point.x, width)
            sbits(point.y, width)
        }
        if let fill = change.fill0 { ubits(fill, widths.fill) }
        if let fill = change.fill1 { ubits(fill, widths.fill) }
        if let line = change.line { ubits(line, widths.line) }
        if let styles = change.newStyles {
            shapeStyles(styles, version)
            align()
            widths = styleWidths(styles)
        }
    }

    private mutating func line(_ dx: Int32, _ dy: Int32) {
        let width = max(2, Self.width(dx, dy))
        ubits(0b11, 2)
        ubits(UInt32(width - 2), 4)
        let isGeneral = dx != 0 && dy != 0
        bit(isGeneral)
        if isGeneral {
            sbits(dx, width)
            sbits(dy, width)
        } else {
            bit(dx == 0)
            sbits(dx == 0 ? dy : dx, width)
        }
    }

    private mutating func curve(_ controlDX: Int32, _ controlDY: Int32, _ anchorDX: Int32, _ anchorDY: Int32) {
        let width = max(2, Self.width(controlDX, controlDY, anchorDX, anchorDY))
        ubits(0b10, 2)
        ubits(UInt32(width - 2), 4)
        for value in [controlDX, controlDY, anchorDX, anchorDY] { sbits(value, width) }
    }
}

extension FillStyle {
    /// The type byte of FILLSTYLE.
    fileprivate var kind: UInt8 {
        switch self {
        case .solid: 0x00
        case .linearGradient: 0x10
        case .radialGradient: 0x12
        case .focalGradient: 0x13
        case .bitmap(_, _, let isSmoothed, let isRepeating): 0x40 | (isSmoothed ? 0 : 2) | (isRepeating ? 0 : 1)
        }
    }
}
