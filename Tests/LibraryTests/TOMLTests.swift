import Testing

@testable import Library

@Suite("TOML")
struct TOMLTests {
    private func read(_ text: String) throws -> TOMLDocument { try TOMLDocument(Array(text.utf8)) }
    private func text(_ document: TOMLDocument) -> String { String(decoding: document.bytes, as: UTF8.self) }

    @Test("values of every kind")
    func values() throws {
        let document = try read(
            #"""
            a = 1_000 # comment
            "b c" = 'lit\eral'
            d.e = "q\"\u00e4\n"
            f = [1, 2.5, # inside
              "x", ]
            g = { h = true, i.j = -0x }
            """#.replacingOccurrences(of: "-0x", with: "-7"))
        #expect(document["a"] == .integer(1000))
        #expect(document["b c"] == .string(#"lit\eral"#))
        #expect(document["d", "e"] == .string("q\"ä\n"))
        #expect(document["f"] == .array([.integer(1), .float(2.5), .string("x")]))
        #expect(document["g", "h"] == .boolean(true))
        #expect(document["g", "i", "j"] == .integer(-7))
    }

    @Test("numbers and dates")
    func numbers() {
        let cases: [(String, TOMLValue?)] = [
            ("0xFF", .integer(255)), ("0b11", .integer(3)), ("-0", .integer(0)), ("1e3", .float(1000)),
            ("inf", .float(.infinity)), ("1979-05-27T07:32:00Z", .moment("1979-05-27T07:32:00Z")),
            ("07:32:00", .moment("07:32:00")), ("01", nil), ("1.", nil), (".5", nil), ("1__0", nil), ("yes", nil),
            ("9999999999999999999999", nil), ("0x-1", nil), ("-", nil), ("+", nil),
        ]
        for (text, value) in cases { #expect(TOMLNumbers.value(of: text) == value, "\(text)") }
    }

    @Test("long strings")
    func longStrings() throws {
        let document = try read("a = \"\"\"\none\\\n   two\"\" \"\"\"\"\nb = '''\nx\\y\n'''\n")
        #expect(document["a"] == .string("onetwo\"\" \""))
        #expect(document["b"] == .string("x\\y\n"))
    }

    @Test("tables and arrays of tables")
    func tables() throws {
        let document = try read("[a.b]\nc = 1\n[a]\nd = 2\n[[e]]\nf = 1\n[[e]]\nf = 2\n[e.g]\nh = 3\n")
        #expect(document["a", "b", "c"] == .integer(1))
        #expect(document["a", "d"] == .integer(2))
        guard case .array(let rows) = document["e"] else { throw LibraryProblem("no array") }
        #expect(rows.count == 2)
    }

    @Test(
        "what is wrong is told by its line",
        arguments: [
            ("a = 1\na = 2", "line 2"), ("[a]\n[a]", "line 2"), ("x", "line 1"), ("a = ", "line 1"),
            ("\n\na = \"x", "line 3"), ("a = [1, 2", "line 1"), ("a = {b = 1", "line 1"), ("a = 1 b = 2", "line 1"),
            ("[a", "line 1"), ("a = \"\\q\"", "line 1"), ("a.b = 1\n[a]", "line 2"), ("a = {}\n[a.b]", "line 2"),
            ("a = {b = 1}\na.c = 2", "line 2"),
        ])
    func errors(_ text: String, _ place: String) {
        let message = problem { () throws(LibraryProblem) in _ = try TOMLDocument(Array(text.utf8)) }
        #expect(message?.hasPrefix(place) == true, "\(text): \(message ?? "read")")
    }

    @Test("deep nesting ends in a message, not in an overflow")
    func deep() {
        for text in [
            "a = " + String(repeating: "[", count: 100_000), String(repeating: "a.", count: 100_000) + "a = 1",
        ] {
            #expect(problem { () throws(LibraryProblem) in _ = try TOMLDocument(Array(text.utf8)) } != nil)
        }
        #expect(
            problem { () throws(LibraryProblem) in _ = try TOMLDocument([0x61, 0x3D, 0x22, 0xFF, 0x22]) }
                == "the file is not UTF-8")
    }

    @Test("an edit changes nothing else")
    func edits() throws {
        var document = try read(
            "# top\n[bundle] # mine\nurl = \"u\"   # keep\nname='n'\n\n[future]\nkey = {a = 1,b=2} # odd\n")
        try document.set(["bundle", "name"], to: .string("new"))
        try document.set(["bundle", "extra"], to: .integer(5))
        try document.set(["future", "key", "b"], to: nil)
        try document.set(["future", "key", "c"], to: .boolean(false))
        try document.set(["player", "parameters", "a b"], to: .string("v"))
        #expect(
            text(document)
                == "# top\n[bundle] # mine\nurl = \"u\"   # keep\nname=\"new\"\nextra = 5\n\n[future]\n"
                + "key = {a = 1, c = false } # odd\n\n[player.parameters]\n\"a b\" = \"v\"\n")
        try document.set(["bundle", "extra"], to: nil)
        try document.set(["future", "key", "a"], to: nil)
        #expect(document["future", "key", "c"] == .boolean(false))
        #expect(!text(document).contains("extra"))
    }

    @Test("many tables of one name take no longer each", .timeLimit(.minutes(1)))
    func manyTables() throws {
        let document = try read(String(repeating: "[[a]]\n", count: 50_000))
        guard case .array(let tables) = document["a"] else {
            Issue.record("no array")
            return
        }
        #expect(tables.count == 50_000)
    }

    @Test("an edit of a file without a last newline, of dotted keys, and one that cannot be")
    func oddEdits() throws {
        var document = try read("a.b = 1\n[t]\nc = 2")
        try document.set(["t", "d"], to: .integer(3))
        try document.set(["a", "e"], to: .integer(4))
        #expect(text(document) == "a.b = 1\na.e = 4\n[t]\nc = 2\nd = 3\n")
        let before = document.bytes
        #expect(problem { () throws(LibraryProblem) in try document.set(["t"], to: .integer(1)) } != nil)
        #expect(problem { () throws(LibraryProblem) in try document.set(["t", "c", "x"], to: .integer(1)) } != nil)
        #expect(document.bytes == before)
    }

    @Test("no cut or flipped byte traps")
    func mutants() {
        let source = Array(
            "# c\n[a.b]\nk = [1, {x = \"y\\u0041\"}]\n[[l]]\nm = 2024-01-01 10:00:00\n'q' = '''z'''\n".utf8)
        for place in source.indices {
            _ = problem { () throws(LibraryProblem) in _ = try TOMLDocument(Array(source[..<place])) }
            for byte in Array("\"'[]{}=.,#\n\\ x0".utf8) {
                var copy = source
                copy[place] = byte
                _ = problem { () throws(LibraryProblem) in
                    var document = try TOMLDocument(copy)
                    try document.set(["a", "b", "k"], to: .integer(1))
                    if document["a", "b", "k"] != .integer(1) { Issue.record("an edit was lost at \(place)") }
                }
            }
        }
    }
}
