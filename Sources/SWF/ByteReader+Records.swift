import Base

/// The basic records that tags are made of. Spec: SWF 19, pp. 12–24.
extension ByteReader {
    mutating func rgb() throws(DecodeError) -> RGBA {
        RGBA(red: try u8(), green: try u8(), blue: try u8())
    }

    mutating func rgba() throws(DecodeError) -> RGBA {
        RGBA(red: try u8(), green: try u8(), blue: try u8(), alpha: try u8())
    }

    mutating func string() throws(DecodeError) -> SWFString { SWFString(try stringBytes()) }

    /// A string of `count` bytes. Some writers end it with a zero all the same, which is not part of the text.
    mutating func string(count: Int) throws(DecodeError) -> SWFString {
        SWFString(Array(bytes[try range(count: count)].prefix { $0 != 0 }))
    }

    /// What is left, as a range of ``bytes``.
    mutating func takeRest() -> Range<Int> {
        defer { seek(to: end) }
        return rest
    }

    mutating func rect() throws(DecodeError) -> TwipsRect {
        align()
        let count = Int(try ubits(5))
        let rect = TwipsRect(
            xMin: try sbits(count), xMax: try sbits(count), yMin: try sbits(count), yMax: try sbits(count))
        align()
        return rect
    }

    mutating func matrix() throws(DecodeError) -> Matrix {
        align()
        var matrix = Matrix.identity
        if try bit() {
            let count = Int(try ubits(5))
            matrix.a = Float(try fbits(count))
            matrix.d = Float(try fbits(count))
        }
        if try bit() {
            let count = Int(try ubits(5))
            matrix.b = Float(try fbits(count))
            matrix.c = Float(try fbits(count))
        }
        let count = Int(try ubits(5))
        matrix.tx = try sbits(count)
        matrix.ty = try sbits(count)
        align()
        return matrix
    }

    /// CXFORM, or CXFORMWITHALPHA.
    mutating func colorTransform(hasAlpha: Bool) throws(DecodeError) -> ColorTransform {
        align()
        let hasOffsets = try bit()
        let hasMultipliers = try bit()
        let count = Int(try ubits(4))
        var transform = ColorTransform.identity
        if hasMultipliers {
            transform.redMultiplier = Int16(truncatingIfNeeded: try sbits(count))
            transform.greenMultiplier = Int16(truncatingIfNeeded: try sbits(count))
            transform.blueMultiplier = Int16(truncatingIfNeeded: try sbits(count))
            if hasAlpha { transform.alphaMultiplier = Int16(truncatingIfNeeded: try sbits(count)) }
        }
        if hasOffsets {
            transform.redOffset = Int16(truncatingIfNeeded: try sbits(count))
            transform.greenOffset = Int16(truncatingIfNeeded: try sbits(count))
            transform.blueOffset = Int16(truncatingIfNeeded: try sbits(count))
            if hasAlpha { transform.alphaOffset = Int16(truncatingIfNeeded: try sbits(count)) }
        }
        align()
        return transform
    }

    /// Items until `item` gives nil or the data ends: Flash keeps what it has read of a list that is cut short.
    mutating func list<Item>(
        upTo limit: Int = .max, _ item: (inout ByteReader) throws(DecodeError) -> Item?
    ) -> [Item] {
        var items: [Item] = []
        while items.count < limit, let next = try? item(&self) { items.append(next) }
        return items
    }
}
