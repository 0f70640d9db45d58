import CX11
import Glibc

/// The visual that the window uses, and how the server wants images for it.
final class ScreenFormat {
    let display: OpaquePointer
    let visual: UnsafeMutablePointer<Visual>
    let depth: Int
    /// Of images for the visual: bits a pixel takes, and the multiple of bits that a row fills up to.
    let bitsPerPixel: Int
    let rowPadding: Int
    /// Whether the server can read our memory. Becomes false at the first refusal.
    var canShare: Bool
    /// The type of the event that says that the server has read a shared picture; -1 where there is none.
    let completionEvent: Int32

    /// Chooses the screen's own visual where that is TrueColor, and else the deepest TrueColor visual it has.
    init(display: OpaquePointer, screen: Int32) throws(Complaint) {
        self.display = display
        let own = XDefaultVisual(display, screen)
        if let own, own.pointee.`class` == TrueColor {
            visual = own
            depth = Int(XDefaultDepth(display, screen))
        } else {
            var found = XVisualInfo()
            let depths: [Int32] = [24, 30, 32, 16, 15, 12, 8]
            guard depths.contains(where: { XMatchVisualInfo(display, screen, $0, TrueColor, &found) != 0 }) else {
                throw Complaint(message: "the X screen has no TrueColor visual")
            }
            visual = found.visual
            depth = Int(found.depth)
        }
        var count: Int32 = 0
        let formats = XListPixmapFormats(display, &count)
        defer { XFree(formats) }
        let wanted = depth
        let format = UnsafeBufferPointer(start: formats, count: Int(count)).first { Int($0.depth) == wanted }
        guard let format else { throw Complaint(message: "the X screen takes no images of depth \(depth)") }
        bitsPerPixel = Int(format.bits_per_pixel)
        rowPadding = Int(format.scanline_pad)
        // An ssh tunnel offers the extension too, but the server at its other end sees other memory.
        canShare = Self.isLocal(display) && XShmQueryExtension(display) != 0
        completionEvent = canShare ? XShmGetEventBase(display) + ShmCompletion : -1
    }

    /// Whether server and client talk through a socket of this machine's own kind.
    private static func isLocal(_ display: OpaquePointer) -> Bool {
        var address = sockaddr()
        var length = socklen_t(MemoryLayout<sockaddr>.size)
        guard getpeername(XConnectionNumber(display), &address, &length) == 0 else { return false }
        return address.sa_family == sa_family_t(AF_UNIX)
    }

    func pixelFormat() throws(Complaint) -> PixelFormat {
        let format = PixelFormat(
            redMask: UInt32(truncatingIfNeeded: visual.pointee.red_mask),
            greenMask: UInt32(truncatingIfNeeded: visual.pointee.green_mask),
            blueMask: UInt32(truncatingIfNeeded: visual.pointee.blue_mask),
            bitsPerPixel: bitsPerPixel, isBigEndian: XImageByteOrder(display) == MSBFirst)
        guard let format else { throw Complaint(message: "the X screen has a visual with an unknown pixel layout") }
        return format
    }
}
