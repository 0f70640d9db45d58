import CX11
import Glibc

/// Memory for the pixels of an image: a segment shared with the X server, or else memory of our own.
final class ImageMemory {
    private let screen: ScreenFormat
    /// Meaningful where there is a capacity.
    private(set) var base = UnsafeMutableRawPointer(bitPattern: 16)!
    private(set) var capacity = 0
    /// Describes the shared segment, nil where the memory is not shared.
    private(set) var segment: UnsafeMutablePointer<XShmSegmentInfo>?

    init(screen: ScreenFormat) { self.screen = screen }

    deinit { release() }

    var isShared: Bool { segment != nil }

    /// Makes room for `bytes`. The content is lost where there was not enough.
    func reserve(_ bytes: Int) throws(Complaint) {
        if bytes <= capacity { return }
        // Some slack, so that a window that is being dragged larger does not need a new segment at each step.
        let wanted = capacity == 0 ? bytes : bytes + bytes / 4
        release()
        if screen.canShare && shareSegment(wanted) { return }
        // A server that refused once will not change its mind.
        screen.canShare = false
        guard let memory = calloc(1, wanted) else { throw Complaint(message: "no memory for the window's picture") }
        base = memory
        capacity = wanted
    }

    private func release() {
        if let segment {
            XShmDetach(screen.display, segment)
            shmdt(base)
            segment.deallocate()
        } else if capacity > 0 {
            free(base)
        }
        segment = nil
        capacity = 0
    }

    /// Tries to share `bytes` with the server. The segment is marked for removal at once, so that it goes with the
    /// last process that uses it, however that ends.
    private func shareSegment(_ bytes: Int) -> Bool {
        let identifier = shmget(IPC_PRIVATE, bytes, IPC_CREAT | 0o600)
        if identifier < 0 { return false }
        defer { shmctl(identifier, IPC_RMID, nil) }
        guard let address = shmat(identifier, nil, 0), address != UnsafeMutableRawPointer(bitPattern: -1) else {
            return false
        }
        let info = UnsafeMutablePointer<XShmSegmentInfo>.allocate(capacity: 1)
        info.initialize(
            to: XShmSegmentInfo(
                shmseg: 0, shmid: identifier, shmaddr: address.assumingMemoryBound(to: CChar.self), readOnly: 1))
        let error = XErrors.trap(screen.display) { XShmAttach(screen.display, info) }
        if error != 0 {
            shmdt(address)
            info.deallocate()
            return false
        }
        segment = info
        base = address
        capacity = bytes
        return true
    }
}
