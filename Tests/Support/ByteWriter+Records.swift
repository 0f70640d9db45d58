import Base
import SWF

/// The basic records. Spec: SWF 19, pp. 12–24.
extension ByteWriter {
    public mutating func string(_ text: SWFString) { bytes(text.bytes + [0]) }

    public mutating func rgb(_ color: RGBA) { bytes([color.red, color.green, color.blue]) }
    public mutating func rgba(_ color: RGBA) { bytes([color.red, color.green, color.blue, color.alpha]) }

    public mutating func rect(_ rect: TwipsRect) {
        align()
        let width = Self.width(rect.xMin, rect.xMax, rect.yMin, rect.yMax)
        ubits(UInt32(width), 5)
        for value in [rect.xMin, rect.xMax, rect.yMin, rect.yMax] { sbits(value, width) }
        align()
    }

    public mutating func matrix(_ matrix: Matrix) {
        align()
        pair(matrix.a, matrix.d, isPresent: matrix.a != 1 || matrix.d != 1)
        pair(matrix.b, matrix.c, isPresent: matrix.b != 0 || matrix.c != 0)
        let width = matrix.tx == 0 && matrix.ty == 0 ? 0 : Self.width(matrix.tx, matrix.ty)
        ubits(UInt32(width), 5)
        sbits(matrix.tx, width)
        sbits(matrix.ty, width)
        align()
    }

    private mutating func pair(_ first: Float, _ second: Float, isPresent: Bool) {
        bit(isPresent)
        guard isPresent else { return }
        let values = [first, second].map { Int32(saturating: (Double($0) * 65536).rounded()) }
        let width = Self.width(values[0], values[1])
        ubits(UInt32(width), 5)
        for value in values { sbits(value, width) }
    }

    /// CXFORM, or CXFORMWITHALPHA.
    public mutating func colorTransform(_ transform: ColorTransform, hasAlpha: Bool) {
        align()
        var factors = [transform.redMultiplier, transform.greenMultiplier, transform.blueMultiplier]
        var offsets = [transform.redOffset, transform.greenOffset, transform.blueOffset]
        if hasAlpha {
            factors.append(transform.alphaMultiplier)
            offsets.append(transform.alphaOffset)
        }
        let hasFactors = factors.contains { $0 != 256 }
        let hasOffsets = offsets.contains { $0 != 0 }
        let values = ((hasFactors ? factors : []) + (hasOffsets ? offsets : [])).map { Int32($0) }
        let width = values.map { Self.width($0) }.max() ?? 0
        bit(hasOffsets)
        bit(hasFactors)
        ubits(UInt32(width), 4)
        for value in values { sbits(value, width) }
        align()
    }
}
