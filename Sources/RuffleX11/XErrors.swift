import CX11
import Glibc

/// What happens when the X server refuses a request or goes away. Xlib wants C functions, and so global state.
enum XErrors {
    /// Xlib is used from one thread only.
    nonisolated(unsafe) private static var isTrapping = false
    nonisolated(unsafe) private static var trapped: UInt8 = 0
    /// The program's window, 0 while there is none.
    nonisolated(unsafe) static var window: XID = 0
    /// Windows of other programs that this one has to do with. They may go at any moment, which is no fault.
    nonisolated(unsafe) private static var foreign: [XID] = []
    private static let mostForeign = 64
    static let windowDestroyed = "the window was destroyed from outside"

    /// Makes every later X error end the program with a line that says what happened.
    static func install() {
        XSetErrorHandler { display, event in
            guard let display, let event else { return 0 }
            if XErrors.isTrapping {
                XErrors.trapped = event.pointee.error_code
                return 0
            }
            if XErrors.foreign.contains(event.pointee.resourceid) { return 0 }
            if event.pointee.resourceid == XErrors.window && XErrors.window != 0 {
                // The server's notice of it is on its way, but a request was quicker.
                report(XErrors.windowDestroyed)
            } else {
                report("X server: \(XErrors.text(display, event.pointee))")
            }
            exit(1)
        }
        XSetIOErrorHandler { _ in
            report("the X server closed the connection")
            exit(1)
        }
    }

    /// From now on `window`, another program's, may go without harm.
    static func watch(_ window: XID) {
        if foreign.last == window || window == Self.window { return }
        foreign.removeAll { $0 == window }
        foreign.append(window)
        if foreign.count > mostForeign { foreign.removeFirst() }
    }

    /// Runs `body`, waits until the server has done what it asks for, and returns the error it met; 0 for none.
    static func trap(_ display: OpaquePointer, _ body: () -> Void) -> UInt8 {
        XSync(display, 0)
        isTrapping = true
        trapped = 0
        body()
        XSync(display, 0)
        isTrapping = false
        return trapped
    }

    private static func text(_ display: OpaquePointer, _ event: XErrorEvent) -> String {
        func filled(_ fill: (UnsafeMutablePointer<CChar>, Int32) -> Void) -> String {
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
                buffer.initialize(repeating: 0)
                fill(buffer.baseAddress!, 128)
                return String(cString: buffer.baseAddress!)
            }
        }
        let error = filled { XGetErrorText(display, Int32(event.error_code), $0, $1) }
        let code = "\(event.request_code)"
        let request = filled { XGetErrorDatabaseText(display, "XRequest", code, "an extension", $0, $1) }
        return "\(error), request \(code).\(event.minor_code) (\(request)), serial \(event.serial)"
    }
}
