/// Puts files into a zip archive, one after the other.
///
/// Spec: PKWARE APPNOTE 6.3. Times are fixed, so that the same files make the same archive.
public struct ZipWriter {
    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0
    private var total = 0
    /// What our own reader takes: no archive is made that it would refuse.
    private let limits: ZipArchive.Limits

    public init(limits: ZipArchive.Limits = ZipArchive.Limits()) { self.limits = limits }

    /// Adds a file. `name` must be a safe relative path that has not been added before.
    public mutating func add(_ name: String, _ content: [UInt8]) throws(LibraryProblem) {
        guard SafePath.isSafe(name) else { throw LibraryProblem("\(name) cannot be put into an archive") }
        total += content.count
        guard content.count <= limits.entrySize, total <= limits.totalSize, count < limits.entries else {
            throw LibraryProblem(
                "\(name) would make the archive larger than \(limits.totalSize >> 20) MiB, or more than "
                    + "\(limits.entries) files")
        }
        var packed = RawDeflate.deflate(content)
        // Endless sameness packs so well that readers take it for a bomb: it is packed worse then.
        if let small = packed, content.count > limits.freeSize, content.count / max(1, small.count) > limits.ratio {
            packed = RawDeflate.deflate(content, isThorough: false)
        }
        let offset = bytes.count
        var fields: [UInt8] = []
        put16(20, &fields)
        // Bit 11: the name is UTF-8.
        put16(1 << 11, &fields)
        put16(packed == nil ? 0 : 8, &fields)
        // 1 January 1980, the first day that the format knows.
        put16(0, &fields)
        put16(0x21, &fields)
        put32(RawDeflate.checksum(content), &fields)
        put32(UInt32((packed ?? content).count), &fields)
        put32(UInt32(content.count), &fields)
        put16(name.utf8.count, &fields)
        put16(0, &fields)
        put32(0x0403_4B50, &bytes)
        bytes += fields
        bytes += Array(name.utf8)
        bytes += packed ?? content

        put32(0x0201_4B50, &directory)
        // Made on Unix, so that the mode counts.
        put16(3 << 8 | 20, &directory)
        directory += fields
        put16(0, &directory)
        put16(0, &directory)
        put16(0, &directory)
        put32(0o100644 << 16, &directory)
        put32(UInt32(offset), &directory)
        directory += Array(name.utf8)
        count += 1
    }

    /// The whole archive.
    public func finish() -> [UInt8] {
        var all = bytes + directory
        put32(0x0605_4B50, &all)
        put16(0, &all)
        put16(0, &all)
        put16(count, &all)
        put16(count, &all)
        put32(UInt32(directory.count), &all)
        put32(UInt32(bytes.count), &all)
        put16(0, &all)
        return all
    }
}

private func put16(_ value: Int, _ bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
}

private func put32(_ value: UInt32, _ bytes: inout [UInt8]) {
    put16(Int(value & 0xFFFF), &bytes)
    put16(Int(value >> 16), &bytes)
}
