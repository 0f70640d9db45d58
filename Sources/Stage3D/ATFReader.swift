/// A texture in Adobe's ATF container: its pictures for several kinds of GPU, of which one is read.
/// Source: Adobe, "ATF File Format".
public struct ATFReader {
    public enum Fault: Error, Sendable {
        /// It is no ATF, or ends too early.
        case damaged
        /// Its pictures are packed in a way that is not read.
        case unsupported
        /// It is of another size, or of another format, than the texture.
        case sizeMismatch, formatMismatch
    }

    public let isCube: Bool
    public let width: Int
    public let height: Int
    public let levelCount: Int
    /// Compressed in blocks with alpha (DXT5), without (DXT1), or not at all.
    public let format: Format
    private let bytes: [UInt8]
    private var offset: Int
    private let version: UInt8

    public enum Format: UInt8, Sendable {
        case rgb, rgba, compressed, rawCompressed, compressedAlpha, rawCompressedAlpha
    }

    public init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.count >= 10, bytes[0] == 0x41, bytes[1] == 0x54, bytes[2] == 0x46 else { throw .damaged }
        var start = 6
        if bytes[6] == 0xFF {
            version = bytes[7]
            start = 12
        } else {
            version = 0
        }
        guard bytes.count >= start + 4 else { throw .damaged }
        isCube = bytes[start] & 0x80 != 0
        guard let format = Format(rawValue: bytes[start] & 0x7F) else { throw .unsupported }
        self.format = format
        guard bytes[start + 1] <= 12, bytes[start + 2] <= 12, bytes[start + 3] <= 13 else { throw .damaged }
        width = 1 << Int(bytes[start + 1])
        height = 1 << Int(bytes[start + 2])
        levelCount = Int(bytes[start + 3])
        self.bytes = bytes
        offset = start + 4
    }

    /// Fills the levels of a texture of the same size.
    public mutating func fill(_ texture: Texture) throws(Fault) {
        for face in texture.isCube ? 0..<6 : 0..<1 {
            for level in 0..<levelCount {
                let image = level < texture.levelCount ? texture.image(face: face, level: level) : nil
                try fill(image)
            }
        }
    }

    /// Reads one level; an empty one is left out.
    private mutating func fill(_ image: TextureImage?) throws(Fault) {
        switch format {
        case .rawCompressed, .rawCompressedAlpha:
            // For S3TC, ETC1 and PVRTC; later versions have ETC2 as well.
            let blocks = try block()
            for _ in 0..<(version >= 3 ? 3 : 2) { _ = try block() }
            if !blocks.isEmpty { image?.fillBlocks(blocks, hasAlpha: format == .rawCompressedAlpha) }
        case .rgb, .rgba, .compressed, .compressedAlpha: throw .unsupported
        }
    }

    private mutating func block() throws(Fault) -> ArraySlice<UInt8> {
        let size = version == 0 ? 3 : 4
        guard offset + size <= bytes.count else { throw .damaged }
        let count = bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
        offset += size
        guard count <= bytes.count - offset else { throw .damaged }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }
}
