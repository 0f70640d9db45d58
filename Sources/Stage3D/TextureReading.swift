import Base

/// A texture as `tex` reads it. It keeps no references: the texture outlives a draw.
struct TextureView {
    struct Level {
        var pixels: UnsafeMutablePointer<UInt32>
        var width, height: Int32
    }
    /// Levels there are pictures of, from the largest on, by face.
    private let levels: UnsafeMutablePointer<Level>
    private let levelCount: Int
    private let isCube: Bool
    private let sampling: Sampling
    var usesLevels: Bool { sampling.mipFilter != .none && levelCount > 1 }

    init(_ texture: Texture, _ sampling: Sampling, _ arena: inout LevelArena) {
        isCube = texture.isCube
        self.sampling = sampling
        // A chain that has a gap ends there.
        var count = 0
        while count < texture.levelCount, texture.faces.allSatisfy({ $0[count] != nil }) { count += 1 }
        levelCount = max(1, count)
        levels = arena.take(texture.faces.count * levelCount)
        for (face, images) in texture.faces.enumerated() {
            for level in 0..<levelCount {
                let image = images[level] ?? texture.image(face: face, level: level)
                levels[face * levelCount + level] = Level(
                    pixels: image.pixels, width: Int32(image.width), height: Int32(image.height))
            }
        }
    }

    /// Size of the largest level.
    var size: SIMD2<Float> { SIMD2(Float(levels[0].width), Float(levels[0].height)) }

    /// The colour at a place, red to alpha, 0 … 1. `detail`: the base-2 logarithm of texels a pixel.
    @inline(__always)
    func color(_ place: SIMD3<Float>, detail: Float) -> SIMD4<Float> {
        var u = place.x
        var v = place.y
        var face = 0
        if isCube { (face, u, v) = Self.cubeFace(place) }
        guard usesLevels else { return level(face, 0, u, v) }
        let wanted = max(0, min(Float(levelCount - 1), detail + sampling.bias))
        if sampling.mipFilter == .nearest { return level(face, Int(wanted + 0.5), u, v) }
        let low = Int(wanted)
        let part = wanted - Float(low)
        let first = level(face, low, u, v)
        guard part > 0, low + 1 < levelCount else { return first }
        return first + (level(face, low + 1, u, v) - first) * part
    }

    /// Which face a direction meets, and where: right, left, top, bottom, front, back, as Direct3D orders them.
    private static func cubeFace(_ direction: SIMD3<Float>) -> (Int, Float, Float) {
        let (x, y, z) = (direction.x, direction.y, direction.z)
        let (ax, ay, az) = (abs(x), abs(y), abs(z))
        func place(_ s: Float, _ t: Float, _ major: Float) -> (Float, Float) {
            (0.5 * (s / major + 1), 0.5 * (t / major + 1))
        }
        if ax >= ay && ax >= az {
            let (u, v) = place(x > 0 ? -z : z, -y, ax)
            return (x > 0 ? 0 : 1, u, v)
        }
        if ay >= az {
            let (u, v) = place(x, y > 0 ? z : -z, ay)
            return (y > 0 ? 2 : 3, u, v)
        }
        let (u, v) = place(z > 0 ? x : -x, -y, az)
        return (z > 0 ? 4 : 5, u, v)
    }

    @inline(__always)
    private func level(_ face: Int, _ number: Int, _ u: Float, _ v: Float) -> SIMD4<Float> {
        let level = levels[face * levelCount + number]
        let x = u * Float(level.width)
        let y = v * Float(level.height)
        guard x.isFinite && y.isFinite else { return .zero }
        if sampling.filter == .nearest {
            return Self.unpack(texel(level, Self.whole(x.rounded(.down)), Self.whole(y.rounded(.down))))
        }
        let left = (x - 0.5).rounded(.down)
        let top = (y - 0.5).rounded(.down)
        let (column, row) = (Self.whole(left), Self.whole(top))
        let across = x - 0.5 - left
        let down = y - 0.5 - top
        let a = Self.unpack(texel(level, column, row))
        let b = Self.unpack(texel(level, column &+ 1, row))
        let c = Self.unpack(texel(level, column, row &+ 1))
        let d = Self.unpack(texel(level, column &+ 1, row &+ 1))
        let upper = a + (b - a) * across
        return upper + (c + (d - c) * across - upper) * down
    }

    /// A number as an int, held within what ints can hold.
    @inline(__always)
    private static func whole(_ number: Float) -> Int32 { Int32(max(-1e9, min(1e9, number))) }

    @inline(__always)
    private func texel(_ level: Level, _ x: Int32, _ y: Int32) -> UInt32 {
        let column = sampling.repeatsU ? Self.wrapped(x, level.width) : max(0, min(level.width - 1, x))
        let row = sampling.repeatsV ? Self.wrapped(y, level.height) : max(0, min(level.height - 1, y))
        return level.pixels[Int(row) * Int(level.width) + Int(column)]
    }

    @inline(__always)
    private static func wrapped(_ place: Int32, _ size: Int32) -> Int32 {
        if size & (size - 1) == 0 { return place & (size - 1) }
        let rest = place % size
        return rest < 0 ? rest + size : rest
    }

    @inline(__always)
    static func unpack(_ pixel: UInt32) -> SIMD4<Float> {
        SIMD4(
            Float(Int32(pixel >> 16 & 0xFF)), Float(Int32(pixel >> 8 & 0xFF)), Float(Int32(pixel & 0xFF)),
            Float(Int32(pixel >> 24))) * (1 / 255)
    }
}

/// Storage for the levels of the textures of one draw.
struct LevelArena {
    private var blocks: [UnsafeMutablePointer<TextureView.Level>] = []

    mutating func take(_ count: Int) -> UnsafeMutablePointer<TextureView.Level> {
        let block = UnsafeMutablePointer<TextureView.Level>.allocate(capacity: count)
        blocks.append(block)
        return block
    }

    mutating func free() {
        for block in blocks { block.deallocate() }
        blocks = []
    }
}
