import AVM2
import Testing

@Suite("E4X trees")
struct E4XTests {
    private func units(_ text: String) -> [UInt16] { Array(text.utf16) }

    private func parsed(_ text: String, _ settings: XMLSettings = XMLSettings()) throws -> XMLNode {
        try E4XParser.parse(units(text), settings: settings)
    }

    private func written(_ text: String, _ settings: XMLSettings = XMLSettings()) throws -> String {
        String(
            decoding: try E4XWriter.xmlString(try parsed(text, settings), settings: settings), as: UTF16.self)
    }

    static let trips: [(String, String)] = [
        ("<a/>", "<a/>"), ("<a></a>", "<a/>"), ("<a b='1 &amp; &quot;2'/>", "<a b=\"1 &amp; &quot;2\"/>"),
        ("<a>x</a>", "<a>x</a>"), ("<a> x <b/></a>", "<a>\n  x\n  <b/>\n</a>"),
        ("<a><![CDATA[<>]]></a>", "<a><![CDATA[<>]]></a>"), ("<?xml version='1.0'?><!DOCTYPE a><a/>", "<a/>"),
        ("<a><!-- c --><?p i?><b/></a>", "<a>\n  <b/>\n</a>"), ("<p:a xmlns:p='u'/>", "<p:a xmlns:p=\"u\"/>"),
        ("<a xmlns='u'><b/></a>", "<a xmlns=\"u\">\n  <b/>\n</a>"), ("a &lt; b", "a &lt; b"), ("", ""),
        ("<a>&#65;&#x42;&nope;</a>", "<a>AB&amp;nope;</a>"),
    ]

    @Test("what goes in comes out, in Flash's form", arguments: Self.trips)
    func roundTrip(input: String, output: String) throws { #expect(try written(input) == output) }

    static let faults: [(String, Int)] = [
        ("<a>", 1085), ("<a></b>", 1085), ("</a>", 1088), ("<a/><b/>", 1088), ("<a", 1090), ("<a b>", 1090),
        ("<a b='x", 1095), ("<![CDATA[x", 1091), ("<?xml x", 1092), ("<!DOCTYPE x", 1093), ("<!-- x", 1094),
        ("<?p x", 1097), ("<p:a/>", 1083), ("<a b='' b=''/>", 1104), ("<a xmlns:p=''/>", 1098),
    ]

    @Test("errors have their numbers", arguments: Self.faults)
    func fault(input: String, number: Int) {
        #expect {
            try parsed(input)
        } throws: {
            ($0 as? XMLFault)?.number == number
        }
    }

    @Test("comments, instructions and white space stay when they are asked for")
    func keeping() throws {
        var settings = XMLSettings()
        settings.ignoreComments = false
        settings.ignoreProcessingInstructions = false
        settings.ignoreWhitespace = false
        settings.prettyPrinting = false
        #expect(try written("<a> <!--c--><?p i?></a>", settings) == "<a> <!--c--><?p i?></a>")
    }

    @Test("copies are equal and have no parent")
    func copying() throws {
        let tree = try parsed("<a x='1'><b>t</b></a>")
        let copy = try tree.children[0].deepCopy(XMLSettings())
        #expect(copy.parent == nil && copy !== tree.children[0])
        #expect(try copy.isEqual(to: tree.children[0]))
        #expect(try !copy.isEqual(to: tree))
    }

    @Test("a deep tree is refused, not a crash; and goes away quietly")
    func depth() throws {
        let count = 100_000
        let text = String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
        let tree = try parsed(text)
        #expect(throws: XMLFault(1023)) { try E4XWriter.xmlString(tree, settings: XMLSettings()) }
        #expect(throws: XMLFault(1023)) { try tree.deepCopy(XMLSettings()) }
    }

    @Test("names", arguments: [("a", true), ("_a-1.b", true), ("1a", false), ("", false), ("a:b", false), ("é", true)])
    func names(text: String, isName: Bool) { #expect(XMLText.isName(units(text)) == isName) }
}
