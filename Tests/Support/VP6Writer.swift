/// Writes video of VP6 that no encoder has made: every sequence of bits is a picture to its arithmetic decoder, so
/// headers that are right and bits by chance make a stream that all decoders agree on.
///
/// Spec: On2, "VP6 Bitstream and Decoder Specification", 9: frame headers.
public struct VP6Writer {
    /// In macroblocks of 16 by 16 pixels.
    public let columns, rows: Int
    private var random: SeededRandom

    public init(columns: Int, rows: Int, seed: UInt64 = 1) {
        precondition((1...255).contains(columns) && (1...255).contains(rows))
        (self.columns, self.rows) = (columns, rows)
        random = SeededRandom(seed: seed)
    }

    /// The next picture. `noise`: bytes by chance; what comes behind them is zero, which is nothing new.
    public mutating func picture(isKey: Bool, noise: Int, quantizer: UInt8 = 40) -> [UInt8] {
        var bytes = [(isKey ? 0 : 0x80) | quantizer << 1]
        if isKey {
            // Version 6, advanced profile; coded and shown size.
            bytes.append(6 << 3 | 6)
            for side in [rows, columns, rows, columns] { bytes.append(UInt8(side)) }
        }
        // Zeros first: the flags of the header are read from here, and none of them is to be set.
        bytes += [0, 0, 0, 0]
        for _ in 0..<noise { bytes.append(UInt8(random.below(256))) }
        // A decoder may read far ahead.
        return bytes + [UInt8](repeating: 0, count: columns * rows * 8 + 64)
    }

    /// A picture with another beside it that is its alpha, as VP6 with alpha has them in a packet.
    public mutating func pictureWithAlpha(isKey: Bool, noise: Int) -> [UInt8] {
        let color = picture(isKey: isKey, noise: noise)
        let alpha = picture(isKey: isKey, noise: noise)
        return [UInt8(color.count >> 16), UInt8(color.count >> 8 & 255), UInt8(color.count & 255)] + color + alpha
    }
}
