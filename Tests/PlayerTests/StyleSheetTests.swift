import Base
import SWF
import TestSupport
import Testing

@testable import Player

/// CSS as ActionScript 1 and 2 reads it.
@Suite struct StyleSheetTests {
    /// What `parseCSS` gives for a text, and the names of the properties of each selector asked for.
    private func parse(_ css: String, _ selectors: String...) throws -> [String] {
        let stage = try Stage { movie in
            movie.doAction(
                actions { code in
                    code.push(.text("s"), .int(0), .text("TextField"))
                    code.op(.getVariable)
                    code.push(.text("StyleSheet"))
                    code.op(.newMethod)
                    code.op(.setVariable)
                    code.callMethod("s", "parseCSS", .text(css))
                    code.op(.trace)
                    for selector in selectors {
                        code.callMethod("s", "getStyle", .text(selector))
                        code.op(.enumerate2)
                        // Names lie on the stack, undefined below them.
                        for _ in 0..<2 { code.op(.trace) }
                    }
                })
            movie.showFrame()
        }
        return stage.run()
    }

    static let rows: [(css: String, selector: String, traced: [String])] = [
        ("a { key: value }", "a", ["true", "key", "undefined"]),
        // A selector is one word; a name goes on to its colon, whatever is before that.
        ("a b { key: value }", "a", ["false", "undefined", "undefined"]),
        ("a{;;key: value;}", "a", ["true", ";;key", "undefined"]),
        ("a{key: value;;}", "a", ["false", "undefined", "undefined"]),
        ("a{one two: value}", "a", ["false", "undefined", "undefined"]),
        ("a{name}b{:value}", "a", ["true", "name}b{", "undefined"]),
        // What is open at the end is closed where a property could begin.
        ("a{key:;", "a", ["true", "key", "undefined"]),
        ("a{key:value", "a", ["false", "undefined", "undefined"]),
        ("a{font-size: 1; }", "a", ["true", "fontSize", "undefined"]),
        ("a{x--y: 1}", "a", ["true", "x-y", "undefined"]),
        ("a{one: 1} a{two: 2}", "a", ["true", "two", "undefined"]),
    ]

    @Test("selectors, names and ends", arguments: rows)
    func reading(css: String, selector: String, traced: [String]) throws {
        #expect(try parse(css, selector) == traced)
    }
}
