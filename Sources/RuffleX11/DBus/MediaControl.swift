/// What the desktop's media keys and controls see of the movie, and what they ask of it.
///
/// Spec: MPRIS D-Bus Interface Specification 2.2.
struct MediaControl {
    /// What is to be seen.
    struct State: Equatable {
        enum Status: String { case playing = "Playing", paused = "Paused", stopped = "Stopped" }
        var status = Status.stopped
        /// Nil: no movie is open.
        var title: String?
        var url = ""
        /// A file with the movie's picture.
        var picture: String?
        /// In microseconds; 0 for a movie of one frame, which has no time of its own.
        var length: Int64 = 0
        var position: Int64 = 0
        var loops = true
        /// 0...1.
        var volume = 1.0
        var rate = 1.0
        var isFullScreen = false
    }

    /// What somebody wants done.
    enum Command: Equatable {
        case raise, quit, play, pause, playPause, stop
        /// In microseconds from the movie's start.
        case seek(Int64)
        case setVolume(Double)
        case setRate(Double)
        case setLoops(Bool)
        case setFullScreen(Bool)
        case open(String)
    }

    static let busName = "org.mpris.MediaPlayer2.rufflex11"
    static let path = "/org/mpris/MediaPlayer2"
    static let root = "org.mpris.MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let track = "/org/rufflex11/Movie"
    static let rates = 0.25...4.0

    /// An answer to a call.
    enum Answer: Equatable {
        case values([DBusValue])
        case refusal(name: String, text: String)
    }

    var state = State()

    /// What has changed between two states, as a signal tells of it, by interface.
    static func changes(from old: State, to new: State) -> [(interface: String, values: [String: DBusValue])] {
        [root, player].compactMap { interface in
            let (before, after) = (values(of: interface, old), values(of: interface, new))
            // Where the movie is goes on by itself; who wants to know asks.
            let changed = after.filter { $0.key != "Position" && before[$0.key] != $0.value }
            return changed.isEmpty ? nil : (interface, changed)
        }
    }

    /// All properties of an interface.
    static func values(of interface: String, _ state: State) -> [String: DBusValue] {
        switch interface {
        case root:
            return [
                "CanQuit": .truth(true), "CanRaise": .truth(true), "HasTrackList": .truth(false),
                "CanSetFullscreen": .truth(true), "Fullscreen": .truth(state.isFullScreen),
                "Identity": .text("RuffleX11"), "DesktopEntry": .text(programName),
                "SupportedUriSchemes": .array([.text("file"), .text("http"), .text("https")], of: "s"),
                "SupportedMimeTypes": .array([.text("application/x-shockwave-flash")], of: "s"),
            ]
        case player:
            let isOpen = state.title != nil
            return [
                "PlaybackStatus": .text(state.status.rawValue), "LoopStatus": .text(state.loops ? "Track" : "None"),
                "Rate": .double(state.rate), "MinimumRate": .double(rates.lowerBound),
                "MaximumRate": .double(rates.upperBound), "Shuffle": .truth(false),
                "Metadata": .dictionary(metadata(state)), "Volume": .double(state.volume),
                "Position": .int64(state.position), "CanGoNext": .truth(false), "CanGoPrevious": .truth(false),
                "CanPlay": .truth(isOpen), "CanPause": .truth(isOpen), "CanSeek": .truth(isOpen && state.length > 0),
                "CanControl": .truth(true),
            ]
        default: return [:]
        }
    }

    private static func metadata(_ state: State) -> [String: DBusValue] {
        guard let title = state.title else { return [:] }
        var metadata: [String: DBusValue] = ["mpris:trackid": .path(track), "xesam:title": .text(title)]
        if !state.url.isEmpty { metadata["xesam:url"] = .text(state.url) }
        if state.length > 0 { metadata["mpris:length"] = .int64(state.length) }
        if let picture = state.picture { metadata["mpris:artUrl"] = .text(fileURL(of: Array(picture.utf8CString))) }
        return metadata
    }

    // MARK: - Calls

    /// What a call comes to.
    func handle(_ call: SessionBus.Call) -> (answer: Answer, command: Command?) {
        let done = Answer.values([])
        switch (call.interface, call.member) {
        case (Self.properties, "Get"): return (get(call.arguments), nil)
        case (Self.properties, "GetAll"):
            let all = Self.values(of: call.arguments.first?.asText ?? "", state)
            return (.values([.dictionary(all)]), nil)
        case (Self.properties, "Set"):
            guard let command = setting(call.arguments) else {
                return (Self.invalid("this property cannot be set to that"), nil)
            }
            return (done, command)
        case ("org.freedesktop.DBus.Peer", "Ping"): return (done, nil)
        case ("org.freedesktop.DBus.Introspectable", "Introspect"): return (.values([.text(Self.introspection)]), nil)
        case (Self.root, "Raise"): return (done, .raise)
        case (Self.root, "Quit"): return (done, .quit)
        case (Self.player, "Play"): return (done, .play)
        case (Self.player, "Pause"): return (done, .pause)
        case (Self.player, "PlayPause"): return (done, .playPause)
        case (Self.player, "Stop"): return (done, .stop)
        // There is nothing to go to, which makes these do nothing.
        case (Self.player, "Next"), (Self.player, "Previous"): return (done, nil)
        case (Self.player, "Seek"):
            guard let step = call.arguments.first?.asWhole else { return (Self.invalid("how far?"), nil) }
            let wanted = state.position.addingReportingOverflow(step)
            return (done, seek(to: wanted.overflow ? (step > 0 ? .max : 0) : wanted.partialValue))
        case (Self.player, "SetPosition"):
            guard call.arguments.count == 2, let place = call.arguments[1].asWhole else {
                return (Self.invalid("where to?"), nil)
            }
            // One for another movie, or beyond this one, counts for nothing.
            let isMeant = call.arguments[0].asText == Self.track && (0...state.length).contains(place)
            return (done, isMeant ? seek(to: place) : nil)
        case (Self.player, "OpenUri"):
            guard let url = call.arguments.first?.asText else { return (Self.invalid("which?"), nil) }
            return (done, .open(url))
        default:
            return (
                .refusal(
                    name: "org.freedesktop.DBus.Error.UnknownMethod",
                    text: "there is no \(call.interface).\(call.member)"),
                nil
            )
        }
    }

    private func seek(to place: Int64) -> Command? {
        state.length > 0 ? .seek(min(max(0, place), state.length)) : nil
    }

    private func get(_ arguments: [DBusValue]) -> Answer {
        guard arguments.count == 2, let interface = arguments[0].asText, let name = arguments[1].asText,
            let value = Self.values(of: interface, state)[name]
        else { return Self.invalid("there is no such property") }
        return .values([.variant(value)])
    }

    private func setting(_ arguments: [DBusValue]) -> Command? {
        guard arguments.count == 3, let name = arguments[1].asText else { return nil }
        let value = arguments[2].plain
        switch name {
        case "Volume": return value.asDouble.flatMap { $0.isFinite ? .setVolume(min(1, max(0, $0))) : nil }
        // As the specification has it, 0 means to pause.
        case "Rate":
            return value.asDouble.flatMap { rate in
                if rate == 0 { return .pause }
                return Self.rates.contains(rate) ? .setRate(rate) : nil
            }
        case "LoopStatus":
            return value.asText.flatMap { ["None": false, "Track": true, "Playlist": true][$0] }.map { .setLoops($0) }
        case "Fullscreen": return value.asTruth.map { .setFullScreen($0) }
        default: return nil
        }
    }

    private static func invalid(_ text: String) -> Answer {
        .refusal(name: "org.freedesktop.DBus.Error.InvalidArgs", text: text)
    }

    /// What there is, for tools that ask before they call.
    private static let introspection: String = {
        let methods = [
            root: [("Raise", ""), ("Quit", "")],
            player: [
                ("Next", ""), ("Previous", ""), ("Pause", ""), ("PlayPause", ""), ("Stop", ""), ("Play", ""),
                ("Seek", "x"),
                ("SetPosition", "ox"), ("OpenUri", "s"),
            ],
        ]
        let settable = ["Volume", "Rate", "LoopStatus", "Fullscreen"]
        var xml = "<node>"
        for interface in [root, player] {
            xml += "<interface name=\"\(interface)\">"
            for (name, signature) in methods[interface] ?? [] {
                let arguments = signature.map { "<arg type=\"\($0)\" direction=\"in\"/>" }.joined()
                xml += "<method name=\"\(name)\">\(arguments)</method>"
            }
            for (name, value) in values(of: interface, State()).sorted(by: { $0.key < $1.key }) {
                let mode = settable.contains(name) ? "readwrite" : "read"
                xml += "<property name=\"\(name)\" type=\"\(value.signature)\" access=\"\(mode)\"/>"
            }
            if interface == player { xml += "<signal name=\"Seeked\"><arg type=\"x\"/></signal>" }
            xml += "</interface>"
        }
        return xml + "<interface name=\"\(properties)\"/></node>"
    }()
}
