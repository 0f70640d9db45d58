import Library
import Media
import Renderer
import UI

/// Pictures of items on the disk.
enum ItemPicture {
    /// Longest side of a picture that is kept, in pixels: a tile at scale 2 shows no more.
    static let side = 400
    private static let largestFile = 64 << 20
    /// Pictures of more pixels are no pictures of an item.
    private static let mostPixels = 1 << 26

    /// The picture at `path`, nil where there is no file. Throws where it is no picture.
    static func read(_ path: String, _ disk: Disk = Disk()) throws(LibraryProblem) -> Pixmap? {
        guard disk.kind(of: path) == .file else { return nil }
        let bytes = try disk.read(path, limit: largestFile)
        guard let image = try? ImageDecoder.image(bytes[...]), image.width > 0, image.height > 0,
            image.width <= mostPixels / image.height
        else { throw LibraryProblem("\(path) is no picture") }
        let pixmap = Pixmap(width: image.width, height: image.height)
        image.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            pixmap.pixels.update(from: base, count: min(pixels.count, pixmap.width * pixmap.height))
        }
        return pixmap
    }

    /// A picture as it is kept: small, as a PNG file.
    static func encoded(_ pixmap: Pixmap) throws(LibraryProblem) -> [UInt8] {
        let small = pixmap.shrunk(toFit: side, side)
        let pixels = UnsafeBufferPointer(start: small.pixels, count: small.width * small.height)
        guard let png = PNGEncoder.encode(width: small.width, height: small.height, pixels: pixels) else {
            throw LibraryProblem("there is not enough memory for the picture")
        }
        return png
    }

    /// Makes a file of the person's the picture of an item.
    static func set(_ path: String, of id: String, in library: MovieLibrary) throws(LibraryProblem) {
        guard let pixmap = try read(path) else { throw LibraryProblem("\(path) is not there") }
        try library.setPicture(try encoded(pixmap), of: id)
    }
}
