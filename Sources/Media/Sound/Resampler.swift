import Glibc

/// Brings stereo of any rate to 44,100 frames a second with a windowed sinc: nothing above half the lower rate is left.
struct Resampler {
    static let outputRate = 44_100
    /// Taps of the kernel, a power of two.
    private static let taps = 32
    /// Places between two input frames for which there is a kernel.
    private static let phases = 512
    private static let lead = taps / 2 + 1
    /// Silent input frames after which the end of a sound has been heard.
    static let tail = taps / 2

    private let kernel: [Float]
    /// Input frames an output frame, 32 bits of fraction.
    private let step: UInt64
    private var fraction: UInt64 = 0
    /// The last input frames, interleaved, oldest first; what is before the sound is silence.
    private var window: [Float]
    /// Input frames until the kernel's middle stands on the first one.
    private var missing = Resampler.lead

    let inputRate: Int

    init(from rate: Int) {
        inputRate = rate
        // 5512 stands for a quarter of 22,050.
        let exact = rate == 5512 ? 5512.5 : Double(rate)
        step = UInt64(exact / Double(Self.outputRate) * 4_294_967_296)
        kernel = rate <= Self.outputRate ? Self.fullKernel : Self.makeKernel(cutoff: Double(Self.outputRate) / exact)
        window = Array(repeating: 0, count: Self.taps * 2)
    }

    private static let fullKernel = makeKernel(cutoff: 1)

    private static func makeKernel(cutoff: Double) -> [Float] {
        var kernel: [Float] = []
        kernel.reserveCapacity(phases * taps)
        let half = Double(taps / 2)
        for phase in 0..<phases {
            var row: [Double] = []
            for tap in 0..<taps {
                let x = Double(tap) - (half - 1) - Double(phase) / Double(phases)
                let sinc = x == 0 ? 1 : sin(.pi * x * cutoff) / (.pi * x * cutoff)
                // Blackman: side lobes below −58 dB.
                let t = x / half
                let weight = abs(t) >= 1 ? 0 : 0.42 + 0.5 * cos(.pi * t) + 0.08 * cos(2 * .pi * t)
                row.append(sinc * weight)
            }
            // Every phase lets a constant through unchanged.
            let sum = row.reduce(0, +)
            kernel += row.map { Float($0 / sum) }
        }
        return kernel
    }

    mutating func reset() {
        fraction = 0
        missing = Self.lead
        for index in window.indices { window[index] = 0 }
    }

    /// Makes up to `capacity` frames from `input` and moves `position` (in frames) past what was used.
    mutating func run(
        _ input: [Int16], position: inout Int, into output: UnsafeMutablePointer<Float>, capacity: Int
    ) -> Int {
        let count = input.count / 2
        var made = 0
        let kernel = kernel
        let one: UInt64 = 1 << 32
        while missing > 0 {
            guard position < count else { return 0 }
            push(input, &position)
            missing -= 1
        }
        while made < capacity {
            while fraction >= one {
                guard position < count else { return made }
                push(input, &position)
                fraction -= one
            }
            let phase = Int(truncatingIfNeeded: fraction >> 23)
            var (left, right): (Float, Float) = (0, 0)
            kernel.withUnsafeBufferPointer { kernel in
                window.withUnsafeBufferPointer { window in
                    let row = phase * Self.taps
                    for tap in 0..<Self.taps {
                        left += kernel[row + tap] * window[2 * tap]
                        right += kernel[row + tap] * window[2 * tap + 1]
                    }
                }
            }
            output[2 * made] = left
            output[2 * made + 1] = right
            made += 1
            fraction += step
        }
        return made
    }

    private mutating func push(_ input: [Int16], _ position: inout Int) {
        window.withUnsafeMutableBufferPointer { window in
            guard let base = window.baseAddress else { return }
            base.update(from: base + 2, count: (Self.taps - 1) * 2)
            base[Self.taps * 2 - 2] = Float(input[2 * position]) * (1 / 32768)
            base[Self.taps * 2 - 1] = Float(input[2 * position + 1]) * (1 / 32768)
        }
        position += 1
    }
}
