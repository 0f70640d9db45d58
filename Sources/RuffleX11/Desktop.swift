import Glibc
import Library

/// What the program has of the desktop around it beside its window: game pads, media keys, a screen that stays on while a
/// movie plays. One for all the movies that it plays one after another. All of it may be missing.
final class Desktop {
    /// What the person wants of it.
    struct Wishes: Equatable {
        var keepsAwake = true
        var usesGameMode = true
        var usesPortal = true
    }

    let gamepads: Gamepads
    private let wishes: Wishes
    private var bus: SessionBus?
    private var hasStarted = false
    /// Calls that are not answered yet, by their numbers.
    private var replies: [Int: ([DBusValue]?) -> Void] = [:]
    private var media = MediaControl()
    private var commands: [MediaControl.Command] = []
    private var hasName = false
    private var isBusy = false
    private var keepAwake = KeepAwake()
    private var isGame = false
    private var chooser: FileChooser?
    private var lastReset = -Double.infinity
    /// Milliseconds between two times that the X server is told that somebody is there. No screen saver is quicker.
    private static let resetPause = 30_000.0

    init(gamepads: Gamepads = Gamepads(), wishes: Wishes = Wishes()) {
        self.gamepads = gamepads
        self.wishes = wishes
    }

    /// Begins to look at what is there. To be called once the first picture is on the screen: nothing of this is worth
    /// waiting for.
    func start() {
        if hasStarted { return }
        hasStarted = true
        gamepads.start()
        bus = SessionBus()
        if bus == nil {
            keepAwake.busIsMissing()
        } else {
            requestName(MediaControl.busName, orElse: MediaControl.busName + ".instance\(getpid())")
            if isBusy { tellBusy() }
        }
    }

    /// What else than the window there is to wait for.
    var descriptors: [Int32] { gamepads.descriptors + (bus.map { [$0.descriptor] } ?? []) }

    /// The program ends.
    func finish() {
        setBusy(false)
        bus?.finish()
        bus = nil
    }

    // MARK: - What the program tells

    /// Tells media controls what there is to be seen.
    func show(_ state: MediaControl.State, hasMoved: Bool = false) {
        let before = media.state
        media.state.position = state.position
        // A movie that goes on by itself is no news.
        if media.state == state && !hasMoved { return }
        media.state = state
        guard let bus, hasName else { return }
        for (interface, values) in MediaControl.changes(from: before, to: state) {
            bus.signal(
                MediaControl.path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
                [.text(interface), .dictionary(values), .array([], of: "s")])
        }
        if hasMoved { bus.signal(MediaControl.path, MediaControl.player, "Seeked", [.int64(state.position)]) }
    }

    /// Says whether a movie plays that can be seen: the screen stays on, and the machine may hurry.
    func setBusy(_ isBusy: Bool) {
        if isBusy == self.isBusy { return }
        self.isBusy = isBusy
        tellBusy()
    }

    private func tellBusy() {
        guard let bus else { return }
        if wishes.keepsAwake { perform(keepAwake.want(isBusy)) }
        guard wishes.usesGameMode, isBusy != isGame else { return }
        isGame = isBusy
        _ = bus.call(
            "com.feralinteractive.GameMode", "/com/feralinteractive/GameMode", "com.feralinteractive.GameMode",
            isGame ? "RegisterGame" : "UnregisterGame", [.int32(getpid())])
    }

    /// When the X server is to be told again that somebody is there, see ``KeepAwake/usesServer``; nil: never.
    func nextReset(_ now: Double) -> Double? {
        wishes.keepsAwake && isBusy && keepAwake.usesServer ? max(now, lastReset + Self.resetPause) : nil
    }

    /// Whether the X server is to be told now.
    func isResetDue(_ now: Double) -> Bool {
        guard let next = nextReset(now), next <= now else { return false }
        lastReset = now
        return true
    }

    // MARK: - What others tell

    /// What media controls want done. To be called whenever something has come.
    func takeCommands() -> [MediaControl.Command] {
        for event in bus?.take() ?? [] { handle(event) }
        defer { commands = [] }
        return commands
    }

    private func handle(_ event: SessionBus.Event) {
        switch event {
        case .connected: break
        case .lost:
            bus = nil
            keepAwake.busIsMissing()
            hasName = false
            let waiting = replies.values
            replies = [:]
            for body in waiting { body(nil) }
            chooser?.end(nil)
            chooser = nil
        case .reply(let number, let values): replies.removeValue(forKey: number)?(values)
        case .signal(let path, let interface, let member, let values):
            guard interface == Portal.request, member == "Response", let chooser, chooser.isAbout(path) else { return }
            self.chooser = nil
            chooser.end(FileChooser.files(values))
        case .call(let call):
            let (answer, command) = media.handle(call)
            switch answer {
            case .values(let values): bus?.answer(call, values)
            case .refusal(let name, let text): bus?.refuse(call, name, text)
            }
            if let command { commands.append(command) }
        }
    }

    private func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue],
        then body: @escaping ([DBusValue]?) -> Void
    ) {
        guard let bus else { return body(nil) }
        replies[bus.call(destination, path, interface, member, arguments)] = body
    }

    private func requestName(_ name: String, orElse other: String?) {
        // 4: rather not at all than waiting for it. 1 says that it is ours.
        call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            [.text(name), .uint32(4)]
        ) { [unowned self] values in
            guard let values else { return }
            if values.first == .uint32(1) { hasName = true } else if let other { requestName(other, orElse: nil) }
        }
    }

    private func perform(_ asking: KeepAwake.Asking?) {
        guard let asking else { return }
        guard asking.takesAnswer else {
            _ = bus?.call(asking.destination, asking.path, asking.interface, asking.member, asking.arguments)
            return
        }
        call(asking.destination, asking.path, asking.interface, asking.member, asking.arguments) { [unowned self] in
            perform(keepAwake.take($0))
        }
    }

    // MARK: - Files

    /// Lets the person choose movies in the desktop's own dialog, which belongs to the window of this number. `body` gets
    /// what was chosen, and nil where there is no such dialog.
    func chooseFiles(for window: UInt, _ body: @escaping ([String]?) -> Void) {
        guard wishes.usesPortal, let bus, chooser == nil else { return body(nil) }
        let chooser = FileChooser(end: body)
        self.chooser = chooser
        // Some portals tell everybody.
        _ = bus.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch",
            [.text("type='signal',interface='\(Portal.request)'")])
        call(Portal.name, Portal.path, Portal.fileChooser, "OpenFile", chooser.arguments(for: window)) {
            [unowned self] values in
            guard values == nil, self.chooser === chooser else { return }
            self.chooser = nil
            body(nil)
        }
    }
}

/// One dialog of the desktop in which files are chosen.
///
/// Facts: the interface org.freedesktop.portal.FileChooser.
final class FileChooser {
    private let token = "ruffle_x11_\(UInt32.random(in: 0 ... .max))"
    /// Takes what was chosen.
    let end: ([String]?) -> Void

    init(end: @escaping ([String]?) -> Void) { self.end = end }

    /// Whether a request of this path is this dialog's.
    func isAbout(_ path: String) -> Bool { path.hasSuffix("/" + token) }

    func arguments(for window: UInt) -> [DBusValue] {
        func filter(_ name: String, _ patterns: [String]) -> DBusValue {
            let globs = patterns.map { DBusValue.structure([.uint32(0), .text($0)]) }
            return .structure([.text(name), .array(globs, of: "(us)")])
        }
        // Patterns know no case.
        let movies = ["*.[sS][wW][fF]", "*.[sS][pP][lL]", "*.[rR][uU][fF]"]
        return [
            .text("x11:" + String(window, radix: 16)), .text("Add movies"),
            .dictionary([
                "handle_token": .text(token), "accept_label": .text("Add"), "multiple": .truth(true),
                "modal": .truth(true),
                "filters": .array([filter("Flash movies", movies), filter("All files", ["*"])], of: "(sa(us))"),
            ]),
        ]
    }

    /// The addresses of the chosen files in a dialog's answer; empty where the person chose none.
    static func files(_ values: [DBusValue]) -> [String] {
        guard values.count == 2, values[0] == .uint32(0) else { return [] }
        return values[1].asOptions["uris"]?.asTexts ?? []
    }
}
