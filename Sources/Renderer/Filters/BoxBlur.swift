import Base
import Glibc

/// Flash's blur: boxes, run one after the other, each result rounded down to bytes.
///
/// Works on rows of bytes, so that pictures of four channels and of one (alpha alone) share the loops.
enum BoxBlur {
    /// One dimension of a box: `whole` pixels to each side of the middle count in full, the next ones in part.
    ///
    /// Quirk: the wider the box, the coarser its size. Up to 2 pixels wide the part is a multiple of 1/64, up to 4 of
    /// 1/32, and so on; means are rounded down. Measured at sizes of 0 to 10 in steps of 0.1.
    struct Kernel {
        var whole: Int
        /// In 1/64.
        var edge: Int

        /// `size` in pixels; what is at most 1 changes nothing.
        init(size: Double) {
            let radius = (min(255, size) - 1) / 2
            guard radius > 0 else {
                whole = 0
                edge = 0
                return
            }
            whole = Int(radius)
            let steps = max(1, 64 >> Int(log2(min(255, size))))
            edge = Int((radius - Double(whole)) * Double(steps)) * (64 / steps)
        }

        /// Quirk: where the ends count half, a mean that is whole comes out one less, pass after pass.
        var loss: UInt32 { edge == 32 ? 1 : 0 }

        var isIdentity: Bool { whole == 0 && edge == 0 }
        var reach: Int { edge > 0 ? whole + 1 : whole }
        /// Of the weighted sums, in which a whole pixel counts 64.
        var divisor: Int32 { Int32((2 * whole + 1) * 64 + 2 * edge) }
    }

    /// `total / divisor`, rounded down. The quotient of floats may be one off.
    @inline(__always)
    private static func mean(_ total: UInt32, _ factor: Float, _ divisor: Int32) -> UInt8 {
        let total = Int32(bitPattern: total)
        var quotient = Int32(Float(total) * factor)
        if (quotient &+ 1) &* divisor <= total { quotient &+= 1 }
        if quotient &* divisor > total { quotient &-= 1 }
        return UInt8(truncatingIfNeeded: quotient)
    }

    /// Blurs `width * height` pixels of `channels` bytes each in place. `spare` has as many bytes.
    static func run(
        _ pixels: UnsafeMutablePointer<UInt8>, spare: UnsafeMutablePointer<UInt8>, width: Int, height: Int,
        channels: Int, box: PixelFilter.BoxSize
    ) {
        let across = Kernel(size: box.x)
        let down = Kernel(size: box.y)
        let stride = width * channels
        let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: stride)
        defer { sums.deallocate() }
        var source = pixels
        var target = spare
        for _ in 0..<box.passes {
            if !across.isIdentity {
                for y in 0..<height {
                    row(source + y * stride, target + y * stride, width, channels, across)
                }
                swap(&source, &target)
            }
            if !down.isIdentity {
                columns(source, target, stride, height, down, sums)
                swap(&source, &target)
            }
        }
        if source != pixels { pixels.update(from: source, count: stride * height) }
    }

    private static func row(
        _ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ width: Int, _ channels: Int,
        _ kernel: Kernel
    ) {
        let divisor = kernel.divisor
        let factor = 1 / Float(divisor)
        let edge = UInt32(kernel.edge)
        let loss = kernel.loss
        for channel in 0..<channels {
            let source = source + channel
            let target = target + channel
            var sum: UInt32 = 0
            for x in 0..<min(kernel.whole, width) { sum &+= UInt32(source[x * channels]) }
            for x in 0..<width {
                let enters = x + kernel.whole
                if enters < width { sum &+= UInt32(source[enters * channels]) }
                var total = sum &* 64
                let before = x - kernel.whole - 1
                if before >= 0 { total &+= UInt32(source[before * channels]) &* edge }
                let after = enters + 1
                if after < width { total &+= UInt32(source[after * channels]) &* edge }
                target[x * channels] = mean(total &- (total > 0 ? loss : 0), factor, divisor)
                let leaves = x - kernel.whole
                if leaves >= 0 { sum &-= UInt32(source[leaves * channels]) }
            }
        }
    }

    private static func columns(
        _ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ stride: Int, _ height: Int,
        _ kernel: Kernel, _ sums: UnsafeMutablePointer<UInt32>
    ) {
        let divisor = kernel.divisor
        let factor = 1 / Float(divisor)
        let edge = UInt32(kernel.edge)
        let loss = kernel.loss
        sums.update(repeating: 0, count: stride)
        for y in 0..<min(kernel.whole, height) {
            let row = source + y * stride
            for x in 0..<stride { sums[x] &+= UInt32(row[x]) }
        }
        // Rows beyond the picture are empty; any row stands in for them, at no weight.
        for y in 0..<height {
            let enters = y + kernel.whole
            if enters < height {
                let row = source + enters * stride
                for x in 0..<stride { sums[x] &+= UInt32(row[x]) }
            }
            let before = y - kernel.whole - 1
            let after = enters + 1
            let rowBefore = source + max(0, before) * stride
            let rowAfter = source + min(height - 1, after) * stride
            let weightBefore = before >= 0 ? edge : 0
            let weightAfter = after < height ? edge : 0
            let out = target + y * stride
            for x in 0..<stride {
                let total =
                    sums[x] &* 64 &+ UInt32(rowBefore[x]) &* weightBefore &+ UInt32(rowAfter[x]) &* weightAfter
                out[x] = mean(total &- (total > 0 ? loss : 0), factor, divisor)
            }
            let leaves = y - kernel.whole
            if leaves >= 0 {
                let row = source + leaves * stride
                for x in 0..<stride { sums[x] &-= UInt32(row[x]) }
            }
        }
    }
}
