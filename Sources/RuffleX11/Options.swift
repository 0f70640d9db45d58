import Base

/// What the command line asks for.
struct Options: Equatable {
    var file: String?
    /// Quit once so many frames have been shown.
    var exitAfter: Int?
    /// Print how long things took.
    var timing = false
    /// Client size of the window in device pixels; the stage's size where nil.
    var size: Size?
    var quality = Quality.high
    var strip = true
    var fullScreen = false
    /// How long a movie is played for a report of what is missing, in seconds of its own time.
    var seconds = 10.0
    var request = Request.play

    struct Size: Equatable {
        var width, height: Int
    }

    /// What the program is there for this time.
    enum Request: Equatable { case play, stubs, help, version }

    static let version = "0.1.0"

    /// X coordinates are signed 16-bit: no window can be wider or higher.
    static let largestSide = 32767

    static let help = """
        usage: \(programName) [options] FILE.swf

        Plays a Flash movie in an X11 window. No graphics card is needed.

          --fullscreen      start in full screen
          --size WxH        the window's size in pixels (otherwise the movie's own)
          --quality Q       \(Quality.allCases.map(\.rawValue).joined(separator: ", "))
          --no-strip        never show the strip of controls
          --exit-after N    quit once N frames have been shown
          --timing          print the time to the first frame and, at the end, the times of all frames
          --stubs           play without a window and list what the movie asked for that is missing
          --seconds N       how much of the movie --stubs plays (10)
          --help            print this text
          --version         print the version

        Keys: Ctrl+Enter pause, Ctrl+R rewind, Ctrl+Right and Ctrl+Left step, F11 or Ctrl+F full screen,
        F10 menu, Ctrl+Q quit.
        """
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
            }
        }
        if file == nil { throw Self.wrong("no movie given (try --help)") }
    }

    private mutating func takeOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(Complaint) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let attached = parts.count > 1 ? String(parts[1]) : nil
        switch name {
        case "--exit-after", "--size", "--quality", "--seconds":
            guard let value = attached ?? rest.popFirst() else { throw Self.wrong("\(name) needs a value") }
            try set(name, to: value)
        default:
            if let attached, Self.switches.contains(name) {
                throw Self.wrong("\(name) takes no value, but \(attached) was given")
            }
            try turnOn(name)
        }
    }

    private static let switches = [
        "--timing", "--no-strip", "--fullscreen", "--stubs", "--help", "-h", "--version",
    ]

    private mutating func turnOn(_ name: String) throws(Complaint) {
        switch name {
        case "--timing": timing = true
        case "--no-strip": strip = false
        case "--fullscreen": fullScreen = true
        case "--stubs": request = .stubs
        case "--help", "-h": request = .help
        case "--version": request = .version
        default: throw Self.wrong("unknown option \(name) (try --help)")
        }
    }

    private mutating func set(_ name: String, to value: String) throws(Complaint) {
        switch name {
        case "--exit-after":
            guard let count = Int(value), count > 0 else {
                throw Self.wrong("--exit-after needs a number of frames, at least 1, not \(value)")
            }
            exitAfter = count
        case "--seconds":
            guard let number = Double(value), number > 0, number <= 86_400 else {
                throw Self.wrong("--seconds needs a number above 0, a day at most, not \(value)")
            }
            seconds = number
        case "--size":
            guard let parsed = Size(value) else {
                throw Self.wrong("--size needs WIDTHxHEIGHT, each 1 to \(Self.largestSide), not \(value)")
            }
            size = parsed
        default:
            guard let parsed = Quality(rawValue: value) else {
                let names = Quality.allCases.map(\.rawValue).joined(separator: ", ")
                throw Self.wrong("--quality needs one of \(names), not \(value)")
            }
            quality = parsed
        }
    }

    private static func wrong(_ message: String) -> Complaint { Complaint(message: message, status: 2) }
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
