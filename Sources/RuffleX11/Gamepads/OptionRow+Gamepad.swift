import Library

/// `--gamepad-button`, with the words that Ruffle has for buttons and keys.
extension OptionRow {
    static func addPadKey(_ options: inout Options, _ value: String) throws(Complaint) {
        let parts = value.split(separator: "=", maxSplits: 1).map { $0.lowercased() }
        guard parts.count == 2 else {
            throw Options.wrong("--gamepad-button needs BUTTON=KEY, such as south=space, not \(value)")
        }
        guard
            let button = padButtons[parts[0]]
                ?? PadControl.allCases.first(where: { $0.rawValue.lowercased() == parts[0] })
        else { throw Options.wrong("--gamepad-button: \(parts[0]) is no button of a game pad") }
        let key = padKeys[parts[1]] ?? parts[1].split(separator: "-").joined()
        let pair = KeyAssignment(pressed: PadName.text(1, button.rawValue), given: key)
        guard let given = MovieKeys.canonicalName(key) else {
            throw Options.wrong("--gamepad-button: \(parts[1]) is no key")
        }
        options.padKeys.append(KeyAssignment(pressed: pair.pressed, given: given))
    }

    static func setGameMode(_ options: inout Options, _ value: String) throws(Complaint) {
        switch value {
        case "on": options.gameMode = true
        case "off": options.gameMode = false
        case "default": options.gameMode = nil
        default: throw Options.wrong("--gamemode needs one of default, on, off, not \(value)")
        }
    }

    private static let padButtons: [String: PadControl] = [
        "d-pad-up": .up, "d-pad-down": .down, "d-pad-left": .left, "d-pad-right": .right,
        "left-trigger": .l1, "left-trigger2": .l2, "right-trigger": .r1, "right-trigger2": .r2,
    ]

    /// Where Ruffle's word is not ours with hyphens.
    private static let padKeys: [String: String] = [
        "return": "Enter", "control": "Ctrl", "escape": "Esc", "pg-up": "PageUp", "pg-down": "PageDown",
        "arrow-up": "Up", "arrow-down": "Down", "arrow-left": "Left", "arrow-right": "Right",
        "multiply": "NumTimes", "plus": "NumPlus", "numpad-enter": "Enter", "equals": "Plus",
        "l-bracket": "LeftBracket",
        "r-bracket": "RightBracket", "apostrophe": "Quote", "numpad-minus": "NumMinus", "numpad-period": "NumPeriod",
        "numpad-slash": "NumSlash",
    ].merging((0...9).flatMap { [("key\($0)", "\($0)"), ("numpad\($0)", "Num\($0)")] }) { own, _ in own }
}
