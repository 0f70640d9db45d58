import Base

/// How the body of a SWF file is packed.
public enum Compression: String, Sendable { case none = "FWS", zlib = "CWS", lzma = "ZWS" }

/// What stands before the first tag of a SWF file.
///
/// Spec: SWF 19, "The SWF header", p. 25.
public struct Header: Equatable, Sendable {
    public var compression: Compression
    /// 1 to 51 in files that exist; any byte is accepted.
    public var version: UInt8
    /// Length of the whole uncompressed file as it claims, in bytes. Often wrong.
    public var fileLength: UInt32
    /// The stage, in twips.
    public var frameSize: TwipsRect
    /// Frames a second, 8.8 fixed point.
    public var frameRate: Double
    public var frameCount: UInt16

    public init(
        compression: Compression, version: UInt8, fileLength: UInt32, frameSize: TwipsRect, frameRate: Double,
        frameCount: UInt16
    ) {
        self.compression = compression
        self.version = version
        self.fileLength = fileLength
        self.frameSize = frameSize
        self.frameRate = frameRate
        self.frameCount = frameCount
    }
}

/// Where one tag stands: its code and the bytes of its body, clamped to what the file holds.
public struct TagRecord: Equatable, Sendable {
    public var code: UInt16
    public var body: Range<Int>

    public init(code: UInt16, body: Range<Int>) {
        self.code = code
        self.body = body
    }
}

/// A SWF file: its header, its uncompressed bytes and where its tags stand. Immutable; tags are decoded on demand.
public final class Movie: Sendable {
    public let header: Header
    /// The whole file, uncompressed, header included. Offsets in tags index into it.
    public let bytes: [UInt8]
    /// The tags of the root timeline, in order, up to End or the last that can be read.
    public let tags: [TagRecord]
    /// What was wrong with the file but could be read around, for a person.
    public let warnings: [String]

    /// Length of the file as it came, compressed or not.
    public let fileSize: Int

    init(header: Header, bytes: [UInt8], tags: [TagRecord], warnings: [String], fileSize: Int) {
        self.fileSize = fileSize
        self.header = header
        self.bytes = bytes
        self.tags = tags
        self.warnings = warnings
    }
}

/// Why a file is not a movie at all.
public enum MovieError: Error, Equatable, Sendable {
    /// The first three bytes are none of FWS, CWS, ZWS.
    case notASWF
    /// The header is cut short or its compressed stream gives no header.
    case headerUnreadable
}
