import CX11

/// The names of properties and messages, interned in one round trip.
struct Atoms {
    private let atoms: [Atom]

    enum Name: String, CaseIterable {
        case wmProtocols = "WM_PROTOCOLS"
        case wmDeleteWindow = "WM_DELETE_WINDOW"
        case utf8String = "UTF8_STRING"
        case netWMName = "_NET_WM_NAME"
        case netWMIcon = "_NET_WM_ICON"
        case netWMPID = "_NET_WM_PID"
        case netWMPing = "_NET_WM_PING"
        case netWMState = "_NET_WM_STATE"
        case netWMStateFullscreen = "_NET_WM_STATE_FULLSCREEN"
        case netWMWindowType = "_NET_WM_WINDOW_TYPE"
        case netWMWindowTypeNormal = "_NET_WM_WINDOW_TYPE_NORMAL"
        case netActiveWindow = "_NET_ACTIVE_WINDOW"
        case netSupported = "_NET_SUPPORTED"
        case netSupportingWMCheck = "_NET_SUPPORTING_WM_CHECK"
        case netWorkarea = "_NET_WORKAREA"
        case clipboard = "CLIPBOARD"
        case targets = "TARGETS"
        case timestamp = "TIMESTAMP"
        case incr = "INCR"
        case textPlain = "text/plain"
        case textPlainUTF8 = "text/plain;charset=utf-8"
        case uriList = "text/uri-list"
        case xdndAware = "XdndAware"
        case xdndEnter = "XdndEnter"
        case xdndPosition = "XdndPosition"
        case xdndStatus = "XdndStatus"
        case xdndLeave = "XdndLeave"
        case xdndDrop = "XdndDrop"
        case xdndFinished = "XdndFinished"
        case xdndSelection = "XdndSelection"
        case xdndTypeList = "XdndTypeList"
        case xdndActionCopy = "XdndActionCopy"
        /// Where other programs put what they were asked for.
        case pasted = "_RUFFLE_X11_PASTED"
        case dropped = "_RUFFLE_X11_DROPPED"
        /// Changed after each picture that goes without shared memory: the server's notice of it says that the
        /// picture has arrived.
        case shown = "_RUFFLE_X11_SHOWN"
    }

    init(_ display: OpaquePointer) {
        let names = Name.allCases.map { XStrings.copy($0.rawValue) }
        defer { names.forEach { $0.deallocate() } }
        var pointers = names.map { Optional($0) }
        var atoms = [Atom](repeating: 0, count: names.count)
        XInternAtoms(display, &pointers, Int32(names.count), 0, &atoms)
        self.atoms = atoms
    }

    subscript(name: Name) -> Atom { atoms[Name.allCases.firstIndex(of: name)!] }
}

enum XStrings {
    /// A C string of its own; the caller deallocates it.
    static func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
        let bytes = text.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: byte) }
        return copy
    }
}

/// One X connection's window properties, without format numbers and casts.
struct Properties {
    let display: OpaquePointer

    func set(_ window: CX11.Window, _ property: Atom, type: Atom, bytes: [UInt8]) {
        XChangeProperty(display, window, property, type, 8, PropModeReplace, bytes, Int32(bytes.count))
    }

    /// Xlib takes 32-bit items as C longs.
    func set(_ window: CX11.Window, _ property: Atom, type: Atom, items: [UInt]) {
        _ = items.withUnsafeBytes {
            XChangeProperty(
                display, window, property, type, 32, PropModeReplace,
                $0.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(items.count))
        }
    }

    /// The 32-bit items of a property, at most `limit`; empty where it is missing or of another type.
    func items(_ window: CX11.Window, _ property: Atom, type: Atom, limit: Int = 1024) -> [UInt] {
        var actualType: Atom = 0
        var format: Int32 = 0
        var count: UInt = 0
        var left: UInt = 0
        var data: UnsafeMutablePointer<UInt8>?
        let status = XGetWindowProperty(
            display, window, property, 0, limit, 0, type, &actualType, &format, &count, &left, &data)
        guard status == Success, let data else { return [] }
        defer { XFree(data) }
        guard format == 32, actualType == type else { return [] }
        return data.withMemoryRebound(to: UInt.self, capacity: Int(count)) {
            Array(UnsafeBufferPointer(start: $0, count: Int(count)))
        }
    }
}
