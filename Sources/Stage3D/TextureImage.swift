import Base

/// One picture of a texture: a level of a face.
public final class TextureImage: @unchecked Sendable {
    public let width: Int
    public let height: Int
    /// Blue, green, red and alpha from the lowest byte up, as the movie gave them.
    public let pixels: UnsafeMutablePointer<UInt32>

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = .allocate(capacity: width * height)
        pixels.initialize(repeating: 0, count: width * height)
    }

    deinit { pixels.deallocate() }

    var target: ColorTarget { ColorTarget(pixels: pixels, width: width, height: height) }
}

/// A texture: one face, or six of a cube, in levels of half the size each.
public final class Texture {
    public let width: Int
    public let height: Int
    public let isCube: Bool
    /// Levels that it can hold.
    public let levelCount: Int
    /// By face, then by level. Nil: nothing was uploaded.
    private(set) var faces: [[TextureImage?]]

    /// `hasLevels` false: a rectangle texture, which has one only.
    public init(width: Int, height: Int, isCube: Bool = false, hasLevels: Bool = true) {
        self.width = width
        self.height = height
        self.isCube = isCube
        levelCount = hasLevels ? Int.bitWidth - max(width, height).leadingZeroBitCount : 1
        faces = Array(repeating: Array(repeating: nil, count: levelCount), count: isCube ? 6 : 1)
    }

    public func size(ofLevel level: Int) -> (width: Int, height: Int) {
        (max(1, width >> level), max(1, height >> level))
    }

    /// The picture of a level, made where there is none yet.
    public func image(face: Int = 0, level: Int = 0) -> TextureImage {
        if let image = faces[face][level] { return image }
        let size = size(ofLevel: level)
        let image = TextureImage(width: size.width, height: size.height)
        faces[face][level] = image
        return image
    }

    /// Bytes that its pictures take.
    public var byteCount: Int {
        faces.reduce(0) { sum, levels in
            levels.reduce(sum) { $0 + ($1.map { $0.width * $0.height * 4 } ?? 0) }
        }
    }
}
