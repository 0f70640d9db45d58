import CLZMA
import CZlib

/// Compression for files made in tests.
public enum Packing {
    /// A zlib stream.
    public static func zlib(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
        var count = compressBound(UInt(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(count))
        let status = compress2(&packed, &count, bytes, UInt(bytes.count), level)
        precondition(status == Z_OK, "zlib refused \(bytes.count) bytes: \(status)")
        return Array(packed[..<Int(count)])
    }

    /// A zlib stream of `prefix` and `count` zeros, without ever holding them: what a decompression bomb is.
    public static func zlibBomb(prefix: [UInt8], zeros count: Int) -> [UInt8] {
        var stream = z_stream()
        let status = deflateInit_(&stream, 1, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib refused to start: \(status)")
        defer { deflateEnd(&stream) }
        var packed: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1 << 16)
        var zeros = [UInt8](repeating: 0, count: 1 << 20)
        func feed(_ bytes: inout [UInt8], _ length: Int, _ flush: Int32) {
            bytes.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(length)
                repeat {
                    room.withUnsafeMutableBufferPointer { output in
                        stream.next_out = output.baseAddress
                        stream.avail_out = UInt32(output.count)
                        _ = deflate(&stream, flush)
                    }
                    packed += room[..<(room.count - Int(stream.avail_out))]
                } while stream.avail_out == 0
            }
        }
        var start = prefix
        feed(&start, start.count, Z_NO_FLUSH)
        for offset in stride(from: 0, to: count, by: zeros.count) {
            feed(&zeros, min(zeros.count, count - offset), Z_NO_FLUSH)
        }
        feed(&zeros, 0, Z_FINISH)
        return packed
    }

    /// Five bytes of properties and a raw LZMA stream with an end marker, as a ZWS file has them.
    public static func lzma(_ bytes: [UInt8]) -> [UInt8] {
        var options = lzma_options_lzma()
        precondition(lzma_lzma_preset(&options, 6) == 0, "liblzma knows no preset 6")
        var stream = lzma_stream()
        precondition(lzma_alone_encoder(&stream, &options) == LZMA_OK, "liblzma refused to start")
        defer { lzma_end(&stream) }
        var packed = [UInt8](repeating: 0, count: bytes.count + bytes.count / 2 + 1024)
        let count = bytes.withUnsafeBufferPointer { input in
            packed.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = input.count
                stream.next_out = output.baseAddress
                stream.avail_out = output.count
                let status = lzma_code(&stream, LZMA_FINISH)
                precondition(status == LZMA_STREAM_END, "liblzma did not end: \(status)")
                return output.count - stream.avail_out
            }
        }
        // A .lzma file has the length, eight bytes, between properties and data.
        return Array(packed[..<5] + packed[13..<count])
    }
}
