import Library
import Player
import UI

/// What asks, tells or lists something over the movie.
extension Front {
    /// Tells the person something that goes by itself.
    func tell(_ text: String) { toast.show(text, now: Clock.now) }

    /// Lets an open dialog have an event. Nil: there is none.
    func dialogTakes(_ event: WindowEvent) -> Bool? {
        if prompt == nil && keysPanel == nil && console == nil { return nil }
        switch event {
        case .resized(let width, let height):
            prompt?.resize(width: width, height: height)
            return false
        // What went down in the movie comes up there.
        case .buttonUp, .keyUp, .viewable, .closeRequested, .destroyed, .fullScreen, .focus, .shown, .dropped,
            .composing:
            return false
        default: break
        }
        redraw()
        if let prompt {
            if let input = UIInput(event), case .chosen(let place) = prompt.handle(input) { answer(place) }
            return true
        }
        if let keysPanel { return keysPanelTakes(event, keysPanel) }
        return console.map { consoleTakes(event, $0) }
    }

    // MARK: - Questions

    private static let answers: [(title: String, answer: Permissions.Answer)] = [
        ("Deny", .deny), ("Allow once", .allowOnce), ("Always allow", .allowAlways), ("Never allow", .denyAlways),
    ]

    /// What can be answered here.
    private var answers: ArraySlice<(title: String, answer: Permissions.Answer)> {
        Self.answers.prefix(host.permissions.canKeep ? Self.answers.count : 2)
    }

    /// Puts the host's next question to the person.
    func askIfNeeded() {
        guard prompt == nil, let question = host.questions.first else { return }
        prompt = PromptDialog(
            title: question.title, text: question.text, answers: answers.map(\.title), safe: 0, width: window.width,
            height: window.height, scale: window.scale, toolkit: toolkit)
        leaveStrip()
        redraw()
    }

    private func answer(_ place: Int) {
        prompt = nil
        host.answerQuestion(answers[place].answer)
        askIfNeeded()
    }

    private func leaveStrip() {
        menu = nil
        menuChoices = []
        isFastForwarding = false
    }

    // MARK: - Messages

    func toggleConsole() {
        console = console == nil ? ConsolePanel(host.log) : nil
        redraw()
    }

    private func consoleTakes(_ event: WindowEvent, _ console: ConsolePanel) -> Bool {
        switch event {
        case .keyDown(let key):
            if settings.keys.action(of: key) == .console {
                toggleConsole()
                return true
            }
            guard let input = UIInput(event) else { return true }
            switch console.handle(input) {
            case .stays: break
            case .closed: toggleConsole()
            case .copied(let text):
                window.selections.own(text)
                tell("Copied")
            }
            return true
        case .wheel:
            if let input = UIInput(event) { _ = console.handle(input) }
            return true
        // Above it the movie goes on.
        default: return false
        }
    }

    // MARK: - The keyboard on the screen

    func toggleKeyboard() {
        keyboard = keyboard == nil ? ScreenKeyboard() : nil
        redraw()
    }

    /// Returns whether the press was the keyboard's.
    func keyboardTakesPress(_ button: MouseButton, x: Int, y: Int) -> Bool {
        guard let keyboard else { return false }
        switch keyboard.press(x: x, y: y, width: window.width, height: window.height, scale: window.scale) {
        case .missed: return false
        case .none: break
        case .closed: toggleKeyboard()
        case .pressed(let key): if button == .left { keyDown(Key(key)) }
        }
        return true
    }

    // MARK: - Keys

    /// All that has keys, or could have.
    var keyRows: [HelpOverlay.Row] {
        Action.allCases.map { action in
            HelpOverlay.Row(keys: settings.keys[action].map(\.label).joined(separator: ", "), title: action.title)
        }
    }

    /// What has a key, with the first of them.
    var helpRows: [HelpOverlay.Row] {
        Action.allCases.compactMap { action in
            settings.keys[action].first.map { HelpOverlay.Row(keys: $0.label, title: action.title) }
        }
    }

    func openKeysPanel() {
        keysPanel = KeysPanel(keyRows)
        redraw()
    }

    private func keysPanelTakes(_ event: WindowEvent, _ panel: KeysPanel) -> Bool {
        if panel.isCapturing, case .keyDown(let key) = event {
            if key.code == 27 { panel.endCapture() }
            if key.code != 27, !key.isRepeat, let shortcut = Shortcut(key) {
                panel.endCapture()
                bind(Action.allCases[panel.chosen], to: shortcut)
            }
            return true
        }
        guard let input = UIInput(event) else { return true }
        switch panel.handle(input, width: window.width, height: window.height, scale: window.scale) {
        case .stays: break
        case .closed: keysPanel = nil
        case .reset(let row): bind(Action.allCases[row], to: nil)
        }
        return true
    }

    private func bind(_ action: Action, to shortcut: Shortcut?) {
        settings.keys.set(action, to: shortcut)
        strip?.keys = settings.keys
        keysPanel?.rows = keyRows
        do throws(LibraryProblem) {
            try settings.save()
        } catch {
            tell("The keys cannot be kept: \(error.message)")
        }
    }
}

extension Key {
    /// A key of the keyboard on the screen.
    init(_ key: ScreenKeyboard.Key) {
        self.init(code: key.code, text: key.text, control: key.control, shift: key.shift, alt: key.alt)
    }
}
