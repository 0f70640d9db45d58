import Glibc
import SWF

/// Movies of Flash are a few megabytes; nothing above this is read, so that no file can eat the machine.
private let largestFile = 1 << 30

/// A path as messages show it: bytes that are no UTF-8 are replaced.
private func shown(_ path: [CChar]) -> String {
    String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Reads and opens the movie at `path`, bytes that end in 0.
func openMovie(at path: [CChar]) throws(Complaint) -> Movie {
    let bytes = try readFile(at: path)
    let path = shown(path)
    do throws(MovieError) {
        return try Movie(bytes)
    } catch .notASWF {
        throw Complaint(message: "\(path) is not a SWF file")
    } catch {
        throw Complaint(message: "\(path) is a SWF file, but its header cannot be read")
    }
}

/// The `file` URL of `path`, which scripts see as the movie's own.
func fileURL(of path: [CChar]) -> String {
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    let whole = resolved.map { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) } ?? Array(path.dropLast())
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    let hex = Array("0123456789ABCDEF".utf8)
    let bytes = whole.map { UInt8(bitPattern: $0) }.flatMap {
        plain.contains($0) ? [$0] : [0x25, hex[Int($0 >> 4)], hex[Int($0 & 15)]]
    }
    return "file://" + String(decoding: bytes, as: UTF8.self)
}

/// The bytes of the file at `path`, whatever kind of file it is.
func readFile(at path: [CChar]) throws(Complaint) -> [UInt8] {
    func failure(_ reason: String) -> Complaint { Complaint(message: "cannot read \(shown(path)): \(reason)") }

    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure(describe(errno: errno)) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure(describe(errno: errno)) }
    guard status.st_size <= largestFile else { throw failure("it is larger than 1 GiB") }

    // One byte more than the file holds, so that its end is seen without growing the buffer.
    var capacity = max(4096, Int(status.st_size) + 1)
    var bytes: [UInt8] = []
    while true {
        var problem: Int32 = 0
        let filled = bytes.count
        let grown = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            bytes.withUnsafeBufferPointer { _ = buffer.update(fromContentsOf: $0) }
            count = filled
            while count < capacity {
                let got = read(file, buffer.baseAddress! + count, capacity - count)
                if got == 0 || (got < 0 && errno != EINTR) {
                    problem = got < 0 ? errno : 0
                    break
                }
                count += max(0, got)
            }
        }
        bytes = grown
        if problem != 0 { throw failure(describe(errno: problem)) }
        if bytes.count < capacity { return bytes }
        if capacity > largestFile { throw failure("it is larger than 1 GiB") }
        capacity *= 2
    }
}
