import Glibc

@testable import Media

/// Sounds that tests make and look at.
enum SoundSamples {
    /// 16-bit little-endian samples of a tone.
    static func tone(_ frequency: Double, rate: Double, seconds: Double, channels: Int = 1, level: Double = 0.5)
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        for frame in 0..<Int(rate * seconds) {
            let sample = Int16((level * 32767 * sin(2 * .pi * frequency * Double(frame) / rate)).rounded())
            for _ in 0..<channels {
                bytes += [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
            }
        }
        return bytes
    }

    static func clip(
        _ codec: SoundCoding.Codec, rate: Int, is16Bit: Bool = true, isStereo: Bool = false, _ bytes: [UInt8]
    )
        -> SoundClip
    {
        let coding = SoundCoding(codec: codec, sampleRate: rate, is16Bit: is16Bit, isStereo: isStereo)
        return SoundClip(coding, bytes, blocks: [0..<bytes.count])
    }

    /// The left side of all that a clip gives.
    static func left(_ clip: SoundClip) -> [Float] {
        let samples = clip.extract(from: 0, count: 200_000)
        return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    }

    /// Strength of a frequency in samples of 44.1 kHz, as the level of a tone that would give it, and what is left
    /// when that tone is taken away, at its largest.
    static func fit(_ frequency: Double, _ samples: ArraySlice<Float>) -> (level: Double, worstRest: Double) {
        // Least squares on a sine and a cosine.
        var (ss, cc, sc, sy, cy) = (0.0, 0.0, 0.0, 0.0, 0.0)
        let step = 2 * Double.pi * frequency / 44_100
        for (index, sample) in samples.enumerated() {
            let (s, c) = (sin(step * Double(index)), cos(step * Double(index)))
            (ss, cc, sc) = (ss + s * s, cc + c * c, sc + s * c)
            (sy, cy) = (sy + s * Double(sample), cy + c * Double(sample))
        }
        let determinant = ss * cc - sc * sc
        let (a, b) = ((sy * cc - cy * sc) / determinant, (cy * ss - sy * sc) / determinant)
        var worst = 0.0
        for (index, sample) in samples.enumerated() {
            worst = max(worst, abs(Double(sample) - a * sin(step * Double(index)) - b * cos(step * Double(index))))
        }
        return ((a * a + b * b).squareRoot(), worst)
    }
}

/// Packs bit fields from the high bit down.
struct BitPacker {
    var bytes: [UInt8] = []
    private var used = 0

    mutating func put(_ value: Int, _ count: Int) {
        for bit in (0..<count).reversed() {
            if used % 8 == 0 { bytes.append(0) }
            if value >> bit & 1 != 0 { bytes[bytes.count - 1] |= 0x80 >> UInt8(used % 8) }
            used += 1
        }
    }
}
