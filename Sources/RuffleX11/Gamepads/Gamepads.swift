import CLinux
import Glibc

/// The game pads of this machine, as they come and go. They are read straight from the kernel: what a player needs of a
/// pad are five questions of an interface that does not change, and a library for it would be one more to install.
///
/// Pads speak whoever has the keyboard: who reads them has to know whether the window is meant.
final class Gamepads {
    private final class Pad {
        let file: Int32
        let name: String
        let number: Int
        var reader: PadReader

        init(file: Int32, number: Int, _ description: PadReader.Description) {
            (self.file, self.number) = (file, number)
            name = description.name
            reader = PadReader(description)
        }
    }

    private let folder: String
    private let describe: (Int32) -> PadReader.Description?
    /// By the names of their files.
    private var pads: [String: Pad] = [:]
    private var watch: Int32 = -1
    private var hasStarted = false
    private var isNoted = false
    /// Something that is to be told once, for the console.
    private(set) var note: String?
    private var waiting: [PadEvent] = []
    /// So many reads of one pad at a time at most.
    private static let readsAtOnce = 16
    private static let eventsAtOnce = 64

    /// `describe` says what the device of an open file is, nil: nothing that is known.
    init(folder: String = "/dev/input", describe: @escaping (Int32) -> PadReader.Description? = Gamepads.kernels) {
        self.folder = folder
        self.describe = describe
    }

    deinit {
        for pad in pads.values { close(pad.file) }
        if watch >= 0 { close(watch) }
    }

    /// Looks for pads and from then on watches for them. Takes a moment: devices are opened.
    func start() {
        if hasStarted { return }
        hasStarted = true
        watch = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        // A new device may be read only once udev has said so, which changes its attributes.
        if watch >= 0, inotify_add_watch(watch, folder, UInt32(IN_CREATE | IN_ATTRIB | IN_DELETE)) < 0 {
            close(watch)
            watch = -1
        }
        for name in names { open(name) }
        noteUnreadable()
    }

    /// What to wait for.
    var descriptors: [Int32] { (watch >= 0 ? [watch] : []) + pads.values.map(\.file) }

    /// What has happened since the last time.
    func take() -> [PadEvent] {
        if watch >= 0 { lookForChanges() }
        for (name, pad) in pads where !read(pad) { remove(name) }
        defer { waiting = [] }
        return waiting
    }

    func takeNote() -> String? {
        defer { note = nil }
        return note
    }

    // MARK: - Coming and going

    private var names: [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return names.sorted()
    }

    private func open(_ name: String) {
        guard name.hasPrefix("event"), pads[name] == nil, pads.count < PadName.mostPads else { return }
        let file = Glibc.open("\(folder)/\(name)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return }
        guard let description = describe(file), PadReader.isPad(description),
            let number = (1...PadName.mostPads).first(where: { number in
                !pads.values.contains { $0.number == number }
            })
        else {
            close(file)
            return
        }
        pads[name] = Pad(file: file, number: number, description)
        waiting.append(.connected(pad: number, name: description.name))
    }

    private func remove(_ name: String) {
        guard let pad = pads.removeValue(forKey: name) else { return }
        add(pad.reader.releaseAll(), of: pad)
        close(pad.file)
        waiting.append(.disconnected(pad: pad.number, name: pad.name))
    }

    /// A pad that may not be read says nothing; that it is there the kernel's older interface tells.
    private func noteUnreadable() {
        if isNoted || !pads.isEmpty { return }
        let hasJoystick = names.contains { $0.hasPrefix("js") }
        if !hasJoystick { return }
        isNoted = true
        note = "there is a game pad, but this program may not read it (\(folder)/event*)"
    }

    private func lookForChanges() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var hasChanged = false
        while buffer.withUnsafeMutableBytes({ Glibc.read(watch, $0.baseAddress, $0.count) }) > 0 { hasChanged = true }
        if !hasChanged { return }
        let present = names
        for name in pads.keys where !present.contains(name) { remove(name) }
        for name in present { open(name) }
        noteUnreadable()
    }

    // MARK: - Reading

    /// Returns false where the pad is gone.
    private func read(_ pad: Pad) -> Bool {
        var buffer = [UInt8](repeating: 0, count: Self.eventsAtOnce * MemoryLayout<input_event>.size)
        for _ in 0..<Self.readsAtOnce {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(pad.file, $0.baseAddress, $0.count) }
            if count < 0 { return errno == EAGAIN || errno == EINTR }
            // The other end of a pipe has gone.
            if count == 0 { return false }
            let changes = buffer.withUnsafeBytes { bytes in
                pad.reader.take(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            }
            add(changes, of: pad)
            if pad.reader.needsState { readState(pad) }
            if count < buffer.count { return true }
        }
        return true
    }

    private func readState(_ pad: Pad) {
        let keys = Self.bits(count: Int(KEY_MAX) + 1) { clinux_input_keys(pad.file, $0, $1) }
        var axes: [Int: Int] = [:]
        for axis in 0...Int(ABS_HAT0Y) {
            var info = input_absinfo()
            if clinux_input_axis(pad.file, UInt32(axis), &info) >= 0 { axes[axis] = Int(info.value) }
        }
        add(pad.reader.takeState(keys: keys, axes: axes), of: pad)
    }

    private func add(_ changes: [PadReader.Change], of pad: Pad) {
        for change in changes {
            switch change {
            case .pressed(let control): waiting.append(.pressed(pad: pad.number, control))
            case .released(let control): waiting.append(.released(pad: pad.number, control))
            case .moved(let stick, let x, let y): waiting.append(.moved(pad: pad.number, stick, x: x, y: y))
            }
        }
    }

    /// What the kernel says of a device.
    static func kernels(_ file: Int32) -> PadReader.Description? {
        var description = PadReader.Description()
        description.keys = bits(count: Int(KEY_MAX) + 1) { clinux_input_bits(file, UInt32(EV_KEY), $0, $1) }
        if description.keys.isEmpty { return nil }
        for axis in bits(count: Int(ABS_MAX) + 1, { clinux_input_bits(file, UInt32(EV_ABS), $0, $1) }) {
            var info = input_absinfo()
            if clinux_input_axis(file, UInt32(axis), &info) >= 0, info.minimum <= info.maximum {
                description.axes[axis] = Int(info.minimum)...Int(info.maximum)
            }
        }
        var name = [CChar](repeating: 0, count: 256)
        if clinux_input_name(file, &name, UInt32(name.count - 1)) >= 0 {
            description.name = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        }
        return description
    }

    private static func bits(count: Int, _ ask: (UnsafeMutableRawPointer, UInt32) -> Int32) -> Set<Int> {
        var bytes = [UInt8](repeating: 0, count: (count + 7) / 8)
        let status = bytes.withUnsafeMutableBytes { ask($0.baseAddress!, UInt32($0.count)) }
        if status < 0 { return [] }
        return Set((0..<count).filter { bytes[$0 / 8] >> UInt8($0 % 8) & 1 != 0 })
    }
}
