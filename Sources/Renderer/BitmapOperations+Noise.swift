import Base

/// Lehmer's random numbers, `x · 16807 mod 2³¹ − 1`, which Flash's noise is made of.
struct LehmerGenerator {
    private var state: UInt32

    init(seed: Int32) {
        // 0 and below count from 1 the other way.
        state = seed <= 0 ? UInt32(clamping: 1 - Int64(seed)) : UInt32(seed)
    }

    mutating func next() -> UInt32 {
        state = UInt32(UInt64(state) * 16807 % 2_147_483_647)
        return state
    }

    mutating func next(_ low: UInt8, _ high: UInt8) -> UInt32 {
        UInt32(low) + next() % (UInt32(max(low, high)) - UInt32(low) + 1)
    }
}

extension Pixmap {
    /// Fills with random channels. Channels: 1 red, 2 green, 4 blue, 8 alpha.
    public func noise(seed: Int32, low: UInt8, high: UInt8, channels: Int, isGray: Bool) {
        var random = LehmerGenerator(seed: seed)
        for index in 0..<width * height {
            var (red, green, blue, alpha): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 255)
            if isGray {
                red = random.next(low, high)
                (green, blue) = (red, red)
            } else {
                if channels & 1 != 0 { red = random.next(low, high) }
                if channels & 2 != 0 { green = random.next(low, high) }
                if channels & 4 != 0 { blue = random.next(low, high) }
            }
            // An opaque bitmap draws no number for its alpha.
            if channels & 8 != 0, !isOpaque { alpha = random.next(low, high) }
            pixels[index] = PixelColor(alpha: alpha, red: red, green: green, blue: blue).premultiplied(
                isOpaque: isOpaque)
        }
    }

    public func perlinNoise(_ noise: PerlinNoise) {
        let lattice = NoiseLattice(seed: noise.seed)
        mayExceedAlpha = !isOpaque
        for y in 0..<height {
            for x in 0..<width {
                // Quirk: the channels become the kept pixel as they are, premultiplied or not.
                let color = noise.color(x, y, width: width, height: height, lattice)
                pixels[y * width + x] = isOpaque ? color.argb | 0xFF00_0000 : color.argb
            }
        }
    }
}

/// What `BitmapData.perlinNoise` is asked for: turbulence as SVG 1.1 defines it (feTurbulence, 15.24).
public struct PerlinNoise: Sendable {
    let frequencyX, frequencyY: Double
    let octaves: Int
    let seed: Int32
    let stitches, isFractal, isGray: Bool
    let channels: Int
    /// A shift for each octave, in pixels.
    let offsets: [(x: Double, y: Double)]

    public init(
        baseX: Double, baseY: Double, octaves: Int, seed: Int32, stitches: Bool, isFractal: Bool, channels: Int,
        isGray: Bool, offsets: [(x: Double, y: Double)]
    ) {
        // A base that is no number leads to 0 in every channel, one of 0 to no change along its axis.
        frequencyX = baseX == 0 ? 0 : 1 / abs(baseX)
        frequencyY = baseY == 0 ? 0 : 1 / abs(baseY)
        self.octaves = octaves
        self.seed = seed
        self.stitches = stitches
        self.isFractal = isFractal
        self.channels = channels
        self.isGray = isGray
        self.offsets = offsets.map { ($0.x.isFinite ? $0.x : 0, $0.y.isFinite ? $0.y : 0) }
    }

    fileprivate func color(
        _ x: Int, _ y: Int, width: Int, height: Int, _ lattice: NoiseLattice
    ) -> PixelColor {
        func value(_ channel: Int) -> UInt32 {
            let sum = turbulence(lattice, channel, Double(x), Double(y), Double(width), Double(height))
            // Rounded before it is halved.
            let level = sum * 255 + (isFractal ? 255.5 : 0.5)
            if level.isNaN { return 0 }
            return UInt32(max(0, min(255, isFractal ? level / 2 : level)))
        }
        var next = 0
        func channel(_ bit: Int, absent: UInt32) -> UInt32 {
            guard channels & bit != 0 else { return absent }
            defer { next += 1 }
            return value(next)
        }
        if isGray {
            let gray = value(0)
            return PixelColor(alpha: channels & 8 != 0 ? value(1) : 255, red: gray, green: gray, blue: gray)
        }
        let red = channel(1, absent: 0)
        let green = channel(2, absent: 0)
        let blue = channel(4, absent: 0)
        return PixelColor(alpha: channel(8, absent: 255), red: red, green: green, blue: blue)
    }

    private func turbulence(
        _ lattice: NoiseLattice, _ channel: Int, _ x: Double, _ y: Double, _ width: Double, _ height: Double
    ) -> Double {
        var (fx, fy) = (frequencyX, frequencyY)
        var stitch: NoiseLattice.Stitch?
        if stitches {
            fx = Self.fitted(fx, width)
            fy = Self.fitted(fy, height)
            let w = Int(Int32(saturating: width * fx + 0.5))
            let h = Int(Int32(saturating: height * fy + 0.5))
            stitch = NoiseLattice.Stitch(width: w, height: h, wrapX: 4096 + w, wrapY: 4096 + h)
        }
        var sum = 0.0
        var ratio = 1.0
        for octave in 0..<octaves {
            let offset = octave < offsets.count ? offsets[octave] : (x: 0, y: 0)
            let noise = lattice.noise(
                channel & 3, (x + offset.x) * fx * ratio, (y + offset.y) * fy * ratio, stitch)
            sum += (isFractal ? noise : abs(noise)) / ratio
            ratio *= 2
            stitch?.double()
        }
        return sum
    }

    /// The nearest frequency that divides a side into whole waves.
    private static func fitted(_ frequency: Double, _ side: Double) -> Double {
        guard frequency != 0 else { return 0 }
        let low = (side * frequency).rounded(.down) / side
        let high = (side * frequency).rounded(.up) / side
        return low != 0 && frequency / low < high / frequency ? low : high
    }
}

/// The gradient lattice of the SVG turbulence function.
final class NoiseLattice {
    struct Stitch {
        var width, height, wrapX, wrapY: Int

        mutating func double() {
            width &*= 2
            wrapX = wrapX &* 2 &- 4096
            height &*= 2
            wrapY = wrapY &* 2 &- 4096
        }
    }

    private static let size = 256
    private var selector = [Int](repeating: 0, count: 514)
    private var gradients = [[(x: Double, y: Double)]](
        repeating: [(x: Double, y: Double)](repeating: (0, 0), count: 514), count: 4)

    init(seed: Int32) {
        var random = Int64(seed)
        if random <= 0 { random = -(random % 2_147_483_646) + 1 }
        if random > 2_147_483_646 { random = 2_147_483_646 }
        func next() -> Int64 {
            random = random * 16807 % 2_147_483_647
            return random
        }
        for channel in 0..<4 {
            for index in 0..<Self.size {
                selector[index] = index
                let x = Double(next() % 512 - 256) / 256
                let y = Double(next() % 512 - 256) / 256
                let length = (x * x + y * y).squareRoot()
                gradients[channel][index] = length == 0 ? (0, 0) : (x / length, y / length)
            }
        }
        for index in (1..<Self.size).reversed() { selector.swapAt(index, Int(next() % 256)) }
        for index in 0..<(Self.size + 2) {
            selector[Self.size + index] = selector[index]
            for channel in 0..<4 { gradients[channel][Self.size + index] = gradients[channel][index] }
        }
    }

    func noise(_ channel: Int, _ x: Double, _ y: Double, _ stitch: Stitch?) -> Double {
        func split(_ value: Double) -> (Int, Int, Double, Double) {
            let shifted = value + 4096
            let whole = Int(max(-1e15, min(1e15, shifted)))
            return (whole, whole + 1, shifted - Double(whole), shifted - Double(whole) - 1)
        }
        var (x0, x1, rx0, rx1) = split(x)
        var (y0, y1, ry0, ry1) = split(y)
        if let stitch {
            if x0 >= stitch.wrapX { x0 &-= stitch.width }
            if x1 >= stitch.wrapX { x1 &-= stitch.width }
            if y0 >= stitch.wrapY { y0 &-= stitch.height }
            if y1 >= stitch.wrapY { y1 &-= stitch.height }
        }
        (x0, x1, y0, y1) = (x0 & 255, x1 & 255, y0 & 255, y1 & 255)
        let (i, j) = (selector[x0], selector[x1])
        let table = gradients[channel]
        func dot(_ index: Int, _ dx: Double, _ dy: Double) -> Double { dx * table[index].x + dy * table[index].y }
        func curve(_ t: Double) -> Double { t * t * (3 - 2 * t) }
        let (sx, sy) = (curve(rx0), curve(ry0))
        let top =
            dot(selector[i + y0], rx0, ry0) + sx * (dot(selector[j + y0], rx1, ry0) - dot(selector[i + y0], rx0, ry0))
        let bottom =
            dot(selector[i + y1], rx0, ry1) + sx * (dot(selector[j + y1], rx1, ry1) - dot(selector[i + y1], rx0, ry1))
        return top + sy * (bottom - top)
    }
}
