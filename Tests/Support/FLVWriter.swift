/// Writes FLV files for tests.
public struct FLVWriter {
    public private(set) var bytes: [UInt8]

    public init(hasHeader: Bool = true) {
        bytes = hasHeader ? Array("FLV".utf8) + [1, 5, 0, 0, 0, 9, 0, 0, 0, 0] : []
    }

    /// A tag of a kind: 8 sound, 9 video, 18 data.
    public mutating func tag(_ kind: UInt8, at time: Int, _ body: [UInt8]) {
        let size = [UInt8(body.count >> 16), UInt8(body.count >> 8 & 255), UInt8(body.count & 255)]
        let stamp = [UInt8(time >> 16 & 255), UInt8(time >> 8 & 255), UInt8(time & 255), UInt8(time >> 24 & 255)]
        bytes += [kind] + size + stamp + [0, 0, 0] + body
        let total = UInt32(body.count + 11)
        bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: total >> UInt32($0)) }
    }

    /// A script tag: a name and one number under one key.
    public mutating func data(_ name: String, _ key: String, _ number: Double, at time: Int = 0) {
        func text(_ text: String) -> [UInt8] {
            [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 255)] + text.utf8
        }
        let value = (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(56 - 8 * $0)) }
        tag(18, at: time, [2] + text(name) + [3] + text(key) + [0] + value + [0, 0, 9])
    }

    /// A key picture of screen video, all of one colour.
    public mutating func screen(_ rgb: UInt32, width: Int, height: Int, at time: Int) {
        tag(9, at: time, [0x13] + ScreenVideo.picture(rgb, width: width, height: height))
    }

    /// Samples of 16 bits, mono, 44.1 kHz.
    public mutating func samples(_ samples: [Int16], at time: Int) {
        let bytes = samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        tag(8, at: time, [0x3E] + bytes)
    }
}

/// The first kind of screen video.
///
/// Spec: SWF 19, "Screen Video bitstream format".
public enum ScreenVideo {
    /// A picture of one colour in blocks of 16 by 16, without the byte that FLV puts before it.
    public static func picture(_ rgb: UInt32, width: Int, height: Int) -> [UInt8] {
        var bytes = [UInt8(width >> 8), UInt8(width & 255), UInt8(height >> 8), UInt8(height & 255)]
        for top in stride(from: 0, to: height, by: 16) {
            for left in stride(from: 0, to: width, by: 16) {
                let area = min(16, width - left) * min(16, height - top)
                let packed = Packing.zlib(
                    (0..<area).flatMap { _ in [rgb, rgb >> 8, rgb >> 16].map { UInt8($0 & 255) } })
                bytes += [UInt8(packed.count >> 8), UInt8(packed.count & 255)] + packed
            }
        }
        return bytes
    }
}
