/// How a movie is to be played, each option nil where nobody has said anything about it.
///
/// A bundle carries these under `[player]`, an item of the library in its settings, and the command line gives them for
/// one run.
public struct PlayerOptions: Equatable, Sendable {
    /// Variables of the root movie, in order.
    public var parameters: [Parameter] = []
    /// Seconds that a script may run.
    public var scriptTimeout: Double?
    public var baseURL: String?
    public var quality: Quality?
    public var align: Align?
    public var forceAlign: Bool?
    public var scaleMode: ScaleMode?
    public var forceScaleMode: Bool?
    public var upgradeToHTTPS: Bool?
    public var loadBehavior: LoadBehavior?
    public var letterbox: Letterbox?
    public var spoofURL: String?
    public var version: Int?
    public var runtime: Runtime?
    public var frameRate: Double?
    public var mockExternalInterface: Bool?

    public struct Parameter: Equatable, Sendable {
        public var name, value: String
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }
    public enum Quality: String, CaseIterable, Sendable {
        case low, medium, high, best
        case high8x8 = "8x8"
        case high8x8linear = "8x8linear"
        case high16x16 = "16x16"
        case high16x16linear = "16x16linear"
    }
    public enum Align: String, CaseIterable, Sendable {
        case bottom, left, right, top, center
        case bottomLeft = "bottom_left"
        case bottomRight = "bottom_right"
        case topLeft = "top_left"
        case topRight = "top_right"
    }
    public enum ScaleMode: String, CaseIterable, Sendable {
        case exactFit = "exact_fit"
        case noBorder = "no_border"
        case noScale = "no_scale"
        case showAll = "show_all"
    }
    public enum LoadBehavior: String, CaseIterable, Sendable { case streaming, delayed, blocking }
    public enum Letterbox: String, CaseIterable, Sendable { case off, fullscreen, on }
    public enum Runtime: String, CaseIterable, Sendable {
        case flashPlayer = "flash_player"
        case air
    }

    public init() {}

    /// These options, and where they say nothing, those of `other`. Parameters of `other` come first, so that these win.
    public func over(_ other: PlayerOptions) -> PlayerOptions {
        var merged = PlayerOptions()
        merged.parameters = other.parameters + parameters
        merged.scriptTimeout = scriptTimeout ?? other.scriptTimeout
        merged.baseURL = baseURL ?? other.baseURL
        merged.quality = quality ?? other.quality
        merged.align = align ?? other.align
        merged.forceAlign = forceAlign ?? other.forceAlign
        merged.scaleMode = scaleMode ?? other.scaleMode
        merged.forceScaleMode = forceScaleMode ?? other.forceScaleMode
        merged.upgradeToHTTPS = upgradeToHTTPS ?? other.upgradeToHTTPS
        merged.loadBehavior = loadBehavior ?? other.loadBehavior
        merged.letterbox = letterbox ?? other.letterbox
        merged.spoofURL = spoofURL ?? other.spoofURL
        merged.version = version ?? other.version
        merged.runtime = runtime ?? other.runtime
        merged.frameRate = frameRate ?? other.frameRate
        merged.mockExternalInterface = mockExternalInterface ?? other.mockExternalInterface
        return merged
    }
}

// MARK: - In a file

extension PlayerOptions {
    /// Reads `[player]`. What is wrong there becomes a warning and says nothing.
    public init(_ document: TOMLDocument, warnings: inout [String]) {
        guard let section = document["player"] else { return }
        guard case .table(let table) = section else {
            warnings.append("player must be a table, not \(article(section.kind))")
            return
        }
        var reader = OptionReader(table: table, warnings: warnings)
        scriptTimeout = reader.number("script_timeout") { $0 >= 0 && $0.isFinite }
        baseURL = reader.url("base_url")
        quality = reader.choice("quality")
        align = reader.choice("align")
        forceAlign = reader.flag("force_align")
        scaleMode = reader.choice("scale_mode")
        forceScaleMode = reader.flag("force_scale_mode")
        upgradeToHTTPS = reader.flag("upgrade_http_to_https")
        loadBehavior = reader.choice("load_behavior")
        letterbox = reader.choice("letterbox")
        spoofURL = reader.url("spoof_url")
        version = reader.integer("version", in: 1...255)
        runtime = reader.choice("runtime")
        frameRate = reader.number("frame_rate") { $0 > 0 && $0 <= 1000 }
        mockExternalInterface = reader.flag("mock_external_interface")
        parameters = reader.parameters()
        warnings = reader.warnings
    }

    /// The options but the parameters as a document has them, nil for those that are not set.
    private var rows: [(key: String, value: TOMLValue?)] {
        [
            ("script_timeout", scriptTimeout.map { .float($0) }), ("base_url", baseURL.map { .string($0) }),
            ("quality", quality.map { .string($0.rawValue) }), ("align", align.map { .string($0.rawValue) }),
            ("force_align", forceAlign.map { .boolean($0) }),
            ("scale_mode", scaleMode.map { .string($0.rawValue) }),
            ("force_scale_mode", forceScaleMode.map { .boolean($0) }),
            ("upgrade_http_to_https", upgradeToHTTPS.map { .boolean($0) }),
            ("load_behavior", loadBehavior.map { .string($0.rawValue) }),
            ("letterbox", letterbox.map { .string($0.rawValue) }), ("spoof_url", spoofURL.map { .string($0) }),
            ("version", version.map { .integer(Int64($0)) }), ("runtime", runtime.map { .string($0.rawValue) }),
            ("frame_rate", frameRate.map { .float($0) }),
            ("mock_external_interface", mockExternalInterface.map { .boolean($0) }),
        ]
    }

    /// Writes what differs from `known`, or where that is nil from what `document` says, and touches nothing else. So a
    /// value that this version does not know stays where nobody has chosen another. Returns why options could not be
    /// written that have a table in their place: one of these must not keep the others from being written.
    @discardableResult
    public func write(
        to document: inout TOMLDocument, since known: PlayerOptions? = nil
    ) throws(LibraryProblem) -> [String] {
        var refused: [String] = []
        var ignored: [String] = []
        let before = known ?? PlayerOptions(document, warnings: &ignored)
        for ((key, value), old) in zip(rows, before.rows.map(\.value)) where value != old {
            // 30 and 30.0 are the same: leave it as the person wrote it.
            if let number = document["player", key]?.number, number == value?.number { continue }
            if case .table? = document["player", key], !document.isEditable(["player", key]) {
                refused.append("player.\(key) is a table in the file, and stays one")
                continue
            }
            try document.set(["player", key], to: value)
        }
        if before.parameters == parameters { return refused }
        for parameter in before.parameters where !parameters.contains(where: { $0.name == parameter.name }) {
            try document.set(["player", "parameters", parameter.name], to: nil)
        }
        for parameter in parameters where !before.parameters.contains(parameter) {
            try document.set(["player", "parameters", parameter.name], to: .string(parameter.value))
        }
        return refused
    }
}

private func article(_ kind: String) -> String { ("aeiou".contains(kind.first ?? "x") ? "an " : "a ") + kind }

/// Reads the rows of a table and notes what is wrong with them.
private struct OptionReader {
    let table: TOMLTable
    var warnings: [String]

    private mutating func mismatch(_ key: String, _ wanted: String, _ value: TOMLValue) {
        warnings.append("player.\(key) must be \(wanted), not \(article(value.kind))")
    }

    private mutating func unsupported(_ key: String, _ value: TOMLValue, _ hint: String) {
        warnings.append("player.\(key) cannot be \(value.text)\(hint.isEmpty ? "" : "; it is \(hint)")")
    }

    mutating func flag(_ key: String) -> Bool? {
        guard let value = table[key] else { return nil }
        if case .boolean(let flag) = value { return flag }
        mismatch(key, "true or false", value)
        return nil
    }

    mutating func number(_ key: String, _ isFit: (Double) -> Bool) -> Double? {
        guard let value = table[key] else { return nil }
        guard let number = value.number else {
            mismatch(key, "a number", value)
            return nil
        }
        if isFit(number) { return number }
        unsupported(key, value, "")
        return nil
    }

    mutating func integer(_ key: String, in range: ClosedRange<Int64>) -> Int? {
        guard let value = table[key] else { return nil }
        guard case .integer(let number) = value else {
            mismatch(key, "an integer", value)
            return nil
        }
        if range.contains(number) { return Int(number) }
        unsupported(key, value, "\(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    mutating func text(_ key: String) -> String? {
        guard let value = table[key] else { return nil }
        if case .string(let text) = value { return text }
        mismatch(key, "a string", value)
        return nil
    }

    mutating func url(_ key: String) -> String? {
        guard let text = text(key) else { return nil }
        if BundleURL.isAbsolute(text) { return text }
        unsupported(key, .string(text), "an absolute URL")
        return nil
    }

    mutating func choice<T: RawRepresentable & CaseIterable>(_ key: String) -> T? where T.RawValue == String {
        guard let text = text(key) else { return nil }
        if let choice = T(rawValue: text) { return choice }
        unsupported(key, .string(text), "one of " + T.allCases.map(\.rawValue).joined(separator: ", "))
        return nil
    }

    mutating func parameters() -> [PlayerOptions.Parameter] {
        guard let section = table["parameters"] else { return [] }
        guard case .table(let rows) = section else {
            mismatch("parameters", "a table", section)
            return []
        }
        var found: [PlayerOptions.Parameter] = []
        for (name, value) in rows.entries {
            if case .string(let text) = value {
                found.append(PlayerOptions.Parameter(name: name, value: text))
            } else {
                mismatch("parameters.\(name)", "a string", value)
            }
        }
        return found
    }
}
