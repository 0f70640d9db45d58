import Base
import CX11
import Glibc

/// What the window tells the window manager, and asks of it.
///
/// Facts: ICCCM 2.0, chapter 4; Extended Window Manager Hints 1.5.
extension Window {
    private var properties: Properties { Properties(display: display) }
    private var root: CX11.Window { XDefaultRootWindow(display) }

    func setProperties(title: String, fullScreen: Bool) {
        setTitle(title)
        setClass()
        setHints()
        let properties = properties
        properties.set(
            handle, atoms[.wmProtocols], type: Atom(XA_ATOM), items: [atoms[.wmDeleteWindow], atoms[.netWMPing]])
        properties.set(handle, atoms[.netWMPID], type: Atom(XA_CARDINAL), items: [UInt(getpid())])
        properties.set(
            handle, atoms[.netWMWindowType], type: Atom(XA_ATOM), items: [atoms[.netWMWindowTypeNormal]])
        if fullScreen {
            // A window manager reads this when the window appears.
            properties.set(
                handle, atoms[.netWMState], type: Atom(XA_ATOM), items: [atoms[.netWMStateFullscreen]])
            isFullScreen = true
        }
        // _NET_WM_PID means something only together with the name of the machine.
        var name = [UInt8](repeating: 0, count: 256)
        let status = name.withUnsafeMutableBytes {
            gethostname($0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count - 1)
        }
        if status == 0 {
            let length = name.firstIndex(of: 0) ?? 0
            properties.set(
                handle, Atom(XA_WM_CLIENT_MACHINE), type: Atom(XA_STRING), bytes: Array(name[..<length]))
        }
    }

    func setTitle(_ title: String) {
        properties.set(handle, atoms[.netWMName], type: atoms[.utf8String], bytes: Array(title.utf8))
        // The old property holds Latin-1, for window managers that know no other.
        let latin1 = title.unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : UInt8(ascii: "?") }
        properties.set(handle, Atom(XA_WM_NAME), type: Atom(XA_STRING), bytes: latin1)
    }

    private func setClass() {
        let name = XStrings.copy(programName)
        let `class` = XStrings.copy("RuffleX11")
        defer {
            name.deallocate()
            `class`.deallocate()
        }
        var hint = XClassHint(res_name: name, res_class: `class`)
        XSetClassHint(display, handle, &hint)
    }

    private func setHints() {
        var hints = XWMHints()
        hints.flags = Int(InputHint | StateHint)
        hints.input = 1
        hints.initial_state = NormalState
        XSetWMHints(display, handle, &hints)
        var sizes = XSizeHints()
        sizes.flags = PSize | PMinSize | PWinGravity
        sizes.width = Int32(width)
        sizes.height = Int32(height)
        sizes.min_width = 1
        sizes.min_height = 1
        sizes.win_gravity = NorthWestGravity
        XSetWMNormalHints(display, handle, &sizes)
    }

    /// Sets the icon: square pictures of different sizes, 0xAARRGGBB with straight alpha, row by row.
    func setIcon(_ pictures: [(side: Int, pixels: [UInt32])]) {
        var items: [UInt] = []
        items.reserveCapacity(pictures.reduce(0) { $0 + $1.pixels.count + 2 })
        for (side, pixels) in pictures {
            items += [UInt(side), UInt(side)]
            for pixel in pixels { items.append(UInt(pixel)) }
        }
        properties.set(handle, atoms[.netWMIcon], type: Atom(XA_CARDINAL), items: items)
    }

    // MARK: - Size

    /// Device pixels a logical pixel: what desktops put into the resource `Xft.dpi`, where 96 means 1. In quarters.
    static func desktopScale(_ display: OpaquePointer) -> Double {
        // A person who sets this for one program means it.
        if let text = getenv("GDK_SCALE"), let factor = Double(String(cString: text)), factor >= 1, factor.isFinite {
            return min(4, (factor * 4).rounded() / 4)
        }
        guard let resources = XResourceManagerString(display) else { return 1 }
        return scale(resources: String(cString: resources))
    }

    static func scale(resources: String) -> Double {
        for line in resources.split(separator: "\n") where line.hasPrefix("Xft.dpi:") {
            let value = line.dropFirst("Xft.dpi:".count).drop { $0 == " " || $0 == "\t" }
            if let dpi = Double(value.prefix { $0 != " " && $0 != "\t" }), dpi.isFinite {
                return min(4, max(1, (dpi / 96 * 4).rounded() / 4))
            }
        }
        return 1
    }

    /// The size in device pixels for a stage of `stage` logical ones: its own, or as much of that as the desktop has
    /// room for, in the same proportions.
    static func size(
        for stage: (width: Int, height: Int), scale: Double, display: OpaquePointer, atoms: Atoms
    ) -> (width: Int, height: Int) {
        // Some movies claim a stage of no size at all; this is what Flash's authoring tool begins with.
        let stage = stage.width > 0 && stage.height > 0 ? stage : (width: 550, height: 400)
        let width = Double(stage.width) * scale
        let height = Double(stage.height) * scale
        let number = XDefaultScreen(display)
        var room = (width: Double(XDisplayWidth(display, number)), height: Double(XDisplayHeight(display, number)))
        if width > room.width || height > room.height {
            let area = Properties(display: display).items(
                XDefaultRootWindow(display), atoms[.netWorkarea], type: Atom(XA_CARDINAL), limit: 4)
            if area.count == 4, area[2] > 0, area[3] > 0 { room = (Double(area[2]), Double(area[3])) }
        }
        let shrink = min(1, room.width / width, room.height / height)
        return (max(1, Int((width * shrink).rounded())), max(1, Int((height * shrink).rounded())))
    }

    /// Brings the window to the front, with the keyboard where the window manager lets it.
    func activate() {
        guard isMapped else { return }
        guard properties.items(root, atoms[.netSupported], type: Atom(XA_ATOM)).contains(atoms[.netActiveWindow]) else {
            XRaiseWindow(display, handle)
            return
        }
        var event = XEvent()
        event.xclient = XClientMessageEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = handle
        event.xclient.message_type = atoms[.netActiveWindow]
        event.xclient.format = 32
        // 2: the person asks, by way of another program.
        event.xclient.data.l = (2, Int(bitPattern: selections.time), 0, 0, 0)
        XSendEvent(display, root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
    }

    // MARK: - Full screen

    /// Whether a window manager is there that knows full screen.
    var hasWindowManager: Bool {
        let check = properties.items(root, atoms[.netSupportingWMCheck], type: Atom(XA_WINDOW), limit: 1)
        guard check.first.map({ $0 != 0 }) == true else { return false }
        return properties.items(root, atoms[.netSupported], type: Atom(XA_ATOM)).contains(atoms[.netWMStateFullscreen])
    }

    /// Enters or leaves full screen. The window manager does it, and restores the window's place and size; without
    /// one the window does it itself.
    func setFullScreen(_ wanted: Bool) {
        if wanted == isFullScreen { return }
        guard hasWindowManager else { return fillScreen(wanted) }
        guard isMapped else {
            let states = wanted ? [atoms[.netWMStateFullscreen]] : []
            return properties.set(handle, atoms[.netWMState], type: Atom(XA_ATOM), items: states)
        }
        var event = XEvent()
        event.xclient = XClientMessageEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = handle
        event.xclient.message_type = atoms[.netWMState]
        event.xclient.format = 32
        // Remove or add; which state; no second state; asked by a normal application.
        event.xclient.data.l = (wanted ? 1 : 0, Int(atoms[.netWMStateFullscreen]), 0, 1, 0)
        XSendEvent(display, root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
    }

    /// Full screen without a window manager.
    func fillScreen(_ wanted: Bool) {
        let number = XDefaultScreen(display)
        var frame = restoredFrame ?? PixelRect(left: 0, top: 0, right: width, bottom: height)
        if wanted {
            var attributes = XWindowAttributes()
            XGetWindowAttributes(display, handle, &attributes)
            let (x, y) = (Int(attributes.x), Int(attributes.y))
            restoredFrame = PixelRect(left: x, top: y, right: x + width, bottom: y + height)
            frame = PixelRect(
                left: 0, top: 0, right: Int(XDisplayWidth(display, number)),
                bottom: Int(XDisplayHeight(display, number)))
            XRaiseWindow(display, handle)
        }
        XMoveResizeWindow(
            display, handle, Int32(frame.left), Int32(frame.top), UInt32(frame.width), UInt32(frame.height))
        properties.set(
            handle, atoms[.netWMState], type: Atom(XA_ATOM), items: wanted ? [atoms[.netWMStateFullscreen]] : [])
    }

    /// Whether the window manager has the window in full screen now.
    func readFullScreenState() -> Bool {
        properties.items(handle, atoms[.netWMState], type: Atom(XA_ATOM)).contains(atoms[.netWMStateFullscreen])
    }
}
