import CLZMA
import CZlib

/// `compress` and `uncompress`.
extension ByteStorage {
    public enum Algorithm: Sendable {
        case zlib, deflate, lzma
    }

    private static let chunk = 64 << 10

    /// Replaces the bytes by their compressed form. The position is at the end.
    public func compress(_ algorithm: Algorithm) throws(Fault) {
        guard count > 0 else {
            position = 0
            return
        }
        let packed: [UInt8]
        switch algorithm {
        case .zlib: packed = try deflated(windowBits: 15)
        case .deflate: packed = try deflated(windowBits: -15)
        case .lzma: packed = try lzmaPacked()
        }
        try replace(packed)
        position = count
    }

    /// The other way round. The position is at the start.
    public func uncompress(_ algorithm: Algorithm) throws(Fault) {
        guard count > 0 else {
            position = 0
            return
        }
        let plain: [UInt8]
        switch algorithm {
        case .zlib: plain = try inflated(windowBits: 15)
        case .deflate: plain = try inflated(windowBits: -15)
        case .lzma: plain = try lzmaUnpacked()
        }
        try replace(plain)
        position = 0
    }

    private func deflated(windowBits: Int32) throws(Fault) -> [UInt8] {
        var stream = z_stream()
        let version = ZLIB_VERSION
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, version, size) == Z_OK else {
            throw .badCompression
        }
        defer { deflateEnd(&stream) }
        stream.next_in = base
        stream.avail_in = UInt32(count)
        return try pump { room, capacity in
            stream.next_out = room
            stream.avail_out = UInt32(capacity)
            let status = deflate(&stream, Z_FINISH)
            return (capacity - Int(stream.avail_out), status == Z_STREAM_END, status >= 0 || status == Z_BUF_ERROR)
        }
    }

    private func inflated(windowBits: Int32) throws(Fault) -> [UInt8] {
        var stream = z_stream()
        guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .badCompression
        }
        defer { inflateEnd(&stream) }
        stream.next_in = base
        stream.avail_in = UInt32(count)
        return try pump { room, capacity in
            stream.next_out = room
            stream.avail_out = UInt32(capacity)
            let status = inflate(&stream, Z_NO_FLUSH)
            return (capacity - Int(stream.avail_out), status == Z_STREAM_END, status == Z_OK || status == Z_STREAM_END)
        }
    }

    /// Lets `step` fill room after room: it tells how much it made, whether that was all, and whether it is well.
    private func pump(
        _ step: (UnsafeMutablePointer<UInt8>, Int) -> (made: Int, isEnd: Bool, isFine: Bool)
    ) throws(Fault) -> [UInt8] {
        var output: [UInt8] = []
        while true {
            var result = (made: 0, isEnd: false, isFine: false)
            let room = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
                result = step(buffer.baseAddress!, buffer.count)
                count = result.made
            }
            output += room
            if result.isEnd { return output }
            guard result.isFine, result.made > 0, output.count <= Self.maximumCount else { throw .badCompression }
        }
    }

    // The form of a .lzma file: five bytes of properties, the length in eight, the data.

    private func lzmaPacked() throws(Fault) -> [UInt8] {
        var options = lzma_options_lzma()
        var stream = lzma_stream()
        guard lzma_lzma_preset(&options, 6) == 0, lzma_alone_encoder(&stream, &options) == LZMA_OK else {
            throw .badCompression
        }
        defer { lzma_end(&stream) }
        stream.next_in = UnsafePointer(base)
        stream.avail_in = count
        var packed = try pump { room, capacity in
            stream.next_out = room
            stream.avail_out = capacity
            let status = lzma_code(&stream, LZMA_FINISH)
            return (capacity - stream.avail_out, status == LZMA_STREAM_END, status == LZMA_OK)
        }
        guard packed.count >= 13 else { throw .badCompression }
        for place in 0..<8 { packed[5 + place] = UInt8(truncatingIfNeeded: count >> (8 * place)) }
        return packed
    }

    private func lzmaUnpacked() throws(Fault) -> [UInt8] {
        var stream = lzma_stream()
        guard lzma_alone_decoder(&stream, UInt64(Self.maximumCount)) == LZMA_OK else { throw .badCompression }
        defer { lzma_end(&stream) }
        stream.next_in = UnsafePointer(base)
        stream.avail_in = count
        return try pump { room, capacity in
            stream.next_out = room
            stream.avail_out = capacity
            let status = lzma_code(&stream, LZMA_FINISH)
            return (capacity - stream.avail_out, status == LZMA_STREAM_END, status == LZMA_OK)
        }
    }
}
