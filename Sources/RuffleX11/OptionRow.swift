import Library

/// One option of the command line.
struct OptionRow: Sendable {
    typealias Apply = @Sendable (inout Options, String) throws(Complaint) -> Void
    enum Group: String, CaseIterable, Sendable {
        case window = "The window"
        case movie = "The movie"
        case access = "What the movie may do"
        case work = "Instead of playing in a window"
        case other = "Other"
    }

    let group: Group
    let name: String
    var short: String?
    /// What the help calls its value; nil: it takes none.
    let value: String?
    let help: String
    let apply: Apply

    init(
        _ group: Group, _ name: String, _ short: String? = nil, _ value: String? = nil, _ help: String,
        _ apply: @escaping Apply
    ) {
        self.group = group
        self.name = name
        self.short = short
        self.value = value
        self.help = help
        self.apply = apply
    }

    /// In the order of the help.
    static let all: [OptionRow] = windowRows + movieRows + accessRows + workRows + otherRows

    private static let windowRows: [OptionRow] = [
        OptionRow(.window, "--fullscreen", nil, nil, "start in full screen") { (o, _) in o.fullScreen = true },
        OptionRow(.window, "--size", nil, "WxH", "the window's size in pixels (otherwise the movie's own)", setSize),
        OptionRow(.window, "--width", nil, "N", "the window's width; its height follows", setWidth),
        OptionRow(.window, "--height", nil, "N", "the window's height; its width follows", setHeight),
        OptionRow(.window, "--no-gui", nil, nil, "never show the strip of controls") { (o, _) in o.strip = false },
        OptionRow(.window, "--no-strip", nil, nil, "the same") { (o, _) in o.strip = false },
        OptionRow(
            .window, "--gamemode", nil, "WHEN", "tell the machine that a game runs: default, on or off", setGameMode),
        OptionRow(.window, "--volume", "-v", "V", "loudness, 0 to 1", setVolume),
        OptionRow(.window, "--sound-device", nil, "NAME", "where sound is heard, as ALSA calls it (default)") {
            (o, value) in o.soundDevice = value
        },
        OptionRow(.window, "--microphone", nil, "NAME", "what the movie may listen to, as ALSA calls it") {
            (o, value) in o.microphone = value
        },
        OptionRow(
            .window, "--gamepad-button", "-B", "BUTTON=KEY", "what a button of a game pad is, such as south=space",
            addPadKey),
    ]

    private static let movieRows: [OptionRow] = [
        OptionRow(.movie, "--parameter", "-P", "NAME=VALUE", "a variable of the movie (FlashVars)", addParameter),
        OptionRow(.movie, "--quality", "-q", "Q", choices(PlayerOptions.Quality.self), setQuality),
        OptionRow(.movie, "--scale", "-s", "MODE", "show-all, exact-fit, no-border or no-scale", setScale),
        OptionRow(.movie, "--force-scale", nil, nil, "scripts cannot change the scale") { (o, _) in
            o.player.forceScaleMode = true
        },
        OptionRow(.movie, "--align", "-a", "PLACE", choices(PlayerOptions.Align.self), setAlign),
        OptionRow(.movie, "--force-align", nil, nil, "scripts cannot change the alignment") { (o, _) in
            o.player.forceAlign = true
        },
        OptionRow(
            .movie, "--letterbox", nil, "WHEN", "cover what is outside the stage: on, fullscreen or off", setLetterbox),
        OptionRow(.movie, "--frame-rate", nil, "FPS", "frames a second, whatever the movie says", setFrameRate),
        OptionRow(.movie, "--max-execution-duration", "-m", "SECONDS", "how long a script may run (15)", setTimeout),
        OptionRow(.movie, "--base", nil, "URL", "where relative addresses start", setBase),
        OptionRow(.movie, "--spoof-url", nil, "URL", "what the movie takes for its own address", setSpoofed),
        OptionRow(.movie, "--player-version", nil, "N", "the Flash version that scripts see (32)", setPlayerVersion),
        OptionRow(.movie, "--player-runtime", nil, "KIND", "scripts see flash-player or air", setRuntime),
        OptionRow(.movie, "--load-behavior", nil, "HOW", choices(PlayerOptions.LoadBehavior.self), setLoadBehavior),
        OptionRow(.movie, "--upgrade-to-https", nil, nil, "addresses of http become https") { (o, _) in
            o.player.upgradeToHTTPS = true
        },
        OptionRow(.movie, "--dummy-external-interface", nil, nil, "scripts find a page that knows its address") {
            (o, _) in o.player.mockExternalInterface = true
        },
    ]

    private static let accessRows: [OptionRow] = [
        OptionRow(
            .access, "--filesystem-access-mode", nil, "MODE", "files outside the movie's folder: ask, allow or deny",
            setFileAccess),
        OptionRow(.access, "--open-url-mode", nil, "MODE", "links in the browser: ask, allow or deny", setOpenURLMode),
        OptionRow(
            .access, "--network-access-mode", nil, "MODE", "what is on the network: ask, allow or deny",
            setNetworkAccess),
        OptionRow(.access, "--storage", nil, "WHERE", "saves: disk or memory", setStorage),
        OptionRow(.access, "--save-directory", nil, "DIR", "saves of this movie are in DIR") { (o, value) in
            o.saveDirectory = value
        },
    ]

    private static let workRows: [OptionRow] = [
        OptionRow(.work, "--info", nil, nil, "tell what the file holds") { (o, _) in o.request = .info },
        OptionRow(.work, "--json", nil, nil, "as JSON, for --info") { (o, _) in o.isJSON = true },
        OptionRow(.work, "--screenshot", nil, "FILE.png", "write a picture of a frame") { (o, value) in
            (o.request, o.output) = (.screenshot, value)
        },
        OptionRow(.work, "--thumbnail", nil, "N", "the screenshot's longer side is N pixels", setThumbnail),
        OptionRow(.work, "--export", nil, "DIR", "write the frames as PNG files") { (o, value) in
            (o.request, o.output) = (.export, value)
        },
        OptionRow(.work, "--frames", nil, "N", "frames to play before the screenshot, or to export", setFrames),
        OptionRow(.work, "--record", nil, "FILE", "write down all that the movie is told; without sound and saves") {
            (o, value) in (o.recordFile, o.keepsSaves) = (value, false)
        },
        OptionRow(.work, "--replay", nil, "FILE", "play a movie again as --record wrote it down") { (o, value) in
            (o.replayFile, o.keepsSaves) = (value, false)
        },
        OptionRow(.work, "--library", nil, "COMMAND", "do something with the library; --library help tells what") {
            (o, value) in (o.request, o.libraryWords) = (.library, [value])
        },
        OptionRow(.work, "--stubs", nil, nil, "list what the movie asks for that is missing") { (o, _) in
            o.request = .stubs
        },
        OptionRow(.work, "--seconds", nil, "N", "how much of the movie --stubs plays (10)", setSeconds),
    ]

    private static let otherRows: [OptionRow] = [
        OptionRow(.other, "--exit-after", nil, "N", "quit once N frames have been shown", setExit),
        OptionRow(.other, "--timing", nil, nil, "print the time to the first frame and of all frames") { (o, _) in
            o.timing = true
        },
        OptionRow(.other, "--help", "-h", nil, "print this text") { (o, _) in o.request = .help },
        OptionRow(.other, "--version", "-V", nil, "print the version") { (o, _) in o.request = .version },
    ]

    private static func choices<T: RawRepresentable & CaseIterable>(_ type: T.Type) -> String
    where T.RawValue == String {
        T.allCases.map { $0.rawValue.split(separator: "_").joined(separator: "-") }.joined(separator: ", ")
    }

    /// The text of `--help`.
    static var help: String {
        let width = 34
        var text =
            "usage: \(programName) [options] [FILE]\n\nPlays a Flash movie (.swf, .spl) or a bundle (.ruf) in an X11 window.\n"
        text += "No graphics card is needed. Without FILE it shows the library.\n"
        for group in Group.allCases {
            text += "\n\(group.rawValue):\n"
            for row in all where row.group == group {
                let names =
                    "  " + (row.short.map { "\($0), " } ?? "    ") + row.name + (row.value.map { " \($0)" } ?? "")
                let gap = names.count < width ? String(repeating: " ", count: width - names.count) : "  "
                text += names + gap + row.help + "\n"
            }
        }
        text += "\nKeys: Ctrl+Enter pause, Ctrl+R rewind, Ctrl+Right and Ctrl+Left step, F11 or Ctrl+F full screen,\n"
        return text + "F10 menu, Ctrl+Q quit, F1 all keys."
    }
}
