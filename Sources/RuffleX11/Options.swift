import Base
import Library
import Player

/// What the command line asks for.
struct Options {
    var file: String?
    /// Quit once so many frames have been shown.
    var exitAfter: Int?
    /// Print how long things took.
    var timing = false
    /// Client size of the window in device pixels; the stage's size where nil.
    var size: Size?
    /// One side alone: the other follows from the stage's proportions.
    var width, height: Int?
    /// How the movie is to be played, over what its bundle says.
    var player = PlayerOptions()
    /// What the movie gets for buttons of game pads, over all settings.
    var padKeys: [KeyAssignment] = []
    /// Whether the machine is told that a game runs; nil: as the settings have it.
    var gameMode: Bool?
    var strip = true
    var fullScreen = false
    /// 0...1; nil: as the movie has it.
    var volume: Double?
    /// Names of ALSA; nil: as the settings have it.
    var soundDevice, microphone: String?
    /// Where saves are, instead of a folder of the movie's own.
    var saveDirectory: String?
    var keepsSaves = true
    var fileAccess = Consent.ask
    var openURLMode = Consent.ask
    var networkAccess = Consent.ask
    /// How long a movie is played for a report of what is missing, in seconds of its own time.
    var seconds = 10.0
    /// Frames to export; nil: the first that shows something for a screenshot, all for an export.
    var frames: Int?
    /// Where a screenshot or exported frames go.
    var output = ""
    var isJSON = false
    /// Where what the movie is told is written down, or was.
    var recordFile, replayFile: String?
    /// A picture's longer side in pixels; nil: as large as the stage.
    var thumbnailSide: Int?
    var request = Request.play
    /// What is to be done with the library, as words.
    var libraryWords: [String] = []

    struct Size: Equatable {
        var width, height: Int
    }

    /// What the program is there for this time.
    enum Request: Equatable { case play, stubs, info, screenshot, export, library, help, version }

    /// Whether a movie may do something that reaches beyond it. What is asked about is denied until there is somebody
    /// to ask.
    enum Consent: String, CaseIterable { case ask, allow, deny }

    static let version = "0.1.0"

    /// X coordinates are signed 16-bit: no window can be wider or higher.
    static let largestSide = 32767

    var quality: Quality { player.quality.map { Quality($0) } ?? .high }

    /// The folder of the library and of saves.
    var dataFolder: String? { Paths.data }

    /// The window's size for a movie with this stage; nil: the stage's own.
    func windowSize(stage: (width: Int, height: Int)) -> (width: Int, height: Int)? {
        if let size { return (size.width, size.height) }
        func other(_ side: Int, _ of: Int, _ to: Int) -> Int {
            min(Self.largestSide, max(1, Int((Double(side) * Double(to) / Double(max(1, of))).rounded())))
        }
        switch (width, height) {
        case (nil, nil): return nil
        case (let width?, let height?): return (width, height)
        case (let width?, nil): return (width, other(width, stage.width, stage.height))
        case (nil, let height?): return (other(height, stage.height, stage.width), height)
        }
    }
}

extension Options {
    /// Reads the arguments that follow the program's name. `--name VALUE` and `--name=VALUE` mean the same, and
    /// what follows `--` is no option.
    init(arguments: [String]) throws(Complaint) {
        var rest = arguments[...]
        var onlyFiles = false
        while let argument = rest.popFirst() {
            if onlyFiles || !argument.hasPrefix("-") || argument == "-" {
                guard file == nil else { throw Self.wrong("more than one movie given: \(argument)") }
                file = argument
            } else if argument == "--" {
                onlyFiles = true
            } else {
                try takeOption(argument, &rest)
                if request == .help || request == .version { return }
                if request == .library {
                    libraryWords += rest
                    return
                }
            }
        }
        // Without a movie the library is shown.
        if file == nil && request != .play { throw Self.wrong("no movie given (try --help)") }
    }

    private mutating func takeOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(Complaint) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        var name = String(parts[0])
        var attached = parts.count > 1 ? String(parts[1]) : nil
        var row = OptionRow.all.first { $0.name == name || $0.short == name }
        // "-Pname=value" and "-q=low" are both written.
        if row == nil, !argument.hasPrefix("--"), argument.utf8.count > 2 {
            name = String(argument.prefix(2))
            row = OptionRow.all.first { $0.short == name && $0.value != nil }
            attached = String(argument.dropFirst(2))
        }
        guard let row else { throw Self.wrong("unknown option \(name) (try --help)") }
        if row.value == nil {
            if let attached { throw Self.wrong("\(name) takes no value, but \(attached) was given") }
            return try row.apply(&self, "")
        }
        guard let value = attached ?? rest.popFirst() else { throw Self.wrong("\(name) needs a value") }
        try row.apply(&self, value)
    }

    static func wrong(_ message: String) -> Complaint { Complaint(message: message, status: 2) }
}

extension Options.Size {
    /// From text such as "550x400".
    init?(_ text: String) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else { return nil }
        let sides = 1...Options.largestSide
        guard sides.contains(width), sides.contains(height) else { return nil }
        self.init(width: width, height: height)
    }
}
