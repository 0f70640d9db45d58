/// Why bytes could not be decoded. Offsets count from the start of the (uncompressed) data.
public enum DecodeError: Error, Equatable, Sendable {
    case endOfData(offset: Int)
    case badValue(field: String, value: Int, offset: Int)
}

/// Reads fields from bytes, front to back: little-endian, unaligned, and bit fields from the high bit down.
///
/// Reading a whole-byte field first drops the bits left of the current byte, as SWF records do.
/// Spec: SWF 19, "Basic data types", p. 12.
public struct ByteReader: Sendable {
    public let bytes: [UInt8]
    /// One past the last byte that may be read.
    public let end: Int
    /// Offset of the next unread byte.
    public private(set) var position: Int
    /// Unread bits of the byte before ``position``, in the low end.
    private var bitBuffer: UInt32 = 0
    private var bitCount = 0

    /// A reader of `range`, clamped to what there is.
    public init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        let range = range.clamped(to: 0..<bytes.count)
        position = range.lowerBound
        end = range.upperBound
    }

    public init(_ bytes: [UInt8]) { self.init(bytes, in: 0..<bytes.count) }

    public var remaining: Int { end - position }
    public var isAtEnd: Bool { position >= end }
    /// What has not been read.
    public var rest: Range<Int> { position..<end }

    public mutating func u8() throws(DecodeError) -> UInt8 {
        bitCount = 0
        guard position < end else { throw .endOfData(offset: position) }
        defer { position &+= 1 }
        return bytes[position]
    }

    public mutating func u16() throws(DecodeError) -> UInt16 {
        let low = try u8()
        let high = try u8()
        return UInt16(high) << 8 | UInt16(low)
    }

    public mutating func u32() throws(DecodeError) -> UInt32 {
        let low = try u16()
        let high = try u16()
        return UInt32(high) << 16 | UInt32(low)
    }

    public mutating func u64() throws(DecodeError) -> UInt64 {
        let low = try u32()
        let high = try u32()
        return UInt64(high) << 32 | UInt64(low)
    }

    public mutating func s8() throws(DecodeError) -> Int8 { Int8(bitPattern: try u8()) }
    public mutating func s16() throws(DecodeError) -> Int16 { Int16(bitPattern: try u16()) }
    public mutating func s32() throws(DecodeError) -> Int32 { Int32(bitPattern: try u32()) }
    public mutating func float() throws(DecodeError) -> Float { Float(bitPattern: try u32()) }
    public mutating func double() throws(DecodeError) -> Double { Double(bitPattern: try u64()) }

    /// 16.16 fixed point.
    public mutating func fixed() throws(DecodeError) -> Double { Double(try s32()) / 65536 }
    /// 8.8 fixed point.
    public mutating func fixed8() throws(DecodeError) -> Double { Double(try s16()) / 256 }

    /// A variable-length integer of one to five bytes, seven bits each.
    public mutating func encodedU32() throws(DecodeError) -> UInt32 {
        var result: UInt32 = 0
        for shift in stride(from: UInt32(0), to: 35, by: 7) {
            let byte = try u8()
            result |= UInt32(byte & 0x7F) << shift
            if byte & 0x80 == 0 { break }
        }
        return result
    }

    /// The bytes up to a zero, which is skipped; up to the end where there is none.
    public mutating func stringBytes() throws(DecodeError) -> [UInt8] {
        bitCount = 0
        guard position < end else { throw .endOfData(offset: position) }
        let start = position
        while position < end && bytes[position] != 0 { position += 1 }
        defer { if position < end { position += 1 } }
        return Array(bytes[start..<position])
    }

    /// The next `count` bytes as a range of ``bytes``.
    public mutating func range(count: Int) throws(DecodeError) -> Range<Int> {
        bitCount = 0
        guard count >= 0, count <= remaining else { throw .endOfData(offset: end) }
        defer { position += count }
        return position..<position + count
    }

    public mutating func skip(_ count: Int) throws(DecodeError) { _ = try range(count: count) }

    /// Moves to `offset`, clamped to the readable range.
    public mutating func seek(to offset: Int) {
        bitCount = 0
        position = min(max(0, offset), end)
    }

    // MARK: Bits

    /// Drops what is left of the current byte.
    public mutating func align() { bitCount = 0 }

    /// An unsigned field of `count` bits, 0...32.
    public mutating func ubits(_ count: Int) throws(DecodeError) -> UInt32 {
        if count <= bitCount {
            bitCount -= count
            return count > 0 ? (bitBuffer >> UInt32(bitCount)) & (UInt32.max >> UInt32(32 - count)) : 0
        }
        // What is left of the current byte, then whole bytes, then the top of the last one.
        var result = UInt64(bitCount > 0 ? bitBuffer & (1 << UInt32(bitCount) - 1) : 0)
        var needed = count - bitCount
        bitCount = 0
        let byteCount = (needed + 7) >> 3
        guard position + byteCount <= end else {
            position = end
            throw .endOfData(offset: end)
        }
        for place in position..<position + byteCount - 1 {
            result = result << 8 | UInt64(bytes[place])
            needed -= 8
        }
        position += byteCount
        bitBuffer = UInt32(bytes[position - 1])
        bitCount = 8 - needed
        return UInt32(truncatingIfNeeded: result << UInt64(needed) | UInt64(bitBuffer >> UInt32(bitCount)))
    }

    /// A sign-extended field of `count` bits, 0...32.
    public mutating func sbits(_ count: Int) throws(DecodeError) -> Int32 {
        guard count > 0 else { return 0 }
        let raw = Int32(bitPattern: try ubits(count))
        let shift = Int32(32 - min(count, 32))
        return (raw << shift) >> shift
    }

    public mutating func bit() throws(DecodeError) -> Bool { try ubits(1) != 0 }

    /// A 16.16 fixed-point field of `count` bits.
    public mutating func fbits(_ count: Int) throws(DecodeError) -> Double { Double(try sbits(count)) / 65536 }
}
