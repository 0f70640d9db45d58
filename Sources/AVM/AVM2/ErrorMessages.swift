/// The player's error texts by number, in the debugger's English wording.
///
/// Source: the run-time errors appendix of the ActionScript 3.0 reference, and what the player prints.
public enum ErrorMessages {
    /// The text that goes with `number`, with its placeholders `%1` …; nil where the number is unknown.
    public static func text(_ number: Int) -> String? { templates[number] }

    /// "Error #1034: Type Coercion failed: …": what `Error.message` holds. The release player gives the number alone.
    public static func message(_ number: Int, _ arguments: [String] = [], isDebugger: Bool = true) -> String {
        let head = "Error #\(number)"
        guard isDebugger, let template = templates[number] else { return head }
        return head + ": " + fill(template, arguments)
    }

    /// Placeholders without an argument go.
    private static func fill(_ template: String, _ arguments: [String]) -> String {
        guard template.utf8.contains(0x25) else { return template }
        var result = ""
        var rest = Substring(template)
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            let after = rest.index(after: percent)
            guard after < rest.endIndex, let digit = rest[after].wholeNumberValue, digit >= 1 else {
                result += "%"
                rest = rest[after...]
                continue
            }
            if digit <= arguments.count { result += arguments[digit - 1] }
            rest = rest[rest.index(after: after)...]
        }
        return result + rest
    }

    private static let templates: [Int: String] = {
        var table: [Int: String] = [:]
        for block in [languageErrorTexts, playerErrorTexts, stage3DErrorTexts] {
            for line in block.split(separator: "\n") {
                guard let space = line.firstIndex(of: " "), let number = Int(line[..<space]) else { continue }
                table[number] = String(line[line.index(after: space)...])
            }
        }
        return table
    }()
}
