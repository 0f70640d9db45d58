import CX11
import Testing

@testable import RuffleX11

@Suite("Keys")
struct KeyMapTests {
    /// Flash's codes by ActionScript's names, `flash.ui.Keyboard`.
    static let codes: [(keysym: Int32, code: UInt8)] = [
        (XK_a, 65), (XK_Z, 90), (XK_0, 48), (XK_9, 57), (XK_Left, 37), (XK_Up, 38), (XK_Right, 39), (XK_Down, 40),
        (XK_Return, 13), (XK_KP_Enter, 13), (XK_space, 32), (XK_BackSpace, 8), (XK_Tab, 9), (XK_ISO_Left_Tab, 9),
        (XK_Escape, 27), (XK_Shift_L, 16), (XK_Shift_R, 16), (XK_Control_R, 17), (XK_Alt_L, 18), (XK_Caps_Lock, 20),
        (XK_Page_Up, 33), (XK_Page_Down, 34), (XK_End, 35), (XK_Home, 36), (XK_Insert, 45), (XK_Delete, 46),
        (XK_F1, 112), (XK_F12, 123), (XK_F15, 126), (XK_KP_0, 96), (XK_KP_9, 105), (XK_KP_Multiply, 106),
        (XK_KP_Add, 107), (XK_KP_Subtract, 109), (XK_KP_Decimal, 110), (XK_KP_Divide, 111), (XK_Num_Lock, 144),
        (XK_semicolon, 186), (XK_equal, 187), (XK_comma, 188), (XK_minus, 189), (XK_period, 190), (XK_slash, 191),
        (XK_grave, 192), (XK_bracketleft, 219), (XK_backslash, 220), (XK_bracketright, 221), (XK_apostrophe, 222),
    ]

    @Test("a keysym gives Flash's code", arguments: codes)
    func code(_ row: (keysym: Int32, code: UInt8)) {
        #expect(KeyMap.keyCode(of: KeySym(row.keysym)) == row.code)
    }

    @Test("a key of a layout that Flash does not know gives the code of the other layout")
    func otherLayout() {
        let russian = (plain: KeySym(XK_Cyrillic_tse), shifted: KeySym(XK_Cyrillic_TSE))
        let latin = (plain: KeySym(XK_w), shifted: KeySym(XK_W))
        #expect(KeyMap.keyCode(levels: [russian, latin], keycode: 25) == 87)
    }

    @Test("with no Latin layout at all the key's place decides")
    func place() {
        let greek = (plain: KeySym(XK_Greek_finalsmallsigma), shifted: KeySym(XK_Greek_SIGMA))
        #expect(KeyMap.keyCode(levels: [greek], keycode: 25) == 87)
        #expect(KeyMap.keyCode(levels: [greek], keycode: 250) == nil)
    }

    @Test("the French digit row is digits")
    func french() {
        let four = (plain: KeySym(XK_apostrophe), shifted: KeySym(XK_4))
        #expect(KeyMap.keyCode(levels: [four], keycode: 13) == 52)
    }

    static let characters: [(keysym: KeySym, character: UInt32?)] = [
        (KeySym(XK_a), 97), (KeySym(XK_eacute), 0xE9), (0x100_20AC, 0x20AC), (0x101_F600, 0x1F600),
        (KeySym(XK_Return), 13), (KeySym(XK_KP_Enter), 13), (KeySym(XK_BackSpace), 8), (KeySym(XK_Delete), 127),
        (KeySym(XK_KP_5), 53), (KeySym(XK_KP_Divide), 47), (KeySym(XK_F1), nil), (KeySym(XK_Shift_L), nil),
    ]

    @Test("without an input method a keysym gives its character", arguments: characters)
    func character(_ row: (keysym: KeySym, character: UInt32?)) {
        #expect(KeyMap.character(of: row.keysym) == row.character)
    }

    // MARK: - Shortcuts

    static let shortcuts: [(key: Key, action: Action?)] = [
        (Key(code: 13, control: true), .togglePause), (Key(code: 82, control: true), .rewind),
        (Key(code: 39, control: true), .stepForward), (Key(code: 37, control: true), .stepBack),
        (Key(code: 122), .toggleFullScreen), (Key(code: 70, control: true), .toggleFullScreen),
        (Key(code: 121), .toggleMenu), (Key(code: 81, control: true), .quit),
        (Key(code: 39, control: true, isRepeat: true), .stepForward),
        // Held, a switch switches once; without Control, or with more than it, keys are the movie's.
        (Key(code: 13, control: true, isRepeat: true), nil), (Key(code: 13), nil), (Key(code: 39), nil),
        (Key(code: 82, control: true, shift: true), nil), (Key(code: 122, alt: true), nil), (Key(code: 27), nil),
    ]

    @Test("shortcuts", arguments: shortcuts)
    func shortcut(_ row: (key: Key, action: Action?)) {
        #expect(KeyBindings().action(of: row.key) == row.action)
    }

    @Test("a shortcut that repeats is still no key of the movie")
    func repeats() {
        #expect(KeyBindings().holder(of: Key(code: 13, control: true, isRepeat: true)) != nil)
        #expect(KeyBindings().holder(of: Key(code: 13, isRepeat: true)) == nil)
    }

    // MARK: - Clicks

    @Test("clicks that are quick and near count up; others begin anew")
    func clicks() {
        var counter = ClickCounter()
        #expect(counter.press(.left, x: 10, y: 10, time: 1000) == 0)
        #expect(counter.press(.left, x: 12, y: 9, time: 1300) == 1)
        #expect(counter.press(.left, x: 12, y: 9, time: 1600) == 2)
        #expect(counter.press(.left, x: 12, y: 9, time: 2100) == 0)
        #expect(counter.press(.left, x: 30, y: 9, time: 2200) == 0)
        #expect(counter.press(.right, x: 30, y: 9, time: 2300) == 0)
        // The server's clock runs over after 49 days.
        #expect(counter.press(.right, x: 30, y: 9, time: .max) == 0)
        #expect(counter.press(.right, x: 30, y: 9, time: 100) == 1)
    }
}
