import Base
import CX11
import Glibc
import Player

/// The program's window. What follows is all that the rest of the program knows of X11.
///
/// Pictures go through one or two ``Surface``s: ask ``freeSurface()``, draw, ``present(_:_:)``.
final class Window {
    let display: OpaquePointer
    let handle: CX11.Window
    let atoms: Atoms
    let screen: ScreenFormat
    private let context: GC
    private var surfaces: [Surface] = []
    /// What the window shows, or will once it can be seen.
    private(set) var presented: Surface?
    /// Whether ``presented`` has changed since it was last put.
    private var isWaitingToBePut = false
    /// The puts that the server has not finished, oldest first, and whether each was a new picture.
    private var inFlight: [(surface: Surface, isNewPicture: Bool)] = []

    /// Of the client area, in pixels.
    var width: Int
    var height: Int
    /// Device pixels a logical pixel, by the desktop's setting.
    let scale: Double
    var isFullScreen = false
    var isMapped = false
    var isFullyObscured = false
    /// Where the window was before it went full screen without a window manager.
    var restoredFrame: PixelRect?
    let input: InputState
    let selections: Selections
    /// What the pointer looks like over the window.
    var pointer = PointerShape.arrow { didSet { if pointer != oldValue { showPointer() } } }
    var cursors: [PointerShape: Cursor] = [:]

    /// Opens a connection to the X server and makes a window of `width` times `height` device pixels or, where these
    /// are nil, of `stage` logical ones. It stays hidden until ``show()``.
    init(
        title: String, stage: (width: Int, height: Int), size: (width: Int, height: Int)?, fullScreen: Bool
    ) throws(Complaint) {
        guard let display = XOpenDisplay(nil) else { throw Self.noDisplay }
        self.display = display
        XErrors.install()
        let number = XDefaultScreen(display)
        screen = try ScreenFormat(display: display, screen: number)
        atoms = Atoms(display)
        scale = Self.desktopScale(display)
        let fitting = size ?? Self.size(for: stage, scale: scale, display: display, atoms: atoms)
        (width, height) = fitting
        handle = Self.makeWindow(screen, number, width: fitting.width, height: fitting.height)
        XErrors.window = handle
        context = XCreateGC(display, handle, 0, nil)
        input = InputState(display: display, window: handle)
        selections = Selections(display: display, window: handle, atoms: atoms)
        setProperties(title: title, fullScreen: fullScreen)
        if fullScreen && !hasWindowManager { fillScreen(true) }
    }

    private static var noDisplay: Complaint {
        guard let name = getenv("DISPLAY").map({ String(cString: $0) }), !name.isEmpty else {
            return Complaint(message: "no X display: DISPLAY is not set")
        }
        return Complaint(message: "cannot open X display \(name)")
    }

    private static func makeWindow(_ screen: ScreenFormat, _ number: Int32, width: Int, height: Int) -> CX11.Window {
        let root = XRootWindow(screen.display, number)
        var attributes = XSetWindowAttributes()
        attributes.background_pixel = 0
        attributes.border_pixel = 0
        attributes.bit_gravity = NorthWestGravity
        attributes.colormap =
            screen.visual == XDefaultVisual(screen.display, number)
            ? XDefaultColormap(screen.display, number)
            : XCreateColormap(screen.display, root, screen.visual, AllocNone)
        attributes.event_mask =
            ExposureMask | StructureNotifyMask | VisibilityChangeMask | PropertyChangeMask | FocusChangeMask
            | KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask
            | LeaveWindowMask
        return XCreateWindow(
            screen.display, root, 0, 0, UInt32(width), UInt32(height), 0, Int32(screen.depth), UInt32(InputOutput),
            screen.visual, UInt(CWBackPixel | CWBorderPixel | CWBitGravity | CWColormap | CWEventMask), &attributes)
    }

    /// Closes the window and the connection.
    func close() {
        surfaces = []
        presented = nil
        inFlight = []
        input.close()
        XErrors.window = 0
        XFreeGC(display, context)
        XDestroyWindow(display, handle)
        XCloseDisplay(display)
    }

    /// Forgets what the window shows: what comes next is drawn by another renderer and compares with nothing.
    func beginAnew() {
        surfaces = []
        presented = nil
        isWaitingToBePut = false
        inFlight = inFlight.map { ($0.surface, false) }
    }

    func show() {
        XMapWindow(display, handle)
    }

    /// For `poll`: readable when the server has something to say.
    var descriptor: Int32 { XConnectionNumber(display) }

    /// Sends what is waiting to be sent.
    func flush() { XFlush(display) }

    var isViewable: Bool { isMapped && !isFullyObscured }

    /// What other programs know the window by.
    var number: UInt { UInt(handle) }

    /// Tells the server that somebody is there, though no key is pressed.
    func resetScreenSaver() { XResetScreenSaver(display) }

    /// Puts the pointer somewhere in the window.
    func warpPointer(x: Int, y: Int) { XWarpPointer(display, 0, handle, 0, 0, 0, 0, Int32(x), Int32(y)) }
}

extension Window {
    private func showPointer() {
        // The arrow is the desktop's own. The others are made when first needed: that may load a theme.
        if pointer == .arrow { XUndefineCursor(display, handle) } else { XDefineCursor(display, handle, cursor) }
    }

    private var cursor: Cursor {
        if let known = cursors[pointer] { return known }
        let made =
            switch pointer {
            case .text: XCreateFontCursor(display, UInt32(XC_xterm))
            case .grip: XCreateFontCursor(display, UInt32(XC_fleur))
            case .hidden: makeEmptyCursor()
            case .hand, .arrow: XCreateFontCursor(display, UInt32(XC_hand2))
            }
        cursors[pointer] = made
        return made
    }

    private func makeEmptyCursor() -> Cursor {
        let pixmap = XCreatePixmap(display, handle, 1, 1, 1)
        defer { XFreePixmap(display, pixmap) }
        // A mask of a single pixel that is not set.
        var values = XGCValues()
        let context = XCreateGC(display, pixmap, UInt(GCForeground), &values)
        XDrawPoint(display, pixmap, context, 0, 0)
        XFreeGC(display, context)
        var (ink, paper) = (XColor(), XColor())
        return XCreatePixmapCursor(display, pixmap, pixmap, &ink, &paper, 0, 0)
    }
}

// MARK: - Pictures

extension Window {
    /// A surface of the window's size that may be drawn into, nil while the server still reads all of them.
    ///
    /// The one drawn last is preferred: least of it is out of date.
    func freeSurface() throws(Complaint) -> Surface? {
        if surfaces.isEmpty { surfaces.append(Surface(screen: screen)) }
        var free = presented.flatMap { $0.isBusy ? nil : $0 } ?? surfaces.first { !$0.isBusy }
        // Without shared memory a picture has been copied when the put returns; a second buffer would gain nothing.
        if free == nil && surfaces.count < 2 && screen.canShare {
            free = Surface(screen: screen)
            surfaces.append(free!)
        }
        try free?.resize(width: width, height: height)
        return free
    }

    /// Whether ``freeSurface()`` would give one.
    var hasFreeSurface: Bool {
        surfaces.contains { !$0.isBusy } || surfaces.isEmpty || (surfaces.count < 2 && screen.canShare)
    }

    /// Shows `surface`, which differs from what the window shows inside `rects`. ``WindowEvent/shown`` follows when
    /// it is on the screen. Returns whether it takes the place of one that was never put, and for which nothing will
    /// follow.
    @discardableResult
    func present(_ surface: Surface, _ rects: [PixelRect]) -> Bool {
        let replaces = isWaitingToBePut
        presented = surface
        isWaitingToBePut = true
        // A hidden window is told when it can be seen again, and is repaired then.
        if isViewable { put(surface, rects) }
        return replaces
    }

    /// Shows again what other windows had hidden.
    func repair(_ rect: PixelRect) {
        guard let presented, presented.width == width, presented.height == height else { return }
        put(presented, [rect])
    }

    private func put(_ surface: Surface, _ rects: [PixelRect]) {
        guard surface.put(rects, in: handle, context) else { return }
        if !surface.isShared {
            // The server answers in order: its notice of this change says that the picture before it is shown. So a
            // slow line never holds more than one picture.
            XChangeProperty(display, handle, atoms[.shown], Atom(XA_INTEGER), 32, PropModeReplace, nil, 0)
        }
        surface.pending += 1
        inFlight.append((surface, isWaitingToBePut))
        isWaitingToBePut = false
    }

    /// Notes that the server has finished the oldest put. Returns whether that was a new picture.
    func finishPut() -> Bool {
        if inFlight.isEmpty { return false }
        let (surface, isNewPicture) = inFlight.removeFirst()
        surface.pending -= 1
        return isNewPicture
    }
}
