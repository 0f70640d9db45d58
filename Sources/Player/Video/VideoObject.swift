import AVM
import AVM1
import Base
import Media
import Renderer
import SWF

/// A box that shows video: that of a stream, or what the movie itself holds.
public final class VideoObject: DisplayObject {
    /// In pixels, before it is scaled.
    public var size: (width: Int32, height: Int32) = (320, 240) { didSet { player.invalidate() } }
    public var deblocking: Int32 = 0 { didSet { stream?.deblocking = Deblocking(mode: deblocking) } }
    public var isSmoothed = false { didSet { player.invalidate() } }
    /// The stream whose pictures it shows.
    public private(set) var stream: MediaStream?
    /// The script object of that stream, which it keeps alive.
    public private(set) var streamScript: Object?
    /// The last picture of a stream that has been taken away is still to be seen.
    private var kept: VideoSurface?
    private let embedded: EmbeddedVideo?

    override init(player: Player, assets: MovieAssets, characterID: CharacterID? = nil) {
        embedded = nil
        super.init(player: player, assets: assets, characterID: characterID)
    }

    /// One that the movie defines.
    init(player: Player, assets: MovieAssets, video: VideoCharacter) {
        let tag = video.tag
        embedded = EmbeddedVideo(video, player: player)
        super.init(player: player, assets: assets, characterID: tag.id)
        size = (Int32(tag.width), Int32(tag.height))
        isSmoothed = tag.isSmoothed
    }

    /// Shows the pictures of a stream from now on; nil: none any more.
    public func attach(_ stream: MediaStream?, script: Object?) {
        kept = stream == nil ? surface : nil
        self.stream = stream
        streamScript = script
        stream?.deblocking = Deblocking(mode: deblocking)
        player.invalidate()
    }

    /// Takes the picture away.
    public func clear() {
        kept = nil
        stream?.surface.hide()
        player.invalidate()
    }

    private var surface: VideoSurface? { stream?.surface ?? kept }

    /// Sides of the video itself in pixels; 0 as long as there is none.
    public var videoSize: (width: Int, height: Int) {
        if let surface { return surface.size }
        if embedded != nil { return (Int(size.width), Int(size.height)) }
        return (0, 0)
    }

    /// Sides of the pictures of its stream; 0 as long as there is none.
    public var streamSize: (width: Int, height: Int) { surface?.size ?? (0, 0) }

    override func visitScripts(_ marker: inout Marker) {
        super.visitScripts(&marker)
        marker.visit(streamScript)
    }

    override var isNamedByPlayer: Bool { true }

    override func avm1Prototype() -> Object? {
        let machine = player.avm1.machine!
        let constructor = machine.global.ownValue(machine.heap.strings.pinned("Video"))?.object
        guard let prototype = constructor?.ownValue(machine.names.prototype)?.object else { return nil }
        player.avm1.prepareVideo(prototype)
        return prototype
    }

    override var selfBounds: TwipsRect {
        TwipsRect(xMin: 0, xMax: size.width &* 20, yMin: 0, yMax: size.height &* 20)
    }

    override func containsSelf(_ point: TwipsPoint) -> Bool { selfBounds.contains(point) }

    override func renderSelf(into list: inout RenderList, _ state: RenderState) {
        let surface = self.surface ?? embedded?.surface(ofFrame: ratio, Deblocking(mode: deblocking))
        guard let surface, let bitmap = surface.bitmap else { return }
        // Whatever its own size, a picture fills the box.
        let fit = Affine(
            a: 20 * Double(size.width) / Double(bitmap.width), d: 20 * Double(size.height) / Double(bitmap.height))
        list.append(.bitmap(bitmap.id, state.matrix * fit, state.colorTransform, isSmoothed: isSmoothed))
    }
}

/// The picture of a video that is shown last.
public final class VideoSurface {
    private unowned(unsafe) let player: Player
    private(set) var bitmap: Bitmap?
    /// Sides of the last picture in pixels.
    private(set) var size = (width: 0, height: 0)
    private var isHidden = false

    init(player: Player) { self.player = player }

    /// Copies a picture into the bitmap that is shown.
    func show(_ picture: VideoPicture) {
        let isSame = bitmap.map {
            $0.width == picture.width && $0.height == picture.height && $0.isTransparent == picture.hasAlpha
        }
        if isSame != true {
            guard picture.pixels.count == picture.width * picture.height, picture.width > 0, picture.height > 0 else {
                return
            }
            let pixmap = Pixmap(width: picture.width, height: picture.height, isOpaque: !picture.hasAlpha)
            bitmap = Bitmap(pixmap, player: player)
        }
        size = (picture.width, picture.height)
        guard let pixmap = bitmap?.pixmap else { return }
        picture.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            pixmap.pixels.update(from: base, count: pixels.count)
        }
        pixmap.revision &+= 1
    }

    /// Shows nothing until the next picture comes.
    func hide() { bitmap = nil }
}
