/// The pixels of one picture: `width * height` of premultiplied 0xAARRGGBB, row by row. No channel exceeds alpha.
public struct DecodedImage: Equatable, Sendable {
    public var width, height: Int
    public var pixels: [UInt32]
    /// Whether the picture's format had an alpha channel. False means that every pixel is opaque.
    public var hasAlpha: Bool

    public init(width: Int, height: Int, pixels: [UInt32], hasAlpha: Bool) {
        precondition(pixels.count == width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
        self.hasAlpha = hasAlpha
    }
}

/// Why bytes give no picture.
public enum ImageError: Error, Equatable, Sendable {
    /// No pixels, by the size that the data states.
    case empty
    /// More than ``ImageDecoder/maximumPixels``.
    case tooLarge(width: Int, height: Int)
    /// Not a format that is known, by its first bytes.
    case unknownFormat
    /// Broken before the first pixel. The text is the codec's, for a person.
    case broken(String)
}
