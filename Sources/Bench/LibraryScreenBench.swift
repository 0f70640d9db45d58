import Base
import Library
import Measure
import Media
import Renderer
import TestSupport
import UI

/// The library's screen with thousands of items that all have a picture: how long until it is there, and how long a
/// frame takes while it is scrolled.
enum LibraryScreenBench {
    private static let (width, height) = (960, 640)
    private static let frames = 600
    /// Milliseconds that the program lets pictures take before each drawing.
    private static let readingTime = 0.005

    static func run(_ root: String, _ disk: Disk) throws(LibraryProblem) {
        let pictures = (0..<20).map { picture(seed: UInt64($0)) }
        for (place, item) in try MovieLibrary(root: root).items.enumerated() {
            try disk.write(pictures[place % pictures.count], to: "\(root)/library/\(item.id)/image.png")
        }
        let start = now()
        let library = try MovieLibrary(root: root)
        let opened = now()
        let resources = RenderResources()
        let renderer = Renderer(resources: resources)
        let screen = LibraryScreen(
            toolkit: UIToolkit(resources: resources), width: width, height: height, scale: 1, startFolder: "/")
        let shelf = PictureShelf(resources: resources) { read(library.picture(of: $0), disk) }
        screen.show(library.items, pictures: [:])
        let tracker = DamageTracker()
        let target = Pixmap(width: width, height: height)
        draw(screen, shelf, renderer, tracker, resources, target)
        let shown = now()
        while !draw(screen, shelf, renderer, tracker, resources, target) {}
        let end = now()
        print(
            column("screen", 26) + "\(fixed((shown - start) * 1000)) ms until it shows (wanted: 300), of them "
                + "\(fixed((opened - start) * 1000)) for the library; \(fixed((end - start) * 1000)) ms with all pictures"
        )

        var spent: [Double] = []
        for _ in 0..<frames {
            _ = screen.handle(.wheel(lines: -1))
            let start = now()
            draw(screen, shelf, renderer, tracker, resources, target)
            spent.append(now() - start)
        }
        spent.sort()
        let mean = spent.reduce(0, +) / Double(spent.count)
        print(
            column("scrolling", 26) + "\(fixed(mean * 1000)) ms a frame, 99 of 100 under "
                + "\(fixed(spent[spent.count * 99 / 100] * 1000)) ms, the longest \(fixed(spent.last! * 1000)) ms "
                + "(wanted: 16.7)")
    }

    /// As the program does it. Returns whether all pictures that are to be seen are there.
    @discardableResult
    private static func draw(
        _ screen: LibraryScreen, _ shelf: PictureShelf, _ renderer: Renderer, _ tracker: DamageTracker,
        _ resources: RenderResources, _ target: Pixmap
    ) -> Bool {
        let start = now()
        let reading = shelf.fill(screen.itemsInView) { now() - start > readingTime }
        if reading.hasChanged { screen.showPictures(shelf.pictures) }
        let commands = screen.commands()
        let damage = tracker.update(
            commands, resources: resources,
            bounds: PixelRect(left: 0, top: 0, right: width, bottom: height), background: UIColors.deepBlue,
            quality: .high)
        renderer.draw(
            commands, into: target.target, background: UIColors.deepBlue, quality: .high, damage: damage)
        return reading.isDone
    }

    private static func read(_ path: String, _ disk: Disk) -> PictureShelf.Reading {
        guard let bytes = try? disk.read(path, limit: 1 << 24), let image = try? ImageDecoder.image(bytes[...]) else {
            return .none
        }
        let pixmap = Pixmap(width: image.width, height: image.height)
        for (place, pixel) in image.pixels.enumerated() { pixmap.pixels[place] = pixel }
        return .picture(pixmap.shrunk(toFit: LibraryScreen.pictureWidth(scale: 1), .max))
    }

    /// A picture as thumbnails are: 400 by 300, with areas and some noise.
    private static func picture(seed: UInt64) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        var pixels = [UInt32](repeating: 0, count: 400 * 300)
        for y in 0..<300 {
            for x in 0..<400 {
                let noise = (x / 40 + y / 30) % 3 == 0 ? UInt32(random.below(64)) : 0
                pixels[y * 400 + x] = 0xFF00_0000 | UInt32(x / 2) << 16 | UInt32(y / 2) << 8 | noise
            }
        }
        return pixels.withUnsafeBufferPointer { PNGEncoder.encode(width: 400, height: 300, pixels: $0) ?? [] }
    }
}
