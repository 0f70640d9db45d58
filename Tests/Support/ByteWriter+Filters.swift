import Base
import SWF

/// FILTERLIST. Spec: SWF 19, pp. 42–49.
extension ByteWriter {
    public mutating func filters(_ filters: [Filter]) {
        u8(UInt8(filters.count))
        for filter in filters { self.filter(filter) }
    }

    private mutating func filter(_ filter: Filter) {
        switch filter {
        case .dropShadow(let shadow):
            u8(0)
            rgba(shadow.color)
            for value in [shadow.blurX, shadow.blurY, shadow.angle, shadow.distance] { fixed(value) }
            fixed8(shadow.strength)
            flags([shadow.isInner, shadow.isKnockout, shadow.compositeSource], shadow.passes)
        case .blur(let blurX, let blurY, let passes):
            u8(1)
            fixed(blurX)
            fixed(blurY)
            u8(passes << 3)
        case .glow(let glow):
            u8(2)
            rgba(glow.color)
            fixed(glow.blurX)
            fixed(glow.blurY)
            fixed8(glow.strength)
            flags([glow.isInner, glow.isKnockout, glow.compositeSource], glow.passes)
        case .bevel(let bevel):
            u8(3)
            rgba(bevel.highlightColor)
            rgba(bevel.shadowColor)
            for value in [bevel.blurX, bevel.blurY, bevel.angle, bevel.distance] { fixed(value) }
            fixed8(bevel.strength)
            flags([bevel.isInner, bevel.isKnockout, bevel.compositeSource, bevel.onTop], bevel.passes)
        case .gradientGlow(let glow):
            u8(4)
            gradientFilter(glow)
        case .convolution(let convolution):
            u8(5)
            u8(convolution.columns)
            u8(convolution.rows)
            float(convolution.divisor)
            float(convolution.bias)
            for value in convolution.matrix { float(value) }
            rgba(convolution.defaultColor)
            u8((convolution.clamp ? 2 : 0) | (convolution.preserveAlpha ? 1 : 0))
        case .colorMatrix(let matrix):
            u8(6)
            for value in matrix { float(value) }
        case .displacement, .shader: break  // No file holds one.
        case .gradientBevel(let bevel):
            u8(7)
            gradientFilter(bevel)
        }
    }

    private mutating func gradientFilter(_ filter: GradientFilter) {
        u8(UInt8(filter.colors.count))
        for color in filter.colors { rgba(color) }
        bytes(filter.ratios)
        for value in [filter.blurX, filter.blurY, filter.angle, filter.distance] { fixed(value) }
        fixed8(filter.strength)
        flags([filter.isInner, filter.isKnockout, filter.compositeSource, filter.onTop], filter.passes)
    }

    private mutating func flags(_ flags: [Bool], _ passes: UInt8) {
        for flag in flags { bit(flag) }
        ubits(UInt32(passes), 8 - flags.count)
    }
}
