import CX11

/// From X keysyms to the key codes of Flash, which are those of Windows with a few of Flash's own.
///
/// Facts: ActionScript 3.0 Reference, `flash.ui.Keyboard`; X.Org `keysymdef.h`.
enum KeyMap {
    /// The key code of a key by what its level 0 and 1 (without and with Shift) give, in the order of the layouts
    /// to ask: the one in use first. Last comes the key's place on the keyboard. nil where Flash knows no such key.
    ///
    /// Asking other layouts makes W, A, S and D work for somebody who types Russian or Greek. A digit on any of the
    /// two levels wins, since the French layout has digits on the upper one, and Windows calls those keys digits too.
    static func keyCode(levels: [(plain: KeySym, shifted: KeySym)], keycode: UInt32) -> UInt8? {
        for (plain, shifted) in levels {
            if isDigit(shifted) { return UInt8(shifted) }
            if let code = keyCode(of: plain) { return code }
        }
        return placeCodes[keycode]
    }

    private static func isDigit(_ keysym: KeySym) -> Bool { keysym >= 0x30 && keysym <= 0x39 }

    /// Whether the key is one of the number pad, whose meaning hangs on Num Lock.
    static func isKeypad(_ keysym: KeySym) -> Bool {
        keysym >= KeySym(XK_KP_Space) && keysym <= KeySym(XK_KP_9)
    }

    /// The key code that `keysym` alone stands for.
    static func keyCode(of keysym: KeySym) -> UInt8? {
        switch Int32(truncatingIfNeeded: keysym) {
        case XK_a...XK_z: UInt8(keysym - KeySym(XK_a)) + 65
        case XK_A...XK_Z: UInt8(keysym - KeySym(XK_A)) + 65
        case XK_0...XK_9: UInt8(keysym - KeySym(XK_0)) + 48
        case XK_KP_0...XK_KP_9: UInt8(keysym - KeySym(XK_KP_0)) + 96
        case XK_F1...XK_F15: UInt8(keysym - KeySym(XK_F1)) + 112
        default: others[Int32(truncatingIfNeeded: keysym)]
        }
    }

    private static let others: [Int32: UInt8] = [
        XK_BackSpace: 8, XK_Tab: 9, XK_ISO_Left_Tab: 9, XK_KP_Tab: 9, XK_Clear: 12, XK_KP_Begin: 12,
        XK_Return: 13, XK_KP_Enter: 13, XK_Linefeed: 13,
        XK_Shift_L: 16, XK_Shift_R: 16, XK_Control_L: 17, XK_Control_R: 17,
        XK_Alt_L: 18, XK_Alt_R: 18, XK_Meta_L: 18, XK_Meta_R: 18, XK_ISO_Level3_Shift: 18,
        XK_Pause: 19, XK_Break: 19, XK_Caps_Lock: 20, XK_Escape: 27, XK_space: 32, XK_KP_Space: 32,
        XK_Page_Up: 33, XK_KP_Page_Up: 33, XK_Page_Down: 34, XK_KP_Page_Down: 34, XK_End: 35, XK_KP_End: 35,
        XK_Home: 36, XK_KP_Home: 36, XK_Left: 37, XK_KP_Left: 37, XK_Up: 38, XK_KP_Up: 38,
        XK_Right: 39, XK_KP_Right: 39, XK_Down: 40, XK_KP_Down: 40, XK_Print: 44, XK_Sys_Req: 44,
        XK_Insert: 45, XK_KP_Insert: 45, XK_Delete: 46, XK_KP_Delete: 46, XK_Help: 47,
        // XF86AudioMute, -LowerVolume, -RaiseVolume, -Next, -Prev, -Stop, -Play and -Pause.
        0x1008_FF12: 173, 0x1008_FF11: 174, 0x1008_FF13: 175, 0x1008_FF17: 176, 0x1008_FF16: 177, 0x1008_FF15: 178,
        0x1008_FF14: 179, 0x1008_FF31: 179,
        XK_Super_L: 91, XK_Super_R: 92, XK_Menu: 93,
        XK_KP_Multiply: 106, XK_KP_Add: 107, XK_KP_Separator: 110, XK_KP_Subtract: 109, XK_KP_Decimal: 110,
        XK_KP_Divide: 111, XK_KP_Equal: 187, XK_Num_Lock: 144, XK_Scroll_Lock: 145,
        XK_semicolon: 186, XK_colon: 186, XK_equal: 187, XK_plus: 187, XK_comma: 188, XK_minus: 189,
        XK_underscore: 189, XK_period: 190, XK_slash: 191, XK_question: 191, XK_grave: 192, XK_asciitilde: 192,
        XK_bracketleft: 219, XK_braceleft: 219, XK_backslash: 220, XK_bar: 220, XK_bracketright: 221,
        XK_braceright: 221, XK_apostrophe: 222, XK_quotedbl: 222, XK_less: 226, XK_greater: 226,
    ]

    /// Key codes by place, for X keycodes as Linux gives them (evdev's number and 8): what a US keyboard has there.
    private static let placeCodes: [UInt32: UInt8] = {
        var codes: [UInt32: UInt8] = [
            20: 189, 21: 187, 34: 219, 35: 221, 47: 186, 48: 222, 49: 192, 51: 220, 59: 188, 60: 190, 61: 191, 94: 226,
        ]
        for (first, keys) in [(10, "1234567890"), (24, "QWERTYUIOP"), (38, "ASDFGHJKL"), (52, "ZXCVBNM")] {
            for (offset, key) in keys.utf8.enumerated() { codes[UInt32(first + offset)] = key }
        }
        return codes
    }()

    /// The character a keysym types, for when there is no input method to ask. Keysyms above 0x1000000 are Unicode,
    /// those below 0x100 are Latin-1, and the editing keys carry their control characters.
    static func character(of keysym: KeySym) -> UInt32? {
        switch keysym {
        case 0x20...0x7E, 0xA0...0xFF: UInt32(keysym)
        case 0x100_0100...0x110_FFFF: UInt32(keysym & 0xFF_FFFF)
        case 0xFF08, 0xFF09, 0xFF0D, 0xFF1B: UInt32(keysym & 0x7F)
        case 0xFF8D: 13
        case 0xFFFF: 127
        case 0xFFAA...0xFFB9: UInt32(keysym & 0x7F)
        default: nil
        }
    }
}
