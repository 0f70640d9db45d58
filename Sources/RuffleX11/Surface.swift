import Base
import CX11
import Glibc
import Renderer

/// One buffer of the window: memory to draw a picture into and the means to put parts of it on the screen.
///
/// Where the visual's pixels are the renderer's own it draws into the very memory that the server reads.
/// Otherwise it draws into a canvas beside it, and ``finish(_:)`` converts what was drawn.
final class Surface {
    private(set) var width = 0
    private(set) var height = 0
    /// Knows what the pixels show, and so what of them is out of date.
    let damage = DamageTracker()
    /// How many puts the server has not finished. The pixels must stay as they are meanwhile.
    var pending = 0

    private let screen: ScreenFormat
    private var memory: ImageMemory
    private var image: UnsafeMutablePointer<XImage>?
    private var canvas: Canvas?
    private var converter: PixelConverter?

    init(screen: ScreenFormat) {
        self.screen = screen
        memory = ImageMemory(screen: screen)
    }

    deinit { releaseImage() }

    var isBusy: Bool { pending > 0 }

    /// Whether puts are copied by the server from shared memory. The other kind has been copied once a put returns.
    var isShared: Bool { memory.isShared }

    /// Memory for the renderer.
    var target: PixelTarget {
        if let canvas { return canvas.target }
        let pixels = memory.base.bindMemory(to: UInt32.self, capacity: memory.capacity / 4)
        return PixelTarget(pixels: pixels, width: width, height: height, stride: stride / 4)
    }

    private var stride: Int { Int(image!.pointee.bytes_per_line) }

    /// Gives the surface another size. What it showed is gone. Not while it is busy.
    func resize(width: Int, height: Int) throws(Complaint) {
        if width == self.width && height == self.height { return }
        releaseImage()
        damage.invalidate()
        self.width = width
        self.height = height
        let stride = (width * screen.bitsPerPixel + screen.rowPadding - 1) / screen.rowPadding * (screen.rowPadding / 8)
        try memory.reserve(stride * height)
        image = try makeImage(stride: stride)
        let format = try screen.pixelFormat()
        if format.isNative && stride % 4 == 0 {
            canvas = nil
        } else {
            canvas = Canvas(width: width, height: height, isOpaque: true)
            if converter?.format != format { converter = PixelConverter(format) }
        }
    }

    private func makeImage(stride: Int) throws(Complaint) -> UnsafeMutablePointer<XImage> {
        let image = XCreateImage(
            screen.display, screen.visual, UInt32(screen.depth), ZPixmap, 0,
            memory.base.assumingMemoryBound(to: CChar.self), UInt32(width), UInt32(height),
            Int32(screen.rowPadding), Int32(stride))
        guard let image else { throw Complaint(message: "no memory for a picture of \(width)x\(height)") }
        // XShmPutImage finds the segment here; see the MIT-SHM documentation, XShmCreateImage.
        image.pointee.obdata = memory.segment.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self) }
        return image
    }

    private func releaseImage() {
        guard let image else { return }
        // The pixels and the segment are not the image's to free.
        image.pointee.data = nil
        image.pointee.obdata = nil
        _ = image.pointee.f.destroy_image(image)
        self.image = nil
    }

    /// Makes what was drawn inside `rects` ready to be put.
    func finish(_ rects: [PixelRect]) {
        guard let canvas, let converter else { return }
        let bytesPerPixel = screen.bitsPerPixel / 8
        for rect in rects {
            let part = rect.intersection(canvas.target.bounds)
            if part.isEmpty { continue }
            for y in part.top..<part.bottom {
                converter.convert(
                    canvas.pixels + y * width + part.left,
                    to: memory.base + y * stride + part.left * bytesPerPixel, count: part.width)
            }
        }
    }

    /// Puts `rects` into the window; a completion event of the server follows the last one where the memory is
    /// shared. Returns whether there was anything to put.
    func put(_ rects: [PixelRect], in window: CX11.Window, _ context: GC) -> Bool {
        guard let image else { return false }
        let bounds = PixelRect(left: 0, top: 0, right: width, bottom: height)
        let parts = rects.map { $0.intersection(bounds) }.filter { !$0.isEmpty }
        for (place, part) in parts.enumerated() {
            let (x, y) = (Int32(part.left), Int32(part.top))
            let (width, height) = (UInt32(part.width), UInt32(part.height))
            if memory.isShared {
                let isLast = place == parts.count - 1
                XShmPutImage(screen.display, window, context, image, x, y, x, y, width, height, isLast ? 1 : 0)
            } else {
                XPutImage(screen.display, window, context, image, x, y, x, y, width, height)
            }
        }
        return !parts.isEmpty
    }
}
