import Base

/// Writes fields one after the other, as ``ByteReader`` reads them: little-endian, bit fields from the high bit down.
/// A whole-byte field first fills up the current byte with zeros.
public struct ByteWriter {
    private var written: [UInt8] = []
    /// Bits that do not fill a byte yet, in the low end.
    private var bitBuffer: UInt8 = 0
    private var bitCount = 0

    public init() {}

    /// What was written, the last byte filled up.
    public var bytes: [UInt8] {
        var copy = self
        copy.align()
        return copy.written
    }

    /// Bytes so far, begun ones included.
    public var count: Int { written.count + (bitCount > 0 ? 1 : 0) }

    public mutating func align() {
        guard bitCount > 0 else { return }
        written.append(bitBuffer << UInt8(8 - bitCount))
        bitBuffer = 0
        bitCount = 0
    }

    // MARK: Bytes

    public mutating func bytes(_ values: [UInt8]) {
        align()
        written += values
    }

    public mutating func u8(_ value: UInt8) { bytes([value]) }

    public mutating func u16(_ value: UInt16) {
        u8(UInt8(truncatingIfNeeded: value))
        u8(UInt8(truncatingIfNeeded: value >> 8))
    }

    public mutating func u32(_ value: UInt32) {
        u16(UInt16(truncatingIfNeeded: value))
        u16(UInt16(truncatingIfNeeded: value >> 16))
    }

    public mutating func u64(_ value: UInt64) {
        u32(UInt32(truncatingIfNeeded: value))
        u32(UInt32(truncatingIfNeeded: value >> 32))
    }

    public mutating func s16(_ value: Int16) { u16(UInt16(bitPattern: value)) }
    public mutating func s32(_ value: Int32) { u32(UInt32(bitPattern: value)) }
    public mutating func float(_ value: Float) { u32(value.bitPattern) }
    /// 16.16 fixed point.
    public mutating func fixed(_ value: Double) { s32(Int32(saturating: (value * 65536).rounded())) }
    /// 8.8 fixed point.
    public mutating func fixed8(_ value: Double) { s16(Int16(clamping: Int((value * 256).rounded()))) }

    /// Seven bits a byte, low ones first.
    public mutating func encodedU32(_ value: UInt32) {
        var rest = value
        while rest > 0x7F {
            u8(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        u8(UInt8(rest))
    }

    /// Text and a zero.
    public mutating func string(_ text: String) { bytes(Array(text.utf8) + [0]) }

    // MARK: Bits

    /// The low `count` bits of `value`.
    public mutating func ubits(_ value: UInt32, _ count: Int) {
        for shift in stride(from: count - 1, through: 0, by: -1) {
            bitBuffer = bitBuffer << 1 | UInt8(truncatingIfNeeded: value >> UInt32(shift) & 1)
            bitCount += 1
            if bitCount == 8 { align() }
        }
    }

    public mutating func sbits(_ value: Int32, _ count: Int) { ubits(UInt32(bitPattern: value), count) }
    public mutating func bit(_ value: Bool) { ubits(value ? 1 : 0, 1) }

    /// The bits that an unsigned field needs for `value`.
    public static func width(_ value: UInt32) -> Int { 32 - value.leadingZeroBitCount }

    /// The bits that a signed field needs for each of `values`.
    public static func width(_ values: Int32...) -> Int {
        values.map { 33 - ($0 < 0 ? ~$0 : $0).leadingZeroBitCount }.max() ?? 0
    }
}
