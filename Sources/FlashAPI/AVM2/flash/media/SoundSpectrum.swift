import AVM
import AVM2
import Glibc
import Media
import Player

/// `SoundMixer.computeSpectrum`: the wave that is being heard, or its frequencies.
enum SoundSpectrum {
    /// Numbers for each side.
    static let count = 256
    /// Frames that they are made of.
    static let window = 512

    static let compute: NativeBody = { (call) throws(ScriptError) in
        guard let state = call.object(0)?.native(as: ByteArrayState.self) else {
            throw call.machine.makeError(.type, 2007, ["outputArray"])
        }
        let stretch = min(max(0, Int(call.int(2))), 6)
        let values = call.bool(1) ? frequencies(call.player.sound, stretch) : wave(call.player.sound, stretch)
        state.storage.clear()
        state.storage.position = 0
        try state.storage.append(values, call)
        state.storage.position = 0
        return .undefined
    }

    /// Every second frame; with each step of `stretch` half as often.
    private static func wave(_ sound: SoundSystem, _ stretch: Int) -> [Float] {
        let frames = sound.mixer.recentFrames(count, stride: 2 << stretch)
        return (0..<count).map { frames[2 * $0] } + (0..<count).map { frames[2 * $0 + 1] }
    }

    private static func frequencies(_ sound: SoundSystem, _ stretch: Int) -> [Float] {
        let frames = sound.mixer.recentFrames(window, stride: 1)
        return (0..<2).flatMap { side in
            bins((0..<window).map { Double(frames[2 * $0 + side]) }, stretch: stretch)
        }
    }

    /// A quarter of the logarithm of each frequency's strength, 0 for what is weaker than 1. Measured of Flash: stretched,
    /// the transform is twice as fine, and from 3 on the numbers are repeated.
    static func bins(_ samples: [Double], stretch: Int) -> [Float] {
        let size = stretch == 0 ? window : 2 * window
        var real = samples + Array(repeating: 0, count: size - samples.count)
        var imaginary = Array(repeating: 0.0, count: size)
        transform(&real, &imaginary)
        let shift = max(0, stretch - 2)
        return (0..<count).map { index in
            let place = index >> shift
            let strength = (real[place] * real[place] + imaginary[place] * imaginary[place]).squareRoot()
            return strength > 1 ? Float(log(strength) / 4) : 0
        }
    }

    /// The fast Fourier transform of as many numbers as a power of two, in place.
    private static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
        let count = real.count
        var reversed = 0
        for index in 1..<count {
            var bit = count >> 1
            while reversed & bit != 0 {
                reversed ^= bit
                bit >>= 1
            }
            reversed |= bit
            if index < reversed {
                real.swapAt(index, reversed)
                imaginary.swapAt(index, reversed)
            }
        }
        var length = 2
        while length <= count {
            let half = length / 2
            for offset in 0..<half {
                let angle = -2 * Double.pi * Double(offset) / Double(length)
                let (c, s) = (cos(angle), sin(angle))
                for start in stride(from: offset, to: count, by: length) {
                    let other = start + half
                    let r = real[other] * c - imaginary[other] * s
                    let i = real[other] * s + imaginary[other] * c
                    (real[other], imaginary[other]) = (real[start] - r, imaginary[start] - i)
                    real[start] += r
                    imaginary[start] += i
                }
            }
            length *= 2
        }
    }
}

extension ByteStorage {
    /// Writes numbers of 32 bits at the position.
    func append(_ values: [Float], _ call: NativeCall) throws(ScriptError) {
        do throws(Fault) {
            for value in values { try write(value) }
        } catch {
            throw call.machine.makeError(.memory, 1000)
        }
    }
}
