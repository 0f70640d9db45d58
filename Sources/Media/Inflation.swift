import CZlib

enum Inflation {
    /// The first `limit` bytes that the zlib stream `data` gives; fewer where it is cut short or breaks off.
    static func inflate(_ data: ArraySlice<UInt8>, upTo limit: Int) -> [UInt8] {
        var stream = z_stream()
        guard limit > 0, inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return []
        }
        defer { inflateEnd(&stream) }
        return data.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: limit) { output, count in
                // zlib's input pointer lacks a const; it only reads. Both sizes fit: a picture has fewer than 2^32 bytes.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(clamping: input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(clamping: limit)
                // The status does not matter: what came out before a fault is good.
                _ = CZlib.inflate(&stream, Z_SYNC_FLUSH)
                count = limit - Int(stream.avail_out)
            }
        }
    }
}
