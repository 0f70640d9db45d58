import CX11
import CXTest
import Foundation

/// A person at the X server: sees the program's window, moves the pointer and types.
final class Desk {
    let display: OpaquePointer
    let root: CX11.Window
    /// Xlib ends the whole process where a server goes before its clients do.
    private let server: XServer

    init(_ server: XServer) throws {
        self.server = server
        guard let display = XOpenDisplay(server.display) else { throw Failure("cannot open \(server.display)") }
        self.display = display
        root = XDefaultRootWindow(display)
    }

    deinit { XCloseDisplay(display) }

    func atom(_ name: String) -> Atom { XInternAtom(display, name, 0) }

    // MARK: - Windows

    /// The visible window of the program, once it is there.
    func window(of program: RunningProgram) throws -> CX11.Window {
        var found: CX11.Window = 0
        let isThere = try wait {
            if program.process.ending != nil { throw Failure("the program ended: \(try program.end().errors)") }
            found =
                children(of: root).first {
                    numbers($0, "_NET_WM_PID") == [Int(program.identifier)] && attributes($0).map_state == IsViewable
                } ?? 0
            return found != 0
        }
        if !isThere { throw Failure("no window appeared") }
        return found
    }

    private func children(of window: CX11.Window) -> [CX11.Window] {
        var root: CX11.Window = 0
        var parent: CX11.Window = 0
        var list: UnsafeMutablePointer<CX11.Window>?
        var count: UInt32 = 0
        guard XQueryTree(display, window, &root, &parent, &list, &count) != 0, let list else { return [] }
        defer { XFree(list) }
        return Array(UnsafeBufferPointer(start: list, count: Int(count)))
    }

    func attributes(_ window: CX11.Window) -> XWindowAttributes {
        var attributes = XWindowAttributes()
        XGetWindowAttributes(display, window, &attributes)
        return attributes
    }

    func resize(_ window: CX11.Window, _ width: Int, _ height: Int) {
        XResizeWindow(display, window, UInt32(width), UInt32(height))
        XSync(display, 0)
    }

    /// What `x, y, width, height` of a window are.
    func frame(_ window: CX11.Window) -> [Int] {
        let found = attributes(window)
        return [found.x, found.y, found.width, found.height].map(Int.init)
    }

    // MARK: - Properties

    /// The items of a property of 8-bit text.
    func text(_ window: CX11.Window, _ property: String) -> String {
        String(decoding: bytes(window, property, format: 8).map { UInt8($0) }, as: UTF8.self)
    }

    /// The items of a property of 32-bit numbers.
    func numbers(_ window: CX11.Window, _ property: String) -> [Int] { bytes(window, property, format: 32) }

    private func bytes(_ window: CX11.Window, _ property: String, format: Int32) -> [Int] {
        var type: Atom = 0
        var actualFormat: Int32 = 0
        var count: UInt = 0
        var left: UInt = 0
        var data: UnsafeMutablePointer<UInt8>?
        XGetWindowProperty(
            display, window, atom(property), 0, 1 << 20, 0, Atom(AnyPropertyType), &type, &actualFormat, &count,
            &left, &data)
        guard let data else { return [] }
        defer { XFree(data) }
        guard actualFormat == format else { return [] }
        if format == 8 { return (0..<Int(count)).map { Int(data[$0]) } }
        return data.withMemoryRebound(to: Int.self, capacity: Int(count)) { items in
            (0..<Int(count)).map { items[$0] & 0xFFFF_FFFF }
        }
    }

    /// Sets a property of 32-bit numbers, as a window manager would.
    func set(_ window: CX11.Window, _ property: String, type: String, _ items: [Int]) {
        _ = items.withUnsafeBytes {
            XChangeProperty(
                display, window, atom(property), atom(type), 32, PropModeReplace,
                $0.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(items.count))
        }
        XSync(display, 0)
    }

    /// Sends a client message to a window, or to the root about it.
    func send(_ message: String, _ items: [Int], to target: CX11.Window, about window: CX11.Window) {
        var event = XEvent()
        event.xclient = XClientMessageEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = window
        event.xclient.message_type = atom(message)
        event.xclient.format = 32
        let all = items + [0, 0, 0, 0, 0]
        event.xclient.data.l = (all[0], all[1], all[2], all[3], all[4])
        XSendEvent(display, target, 0, 0, &event)
        XSync(display, 0)
    }

    // MARK: - Pixels

    /// The colour of one pixel, 0xRRGGBB, whatever the window's visual; nil where it is not on the screen.
    func pixel(_ window: CX11.Window, _ x: Int, _ y: Int) -> Int? {
        let image = XGetImage(display, window, Int32(x), Int32(y), 1, 1, UInt(bitPattern: -1), ZPixmap)
        guard let image else { return nil }
        defer { _ = image.pointee.f.destroy_image(image) }
        let value = image.pointee.f.get_pixel(image, 0, 0)
        let visual = attributes(window).visual!.pointee
        return [visual.red_mask, visual.green_mask, visual.blue_mask].reduce(0) { rgb, mask in
            let shift = UInt(mask.trailingZeroBitCount)
            return rgb << 8 | Int((value & mask) >> shift * 255 / (mask >> shift))
        }
    }

    /// Waits until a pixel has a colour.
    func sees(_ color: Int, _ window: CX11.Window, _ x: Int, _ y: Int, seconds: Double = 10) -> Bool {
        wait(seconds: seconds) { pixel(window, x, y) == color }
    }

    // MARK: - Hands

    func movePointer(_ x: Int, _ y: Int) {
        XTestFakeMotionEvent(display, -1, Int32(x), Int32(y), 0)
        XSync(display, 0)
    }

    func press(button: UInt32) {
        XTestFakeButtonEvent(display, button, 1, 0)
        XSync(display, 0)
    }

    func release(button: UInt32) {
        XTestFakeButtonEvent(display, button, 0, 0)
        XSync(display, 0)
    }

    func click(_ x: Int, _ y: Int, button: UInt32 = 1) {
        movePointer(x, y)
        press(button: button)
        release(button: button)
    }

    /// Gives the keyboard to a window; no window manager does it here.
    func focus(_ window: CX11.Window) {
        XSetInputFocus(display, window, Int32(RevertToPointerRoot), 0)
        XSync(display, 0)
    }

    /// One key goes down, or comes up.
    func key(_ name: String, isDown: Bool) {
        let code = UInt32(XKeysymToKeycode(display, XStringToKeysym(name)))
        XTestFakeKeyEvent(display, code, isDown ? 1 : 0, 0)
        XSync(display, 0)
    }

    /// Makes some key that types nothing so far type `name`.
    func addKey(_ name: String) {
        var keysyms: [KeySym] = [XStringToKeysym(name)]
        XChangeKeyboardMapping(display, 254, 1, &keysyms, 1)
        XSync(display, 0)
    }

    /// Presses keys together and lets them go, such as `["Control_L", "q"]`.
    func type(_ keys: [String]) {
        let codes = keys.map { UInt32(XKeysymToKeycode(display, XStringToKeysym($0))) }
        for code in codes { XTestFakeKeyEvent(display, code, 1, 0) }
        for code in codes.reversed() { XTestFakeKeyEvent(display, code, 0, 0) }
        XSync(display, 0)
    }
}
