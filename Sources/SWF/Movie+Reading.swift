import Base

extension Movie {
    /// Reads a file: uncompresses it, reads the header and finds the tags. No tag is decoded yet.
    ///
    /// Everything that can be read of a damaged file is; ``warnings`` says what was wrong.
    public convenience init(_ file: [UInt8]) throws(MovieError) {
        guard let compression = Compression(signature: file) else { throw .notASWF }
        guard file.count >= 8 else { throw .headerUnreadable }
        var warnings: [String] = []
        let bytes = Self.unpack(file, compression, &warnings)
        var reader = ByteReader(bytes)
        let header: Header
        do {
            header = try reader.header(compression)
        } catch {
            throw .headerUnreadable
        }
        if Int(header.fileLength) != bytes.count {
            warnings.append("the header claims \(header.fileLength) bytes, the file has \(bytes.count)")
        }
        let tags = reader.tagRecords(&warnings)
        self.init(header: header, bytes: bytes, tags: tags, warnings: warnings, fileSize: file.count)
    }

    /// The eight bytes that are never compressed, then the rest of the file uncompressed.
    private static func unpack(_ file: [UInt8], _ compression: Compression, _ warnings: inout [String]) -> [UInt8] {
        if compression == .none { return file }
        var unpacker = Unpacker(appendingTo: Array(file[..<8]))
        switch compression {
        case .none: break
        case .zlib: unpacker.inflate(file, in: 8..<file.count)
        // Four bytes before the stream give its length; it ends where the file does all the same.
        case .lzma: unpacker.decodeLZMA(file, in: min(12, file.count)..<file.count)
        }
        if let warning = unpacker.warning { warnings.append(warning) }
        return unpacker.output
    }
}

extension Compression {
    /// By the first three bytes. GFX and CFX are Scaleform's names for the same format.
    init?(signature file: [UInt8]) {
        guard file.count >= 3 else { return nil }
        switch (file[0], file[1], file[2]) {
        case (UInt8(ascii: "F"), UInt8(ascii: "W"), UInt8(ascii: "S")): self = .none
        case (UInt8(ascii: "C"), UInt8(ascii: "W"), UInt8(ascii: "S")): self = .zlib
        case (UInt8(ascii: "Z"), UInt8(ascii: "W"), UInt8(ascii: "S")): self = .lzma
        case (UInt8(ascii: "G"), UInt8(ascii: "F"), UInt8(ascii: "X")): self = .none
        case (UInt8(ascii: "C"), UInt8(ascii: "F"), UInt8(ascii: "X")): self = .zlib
        default: return nil
        }
    }
}

extension ByteReader {
    /// The header of an uncompressed file. Spec: SWF 19, "The SWF header", p. 25.
    mutating func header(_ compression: Compression) throws(DecodeError) -> Header {
        try skip(3)
        let version = try u8()
        let fileLength = try u32()
        let frameSize = try rect()
        let frameRate = Double(try u16()) / 256
        return Header(
            compression: compression, version: version, fileLength: fileLength, frameSize: frameSize,
            frameRate: frameRate, frameCount: try u16())
    }

    /// The tags from here to End or to where nothing more can be read. A tag longer than the rest gets the rest.
    mutating func tagRecords(_ warnings: inout [String]) -> [TagRecord] {
        var tags: [TagRecord] = []
        while let record = nextTagRecord(&warnings) {
            tags.append(record)
            if record.code == TagCode.end.rawValue { return tags }
        }
        warnings.append("no End tag before byte \(end)")
        return tags
    }

    /// Spec: SWF 19, "Tag format", p. 27: ten bits of code and six of length; a length of 63 means that 32 bits follow.
    private mutating func nextTagRecord(_ warnings: inout [String]) -> TagRecord? {
        guard let codeAndLength = try? u16() else { return nil }
        var length = Int(codeAndLength & 0x3F)
        if length == 0x3F {
            guard let long = try? u32() else { return nil }
            length = Int(long)
        }
        if length > remaining {
            warnings.append(
                "tag \(codeAndLength >> 6) at byte \(position) claims \(length) bytes, \(remaining) are left")
            length = remaining
        }
        let body = position..<position + length
        seek(to: body.upperBound)
        return TagRecord(code: codeAndLength >> 6, body: body)
    }
}
