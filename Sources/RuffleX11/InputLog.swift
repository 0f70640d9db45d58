import Base
import Glibc
import Library
import Player

/// All that a movie was told from its start: by its clock, by the person, by the window. Played again it does the same
/// again, on any machine: chance and time are in it too.
///
/// A text, one entry a line, so that it can be read and changed by hand.
enum InputLog {
    static let heading = "ruffle-x11 input 1"
    static let largest = 256 << 20

    /// What the movie starts with.
    struct Start: Equatable {
        /// SHA-256 of the movie as it was unpacked.
        var movie = ""
        var seed: UInt64 = 0
        /// Milliseconds since 1970.
        var clock = 0.0
        /// Minutes that local time is ahead of UTC.
        var offset = 0.0
    }

    /// What happens then.
    enum Entry: Equatable {
        /// So many milliseconds go by.
        case time(Double)
        case input(InputEvent)
        case action(Action)
        case seek(Int)
        case view(View)
        case fullScreen(Bool)
        /// What the person is about to paste.
        case clipboard(String)
    }

    /// Text as one word.
    static func word(_ text: String) -> String { text.utf16.map { String($0, radix: 16) }.joined(separator: ".") }

    static func text(_ word: Substring) -> String? {
        let units = word.split(separator: ".").map { UInt16($0, radix: 16) }
        return units.contains(nil) ? nil : String(decoding: units.compactMap { $0 }, as: UTF16.self)
    }

    /// How the stage lies in the window.
    struct View: Equatable {
        var width, height: Int
        var scale: Double
        var mode: StageScaleMode
        var isWhole: Bool
        var zoom, panX, panY: Double
        var hasLetterbox: Bool
    }

    /// Actions that change how the movie goes on.
    static let actions: Set<Action> = [
        .togglePause, .rewind, .stepForward, .stepBack, .toggleLoop, .lowQuality, .mediumQuality, .highQuality,
    ]
}

extension Action {
    /// Does to the player what an entry of a log says.
    func perform(on player: Player) {
        switch self {
        case .togglePause: player.isPlaying.toggle()
        case .rewind:
            player.rewind()
            player.runFrame()
        case .stepForward: player.step(by: 1)
        case .stepBack: player.step(by: -1)
        case .toggleLoop: player.loopsRoot.toggle()
        case .lowQuality: player.quality = .low
        case .mediumQuality: player.quality = .medium
        case .highQuality: player.quality = .high
        default: break
        }
    }
}

extension InputLog.View {
    init(_ viewport: Viewport) {
        self.init(
            width: viewport.width, height: viewport.height, scale: viewport.scale, mode: viewport.scaleMode,
            isWhole: viewport.usesWholeScale, zoom: viewport.zoom, panX: viewport.panX, panY: viewport.panY,
            hasLetterbox: viewport.hasLetterbox)
    }

    /// Makes a player's window as this says.
    func apply(to player: Player) {
        var viewport = player.viewport
        let isResized = viewport.width != width || viewport.height != height
        (viewport.width, viewport.height, viewport.scale) = (width, height, scale)
        (viewport.scaleMode, viewport.usesWholeScale, viewport.hasLetterbox) = (mode, isWhole, hasLetterbox)
        (viewport.zoom, viewport.panX, viewport.panY) = (zoom, panX, panY)
        player.viewport = viewport
        if isResized { player.stageDidResize() }
    }
}

// MARK: - As text

extension InputLog.Entry {
    var text: String {
        switch self {
        case .time(let milliseconds): "time \(milliseconds)"
        case .action(let action): "action \(action.rawValue)"
        case .seek(let frame): "seek \(frame)"
        case .view(let view):
            "view \(view.width) \(view.height) \(view.scale) \(view.mode.rawValue) \(view.isWhole) \(view.zoom) \(view.panX) "
                + "\(view.panY) \(view.hasLetterbox)"
        case .fullScreen(let isFull): "fullscreen \(isFull)"
        case .clipboard(let text): "clipboard \(InputLog.word(text))"
        case .input(let event): event.logText
        }
    }

    /// Nil where the line is no entry.
    init?(_ line: Substring) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        func number(_ place: Int) -> Double? {
            guard words.indices.contains(place), let number = Double(words[place]), number.isFinite else { return nil }
            return number
        }
        switch words.first {
        case "time":
            // Longer than any pause that is told to a movie at once.
            guard words.count == 2, let time = number(1), (0...3_600_000).contains(time) else { return nil }
            self = .time(time)
        case "action":
            guard words.count == 2, let action = Action(rawValue: String(words[1])), InputLog.actions.contains(action)
            else { return nil }
            self = .action(action)
        case "seek":
            guard words.count == 2, let frame = Int(words[1]), frame > 0 else { return nil }
            self = .seek(frame)
        case "fullscreen":
            guard words.count == 2, let isFull = Bool(String(words[1])) else { return nil }
            self = .fullScreen(isFull)
        case "clipboard":
            guard words.count == 2, let text = InputLog.text(words[1]) else { return nil }
            self = .clipboard(text)
        case "view":
            let sides = 1...Options.largestSide
            guard words.count == 10, let width = Int(words[1]), let height = Int(words[2]), sides.contains(width),
                sides.contains(height), let scale = number(3), (0.25...16).contains(scale),
                let mode = StageScaleMode(rawValue: String(words[4])), let isWhole = Bool(String(words[5])),
                let zoom = number(6), (0.01...100).contains(zoom), let panX = number(7), let panY = number(8),
                let hasLetterbox = Bool(String(words[9]))
            else { return nil }
            self = .view(
                InputLog.View(
                    width: width, height: height, scale: scale, mode: mode, isWhole: isWhole, zoom: zoom, panX: panX,
                    panY: panY, hasLetterbox: hasLetterbox))
        default:
            guard let event = InputEvent(logWords: words) else { return nil }
            self = .input(event)
        }
    }
}

extension InputEvent {
    fileprivate var logText: String {
        switch self {
        case .mouseMove(let x, let y): "move \(x) \(y)"
        case .mouseDown(let x, let y, let button, let index): "down \(x) \(y) \(button.rawValue) \(index)"
        case .mouseUp(let x, let y, let button): "up \(x) \(y) \(button.rawValue)"
        case .mouseWheel(let x, let y, let lines): "wheel \(x) \(y) \(lines)"
        case .mouseLeave: "leave"
        case .keyDown(let code, let character): "keydown \(code) \(character)"
        case .keyUp(let code, let character): "keyup \(code) \(character)"
        case .textInput(let text): "text \(InputLog.word(text))"
        case .imeCommit(let text): "commit \(InputLog.word(text))"
        case .imePreedit(let text, let cursor):
            "compose \(cursor?.lowerBound ?? -1) \(cursor?.upperBound ?? -1) \(InputLog.word(text))"
        case .textControl(let control): "control \(control.rawValue)"
        case .focusGained: "focus"
        case .focusLost: "blur"
        }
    }

    fileprivate init?(logWords words: [Substring]) {
        func number(_ place: Int) -> Double? {
            guard words.indices.contains(place), let number = Double(words[place]), number.magnitude < 1e6 else {
                return nil
            }
            return number
        }
        func text(_ place: Int) -> String? {
            words.indices.contains(place) ? InputLog.text(words[place]) : nil
        }
        func button(_ place: Int) -> MouseButton? {
            words.indices.contains(place) ? UInt8(words[place]).flatMap(MouseButton.init(rawValue:)) : nil
        }
        switch (words.first, words.count) {
        case ("move", 3):
            guard let x = number(1), let y = number(2) else { return nil }
            self = .mouseMove(x: x, y: y)
        case ("down", 5):
            guard let x = number(1), let y = number(2), let button = button(3), let index = Int(words[4]), index >= 0
            else { return nil }
            self = .mouseDown(x: x, y: y, button: button, clickIndex: index)
        case ("up", 4):
            guard let x = number(1), let y = number(2), let button = button(3) else { return nil }
            self = .mouseUp(x: x, y: y, button: button)
        case ("wheel", 4):
            guard let x = number(1), let y = number(2), let lines = number(3) else { return nil }
            self = .mouseWheel(x: x, y: y, lines: lines)
        case ("keydown", 3), ("keyup", 3):
            guard let code = UInt8(words[1]), let character = UInt16(words[2]) else { return nil }
            self =
                words[0] == "keydown"
                ? .keyDown(keyCode: code, character: character) : .keyUp(keyCode: code, character: character)
        case ("text", 2), ("commit", 2):
            guard let text = text(1) else { return nil }
            self = words[0] == "text" ? .textInput(text) : .imeCommit(text)
        case ("compose", 4):
            guard let from = Int(words[1]), let to = Int(words[2]), from <= to, let text = text(3) else { return nil }
            self = .imePreedit(text, cursor: from < 0 ? nil : from..<to)
        case ("control", 2):
            guard let control = TextControl(rawValue: String(words[1])) else { return nil }
            self = .textControl(control)
        case ("leave", 1): self = .mouseLeave
        case ("focus", 1): self = .focusGained
        case ("blur", 1): self = .focusLost
        default: return nil
        }
    }
}

/// Writes a log while a movie plays.
final class InputRecorder {
    let start: InputLog.Start
    private let file: UnsafeMutablePointer<FILE>
    private var view: InputLog.View?
    private(set) var hasFailed = false

    init(_ start: InputLog.Start, path: String) throws(Complaint) {
        self.start = start
        guard let file = fopen(path, "we") else {
            throw Complaint(message: "cannot write \(path): \(describe(errno: errno))")
        }
        self.file = file
        write(InputLog.heading)
        write("movie \(start.movie)\nseed \(start.seed)\nclock \(start.clock)\noffset \(start.offset)")
    }

    deinit { fclose(file) }

    private func write(_ line: String) { if fputs(line + "\n", file) < 0 { hasFailed = true } }

    /// Notes how the stage lies, where that has changed.
    func noteView(_ player: Player) {
        let now = InputLog.View(player.viewport)
        if now == view { return }
        view = now
        write(InputLog.Entry.view(now).text)
    }

    func note(_ entry: InputLog.Entry, _ player: Player) {
        noteView(player)
        write(entry.text)
        // What leads to a crash must be in the file.
        if case .time = entry, fflush(file) != 0 { hasFailed = true }
    }
}

/// A log that is played again.
struct InputReplay {
    let start: InputLog.Start
    private let entries: [InputLog.Entry]
    private var place = 0
    /// How long has gone by since the last entry that took time, in milliseconds.
    private var waited = 0.0

    init(path: String) throws(Complaint) {
        let bytes: [UInt8]
        do throws(LibraryProblem) {
            bytes = try Disk().read(path, limit: InputLog.largest)
        } catch {
            throw Complaint(message: error.message)
        }
        try self.init(text: String(decoding: bytes, as: UTF8.self), name: path)
    }

    init(text: String, name: String) throws(Complaint) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
        guard lines.first == Substring(InputLog.heading) else {
            throw Complaint(message: "\(name) is no record of input")
        }
        var start = InputLog.Start()
        var entries: [InputLog.Entry] = []
        entries.reserveCapacity(lines.count)
        for (number, line) in lines.enumerated().dropFirst() {
            let words = line.split(separator: " ")
            switch words.first {
            case "movie" where words.count == 2: start.movie = String(words[1])
            case "seed" where words.count == 2: start.seed = UInt64(words[1]) ?? 0
            case "clock" where words.count == 2: start.clock = Double(words[1]) ?? 0
            case "offset" where words.count == 2: start.offset = Double(words[1]) ?? 0
            default:
                guard let entry = InputLog.Entry(line) else {
                    throw Complaint(message: "\(name), entry \(number + 1): nothing is known of “\(line.prefix(60))”")
                }
                entries.append(entry)
            }
        }
        (self.start, self.entries) = (start, entries)
    }

    /// Refuses a movie that is another one.
    func check(_ launch: Launch) throws(Complaint) {
        if start.movie != launch.movieHash {
            throw Complaint(message: "\(launch.name) is not the movie of which the input was recorded")
        }
    }

    /// How the stage lies in the beginning.
    var firstView: InputLog.View? {
        for case .view(let view) in entries { return view }
        return nil
    }

    var isDone: Bool { place >= entries.count }
    /// Milliseconds until something is due; nil: nothing more is.
    var timeToNext: Double? {
        guard !isDone else { return nil }
        if case .time(let time) = entries[place] { return max(0, time - waited) }
        return 0
    }

    /// Does all that is due when `milliseconds` have gone by. Returns how many frames ran.
    mutating func advance(by milliseconds: Double, _ player: Player, _ host: WindowHost, _ launch: Launch) -> Int {
        waited += milliseconds
        var frames = 0
        while place < entries.count {
            switch entries[place] {
            case .time(let time):
                if time > waited { return frames }
                waited -= time
                frames += Self.run(time, player, host, launch)
            case .input(let event): player.handle(event)
            case .action(let action): action.perform(on: player)
            case .seek(let frame): player.seek(toFrame: min(player.totalFrames, frame))
            case .view(let view): view.apply(to: player)
            case .fullScreen(let isFull): player.setFullScreen(isFull)
            case .clipboard(let text): host.takePasted(text)
            }
            place += 1
        }
        return frames
    }

    /// Lets time go by for a movie whose clock is its own.
    static func run(_ time: Double, _ player: Player, _ host: WindowHost, _ launch: Launch) -> Int {
        host.completeLoads()
        host.elapsed += time
        let frames = player.advance(by: time)
        if frames > 0 { launch.enforce(on: player) }
        return frames
    }
}
