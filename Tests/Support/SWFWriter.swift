import Base
import SWF

/// Makes a SWF file, tag by tag. Every method of an extension writes the tag of its name.
///
///     var movie = SWFWriter(version: 8)
///     movie.setBackgroundColor(.white)
///     movie.defineShape(id: 1, ShapePath.circle(x: 50, y: 50, radius: 40), fill: .solid(.black))
///     movie.place(1, depth: 1)
///     movie.showFrame()
///     let file = movie.file(.zlib)
public struct SWFWriter {
    public var version: UInt8
    public var frameSize: TwipsRect
    public var frameRate: Double
    /// What the header says; nil: as many as there are ShowFrame tags.
    public var frameCount: UInt16?
    /// Frames shown so far.
    public private(set) var shownFrames: UInt16 = 0
    /// The tags so far.
    public private(set) var tags = ByteWriter()

    /// `width` and `height` of the stage in pixels.
    public init(version: UInt8 = 10, width: Int = 550, height: Int = 400, frameRate: Double = 24) {
        self.version = version
        frameSize = TwipsRect(xMin: 0, xMax: Int32(width * 20), yMin: 0, yMax: Int32(height * 20))
        self.frameRate = frameRate
    }

    // MARK: Tags

    /// A tag of any code and body.
    ///
    /// Bodies of 63 bytes or more get the long header; `isLong` forces it. `claimedLength` lies about the length.
    public mutating func tag(_ code: UInt16, _ body: [UInt8], isLong: Bool = false, claimedLength: UInt32? = nil) {
        let length = claimedLength ?? UInt32(body.count)
        if length >= 0x3F || isLong {
            tags.u16(code << 6 | 0x3F)
            tags.u32(length)
        } else {
            tags.u16(code << 6 | UInt16(length))
        }
        tags.bytes(body)
        if code == TagCode.showFrame.rawValue { shownFrames += 1 }
    }

    public mutating func tag(_ code: TagCode, _ body: [UInt8] = []) { tag(code.rawValue, body) }

    /// A tag whose body `write` writes.
    public mutating func tag(_ code: TagCode, _ write: (inout ByteWriter) -> Void) {
        var body = ByteWriter()
        write(&body)
        tag(code, body.bytes)
    }

    public mutating func showFrame() { tag(.showFrame) }

    /// Shows `count` frames on end, the same picture in each.
    public mutating func showFrames(_ count: Int) {
        for _ in 0..<count { showFrame() }
    }

    // MARK: The file

    /// The whole file. An End tag is added unless `hasEnd` is false.
    public func file(_ compression: Compression = .none, hasEnd: Bool = true) -> [UInt8] {
        var body = ByteWriter()
        body.rect(frameSize)
        body.u16(UInt16(frameRate * 256))
        body.u16(frameCount ?? shownFrames)
        body.bytes(tags.bytes)
        if hasEnd { body.u16(0) }
        return Self.pack(body.bytes, compression, version: version)
    }

    /// `body` (frame size and all behind it) as a file.
    public static func pack(_ body: [UInt8], _ compression: Compression, version: UInt8) -> [UInt8] {
        var file = ByteWriter()
        file.bytes(Array(compression.rawValue.utf8))
        file.u8(version)
        file.u32(UInt32(body.count + 8))
        switch compression {
        case .none: file.bytes(body)
        case .zlib: file.bytes(Packing.zlib(body))
        case .lzma:
            let packed = Packing.lzma(body)
            // The length counts what is behind the five bytes of properties.
            file.u32(UInt32(packed.count - 5))
            file.bytes(packed)
        }
        return file.bytes
    }
}
