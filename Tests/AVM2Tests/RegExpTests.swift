import AVM2
import Testing

@Suite("Regular expressions")
struct RegExpTests {
    private func ranges(_ pattern: String, _ text: String, flags: String = "", from start: Int = 0) -> [Range<Int>?]? {
        let program = RegExpProgram(Array(pattern.utf16), .init(letters: flags.utf16))
        return program?.match(Array(text.utf16), from: start)?.groups
    }

    @Test("groups that took no part are there")
    func groups() {
        #expect(ranges("(a)|(b)", "a") == [0..<1, 0..<1, nil])
        #expect(ranges("(a)|(b)", "b") == [0..<1, nil, 0..<1])
        #expect(ranges("b(c?)", "abd") == [1..<2, 2..<2])
    }

    @Test("flags")
    func flags() {
        #expect(ranges("A", "a") == nil)
        #expect(ranges("A", "a", flags: "i") == [0..<1])
        #expect(ranges("^b", "a\nb") == nil)
        #expect(ranges("^b", "a\nb", flags: "m") == [2..<3])
        #expect(ranges("a.b", "a\nb") == nil)
        #expect(ranges("a.b", "a\nb", flags: "s") == [0..<3])
        #expect(ranges("a b # c", "ab", flags: "x") == [0..<2])
        #expect(RegExpProgram.Options(letters: "xyg".utf16).text == Array("gx".utf16))
    }

    @Test("escapes: \\uXXXX is a character, those without meaning are their letter")
    func escapes() {
        #expect(ranges("\\u0041", "A") == [0..<1])
        #expect(ranges("\\y", "y") == [0..<1])
        #expect(ranges("\\\\u0041", "\\u0041") == [0..<6])
    }

    @Test("indices are 16-bit units; a surrogate alone does no harm")
    func units() {
        #expect(ranges("b", "😀b") == [2..<3])
        #expect(ranges("^.b", "😀b") == [0..<3])
        let program = RegExpProgram(Array("b".utf16), [])
        #expect(program?.match([0xD800, 0x62], from: 0)?.whole == 1..<2)
    }

    @Test("names of groups")
    func names() {
        let program = RegExpProgram(Array("(?P<one>a)(?P<two>b)".utf16), [])
        #expect(program?.names.map { String(decoding: $0.name, as: UTF16.self) } == ["one", "two"])
        #expect(program?.names.map { $0.group } == [1, 2])
    }

    @Test("what is no expression does not compile; what takes for ever gives up")
    func limits() {
        #expect(RegExpProgram(Array("(".utf16), []) == nil)
        #expect(ranges("(a+)+$", String(repeating: "a", count: 40) + "b") == nil)
        #expect(ranges("a", "", from: 1) == nil)
    }
}
