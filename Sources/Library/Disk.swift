import CLinux
import Glibc

/// Why something on the disk, in an archive or in a settings file could not be read or written: one line for a person,
/// without a full stop.
public struct LibraryProblem: Error, Equatable, Sendable {
    public var message: String

    public init(_ message: String) { self.message = message }
}

/// The file system as the library uses it: bounded reads, and writes that are whole or not there at all.
public final class Disk {
    /// Called before each step that changes the disk; throwing here leaves it as a crash at that point would.
    var beforeChange: (() throws(LibraryProblem) -> Void)?
    private var temporaryCount = 0
    /// Whether a change is on the disk itself when it returns. Only tests can do without.
    private var isDurable: Bool

    /// What a test throws from ``beforeChange`` to stand for the end of the program.
    static let simulatedCrash = "crash"

    public convenience init() { self.init(isDurable: true) }

    init(isDurable: Bool) { self.isDurable = isDurable }

    /// What lies at a path. A link is never followed.
    public enum Kind: Equatable, Sendable { case file, folder, other }

    public func kind(of path: String) -> Kind? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// The bytes of a regular file of at most `limit` bytes.
    public func read(_ path: String, limit: Int) throws(LibraryProblem) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw problem("cannot read", path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw problem("cannot read", path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw LibraryProblem("\(path) is not a file") }
        guard Int(status.st_size) <= limit else {
            throw LibraryProblem("\(path) is larger than \(limit >> 20) MiB")
        }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            while count < buffer.count {
                let got = Glibc.read(file, buffer.baseAddress! + count, buffer.count - count)
                if got < 0 && errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 { return }
                count += got
            }
        }
        if failure != 0 { throw LibraryProblem("cannot read \(path): \(String(cString: strerror(failure)))") }
        return bytes
    }

    /// Names inside a folder, sorted, without "." and "..". A name that is no UTF-8 is left out.
    public func names(in folder: String) throws(LibraryProblem) -> [String] {
        guard let stream = opendir(folder) else { throw problem("cannot list", folder) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Every regular file below `folder`, as paths relative to it, sorted. Links are left out.
    public func files(below folder: String, limit: Int = 100_000) throws(LibraryProblem) -> [String] {
        var found: [String] = []
        var open = [""]
        while let prefix = open.popLast() {
            for name in try names(in: prefix.isEmpty ? folder : "\(folder)/\(prefix)") {
                let path = prefix.isEmpty ? name : "\(prefix)/\(name)"
                switch kind(of: "\(folder)/\(path)") {
                case .file: found.append(path)
                case .folder: if path.utf8.count < 3000 { open.append(path) }
                default: break
                }
                if found.count > limit { throw LibraryProblem("\(folder) holds more than \(limit) files") }
            }
        }
        return found.sorted()
    }

    /// Makes a folder and those above it, for this person alone. `owner` and what is above that is never made.
    public func makeFolder(_ path: String, below owner: String? = nil) throws(LibraryProblem) {
        if path.isEmpty || path == owner || kind(of: path) == .folder { return }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try makeFolder(String(path[..<slash]), below: owner)
        }
        try step()
        if mkdir(path, 0o700) != 0 {
            let code = errno
            var status = stat()
            let isThere = code == EEXIST && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            if !isThere { throw problem("cannot make the folder", path, code) }
        }
    }

    /// Writes a whole file: after a crash either the old one or the new one is there. The folders it needs are made, but
    /// not `owner`: where that is gone, this fails.
    public func write(_ bytes: [UInt8], to path: String, below owner: String? = nil) throws(LibraryProblem) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        try makeFolder(folder, below: owner)
        temporaryCount += 1
        let temporary = "\(folder)/.\(getpid())-\(temporaryCount)\(Disk.temporaryEnding)"
        try step()
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw problem("cannot write", path) }
        do throws(LibraryProblem) {
            defer { close(file) }
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
                if written < 0 && errno != EINTR { throw problem("cannot write", path) }
                rest = rest.dropFirst(max(0, written))
            }
            if isDurable && fsync(file) != 0 { throw problem("cannot write", path) }
        } catch {
            unlink(temporary)
            throw error
        }
        try rename(temporary, to: path)
    }

    /// How names of unfinished files end; what has such a name may be thrown away.
    static let temporaryEnding = ".unfinished"

    /// Whether a file is one that its program did not finish, and will not: that program has ended, or is this one.
    static func isLeftOver(_ path: String) -> Bool {
        guard path.hasSuffix(temporaryEnding) else { return false }
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        guard let process = pid_t(name.dropFirst().prefix { $0 != "-" }), process > 0 else { return true }
        return process == getpid() || kill(process, 0) != 0
    }

    /// Moves a file or folder in one step.
    public func rename(_ path: String, to target: String) throws(LibraryProblem) {
        try step()
        guard Glibc.rename(path, target) == 0 else { throw problem("cannot write", target) }
        sync(folderOf: target)
    }

    /// Removes a file, or a folder with all that is in it. What is not there is no failure.
    public func remove(_ path: String) throws(LibraryProblem) {
        guard let kind = kind(of: path) else { return }
        if kind == .folder {
            for name in try allNames(in: path) { try remove("\(path)/\(name)") }
        }
        try step()
        guard (kind == .folder ? rmdir(path) : unlink(path)) == 0 else { throw problem("cannot remove", path) }
    }

    /// Names that are no UTF-8 would keep a folder from being removed; nothing of ours has any.
    private func allNames(in folder: String) throws(LibraryProblem) -> [String] { try names(in: folder) }

    /// What tells that a file has been written: size, time in nanoseconds since 1970, and inode, which a whole write
    /// always changes.
    struct Stamp: Equatable, Sendable {
        var size, changed: Int64
        var inode: UInt64
    }

    /// Nil where there is no regular file.
    func stamp(of path: String) -> Stamp? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Stamp(
            size: Int64(status.st_size),
            changed: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
            inode: UInt64(status.st_ino))
    }

    /// What a file was last changed, in milliseconds since 1970.
    public func changed(_ path: String) -> Double? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Double(status.st_mtim.tv_sec) * 1000 + Double(status.st_mtim.tv_nsec) / 1_000_000
    }

    /// Changes of `body` need not be on the disk itself when it returns: ``flush(_:)`` sees to that for many at once.
    func withoutWaiting<T>(_ body: () throws(LibraryProblem) -> T) throws(LibraryProblem) -> T {
        let before = isDurable
        isDurable = false
        defer { isDurable = before }
        return try body()
    }

    /// Waits until everything on the file system of `folder` is on the disk.
    func flush(_ folder: String) throws(LibraryProblem) {
        if !isDurable { return }
        try step()
        let file = open(folder, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw problem("cannot write", folder) }
        defer { close(file) }
        guard syncfs(file) == 0 else { throw problem("cannot write", folder) }
    }

    /// The new name must reach the disk too.
    private func sync(folderOf path: String) {
        if !isDurable { return }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let file = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_CLOEXEC)
        if file < 0 { return }
        fsync(file)
        close(file)
    }

    private func step() throws(LibraryProblem) { try beforeChange?() }

    private func problem(_ what: String, _ path: String, _ code: Int32 = errno) -> LibraryProblem {
        LibraryProblem("\(what) \(path): \(String(cString: strerror(code)))")
    }
}
