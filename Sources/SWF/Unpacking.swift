import CLZMA
import CZlib

/// Uncompresses the body of a SWF file, as far as the stream goes.
///
/// Flash plays files whose stream is cut short or breaks off in the middle, so neither is an error here.
struct Unpacker {
    /// How far a stream may expand, in bytes. No known movie comes near; a hostile one must not fill the machine.
    static let maximumSize = 256 << 20
    /// The largest LZMA dictionary that is believed, in bytes: the stream names its own and up to 4 GiB.
    static let maximumDictionary: UInt32 = 256 << 20
    private static let chunk = 64 << 10

    /// What came out, behind what was handed in.
    private(set) var output: [UInt8]
    /// Why the stream ended early, for a person; nil where it ended as it should.
    private(set) var warning: String?

    /// An unpacker that appends to `output`.
    init(appendingTo output: [UInt8]) { self.output = output }

    /// Inflates the zlib stream at `range` of `file`.
    mutating func inflate(_ file: [UInt8], in range: Range<Int>) {
        var stream = z_stream()
        guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            warning = "no memory to inflate"
            return
        }
        defer { inflateEnd(&stream) }
        var input = InputChunks(range)
        var isFinished = false
        file.withUnsafeBufferPointer { bytes in
            while !isFinished {
                if stream.avail_in == 0 { input.refill(bytes, &stream) }
                isFinished = step { room, capacity in
                    stream.next_out = room
                    stream.avail_out = UInt32(capacity)
                    let status = CZlib.inflate(&stream, Z_NO_FLUSH)
                    return (capacity - Int(stream.avail_out), Self.outcome(ofInflate: status))
                }
            }
        }
    }

    /// Decodes raw LZMA data at `range` of `file`, its five bytes of properties first, up to an end marker or the end.
    mutating func decodeLZMA(_ file: [UInt8], in range: Range<Int>) {
        guard range.count > 5 else {
            warning = "the LZMA stream has no properties"
            return
        }
        var stream = lzma_stream()
        guard lzma_alone_decoder(&stream, UInt64.max) == LZMA_OK else {
            warning = "no memory to decode LZMA"
            return
        }
        defer { lzma_end(&stream) }
        // A .lzma file: the same properties, a size, here «unknown», and the same data.
        let packed =
            Self.properties(file, at: range.lowerBound) + [UInt8](repeating: 0xFF, count: 8)
            + file[(range.lowerBound + 5)..<range.upperBound]
        var isFinished = false
        packed.withUnsafeBufferPointer { bytes in
            stream.next_in = bytes.baseAddress
            stream.avail_in = bytes.count
            while !isFinished {
                isFinished = step { room, capacity in
                    stream.next_out = room
                    stream.avail_out = capacity
                    let status = lzma_code(&stream, LZMA_RUN)
                    return (capacity - stream.avail_out, Self.outcome(ofLZMA: status))
                }
            }
        }
    }

    private enum Outcome {
        case more
        case end
        case failed(String)
    }

    /// Makes room, lets `decode` fill it, keeps what it gave. Returns whether the stream is over.
    private mutating func step(_ decode: (UnsafeMutablePointer<UInt8>, Int) -> (Int, Outcome)) -> Bool {
        var made = 0
        var outcome = Outcome.more
        let room = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
            (made, outcome) = decode(buffer.baseAddress!, buffer.count)
            count = made
        }
        output.append(contentsOf: room)
        if case .more = outcome, output.count >= Self.maximumSize {
            outcome = .failed("the file expands to more than \(Self.maximumSize >> 20) MiB")
        }
        switch outcome {
        case .more: return false
        case .end: return true
        case .failed(let reason):
            warning = reason
            return true
        }
    }

    private static func outcome(ofInflate status: Int32) -> Outcome {
        switch status {
        case Z_OK: .more
        case Z_STREAM_END: .end
        case Z_BUF_ERROR: .failed("the zlib stream is cut short")
        default: .failed("the zlib stream is broken")
        }
    }

    private static func outcome(ofLZMA status: lzma_ret) -> Outcome {
        switch status {
        case LZMA_OK: .more
        // Many encoders leave the end marker out: a stream that simply stops is whole as far as one can tell.
        case LZMA_STREAM_END, LZMA_BUF_ERROR: .end
        default: .failed("the LZMA stream is broken")
        }
    }

    /// The five bytes at `offset` with the dictionary size (little-endian, last four) brought down to what is allowed.
    private static func properties(_ file: [UInt8], at offset: Int) -> [UInt8] {
        var dictionary: UInt32 = 0
        for index in 0..<4 { dictionary |= UInt32(file[offset + 1 + index]) << UInt32(8 * index) }
        dictionary = min(dictionary, maximumDictionary)
        return [file[offset]] + (0..<4).map { UInt8(truncatingIfNeeded: dictionary >> UInt32(8 * $0)) }
    }
}

/// Hands a byte range to zlib, whose counts are 32 bits wide, piece by piece.
private struct InputChunks {
    private var rest: Range<Int>

    init(_ range: Range<Int>) { rest = range }

    mutating func refill(_ bytes: UnsafeBufferPointer<UInt8>, _ stream: inout z_stream) {
        let count = min(rest.count, 1 << 30)
        guard count > 0 else { return }
        // zlib's input pointer lacks a const; it only reads.
        stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress! + rest.lowerBound)
        stream.avail_in = UInt32(count)
        rest = (rest.lowerBound + count)..<rest.upperBound
    }
}
