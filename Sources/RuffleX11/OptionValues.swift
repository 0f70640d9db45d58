import Library

/// What the values of options mean.
extension OptionRow {
    static let setSize: Apply = { (o, value) throws(Complaint) in
        guard let size = Options.Size(value) else {
            throw Options.wrong("--size needs WIDTHxHEIGHT, each 1 to \(Options.largestSide), not \(value)")
        }
        o.size = size
    }
    static let setWidth: Apply = { (o, value) throws(Complaint) in o.width = try side("--width", value) }
    static let setHeight: Apply = { (o, value) throws(Complaint) in o.height = try side("--height", value) }

    static let setVolume: Apply = { (o, value) throws(Complaint) in
        o.volume = try number("--volume", value, "a number from 0 to 1") { $0 >= 0 && $0 <= 1 }
    }

    static let addParameter: Apply = { (o, value) throws(Complaint) in
        let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, !name.isEmpty else { throw Options.wrong("-P needs NAME=VALUE, not \(value)") }
        o.player.parameters.append(
            PlayerOptions.Parameter(name: String(name), value: parts.count > 1 ? String(parts[1]) : ""))
    }
    static let setQuality: Apply = { (o, value) throws(Complaint) in
        // Ruffle writes high8x8-linear on the command line and 8x8linear in bundles.
        var name = value.filter { $0 != "-" }
        if name.hasPrefix("high") && name != "high" { name = String(name.dropFirst(4)) }
        o.player.quality = try choice("--quality", name, shown: value)
    }
    static let setScale: Apply = { (o, value) throws(Complaint) in
        o.player.scaleMode = try choice("--scale", underscored(value), shown: value)
    }
    static let setAlign: Apply = { (o, value) throws(Complaint) in
        o.player.align = try choice("--align", underscored(value), shown: value)
    }
    static let setLetterbox: Apply = { (o, value) throws(Complaint) in
        o.player.letterbox = try choice("--letterbox", value, shown: value)
    }
    static let setFrameRate: Apply = { (o, value) throws(Complaint) in
        o.player.frameRate = try number("--frame-rate", value, "a number above 0, 1000 at most") {
            $0 > 0 && $0 <= 1000
        }
    }
    static let setTimeout: Apply = { (o, value) throws(Complaint) in
        o.player.scriptTimeout = try number("--max-execution-duration", value, "seconds, above 0") { $0 > 0 }
    }
    static let setBase: Apply = { (o, value) throws(Complaint) in o.player.baseURL = try url("--base", value) }
    static let setSpoofed: Apply = { (o, value) throws(Complaint) in o.player.spoofURL = try url("--spoof-url", value) }

    static let setPlayerVersion: Apply = { (o, value) throws(Complaint) in
        guard let version = Int(value), (1...255).contains(version) else {
            throw Options.wrong("--player-version needs a number, 1 to 255, not \(value)")
        }
        o.player.version = version
    }
    static let setRuntime: Apply = { (o, value) throws(Complaint) in
        o.player.runtime = try choice("--player-runtime", underscored(value), shown: value)
    }
    static let setLoadBehavior: Apply = { (o, value) throws(Complaint) in
        o.player.loadBehavior = try choice("--load-behavior", value, shown: value)
    }

    static let setFileAccess: Apply = { (o, value) throws(Complaint) in
        o.fileAccess = try choice("--filesystem-access-mode", value, shown: value)
    }
    static let setNetworkAccess: Apply = { (o, value) throws(Complaint) in
        o.networkAccess = try choice("--network-access-mode", value, shown: value)
    }
    static let setOpenURLMode: Apply = { (o, value) throws(Complaint) in
        o.openURLMode = try choice("--open-url-mode", value, shown: value)
    }
    static let setStorage: Apply = { (o, value) throws(Complaint) in
        guard ["disk", "memory"].contains(value) else {
            throw Options.wrong("--storage needs one of disk, memory, not \(value)")
        }
        o.keepsSaves = value == "disk"
    }

    static let setFrames: Apply = { (o, value) throws(Complaint) in
        guard let count = Int(value), (1...1_000_000).contains(count) else {
            throw Options.wrong("--frames needs a number, 1 to 1000000, not \(value)")
        }
        o.frames = count
    }
    static let setThumbnail: Apply = { (o, value) throws(Complaint) in
        guard let side = Int(value), (1...4096).contains(side) else {
            throw Options.wrong("--thumbnail needs a number, 1 to 4096, not \(value)")
        }
        o.thumbnailSide = side
    }
    static let setSeconds: Apply = { (o, value) throws(Complaint) in
        o.seconds = try number("--seconds", value, "a number above 0, a day at most") { $0 > 0 && $0 <= 86_400 }
    }
    static let setExit: Apply = { (o, value) throws(Complaint) in
        guard let count = Int(value), count > 0 else {
            throw Options.wrong("--exit-after needs a number of frames, at least 1, not \(value)")
        }
        o.exitAfter = count
    }

    private static func underscored(_ value: String) -> String { value.split(separator: "-").joined(separator: "_") }

    private static func side(_ name: String, _ value: String) throws(Complaint) -> Int {
        guard let side = Int(value), (1...Options.largestSide).contains(side) else {
            throw Options.wrong("\(name) needs a number, 1 to \(Options.largestSide), not \(value)")
        }
        return side
    }

    private static func number(
        _ name: String, _ value: String, _ wanted: String, _ isFit: (Double) -> Bool
    ) throws(Complaint) -> Double {
        guard let number = Double(value), number.isFinite, isFit(number) else {
            throw Options.wrong("\(name) needs \(wanted), not \(value)")
        }
        return number
    }

    private static func url(_ name: String, _ value: String) throws(Complaint) -> String {
        guard BundleURL.isAbsolute(value) else { throw Options.wrong("\(name) needs an absolute URL, not \(value)") }
        return value
    }

    private static func choice<T: RawRepresentable & CaseIterable>(
        _ name: String, _ value: String, shown: String
    ) throws(Complaint) -> T where T.RawValue == String {
        guard let choice = T(rawValue: value) else {
            let names = T.allCases.map { $0.rawValue.split(separator: "_").joined(separator: "-") }
            throw Options.wrong("\(name) needs one of \(names.joined(separator: ", ")), not \(shown)")
        }
        return choice
    }
}
