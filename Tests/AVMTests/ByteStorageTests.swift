import AVM
import Testing

@Suite("Bytes of a ByteArray")
struct ByteStorageTests {
    @Test("numbers go in and out in either order of bytes", arguments: [false, true])
    func numbers(isLittleEndian: Bool) throws {
        let storage = ByteStorage()
        storage.isLittleEndian = isLittleEndian
        try storage.write(UInt16(0x1234))
        try storage.write(Int32(-2))
        try storage.write(1.5)
        try storage.write(Float(-0.25))
        #expect(storage.bytes[0] == (isLittleEndian ? 0x34 : 0x12))
        storage.position = 0
        #expect(try storage.read(UInt16.self) == 0x1234)
        #expect(try storage.read(Int32.self) == -2)
        #expect(try storage.readDouble() == 1.5)
        #expect(try storage.readFloat() == -0.25)
        #expect(throws: ByteStorage.Fault.endOfData) { try storage.read(UInt8.self) }
    }

    @Test("what lies between the end and a position beyond it is zero")
    func gaps() throws {
        let storage = ByteStorage([1])
        storage.position = 3
        #expect(throws: ByteStorage.Fault.endOfData) { try storage.read(UInt8.self) }
        try storage.write(UInt8(9))
        #expect(Array(storage.bytes) == [1, 0, 0, 9])
        try storage.setCount(2)
        #expect(storage.position == 2 && Array(storage.bytes) == [1, 0])
    }

    @Test("it has a largest size")
    func limit() {
        let storage = ByteStorage()
        #expect(throws: ByteStorage.Fault.tooLarge) { try storage.setCount(ByteStorage.maximumCount + 1) }
        storage.position = .max
        #expect(throws: ByteStorage.Fault.tooLarge) { try storage.write(UInt8(0)) }
    }

    @Test("text: a length, UTF-8; a mark of the byte order and what follows a zero are left out")
    func text() throws {
        let storage = ByteStorage()
        #expect(try storage.writeUTF(Array("é".utf8)))
        #expect(try !storage.writeUTF([UInt8](repeating: 0, count: 0x10000)))
        #expect(Array(storage.bytes) == [0, 2, 0xC3, 0xA9])
        storage.position = 0
        #expect(try storage.readUTF() == Array("é".utf16))
        let marked = ByteStorage([0xEF, 0xBB, 0xBF, 0x41, 0, 0x42])
        #expect(try marked.readUTFBytes(6) == [0x41])
    }

    @Test("compression there and back", arguments: [ByteStorage.Algorithm.zlib, .deflate, .lzma])
    func compression(algorithm: ByteStorage.Algorithm) throws {
        let plain = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
        let storage = ByteStorage(plain)
        try storage.compress(algorithm)
        #expect(storage.position == storage.count && storage.count < 5000)
        try storage.uncompress(algorithm)
        #expect(storage.position == 0 && Array(storage.bytes) == plain)
        #expect(throws: ByteStorage.Fault.badCompression) { try ByteStorage([1, 2, 3, 4]).uncompress(algorithm) }
    }

    @Test("character sets")
    func characterSets() {
        func decoded(_ bytes: [UInt8], _ name: String) -> String {
            bytes.withUnsafeBufferPointer { String(decoding: CharacterSet.decode($0, name), as: UTF16.self) }
        }
        #expect(decoded([0x8E, 0x9F, 0x20], "shift-jis") == "次 ")
        #expect(CharacterSet.encode(Array("次 ".utf16), "shift_jis") == [0x8E, 0x9F, 0x20])
        #expect(decoded([0xE9], "iso-8859-1") == "é")
        #expect(decoded([0x41, 0, 0x42, 0], "unicode") == "AB")
        #expect(decoded([0, 0x41], "utf-16be") == "A")
        #expect(decoded([0xC4, 0xE3], "gb2312") == "你")
        #expect(decoded([0xFF, 0x41], "utf-8") == "ÿA")
        #expect(CharacterSet.utf8([0xD800]) == [0xED, 0xA0, 0x80])
    }
}
