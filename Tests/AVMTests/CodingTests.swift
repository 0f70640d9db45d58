import AVM
import Testing

@Suite("Numbers, XML and AMF")
struct CodingTests {
    static let numbers: [(Double, String)] = [
        (0, "0"), (1.5, "1.5"), (-2, "-2"), (1e21, "1e+21"), (1e-7, "1e-7"), (0.1, "0.1"), (100_000, "100000"),
        (.infinity, "Infinity"), (.nan, "NaN"),
    ]

    @Test("numbers as ActionScript 1 writes them", arguments: numbers)
    func numberText(number: Double, text: String) { #expect(NumberConversion.avm1String(number) == text) }

    static let wraps: [(Double, Int32)] = [(4_294_967_297, 1), (-1, -1), (2_147_483_648, .min), (1.9, 1)]

    @Test("a number modulo 2³²", arguments: Self.wraps)
    func int32(number: Double, value: Int32) { #expect(NumberConversion.toInt32(number) == value) }

    private func tokens(_ text: String) throws -> [XMLScanner.Token] {
        var scanner = XMLScanner(Array(text.utf16))
        var result: [XMLScanner.Token] = []
        while let token = try scanner.next() { result.append(token) }
        return result
    }

    @Test("XML is cut into tags, text and attributes; comments go")
    func xmlTokens() throws {
        let found = try tokens("<a b='1 &amp; 2'>x&lt;<!-- no --><c/></a>")
        let attribute = XMLScanner.Attribute(name: Array("b".utf16), value: Array("1 & 2".utf16))
        #expect(
            found == [
                .start(name: Array("a".utf16), attributes: [attribute], isEmpty: false), .text(Array("x<".utf16)),
                .start(name: Array("c".utf16), attributes: [], isEmpty: true), .end(name: Array("a".utf16)),
            ])
    }

    static let faults: [(String, XMLScanner.Fault)] = [
        ("<![CDATA[x", .cdataNotTerminated), ("<?xml", .declarationNotTerminated),
        ("<!DOCTYPE x", .docTypeNotTerminated), ("<!-- x", .commentNotTerminated), ("<a", .malformedElement),
        ("<a b='", .attributeNotTerminated),
    ]

    @Test(
        "what is not closed has a number of its own",
        arguments: Self.faults)
    func xmlFaults(text: String, fault: XMLScanner.Fault) {
        #expect(throws: fault) { try tokens(text) }
    }

    @Test("entities stand for one character; what is none stays")
    func entities() {
        let plain = XMLScanner.unescape(Array("&amp;&#39;&#x41;&thing;&".utf16)[...])
        #expect(String(decoding: plain, as: UTF16.self) == "&'A&thing;&")
    }

    @Test("AMF 0 keeps to network byte order")
    func amf() throws {
        var writer = AMF0Writer()
        writer.number(1)
        writer.string(Array("hi".utf8))
        #expect(writer.bytes == [0, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0x68, 0x69])
        var reader = AMF0Reader(writer.bytes)
        #expect(try reader.marker() == .number)
        #expect(try reader.double() == 1)
        #expect(try reader.marker() == .string)
        #expect(try reader.name() == Array("hi".utf8))
    }
}
