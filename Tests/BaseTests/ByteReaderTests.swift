import Base
import TestSupport
import Testing

@Suite("ByteReader")
struct ByteReaderTests {
    private static let bytes: [UInt8] = [0x34, 0x12, 0x78, 0x56, 0xBC, 0x9A, 0xF0, 0xDE]

    @Test("whole-byte fields take the low byte first")
    func littleEndian() throws {
        var reader = ByteReader(Self.bytes)
        #expect(try reader.u16() == 0x1234)
        #expect(try reader.u32() == 0x9ABC_5678)
        #expect(reader.position == 6)
        reader.seek(to: 0)
        #expect(try reader.u64() == 0xDEF0_9ABC_5678_1234)
        #expect(reader.isAtEnd)
    }

    @Test("signed and fractional fields")
    func signed() throws {
        var reader = ByteReader([0xFF, 0xFE, 0xFF, 0x00, 0x80, 0xFF, 0xFF, 0x80, 0xFF, 0, 0, 0x80, 0x3F])
        #expect(try reader.s8() == -1)
        #expect(try reader.s16() == -2)
        #expect(try reader.fixed() == -0.5)
        #expect(try reader.fixed8() == -0.5)
        #expect(try reader.float() == 1)
    }

    @Test("a short read names the byte it lacked")
    func shortRead() {
        var reader = ByteReader([0x34], in: 0..<1)
        #expect(throws: DecodeError.endOfData(offset: 1)) { try reader.u16() }
    }

    @Test("a range beyond the bytes is clamped")
    func clampedRange() {
        let reader = ByteReader(Self.bytes, in: 6..<100)
        #expect(reader.remaining == 2)
        #expect(ByteReader(Self.bytes, in: 50..<100).remaining == 0)
    }

    static let encoded: [(bytes: [UInt8], value: UInt32, length: Int)] = [
        ([0x00], 0, 1), ([0x7F], 127, 1), ([0x80, 0x01], 128, 2), ([0xE5, 0x8E, 0x26], 624_485, 3),
        ([0xFF, 0xFF, 0xFF, 0xFF, 0x0F], .max, 5),
        // A fifth byte that goes on does not.
        ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], .max, 5),
    ]

    @Test("encodedU32 has seven bits a byte", arguments: encoded)
    func encodedU32(bytes: [UInt8], value: UInt32, length: Int) throws {
        var reader = ByteReader(bytes)
        #expect(try reader.encodedU32() == value)
        #expect(reader.position == length)
    }

    @Test("a text ends at a zero, or at the end without one")
    func strings() throws {
        var reader = ByteReader([0x41, 0x42, 0, 0x43])
        #expect(try reader.stringBytes() == [0x41, 0x42])
        #expect(try reader.stringBytes() == [0x43])
        #expect(throws: DecodeError.endOfData(offset: 4)) { try reader.stringBytes() }
    }

    @Test("bit fields run from the high bit down and across bytes")
    func bits() throws {
        var reader = ByteReader([0b1010_0110, 0b1100_0001, 0xFF])
        #expect(try reader.ubits(3) == 0b101)
        #expect(try reader.ubits(0) == 0)
        #expect(try reader.ubits(7) == 0b0011011)
        #expect(try reader.sbits(6) == 1)
        #expect(try reader.sbits(4) == -1)
        #expect(try reader.bit())
    }

    static let signedBits: [(byte: UInt8, count: Int, value: Int32)] = [
        (0x80, 1, -1), (0x40, 1, 0), (0x40, 2, 1), (0x80, 2, -2), (0x7F, 8, 127), (0x80, 8, -128), (0xFF, 0, 0),
    ]

    @Test("sbits extends the sign", arguments: signedBits)
    func signExtension(byte: UInt8, count: Int, value: Int32) throws {
        var reader = ByteReader([byte])
        #expect(try reader.sbits(count) == value)
    }

    @Test("32 bits are read whole, signed and not")
    func widestBits() throws {
        var reader = ByteReader([0xFF, 0xFF, 0xFF, 0xFE, 0x80, 0, 0, 0])
        #expect(try reader.ubits(32) == 0xFFFF_FFFE)
        #expect(try reader.sbits(32) == .min)
    }

    @Test("a byte field drops the bits left of the byte before")
    func alignment() throws {
        var reader = ByteReader([0xFF, 0x12, 0xFF, 0x34])
        #expect(try reader.bit())
        #expect(try reader.u8() == 0x12)
        #expect(try reader.bit())
        reader.align()
        #expect(try reader.ubits(8) == 0x34)
    }

    @Test("bits that run out of data name the byte they lacked")
    func shortBits() throws {
        var reader = ByteReader([0xFF])
        #expect(try reader.ubits(5) == 31)
        #expect(throws: DecodeError.endOfData(offset: 1)) { try reader.ubits(4) }
    }

    @Test("ranges are of the whole bytes and never reach beyond the end")
    func ranges() throws {
        var reader = ByteReader(Self.bytes, in: 2..<6)
        #expect(try reader.range(count: 3) == 2..<5)
        #expect(throws: DecodeError.endOfData(offset: 6)) { try reader.range(count: 2) }
        #expect(throws: DecodeError.endOfData(offset: 6)) { try reader.range(count: -1) }
        #expect(reader.rest == 5..<6)
        reader.seek(to: 100)
        #expect(reader.position == 6)
        reader.seek(to: -1)
        #expect(reader.position == 0)
    }
}
