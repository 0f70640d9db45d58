import Testing

@testable import AVM2

/// ABC files as plain data.
@Suite struct ABCReaderTests {
    /// Version 46.16, one string, one public name, one method without parameters, one script with a slot, and a body
    /// of two instructions.
    private static let file: [UInt8] = [
        16, 0, 46, 0,  // minor, major
        2, 0xFE, 0xFF, 0xFF, 0xFF, 0x0F,  // ints: -2
        0, 0,  // uints, doubles
        2, 1, 0x78,  // strings: "x"
        2, 0x16, 0,  // namespaces: package ""
        0,  // sets
        2, 0x07, 1, 1,  // multinames: QName(package, "x")
        1, 0, 0, 0, 0,  // one method
        0, 0,  // metadata, classes
        1, 0, 1, 1, 0, 0, 0, 0,  // one script: initialiser 0, one trait: slot x, no type, no value
        1, 0, 1, 1, 0, 1, 2, 0xD0, 0x47, 0, 0,  // one body: getlocal_0, returnvoid
    ]

    @Test("pools, methods, traits and bodies are read as they stand")
    func whole() throws {
        let abc = try ABCFile(Self.file, in: 0..<Self.file.count)
        #expect(abc.ints == [0, -2])
        #expect(abc.text(1) == "x")
        #expect(abc.namespaces[1] == NamespaceRecord(kind: .package, name: 0))
        #expect(abc.multinames[1] == .qualified(namespace: 1, name: 1, isAttribute: false))
        #expect(abc.methods.count == 1)
        #expect(abc.scripts[0].traits[0].kind == .slot(id: 0, type: 0, value: nil, isConst: false))
        let body = try #require(abc.bodies[0])
        #expect(Array(abc.bytes[body.code]) == [0xD0, 0x47])
    }

    @Test("a file cut short anywhere is refused, not trapped", arguments: 0..<Self.file.count)
    func truncated(count: Int) {
        #expect(throws: ABCError.self) { try ABCFile(Self.file, in: 0..<count) }
    }

    @Test("another version is named")
    func version() {
        var bytes = Self.file
        bytes[2] = 45
        #expect(throws: ABCError.badVersion(major: 45, minor: 16)) { try ABCFile(bytes, in: 0..<bytes.count) }
    }
}
