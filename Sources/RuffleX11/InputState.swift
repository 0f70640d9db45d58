import CX11
import Glibc

/// Turns key events into ``Key``s. Remembers what is held, so that every key that went down comes up again as the
/// same key, whatever happens to focus and modifiers meanwhile.
final class InputState {
    private let display: OpaquePointer
    private let window: CX11.Window
    /// X keycodes that are down.
    private var held: [UInt32: Key] = [:]
    private var method: OpaquePointer?
    private var context: OpaquePointer?
    /// What the input method is composing.
    let composition = Composition()
    private var spot: (x: Int16, y: Int16)?
    /// When a key last went to the input method, by ``Clock``.
    private var lastKey = -Double.infinity
    /// The newest key press that the input method kept to itself.
    private var composing: XKeyEvent?
    private var hasTriedMethod = false
    /// Whether the server sends no release for a key that is held and repeats.
    private let isRepeatDetectable: Bool

    init(display: OpaquePointer, window: CX11.Window) {
        self.display = display
        self.window = window
        var isSupported: Int32 = 0
        XkbSetDetectableAutoRepeat(display, 1, &isSupported)
        isRepeatDetectable = isSupported != 0
    }

    func close() {
        if let context { XDestroyIC(context) }
        if let method { XCloseIM(method) }
    }

    /// Opens the input method: dead keys, Compose and the like. Only at the first key, since reading the table of
    /// composed characters takes longer than everything else at start.
    private func openMethod() {
        if hasTriedMethod { return }
        hasTriedMethod = true
        // Where no language is set, as under some session managers, keys still type Unicode.
        let locale = setlocale(LC_CTYPE, "").map { String(cString: $0) }
        if locale == nil || locale == "C" || locale == "POSIX" { setlocale(LC_CTYPE, "C.UTF-8") }
        guard XSupportsLocale() != 0, XSetLocaleModifiers("") != nil else { return }
        method = XOpenIM(display, nil, nil, nil)
        guard let method else { return }
        if cx11_can_tell_composition(method) != 0 {
            context = composition.makeContext(method, window)
        }
        if context == nil { context = cx11_create_input_context(method, window) }
        if let context { XSetICFocus(context) }
    }

    func setFocus(_ hasFocus: Bool) {
        guard let context else { return }
        if hasFocus { XSetICFocus(context) } else { XUnsetICFocus(context) }
    }

    /// How long no key must have gone to the input method before it is told of the caret, in milliseconds.
    private static let quiet = 300.0

    /// Tells the input method where in the window the text is written: the lower end of the caret.
    ///
    /// Xlib waits for the answer, and what else the input method says meanwhile comes out in the reverse order: letters
    /// of a fast typist would change places. So it waits for a pause.
    func setSpot(x: Int, y: Int) {
        let place = (x: Int16(clamping: x), y: Int16(clamping: y))
        guard let context, composition.isTold, spot?.x != place.x || spot?.y != place.y,
            Clock.now - lastKey > Self.quiet
        else { return }
        spot = place
        cx11_set_spot(context, place.x, place.y)
    }

    /// Lets the input method have `event`. Returns whether it took it.
    func filter(_ event: inout XEvent) -> Bool {
        if event.type == KeyPress { openMethod() }
        let press = event.type == KeyPress && event.xkey.keycode != 0 ? event.xkey : nil
        guard XFilterEvent(&event, 0) != 0 else { return false }
        if let press { composing = press }
        if event.type == KeyPress || event.type == KeyRelease { lastKey = Clock.now }
        return true
    }

    func press(_ event: inout XKeyEvent) -> Key {
        let (text, keysym) = lookUp(&event)
        // The input method hands back composed text as a press of no key: it is the one that it took last.
        if event.keycode == 0 {
            guard let taken = composing else { return Key(code: 0, text: text, isComposed: true) }
            composing = nil
            let key = Key(code: code(of: taken, keysym: 0), text: text, isComposed: true)
            held[taken.keycode] = key
            return key
        }
        let before = held[event.keycode]
        var key = Key(code: before?.code ?? code(of: event, keysym: keysym), text: text)
        key.control = event.state & UInt32(ControlMask) != 0
        key.shift = event.state & UInt32(ShiftMask) != 0
        key.alt = event.state & UInt32(Mod1Mask) != 0
        key.isRepeat = before != nil
        held[event.keycode] = key
        return key
    }

    /// The key that comes up, nil where it is only repeating or was never seen going down.
    func release(_ event: XKeyEvent) -> Key? {
        if !isRepeatDetectable && isFollowedByRepeat(event) { return nil }
        return held.removeValue(forKey: event.keycode).map { Key(code: $0.code) }
    }

    /// All keys come up: the window will not see it happen.
    func releaseAll() -> [Key] {
        defer { held = [:] }
        return held.values.map { Key(code: $0.code) }
    }

    /// Servers without XKB report a held key as release and press of the same moment.
    private func isFollowedByRepeat(_ event: XKeyEvent) -> Bool {
        guard XEventsQueued(display, QueuedAfterReading) > 0 else { return false }
        var next = XEvent()
        XPeekEvent(display, &next)
        return next.type == KeyPress && next.xkey.keycode == event.keycode && next.xkey.time &- event.time < 2
    }

    private func lookUp(_ event: inout XKeyEvent) -> (text: String, keysym: KeySym) {
        var keysym: KeySym = 0
        var bytes = [CChar](repeating: 0, count: 256)
        guard let context else {
            _ = XLookupString(&event, &bytes, 256, &keysym, nil)
            guard let scalar = KeyMap.character(of: keysym).flatMap(Unicode.Scalar.init) else { return ("", keysym) }
            return (String(Character(scalar)), keysym)
        }
        var status: Int32 = 0
        let count = Xutf8LookupString(context, &event, &bytes, 256, &keysym, &status)
        let hasText = status == XLookupChars || status == XLookupBoth
        let text = hasText ? String(decoding: bytes[..<Int(count)].map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
        return (text, status == XLookupKeySym || status == XLookupBoth ? keysym : 0)
    }

    private func code(of event: XKeyEvent, keysym: KeySym) -> UInt8 {
        if KeyMap.isKeypad(keysym), let code = KeyMap.keyCode(of: keysym) { return code }
        // Bits 13 and 14 of the state hold the layout in use; see the XKB protocol, "Effective group".
        let group = Int32(event.state >> 13 & 3)
        let groups = [group] + (0..<4).filter { $0 != group }
        let code = KeyCode(truncatingIfNeeded: event.keycode)
        let levels = groups.map {
            (plain: XkbKeycodeToKeysym(display, code, $0, 0), shifted: XkbKeycodeToKeysym(display, code, $0, 1))
        }
        return KeyMap.keyCode(levels: levels, keycode: event.keycode) ?? 0
    }
}
